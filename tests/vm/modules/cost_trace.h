/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cost_trace.h - the tracepoint that a probe is compared with
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM cost_trace

#if !defined(COST_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define COST_TRACE_H

#include <linux/tracepoint.h>

TRACE_EVENT(cost_hit,
	TP_PROTO(int a, void *p, long n),
	TP_ARGS(a, p, n),
	TP_STRUCT__entry(
		__field(int, a)
		__field(void *, p)
		__field(long, n)
	),
	TP_fast_assign(
		__entry->a = a;
		__entry->p = p;
		__entry->n = n;
	),
	TP_printk("a=%d p=%p n=%ld", __entry->a, __entry->p, __entry->n)
);

#endif

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#define TRACE_INCLUDE_FILE cost_trace
#include <trace/define_trace.h>
