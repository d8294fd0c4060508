/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * twin_trace.h - the tracepoint of twin.c
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM twin_trace

#if !defined(TWIN_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define TWIN_TRACE_H

#include <linux/tracepoint.h>

TRACE_EVENT(twin_both,
	TP_PROTO(int a, int b),
	TP_ARGS(a, b),
	TP_STRUCT__entry(
		__field(int, a)
		__field(int, b)
	),
	TP_fast_assign(
		__entry->a = a;
		__entry->b = b;
	),
	TP_printk("a=%d b=%d", __entry->a, __entry->b)
);

#endif

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#define TRACE_INCLUDE_FILE twin_trace
#include <trace/define_trace.h>
