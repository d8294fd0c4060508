// SPDX-License-Identifier: GPL-2.0-only
/*
 * stacks.c - the stack traces that the kernel records behind hits
 *
 * With the trace option stacktrace, each record is followed by another one in the same
 * buffer, with the stack.  Between the two there can be records of an interrupt with their
 * stacks.  So hits are held until their stacks come.  Hits of a CPU that are held at the
 * same time differ in their context: each interrupted the one before.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs.h>
#include <unistd.h>

#include "lib/error.h"
#include "lib/util.h"
#include "stacks.h"

struct held_record {
	struct held_record *interrupted;	/* by this one; or NULL */
	struct tep_record record;
};

int stacks_open(struct stacks *stacks, struct tep_handle *tep)
{
	char *format;
	int size;

	stacks->nr_cpus = sysconf(_SC_NPROCESSORS_CONF);
	stacks->cpus = xcalloc(stacks->nr_cpus, sizeof(*stacks->cpus));
	format = tracefs_event_file_read(NULL, "ftrace", "kernel_stack", "format", &size);
	if (format && !tep_parse_event(tep, format, size, "ftrace"))
		stacks->event = tep_find_event_by_name(tep, "ftrace", "kernel_stack");
	free(format);
	if (stacks->event)
		stacks->frames = tep_find_field(stacks->event, "caller");
	if (stacks->frames)
		return 0;
	error_file("kernel_stack", "libtraceevent does not understand the event's format");
	return -1;
}

void stacks_close(struct stacks *stacks)
{
	struct held_record *held;
	size_t i;

	for (i = 0; i < stacks->nr_cpus; i++)
		while ((held = stacks->cpus[i])) {
			stacks->cpus[i] = held->interrupted;
			free(held);
		}
	free(stacks->cpus);
	stacks->cpus = NULL;
	stacks->nr_cpus = 0;
}

/* Were two records written for one hit, or for hits in one context? */
static bool is_same_context(struct tep_handle *tep, const struct tep_record *a,
			    const struct tep_record *b)
{
	struct tep_record *x = (struct tep_record *)a, *y = (struct tep_record *)b;

	return tep_data_pid(tep, x) == tep_data_pid(tep, y) &&
	       tep_data_flags(tep, x) == tep_data_flags(tep, y) &&
	       tep_data_preempt_count(tep, x) == tep_data_preempt_count(tep, y);
}

static struct held_record *find_held(const struct stacks *stacks,
				     const struct tep_record *record)
{
	struct held_record *held = stacks->cpus[record->cpu];

	while (held && !is_same_context(stacks->event->tep, &held->record, record))
		held = held->interrupted;
	return held;
}

/* Show what is held of a CPU down to @last, which has a stack. */
static bool show_held(struct stacks *stacks, int cpu, const struct held_record *last,
		      const struct tep_record *stack, stacks_show show, void *data)
{
	struct held_record *held;
	bool goes_on = true, is_last = false;

	while (goes_on && !is_last && (held = stacks->cpus[cpu])) {
		is_last = held == last;
		stacks->cpus[cpu] = held->interrupted;
		goes_on = show(&held->record, is_last ? stack : NULL, data);
		free(held);
	}
	return goes_on;
}

static void hold(struct stacks *stacks, const struct tep_record *record)
{
	struct held_record *held = xcalloc(1, sizeof(*held) + record->size);

	held->record = *record;
	held->record.data = memcpy(held + 1, record->data, record->size);
	held->interrupted = stacks->cpus[record->cpu];
	stacks->cpus[record->cpu] = held;
}

bool stacks_take(struct stacks *stacks, const struct tep_record *record, stacks_show show,
		 void *data)
{
	struct tep_handle *tep = stacks->event->tep;
	struct held_record *held = find_held(stacks, record);
	bool is_stack = tep_data_type(tep, (struct tep_record *)record) == stacks->event->id;
	bool goes_on = true;

	/* One that is held while another hit comes in its context gets no stack. */
	if (held)
		goes_on = show_held(stacks, record->cpu, held, is_stack ? record : NULL, show,
				    data);
	if (!is_stack)
		hold(stacks, record);
	return goes_on;
}

bool stacks_flush(struct stacks *stacks, int cpu, stacks_show show, void *data)
{
	return show_held(stacks, cpu, NULL, NULL, show, data);
}

unsigned long *stacks_frames(const struct stacks *stacks, const struct tep_record *stack,
			     size_t *nr)
{
	const size_t offset = stacks->frames->offset, size = stack->size;
	size_t room = size > offset ? (size - offset) / sizeof(unsigned long) : 0;
	unsigned long *frames = xcalloc(room + 1, sizeof(*frames));

	memcpy(frames, (const char *)stack->data + offset, room * sizeof(*frames));
	/* Older kernels end it with -1. */
	for (*nr = 0; *nr < room && frames[*nr] && frames[*nr] != ULONG_MAX; ++*nr)
		;
	return frames;
}
