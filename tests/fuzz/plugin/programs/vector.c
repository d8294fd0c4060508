// SPDX-License-Identifier: GPL-2.0-only
/*
 * vector.c - cold blocks that set a vector register, in functions that may use
 * these
 */
#include "program.h"

#ifdef __aarch64__
#define VECTOR
/* clang also has this macro where the code may not use these registers. */
#if defined(__ARM_FP) && !defined(__clang__)
typedef double number;
#else
typedef long number;
#endif
#else
#define VECTOR	target("sse2")
typedef double number;
#endif

static __attribute__((noinline, VECTOR)) long set(long a, long b)
{
	number x = a / (number)2, y = b;

	if (DTRACE_PROBE_ENABLED(here))
		x = y;
	return x + 7;
}

static __attribute__((noinline, VECTOR)) long set_constant(long a)
{
	number x = 1;

	if (DTRACE_PROBE_ENABLED(here))
		x = 3;
	return x * a;
}

/* What the module has of that name */
void here(void)
{
	DTRACE_PROBE0(here);
}

u64 run(u64 seed)
{
	return set(seed & 0xffff, 5) + set_constant(seed & 0xfff);
}

const struct probe probes[] = {};
const int nr_probes = 0;
