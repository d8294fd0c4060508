// SPDX-License-Identifier: GPL-2.0-only
/*
 * leaf.c - functions that call nothing and need no frame
 *
 * leaf3 is the function by which Linux's tracepoint was measured: its disabled
 * path has five instructions more, one of them a load.
 */
#include "corpus.h"

int leaf0(int a, char *s)
{
	DTRACE_PROBE0(leaf0);
	return a * 2;
}

int leaf1(int a, char *s)
{
	DTRACE_PROBE1(leaf1, char *, s);
	return a * 2;
}

int leaf2(int a, char *s)
{
	DTRACE_PROBE2(leaf2, char *, s, int, a);
	return a * 2;
}

int leaf3(int a, char *s)
{
	DTRACE_PROBE3(leaf3, int, a, char *, s, int, corpus_x * a + 3);
	return a * 2;
}

int leaf4(int a, char *s, struct item *p)
{
	DTRACE_PROBE4(leaf4, int, a, char *, s, struct item *, p, int, *s);
	return a * 2;
}

int leaf5(int a, char *s, struct item *p)
{
	DTRACE_PROBE5(leaf5, int, a, char *, s, struct item *, p,
		      int, p->level, u8, p->flag);
	return a * 2;
}

int leaf6(int a, char *s, struct item *p)
{
	DTRACE_PROBE6(leaf6, int, a, char *, s, struct item *, p,
		      int, p->level, u8, p->flag, int, a + p->level);
	return a * 2;
}

int leaf7(int a, char *s, struct item *p, unsigned long n)
{
	DTRACE_PROBE7(leaf7, int, a, char *, s, int, corpus_x * a + 3,
		      struct item *, p, int, p->level, u8, p->flag,
		      unsigned long, n);
	return a * 2;
}

int leaf8(int a, char *s, struct item *p, unsigned long n)
{
	DTRACE_PROBE8(leaf8, int, a, char *, s, int, corpus_x * a + 3,
		      struct item *, p, int, p->level, u8, p->flag,
		      unsigned long, n, char, s[n]);
	return a * 2;
}

/* Nothing but the probe */
void leaf_empty(void)
{
	DTRACE_PROBE1(leaf_empty, int, corpus_x);
}

/* Two probes with nothing between them */
int leaf_twice(int a, int b)
{
	DTRACE_PROBE1(leaf_twice_first, int, a);
	DTRACE_PROBE1(leaf_twice_second, int, b);
	return a + b;
}

/* A probe between two computations, of the result of the first */
int leaf_middle(int a, int b)
{
	int product = a * b;

	DTRACE_PROBE3(leaf_middle, int, product, int, a, int, b);
	return product ^ (a >> 3) ^ b;
}

/* A conditional move on either side */
int leaf_select(int a, int b)
{
	int most = a > b ? a : b;

	DTRACE_PROBE1(leaf_select, int, most);
	return most < 100 ? most : 100;
}

/* A probe in each branch */
int leaf_branch(struct item *p, int a)
{
	if (p->ready) {
		DTRACE_PROBE2(leaf_branch_ready, struct item *, p, int, a);
		p->level = a;
		return a;
	}
	DTRACE_PROBE2(leaf_branch_idle, struct item *, p, int, p->level);
	return p->level - a;
}
