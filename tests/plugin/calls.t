#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The calls in cold blocks keep all registers: the one that fires has always room
# for its operands.
. "$(dirname "$0")/lib.sh"

kernel_flags

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
