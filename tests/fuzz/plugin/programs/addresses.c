// SPDX-License-Identifier: GPL-2.0-only
/*
 * addresses.c - addresses that take more than one instruction: of weak symbols that nothing
 * defines, and in large frames
 */
#include "program.h"

extern long missing __attribute__((weak));
extern long missing_array[8] __attribute__((weak));
void missing_function(void) __attribute__((weak));
static long here[4] = { 1, 2, 3, 4 };

static __attribute__((noinline)) u64 symbols(u64 x)
{
	DTRACE_PROBE(symbols, u64, (u64)&missing, void *, missing_function, long *, &here[2], u64, x);
	DTRACE_PROBE(narrow, u8, (u64)&missing, int, (u64)missing_function, u64, (u64)&missing_array[1]);
	return x * 3;
}

/* More than an instruction can add, and than a load can reach */
static __attribute__((noinline)) u64 frame(u64 x, int n)
{
	long before[3] = { x, n, 3 }, list[6000], after[3] = { n, x, 5 };

	opaque(before);
	opaque(list);
	opaque(after);
	list[0] = x;
	list[700] = n;
	list[5500] = x ^ n;
	list[n] = 77;
	DTRACE_PROBE(frame, long *, &list[0], long *, &list[700], long *, &list[5500], long *, &list[n], long *, before, long *, &after[1]);
	DTRACE_PROBE(values, long, list[0], int, list[700], u8, list[5500], short, before[1], long, after[2]);
	return list[0] + list[5500] + before[1] + after[1];
}

/* The distance between stack pointer and frame is not known at compile time. */
static __attribute__((noinline)) u64 moving(u64 x, int n)
{
	long slot = x, list[600];
	u64 sum = 0;

	opaque(list);
	list[550] = n;
	for (int i = 1; i < 4; i++) {
		long *more = __builtin_alloca(n * i * 8);

		opaque(more);
		*more = x + i;
		DTRACE_PROBE(moving, long *, more, long *, &slot, long *, &list[550], u32, ext_u32(*more));
		sum += *more;
		slot++;
	}
	return sum + slot;
}

u64 run(u64 seed)
{
	int n = (seed & 3) + 1;

	return symbols(seed) + frame(seed, n) + moving(seed, n);
}

const struct probe probes[] = {
	{ 15, "vvlv" }, { 16, "vvv" }, { 32, "llllll" }, { 33, "vvvvv" },
	{ 50, "lllv" }
};
const int nr_probes = 5;
