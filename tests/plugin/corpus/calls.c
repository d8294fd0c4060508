// SPDX-License-Identifier: GPL-2.0-only
/*
 * calls.c - probes beside calls, and arguments that call
 */
#include "corpus.h"

long call_before(struct item *p, long n)
{
	DTRACE_PROBE2(call_before, struct item *, p, long, n);
	return corpus_call(p, n) + n;
}

long call_behind(struct item *p, long n)
{
	long result = corpus_call(p, n);

	DTRACE_PROBE1(call_behind, long, result);
	return result + 1;
}

long call_between(struct item *p, long n)
{
	long first = corpus_call(p, n);

	DTRACE_PROBE3(call_between, struct item *, p, long, n, long, first);
	return corpus_call(p, n + 1) + first;
}

/* The call takes the place of this function, probe or not. */
long call_tail(struct item *p, long n)
{
	DTRACE_PROBE2(call_tail, struct item *, p, long, n);
	return corpus_call(p, n);
}

long call_tail_chosen(struct item *p, long n)
{
	if (!p->ready) {
		DTRACE_PROBE1(call_tail_idle, long, n);
		return corpus_try(p, n);
	}
	DTRACE_PROBE2(call_tail_ready, struct item *, p, long, n);
	return corpus_call(p, n * 2);
}

/* One at entry and one at return, with the result */
int call_entry_return(struct item *p, int step)
{
	int ret;

	DTRACE_PROBE2(call_entry, struct item *, p, int, step);
	ret = corpus_try(p, step);
	if (!ret)
		p->level++;
	DTRACE_PROBE2(call_return, struct item *, p, int, ret);
	return ret;
}

long call_pointer(struct item *p, long n)
{
	DTRACE_PROBE2(call_pointer, void *, p->measure, long, n);
	n = p->measure(p, n);
	DTRACE_PROBE1(call_pointer_result, long, n);
	return n + p->level;
}

/* The argument is the result of a function that is not inlined. */
int call_argument(struct item *p, int a)
{
	DTRACE_PROBE2(call_argument, long, corpus_weigh(p), int, a);
	return p->level + a;
}

/* ... in a function that has a frame anyway */
long call_argument_framed(struct item *p, long n)
{
	long result = corpus_call(p, n);

	DTRACE_PROBE2(call_argument_framed, long, corpus_weigh(p),
		      long, result);
	return result + corpus_call(p, result);
}

/* ... between values that live across the probe */
long call_argument_live(long a, long b, long c, long d, struct item *p)
{
	long x = a * b, y = c * d;

	DTRACE_PROBE3(call_argument_live, long, x, long, corpus_weigh(p),
		      long, y);
	return (x ^ a) + (y ^ d) + p->level;
}

/* ... through a pointer */
int call_argument_pointer(struct item *p, int a)
{
	DTRACE_PROBE1(call_argument_pointer, long, p->measure(p, 1));
	return p->level + a;
}

static inline int area(const struct item *p)
{
	return p->length * (p->offset + 1);
}

/* ... of one that is inlined */
int call_argument_inlined(struct item *p, int a)
{
	DTRACE_PROBE2(call_argument_inlined, int, area(p), int, a);
	return p->level + a;
}

long call_recursive(long n)
{
	DTRACE_PROBE1(call_recursive, long, n);
	if (n < 2)
		return 1;
	return call_recursive(n - 1) + call_recursive(n - 2);
}

/* GCC makes a loop of it. */
int call_recursive_tail(struct item *p, int depth)
{
	DTRACE_PROBE2(call_recursive_tail, struct item *, p, int, depth);
	if (!p->next)
		return depth;
	return call_recursive_tail(p->next, depth + 1);
}

void call_sequence(struct item *p)
{
	DTRACE_PROBE1(call_sequence_start, struct item *, p);
	corpus_log("first");
	DTRACE_PROBE1(call_sequence_first, int, p->level);
	corpus_log("second");
	DTRACE_PROBE1(call_sequence_second, const char *, p->name);
	corpus_log("third");
}

/* Without its probe it has no effect, and GCC calls it once for the same arguments. */
noinline int pure_helper(struct item *p, int k)
{
	DTRACE_PROBE2(pure_helper, struct item *, p, int, k);
	return (p->level >> k) & 7;
}

int pure_helper_twice(struct item *p, int k)
{
	int a = pure_helper(p, k);

	return a * 3 + pure_helper(p, k);
}
