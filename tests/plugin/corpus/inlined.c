// SPDX-License-Identifier: GPL-2.0-only
/*
 * inlined.c - probes in helpers, which GCC inlines with a probe as without
 */
#include "corpus.h"

static inline int clamp_level(int level)
{
	DTRACE_PROBE1(clamp_level, int, level);
	return level < 0 ? 0 : level;
}

int inlined_once(struct item *p)
{
	return clamp_level(p->level) + 1;
}

int inlined_thrice(struct item *p)
{
	return clamp_level(p->level) + clamp_level(p->offset) +
	       clamp_level(p->delta);
}

int inlined_loop(struct item *p)
{
	int sum = 0;

	for (; p; p = p->next)
		sum += clamp_level(p->level);
	return sum;
}

/* Static, called once: inlined whatever its size */
static int only_caller(struct item *p, int n)
{
	int i, sum = 0;

	for (i = 0; i < n; i++)
		sum += corpus_try(p, i) + p->level;
	DTRACE_PROBE3(only_caller, struct item *, p, int, n, int, sum);
	return sum;
}

int inlined_single(struct item *p)
{
	return only_caller(p, 5) * 2;
}

/* A helper in a helper, both with a probe */
static inline int outer(struct item *p, int a)
{
	DTRACE_PROBE1(outer, int, a);
	return clamp_level(p->level - a);
}

int inlined_nested(struct item *p)
{
	return outer(p, 1) * outer(p, 2);
}

/* Small, and its probe has eight arguments */
static int store_sample(struct item *p, int level, u8 flag)
{
	DTRACE_PROBE8(store_sample, struct item *, p, int, level, u8, flag,
		      int, p->level, u8, p->flag, u16, p->length,
		      s16, p->offset, struct item *, p->next);
	p->flag = flag;
	p->level = level;
	return level + flag;
}

int inlined_twice(struct item *p, int a)
{
	return store_sample(p, a, 1) + store_sample(p->next, a + 1, 2);
}

/* About as much as GCC inlines of a function that is declared inline */
static inline u32 mix_item(const struct item *p, u32 hash)
{
	hash ^= p->level;
	hash *= 0x01000193;
	hash ^= p->flag;
	hash *= 0x01000193;
	hash ^= p->ready;
	hash *= 0x01000193;
	hash ^= p->offset;
	hash *= 0x01000193;
	hash ^= p->length;
	hash *= 0x01000193;
	DTRACE_PROBE3(mix_item, const struct item *, p, u32, hash,
		      int, p->level);
	hash ^= p->counts[0];
	hash *= 0x01000193;
	hash ^= p->counts[1];
	hash *= 0x01000193;
	hash ^= p->counts[2];
	hash *= 0x01000193;
	hash ^= p->counts[3];
	hash *= 0x01000193;
	hash ^= hash >> 15;
	hash *= 0x85ebca6b;
	return hash ^ hash >> 13;
}

u32 inlined_long(struct item *p)
{
	return mix_item(p, 1) ^ mix_item(p->next, 2);
}

/* Small enough to be inlined without being declared so, with its calls */
static int step_and_log(struct item *p, int step)
{
	int err = corpus_try(p, step);

	DTRACE_PROBE2(step_and_log, int, step, int, err);
	if (err)
		corpus_log(p->name);
	return err;
}

int inlined_calls(struct item *p)
{
	return step_and_log(p, 1) ?: step_and_log(p, 2);
}

/* An argument is constant in one of the copies. */
static __always_inline long power(long base, int exponent)
{
	long result = 1;

	while (exponent--) {
		result *= base;
		DTRACE_PROBE3(power, long, base, int, exponent, long, result);
	}
	return result;
}

long inlined_constant(long a, int n)
{
	return power(a, 3) + power(a, n);
}

/* Not inlined; its probe is not in who calls it. */
static noinline int apart(struct item *p, int a)
{
	DTRACE_PROBE2(apart, struct item *, p, int, a);
	return p->level * a;
}

int inlined_not(struct item *p, int a)
{
	DTRACE_PROBE1(inlined_not, int, a);
	return apart(p, a) + apart(p, a + 1);
}
