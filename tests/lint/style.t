#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# style.t - checkpatch.pl finds nothing in the C files but what is listed: advice
#
# The rules that do not apply are in style.ignored, the findings that are false or
# wanted, by file, in style.exceptions.  The plugin is C++ in GCC's style, of which
# checkpatch.pl knows nothing.  clang-format is not used: with the kernel's
# .clang-format it rewraps one line in eight of kmod/, and would undo tables and
# line breaks that are chosen for the reader.
#
# checkpatch.pl comes from the kernel's source, which Debian packs as
# /usr/src/linux-source-VERSION.tar.xz.

. "$(dirname "$0")/lib.sh"

tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT

source=$(find /usr/src -maxdepth 1 -name 'linux-source-*.tar.xz' | sort -V | tail -n 1)
if [ -z "$source" ]; then
	echo '1..0 # SKIP no /usr/src/linux-source-*.tar.xz'
	exit
fi
linux=$(basename "$source" .tar.xz)
tar -C "$tmp" -xJf "$source" --occurrence=1 "$linux/scripts/checkpatch.pl" \
	"$linux/scripts/spelling.txt" "$linux/scripts/const_structs.checkpatch"
ok $? "checkpatch.pl of $linux"

awk '!/^#/ && NF { print $1 }' tests/lint/style.ignored | paste -sd , >"$tmp/ignored"
files 'kmod/*.[ch]' 'kbuild/*.h' 'examples/*.[ch]' 'tools/*.[ch]' |
	xargs -n 16 -P 2 perl "$tmp/$linux/scripts/checkpatch.pl" --no-tree --terse \
		--show-types --strict --ignore "$(cat "$tmp/ignored")" -f |
	grep -v '^total:' >"$tmp/findings"

# "FILE: TYPE" of each finding, and of each exception
sed -nE 's/^([^:]*):[0-9]+: [A-Z]*:([A-Z_]*): .*/\1 \2/p' "$tmp/findings" |
	sort -u >"$tmp/found"
awk '!/^#/ && NF { print $1, $2 }' tests/lint/style.exceptions | sort -u >"$tmp/excepted"

advise "$(comm -23 "$tmp/found" "$tmp/excepted" | while read -r file type; do
	grep "^$file:[0-9]*: [A-Z]*:$type:" "$tmp/findings"
done)" 'no other findings'
advise "$(comm -13 "$tmp/found" "$tmp/excepted")" 'each exception is still needed'
done_testing
