/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * formats_trace.h - tracepoints with all that a TRACE_EVENT can print
 *
 * docs/porting.md has them beside the probes of formats.c.
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM formats_trace

#if !defined(FORMATS_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define FORMATS_TRACE_H

#include <linux/tracepoint.h>

#include "compat.h"
#include "formats.h"

TRACE_DEFINE_ENUM(FRAME_NEW);
TRACE_DEFINE_ENUM(FRAME_SENT);

#define show_state(state)						\
	__print_symbolic(state, { FRAME_NEW, "FRAME_NEW" },		\
			 { FRAME_SENT, "FRAME_SENT" })
#define show_command(command)						\
	__print_symbolic(command, { COMMAND_RESET, "RESET" },		\
			 { COMMAND_SEND, "SEND" })
#define show_flags(flags)						\
	__print_flags(flags, "|", { FRAME_URGENT, "URGENT" },		\
		      { FRAME_LAST, "LAST" })

/* The one that needs nothing but values and a string */
TRACE_EVENT(frame_send,
	TP_PROTO(const struct frame *f, int queue),
	TP_ARGS(f, queue),
	TP_STRUCT__entry(
		__string(name, f->name)
		__field(u32, len)
		__field(int, queue)
	),
	TP_fast_assign(
		compat_assign_str(name, f->name);
		__entry->len = f->len;
		__entry->queue = queue;
	),
	TP_printk("name=%s len=%u queue=%d", __get_str(name), __entry->len,
		  __entry->queue)
);

/* One class, two events */
DECLARE_EVENT_CLASS(frame_class,
	TP_PROTO(const struct frame *f, int err),
	TP_ARGS(f, err),
	TP_STRUCT__entry(
		__field(u32, len)
		__field(int, err)
	),
	TP_fast_assign(
		__entry->len = f->len;
		__entry->err = err;
	),
	TP_printk("len=%u err=%d", __entry->len, __entry->err)
);
DEFINE_EVENT(frame_class, frame_done,
	TP_PROTO(const struct frame *f, int err),
	TP_ARGS(f, err)
);
DEFINE_EVENT_CONDITION(frame_class, frame_failed,
	TP_PROTO(const struct frame *f, int err),
	TP_ARGS(f, err),
	TP_CONDITION(err)
);

/* Formats that are more than a value */
TRACE_EVENT(frame_dump,
	TP_PROTO(const struct frame *f, void *caller),
	TP_ARGS(f, caller),
	TP_STRUCT__entry(
		__field(int, state)
		__field(int, command)
		__field(u32, flags)
		__field(u32, crc)
		__field(void *, caller)
		__array(u8, mac, ETH_ALEN)
		__array(u8, saddr, 4)
		__dynamic_array(char, text, f->text_len + 1)
		__dynamic_array(u8, data, f->len)
	),
	TP_fast_assign(
		__entry->state = f->state;
		__entry->command = f->command;
		__entry->flags = f->flags;
		__entry->crc = f->crc;
		__entry->caller = caller;
		memcpy(__entry->mac, f->mac, ETH_ALEN);
		memcpy(__entry->saddr, f->saddr, 4);
		memcpy(__get_str(text), f->text, f->text_len);
		__get_str(text)[f->text_len] = '\0';
		memcpy(__get_dynamic_array(data), f->data, f->len);
	),
	TP_printk("state=%s command=%s flags=%s crc=0x%x caller=%ps mac=%pM saddr=%pI4 text=%s data=%s",
		  show_state(__entry->state), show_command(__entry->command),
		  show_flags(__entry->flags), __entry->crc, __entry->caller,
		  __entry->mac, __entry->saddr, __get_str(text),
		  __print_hex(__get_dynamic_array(data),
			      __get_dynamic_array_len(data)))
);

#endif

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#define TRACE_INCLUDE_FILE formats_trace
#include <trace/define_trace.h>
