#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# structure.t - the sources of sdtinfo depend on each other in one direction only
#
# The order of the folders is that of the table in tools/sdtinfo/README.md.

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lib/tap.sh"

cd "$here/../../tools/sdtinfo" || exit 1

folders=$(sed -n 's/^| \[*\([a-z.`]*\)\/[]`].*/\1/p' README.md | tr -d '`')
is "$(printf '%s\n' "$folders" | sort)" \
	"$(find . -name '*.[ch]' | sed 's|/[^/]*$||; s|^\./||' | sort -u)" \
	"README.md has all folders with sources"

# "FILE HEADER" for each header of sdtinfo's that a file includes, with their folders
includes()
{
	for file in *.[ch] */*.[ch]; do
		sed -n 's/^#include "\(.*\)"$/\1/p' "$file" | while read -r header; do
			case $file in
			*/*) beside=${file%/*}/$header ;;
			*) beside=$header ;;
			esac
			[ -e "$beside" ] || beside=$header
			echo "$file $beside"
		done
	done
}

includes=$(includes)
like "$includes" '^cmd_link.c link/table_write.h$' "what files include is found"

is "$(printf '%s\n' "$includes" | awk -v folders="$(echo "$folders" | tr '\n' ' ')" '
	function folder(path) { return sub("/.*", "", path) ? path : "." }
	BEGIN { n = split(folders, names, " "); for (i = 1; i <= n; i++) rank[names[i]] = i }
	rank[folder($2)] < rank[folder($1)]')" "" \
	"no file includes a header of a folder above its own"

# A .c and its header are one: tsort names those that form a circle.
is "$(printf '%s\n' "$includes" | sed 's/\.[ch]\>//g' | awk '$1 != $2' |
	tsort 2>&1 >/dev/null)" "" "no two files need each other"

is "$(printf '%s\n' "$includes" | awk '
	{ from = $1; to = $2; sub("/[^/]*$", "", from); sub("/[^/]*$", "", to) }
	$2 ~ "/" { if (from == to) inside[$2] = 1; else outside[$2] = 1 }
	END { for (h in inside) if (!outside[h]) print h }' | sort)" \
	"$(sed -n '/each .* has a header/,/^$/p' README.md | grep -o '`[a-z]*/[a-z_]*\.h`' |
		tr -d '`' | sort)" "README.md has the headers that only their folder includes"

done_testing
