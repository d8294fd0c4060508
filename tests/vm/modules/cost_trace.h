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

/* A tracepoint has an argument at least. */
TRACE_EVENT(traced_int0,
	TP_PROTO(int dummy),
	TP_ARGS(dummy),
	TP_STRUCT__entry(
		__field(unsigned long, ip)
	),
	TP_fast_assign(
		__entry->ip = _THIS_IP_;
	),
	TP_printk("(%pS)", (void *)__entry->ip)
);

TRACE_EVENT(traced_int1,
	TP_PROTO(int a),
	TP_ARGS(a),
	TP_STRUCT__entry(
		__field(int, a)
		__field(unsigned long, ip)
	),
	TP_fast_assign(
		__entry->a = a;
		__entry->ip = _THIS_IP_;
	),
	TP_printk("(%pS) a=%d", (void *)__entry->ip, __entry->a)
);

TRACE_EVENT(traced_int3,
	TP_PROTO(int a, long b, long c),
	TP_ARGS(a, b, c),
	TP_STRUCT__entry(
		__field(int, a)
		__field(long, b)
		__field(long, c)
		__field(unsigned long, ip)
	),
	TP_fast_assign(
		__entry->a = a;
		__entry->b = b;
		__entry->c = c;
		__entry->ip = _THIS_IP_;
	),
	TP_printk("(%pS) a=%d b=%ld c=%ld", (void *)__entry->ip, __entry->a,
		  __entry->b, __entry->c)
);

TRACE_EVENT(traced_int8,
	TP_PROTO(int a, long b, long c, long d, long e, long f, long g, long h),
	TP_ARGS(a, b, c, d, e, f, g, h),
	TP_STRUCT__entry(
		__field(int, a)
		__field(long, b)
		__field(long, c)
		__field(long, d)
		__field(long, e)
		__field(long, f)
		__field(long, g)
		__field(long, h)
		__field(unsigned long, ip)
	),
	TP_fast_assign(
		__entry->a = a;
		__entry->b = b;
		__entry->c = c;
		__entry->d = d;
		__entry->e = e;
		__entry->f = f;
		__entry->g = g;
		__entry->h = h;
		__entry->ip = _THIS_IP_;
	),
	TP_printk("(%pS) a=%d b=%ld c=%ld d=%ld e=%ld f=%ld g=%ld h=%ld",
		  (void *)__entry->ip, __entry->a, __entry->b, __entry->c, __entry->d,
		  __entry->e, __entry->f, __entry->g, __entry->h)
);

TRACE_EVENT(traced_string,
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
