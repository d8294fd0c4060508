// SPDX-License-Identifier: GPL-2.0-only
/*
 * pressure.c - calls for which there are hardly any registers
 *
 * More registers in the operands than the call may use for itself, and results in the
 * last registers that there are.
 */
#include "program.h"

#ifdef __aarch64__
/* Without these, x30 is used, too. */
register long r19 asm("x19");
register long r20 asm("x20");
register long r21 asm("x21");
register long r22 asm("x22");
register long r23 asm("x23");
register long r24 asm("x24");
register long r25 asm("x25");
register long r26 asm("x26");
register long r27 asm("x27");
register long r28 asm("x28");
#endif

#define EACH(m)		m(0) m(1) m(2) m(3) m(4) m(5) m(6) m(7) m(8) m(9) m(10) m(11)
#define READ(n)		u64 *p##n = pointers[n], i##n = indexes[n];
#define WRITE(n)	p##n[1] += i##n;
#define READ_VALUE(n)	u64 v##n = values[n];
#define WRITE_VALUE(n)	values[n] = v##n + 1;

static u64 *pointers[12], indexes[12], values[12];

static __attribute__((noinline)) void elements(void)
{
	EACH(READ)

	asm volatile("" : : : "memory");
	DTRACE_PROBE(elements, u64, p0[i0], u64, p1[i1], u64, p2[i2], u64, p3[i3], u64, p4[i4], u64, p5[i5], u64, p6[i6], u64, p7[i7], u64, p8[i8], u64, p9[i9], u64, p10[i10], u64, p11[i11]);
	EACH(WRITE)
}

static __attribute__((noinline)) u64 results(u64 a, u64 b, u64 c, u64 d, u64 e)
{
	EACH(READ_VALUE)

	asm volatile("" : : : "memory");
	DTRACE_PROBE(results, u64, ext_u32(a), u64, ext_u32(b), u64, ext_u32(c), u64, ext_u32(d), u64, ext_u32(e), u64, ext_u32(v0), u64, ext_u32(v1), u64, ext_u32(v2), u64, ext_u32(v3));
	EACH(WRITE_VALUE)
	return a ^ b ^ c ^ d ^ e;
}

/* x30 is set on one path only. */
static __attribute__((noinline)) u64 some_paths(u64 a, u64 b, u64 c, u64 d, u64 e)
{
	u64 more;
	EACH(READ_VALUE)

	if (a & 1)
		more = numbers[a & 7];
	asm volatile("" : : : "memory");
	DTRACE_PROBE(some_paths, u64, a);
	EACH(WRITE_VALUE)
	return (a & 1 ? more : b) ^ c ^ d ^ e;
}

u64 run(u64 seed)
{
	static u64 memory[16];
	u64 sum = seed;

	for (int i = 0; i < 12; i++) {
		pointers[i] = memory + i % 5;
		indexes[i] = (seed + i) & 7;
		values[i] = seed >> i;
	}
	elements();
	for (int i = 0; i < 4; i++)
		sum = sum * 3 + results(sum, i, seed, 5, 7) + some_paths(seed + i, i, 3, 4, 5);
	for (int i = 0; i < 12; i++)
		sum = sum * 3 + memory[i] + values[i];
	return sum;
}

const struct probe probes[] = {
	{ 37, "vvvvvvvvvvvv" }, { 46, "vvvvvvvvv" }, { 60, "v" }
};
const int nr_probes = 3;
