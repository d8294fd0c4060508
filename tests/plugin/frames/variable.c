// SPDX-License-Identifier: GPL-2.0-only
/*
 * variable.c - a frame whose size is not constant
 *
 * It is found by the frame pointer, once that is set up; the first probe is before that.
 */
#include <linux/module.h>
#include <linux/sdt.h>

static noinline void fill(char *text, long n)
{
	text[n - 1] = 0;
	barrier_data(text);
}

long variable(long n, long *where);
long variable(long n, long *where)
{
	char *text;

	if (n == 7) {
		DTRACE_PROBE1(early, long, n);
		*where = 5;
		return *where;
	}
	text = __builtin_alloca(n);
	fill(text, n);
	DTRACE_PROBE2(late, long, n, char *, text);
	fill(text, n);
	return 1;
}

MODULE_DESCRIPTION("variable");
MODULE_LICENSE("GPL");
