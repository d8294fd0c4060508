// SPDX-License-Identifier: GPL-2.0-only
/*
 * wide.c - values of 128 bits, which the declared type makes narrower
 */
#include "program.h"

static __attribute__((noinline)) u64 product(u64 a, long b)
{
	unsigned __int128 u = (unsigned __int128)a * a;
	__int128 s = (__int128)(long)a * b;

	DTRACE_PROBE(product, u64, u, u64, u >> 64, long, s, s16, s >> 3, u8, u, _Bool, s << 60);
	DTRACE_PROBE2(halves, long, (__int128)b, u32, s / ((__int128)b | 1));
	return u >> 64 ^ s;
}

u64 run(u64 seed)
{
	return product(seed, seed >> 7) + product(seed << 40, -3);
}

const struct probe probes[] = { { 12, "vvvvvv" }, { 13, "vv" } };
const int nr_probes = 2;
