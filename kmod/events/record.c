// SPDX-License-Identifier: GPL-2.0-only
/*
 * record.c - choose the function that makes an event's records
 *
 * "make bench" counts the instructions that a record takes, and compares them with those
 * of a TRACE_EVENT.
 */
#include "events/record.h"

struct sdt_scratch_cpu __percpu *sdt_scratch_cpu;

/**
 * sdt_record_init - allocate the memory that records are made in
 *
 * Context: Process context, sleeps.
 * Return: 0 or -ENOMEM.
 */
int sdt_record_init(void)
{
	sdt_scratch_cpu = alloc_percpu(struct sdt_scratch_cpu);
	return sdt_scratch_cpu ? 0 : -ENOMEM;
}

/**
 * sdt_record_exit - free that memory
 *
 * Context: Process context, when no sink can run any more.
 */
void sdt_record_exit(void)
{
	free_percpu(sdt_scratch_cpu);
	sdt_scratch_cpu = NULL;
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
