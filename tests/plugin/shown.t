#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# How an author says that an argument is shown: bounds, DTRACE_HEX and DTRACE_FLAGS are
# in the object's table, and what does not apply gets a warning.
. "$(dirname "$0")/lib.sh"

LC_ALL=C
export LC_ALL
kernel_flags
shown=$here/shown

# table FILE.o: what the plugin wrote into it
table()
{
	python3 "$here/table.py" "$1" 2>&1
}

sed -n 's,^[ 	]*/\*: \(.*\) \*/$,\1,p' "$shown/shown.c" > "$tmp/wanted"
said=$(compile "$shown/shown.c" "$tmp/shown.o" -fplugin-arg-sdt_plugin-no-warn-unresolved)
is "$said" '' 'they compile silently'
is "$(table "$tmp/shown.o" | diff - "$tmp/wanted")" '' '... and the table is that in the comments'

json=-fdiagnostics-format=json
: > "$tmp/empty.c"
compile "$tmp/empty.c" /dev/null $json > /dev/null || json=-fdiagnostics-format=sarif-stderr
is "$(compile "$shown/warned.c" "$tmp/warned.o" $json |
	(cd "$shown" && python3 "$here/cases/check.py" warned.c) 2>&1)" '' \
	'what does not apply gets the warnings beside it'
sed -n 's,^[ 	]*/\*: \(.*\) \*/$,\1,p' "$shown/warned.c" > "$tmp/wanted"
is "$(table "$tmp/warned.o" | diff - "$tmp/wanted")" '' '... and the probe is the same as without it'
is "$(compile "$shown/warned.c" "$tmp/warned.o" -w)" '' '... which -w silences'

# Without the plugin, the words expand to nothing.
for other in "$cc" clang; do
	command -v "$other" > /dev/null || continue
	is "$("$other" -O2 -Wall -Wextra -Werror -I"$top/kbuild/include" -c -o "$tmp/plain.o" \
		"$shown/plain.c" 2>&1)" '' "without the plugin: ${other##*/} is silent"
	is "$("${CROSS_COMPILE-}objdump" -h "$tmp/plain.o" | grep sdt)" '' '... and nothing in the object'
done
done_testing
