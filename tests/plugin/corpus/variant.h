/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * variant.h - what a DTRACE_PROBE of the corpus is compiled to
 *
 * The Kbuild file says which one it is:
 *  (nothing)		<linux/sdt.h>'s own: the probe with the plugin, no code
 *			without it
 *  CORPUS_EVENTS	a tracepoint of the same arguments, the kernel's TRACE_EVENT;
 *			variant_events.h is made by generate.py
 *  CORPUS_CALLS	what Solaris and Oracle's DTrace for Linux had: a call of an
 *			undefined function, whose arguments are evaluated and put
 *			into place; a tool turns the call itself into a NOP
 *  CORPUS_BRANCH	what FreeBSD had until 2024: a flag that says whether any
 *			probe is enabled, which is loaded and tested; if it is set,
 *			the probe's own ID likewise
 */
#ifndef CORPUS_VARIANT_H
#define CORPUS_VARIANT_H

#include <linux/sdt.h>

#if defined(CORPUS_EVENTS) || defined(CORPUS_CALLS) || defined(CORPUS_BRANCH)
# undef DTRACE_PROBE0
# undef DTRACE_PROBE1
# undef DTRACE_PROBE2
# undef DTRACE_PROBE3
# undef DTRACE_PROBE4
# undef DTRACE_PROBE5
# undef DTRACE_PROBE6
# undef DTRACE_PROBE7
# undef DTRACE_PROBE8
# define DTRACE_PROBE0(n)						\
	FIRE(n, NO_ARG)
# define DTRACE_PROBE1(n, t1, a1)					\
	FIRE(n, ARG(a1))
# define DTRACE_PROBE2(n, t1, a1, t2, a2)				\
	FIRE(n, ARG(a1), ARG(a2))
# define DTRACE_PROBE3(n, t1, a1, t2, a2, t3, a3)			\
	FIRE(n, ARG(a1), ARG(a2), ARG(a3))
# define DTRACE_PROBE4(n, t1, a1, t2, a2, t3, a3, t4, a4)		\
	FIRE(n, ARG(a1), ARG(a2), ARG(a3), ARG(a4))
# define DTRACE_PROBE5(n, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5)	\
	FIRE(n, ARG(a1), ARG(a2), ARG(a3), ARG(a4), ARG(a5))
# define DTRACE_PROBE6(n, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5,	\
		       t6, a6)						\
	FIRE(n, ARG(a1), ARG(a2), ARG(a3), ARG(a4), ARG(a5), ARG(a6))
# define DTRACE_PROBE7(n, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5,	\
		       t6, a6, t7, a7)					\
	FIRE(n, ARG(a1), ARG(a2), ARG(a3), ARG(a4), ARG(a5), ARG(a6),	\
	     ARG(a7))
# define DTRACE_PROBE8(n, t1, a1, t2, a2, t3, a3, t4, a4, t5, a5,	\
		       t6, a6, t7, a7, t8, a8)				\
	FIRE(n, ARG(a1), ARG(a2), ARG(a3), ARG(a4), ARG(a5), ARG(a6),	\
	     ARG(a7), ARG(a8))
#endif

#ifdef CORPUS_EVENTS
# include "variant_events.h"
# define FIRE(name, ...)	trace_##name(__VA_ARGS__)
# define ARG(a)			a
# define NO_ARG		0	/* a TRACE_EVENT has one at least */
#endif

#ifdef CORPUS_CALLS
# include "variant_calls.h"
# define FIRE(name, ...)	__dtrace_probe_##name(__VA_ARGS__)
# define ARG(a)			(unsigned long)(a)
# define NO_ARG
#endif

#ifdef CORPUS_BRANCH
extern volatile bool branch_enabled;	/* as FreeBSD declares sdt_probes_enabled */
extern void (*branch_fire)(void);	/* with the types of each probe's call */
struct branch_probe {
	unsigned int id;
};

# include "variant_branch.h"
# define FIRE(name, ...)						\
	do {								\
		if (unlikely(branch_enabled) &&				\
		    unlikely(branch_probe_##name.id))			\
			branch_fire_##name(branch_probe_##name.id,	\
					   __VA_ARGS__);		\
	} while (0)
# define ARG(a)			(unsigned long)(a)
# define NO_ARG		0	/* FreeBSD passes five at least */
#endif

#endif
