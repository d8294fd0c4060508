#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The plugin's diagnostics, as GCC's JSON or SARIF: kind, text, place and notes of each
# are those in the comments of the sources in refused/.
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

# check NAME FILES [FLAG...]: compiles refused/NAME.c; what its and the other
# FILES' comments say is what it gets
check()
{
	check_name=$1 check_also=$2
	shift 2
	said=$(compile "$here/refused/$check_name.c" "$out" $json "$@" |
		(cd "$here/refused" && python3 check.py "$check_name.c" $check_also) 2>&1)
	is "$said" '' "$check_name.c gets the diagnostics beside its code${*:+ ($*)}"
}

# On arm64 no function may have a parameter of a type that the kernel does not use.
whole_kernel_cc=$kernel_cc
[ "$machine" = x86_64 ] || without_general_regs_only
check refused refused.h
kernel_cc=$whole_kernel_cc
ok "$([ ! -e "$out" ]; echo $?)" '... and no object file is left'
check inlined ''
ok "$([ ! -e "$out" ]; echo $?)" '... and no object file is left'
if [ "$machine" = x86_64 ]; then
	check naked ''
	ok "$([ ! -e "$out" ]; echo $?)" '... and no object file is left'
else
	ok 0 'naked.c # SKIP GCC has no such functions on arm64'
fi
check enabled ''
ok "$([ ! -e "$out" ]; echo $?)" '... and no object file is left'
check warned ''
ok "$([ -e "$out" ]; echo $?)" '... and is compiled'
# What the kernel's inline functions tell KASAN is no side effect.
check warned '' -fsanitize=kernel-address -DCONFIG_KASAN_GENERIC=1
check verbose '' $option-verbose

# Without the plugin the same is refused, by the compiler or by sdtinfo; plain.differs has the rest.
# in_both COMPILER FILE.c
in_both()
{
	is "$(eval "python3 -B '$here/refused/plain.py' '$sdtinfo' $1 '-D__SDT_UNIT=\"unit\"' -c '$here/$2'" 2>&1 |
		LC_ALL=C sort)" "$(grep "^$2 " "$here/refused/plain.differs" | LC_ALL=C sort)" \
		"without the plugin, ${1%% *} and sdtinfo refuse what is refused in $2"
}
cd "$KDIR" || exit 1
for file in refused/refused.c refused/enabled.c families/refused.c messages/said.c \
	$([ "$machine" != x86_64 ] || echo refused/naked.c); do
	in_both "$plain_cc" $file
done
for file in refused/enabled.c families/refused.c; do
	! command -v "${clang%% *}" > /dev/null || in_both "$clang -O2 -I'$top/kbuild/include'" $file
done
cd "$here" || exit 1

# GCC's own switches, and ours, work on them.
is "$(compile "$here/refused/verbose.c" "$out")" '' 'without the option nothing is reported'
is "$(compile "$here/refused/warned.c" "$out" -w)" '' '-w silences the warnings'
unlike "$(compile "$here/refused/warned.c" "$out" $option-no-warn-side-effects)" \
	'side effect' 'the warning about side effects can be turned off'
like "$(compile "$here/refused/warned.c" "$out" $option-no-warn-side-effects)" \
	'warning: .* is declared' '... by itself'
rm -f "$out"
like "$(compile "$here/refused/warned.c" "$out" -Werror)" \
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
	    "without=calls:'calls' is no pass that can be left out" \
	    "note-unresolved:unknown option '$option-note-unresolved'" \
	    "no-warn-unresolved=1:option '$option-no-warn-unresolved' takes no value" \
	    "no-warn-messages=1:option '$option-no-warn-messages' takes no value" \
	    "no-warn-side-effects=1:option '$option-no-warn-side-effects' takes no value"; do
	like "$(plain "$tmp/two.c" $option-${args%%:*})" "error: ${args#*:}" "${args#*:}"
done
is "$(plain "$tmp/two.c" $option-without=cold; "${CROSS_COMPILE-}objdump" -h "$out" |
	grep -o 'text.unlikely')" '' 'without=cold: its block stays in the hot section'
is "$(plain "$tmp/two.c"; "${CROSS_COMPILE-}objdump" -h "$out" | grep -o 'text.unlikely')" \
	'text.unlikely' '... and goes with the pass'
done_testing
