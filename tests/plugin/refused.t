#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# What becomes of the files in cases/, in both forms: the plugin's diagnostics, as GCC's JSON or
# SARIF, are those beside the code: kind, text, place and notes of each.  Without the plugin each
# statement gets an error, a warning or nothing as well, or there is a reason beside it.
. "$(dirname "$0")/lib.sh"

LC_ALL=C
export LC_ALL
kernel_flags

# GCC 16 has SARIF in its place, GCC 12 does not have that yet.
json=-fdiagnostics-format=json
: > "$tmp/empty.c"
if ! compile "$tmp/empty.c" /dev/null $json > /dev/null; then
	json=-fdiagnostics-format=sarif-stderr
fi

option=-fplugin-arg-sdt_plugin
out=$tmp/out.o
cases=$here/cases

# On arm64 xchg() calls a function, which the note names.
changes="s/it calls '__xchg_mb', which writes to memory/it changes what it gets/"

# check NAME HEADERS [FLAG...]: compiles cases/NAME.c with the plugin; what its and its HEADERS'
# comments say is what it gets
check()
{
	check_name=$1 check_also=$2
	shift 2
	rm -f "$out"
	said=$(compile "$cases/$check_name.c" "$out" $json "$@" | sed "$changes" |
		(cd "$cases" && python3 -B check.py "$check_name.c" $check_also) 2>&1)
	is "$said" '' "$check_name.c gets the diagnostics beside its code${*:+ ($*)}"
	# <linux/kasan.h> wants more of the configuration then.
	case "$*" in *-fsanitize=*) return ;; esac
	is "$([ ! -e "$out" ] || echo object)" \
		"$(grep -q '/\* error: ' "$cases/$check_name.c" || echo object)" \
		'... and there is an object file if none is an error'
}

# in_plain NAME SDTINFO COMPILER [FLAG...]: compiles cases/NAME.c by a command without the plugin,
# and links it, unless SDTINFO is "-"
in_plain()
{
	plain_name=$1 plain_sdtinfo=$2 plain_command=$3
	shift 3
	said=$(cd "$KDIR" && eval "python3 -B '$cases/plain.py' $plain_sdtinfo $plain_command" '"$@"' \
		"-c '$cases/$plain_name.c'" 2>&1)
	is "$said" '' "without the plugin, ${plain_command%% *} and sdtinfo say the same of $plain_name.c"
}

macros="-I'$top/kbuild/include' '-D__SDT_UNIT=\"unit\"'"
have_clang=$(command -v "${clang%% *}")
for name in lists names unresolved enabled; do
	check $name ''
	in_plain $name "$sdtinfo" "$plain_cc $macros"
	[ -z "$have_clang" ] || in_plain $name "$sdtinfo" "$clang -O2 -Xclang -fno-recovery-ast $macros"
done
# Where the macros are nothing, they still count.
in_plain lists - "$cc -O2 -I'$top/kbuild/include'"
[ -z "$have_clang" ] || in_plain lists - "$clang -O2 -I'$top/kbuild/include'"

# On arm64 no function may have a parameter of a type that the kernel does not use.
whole_kernel_cc=$kernel_cc whole_plain_cc=$plain_cc
[ "$machine" = x86_64 ] || without_general_regs_only
for name in refused families; do
	check $name $name.h
	in_plain $name "$sdtinfo" "$plain_cc $macros"
done
kernel_cc=$whole_kernel_cc plain_cc=$whole_plain_cc
[ -z "$have_clang" ] || in_plain families "$sdtinfo" "$clang -O2 $macros"
if [ "$machine" = x86_64 ]; then
	check naked ''
	in_plain naked "$sdtinfo" "$plain_cc $macros"
else
	ok 0 'naked.c # SKIP GCC has no such functions on arm64'
fi
check said ''
in_plain said "$sdtinfo" "$plain_cc $macros"
check verbose '' $option-verbose
in_plain verbose "$sdtinfo" "$plain_cc $macros"
# Only the plugin knows a function's attributes; see refused.c.
check inlined ''
# Their probes have one name and many types, which no linker takes.
check warned ''
# GCC 14 makes an error of a pointer for an integer; newer kernels ask for a warning about enums.
in_plain warned - "$plain_cc $macros" -Wno-error=int-conversion
# What the kernel's inline functions tell KASAN is no side effect.
check warned '' -fsanitize=kernel-address -DCONFIG_KASAN_GENERIC=1
in_plain convert - "$plain_cc $macros" -Wno-error=incompatible-pointer-types -Wno-error=int-conversion -Wno-enum-conversion

# The reasons are those that users find.
rows=$(sed -n '/^### Without the plugin/,/^## /s/^| \([^|-][^|]*\) |.*/\1/p' "$top/docs/compatibility.md")
reasons=$(sed -n 's:^.*/\* plain\: .* (\(.*\)) \*/$:\1:p' "$cases"/*.c | sort -u)
while IFS= read -r reason; do
	ok "$(printf '%s\n' "$rows" | awk -v reason="$reason" 'index($0, reason) == 1 { found = 1 }
		END { exit !found }'; echo $?)" "docs/compatibility.md has the difference '$reason'"
done <<END
$reasons
END
# ... and those beside them that no case shows, each with the test that does
while IFS='	' read -r test row; do
	reasons="$reasons
$row"
	ok "$([ "$test" = - ] || [ -e "$top/tests/$test" ]; echo $?)" "$test: '$row'"
done <<END
$(grep -v '^#' "$cases/other.rows")
END
is "$(printf '%s\n' "$rows" | while IFS= read -r row; do
	printf '%s\n' "$reasons" | awk -v row="$row" '$0 != "" && index(row, $0) == 1 { found = 1 }
		END { if (!found) print row }'
done)" '' '... and no other'
cd "$here" || exit 1

# GCC's own switches, and ours, work on them.
is "$(compile "$cases/verbose.c" "$out")" '' 'without the option nothing is reported'
is "$(compile "$cases/warned.c" "$out" -w)" '' '-w silences the warnings'
unlike "$(compile "$cases/warned.c" "$out" $option-no-warn-side-effects)" \
	'side effect' 'the warning about side effects can be turned off'
like "$(compile "$cases/warned.c" "$out" $option-no-warn-side-effects)" \
	'warning: .* is declared' '... by itself'
rm -f "$out"
like "$(compile "$cases/warned.c" "$out" -Werror)" \
	'warned\.c:[0-9]*:[0-9]*: error: probe argument 1 has a side effect' '-Werror makes errors of them'
ok "$([ ! -e "$out" ]; echo $?)" '... and no object file is left'

# What a unit with probes cannot be compiled with
cat > "$tmp/two.c" <<'END'
#include <linux/sdt.h>
int two(int a);
int two(int a)
{
	DTRACE_PROBE1(one, int, a);
	if (DTRACE_PROBE_ENABLED(one))
		DTRACE_PROBE1(two, int, a);
	return a;
}
END
# plain FILE.c FLAG...: compiles without the kernel's flags
plain()
{
	plain_file=$1
	shift
	"$cc" -O2 -fplugin="$plugin" -I"$top/kbuild/include" "$@" \
		-c -o "$out" "$plain_file" 2>&1
}
if [ "$machine" = x86_64 ]; then
	others='-m32 -mx32'
else
	others='-mabi=ilp32 -mbig-endian'
fi
for flag in -flto $others; do
	said=$(plain "$tmp/two.c" $flag)
	like "$said" "two\.c:5:9: error: a probe cannot be compiled with '$flag'" \
		"$flag is refused at the first probe"
	is "$(printf '%s\n' "$said" | grep -c 'error:')" 1 '... and there only'
	like "$said" 'two\.c:5:9: note: .*compile this file with ' '... with what to do about it'
	is "$(plain "$tmp/empty.c" $flag)" '' '... and a file without probes is not'
done

# The options
for args in "nonsense:unknown option '$option-nonsense'" \
	    "strip:option '$option-strip' needs a value" \
	    "strip=:option '$option-strip' needs a value" \
	    "verbose=1:option '$option-verbose' takes no value" \
	    "without:option '$option-without' needs a value" \
	    "without=calls:'calls' is not a pass" \
	    "note-unresolved:unknown option '$option-note-unresolved'" \
	    "no-warn-unresolved=1:option '$option-no-warn-unresolved' takes no value" \
	    "no-warn-messages=1:option '$option-no-warn-messages' takes no value" \
	    "no-warn-side-effects=1:option '$option-no-warn-side-effects' takes no value"; do
	like "$(plain "$tmp/two.c" $option-${args%%:*})" "error: ${args#*:}" "${args#*:}"
done
if [ "$machine" = x86_64 ]; then
	is "$(plain "$tmp/two.c" $option-without=cold; "${CROSS_COMPILE-}objdump" -h "$out" |
		grep -o 'text.unlikely')" '' 'without=cold: its block stays in the hot section'
	is "$(plain "$tmp/two.c"; "${CROSS_COMPILE-}objdump" -h "$out" | grep -o 'text.unlikely')" \
		'text.unlikely' '... and goes with the pass'
else
	ok 0 'without=cold # SKIP GCC splits functions on x86 only'
fi
done_testing
