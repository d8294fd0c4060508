/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sites_trace.h - the tracepoints that the probes of sites.c are compared with
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM sites_trace

#if !defined(SITES_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define SITES_TRACE_H

#include <linux/tracepoint.h>

TRACE_EVENT(sites_step,
	TP_PROTO(int a, long b, long c),
	TP_ARGS(a, b, c),
	TP_STRUCT__entry(
		__field(int, a)
		__field(long, b)
		__field(long, c)
	),
	TP_fast_assign(
		__entry->a = a;
		__entry->b = b;
		__entry->c = c;
	),
	TP_printk("a=%d b=%ld c=%ld", __entry->a, __entry->b, __entry->c)
);

TRACE_EVENT(sites_error,
	TP_PROTO(int error),
	TP_ARGS(error),
	TP_STRUCT__entry(
		__field(int, error)
	),
	TP_fast_assign(
		__entry->error = error;
	),
	TP_printk("error=%d", __entry->error)
);

#endif

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#define TRACE_INCLUDE_FILE sites_trace
#include <trace/define_trace.h>
