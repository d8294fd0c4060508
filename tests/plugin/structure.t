#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# structure.t - the plugin's files use each other as gcc-plugin/README.md says
#
# The sources tell what they include, the objects what they use.

. "$(dirname "$0")/lib.sh"
. "$top/tests/lib/structure.sh"

cd "$top/gcc-plugin" || exit 1

# The folders in the order of the table, each after those that it may use, and their headers
folders=$(sed -n 's/^| `\([a-z-]*\)\/` .*/\1/p' README.md)
headers=$(sed -n 's/^| `[a-z-]*\/` .*(\(.*\.h\)) |$/\1/p' README.md)
# The one that uses no other; and the others, each before those that it may use
leaves=$(sed -n 's/.*`\([a-z-]*\)\/` is an exception.*/\1/p' README.md)
stages=$(printf '%s\n' $folders | grep -vxF "$(printf '%s\n' $leaves)" | tac)

# between: the pairs of files on stdin with the folder for a file in a folder
between()
{
	sed 's|/[^ ]*|/|g' | awk '$1 != $2' | sort -u
}

# wrong_way: prints those of the pairs of files on stdin that README.md does not allow
wrong_way()
{
	grep '/.* .*/' | tee "$tmp/pairs" | upward $stages $leaves
	between <"$tmp/pairs" | grep -E "^($(echo $leaves | tr ' ' '|'))/"
}

is "$(printf '%s\n' $folders | sort)" "$(git ls-files '*/*.cc' | sed 's|/.*||' | sort -u)" \
	"README.md has all folders with sources"
is "$(sed -n '/^| file/,$s/`[^`]*`/\n&\n/gp' README.md | sed -n 's/^`\(.*\.cc\)`$/\1/p' | sort)" \
	"$(git ls-files '*.cc' | grep -v / | sort)" "... and all files beside it"
for header in $headers; do
	is "$(for file in $(git ls-files "${header%/*}/*.cc"); do
		sed '/^ \*\//q' "$header" | grep -qwF "${file##*/}" || echo "$file"
	done)" "" "the head of $header has all files of its folder"
done

includes=$(includes '[ch]*')
like "$includes" '^middle-end/calls.cc arch/arch.h$' "what files include is found"
is "$(printf '%s\n' "$includes" | wrong_way)" "" "folders include each other's headers one way"
is "$(printf '%s\n' "$includes" | sed 's/\.[a-z]*\>//g' | between | circles)" "" \
	"... and no folder includes a header of what registers it"
is "$(printf '%s\n' "$includes" | circles)" "" "no two files include each other"
is "$(printf '%s\n' "$includes" | only_inside)" \
	"$(git ls-files '*/*.h' | grep -vxF "$headers" | sort)" \
	"of a folder's headers, other folders include only the one in README.md"

registers='[re]([abcd]x|[sd]i|[sb]p|flags)|r([89]|1[0-5])[dwb]?|([ABCD]X|[SD]I|[SB]P|R[0-9]+|FLAGS)_REG'
registers="$registers|[xw]([12]?[0-9]|30|zr)|nzcv|(R[0-9]+|LR|CC|IP[01])_REGNUM"
instructions='(push|pop|mov|lea|add|sub|call|ret|jmp|xor|test|cmp|nop|shl|shr|sar)[bwlq]|mov[sz][bwl][wlq]|jmp'
instructions="$instructions|ld[rp]|stp|adrp|blr?|mov[znk]|m[rs][rs]"
is "$(git grep -nwE "$registers|$instructions|x86|i386|arm64|aarch64" -- '*.cc' '*.h' ':!arch')" "" \
	"only arch/ names instructions and registers"
like "$(git grep -nwE "$registers" -- arch)" 'AX_REG' "... and does"

# What the objects define and use
built=${plugin%/*}
if ! [ -e "$built/plugin.o" ]; then
	echo "Bail out! no $built/plugin.o: run make first"
	exit 1
fi
for file in $(git ls-files '*.cc'); do
	# An architecture's file that this compiler has no use for
	[ -e "$built/${file%.cc}.o" ] || [ "${file%/*}" != arch ] || continue
	nm "$built/${file%.cc}.o" | awk -v file="${file%.cc}" '
		$2 ~ /^[BDRT]$/ { print "defines", $3, file }
		$1 == "U" { print "uses", $2, file }'
done >"$tmp/symbols"
uses=$(awk '$1 == "defines" { file[$2] = $3 }
	$1 == "uses" { used[++n] = $2; user[n] = $3 }
	END {
		for (i = 1; i <= n; i++)
			if (used[i] in file)
				print user[i], file[used[i]]
	}' "$tmp/symbols" | sort -u)
like "$uses" '^back-end/place arch/(x86|arm64)$' "what files use is found"
is "$(printf '%s\n' "$uses" | wrong_way)" "" "folders use each other one way"
is "$(printf '%s\n' "$uses" | circles)" "" "no two files need each other"
# A constructor has two symbols, and GCC calls the plugin by two.
is "$(awk '$1 == "uses" { used[$2] = 1 } $1 == "defines" { file[$2] = $3 }
	END { for (s in file) if (!(s in used)) print file[s], s }' "$tmp/symbols" |
	grep -v '[CD]2Ev$' | sort)" \
	"plugin plugin_init
plugin plugin_is_GPL_compatible" "what only its own file uses is static"
done_testing
