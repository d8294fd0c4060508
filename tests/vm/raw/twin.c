// SPDX-License-Identifier: GPL-2.0-only
/*
 * twin.c - a tracepoint, and a probe whose raw tracepoint would have the same name; and a
 * probe for whose raw tracepoint one of twin_foo.ko has the name
 */
#include <linux/sdt.h>

#include "fire.h"

#define CREATE_TRACE_POINTS
#include "twin_trace.h"

static void fire(void)
{
	DTRACE_PROBE2(both, int, 1, int, 2);
	trace_twin_both(3, 4);
	DTRACE_PROBE1(foo_bar, int, 5);
}
