// SPDX-License-Identifier: GPL-2.0-only
/*
 * to_ftrace.c - write records to a trace buffer
 *
 * Runs when probes fire, in any context, with preemption disabled.  Takes no lock.
 *
 * For each hit, write_record() copies what the arguments point to, reserves a record of that
 * size in the buffer, and fills it.  What is known of the fields, struct sdt_shape, selects
 * parts of this at compile time.
 */
#include <linux/sdt_event_class.h>

#include "events/read_side.h"
#include "events/record.h"
#include "events/stop.h"

/* GCC 11 has neither the attribute nor -ftrivial-auto-var-init, which it is for. */
#if __has_attribute(__uninitialized__)
# define __sdt_uninitialized __attribute__((__uninitialized__))
#else
# define __sdt_uninitialized
#endif

/* When a string is copied, reading the pointer again is cheaper than keeping it in a register. */
static __always_inline const struct sdt_fields *
fields_again(const struct sdt_record_target *target)
{
	return READ_ONCE(target->fields);
}

/* Copies are written in whole words. */
static __always_inline unsigned int copies_room(unsigned int size)
{
	return ALIGN(size, sizeof(long));
}

static __always_inline void put_word(void *to, const char *from)
{
	put_unaligned(*(const unsigned long *)from, (unsigned long *)to);
}

/* Two words in a round take fewer instructions than one. */
static __always_inline void put_words(void *to, const char *from,
				      unsigned long start, unsigned long size)
{
	unsigned long i;

	for (i = start; i + sizeof(long) < size; i += 2 * sizeof(long)) {
		put_word(to + i, from + i);
		put_word(to + i + sizeof(long), from + i + sizeof(long));
	}
	if (i < size)
		put_word(to + i, from + i);
}

/* The copies for a record */
struct copied {
	unsigned int size;		/* of all copies */
	unsigned int room;		/* that they take in the record */
	unsigned long word;		/* the first word of a string */
	struct sdt_copies *copies;	/* unless it is a string */
};

/* The frequent case of a record with copies: one string, which ends with a NUL */
static __always_inline bool is_string(struct sdt_shape shape)
{
	return shape.nr_copies == 1 && !shape.bounded;
}

static __always_inline void make_copies(const struct sdt_hit *hit,
					const struct sdt_record_target *target,
					struct sdt_shape shape, struct copied *copied)
{
	const struct sdt_fields *fields = target->fields;
	struct sdt_copies *copies;
	unsigned long word;
	unsigned int size;
	u32 one, *loc = &one;

	/* A short string need not go through memory. */
	if (is_string(shape) &&
	    likely(sdt_read_short_string(hit->args[fields->slot[0].copy_arg], &word, &size))) {
		copied->word = word;
		copied->size = size;
		copied->room = copies_room(1);
		return;
	}
	fields = fields_again(target);
	copies = &sdt_scratch_here()->copies;
	if (!is_string(shape))
		loc = copies->loc;
	copied->size = sdt_make_copies(fields, hit, shape, copies->data, loc);
	copied->word = *(const unsigned long *)copies->data;
	copied->room = copies_room(copied->size);
	copied->copies = copies;
}

/* @fixed is the size of the record without the copies, which follow. */
static __always_inline void put_copies(void *entry, unsigned int fixed, struct sdt_shape shape,
				       const struct copied *copied)
{
	unsigned int i;

	if (is_string(shape)) {
		put_unaligned(copied->word, (unsigned long *)(entry + fixed));
		/* found again, so that a short string need not keep it */
		if (copied->size > sizeof(long))
			put_words(entry + fixed, sdt_scratch_here()->copies.data,
				  sizeof(long), copied->size);
		*sdt_locs(entry, fixed, shape) = copied->size << 16 | fixed;
	} else {
		put_words(entry + fixed, copied->copies->data, 0, copied->size);
		for (i = 0; i < shape.nr_copies; i++)
			sdt_locs(entry, fixed, shape)[i] = copied->copies->loc[i];
	}
}

/* @to: set to the buffer that has the record, unless none takes it; NULL: not of interest */
static __always_inline void write_record(const struct sdt_hit *hit,
					 const struct sdt_record_target *target,
					 struct sdt_shape shape, struct trace_buffer **to)
{
	/* The core fills it in; do not let the compiler initialize it at every hit. */
	struct trace_event_buffer buffer __sdt_uninitialized;
	/* GCC 14 would save another register to keep the address for the commit. */
	struct trace_event_buffer *hidden = &buffer;
	const struct sdt_fields *fields = target->fields;
	struct copied copied = { };
	unsigned int fixed;
	void *entry;

	if (shape.nr_copies)
		make_copies(hit, target, shape, &copied);

	if (is_string(shape))
		fields = fields_again(target);
	fixed = sdt_fixed_size(fields, shape);
	OPTIMIZER_HIDE_VAR(hidden);
	entry = trace_event_buffer_reserve(hidden, target->file, fixed + copied.room);
	if (!entry)
		return;

	if (is_string(shape))
		fields = fields_again(target);
	fixed = sdt_fixed_size(fields, shape);
	if (shape.nr_copies)
		put_copies(entry, fixed, shape, &copied);
	sdt_fill_args(fields, hit, entry, fixed, shape);
	if (shape.fixed)
		sdt_fill_fixed(fields, hit, entry);
	trace_event_buffer_commit(&buffer);
	if (to)
		*to = buffer.buffer;
}

static __always_inline void to_ftrace(const struct sdt_hit *hit,
				      const struct sdt_record_target *target,
				      struct sdt_shape shape)
{
	struct sdt_read_side side;

	if (!sdt_read_enter(&side, &target->gone))
		return;
	if (!trace_trigger_soft_disabled(target->file))
		write_record(hit, target, shape, NULL);
	sdt_read_leave(&side);
}

/* In the instance of a recorder that stops */
static __always_inline void to_recorder(const struct sdt_hit *hit,
					const struct sdt_record_target *target,
					struct sdt_shape shape)
{
	struct trace_buffer *buffer = NULL;
	struct sdt_read_side side;

	if (!sdt_read_enter(&side, &target->gone))
		return;
	if (!trace_trigger_soft_disabled(target->file))
		write_record(hit, target, shape, &buffer);
	if (buffer && buffer != target->stop->spare)
		sdt_stop_count(target->stop, buffer, target->is_until);
	sdt_read_leave(&side);
}

/* What a class needs to make a record of a hit */
struct made {
	struct trace_event_buffer buffer;
	struct trace_event_file *file;
	void *entry;
};

static notrace void *reserve_made(void *data, size_t size)
{
	struct made *made = data;

	made->entry = trace_event_buffer_reserve(&made->buffer, made->file, size);
	return made->entry;
}

/* Returns the buffer that has the record, or NULL if none takes it. */
static __always_inline struct trace_buffer *write_made(const struct sdt_hit *hit,
						       const struct sdt_record_target *target)
{
	struct made made __sdt_uninitialized;

	made.file = target->file;
	made.entry = NULL;
	target->made->record(hit->args, reserve_made, &made);
	if (!made.entry)
		return NULL;
	trace_event_buffer_commit(&made.buffer);
	return made.buffer.buffer;
}

static notrace void to_ftrace_made(const struct sdt_hit *hit, void *cookie)
{
	const struct sdt_record_target *target = cookie;
	struct trace_buffer *buffer = NULL;
	struct sdt_read_side side;

	if (!sdt_read_enter(&side, &target->gone))
		return;
	if (!trace_trigger_soft_disabled(target->file))
		buffer = write_made(hit, target);
	if (buffer && target->stop && buffer != target->stop->spare)
		sdt_stop_count(target->stop, buffer, target->is_until);
	sdt_read_leave(&side);
}

SDT_WRITER(to_ftrace_recorder, to_recorder, fields->nr_args, fields->nr_copies, fields->has_ip,
	   .translated = true, .bounded = true, .fixed = fields->nr_fixed)
SDT_WRITERS(to_ftrace)
SDT_WRITER(to_ftrace_1_string, to_ftrace, 1, 1, true)
SDT_WRITER(to_ftrace_2_string, to_ftrace, 2, 1, true)
SDT_WRITER(to_ftrace_3_string, to_ftrace, 3, 1, true)
SDT_WRITER(to_ftrace_4_string, to_ftrace, 4, 1, true)

const struct sdt_writers sdt_ftrace_writers = {
	.plain = to_ftrace_plain,
	.copies = to_ftrace_copies,
	.bounded = to_ftrace_bounded,
	.fixed = to_ftrace_fixed,
	.recorder = to_ftrace_recorder,
	.made = to_ftrace_made,
	.few = SDT_WRITERS_FEW(to_ftrace),
	.few_string = {
		NULL, to_ftrace_1_string, to_ftrace_2_string,
		to_ftrace_3_string, to_ftrace_4_string
	},
};
