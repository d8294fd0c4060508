// SPDX-License-Identifier: GPL-2.0-only
/*
 * count.c - count hits by the values of fields, by task, CPU or stack
 */
#include <stdlib.h>
#include <string.h>

#include "groups.h"
#include "measure.h"
#include "lib/error.h"
#include "trace/sink.h"

/* An event that is counted */
struct counted_event {
	char *names;			/* NULL: it lacks a field */
	struct hit_field by[MAX_BY];
	struct hit_field number;	/* that is added up, or whose distribution is counted */
};

struct counter {
	struct hit_sink sink;
	const struct count_request *request;
	struct traced_events *events;
	struct counted_event *counted;	/* one of each event */
	size_t nr_left_out;
	struct groups groups;		/* each is a row */
	uint64_t nr_lost;		/* since that was read */
	bool are_some_lost;
};

static struct counter *counter_of(struct hit_sink *sink)
{
	return (struct counter *)sink;	/* its first member */
}

/*
 * What to count
 */

static int report_missing(const struct traced_event *event, const char *option, const char *name)
{
	struct name_list fields = { 0 };
	unsigned int i;
	char *text, *hint;

	if (!strcmp(option, "--by"))
		hit_field_names(&fields);
	for (i = 0; i < event->fields->nr_args; i++)
		if (!strcmp(option, "--by") || event->fields->args[i].kind != SDT_ARG_STRING)
			names_add(&fields, event->fields->args[i].name);
	text = names_text(&fields, "");
	hint = suggest_among(&fields, name);
	if (!hint)
		hint = xasprintf("; there are %s", *text ? text : "no arguments");
	error_file(event->first->event, "%s: there is no%s '%s'%s", option,
		   strcmp(option, "--by") ? " number" : "", name, hint);
	free(hint);
	free(text);
	names_free(&fields);
	return -1;
}

static bool find_number(struct hit_field *field, const struct traced_event *event, const char *name)
{
	return hit_field_find(field, event, name) && field->kind == HIT_VALUE &&
	       (field->type->kind != SDT_ARG_STRING || !event->has_copies);
}

/* The option that an event has no field for, and that field's name in @name; NULL: none */
static const char *find_fields(const struct count_request *request,
			       const struct traced_event *event, struct counted_event *counted,
			       const char **name)
{
	unsigned int i;

	for (i = 0; i < request->nr_by; i++) {
		*name = request->by[i];
		if (!hit_field_find_by(&counted->by[i], event, *name))
			return "--by";
	}
	*name = request->sum ?: request->quantize;
	if (*name && !find_number(&counted->number, event, *name))
		return request->sum ? "--sum" : "--quantize";
	return NULL;
}

/* Leave out events that lack a field, unless all of them do. */
static int choose_events(struct counter *counter)
{
	struct traced_events *events = counter->events;
	const char *option, *name, *lacks = NULL, *lacking = NULL;
	struct traced_event *event, *first = NULL;
	bool has_filter = false;
	size_t i, nr = events->nr;

	counter->counted = xcalloc(events->nr, sizeof(*counter->counted));
	for (i = 0; i < events->nr; i++)
		has_filter |= !!events->list[i].filter;
	for (i = 0; i < events->nr; i++) {
		event = &events->list[i];
		if (has_filter && !event->filter) {	/* It is not watched. */
			event->is_gone = true;
			nr--;
			continue;
		}
		option = find_fields(counter->request, event, &counter->counted[i], &name);
		if (!option) {
			counter->counted[i].names = event_names(event);
			continue;
		}
		counter->nr_left_out++;
		event->is_gone = true;
		if (first)
			continue;
		first = event;
		lacks = option;
		lacking = name;
	}
	if (counter->nr_left_out == nr)
		return first ? report_missing(first, lacks, lacking) : -1;
	if (first)
		error_file("top", "left out: %zu of %zu events, which lack a field",
			   counter->nr_left_out, nr);
	return 0;
}

/* Those of all events are alike. */
static void warn_of_stacks(const struct counter *counter)
{
	const struct counted_event *counted = counter->counted;
	unsigned int i;

	while (!counted->names)
		counted++;
	for (i = 0; i < counter->request->nr_by; i++)
		groups_warn(&counted->by[i]);
}

/*
 * Rows
 */

static struct count_row *row_of(struct counter *counter, const struct counted_event *counted,
				const struct hit *hit)
{
	struct count_row *row = (struct count_row *)groups_find(&counter->groups, counted,
								counted->by, hit);

	if (row->names)
		return row;
	row->names = counted->names;
	row->is_sum_signed = counted->number.type && counted->number.type->flags & SDT_ARG_SIGNED;
	row->values.is_signed = row->is_sum_signed;
	return row;
}

static bool count_hit(struct hit_sink *sink, const struct hit *hit)
{
	struct counter *counter = counter_of(sink);
	const struct counted_event *counted =
		&counter->counted[hit->traced - counter->events->list];
	struct count_row *row;
	uint64_t number;

	if (!counted->names)
		return true;
	row = row_of(counter, counted, hit);
	row->total++;
	if (!counted->number.type)
		return true;
	number = hit->values[counted->number.arg].value;
	row->sum += number;
	if (counter->request->quantize)
		histogram_add(&row->values, number);
	return true;
}

void count_each(struct hit_sink *sink, void (*see)(struct count_row *row, void *data), void *data)
{
	struct counter *counter = counter_of(sink);
	struct count_row *row;
	size_t i;

	for (i = 0; i < counter->groups.nr; i++) {
		row = (struct count_row *)counter->groups.list[i];
		see(row, data);
		row->before = row->total;
	}
}

uint64_t count_lost(struct hit_sink *sink, bool *is_some)
{
	struct counter *counter = counter_of(sink);
	const uint64_t nr = counter->nr_lost;

	*is_some = counter->are_some_lost;
	counter->nr_lost = 0;
	counter->are_some_lost = false;
	return nr;
}

size_t count_left_out(const struct hit_sink *sink)
{
	return ((const struct counter *)sink)->nr_left_out;
}

/*
 * The sink
 */

static void take_lost(struct hit_sink *sink, int cpu, uint64_t number)
{
	struct counter *counter = counter_of(sink);

	(void)cpu;
	counter->nr_lost += number;
	counter->are_some_lost |= !number;
}

static int count_flush(struct hit_sink *sink)
{
	(void)sink;
	return 0;
}

static void count_close(struct hit_sink *sink)
{
	struct counter *counter = counter_of(sink);
	size_t i;

	groups_report(&counter->groups, "top");
	for (i = 0; i < counter->groups.nr; i++)
		histogram_free(&((struct count_row *)counter->groups.list[i])->values);
	groups_free(&counter->groups);
	for (i = 0; i < counter->events->nr; i++)
		free(counter->counted[i].names);
	free(counter->counted);
	free(counter);
}

static const struct hit_sink_ops count_ops = {
	.hit = count_hit,
	.lost = take_lost,
	.flush = count_flush,
	.close = count_close,
};

struct hit_sink *count_open(const struct count_request *request, struct traced_events *events)
{
	struct counter *counter = xcalloc(1, sizeof(*counter));

	counter->sink.ops = &count_ops;
	counter->request = request;
	counter->events = events;
	counter->groups.size = sizeof(struct count_row);
	counter->groups.nr_by = request->nr_by;
	if (!choose_events(counter)) {
		warn_of_stacks(counter);
		return &counter->sink;
	}
	count_close(&counter->sink);
	return NULL;
}
