#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# operands.t - up to 32 arguments of every shape
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

# Addresses that are no operand of an instruction: numbers, and far from a symbol or a base
# far ARGUMENT NAME: the same for 32 arguments; n is the number of each
far()
{
	cat > "$tmp/far.c" <<-END
		#include <linux/sdt.h>
		#define L(n) ($1)
		extern long table[];
		void far(char **p, unsigned long *x);
		void far(char **p, unsigned long *x)
		{
			DTRACE_PROBE(far, long, L(0), long, L(1), long, L(2), long, L(3),
				     long, L(4), long, L(5), long, L(6), long, L(7),
				     long, L(8), long, L(9), long, L(10), long, L(11),
				     long, L(12), long, L(13), long, L(14), long, L(15),
				     long, L(16), long, L(17), long, L(18), long, L(19),
				     long, L(20), long, L(21), long, L(22), long, L(23),
				     long, L(24), long, L(25), long, L(26), long, L(27),
				     long, L(28), long, L(29), long, L(30), long, L(31));
		}
	END
	for level in -O1 -O2 -Os; do
		is "$("$cc" $(python3 "$fuzz/built.py" "$cc") -I"$top/kbuild/include" $target \
			$level $few -c -o "$tmp/far.o" "$tmp/far.c" 2>&1)" '' "$2, $level"
	done
}
far '*(long *)(0xffff888000000000ul + 0x10000 * n)' 'addresses that are numbers'
far 'table[-1 - n]' 'in front of a symbol'
far '*(long *)(p[n] + 0x123456789)' 'far from a base'
far '*(long *)(*p + 0x123456789 * (n + 1))' 'far from one base'

# Arguments that share an index leave registers to the hot path.
cat > "$tmp/shared.c" <<'END'
#include <linux/sdt.h>
extern const long t[32][64];
long shared(long i, long j);
long shared(long i, long j)
{
	DTRACE_PROBE(shared, long, t[0][i], long, t[1][i], long, t[2][i], long, t[3][i],
		     long, t[4][i], long, t[5][i], long, t[6][i], long, t[7][i],
		     long, t[8][i], long, t[9][i], long, t[10][i], long, t[11][i],
		     long, t[12][i], long, t[13][i], long, t[14][i], long, t[15][i],
		     long, t[16][i], long, t[17][i], long, t[18][i], long, t[19][i],
		     long, t[20][i], long, t[21][i], long, t[22][i], long, t[23][i],
		     long, t[24][i], long, t[25][i], long, t[26][i], long, t[27][i],
		     long, t[28][i], long, t[29][i], long, t[30][i], long, t[31][i]);
	return i * j;
}
END
if [ "$machine" = x86_64 ]; then
	"$cc" $(python3 "$fuzz/built.py" "$cc") -I"$top/kbuild/include" -O2 -S \
		-fstack-protector-strong -o "$tmp/shared.s" "$tmp/shared.c"
	ok $? 'arguments with one index compile'
	is "$(awk '/^\t\.section\t\.text\.unlikely/ { cold = 1 } /^\t\.text/ { cold = 0 }
		/push|pop|%rsp/ && !/section/ && !cold' "$tmp/shared.s")" '' \
		'... the hot path has no stack'
fi

# Each change of the stack pointer takes ten bytes of the unwinder's tables on x86-64.
cat > "$tmp/stack.c" <<'END'
#include <linux/sdt.h>
void none(void);
void none(void)
{
	DTRACE_PROBE(none);
}
END
if [ "$machine" = x86_64 ]; then
	"$cc" $(python3 "$fuzz/built.py" "$cc") -I"$top/kbuild/include" -O2 -S \
		-o "$tmp/stack.s" "$tmp/stack.c"
	is "$(awk '/^none[.]cold:/ { cold = 1 } /^\t[.]text/ { cold = 0 }
		cold && /call/ { calls++ } cold && /push|pop|%rsp/ { stack++ }
		END { print calls + 0, stack + 0 }' "$tmp/stack.s")" '1 0' \
		'a site without arguments does not use the stack'
fi

said=$("$fuzz/run" --cc "$cc" --flags="-O2 $target" operands-calls 2>&1)
ok $? 'arguments have their values' || note "$said"
done_testing
