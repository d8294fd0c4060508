#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# operands.t - up to sixteen arguments of every shape
#
# GCC refuses no driver because arguments need more registers than there are, and the
# arguments have their values.  tests/fuzz/plugin/operands.py writes the functions; "make
# fuzz-plugin" compiles and runs all of them, with more sets of flags.
. "$(dirname "$0")/lib.sh"

kernel_flags
fuzz=$top/tests/fuzz/plugin

# compiles CONTEXT FLAG...: tests that the functions with this context compile
compiles()
{
	local context=$1
	shift
	python3 "$fuzz/operands.py" "$context" > "$tmp/$context.c"
	is "$("$cc" $(python3 "$fuzz/built.py" "$cc") -I"$fuzz" -I"$top/kbuild/include" "$@" \
		-fplugin-arg-sdt_plugin-no-warn-side-effects \
		-c -o "$tmp/$context.o" "$tmp/$context.c" 2>&1)" '' "$context, $*"
}

case $machine in
x86_64)
	target=
	few='-ffixed-r14 -ffixed-r15'
	shadow=-fasan-shadow-offset=0xdffffc0000000000
	;;
*)
	target=-mgeneral-regs-only
	few="-ffixed-x19 -ffixed-x20 -ffixed-x21 -ffixed-x22 -ffixed-x23"
	few="$few -ffixed-x24 -ffixed-x25 -ffixed-x26 -ffixed-x27 -ffixed-x28"
	shadow=-fasan-shadow-offset=0xdfff800000000000
	;;
esac
compiles leaf $target -O2
compiles keeps $target -O1 $few
compiles aligned_alloca $target -Os -fno-omit-frame-pointer $few
compiles returns $target -O2 -fsanitize=kernel-address $shadow --param asan-stack=1

said=$("$fuzz/run" --cc "$cc" --flags="-O2 $target" operands-calls 2>&1)
ok $? 'arguments have their values' || note "$said"
done_testing
