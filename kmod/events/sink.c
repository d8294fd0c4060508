// SPDX-License-Identifier: GPL-2.0-only
/*
 * sink.c - choose the function that makes an event's records
 *
 * "make bench" counts the instructions that a record takes, and compares them with those
 * of a TRACE_EVENT.
 */
#include "events/record.h"

/* Returns whether a layout with an ip can have shape.words. */
static bool has_words(const struct sdt_layout *layout)
{
	unsigned int i;

	for (i = 0; i < layout->nr_args; i++)
		if (layout->offset[i] != word_offset(i))
			return false;
	return layout->ip_offset == word_offset(i);
}

static sdt_handler_fn writer(const struct sdt_writers *writers,
			     const struct sdt_layout *layout)
{
	bool simple = !layout->view && sdt_layout_has_ip(layout);
	unsigned int nr_args = layout->nr_args;

	if (layout->is_bounded)
		return writers->bounded;
	if (simple && !layout->nr_copies && nr_args < ARRAY_SIZE(writers->few))
		return writers->few[nr_args][has_words(layout)];
	if (simple && layout->nr_copies == 1 &&
	    nr_args < ARRAY_SIZE(writers->few_string))
		return writers->few_string[nr_args][has_words(layout)];
	return layout->nr_copies ? writers->copies : writers->plain;
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
	const struct sdt_writers *writers =
		target->file ? &sdt_ftrace_writers : &sdt_perf_writers;

	return (struct sdt_sink){ writer(writers, target->layout), target };
}
