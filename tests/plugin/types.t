#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# What a probe's description says of each argument is what the compiler knows:
# the expectations stand in types/types.c, beside the arguments.
. "$(dirname "$0")/lib.sh"

cp -r "$here/types" "$tmp"
echo "include $top/kbuild/sdt.mk" >> "$tmp/types/Kbuild"
log=$(module "$tmp/types")
unlike "$log" 'warning|error' 'not a word is said about them'

# Lines "PROBE.N WHAT" of the source, and the same of the module.
awk '/^\t.*[A-Z]+[0-9]?\([a-z0-9_]+,/ {
		probe = $0; sub(/.*[A-Z][0-9]?\(/, "", probe); sub(/,.*/, "", probe); n = 0 }
	sub(/^\t.*[^ ].*\/\* /, "") && sub(/ \*\/$/, "") { print probe "." n++, $0 }' \
	"$tmp/types/types.c" > "$tmp/wanted"
"$sdtinfo" dump "$tmp/types/types.ko" | tr -s ' ' | awk '
	/^sdt / { probe = $4; sub(/^open-/, "", probe); n = 0 }
	sub(/^ arg[0-9]+ /, "") { print probe "." n++, $0 }' > "$tmp/got"
while IFS= read -r line; do
	is "$(grep -F "${line%% *} " "$tmp/got")" "$line" "$line"
done < "$tmp/wanted"
is "$(wc -l < "$tmp/got")" "$(wc -l < "$tmp/wanted")" 'no argument without an expectation'
done_testing
