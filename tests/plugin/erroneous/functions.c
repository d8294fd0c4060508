// SPDX-License-Identifier: GPL-2.0-only
/* Probes in functions that have errors elsewhere */
#include <linux/sdt.h>

int x;
int parameter(nowhere a, int b)		{ DTRACE_PROBE1(parameter, int, b); return b; }
nowhere result(int a)			{ DTRACE_PROBE1(result, int, a); return a; }
int old(a, b) int a; nowhere b;		{ DTRACE_PROBE2(old, int, a, int, b); return a; }
int other(a) int a; int b;		{ DTRACE_PROBE2(other, int, a, int, b); return a; }
int twice(int a)			{ DTRACE_PROBE1(twice, int, a); return a; }
int twice(int a)			{ DTRACE_PROBE1(twice, int, a); return a; }
long twice(int a)			{ DTRACE_PROBE1(twice, int, a); return a; }
int same(int a, int a)			{ DTRACE_PROBE1(same, int, a); return a; }
int unnamed(struct never a)		{ DTRACE_PROBE1(unnamed, int, x); return a.b; }
int incomplete(enum never a)		{ DTRACE_PROBE1(incomplete, int, a); return a; }
void nested(int a)
{
	int good(int b)		{ DTRACE_PROBE2(good, int, a, int, b); return b; }
	int bad(nowhere b)	{ DTRACE_PROBE1(bad, int, b); return b; }
	int again(int b)	{ DTRACE_PROBE1(again, int, nobody); return b; }
	int again(int b)	{ DTRACE_PROBE1(again, int, b); return b; }
	nowhere c = good(a);
	DTRACE_PROBE1(nested, int, c);
}
void in_value(int a)
{
	DTRACE_PROBE1(value, int, ({
		int f(int b) { DTRACE_PROBE1(f, int, nobody); return b; }
		f(nobody2);
	}));
}
void label(int a)
{
	goto nowhere_label;
	DTRACE_PROBE1(label, int, a);
twice:	DTRACE_PROBE1(label, int, a);
twice:	DTRACE_PROBE1(label, int, a);
}
void cases(int a)
{
	switch (a) {
	case 1: DTRACE_PROBE1(cases, int, a);
	case 1: DTRACE_PROBE1(cases, int, a + 1);
	case x: DTRACE_PROBE1(cases, int, a + 2);
	default: DTRACE_PROBE1(cases, int, a + 3);
	default: DTRACE_PROBE1(cases, int, a + 4);
	}
	case 7: DTRACE_PROBE1(cases, int, a + 5);
}
void variables(int a)
{
	nowhere b;
	int c = nobody, a[3], d[nobody];
	static int e = a;
	struct never f;
	for (int i = nobody; i < never; i++)
		DTRACE_PROBE4(variables, int, b, int, c, int *, d, int, e);
	DTRACE_PROBE2(variables, struct never *, &f, int, a);
}
static inline int effect(int a)		{ nobody = a; return nowhere(a) + x++; }
void effects(int a)			{ DTRACE_PROBE1(effects, int, effect(a)); }
int enabled(int a)			{ return DTRACE_PROBE_ENABLED(effects) + nobody; }
nowhere asks(int a)			{ if (DTRACE_PROBE_ENABLED(effects)) return a; }
void sink(int a)			{ int b = DTRACE_PROBE_ENABLED(effects).c; }
void last(int a)
{
	DTRACE_PROBE1(last, int, a);
	nobody;
