// SPDX-License-Identifier: GPL-2.0-only
/*
 * cost.c - counts the instructions of a probe and of its peers
 *
 *	cat /sys/module/cost/parameters/int3_none		without any
 *	cat /sys/module/cost/parameters/int3_probe		with a probe
 *	cat /sys/module/cost/parameters/int3_tracepoint		with a tracepoint
 *	cat /sys/module/cost/parameters/int3_kprobe		for a kprobe at the entry
 *	cat /sys/module/cost/parameters/int3_inside		for a kprobe behind that
 *	cat /sys/module/cost/parameters/int3_fprobe		for an fprobe
 *
 * and int0, int1, int8 with as many integers as arguments, and string with two
 * integers and a string, which is what was written into parameters/text.  Each is
 * a copy of the same leaf function (cost.h).  pair_probe begins and ends something.  nothing.c has
 * handlers.
 */
#include <linux/module.h>
#include <linux/sdt.h>

#include "cost.h"

#define CREATE_TRACE_POINTS
#include "cost_trace.h"

static char text[64] = "hello";
module_param_string(text, text, sizeof(text), 0600);

/* They differ in one line. */
#define FUNCTIONS(ARGS, PROBE, TRACEPOINT)		\
	COST_FUNCTION(ARGS##_none, );			\
	COST_FUNCTION(ARGS##_probe, PROBE);		\
	COST_FUNCTION(ARGS##_tracepoint, TRACEPOINT);	\
	COST_FUNCTION(ARGS##_kprobe, );			\
	COST_FUNCTION(ARGS##_inside, );			\
	COST_FUNCTION(ARGS##_fprobe, )

FUNCTIONS(int0, DTRACE_PROBE(int0), trace_traced_int0(0));
FUNCTIONS(int1, DTRACE_PROBE1(int1, int, a), trace_traced_int1(a));
FUNCTIONS(int3, DTRACE_PROBE3(int3, int, a, long, b, long, item->c),
	  trace_traced_int3(a, b, item->c));
FUNCTIONS(int8, DTRACE_PROBE8(int8, int, a, long, b, long, item->c, long, item->d,
			      long, item->e, long, item->f, long, item->g, long, item->h),
	  trace_traced_int8(a, b, item->c, item->d, item->e, item->f, item->g, item->h));
FUNCTIONS(string, DTRACE_PROBE3(string, int, a, long, b, char *, item->text),
	  trace_traced_string(a, b, item->text));

COST_FUNCTION(pair_probe, DTRACE_PROBE1(pair__entry, int, a); DTRACE_PROBE1(pair__return, int, a));

EXPORT_TRACEPOINT_SYMBOL_GPL(traced_int0);
EXPORT_TRACEPOINT_SYMBOL_GPL(traced_int1);
EXPORT_TRACEPOINT_SYMBOL_GPL(traced_int3);
EXPORT_TRACEPOINT_SYMBOL_GPL(traced_int8);

static int __init cost_init(void)
{
	cost_item.text = text;
	return 0;
}

static void __exit cost_exit(void)
{
}

module_init(cost_init);
module_exit(cost_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Counts the instructions of a probe and of its peers");
