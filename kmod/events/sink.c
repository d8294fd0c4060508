// SPDX-License-Identifier: GPL-2.0-only
/*
 * sink.c - choose the function that makes an event's records
 *
 * "make bench" counts the instructions that a record takes, and compares them with those
 * of a TRACE_EVENT.
 */
#include "events/record.h"

static sdt_handler_fn writer(const struct sdt_writers *writers,
			     const struct sdt_layout *layout)
{
	bool simple = !layout->view && sdt_layout_has_ip(layout);
	unsigned int nr_args = layout->nr_args;

	if (layout->is_bounded)
		return writers->bounded;
	if (simple && !layout->nr_copies && nr_args < ARRAY_SIZE(writers->few))
		return writers->few[nr_args];
	if (simple && layout->nr_copies == 1 &&
	    nr_args < ARRAY_SIZE(writers->few_string) && writers->few_string[nr_args])
		return writers->few_string[nr_args];
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
