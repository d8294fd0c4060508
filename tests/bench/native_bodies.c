// SPDX-License-Identifier: GPL-2.0-only
/*
 * native_bodies.c - the functions that native.c calls, compiled as kernel code
 *
 * A macro says what a probe is:
 *  PLAIN		nothing
 *  CALLS		what Solaris and Oracle's DTrace for Linux had: a call, whose arguments
 *		are evaluated and put into place; native.sh turns it into a NOP
 *  BRANCHES	what FreeBSD had before 2024: two loads and branches, of which the
 *		first is taken unless any probe of the system is enabled
 *  (nothing)	<linux/sdt.h>'s own
 */
#include <linux/sdt.h>

#include "native.h"

typedef unsigned long ulong;

#if defined(PLAIN) || defined(CALLS) || defined(BRANCHES)
# undef DTRACE_PROBE0
# undef DTRACE_PROBE2
# undef DTRACE_PROBE3
# undef DTRACE_PROBE8
#endif

#ifdef PLAIN
# define DTRACE_PROBE0(n)
# define DTRACE_PROBE2(n, t1, a1, t2, a2)
# define DTRACE_PROBE3(n, t1, a1, t2, a2, t3, a3)
# define DTRACE_PROBE8(n, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5, t6, a6, t7, a7, t8, a8)
#endif

#ifdef CALLS
# define FIRE(n, types, args)						\
	do {								\
		extern void __dtrace_probe_##n types;			\
		__dtrace_probe_##n args;				\
	} while (0)
# define DTRACE_PROBE0(n)						\
	FIRE(n, (void), ())
# define DTRACE_PROBE2(n, t1, a1, t2, a2)				\
	FIRE(n, (ulong, ulong), ((ulong)(a1), (ulong)(a2)))
# define DTRACE_PROBE3(n, t1, a1, t2, a2, t3, a3)			\
	FIRE(n, (ulong, ulong, ulong), ((ulong)(a1), (ulong)(a2), (ulong)(a3)))
# define DTRACE_PROBE8(n, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5,	\
		       t6, a6, t7, a7, t8, a8)				\
	FIRE(n, (ulong, ulong, ulong, ulong, ulong, ulong, ulong, ulong), \
	     ((ulong)(a1), (ulong)(a2), (ulong)(a3), (ulong)(a4),	\
	      (ulong)(a5), (ulong)(a6), (ulong)(a7), (ulong)(a8)))
#endif

#ifdef BRANCHES
/* FreeBSD passes five arguments at least. */
# define FIRE(n, types, args)						\
	do {								\
		extern unsigned int sdt_id_##n;				\
		const unsigned int id = sdt_id_##n;			\
									\
		if (__builtin_expect(sdt_probes_enabled, 0) &&		\
		    __builtin_expect(sdt_id_##n, 0))			\
			(*(void (*)types)sdt_probe_func)args;		\
	} while (0)
# define DTRACE_PROBE0(n)						\
	FIRE(n, (unsigned int, ulong, ulong, ulong, ulong, ulong), (id, 0, 0, 0, 0, 0))
# define DTRACE_PROBE2(n, t1, a1, t2, a2)				\
	FIRE(n, (unsigned int, ulong, ulong, ulong, ulong, ulong),	\
	     (id, (ulong)(a1), (ulong)(a2), 0, 0, 0))
# define DTRACE_PROBE3(n, t1, a1, t2, a2, t3, a3)			\
	FIRE(n, (unsigned int, ulong, ulong, ulong, ulong, ulong),	\
	     (id, (ulong)(a1), (ulong)(a2), (ulong)(a3), 0, 0))
# define DTRACE_PROBE8(n, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5,	\
		       t6, a6, t7, a7, t8, a8)				\
	FIRE(n, (unsigned int, ulong, ulong, ulong, ulong, ulong, ulong, \
		 ulong, ulong),						\
	     (id, (ulong)(a1), (ulong)(a2), (ulong)(a3), (ulong)(a4),	\
	      (ulong)(a5), (ulong)(a6), (ulong)(a7), (ulong)(a8)))
#endif

long leaf0(struct item *p, long a, long n)
{
	DTRACE_PROBE0(leaf0);
	return a * 2;
}

long leaf3(struct item *p, long a, long n)
{
	DTRACE_PROBE3(leaf3, struct item *, p, long, a, long, native_factor * a + 3);
	return a * 2;
}

long leaf8(struct item *p, long a, long n)
{
	DTRACE_PROBE8(leaf8, struct item *, p, long, a, long, n, long, p->sum,
		      long, native_factor * a + 3, struct item *, p->next,
		      int, p->level, long, a + n);
	return a * 2;
}

long early(struct item *p, long a, long n)
{
	if (p->level > n) {
		DTRACE_PROBE2(early, struct item *, p, int, p->level);
		return -22;
	}
	p->sum += a;
	return p->sum;
}

long around(struct item *p, long a, long n)
{
	long first = native_call(p, n);

	DTRACE_PROBE3(around, struct item *, p, long, first, long, a);
	return native_call(p, a) + first;
}

long loop(struct item *p, long a, long n)
{
	long sum = 0;

	for (int i = 0; i < LENGTH; i++) {
		sum += p->values[i];
		DTRACE_PROBE2(loop, int, i, long, sum);
	}
	return sum;
}
