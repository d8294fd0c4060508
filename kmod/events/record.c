// SPDX-License-Identifier: GPL-2.0-only
/*
 * record.c - write a record for a hit, to a trace buffer or for perf and BPF
 *
 * All but sdt_record_sink() runs when probes fire, in any context, with preemption
 * disabled.  Nothing here takes a lock.  A layout does not change while a sink that uses
 * it can be called.
 *
 * tests/vm/cost.t counts the instructions that a record takes, and compares them with
 * those of a TRACE_EVENT.
 */
#include <linux/perf_event.h>

#include "compat.h"
#include "events/copy.h"
#include "events/internal.h"

#ifndef __LITTLE_ENDIAN
# error "fill_args() writes more bytes than a value has, which needs little endian"
#endif

/*
 * What is known of a layout at compile time.  With @words, each argument is in a word
 * of its own, without gaps, so no offset needs to be looked up.  With @translated, the
 * arguments may differ from those of the hit in number and order.  With @bounded, not
 * all copies are of NUL-terminated strings.
 */
struct shape {
	unsigned int nr_args;
	bool has_ip;
	bool words;
	bool translated;
	bool bounded;
};

/* The offset of word @i in a layout of words */
static __always_inline unsigned int word_offset(unsigned int i)
{
	return ALIGN(sizeof(struct trace_entry), sizeof(u64)) + i * sizeof(u64);
}

/*
 * The first argument follows the core's header, whose size is a constant.  On
 * PREEMPT_RT, that is not a multiple of 8 bytes.
 */
static __always_inline unsigned int
layout_offset(const struct sdt_layout *layout, unsigned int arg)
{
	if (!arg && IS_ALIGNED(sizeof(struct trace_entry), sizeof(u64)))
		return sizeof(struct trace_entry);
	return layout->offset[arg];
}

static __always_inline unsigned int arg_offset(const struct sdt_layout *layout,
					       struct shape shape, unsigned int i)
{
	return shape.words ? word_offset(i) : layout_offset(layout, i);
}

static __always_inline unsigned int ip_offset(const struct sdt_layout *layout,
					      struct shape shape)
{
	return shape.words ? word_offset(shape.nr_args) : layout->ip_offset;
}

/* The size of a record without its @nr_copies copies */
static __always_inline unsigned int fixed_size(const struct sdt_layout *layout,
					       struct shape shape,
					       unsigned int nr_copies)
{
	return shape.words ? word_offset(shape.nr_args + shape.has_ip) +
			     nr_copies * sizeof(u32) : layout->size;
}

static __always_inline u64 arg_value(const struct sdt_layout *layout,
				     const struct sdt_hit *hit,
				     struct shape shape, unsigned int i)
{
	return hit->args[shape.translated ? layout->native[i] : i];
}

/*
 * All 64 bits of each value are written.  The excess is overwritten by the next field,
 * or is in the gap before that.
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

/* Copy bytes, or a string with or without a bound. */
static __always_inline unsigned int copy_any(const struct sdt_hit *hit,
					     unsigned int arg, char *to,
					     unsigned int size)
{
	const struct sdt_arg *kind = &hit->site->probe->args[arg];
	u64 bound = sdt_bound(hit, arg);

	if (kind->kind == SDT_ARG_BYTES)
		return sdt_copy_bytes(to, hit->args[arg], min_t(u64, bound, size));
	if (kind->bound)
		return sdt_copy_bounded_string(to, hit->args[arg], bound, size);
	return sdt_copy_string(to, hit->args[arg], size, size);
}

/*
 * Returns the total size.  For a single copy that is not bounded, this is its length,
 * and copies->len is not set.
 */
static __always_inline unsigned int make_copies(const struct sdt_layout *layout,
						const struct sdt_hit *hit,
						struct sdt_copies *copies,
						unsigned int nr, bool bounded)
{
	unsigned int i, limit = READ_ONCE(sdt_string_size), size = 0;

	if (nr == 1 && !bounded)
		return sdt_copy_string(copies->data,
				       hit->args[layout->copy_arg[0]], limit,
				       limit);
	for (i = 0; i < nr; i++) {
		/* leave room for a NUL of each copy that follows */
		unsigned int room = min_t(unsigned int, limit, SDT_COPIES_SIZE -
					  size - (nr - 1 - i));
		unsigned int arg = layout->copy_arg[i];
		char *to = copies->data + size;

		copies->len[i] = bounded ? copy_any(hit, arg, to, room) :
				 sdt_copy_string(to, hit->args[arg], room, room);
		size += copies->len[i];
	}
	return size;
}

/* fill_copies() writes whole words. */
static __always_inline unsigned int copies_room(unsigned int size)
{
	return ALIGN(size, sizeof(long));
}

static __always_inline void fill_copies(const struct sdt_layout *layout,
					const struct sdt_copies *copies,
					unsigned int nr, unsigned int size,
					void *entry, struct shape shape)
{
	u32 *loc = entry + ip_offset(layout, shape) + sizeof(unsigned long);
	unsigned int i, pos = fixed_size(layout, shape, nr);

	for (i = 0; i < size; i += sizeof(long))
		put_unaligned(*(const unsigned long *)(copies->data + i),
			      (unsigned long *)(entry + pos + i));
	for (i = 0; i < nr; i++) {
		unsigned int len = nr > 1 || shape.bounded ? copies->len[i] : size;

		loc[i] = len << 16 | pos;
		pos += len;
	}
}

/* The core fills it in; do not let the compiler initialize it at every hit. */
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
	/* or GCC 14 saves another register to keep the address for the commit */
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

/* For any layout without bounded copies. */
static __always_inline struct shape shape_of(const struct sdt_layout *layout)
{
	return (struct shape){
		.nr_args = layout->nr_args,
		.has_ip = sdt_layout_has_ip(layout),
		.translated = true,
	};
}

static notrace void to_ftrace(const struct sdt_hit *hit, void *cookie)
{
	const struct sdt_record_target *target = cookie;

	record(hit, target, shape_of(target->layout));
}

/*
 * Most events have few arguments and no copies.  Without these functions, a record of
 * three integers takes 36 instructions more, and more than a TRACE_EVENT's.  The
 * function for words takes 6 instructions less than the other one.
 */
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

/* By number of arguments, and by shape.words */
static const sdt_handler_fn to_ftrace_by_args[][2] = {
	{ to_ftrace_0, to_ftrace_0_words },
	{ to_ftrace_1, to_ftrace_1_words },
	{ to_ftrace_2, to_ftrace_2_words },
	{ to_ftrace_3, to_ftrace_3_words },
	{ to_ftrace_4, to_ftrace_4_words },
};

static __always_inline void record_copies(const struct sdt_hit *hit,
					  const struct sdt_record_target *target,
					  struct shape shape,
					  unsigned int nr_copies)
{
	const struct sdt_layout *layout = target->layout;
	struct sdt_copies *copies;
	struct sdt_core_reader reader;
	TRACE_EVENT_BUFFER(buffer);
	unsigned int size;
	void *entry;

	if (!sdt_core_enter(&reader, &target->gone))
		return;
	if (trace_trigger_soft_disabled(target->file))
		goto out;
	copies = sdt_copies_here();
	size = make_copies(layout, hit, copies, nr_copies, shape.bounded);
	entry = trace_event_buffer_reserve(&buffer, target->file,
					   fixed_size(layout, shape, nr_copies) +
					   copies_room(size));
	if (!entry)
		goto out;
	fill_copies(layout, copies, nr_copies, size, entry, shape);
	fill_args(layout, hit, entry, shape);
	trace_event_buffer_commit(&buffer);
out:
	sdt_core_leave(&reader);
}

static notrace void to_ftrace_copies(const struct sdt_hit *hit, void *cookie)
{
	const struct sdt_record_target *target = cookie;
	const struct sdt_layout *layout = target->layout;

	record_copies(hit, target, shape_of(layout), layout->nr_copies);
}

static notrace void to_ftrace_bounded(const struct sdt_hit *hit, void *cookie)
{
	const struct sdt_record_target *target = cookie;
	const struct sdt_layout *layout = target->layout;
	struct shape shape = shape_of(layout);

	shape.bounded = true;
	record_copies(hit, target, shape, layout->nr_copies);
}

/* With one string: saves 67 to 74 instructions, 10 to 17 of these for words. */
#define TO_FTRACE_STRING(nr_args)					\
static notrace void to_ftrace_string_##nr_args(const struct sdt_hit *hit, \
					       void *cookie)		\
{									\
	record_copies(hit, cookie, (struct shape){ nr_args, true, false }, 1); \
}									\
static notrace void to_ftrace_string_##nr_args##_words(			\
					const struct sdt_hit *hit,	\
					void *cookie)			\
{									\
	record_copies(hit, cookie, (struct shape){ nr_args, true, true }, 1); \
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
 * As in the kernel's perf_trace_*(): BPF programs belong to the event, not to a CPU's
 * list of perf events, and run even if that list is empty.
 */
static __always_inline void submit(const struct sdt_hit *hit,
				   const struct sdt_record_target *target,
				   struct shape shape)
{
	const struct sdt_layout *layout = target->layout;
	struct trace_event_call *call = target->call;
	struct sdt_copies *copies = NULL;
	unsigned int copies_size = 0, size;
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
	if (layout->nr_copies) {
		copies = sdt_copies_here();
		copies_size = make_copies(layout, hit, copies,
					  layout->nr_copies, shape.bounded);
	}
	/* perf puts a u32 in front, and the total must be aligned */
	size = ALIGN(layout->size + copies_room(copies_size) + sizeof(u32),
		     sizeof(u64)) - sizeof(u32);
	entry = perf_trace_buf_alloc(size, &regs, &rctx);
	if (!entry)
		goto out;
	perf_fetch_caller_regs(regs);
	instruction_pointer_set(regs, hit->site->ip);
	fill_args(layout, hit, entry, shape);
	if (copies)
		fill_copies(layout, copies, layout->nr_copies, copies_size,
			    entry, shape);
	perf_trace_run_bpf_submit(entry, size, rctx, call, 1, regs, head, NULL);
out:
	sdt_core_leave(&reader);
}

static notrace void to_perf(const struct sdt_hit *hit, void *cookie)
{
	const struct sdt_record_target *target = cookie;

	submit(hit, target, shape_of(target->layout));
}

static notrace void to_perf_bounded(const struct sdt_hit *hit, void *cookie)
{
	const struct sdt_record_target *target = cookie;
	struct shape shape = shape_of(target->layout);

	shape.bounded = true;
	submit(hit, target, shape);
}

/* Returns whether a layout with an ip can have shape.words. */
static bool has_words(const struct sdt_layout *layout)
{
	unsigned int i;

	for (i = 0; i < layout->nr_args; i++)
		if (layout->offset[i] != word_offset(i))
			return false;
	return layout->ip_offset == word_offset(i);
}

static sdt_handler_fn writer(const struct sdt_record_target *target)
{
	const struct sdt_layout *layout = target->layout;

	if (layout->is_bounded)
		return target->file ? to_ftrace_bounded : to_perf_bounded;
	if (!target->file)
		return to_perf;
	if (layout->view)
		return layout->nr_copies ? to_ftrace_copies : to_ftrace;
	if (layout->nr_copies == 1 &&
	    layout->nr_args < ARRAY_SIZE(to_ftrace_string_by_args))
		return to_ftrace_string_by_args[layout->nr_args][has_words(layout)];
	if (layout->nr_copies)
		return to_ftrace_copies;
	if (sdt_layout_has_ip(layout) &&
	    layout->nr_args < ARRAY_SIZE(to_ftrace_by_args))
		return to_ftrace_by_args[layout->nr_args][has_words(layout)];
	return to_ftrace;
}

/**
 * sdt_record_sink - get a sink that writes records
 * @target: the destination of the records, which must outlive the sink
 *
 * Context: Any context.
 * Return: the sink.
 */
struct sdt_sink sdt_record_sink(struct sdt_record_target *target)
{
	return (struct sdt_sink){ writer(target), target };
}
