/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * victim_trace.h - the TRACE_EVENTs of victim.c
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM victim

#if !defined(VICTIM_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define VICTIM_TRACE_H

#include <linux/sdt_tracepoint.h>

TRACE_DEFINE_ENUM(VICTIM_BUSY);

TRACE_EVENT(victim_open,
	TP_PROTO(int n),
	TP_ARGS(n),
	TP_STRUCT__entry(__field(int, n)),
	TP_fast_assign(__entry->n = n;),
	TP_printk("%d%s", __entry->n, __entry->n == VICTIM_BUSY ? " busy" : "")
);

TRACE_EVENT(victim_close,
	TP_PROTO(int n),
	TP_ARGS(n),
	TP_STRUCT__entry(__field(int, n)),
	TP_fast_assign(__entry->n = n;),
	TP_printk("%d", __entry->n)
);

#endif

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#define TRACE_INCLUDE_FILE victim_trace
#include <trace/define_trace.h>
