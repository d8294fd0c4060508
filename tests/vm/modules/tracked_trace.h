/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tracked_trace.h - TRACE_EVENTs with all kinds of fields, as tracepoints and as probes
 *
 * tracked_kernel.c reads it with the kernel's header, tracked.c with that of sdt.
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM lorry

#if !defined(TRACKED_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define TRACKED_TRACE_H

#ifdef TRACKED_BY_KERNEL
# include <linux/tracepoint.h>
#else
# include <linux/sdt_tracepoint.h>
#endif

#include "compat.h"
#include "tracked.h"

TRACE_DEFINE_ENUM(LOAD_EMPTY);
TRACE_DEFINE_ENUM(LOAD_FULL);
TRACE_DEFINE_ENUM(LOAD_LIMIT);
TRACE_DEFINE_SIZEOF(u16);

#define show_load(load)							\
	__print_symbolic(load, { LOAD_EMPTY, "empty" }, { LOAD_FULL, "LOAD_FULL" })
#define show_lamps(lamps)						\
	__print_flags(lamps, "|", { LAMP_LEFT, "LEFT" }, { LAMP_RIGHT, "RIGHT" })

/* Each size and sign; a name with two underscores, which stay */
TRACE_EVENT(lorry__numbers,
	TP_PROTO(s8 a, u8 b, s16 c, u16 d, int e, u32 f, s64 g, u64 h, bool i, char j),
	TP_ARGS(a, b, c, d, e, f, g, h, i, j),
	TP_STRUCT__entry(
		__field(s8, a) __field(u8, b) __field(s16, c) __field(u16, d) __field(int, e)
		__field(u32, f) __field(s64, g) __field(u64, h) __field(bool, i) __field(char, j)
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
		__entry->i = i;
		__entry->j = j;
	),
	TP_printk("%d %u %d %u %d %u %lld %llu %d %c", __entry->a, __entry->b, __entry->c,
		  __entry->d, __entry->e, __entry->f, __entry->g, __entry->h, __entry->i, __entry->j)
);

/* A text that is formatted for the record */
TRACE_EVENT(lorry_said,
	TP_PROTO(const struct va_format *text),
	TP_ARGS(text),
	TP_STRUCT__entry(
		__vstring(text, text->fmt, text->va)
	),
	TP_fast_assign(
		__assign_vstr(text, text->fmt, text->va);
	),
	TP_printk("%s", __get_str(text))
);

/* What is of fixed size, and not a number */
TRACE_EVENT(lorry_fixed,
	TP_PROTO(const struct lorry *lorry, void *caller),
	TP_ARGS(lorry, caller),
	TP_STRUCT__entry(
		__field(enum load, load)
		__field(unsigned long, lamps)
		__field_struct(struct wheel, wheel)
		__array(char, driver, 8)
		__array(u8, plate, PLATE_SIZE)
		__field(void *, caller)
		__field_ext(int, weight, FILTER_OTHER)
	),
	TP_fast_assign(
		__entry->load = lorry->load;
		__entry->lamps = lorry->lamps;
		__entry->wheel = lorry->wheel;
		memcpy(__entry->driver, lorry->driver, sizeof(__entry->driver));
		memcpy(__entry->plate, lorry->plate, PLATE_SIZE);
		__entry->caller = caller;
		__entry->weight = lorry->load == LOAD_FULL ? 7500 : 3500;
	),
	TP_printk("load=%s lamps=%s wheel=%d/%d driver=%s plate=%s %s caller=%ps %s",
		  show_load(__entry->load), show_lamps(__entry->lamps), __entry->wheel.size,
		  __entry->wheel.pressure, __entry->driver,
		  __print_hex(__entry->plate, PLATE_SIZE),
		  __print_array(__entry->plate, PLATE_SIZE, 1), __entry->caller,
		  __entry->load == LOAD_FULL ? "LOAD_FULL" : "-")
);

/* What is of variable size */
TRACE_EVENT(lorry_varying,
	TP_PROTO(const struct lorry *lorry, const char *goal, size_t nr, const u16 *stops),
	TP_ARGS(lorry, goal, nr, stops),
	TP_STRUCT__entry(
		__string(goal, goal)
		__field(int, between)
		__dynamic_array(u16, stops, nr)
		__bitmask(axles, NR_AXLES)
		__string(nobody, lorry->nobody)
	),
	TP_fast_assign(
		compat_assign_str(goal, goal);
		__entry->between = 0x55;
		memcpy(__get_dynamic_array(stops), stops, nr * sizeof(*stops));
		__assign_bitmask(axles, lorry->axles, NR_AXLES);
		compat_assign_str(nobody, lorry->nobody);
	),
	TP_printk("goal=%s between=0x%x stops=%s axles=%s nobody=%s", __get_str(goal),
		  __entry->between,
		  __print_array(__get_dynamic_array(stops),
				__get_dynamic_array_len(stops) / sizeof(u16), sizeof(u16)),
		  __get_bitmask(axles), __get_str(nobody))
);

/* Events of one class, each by another macro; what is computed for them is counted */
DECLARE_EVENT_CLASS(lorry_class,
	TP_PROTO(const struct lorry *lorry, int err),
	TP_ARGS(lorry, err),
	TP_STRUCT__entry(
		__field(int, err)
		__field(unsigned int, load)
	),
	TP_fast_assign(
		__entry->err = lorry_computed(err);
		__entry->load = lorry->load;
	),
	TP_printk("err=%d load=%u", __entry->err, __entry->load)
);

#define DEFINE_LORRY_EVENT(name)					\
DEFINE_EVENT(lorry_class, name,						\
	TP_PROTO(const struct lorry *lorry, int err),			\
	TP_ARGS(lorry, err))
DEFINE_LORRY_EVENT(lorry_start);
DEFINE_LORRY_EVENT(lorry_stop);
DEFINE_EVENT_CONDITION(lorry_class, lorry_failed,
	TP_PROTO(const struct lorry *lorry, int err),
	TP_ARGS(lorry, err),
	TP_CONDITION(err)
);
DEFINE_EVENT_PRINT(lorry_class, lorry_told,
	TP_PROTO(const struct lorry *lorry, int err),
	TP_ARGS(lorry, err),
	TP_printk("told %d", __entry->err)
);
DEFINE_EVENT_FN(lorry_class, lorry_watched,
	TP_PROTO(const struct lorry *lorry, int err),
	TP_ARGS(lorry, err),
	lorry_reg, lorry_unreg
);

#endif

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#define TRACE_INCLUDE_FILE tracked_trace
#include <trace/define_trace.h>
