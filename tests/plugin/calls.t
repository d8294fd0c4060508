#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Calls in cold blocks preserve all registers.  The plugin makes an argument's call if
# it knows how, else GCC does; the call that fires always has room for its operands.
. "$(dirname "$0")/lib.sh"

kernel_flags

# made_by WHAT ATTRIBUTE [FLAG...]: tests that the call of a function with this
# attribute is made by WHAT, "plugin" or "GCC"
made_by()
{
	local what=$1 attribute=$2 said
	shift 2
	cat > "$tmp/call.c" <<-END
		#include <linux/sdt.h>
		#if !__has_attribute($attribute)
		# error no attribute
		#endif
		long called(long) __attribute__((pure, $attribute));
		long caller(long);
		long caller(long n)
		{
			DTRACE_PROBE1(call, long, called(n));
			return n;
		}
	END
	said=$(compile "$tmp/call.c" "$tmp/call.s" -S "$@")
	if printf '%s' "$said" | grep -q 'no attribute'; then
		ok 0 "$attribute: $what # SKIP no attribute $attribute in this compiler"
		return
	fi
	is "$said$(awk '/^#APP/ { asm = 1 } /^#NO_APP/ { asm = 0 }
		/(call|bl)[ \t]+called/ { print asm ? "plugin" : "GCC" }' "$tmp/call.s")" \
		"$what" "$attribute${*:+, $*}: $what"
}

made_by plugin nonnull
made_by plugin sysv_abi
made_by plugin no_caller_saved_registers
made_by GCC ms_abi
made_by GCC no_callee_saved_registers
made_by GCC preserve_none
if [ "$machine" = x86_64 ]; then
	# Functions in the few files that use floating point may change vector registers.
	made_by GCC nonnull -msse -msse2
	# Its stack must be aligned to more than a push.
	made_by GCC nonnull -mpreferred-stack-boundary=4
else
	whole_kernel_cc=$kernel_cc
	without_general_regs_only
	made_by GCC nonnull
	kernel_cc=$whole_kernel_cc
fi

if [ "$machine" = x86_64 ]; then
# A function with Microsoft's convention preserves %rsi and %rdi for its caller.
cat > "$tmp/efi.c" <<'END'
#include <linux/sdt.h>
__attribute__((ms_abi)) int efi(int a, int b)
{
	DTRACE_PROBE1(efi, int, a);
	return b;
}
END
compile "$tmp/efi.c" "$tmp/efi.s" -S -w
is "$(awk '/push.*%r[sd]i$/ { saved++ } END { print saved + 0 }' "$tmp/efi.s")" 2 \
	'ms_abi: the probe preserves what its function must preserve'
else
	ok 0 'ms_abi # SKIP it is of x86'
fi

# Addresses in a local variable, beside values for all registers that there are.
cat > "$tmp/crowd.c" <<'END'
#include <linux/sdt.h>
enum size { SMALL = -5, LARGE = 0x123456789abcL };
struct box { struct box *next; char c; long l; enum size size; };
long measured(long) __attribute__((pure));
long crowd(long, int, struct box *, unsigned char);
long crowd(long x, int n, struct box *b, unsigned char y)
{
	unsigned char text[16] = { 1, 2, 3, 4, n, y };

	DTRACE_PROBE(crowd, int, b->c, int, x, short, measured(x), unsigned int, y,
		     signed char, b->l, enum size, b->size, char *, (char *)text,
		     short, x, int, x, long, (long)&text[5], _Bool, y,
		     struct box *, b->next, short, x, long, x);
	DTRACE_PROBE1(next, long, n);
	return 0;
}
END
for level in -O1 -O2 -Os; do
	is "$(compile "$tmp/crowd.c" "$tmp/crowd.o" $level -w -fchecking=1)" '' \
		"$level: more operands than registers"
done
done_testing
