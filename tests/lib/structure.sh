# SPDX-License-Identifier: GPL-2.0-only
#
# structure.sh - which sources include which; sourced by the tests of a part's structure
#
# A test first changes to the folder of the part's sources; paths are relative to it, and
# its own files are in folder ".".  git tells which files are sources.

. "$here/../lib/git-tree.sh"

# includes EXTENSION: "FILE HEADER" for each of the part's headers that a file includes;
# EXTENSION is a shell pattern, '[ch]' for example
includes()
{
	find . -name "*.$1" ! -name '*.mod.c' | sed 's|^\./||' | sort | while read -r file; do
		sed -n 's/^# *include "\(.*\)"$/\1/p' "$file" | while read -r header; do
			case $file in
			*/*) beside=${file%/*}/$header ;;
			*) beside=$header ;;
			esac
			[ -e "$beside" ] || beside=$header
			[ ! -e "$beside" ] || echo "$file $beside"
		done
	done
}

# upward FOLDER...: prints those of the pairs of files on stdin whose second file is in a
# folder that is listed before that of the first
upward()
{
	awk -v folders="$*" '
		function folder(path) { return sub("/[^/]*$", "", path) ? path : "." }
		BEGIN { n = split(folders, names, " "); for (i = 1; i <= n; i++) rank[names[i]] = i }
		rank[folder($2)] < rank[folder($1)]'
}

# circles: prints what forms a circle in the pairs of files on stdin; a source and its
# header are one
circles()
{
	sed 's/\.[a-z]*\>//g' | awk '$1 != $2' | { tsort >/dev/null; } 2>&1
}

# only_inside: prints the headers that are included only in their own folder, from what
# includes prints
only_inside()
{
	awk '
		{ from = $1; to = $2; sub("/[^/]*$", "", from); sub("/[^/]*$", "", to) }
		$2 ~ "/" { if (from == to) inside[$2] = 1; else outside[$2] = 1 }
		END { for (h in inside) if (!outside[h]) print h }' | sort
}
