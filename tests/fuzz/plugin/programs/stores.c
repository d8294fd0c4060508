// SPDX-License-Identifier: GPL-2.0-only
/*
 * stores.c - a cold block reads a value again if no store since may have changed it
 */
#include "program.h"

static long hidden = 3;

#define barrier()	__asm__ __volatile__("" : : : "memory")

/* Stores to other members, the same in some, and through pointers that may lead there */
static __attribute__((noinline)) u64 straight(struct box *b, long *p, long x)
{
	long before = b->l, other = hidden, same = b->i, aliased = b->array[1];
	struct box *next = b->next;

	b->s = x;
	b->i = x >> 3;
	DTRACE_PROBE(members, long, before - same, long, before, int, same, long, other);
	*p += 5;
	DTRACE_PROBE(alias, long, aliased, long, b->array[1], struct box *, next, long, next->l);
	b->next = &boxes[3];
	hidden = x + 1;
	DTRACE_PROBE(pointer, struct box *, next, long, next->array[2], long, other);
	return x;
}

/* Stores on some of the ways, and in loops */
static __attribute__((noinline)) u64 branches(struct box *b, long *p, long x, int n)
{
	long before = b->l, kept = b->array[0], changed = b->array[2], u = hidden;

	if (x & 1)
		b->s = n;
	else if (x & 2)
		p[2] = n;
	else
		b->c = 3;
	DTRACE_PROBE(diamond, long, before, long, kept - before, long, changed, long, u);
	for (int i = 0; i < n; i++) {
		long round = b->array[3], own = b->l;

		b->i += i;
		if (i & 1)
			b->l += x;
		DTRACE_PROBE(rounds, long, before, long, own - round, int, round, long, kept);
		b->array[3] = i;
		p[0] ^= i;
		DTRACE_PROBE(later, long, own, long, round + own, long, kept);
	}
	hidden ^= n;
	DTRACE_PROBE(behind, long, before, long, kept, long, changed, long, u);
	return b->i;
}

/* Calls, barriers and volatile accesses */
static __attribute__((noinline)) u64 barriers(struct box *b, long x, int n)
{
	long a = b->l, c = b->array[5], d = b->array[6], local[3] = { x, n, 5 };
	long e = hidden, f = local[1];

	b->s = n;
	changing = n;
	DTRACE_PROBE(access, long, a, long, e);
	opaque(b);
	DTRACE_PROBE(call, long, c - a, long, c, long, f, long, e);
	local[1] = 7;
	barrier();
	b->array[6]++;
	DTRACE_PROBE(barrier, long, d, long, f, long, d - f, long, local[1]);
	__atomic_fetch_add(&b->array[5], x, __ATOMIC_SEQ_CST);
	DTRACE_PROBE(atomic, long, c, long, b->array[5]);
	return local[n & 1];
}

/* An error as two types, on many ways */
static __attribute__((noinline)) void *ladder(struct box *b, long x)
{
	s16 err = -12;

	if (x & 1)
		goto out;
	b->i++;
	if (x & 2)
		goto undo_i;
	b->s++;
	if (x & 4)
		goto undo_s;
	err = ext_int(x, 1, 2, 3);
	if (err & 1)
		goto undo_l;
	return 0;
undo_l:
	b->l--;
undo_s:
	b->s--;
undo_i:
	b->i--;
out:
	DTRACE_PROBE(ladder, s16, err, int, err);
	return (struct box *)(long)(u16)err;
}

u64 run(u64 seed)
{
	struct box *b = &boxes[seed & 3];
	u64 sum = straight(b, &b->array[seed >> 2 & 1], seed);

	sum += straight(b, numbers, seed * 3);
	sum += branches(b, &b->array[seed >> 3 & 1], seed, seed & 7);
	sum += branches(b, numbers, seed >> 1, 3);
	sum += barriers(b, seed, seed & 3);
	for (int i = 0; i < 8; i++)
		sum += (u64)ladder(b, i) * 3;
	return sum;
}

const struct probe probes[] = {
	{ 19, "vvvv" }, { 21, "vvbv" }, { 24, "bvv" }, { 39, "vvvv" },
	{ 46, "vvvv" }, { 49, "vvv" }, { 52, "vvvv" }, { 64, "vv" },
	{ 66, "vvvv" }, { 70, "vvvv" }, { 72, "vv" }, { 100, "vv" }
};
const int nr_probes = 12;
