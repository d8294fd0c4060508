/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * thief_trace.h - the tracepoint of thief.c
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM thief_trace

#if !defined(THIEF_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define THIEF_TRACE_H

#include <linux/tracepoint.h>

TRACE_EVENT(probed_fire,
	TP_PROTO(int n),
	TP_ARGS(n),
	TP_STRUCT__entry(
		__field(int, n)
	),
	TP_fast_assign(
		__entry->n = n;
	),
	TP_printk("n=%d", __entry->n)
);

#endif

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#define TRACE_INCLUDE_FILE thief_trace
#include <trace/define_trace.h>
