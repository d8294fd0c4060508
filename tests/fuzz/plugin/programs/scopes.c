// SPDX-License-Identifier: GPL-2.0-only
/*
 * scopes.c - probes in and around the scopes of variables that a function may not jump
 * into: those with a cleanup, and arrays of variable size
 */
#include "program.h"

static u64 left;

static void leave(const long *number)
{
	left = left * 3 + *number;
	DTRACE_PROBE1(leaves, long, *number);
}

#define SCOPED	__attribute__((cleanup(leave))) long

static __attribute__((noinline)) long cleaned_up(long x, int n)
{
	DTRACE_PROBE1(begins, long, x);
	SCOPED first = x * 3;
	if (n & 1)
		return first;
	DTRACE_PROBE2(goes_on, long, first, int, n);
	{
		SCOPED second = x ^ n;
		DTRACE_PROBE2(is_inside, long, second, long, ({ SCOPED third = n; third + x; }));
		if (n & 2)
			goto out;
		x += second;
	}
	if (DTRACE_PROBE_ENABLED(begins))
		opaque(&first);
	DTRACE_PROBE1(ends, long, x);
out:	return x;
}

static __attribute__((noinline)) long sized(long x, int n)
{
	DTRACE_PROBE1(begins, long, x);
	long array[n + 1];
	array[n] = x;
	opaque(array);
	DTRACE_PROBE2(has_array, long, array[n], int, n);
	for (int i = 0; i < n; i++) {
		long inner[i + 1];
		inner[i] = array[n] + i;
		opaque(inner);
		DTRACE_PROBE1(has_two, long, inner[i]);
		if (inner[i] & 4)
			return inner[i];
	}
	return array[n];
}

u64 run(u64 seed)
{
	return cleaned_up(seed, seed & 3) + sized(seed, seed & 7) + left;
}

const struct probe probes[] = {
	{ 13, "v" }, { 20, "v" }, { 24, "vv" }, { 27, "vv" }, { 34, "v" }, { 40, "v" },
	{ 44, "vv" }, { 49, "v" },
};
const int nr_probes = sizeof(probes) / sizeof(*probes);
