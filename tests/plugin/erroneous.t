#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Sources that GCC does not compile: the plugin survives them, and hides and repeats
# none of GCC's errors.
. "$(dirname "$0")/lib.sh"

LC_ALL=C
export LC_ALL
kernel_flags

# errors FILE [FLAG...]: what GCC says of FILE that is an error
errors()
{
	errors_file=$1
	shift
	(cd "$here/erroneous" && "$cc" -std=gnu11 -w -I"$top/kbuild/include" "$@" \
		-c -o "$tmp/out.o" "$errors_file" 2>&1) > "$tmp/said"
	grep -E 'error:|internal compiler|confused|bailing|Segmentation' "$tmp/said"
}

# in_file FILE: of errors, those in FILE, but for lines with the comment "parsed
# otherwise": there it depends on what a probe is to the parser, as it does in the header
in_file()
{
	awk -F : -v file="$1" -v path="$here/erroneous/$1" '
	BEGIN { while ((getline line < path) > 0) skip[++n] = line ~ /parsed otherwise/ }
	$1 == file && !skip[$2]'
}

for path in "$here"/erroneous/*.c; do
	file=${path##*/}
	errors "$file" > "$tmp/wanted"
	for flag in -O2 -O0 -fsyntax-only; do
		errors "$file" $flag -fplugin="$plugin" > "$tmp/got"
		unlike "$(cat "$tmp/got")" 'internal compiler|confused|bailing|Segmentation' "$file, $flag: GCC survives"
		is "$(in_file "$file" < "$tmp/got")" "$(in_file "$file" < "$tmp/wanted")" \
			'... and has the errors that it has without the plugin'
		unlike "$(cat "$tmp/got")" 'probe' '... to which the plugin adds nothing'
		ok "$([ ! -e "$tmp/out.o" ]; echo $?)" '... and no object file is left'
	done
	# Without the plugin, a macro repeats what is wrong, and has more to say.
	errors "$file" -O2 '-D__SDT_UNIT="unit"' > "$tmp/got"
	unlike "$(cat "$tmp/got")" 'internal compiler|confused|bailing|Segmentation' \
		"$file, without the plugin: GCC survives"
	is "$(in_file "$file" < "$tmp/got" | cut -d : -f 2 | head -n 1)" \
		"$(in_file "$file" < "$tmp/wanted" | cut -d : -f 2 | head -n 1)" \
		'... and its first error is in the same line'
	ok "$([ ! -e "$tmp/out.o" ]; echo $?)" '... and no object file is left'
done

# Here the error is the plugin's.
cat > "$tmp/untyped.c" <<'END'
#include <linux/sdt.h>
void f(int a, int b) { DTRACE_PROBE3(untyped, int, b, , a, int, b); }
void g(int a, int b) { nobody = 3; }
END
errors "$tmp/untyped.c" -fplugin="$plugin" > "$tmp/got"
is "$(sed 's/.*error: //' "$tmp/got")" \
	"argument 2 of probe 'untyped' has no type before it
'nobody' undeclared (first use in this function)" 'arguments after one without a type'

"$top/tests/fuzz/plugin/mutate" --cc "$cc" 1..40 > "$tmp/mutants"
ok $? 'the same holds for broken variants of mutants.c' || note "$(cat "$tmp/mutants")"
done_testing
