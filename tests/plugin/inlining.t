#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A helper with a probe is inlined wherever it is without one.
. "$(dirname "$0")/lib.sh"

kernel_flags
python3 "$here/inlining/generate.py" > "$tmp/helpers.c"

# calls FILE.s: how often each helper is called
calls()
{
	grep -oE '(call|jmp|bl?)	h[0-9]+' "$1" | cut -f2 | sort | uniq -c
}

for level in -O2 -Os; do
	said=$(compile "$tmp/helpers.c" "$tmp/plain.s" -S $level -w -DPLAIN
	       compile "$tmp/helpers.c" "$tmp/probed.s" -S $level -w)
	is "$said" '' "$level: it compiles"
	ok "$([ "$(calls "$tmp/plain.s" | wc -l)" -gt 9 ]; echo $?)" \
		"$level: not all helpers are inlined"
	is "$(calls "$tmp/probed.s")" "$(calls "$tmp/plain.s")" \
		"$level: the same calls are left with probes and without"
done
done_testing
