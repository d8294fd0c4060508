// SPDX-License-Identifier: GPL-2.0-only
/*
 * pressure.c - probes where the function itself needs the registers
 */
#include "corpus.h"

/* Fourteen values and the pointer: all registers but the stack pointer */
void pressure_rotate(volatile long *v)
{
	long a = v[0], b = v[1], c = v[2], d = v[3], e = v[4], f = v[5];
	long g = v[6], h = v[7], i = v[8], j = v[9], k = v[10], l = v[11];
	long m = v[12], n = v[13];

	DTRACE_PROBE8(pressure_rotate, long, a, long, b, long, c, long, d,
		      long, e, long, f, long, g, long, h);
	v[0] = n;
	v[1] = a;
	v[2] = b;
	v[3] = c;
	v[4] = d;
	v[5] = e;
	v[6] = f;
	v[7] = g;
	v[8] = h;
	v[9] = i;
	v[10] = j;
	v[11] = k;
	v[12] = l;
	v[13] = m;
}

/* Nearly the same, and each argument has to be computed. */
void pressure_computed(volatile long *v)
{
	long a = v[0], b = v[1], c = v[2], d = v[3], e = v[4], f = v[5];
	long g = v[6], h = v[7], i = v[8], j = v[9], k = v[10], l = v[11];
	long m = v[12], n = v[13];

	DTRACE_PROBE8(pressure_computed, long, a + n, long, b * m,
		      int, (int)(c - l), u8, (u8)(d - k), long, e + j,
		      s16, (s16)(f - i), long, g ^ h, bool, a < n);
	v[0] = m;
	v[1] = a;
	v[2] = b;
	v[3] = c;
	v[4] = d;
	v[5] = e;
	v[6] = f;
	v[7] = g;
	v[8] = h;
	v[9] = i;
	v[10] = j;
	v[11] = k;
	v[12] = l;
	v[13] = n;
}

/* More values than registers */
void pressure_spilled(volatile long *v)
{
	long a = v[0], b = v[1], c = v[2], d = v[3], e = v[4], f = v[5];
	long g = v[6], h = v[7], i = v[8], j = v[9], k = v[10], l = v[11];
	long m = v[12], n = v[13], o = v[14], p = v[15], q = v[16];

	DTRACE_PROBE8(pressure_spilled, long, a, long, q, long, c + d,
		      long, e, long, p, long, g + o, long, h, int, (int)m);
	v[0] = q;
	v[1] = a;
	v[2] = b;
	v[3] = c;
	v[4] = d;
	v[5] = e;
	v[6] = f;
	v[7] = g;
	v[8] = h;
	v[9] = i;
	v[10] = j;
	v[11] = k;
	v[12] = l;
	v[13] = m;
	v[14] = n;
	v[15] = o;
	v[16] = p;
}

/* What does not change in the loop fills the registers. */
long pressure_loop(const long *v, long n)
{
	long a = v[0], b = v[1], c = v[2], d = v[3], e = v[4], f = v[5];
	long g = v[6], h = v[7], i, sum = 0;

	for (i = 0; i < n; i++) {
		DTRACE_PROBE6(pressure_loop, long, i, long, sum, long, a,
			      long, h, long, a * i, long, v[i]);
		sum += (i ^ a) * (i ^ b) + (i ^ c) * (i ^ d);
		sum ^= (i + e) * (i + f) + (i + g) * (i + h);
	}
	return sum;
}

long pressure_parameters(long a, long b, long c, long d, long e, long f,
			 long g, long h, long i)
{
	long x = a * b + c, y = d * e + f, z = g * h + i;

	DTRACE_PROBE8(pressure_parameters, long, x, long, y, long, z, long, a,
		      long, i, long, g - h, long, e, long, f);
	return (x ^ a) + (y ^ b) + (z ^ c) + (x * d) + (y * e) + (z * f) +
	       g * h * i;
}

/* A round of a block cipher: short lives, no slack */
u64 pressure_mix(u64 a, u64 b, u64 c, u64 d)
{
	int round;

	for (round = 0; round < 20; round++) {
		a += b;
		d = (d ^ a) << 32 | (d ^ a) >> 32;
		c += d;
		b = (b ^ c) << 24 | (b ^ c) >> 40;
		DTRACE_PROBE5(pressure_mix, int, round, u64, a, u64, b, u64, c,
			      u64, d);
		a += b;
		d = (d ^ a) << 16 | (d ^ a) >> 48;
		c += d;
		b = (b ^ c) << 63 | (b ^ c) >> 1;
	}
	return a ^ b ^ c ^ d;
}

/* Values in all call-saved registers, and more of them on the stack */
void pressure_around_call(struct item *p, volatile long *v)
{
	long a = v[0], b = v[1], c = v[2], d = v[3], e = v[4], f = v[5];

	DTRACE_PROBE4(pressure_before_call, long, a, long, b, long, c + d,
		      struct item *, p);
	a += corpus_call(p, b);
	DTRACE_PROBE6(pressure_behind_call, long, a, long, b, long, c, long, d,
		      long, e, long, f);
	v[0] = f;
	v[1] = e;
	v[2] = d;
	v[3] = c;
	v[4] = b;
	v[5] = a;
}

/* Bytes, for which not all instructions take all registers */
void pressure_narrow(volatile u8 *v)
{
	u8 a = v[0], b = v[1], c = v[2], d = v[3], e = v[4], f = v[5];
	u8 g = v[6], h = v[7], i = v[8], j = v[9], k = v[10], l = v[11];

	DTRACE_PROBE8(pressure_narrow, u8, a, u8, b, s8, c, bool, d, u8, (u8)(e + f),
		      int, g - h, u8, (u8)(i & j), u8, k);
	v[0] = l;
	v[1] = k;
	v[2] = j;
	v[3] = i;
	v[4] = h;
	v[5] = g;
	v[6] = f;
	v[7] = e;
	v[8] = d;
	v[9] = c;
	v[10] = b;
	v[11] = a;
}
