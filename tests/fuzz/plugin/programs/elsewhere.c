// SPDX-License-Identifier: GPL-2.0-only
/*
 * elsewhere.c - cold blocks that do not go back to where the hot path goes on
 *
 * They may change the registers that the hot path has its values in.
 */
#include "program.h"

static __attribute__((noinline)) long one_value(long a, long b, long c)
{
	long x;

	if (a > 100)
		goto out;
	if (numbers[a & 7] & 1)
		goto out;
	if (a & 2) {
		x = a * 7 + b;
		if (DTRACE_PROBE_ENABLED(here)) {
			numbers[1] = numbers[2] * 3 + c;
			goto out;
		}
	} else {
		x = b + 1;
	}
	numbers[4] = a;
	return x;
out:
	numbers[5]++;
	return 5;
}

static __attribute__((noinline)) long two_values(long a, long b)
{
	long x;

	if (a > 100)
		goto out;
	if (numbers[a & 7] & 1)
		goto out;
	if (a & 2) {
		x = a ^ 7;
		if (DTRACE_PROBE_ENABLED(here)) {
			numbers[1] = numbers[2] * 3 + b;
			goto out;
		}
	} else {
		x = b + 1;
	}
	numbers[4] = x;
	numbers[6] = x ^ b;
	return 3;
out:
	return 5;
}

/* What the module has of that name */
void here(void)
{
	DTRACE_PROBE0(here);
}

u64 run(u64 seed)
{
	u64 sum = one_value(seed & 127, seed >> 3, seed * 5);
	long i;

	for (i = 0; i < 8; i++)
		sum = sum * 3 + two_values(i, i + 7) + one_value(i, seed, i);
	return sum;
}

const struct probe probes[] = {};
const int nr_probes = 0;
