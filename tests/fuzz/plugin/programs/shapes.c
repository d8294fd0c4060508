// SPDX-License-Identifier: GPL-2.0-only
/*
 * shapes.c - sites in control flow of every shape: to compile, not to run
 */
#include "program.h"

static void *context[5];

__attribute__((noipa)) long take(long x)
{
	opaque(&x);
	return x;
}

/* ---- loops without an end, of few blocks --------------------------------- */

void only_site(int x)		{ for (;;) DTRACE_PROBE1(p, int, x); }
void no_argument(void)		{ for (;;) DTRACE_PROBE0(none); }
void counts(int x)		{ for (;;) { x++; DTRACE_PROBE1(p, int, x); } }
void calls(int x)		{ for (;;) { take(x); DTRACE_PROBE1(p, int, x); } }
void called(int x)		{ for (;;) { x = take(x); DTRACE_PROBE1(p, int, x); } }
void stores(int *x)		{ do { *x += 3; DTRACE_PROBE1(p, int, *x); } while (1); }
void volatiles(void)		{ for (;;) { changing++; DTRACE_PROBE1(p, int, changing); } }
void traps(int x)		{ for (;;) { DTRACE_PROBE1(p, int, x); __builtin_trap(); } }
void before(int x)		{ DTRACE_PROBE1(p, int, x); for (;;) ; }
void behind(int x)		{ for (;;) ; DTRACE_PROBE1(p, int, x); }
void until(int x)		{ while (!DTRACE_PROBE_ENABLED(p)) ; take(x); }
void while_enabled(int x)	{ while (DTRACE_PROBE_ENABLED(p)) ; take(x); }

void two_sites(int x)
{
	for (;;) {
		DTRACE_PROBE1(p, int, x);
		x = x * 3 + 1;
		DTRACE_PROBE1(p, int, x);
	}
}

void carried(int a, int b)
{
	for (;;) {
		int t = a + b;

		a = b;
		b = t;
		DTRACE_PROBE2(two, int, a, int, b);
	}
}

void two_loops(int x)
{
	for (;;)
		do
			DTRACE_PROBE1(p, int, x);
		while (!take(x));
}

void enabled_loop(int x)
{
	for (;;) {
		if (DTRACE_PROBE_ENABLED(p))
			for (;;) {
				take(x);
				DTRACE_PROBE1(p, int, x);
			}
		take(x + 1);
	}
}

void enabled_leaves(int x)
{
	for (;;) {
		if (DTRACE_PROBE_ENABLED(p))
			break;
		take(x);
	}
	take(3);
	DTRACE_PROBE1(p, int, x);
}

/* ---- several entries, several exits -------------------------------------- */

void entered(int x)
{
	if (x & 1)
		goto inside;
	for (;;) {
		take(x);
		DTRACE_PROBE1(p, int, x);
inside:
		x = take(x + 2);
		DTRACE_PROBE1(p, int, x);
	}
}

int crossed(int x)
{
a:	if (take(x))
		goto b;
	DTRACE_PROBE1(p, int, x);
c:	if (take(x + 1))
		goto a;
b:	DTRACE_PROBE1(p, int, x);
	if (take(x + 2))
		goto c;
	return x;
}

void switched(int x)
{
	for (;;) {
		switch (take(x)) {
		case 0:
			DTRACE_PROBE1(p, int, x);
			continue;
		case 2:
			x++;
			DTRACE_PROBE1(p, int, x);
		case 5:
			stop();
		case 6:
			continue;
		case 7:
			return;
		}
		DTRACE_PROBE1(p, int, x);
	}
}

int computed(int x)
{
	void *to[] = { &&a, &&b, &&c };

	goto *to[x & 1];
a:	DTRACE_PROBE1(p, int, x);
	x = take(x);
	goto *to[x & 1];
b:	x++;
	DTRACE_PROBE1(p, int, x);
	goto *to[x & 1];
c:	DTRACE_PROBE1(p, int, x);
	for (;;)
		DTRACE_PROBE1(p, int, x);
}

void asm_goto(int x)
{
top:	asm goto("" : : : : top, out);
	DTRACE_PROBE1(p, int, x);
	asm goto("" : : : : out);
	goto top;
out:	DTRACE_PROBE1(p, int, x);
	take(x);
	goto top;
}

int comes_back(int x)
{
	int y = x;

	if (__builtin_setjmp(context)) {
		y++;
		DTRACE_PROBE1(p, int, y);
	}
	for (;;) {
		DTRACE_PROBE2(two, int, x, int, y);
		if (take(y))
			__builtin_longjmp(context, 1);
	}
}

#ifndef __clang__	/* which has no functions in functions */
int nested(int x)
{
	__label__ out;
	int sum = 0;

	void inner(int q)
	{
		for (;;) {
			DTRACE_PROBE2(two, int, x, int, q);
			if (take(q))
				goto out;
			sum += q;
		}
	}

	inner(x);
	DTRACE_PROBE1(p, int, x);
out:	DTRACE_PROBE1(p, int, sum);
	return sum;
}
#endif

/* ---- functions that call themselves, or do not come back ----------------- */

void tail(int x)		{ DTRACE_PROBE1(p, int, x); tail(x + 1); }
int twice(int x)		{ DTRACE_PROBE1(p, int, x); return twice(x + 1) + twice(x); }
void stops(int x)		{ DTRACE_PROBE1(p, int, x); stop(); }
void has_stopped(int x)		{ stop(); DTRACE_PROBE1(p, int, x); }
void unreachable(int x)		{ DTRACE_PROBE1(p, int, x); __builtin_unreachable(); }

/* ---- arguments that have loops, and ways out ----------------------------- */

void argument_loops(const int *v)
{
	for (;;)
		DTRACE_PROBE1(p, int, ({ int t = 0; while (v[t]) t++; t; }));
}

void argument_endless(int x)
{
	for (;;)
		DTRACE_PROBE1(p, int, ({ for (;;) take(x); 1; }));
}

void argument_stops(int x)
{
	for (;;) {
		DTRACE_PROBE1(p, int, ({ stop(); x; }));
		take(x);
	}
}

void argument_unreachable(int x)
{
	for (;;) {
		DTRACE_PROBE1(p, int, ({ __builtin_unreachable(); x; }));
		take(x);
	}
}

void argument_probes(int x)
{
	for (;;)
		DTRACE_PROBE1(p, int, ({ for (int i = 0; i < 3; i++) DTRACE_PROBE1(q, int, i); x; }));
}

void argument_literal(int x)
{
	for (;;)
		DTRACE_PROBE1(p, int, ((int[]) { x, 2 })[x & 1]);
}

void argument_leaves(int x)
{
top:	DTRACE_PROBE1(p, int, ({ switch (changing) {
				 case 1: goto top;
				 case 7: goto middle;
				 case 9: goto out;
				 } x; }));
	take(x);
middle:	take(4);
	goto top;
out:	take(x);
}

u64 run(u64 seed)
{
	return seed;
}

const struct probe probes[] = {};
const int nr_probes = 0;
