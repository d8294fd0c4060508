/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * native_trace.h - the trace events of native.c
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM native

#if !defined(NATIVE_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define NATIVE_TRACE_H

#include <linux/tracepoint.h>

DECLARE_EVENT_CLASS(native_class,
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

DEFINE_EVENT(native_class, heavy, TP_PROTO(int n), TP_ARGS(n));
DEFINE_EVENT(native_class, both, TP_PROTO(int n), TP_ARGS(n));

#endif

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#define TRACE_INCLUDE_FILE native_trace
#include <trace/define_trace.h>
