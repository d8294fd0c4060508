// SPDX-License-Identifier: GPL-2.0-only
/*
 * setjmp.c - values of a variable that share one register, because each call may
 * come back elsewhere
 */
#include "program.h"

static void *context[5];

u64 run(u64 seed)
{
	struct box *b = boxes;
	long a = seed & 7, x, sum = 0;

	if (__builtin_setjmp(context))
		return a;
	ext_nothing(a);
	x = a * 17;
	a = b->i;
	a = a * 5 + 3;
	DTRACE_PROBE2(first, long, sum, int, b->i);
	sum += x;
	ext_nothing(a);
	a = a * 7 + x;
	opaque(&sum);
	x = a ^ b->l;
	a = 5;
	DTRACE_PROBE2(second, long, sum, int, b->i);
	sum += x;
	opaque(&sum);
	return sum + a;
}

const struct probe probes[] = { { 21, "vv" }, { 28, "vv" } };
const int nr_probes = 2;
