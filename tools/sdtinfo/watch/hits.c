// SPDX-License-Identifier: GPL-2.0-only
/*
 * hits.c - what a record tells of a hit
 */
#include <stdlib.h>
#include <string.h>

#include "hits.h"
#include "lib/util.h"

static uint64_t extended(const struct probe_arg *arg, unsigned long long value)
{
	const unsigned int unused = 64 - 8 * arg->size;

	if (arg->flags & SDT_ARG_SIGNED)
		return (int64_t)(value << unused) >> unused;
	return value << unused >> unused;
}

/* A __data_loc field has the offset of the data in its low half, the length above. */
static void find_copy(struct arg_value *value, struct tep_format_field *field,
		      const struct tep_record *record)
{
	unsigned long long location;
	size_t offset, length;

	if (!field || tep_read_number_field(field, record->data, &location))
		return;
	offset = location & 0xffff;
	length = location >> 16 & 0xffff;
	if (offset + length > (size_t)record->size)
		return;
	value->copy = (const char *)record->data + offset;
	value->length = value->arg->kind == SDT_ARG_STRING ?
			strnlen(value->copy, length) : length;
}

static void find_values(const struct watched *watched,
			const struct watched_event *event,
			const struct tep_record *record, struct arg_value *values)
{
	struct tep_handle *tep = watched->tep;
	unsigned long long number;
	unsigned int i;

	for (i = 0; i < event->fields->nr_args; i++) {
		struct arg_value *value = &values[i];

		*value = (struct arg_value){
			.arg = &event->fields->args[i],
			.hides_addresses = watched->hides_addresses,
		};
		if (tep_read_number_field(event->field[i].value, record->data, &number))
			number = 0;
		value->value = extended(value->arg, number);
		if (value->arg->kind == SDT_ARG_FUNCTION)
			value->function = tep_find_function(tep, value->value);
		find_copy(value, event->field[i].copy, record);
	}
}

static void find_stack(const struct watched *watched, const struct watched_event *event,
		       const struct hit_records *records, struct hit *hit)
{
	size_t i, nr, first;
	unsigned long *frames = stacks_frames(records->stacks, records->stack, &nr);

	hit->has_stack = true;
	hit->frames = xcalloc(nr + 1, sizeof(*hit->frames));
	for (i = 0; i < nr; i++)
		hit->frames[i] = watched_function(watched, frames[i]);
	free(frames);
	/* What is before the probe's function is sdt.ko's. */
	for (first = 0; first < nr && !watched_is_in(event, hit->frames[first]); first++)
		;
	if (first < nr) {
		for (i = 0; i < first; i++)
			free(hit->frames[i]);
		memmove(hit->frames, hit->frames + first, (nr - first) * sizeof(*hit->frames));
		nr -= first;
	}
	hit->nr_frames = nr;
}

bool hits_make(struct made_hit *made, const struct watched *watched, struct comms *comms,
	       const struct hit_records *records)
{
	struct tep_record *record = records->record;
	struct watched_event *event = watched_event(watched, tep_data_type(watched->tep, record));
	struct hit *hit = &made->hit;

	*hit = (struct hit){ 0 };
	if (!event || !watched_is_chosen(watched, event, record->data, &hit->probe))
		return false;
	find_values(watched, event, record, made->values);
	hit->time = record->ts;
	hit->cpu = record->cpu;
	hit->pid = tep_data_pid(watched->tep, record);
	hit->comm = comms_find(comms, hit->pid, hit->time);
	hit->module = event->system;
	hit->event = event->first;
	hit->nr_values = event->fields->nr_args;
	hit->values = made->values;
	if (records->stack)
		find_stack(watched, event, records, hit);
	return true;
}

void hits_free(struct made_hit *made)
{
	struct hit *hit = &made->hit;

	while (hit->nr_frames)
		free(hit->frames[--hit->nr_frames]);
	free(hit->frames);
}
