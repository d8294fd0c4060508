// SPDX-License-Identifier: GPL-2.0-only
/*
 * loops.c - probes in, before and after loops
 */
#include "corpus.h"

/* Several values live across the probe. */
long loop8(int a, char *s, struct item *p)
{
	long sum = 0;

	for (; p; p = p->next) {
		DTRACE_PROBE8(loop8, int, a, char *, s, long, sum,
			      struct item *, p, int, p->level, u8, p->flag,
			      long, sum * a, char, *s);
		sum += p->level * a;
	}
	return sum;
}

long loop_sum(const long *v, int n)
{
	long sum = 0;
	int i;

	for (i = 0; i < n; i++) {
		sum += v[i];
		DTRACE_PROBE3(loop_sum, int, i, long, v[i], long, sum);
	}
	return sum;
}

long loop_behind(const long *v, int n)
{
	long sum = 0;
	int i;

	DTRACE_PROBE2(loop_before, const long *, v, int, n);
	for (i = 0; i < n; i++)
		sum -= v[i];
	DTRACE_PROBE1(loop_behind, long, sum);
	return sum;
}

int loop_nested(const char *v, int width, int height)
{
	int x, y, sum = 0;

	for (y = 0; y < height; y++) {
		DTRACE_PROBE2(loop_nested_row, int, y, int, sum);
		for (x = 0; x < width; x++) {
			DTRACE_PROBE3(loop_nested_cell, int, x, int, y,
				      char, v[y * width + x]);
			sum += v[y * width + x];
		}
	}
	return sum;
}

/* The probe is where the loop seldom comes. */
int loop_rare(const char *s, int n)
{
	int i, commas = 0;

	for (i = 0; i < n; i++)
		if (unlikely(s[i] == ',')) {
			DTRACE_PROBE2(loop_rare, const char *, s + i, int, i);
			commas++;
		}
	return commas;
}

long loop_calls(struct item *p, int n)
{
	long sum = 0;

	while (n--) {
		sum += corpus_call(p, n);
		DTRACE_PROBE3(loop_calls, struct item *, p, int, n, long, sum);
	}
	return sum;
}

int loop_break(const long *v, int n, long wanted)
{
	int i;

	for (i = 0; i < n; i++) {
		if (v[i] == wanted) {
			DTRACE_PROBE2(loop_break_found, int, i, long, wanted);
			break;
		}
		DTRACE_PROBE1(loop_break_other, long, v[i]);
	}
	return i;
}

/* Unrolled: a site for each turn */
long loop_fixed(const long *v)
{
	long sum = 0;
	int i;

	for (i = 0; i < 4; i++) {
		DTRACE_PROBE2(loop_fixed, int, i, long, v[i]);
		sum = sum * 3 + v[i];
	}
	return sum;
}

/* A product with the loop's variable, for the probe alone */
void loop_product(u16 *v, int n, int step)
{
	int i;

	for (i = 0; i < n; i++) {
		DTRACE_PROBE2(loop_product, int, i * step, u16, v[i]);
		v[i] += step;
	}
}

u32 loop_hash(const char *s)
{
	u32 hash = 5381;

	do {
		hash = hash * 33 + *s;
		DTRACE_PROBE2(loop_hash, u32, hash, char, *s);
	} while (*s++);
	return hash;
}

/* Two values that the loop works out, both of them arguments */
long loop_bounds(const long *v, int n)
{
	long least = v[0], most = v[0];
	int i;

	for (i = 1; i < n; i++) {
		least = min(least, v[i]);
		most = max(most, v[i]);
		DTRACE_PROBE4(loop_bounds, long, least, long, most,
			      long, most - least, int, i);
	}
	return most - least;
}

/* An argument that begins with a loop, which calls */
static __always_inline long loop_weight(struct item *p)
{
	long sum = 0;

	do {
		sum += corpus_call(p, 0);
		p = p->next;
	} while (p);
	return sum;
}

int loop_argument(struct item *p, int a)
{
	DTRACE_PROBE1(loop_argument, long, loop_weight(p));
	return p->level + a;
}

/* What a driver waits in until it is stopped: no way out, and one block */
void loop_endless(struct item *p)
{
	for (;;) {
		corpus_wait(p);
		DTRACE_PROBE1(loop_endless, struct item *, p);
	}
}

/* A thread: it works while there is something to do, and waits otherwise. */
void loop_thread(struct item *p)
{
	for (;;) {
		while (READ_ONCE(p->ready)) {
			WRITE_ONCE(p->ready, false);
			p->counts[0]++;
			DTRACE_PROBE2(loop_thread_work, struct item *, p,
				      long, p->counts[0]);
		}
		DTRACE_PROBE1(loop_thread_idle, struct item *, p);
		corpus_wait(p);
	}
}

/* What it does is counted in a register, round after round. */
void loop_poll(struct item *p)
{
	long rounds = 0;

	for (;;) {
		rounds += p->level;
		WRITE_ONCE(p->counts[1], rounds);
		corpus_wait(p);
		DTRACE_PROBE2(loop_poll, struct item *, p, long, rounds);
	}
}

/* A second try begins in the middle. */
int loop_entered(struct item *p, int step)
{
	int tries = 0;

	if (p->ready)
		goto again;
	for (;;) {
		DTRACE_PROBE2(loop_entered_first, struct item *, p, int, step);
		if (corpus_try(p, step++) == 0)
			return tries;
again:
		tries++;
		DTRACE_PROBE2(loop_entered_again, struct item *, p, int, tries);
		corpus_log(p->name);
	}
}
