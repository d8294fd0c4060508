// SPDX-License-Identifier: GPL-2.0-only
/*
 * refused.c - what the plugin refuses or warns about, and where
 *
 * A comment "error: TEXT", "warning: TEXT" or "note: TEXT" beside the code, or
 * alone on the lines after it, is a diagnostic that its line must get; TEXT may
 * end in "..." for more of it.  No line may get another one.
 *
 * Without the plugin a statement must get an error, a warning or nothing as well, of the
 * compiler or of "sdtinfo link".  A comment "plain: OUTCOME (ROW)" says what it gets if that is
 * another outcome; see plain.py.  ROW is how the row of the table in docs/compatibility.md
 * begins that has the reason.
 */
#include <linux/compiler.h>
#include <linux/sdt.h>
#include <linux/types.h>

struct pair {
	long a, b;
};

#include "refused.h"

typedef int four __attribute__((vector_size(16)));
typedef __int128 wide_t;

#pragma GCC diagnostic ignored "-Wvla"

void types(struct pair p, int a, float f, double d, long double ld,
	   _Complex double c, __int128 wide, four v, int n);
void types(struct pair p, int a, float f, double d, long double ld,
	   _Complex double c, __int128 wide, four v, int n)
{
	union { int i; } u = { 1 };
	struct { int array[n]; } vla;

	DTRACE_PROBE1(p, float, f);	/* error: probe argument 1 has type 'float': a floating-point value cannot be passed to a probe */
					/* note: kernel code has no floating-point values; pass an integer */
	DTRACE_PROBE1(p, int, d);	/* error: probe argument 1 has type 'double': a floating-point value cannot be passed to a probe */
					/* note: kernel code has no floating-point values; pass an integer */
	DTRACE_PROBE1(p, double, a);	/* error: probe argument 1 has type 'double': a floating-point value cannot be passed to a probe */
					/* note: kernel code has no floating-point values; pass an integer */
	DTRACE_PROBE1(p, int, ld);	/* error: probe argument 1 has type 'long double': a floating-point value cannot be passed to a probe */
					/* note: kernel code has no floating-point values; pass an integer */
	DTRACE_PROBE1(p, int, c);	/* error: probe argument 1 has type ...: a floating-point value cannot be passed to a probe */
					/* note: kernel code has no floating-point values; pass an integer */
	DTRACE_PROBE2(p, int, a, struct pair, p); /* error: probe argument 2 has type 'struct pair': only scalar values can be passed to a probe */
					/* note: pass its address, or one of its members */
	DTRACE_PROBE1(p, int, u);	/* error: probe argument 1 has type 'union <anonymous>': only scalar values can be passed to a probe */
					/* note: pass its address, or one of its members */
	DTRACE_PROBE1(p, four, v);	/* error: probe argument 1 has type 'four' ... */
					/* note: pass its address, or one of its members */
	DTRACE_PROBE1(p, int, vla);	/* error: probe argument 1 has type 'struct <anonymous>': only scalar values can be passed to a probe */
					/* note: pass its address, or one of its members */
	DTRACE_PROBE1(p, __int128, wide); /* error: probe argument 1 has type '__int128': more than 64 bits cannot be passed to a probe */
					/* note: pass it in two halves, or declare a 64-bit type */
	DTRACE_PROBE1(p, unsigned __int128, a); /* error: probe argument 1 has type '__int128 unsigned': more than 64 bits cannot be passed to a probe */
					/* note: pass it in two halves, or declare a 64-bit type */
	DTRACE_PROBE1(p, wide_t, a);	/* error: probe argument 1 has type ...: more than 64 bits cannot be passed to a probe */
					/* note: pass it in two halves, or declare a 64-bit type */
	DTRACE_PROBE1(p, void, wide);	/* error: probe argument 1 has type '__int128': more than 64 bits cannot be passed to a probe */
					/* note: pass it in two halves, or declare a 64-bit type */
}

/* The line is the one on which the author wrote it, through all macros. */
void locations(struct pair p, int a);
void locations(struct pair p, int a)
{
	in_header(p);
	OUTER(f, p);	/* error: probe argument 1 has type 'struct pair': only scalar values can be passed to a probe */
			/* note: pass its address, or one of its members */
			/* error: probe argument 2 has type 'struct pair': only scalar values can be passed to a probe */
			/* note: pass its address, or one of its members */
	DTRACE_PROBE2(outer, int, a,
		      int, ({
			DTRACE_PROBE1(p, struct pair, p); /* error: probe argument 1 has type 'struct pair': only scalar values can be passed to a probe */
					/* note: pass its address, or one of its members */
			a;
		      }));
	a = ({
		DTRACE_PROBE1(p, struct pair, p); /* error: probe argument 1 has type 'struct pair': only scalar values can be passed to a probe */
					/* note: pass its address, or one of its members */
		a;
	});
}

noinstr void no_instrumentation(void);
noinstr void no_instrumentation(void)
{
	DTRACE_PROBE(quiet);	/* error: probe 'quiet' in 'noinstr' function 'no_instrumentation' */
					/* note: 'noinstr' code must not be traced; move the probe to a caller */
					/* plain: nothing (a probe in a `noinstr` or `naked` function) */
	if (DTRACE_PROBE_ENABLED(quiet))	/* error: probe 'quiet' in 'noinstr' function 'no_instrumentation' */
					/* note: 'noinstr' code must not be traced; move the probe to a caller */
					/* plain: nothing (a probe in a `noinstr` or `naked` function) */
		return;
}
