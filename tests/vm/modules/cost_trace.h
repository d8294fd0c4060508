/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cost_trace.h - the tracepoints that probes are compared with
 *
 * They record what a probe's event does.
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM cost_trace

#if !defined(COST_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define COST_TRACE_H

#include <linux/tracepoint.h>

#include "compat.h"

TRACE_EVENT(cost_integers,
	TP_PROTO(int a, long b, long n),
	TP_ARGS(a, b, n),
	TP_STRUCT__entry(
		__field(int, a)
		__field(long, b)
		__field(long, n)
		__field(unsigned long, ip)
	),
	TP_fast_assign(
		__entry->a = a;
		__entry->b = b;
		__entry->n = n;
		__entry->ip = _THIS_IP_;
	),
	TP_printk("(%pS) a=%d b=%ld n=%ld", (void *)__entry->ip, __entry->a,
		  __entry->b, __entry->n)
);

TRACE_EVENT(cost_string,
	TP_PROTO(int a, long b, char *s),
	TP_ARGS(a, b, s),
	TP_STRUCT__entry(
		__field(int, a)
		__field(long, b)
		__field(char *, s)
		__field(unsigned long, ip)
		__string(str, s)
	),
	TP_fast_assign(
		__entry->a = a;
		__entry->b = b;
		__entry->s = s;
		__entry->ip = _THIS_IP_;
		compat_assign_str(str, s);
	),
	TP_printk("(%pS) a=%d b=%ld s=%p str=\"%s\"", (void *)__entry->ip,
		  __entry->a, __entry->b, __entry->s, __get_str(str))
);

#endif

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#define TRACE_INCLUDE_FILE cost_trace
#include <trace/define_trace.h>
