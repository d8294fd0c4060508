// SPDX-License-Identifier: GPL-2.0-only
/*
 * refused.c - what the plugin refuses or warns of, and where
 *
 * A line that ends in "error: TEXT" or "warning: TEXT" in a comment must get
 * that diagnostic, and no other line may get one.
 */
#include <linux/compiler.h>
#include <linux/sdt.h>
#include <linux/types.h>

struct pair {
	long a, b;
};

#define TWICE(name, a)	DTRACE_PROBE2(name, int, a, int, a)
#define OUTER(name, a)	TWICE(name, a)

void f(struct pair p, int a, long l, char *s, float *d, __int128 *wide);
void f(struct pair p, int a, long l, char *s, float *d, __int128 *wide)
{
	DTRACE_PROBE1(f, float, *d);	/* error: probe argument 1 has type .float.: a floating-point value */
	DTRACE_PROBE2(f, int, a, struct pair, p);	/* error: probe argument 2 has type .struct pair.: only scalar values */
	DTRACE_PROBE1(f, __int128, *wide);	/* error: probe argument 1 has type .__int128.: more than 64 bits */
	DTRACE_PROBE1(1st, int, a);	/* error: .1st. cannot name a probe */
	DTRACE_PROBE(a-b);	/* error: .a-b. cannot name a probe */
	OUTER(f, p);	/* error: probe argument 1 has type .struct pair. */
	DTRACE_PROBE1(w1, int, l);	/* warning: probe argument 1 is declared .int., but is of type .long int. */
	DTRACE_PROBE1(w2, int, s);	/* warning: probe argument 1 is declared .int., but is of type .char \*. */
	DTRACE_PROBE1(w3, char *, l);	/* warning: probe argument 1 is declared .char \*., but is of type .long int. */
	DTRACE_PROBE1(w4, int, a++);	/* warning: probe argument 1 has a side effect */
	DTRACE_PROBE1(w5, int, a = 3);	/* warning: probe argument 1 has a side effect */

	/* Nothing is wrong with these: types that are none, and conversions
	 * that keep what the value is.
	 */
	DTRACE_PROBE3(g1, file *, s, struct char *, s, whatever, a);
	DTRACE_PROBE3(g2, long, a, unsigned int, a, const char *, s);
	DTRACE_PROBE2(g3, bool, a, void *, s);
	DTRACE_PROBE1(g4, long, ({ long t = l; t++; t; }));
}

noinstr void g(void);
noinstr void g(void)
{
	DTRACE_PROBE(f);	/* error: probe .f. in .noinstr. function .g. */
}
