// SPDX-License-Identifier: GPL-2.0-only
/*
 * event_record.c - a hit becomes a record, in a trace buffer or for perf and BPF
 *
 * All but sdt_record_sink() runs where probes fire, in any context, with preemption
 * off.  Nothing here takes a lock.  A layout does not change while a sink that has
 * it can be called.
 *
 * This is what a user of an event waits for at every hit.  tests/vm/cost.t counts
 * the instructions, beside those of a TRACE_EVENT.
 */
#include <linux/perf_event.h>
#include <linux/string.h>

#include "compat.h"
#include "event_record.h"
#include "event_string.h"

#ifndef __LITTLE_ENDIAN
# error "fill_args() writes values over their size, which is for little endian"
#endif

/*
 * What the compiler is to know of a layout: with @words the arguments are in words
 * of their own, one behind the other, so no offset needs to be looked up.  With
 * @translated they are not simply those of the hit.
 */
struct shape {
	unsigned int nr_args;
	bool has_ip;
	bool words;
	bool translated;
};

/* Where the word @i is in a layout of words */
static __always_inline unsigned int word_offset(unsigned int i)
{
	return ALIGN(sizeof(struct trace_entry), sizeof(u64)) + i * sizeof(u64);
}

static __always_inline unsigned int arg_offset(const struct sdt_layout *layout,
					       struct shape shape, unsigned int i)
{
	return shape.words ? word_offset(i) : sdt_layout_offset(layout, i);
}

static __always_inline unsigned int ip_offset(const struct sdt_layout *layout,
					      struct shape shape)
{
	return shape.words ? word_offset(shape.nr_args) : layout->ip_offset;
}

/* Size of a record without copies of strings, of which there are @nr_strings */
static __always_inline unsigned int fixed_size(const struct sdt_layout *layout,
					       struct shape shape,
					       unsigned int nr_strings)
{
	return shape.words ? word_offset(shape.nr_args + shape.has_ip) +
			     nr_strings * sizeof(u32) : layout->size;
}

static __always_inline u64 arg_value(const struct sdt_layout *layout,
				     const struct sdt_hit *hit,
				     struct shape shape, unsigned int i)
{
	return hit->args[shape.translated ? layout->native[i] : i];
}

/*
 * Each value is written with all of its 64 bits: what is too much is overwritten
 * by the field behind it, or lies in the gap in front of that.
 */
static __always_inline void fill_args(const struct sdt_layout *layout,
				      const struct sdt_hit *hit, void *entry,
				      struct shape shape)
{
	unsigned int i;

	for (i = 0; i < shape.nr_args; i++)
		put_unaligned(arg_value(layout, hit, shape, i),
			      (u64 *)(entry + arg_offset(layout, shape, i)));
	if (shape.has_ip)
		*(unsigned long *)(entry + ip_offset(layout, shape)) =
			hit->site->ip;
}

/* Returns the size of all together, which is that of the one if there is one. */
static __always_inline unsigned int copy_strings(const struct sdt_layout *layout,
						 const struct sdt_hit *hit,
						 struct sdt_strings *strings,
						 unsigned int nr)
{
	unsigned int i, limit = READ_ONCE(sdt_string_size), size = 0;

	if (nr == 1)
		return sdt_string_copy(strings->text,
				       hit->args[layout->string_arg[0]], limit);
	for (i = 0; i < nr; i++) {
		/* one NUL is kept for each of those behind it */
		unsigned int room = SDT_STRINGS_SIZE - size - (nr - 1 - i);

		strings->len[i] = sdt_string_copy(strings->text + size,
					hit->args[layout->string_arg[i]],
					min(limit, room));
		size += strings->len[i];
	}
	return size;
}

/* What fill_strings() writes: whole words. */
static __always_inline unsigned int strings_room(unsigned int size)
{
	return ALIGN(size, sizeof(long));
}

static __always_inline void fill_strings(const struct sdt_layout *layout,
					 const struct sdt_strings *strings,
					 unsigned int nr, unsigned int size,
					 void *entry, struct shape shape)
{
	u32 *loc = entry + ip_offset(layout, shape) + sizeof(unsigned long);
	unsigned int i, pos = fixed_size(layout, shape, nr);

	for (i = 0; i < size; i += sizeof(long))
		put_unaligned(*(const unsigned long *)(strings->text + i),
			      (unsigned long *)(entry + pos + i));
	for (i = 0; i < nr; i++) {
		unsigned int len = nr > 1 ? strings->len[i] : size;

		loc[i] = len << 16 | pos;
		pos += len;
	}
}

/* The core fills all of it in; the compiler would do so before, at every hit. */
#define TRACE_EVENT_BUFFER(name) \
	struct trace_event_buffer name __attribute__((__uninitialized__))

static __always_inline void record(const struct sdt_hit *hit,
				   const struct sdt_record_target *target,
				   struct shape shape)
{
	const struct sdt_layout *layout = target->layout;
	TRACE_EVENT_BUFFER(buffer);
	struct trace_event_buffer *hidden = &buffer;
	struct sdt_core_reader reader;
	void *entry;

	if (!sdt_core_enter(&reader, &target->gone))
		return;
	if (trace_trigger_soft_disabled(target->file))
		goto out;
	/* or the address would be kept in a register for the commit */
	OPTIMIZER_HIDE_VAR(hidden);
	entry = trace_event_buffer_reserve(hidden, target->file,
					   fixed_size(layout, shape, 0));
	if (!entry)
		goto out;
	fill_args(layout, hit, entry, shape);
	trace_event_buffer_commit(&buffer);
out:
	sdt_core_leave(&reader);
}

static __always_inline struct shape shape_of(const struct sdt_layout *layout,
					     bool translated)
{
	return (struct shape){
		.nr_args = layout->nr_args,
		.has_ip = sdt_layout_has_ip(layout),
		.translated = translated,
	};
}

static notrace void to_ftrace(const struct sdt_hit *hit, void *cookie)
{
	const struct sdt_record_target *target = cookie;

	record(hit, target, shape_of(target->layout, false));
}

static notrace void to_ftrace_translated(const struct sdt_hit *hit, void *cookie)
{
	const struct sdt_record_target *target = cookie;

	record(hit, target, shape_of(target->layout, true));
}

/* What most events are: few arguments, no copies of strings. */
#define TO_FTRACE(nr_args)						\
static notrace void to_ftrace_##nr_args(const struct sdt_hit *hit,	\
					void *cookie)			\
{									\
	record(hit, cookie, (struct shape){ nr_args, true, false });	\
}									\
static notrace void to_ftrace_##nr_args##_words(const struct sdt_hit *hit, \
						void *cookie)		\
{									\
	record(hit, cookie, (struct shape){ nr_args, true, true });	\
}

TO_FTRACE(0)
TO_FTRACE(1)
TO_FTRACE(2)
TO_FTRACE(3)
TO_FTRACE(4)

/* By the number of arguments, and whether they are words */
static const sdt_handler_fn to_ftrace_by_args[][2] = {
	{ to_ftrace_0, to_ftrace_0_words },
	{ to_ftrace_1, to_ftrace_1_words },
	{ to_ftrace_2, to_ftrace_2_words },
	{ to_ftrace_3, to_ftrace_3_words },
	{ to_ftrace_4, to_ftrace_4_words },
};

static __always_inline void record_strings(const struct sdt_hit *hit,
					   const struct sdt_record_target *target,
					   struct shape shape,
					   unsigned int nr_strings)
{
	const struct sdt_layout *layout = target->layout;
	struct sdt_strings *strings;
	struct sdt_core_reader reader;
	TRACE_EVENT_BUFFER(buffer);
	unsigned int size;
	void *entry;

	if (!sdt_core_enter(&reader, &target->gone))
		return;
	if (trace_trigger_soft_disabled(target->file))
		goto out;
	strings = sdt_strings_here();
	size = copy_strings(layout, hit, strings, nr_strings);
	entry = trace_event_buffer_reserve(&buffer, target->file,
					   fixed_size(layout, shape, nr_strings) +
					   strings_room(size));
	if (!entry)
		goto out;
	fill_strings(layout, strings, nr_strings, size, entry, shape);
	fill_args(layout, hit, entry, shape);
	trace_event_buffer_commit(&buffer);
out:
	sdt_core_leave(&reader);
}

static notrace void to_ftrace_strings(const struct sdt_hit *hit, void *cookie)
{
	const struct sdt_record_target *target = cookie;
	const struct sdt_layout *layout = target->layout;

	record_strings(hit, target, shape_of(layout, false), layout->nr_strings);
}

static notrace void to_ftrace_strings_translated(const struct sdt_hit *hit,
						 void *cookie)
{
	const struct sdt_record_target *target = cookie;
	const struct sdt_layout *layout = target->layout;

	record_strings(hit, target, shape_of(layout, true), layout->nr_strings);
}

/* One of them a string. */
#define TO_FTRACE_STRING(nr_args)					\
static notrace void to_ftrace_string_##nr_args(const struct sdt_hit *hit, \
					       void *cookie)		\
{									\
	record_strings(hit, cookie, (struct shape){ nr_args, true, false }, 1); \
}									\
static notrace void to_ftrace_string_##nr_args##_words(			\
					const struct sdt_hit *hit,	\
					void *cookie)			\
{									\
	record_strings(hit, cookie, (struct shape){ nr_args, true, true }, 1); \
}

TO_FTRACE_STRING(1)
TO_FTRACE_STRING(2)
TO_FTRACE_STRING(3)
TO_FTRACE_STRING(4)

static const sdt_handler_fn to_ftrace_string_by_args[][2] = {
	{ NULL, NULL },
	{ to_ftrace_string_1, to_ftrace_string_1_words },
	{ to_ftrace_string_2, to_ftrace_string_2_words },
	{ to_ftrace_string_3, to_ftrace_string_3_words },
	{ to_ftrace_string_4, to_ftrace_string_4_words },
};

/*
 * As the kernel's perf_trace_*(): BPF programs belong to the event, not to a
 * CPU's list of perf events, and run even if that is empty.
 */
static __always_inline void submit(const struct sdt_hit *hit,
				   const struct sdt_record_target *target,
				   bool translated)
{
	const struct sdt_layout *layout = target->layout;
	struct shape shape = shape_of(layout, translated);
	struct trace_event_call *call = target->call;
	struct sdt_strings *strings = NULL;
	unsigned int strings_size = 0, size;
	struct sdt_core_reader reader;
	struct hlist_head *head;
	struct pt_regs *regs;
	void *entry;
	int rctx;

	if (!sdt_core_enter(&reader, &target->gone))
		return;
	head = this_cpu_ptr(call->perf_events);
	if (!bpf_prog_array_valid(call) && hlist_empty(head))
		goto out;
	if (layout->nr_strings) {
		strings = sdt_strings_here();
		strings_size = copy_strings(layout, hit, strings,
					    layout->nr_strings);
	}
	/* perf puts a u32 in front and wants the sum to be aligned */
	size = ALIGN(layout->size + strings_room(strings_size) + sizeof(u32),
		     sizeof(u64)) - sizeof(u32);
	entry = perf_trace_buf_alloc(size, &regs, &rctx);
	if (!entry)
		goto out;
	perf_fetch_caller_regs(regs);
	instruction_pointer_set(regs, hit->site->ip);
	fill_args(layout, hit, entry, shape);
	if (strings)
		fill_strings(layout, strings, layout->nr_strings, strings_size,
			     entry, shape);
	perf_trace_run_bpf_submit(entry, size, rctx, call, 1, regs, head, NULL);
out:
	sdt_core_leave(&reader);
}

static notrace void to_perf(const struct sdt_hit *hit, void *cookie)
{
	submit(hit, cookie, false);
}

static notrace void to_perf_translated(const struct sdt_hit *hit, void *cookie)
{
	submit(hit, cookie, true);
}

/* Whether struct shape's words are what the arguments of a layout with an ip are */
static bool has_words(const struct sdt_layout *layout)
{
	unsigned int i;

	for (i = 0; i < layout->nr_args; i++)
		if (layout->offset[i] != word_offset(i))
			return false;
	return layout->ip_offset == word_offset(i);
}

static sdt_handler_fn translated_writer(const struct sdt_record_target *target)
{
	if (!target->file)
		return to_perf_translated;
	return target->layout->nr_strings ? to_ftrace_strings_translated :
					    to_ftrace_translated;
}

static sdt_handler_fn writer(const struct sdt_record_target *target)
{
	const struct sdt_layout *layout = target->layout;

	if (layout->view)
		return translated_writer(target);
	if (!target->file)
		return to_perf;
	if (layout->nr_strings == 1 &&
	    layout->nr_args < ARRAY_SIZE(to_ftrace_string_by_args))
		return to_ftrace_string_by_args[layout->nr_args][has_words(layout)];
	if (layout->nr_strings)
		return to_ftrace_strings;
	if (sdt_layout_has_ip(layout) &&
	    layout->nr_args < ARRAY_SIZE(to_ftrace_by_args))
		return to_ftrace_by_args[layout->nr_args][has_words(layout)];
	return to_ftrace;
}

/**
 * sdt_record_sink - what sends hits to a target
 * @target: the target; as long-lived as the sink
 *
 * Context: any.
 * Return: the sink.
 */
struct sdt_sink sdt_record_sink(struct sdt_record_target *target)
{
	return (struct sdt_sink){ writer(target), target };
}
