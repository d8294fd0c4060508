// SPDX-License-Identifier: GPL-2.0-only
/*
 * to_ftrace.c - write records to a trace buffer
 *
 * Runs when probes fire, in any context, with preemption disabled.  Takes no lock.
 */
#include "events/read_side.h"
#include "events/record.h"

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

static __always_inline void to_ftrace(const struct sdt_hit *hit,
				      const struct sdt_record_target *target,
				      struct sdt_shape shape)
{
	const struct sdt_fields *fields = target->fields;
	bool string = shape.nr_copies == 1 && !shape.bounded;
	/* The core fills it in; do not let the compiler initialize it at every hit. */
	struct trace_event_buffer buffer __sdt_uninitialized;
	struct trace_event_buffer *hidden = &buffer;
	struct sdt_copies *copies = NULL;
	unsigned int size = 0, room = 0, fixed, i;
	struct sdt_read_side side;
	unsigned long word;
	u32 one, *loc = &one;
	void *entry;

	if (!sdt_read_enter(&side, &target->gone))
		return;
	if (trace_trigger_soft_disabled(target->file))
		goto out;
	/* A short string need not go through memory. */
	if (string && likely(sdt_read_short_string(hit->args[fields->copy_arg[0]],
						   &word, &size))) {
		room = copies_room(1);
	} else if (shape.nr_copies) {
		/* read again, here and below, or it takes a register to be saved */
		fields = READ_ONCE(target->fields);
		copies = &sdt_scratch_here()->copies;
		if (!string)
			loc = copies->loc;
		size = sdt_make_copies(fields, hit, shape, copies->data, loc);
		word = *(const unsigned long *)copies->data;
		room = copies_room(size);
	}
	if (string)
		fields = READ_ONCE(target->fields);
	fixed = sdt_fixed_size(fields, shape);
	/* or GCC 14 saves another register to keep the address for the commit */
	OPTIMIZER_HIDE_VAR(hidden);
	entry = trace_event_buffer_reserve(hidden, target->file,
					   fixed + room);
	if (!entry)
		goto out;
	if (string)
		fields = READ_ONCE(target->fields);
	fixed = sdt_fixed_size(fields, shape);
	if (string) {
		put_unaligned(word, (unsigned long *)(entry + fixed));
		/* found again, so that a short string need not keep it */
		if (size > sizeof(long))
			put_words(entry + fixed, sdt_scratch_here()->copies.data,
				  sizeof(long), size);
		*sdt_locs(entry, fixed, shape) = size << 16 | fixed;
	} else if (shape.nr_copies) {
		put_words(entry + fixed, copies->data, 0, size);
		for (i = 0; i < shape.nr_copies; i++)
			sdt_locs(entry, fixed, shape)[i] = copies->loc[i];
	}
	sdt_fill_args(fields, hit, entry, fixed, shape);
	if (shape.fixed)
		sdt_fill_fixed(fields, hit, entry);
	trace_event_buffer_commit(&buffer);
out:
	sdt_read_leave(&side);
}

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
	.few = SDT_WRITERS_FEW(to_ftrace),
	.few_string = {
		NULL, to_ftrace_1_string, to_ftrace_2_string,
		to_ftrace_3_string, to_ftrace_4_string
	},
};
