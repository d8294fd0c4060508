/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * closed_trace.h - the TRACE_EVENT of closed.c
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM closed

#if !defined(CLOSED_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define CLOSED_TRACE_H

#include <linux/sdt_tracepoint.h>

#include "compat.h"

TRACE_EVENT(closed_open,
	TP_PROTO(const char *name, int mode),
	TP_ARGS(name, mode),
	TP_STRUCT__entry(
		__string(name, name)
		__field(int, mode)
	),
	TP_fast_assign(
		compat_assign_str(name, name);
		__entry->mode = mode;
	),
	TP_printk("%s %s", __get_str(name),
		  __print_flags(__entry->mode, "|", { 1, "READ" }, { 2, "WRITE" }))
);

#endif

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#define TRACE_INCLUDE_FILE closed_trace
#include <trace/define_trace.h>
