// SPDX-License-Identifier: GPL-2.0-only
/*
 * registers.c - variables in registers that their author chose, as in the kernel's
 * get_user(): what follows may change them
 */
#include "program.h"

/* Sets VALUE, in a register that calls change, and 3 */
#ifdef __aarch64__
#define REGISTER	"x1"
#define INSTRUCTIONS	"mov x1, %2; mov %w0, 3"
#define RESULT		"=r"
#else
#define REGISTER	"rdx"
#define INSTRUCTIONS	"mov %2, %%rdx; mov $3, %0"
#define RESULT		"=a"
#endif
#define GET(value, a)							\
	({								\
		int three;						\
									\
		asm volatile(INSTRUCTIONS				\
			     : RESULT (three), "=r" (value) : "r" (a));	\
		three;							\
	})

static __attribute__((noinline)) u64 before_call(u64 a, u64 b)
{
	register u64 value asm(REGISTER);
	int three = GET(value, a);
	u64 x = value, y = ext_u32(b);

	DTRACE_PROBE1(call, u64, y);
	return x * 3 + y + three;
}

static __attribute__((noinline)) u64 before_division(u64 a, u64 b, u64 c)
{
	register u64 value asm(REGISTER);
	int three = GET(value, a);
	u64 x = value, y = b / (c | 1);

	DTRACE_PROBE1(division, u64, y);
	return x * 3 + y + three;
}

u64 run(u64 seed)
{
	return before_call(seed, seed >> 3) + before_division(seed, seed >> 3, seed & 63);
}

const struct probe probes[] = { { 33, "v" }, { 43, "v" } };
const int nr_probes = 2;
