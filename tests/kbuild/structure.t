#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# structure.t - the files of sdt.ko use each other as the head comments of their headers say
#
# The heads of kmod/main.h and of each folder's header list the files, and have lines
# "a.c -> b.c, c/" that say who calls whom.  The objects tell which file defines a symbol,
# and the sources which files use it, so lockdep_assert_held() counts in any kernel.

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lib/tap.sh"
. "$here/../lib/structure.sh"

cd "$here/../../kmod" || exit 1
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

sources=$(git ls-files '*.c')
# Headers with code: those of one source
headers=$(git ls-files '*.h' | while read -r h; do [ ! -e "${h%h}c" ] || echo "$h"; done |
	grep -vx main.h)
folders=$(dirname $sources | grep -vx '.' | sort -u)

# head_of FILE: its head comment
head_of()
{
	sed '/^ \*\//q' "$1"
}

# listed FILE: the files and folders that its head lists
listed()
{
	head_of "$1" | sed '/->/d' |
		sed -n 's/^ \*\t\([a-z_0-9]*\)\(\/\|\.c\|\.h\|\.\[ch\]\)[\t ].*/\1 \2/p' |
		while read -r name end; do
			case $end in
			'.[ch]') printf '%s\n' "$name.c" "$name.h" ;;
			*) echo "$name$end" ;;
			esac
		done | sort
}

# arrows FILE: "FROM TO" for each arrow in its head, files without .c
arrows()
{
	head_of "$1" | sed -n 's/^ \*\t\([a-z_*./, ]* -> [a-z_*./, >-]*\)$/\1/p' |
		sed 's/\.c\>//g' | awk -F ' -> ' '
		{
			for (i = 1; i < NF; i++) {
				nr_from = split($i, from, ", ")
				nr_to = split($(i + 1), to, ", ")
				for (f = 1; f <= nr_from; f++)
					for (t = 1; t <= nr_to; t++)
						print from[f], to[t]
			}
		}' | sort
}

# between: the pairs of files on stdin with the folder for a file in a folder
between()
{
	sed 's|/[^ ]*|/|g' | awk '$1 != $2' | sort -u
}

# "FILE SYMBOL" for each global symbol of sdt.ko, files without .c
for file in $sources; do
	nm -g --defined-only "${file%.c}.o" |
		sed -n "s|^[0-9a-f]* [A-Z] \(_*sdt_[a-z_]*\)$|${file%.c} \1|p"
done >"$tmp/symbols"
like "$(cat "$tmp/symbols")" '^core/set sdt_set_create$' "what files define is found"

# "FILE SYMBOL" for each that is named in a file outside of comments
for file in $sources $headers; do
	sed 's|/\*.*\*/||; /\/\*/,/\*\//d' "$file" |
		grep -o '\<_*sdt_[a-z_]*\>' | sort -u | sed "s|^|$file |"
done >"$tmp/named"

includes=$(includes '[ch]')
calls=$({
	sed 's/\.[ch] / /' "$tmp/named" | awk 'NR == FNR { file[$2] = $1; next }
		$2 in file { print $1, file[$2] }' "$tmp/symbols" -
	for header in $headers; do
		printf '%s\n' "$includes" | grep " $header$" | sed 's/\.[ch]\>//g'
	done
} | awk '$1 != $2' | sort -u)

is "$(listed main.h | grep -v '^include/')" \
	"$({ git ls-files '*.c' compat.h arch | sed 's|/.*|/|'; } | sort -u)" \
	"main.h lists the folders and the files beside it"
is "$(printf '%s\n' "$calls" | between)" "$(arrows main.h)" "... and says who calls whom"
for folder in $folders; do
	is "$(listed "$folder/$folder.h")" \
		"$(cd "$folder" && git ls-files | grep -vx "$folder.h\|internal.h" | sort)" \
		"$folder/$folder.h lists the files of its folder"
	is "$(printf '%s\n' "$calls" | sed -n "s|^$folder/\([a-z_0-9]*\) $folder/|\1 |p")" \
		"$(arrows "$folder/$folder.h")" "... and says who calls whom there"
done

is "$(printf '%s\n' "$includes" | grep -v ' \(main\|compat\)\.h$' | sed 's/\.[ch]\>//g' |
	between | grep -vxF "$(arrows main.h)")" "" \
	"no file includes a header of a folder that it does not call"
is "$(printf '%s\n' "$calls" | circles)" "" "no two files need each other"
is "$(printf '%s\n' "$includes" | circles)" "" "no two headers either"
is "$(printf '%s\n' "$includes" | only_inside)" \
	"$(git ls-files '*/*.h' ':!include' ':!arch' | grep -vxE '(.*)/\1\.h' | sort)" \
	"of a folder's headers, other folders include only the one with its name"
is "$(git grep -l 'LINUX_VERSION_CODE\|linux/version\.h' . | grep -v '^compat\.h$')" "" \
	"only compat.h knows the version of the kernel"
is "$(git grep -h 'EXPORT_SYMBOL_GPL(' '*.c' | sed 's/.*(\(.*\)).*/exported \1/' |
	cat - "$tmp/named" | awk 'NR == FNR { symbol[$2] = $1 ".c"; next }
		symbol[$2] != $1 { delete symbol[$2] }
		END { for (s in symbol) print symbol[s], s }' "$tmp/symbols" -)" "" \
	"a function that only its own file uses is static"
done_testing
