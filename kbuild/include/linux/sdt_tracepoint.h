/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sdt_tracepoint.h - makes the TRACE_EVENTs of a header probes
 *
 * A header with TRACE_EVENTs includes it in place of <linux/tracepoint.h>.  The rest of
 * the header and the code that calls trace_foo() stay, and an event keeps its name, its group, its
 * fields and its text, except for what docs/porting.md lists.
 *
 * A semicolon behind an event is optional, as with the kernel's macros.
 *
 * Such a header is read several times, so this one has no include guard:
 *
 *  - At first, trace_foo() becomes a probe whose arguments are the tracepoint's.
 *  - Where CREATE_TRACE_POINTS is defined, <trace/define_trace.h> reads the header again.  Then the
 *    kernel's own <trace/stages/...> make of each class the structure of its records and the
 *    functions that fill and print it, for which the header is read once more each.  They end in a
 *    struct sdt_event_class, and in strings that tell "sdtinfo link" which event has which class.
 *
 * These structures and functions are as <trace/trace_events.h> of Linux defines them, of which this
 * header has the license.
 */
#pragma GCC system_header

#include <linux/sdt.h>
#include <linux/tracepoint.h>

#if !__has_include(<trace/stages/init.h>)
# error "<linux/sdt_tracepoint.h> needs a kernel with <trace/stages/init.h>: Linux 5.18 or newer"
#endif

#ifndef __SDT_STAGE

#undef TRACE_EVENT
#undef TRACE_EVENT_CONDITION
#undef TRACE_EVENT_FN
#undef TRACE_EVENT_FN_COND
#undef DECLARE_EVENT_CLASS
#undef DEFINE_EVENT
#undef DEFINE_EVENT_CONDITION
#undef DEFINE_EVENT_FN
#undef DEFINE_EVENT_PRINT
#undef __SDT_EVENT_FN_COND

/* Those of the kernel remain that define nothing, or functions that do nothing (..._NOP). */
#define TRACE_EVENT(name, proto, args, tstruct, assign, print)		\
	DECLARE_EVENT_CLASS(name, PARAMS(proto), PARAMS(args), PARAMS(tstruct),	\
			    PARAMS(assign), PARAMS(print))		\
	DEFINE_EVENT(name, name, PARAMS(proto), PARAMS(args))
#define TRACE_EVENT_CONDITION(name, proto, args, cond, tstruct, assign, print)	\
	DECLARE_EVENT_CLASS(name, PARAMS(proto), PARAMS(args), PARAMS(tstruct),	\
			    PARAMS(assign), PARAMS(print))		\
	DEFINE_EVENT_CONDITION(name, name, PARAMS(proto), PARAMS(args), PARAMS(cond))
#define TRACE_EVENT_FN(name, proto, args, tstruct, assign, print, reg, unreg)	\
	DECLARE_EVENT_CLASS(name, PARAMS(proto), PARAMS(args), PARAMS(tstruct),	\
			    PARAMS(assign), PARAMS(print))		\
	DEFINE_EVENT_FN(name, name, PARAMS(proto), PARAMS(args), reg, unreg)
#define TRACE_EVENT_FN_COND(name, proto, args, cond, tstruct, assign, print, reg, unreg) \
	DECLARE_EVENT_CLASS(name, PARAMS(proto), PARAMS(args), PARAMS(tstruct),	\
			    PARAMS(assign), PARAMS(print))		\
	__SDT_EVENT_FN_COND(name, PARAMS(proto), PARAMS(args), PARAMS(cond), reg, unreg)

#ifndef TRACE_HEADER_MULTI_READ

/*
 * The functions of the first reading.  The arguments have the types of the parameters.
 */
#define __SDT_EVENT_NAMES(kind, name)	kind "\n" __stringify(TRACE_SYSTEM) "\n\n" #name
#define __SDT_EVENT_MARK(names, ...)	__SDT_ARGS_MARK(names, __VA_ARGS__)
#define __SDT_EVENT_FIRE(name, args)					\
	__SDT_EVENT_MARK(__SDT_EVENT_NAMES("#sdt-event", name),		\
			 __SDT_USED(0, args), args)
#define __SDT_EVENT_ENABLED(name)					\
	__SDT_ENABLED(__SDT_EVENT_NAMES("#sdt-event-enabled", name))

#define __SDT_EVENT(name, proto, args, fire)				\
static __always_inline void trace_##name(proto)				\
{									\
	fire;								\
}									\
static __always_inline void trace_##name##_rcuidle(proto)		\
{									\
	trace_##name(args);						\
}									\
static __always_inline bool trace_##name##_enabled(void)		\
{									\
	return __SDT_EVENT_ENABLED(name);				\
}									\
int register_trace_##name(void (*probe)(void *__data, proto), void *__data)	\
	__attribute__((__error__("attach a handler with sdt_attach() (<linux/sdt_handler.h>)")));	\
int unregister_trace_##name(void (*probe)(void *__data, proto), void *__data)	\
	__attribute__((__error__("detach a handler with sdt_detach() (<linux/sdt_handler.h>)")));

#define DECLARE_EVENT_CLASS(name, proto, args, tstruct, assign, print)	\
	struct trace_event_raw_##name;
#define DEFINE_EVENT(template, name, proto, args)			\
	__SDT_EVENT(name, PARAMS(proto), PARAMS(args),			\
		    __SDT_EVENT_FIRE(name, PARAMS(args)))
#define DEFINE_EVENT_CONDITION(template, name, proto, args, cond)	\
	__SDT_EVENT(name, PARAMS(proto), PARAMS(args),			\
		    if (__SDT_EVENT_ENABLED(name) && (cond))		\
			__SDT_EVENT_FIRE(name, PARAMS(args)))
#define DEFINE_EVENT_FN(template, name, proto, args, reg, unreg)	\
	DEFINE_EVENT(template, name, PARAMS(proto), PARAMS(args))
#define DEFINE_EVENT_PRINT(template, name, proto, args, print)		\
	DEFINE_EVENT(template, name, PARAMS(proto), PARAMS(args))
#define __SDT_EVENT_FN_COND(name, proto, args, cond, reg, unreg)	\
	DEFINE_EVENT_CONDITION(name, name, PARAMS(proto), PARAMS(args), PARAMS(cond))

#elif !defined(__SDT_PLUGIN) && !defined(__SDT_HAS_SITES)

/* Without probes, there are no events. */
#define DECLARE_EVENT_CLASS(call, proto, args, tstruct, assign, print)
#define DEFINE_EVENT(template, name, proto, args)
#define DEFINE_EVENT_CONDITION(template, name, proto, args, cond)
#define DEFINE_EVENT_FN(template, name, proto, args, reg, unreg)
#define DEFINE_EVENT_PRINT(template, name, proto, args, print)
#define __SDT_EVENT_FN_COND(name, proto, args, cond, reg, unreg)
#undef TRACEPOINTS_ENABLED

#else

#include <linux/sdt_event_class.h>
#include <linux/sdt_sites.h>

#define __SDT_STAGE
#pragma push_macro("DECLARE_TRACE")
#undef DECLARE_TRACE
#define DECLARE_TRACE(name, proto, args)
#pragma push_macro("DECLARE_TRACE_CONDITION")
#undef DECLARE_TRACE_CONDITION
#define DECLARE_TRACE_CONDITION(name, proto, args, cond)

/* An event is its class, unless it is made of one of these. */
#define DEFINE_EVENT(template, name, proto, args)
#define DEFINE_EVENT_CONDITION(template, name, proto, args, cond)	\
	DEFINE_EVENT(template, name, PARAMS(proto), PARAMS(args))
#define DEFINE_EVENT_FN(template, name, proto, args, reg, unreg)
#define DEFINE_EVENT_PRINT(template, name, proto, args, print)
#define __SDT_EVENT_FN_COND(name, proto, args, cond, reg, unreg)	\
	DEFINE_EVENT_FN(name, name, PARAMS(proto), PARAMS(args), reg, unreg)

/* The structure of a record */
#include <trace/stages/stage1_struct_define.h>
#define DECLARE_EVENT_CLASS(call, proto, args, tstruct, assign, print)	\
struct trace_event_raw_##call {						\
	struct trace_entry ent;						\
	tstruct								\
	char __data[];							\
};
#include TRACE_INCLUDE(TRACE_INCLUDE_FILE)

/* Where its parts of variable size are */
#include <trace/stages/stage2_data_offsets.h>
#undef DECLARE_EVENT_CLASS
#define DECLARE_EVENT_CLASS(call, proto, args, tstruct, assign, print)	\
struct trace_event_data_offsets_##call {				\
	tstruct;							\
};
#include TRACE_INCLUDE(TRACE_INCLUDE_FILE)

/*
 * Print it.  trace_handle_return() is for GPL-compatible modules only.
 */
#include <trace/stages/stage3_trace_output.h>
#define __SDT_EVENT_PRINT(name, template, print)			\
static notrace enum print_line_t					\
trace_raw_output_##name(struct trace_iterator *iter, int flags,		\
			struct trace_event *trace_event)		\
{									\
	struct trace_seq __maybe_unused *p = &iter->tmp_seq;		\
	struct trace_event_raw_##template *field = (typeof(field))iter->ent;	\
	int ret = trace_raw_output_prep(iter, trace_event);		\
									\
	if (ret != TRACE_TYPE_HANDLED)					\
		return ret;						\
	trace_event_printf(iter, print);				\
	return trace_seq_has_overflowed(&iter->seq) ? TRACE_TYPE_PARTIAL_LINE :	\
						      TRACE_TYPE_HANDLED;	\
}
#undef DECLARE_EVENT_CLASS
#define DECLARE_EVENT_CLASS(call, proto, args, tstruct, assign, print)	\
	__SDT_EVENT_PRINT(call, call, PARAMS(print))
#undef DEFINE_EVENT_PRINT
#define DEFINE_EVENT_PRINT(template, name, proto, args, print)		\
	__SDT_EVENT_PRINT(name, template, PARAMS(print))
#include TRACE_INCLUDE(TRACE_INCLUDE_FILE)

/* Its fields */
#include <trace/stages/stage4_event_fields.h>
#undef DECLARE_EVENT_CLASS
#define DECLARE_EVENT_CLASS(call, proto, args, tstruct, assign, print)	\
static struct trace_event_fields trace_event_fields_##call[] = {	\
	tstruct								\
	{} };
#undef DEFINE_EVENT_PRINT
#define DEFINE_EVENT_PRINT(template, name, proto, args, print)
#include TRACE_INCLUDE(TRACE_INCLUDE_FILE)

/* The size of its parts of variable size */
#include <trace/stages/stage5_get_offsets.h>
#undef DECLARE_EVENT_CLASS
#define DECLARE_EVENT_CLASS(call, proto, args, tstruct, assign, print)	\
static inline notrace int trace_event_get_offsets_##call(		\
	struct trace_event_data_offsets_##call *__data_offsets, proto)	\
{									\
	int __data_size = 0;						\
	int __maybe_unused __item_length;				\
	struct trace_event_raw_##call __maybe_unused *entry;		\
									\
	tstruct;							\
									\
	return __data_size;						\
}
#include TRACE_INCLUDE(TRACE_INCLUDE_FILE)

/*
 * Fill it in.  A probe passes its arguments as words, which become the parameters again.
 */
#include <trace/stages/stage6_event_callback.h>
#define __SDT_EVENT_WORD(nr, a)	, __sdt_end[-(nr)]
#define __SDT_EVENT_WORDS(nr, ...)	__SDT_ARGS(nr)(__SDT_EVENT_WORD, __VA_ARGS__)
#undef DECLARE_EVENT_CLASS
#define DECLARE_EVENT_CLASS(call, proto, args, tstruct, assign, print)	\
static inline void							\
__sdt_fill_##call(void *(*__sdt_reserve)(void *data, size_t size), void *__sdt_data, proto)	\
{									\
	struct trace_event_data_offsets_##call __maybe_unused __data_offsets;	\
	int __data_size = trace_event_get_offsets_##call(&__data_offsets, args);	\
	struct trace_event_raw_##call *entry =				\
		__sdt_reserve(__sdt_data, sizeof(*entry) + __data_size);	\
									\
	if (!entry)							\
		return;							\
	tstruct								\
	{ assign; }							\
}									\
static notrace void							\
__sdt_record_##call(const u64 *args_, void *(*reserve)(void *data, size_t size), void *data)	\
{									\
	const u64 *__sdt_end = args_ + __SDT_NR_ARGS(0, args);		\
									\
	_Pragma("GCC diagnostic push")					\
	_Pragma("GCC diagnostic ignored \"-Wint-conversion\"")		\
	__sdt_fill_##call(reserve, data					\
			  __SDT_EVENT_WORDS(__SDT_NR_ARGS(0, args), args));	\
	_Pragma("GCC diagnostic pop")					\
}
#include TRACE_INCLUDE(TRACE_INCLUDE_FILE)

/*
 * All together
 */
#include <trace/stages/stage7_class_define.h>
#define __SDT_CLASS_SYMBOL(kind, name)					\
	"__sdt_" kind "$" __stringify(TRACE_SYSTEM) "$" #name
#define __SDT_CLASS(variable, symbol, template, print_, reg_, unreg_)	\
extern struct sdt_event_class variable __asm__(symbol);			\
struct sdt_event_class variable = {					\
	.head = { SDT_EVENT_CLASS_MAGIC, SDT_ABI_VERSION },		\
	.fields = trace_event_fields_##template,			\
	.print_fmt = print_fmt_##print_,				\
	.funcs.trace = trace_raw_output_##print_,			\
	.record = __sdt_record_##template,				\
	.reg = reg_,							\
	.unreg = unreg_,						\
};
#define __SDT_EVENT_CLASS(name, symbol)					\
static const char __UNIQUE_ID_sdt_event_##name[]			\
	__attribute__((__used__, __section__(__SDT_EVENTS_SECTION), __aligned__(1))) =	\
	__stringify(TRACE_SYSTEM) "\0" #name "\0" symbol;
/* A class of its own for an event that needs one */
#define __SDT_OWN_CLASS(name, template, print, reg, unreg)		\
	__SDT_CLASS(__sdt_event_##name, __SDT_CLASS_SYMBOL("event", name), template, print, reg,	\
		    unreg)						\
	__SDT_EVENT_CLASS(name, __SDT_CLASS_SYMBOL("event", name))
/* @variable is pasted by whoever has the name: it can be a macro, which would become its value here. */
#define __SDT_ENUM(variable, text, number)				\
static const struct {							\
	struct __sdt_enum_mark head;					\
	char text_[sizeof(__stringify(TRACE_SYSTEM) "\0" text)];	\
} variable								\
	__attribute__((__used__, __section__(__SDT_ENUMS_SECTION), __aligned__(8))) = {	\
	{ (unsigned long)(number), sizeof(variable) },			\
	__stringify(TRACE_SYSTEM) "\0" text				\
};
#undef DECLARE_EVENT_CLASS
#define DECLARE_EVENT_CLASS(call, proto, args, tstruct, assign, print)	\
	static char print_fmt_##call[] = print;				\
	__SDT_CLASS(__sdt_class_##call, __SDT_CLASS_SYMBOL("class", call), call, call, NULL,	\
		    NULL)
#undef DEFINE_EVENT
#define DEFINE_EVENT(template, name, proto, args)			\
	__SDT_EVENT_CLASS(name, __SDT_CLASS_SYMBOL("class", template))
#undef DEFINE_EVENT_FN
#define DEFINE_EVENT_FN(template, name, proto, args, reg, unreg)	\
	__SDT_OWN_CLASS(name, template, template, reg, unreg)
#undef DEFINE_EVENT_PRINT
#define DEFINE_EVENT_PRINT(template, name, proto, args, print)		\
	static char print_fmt_##name[] = print;				\
	__SDT_OWN_CLASS(name, template, name, NULL, NULL)
#undef TRACE_DEFINE_ENUM
#define TRACE_DEFINE_ENUM(a)	__SDT_ENUM(__UNIQUE_ID_sdt_enum_##a, #a, a)
#undef TRACE_DEFINE_SIZEOF
#define TRACE_DEFINE_SIZEOF(a)						\
	__SDT_ENUM(__UNIQUE_ID_sdt_enum_sizeof_##a, "sizeof(" #a ")", sizeof(a))
#include TRACE_INCLUDE(TRACE_INCLUDE_FILE)

/* <trace/define_trace.h> makes nothing of what it reads. */
#undef DECLARE_EVENT_CLASS
#define DECLARE_EVENT_CLASS(call, proto, args, tstruct, assign, print)
#undef DEFINE_EVENT
#define DEFINE_EVENT(template, name, proto, args)
#undef DEFINE_EVENT_FN
#define DEFINE_EVENT_FN(template, name, proto, args, reg, unreg)
#undef DEFINE_EVENT_PRINT
#define DEFINE_EVENT_PRINT(template, name, proto, args, print)
#undef TRACE_DEFINE_ENUM
#define TRACE_DEFINE_ENUM(a)
#undef TRACE_DEFINE_SIZEOF
#define TRACE_DEFINE_SIZEOF(a)
#undef TRACEPOINTS_ENABLED
#pragma pop_macro("DECLARE_TRACE")
#pragma pop_macro("DECLARE_TRACE_CONDITION")
#undef __SDT_STAGE

#endif

#endif /* !__SDT_STAGE */
