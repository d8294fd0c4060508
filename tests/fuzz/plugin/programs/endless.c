// SPDX-License-Identifier: GPL-2.0-only
/*
 * endless.c - loops of one block, which lead from a site back to its own jump
 */
#include "program.h"

static __attribute__((noinline)) u64 calls(long x, int n, struct box *b, u8 y)
{
	for (;;) {
		ext_nothing(n);
		TICK();
		DTRACE_PROBE2(calls, int, n, long, x);
	}
}

/* What is carried from round to round is computed in front of the site. */
static __attribute__((noinline)) u64 counts(long x, int n, struct box *b, u8 y)
{
	for (;;) {
		x = x * 3 + n++;
		b->i += y;
		TICK();
		DTRACE_PROBE3(counts, long, x, int, n, int, b->i);
	}
}

/* Nothing but the site and what ends it */
static __attribute__((noinline)) u64 waits(long x, int n, struct box *b, u8 y)
{
	if (x & 1)
		for (;;) {
			DTRACE_PROBE1(waits, long, x);
			TICK();
		}
	while (!DTRACE_PROBE_ENABLED(waits))
		TICK();
	DTRACE_PROBE1(waited, u8, y);
	return y;
}

/* Two entries */
static __attribute__((noinline)) u64 enters(long x, int n, struct box *b, u8 y)
{
	if (y & 1)
		goto inside;
	for (;;) {
		x += b->array[n & 7];
		DTRACE_PROBE2(outside, long, x, int, n);
inside:
		n++;
		TICK();
		DTRACE_PROBE2(inside, long, x, int, n);
	}
}

static __attribute__((noinline)) u64 recurs(long x, int n, struct box *b, u8 y)
{
	TICK();
	DTRACE_PROBE2(recurs, long, x, int, n);
	return recurs(x * 5, n + 1, b->next, y) + 1;
}

u64 run(u64 seed)
{
	u64 (*const functions[])(long, int, struct box *, u8) = {
		calls, counts, waits, enters, recurs
	};
	u64 sum = 0;

	for (int i = 0; i < 5; i++)
		sum = sum * 3 + guarded(functions[i], seed, i, &boxes[i & 3], seed >> 3);
	return sum;
}

const struct probe probes[] = {
	{ 12, "vv" }, { 23, "vvv" }, { 32, "v" }, { 37, "v" }, { 48, "vv" }, { 52, "vv" },
	{ 59, "vv" }
};
const int nr_probes = 7;
