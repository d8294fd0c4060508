// SPDX-License-Identifier: GPL-2.0-only
/*
 * pairs.c - which probes begin and end something
 *
 * Patterns name the two, if each matches one event; else pairs are found by their names:
 * ioctl-entry and ioctl-return.
 */
#include <stdlib.h>
#include <string.h>

#include "pairs.h"
#include "lib/util.h"

static bool is_same_event(const struct traced_event *a, const struct traced_event *b)
{
	return !strcmp(a->system, b->system) && !probe_compare_events(a->first, b->first);
}

static void add_pair(struct pairs *pairs, struct traced_event *from, struct traced_event *to)
{
	struct pair *pair;
	size_t i;

	for (i = 0; i < pairs->nr; i++)
		if (is_same_event(pairs->list[i].from, from) &&
		    is_same_event(pairs->list[i].to, to))
			return;
	pairs->list = xroom_for_one(pairs->list, pairs->nr, sizeof(*pairs->list));
	pair = &pairs->list[pairs->nr];
	*pair = (struct pair){
		.from = from,
		.to = to,
		.is_period = is_same_event(from, to),
		.nr = pairs->nr++,
	};
}

static bool is_pair(const struct traced_event *from, const struct traced_event *to)
{
	bool is_call;

	return pair_stem(from, to, &is_call) >= 0;
}

static void find_by_names(struct pairs *pairs)
{
	size_t i, j, k, l;

	for (i = 0; i < pairs->nr_patterns; i++)
		for (j = 0; j < pairs->events[i].nr; j++)
			for (k = 0; k < pairs->nr_patterns; k++)
				for (l = 0; l < pairs->events[k].nr; l++)
					if (is_pair(&pairs->events[i].list[j],
						    &pairs->events[k].list[l]))
						add_pair(pairs, &pairs->events[i].list[j],
							 &pairs->events[k].list[l]);
}

/* Neither two events, nor names that belong together */
static int report_no_pair(const struct pairs *pairs, struct catalog *const *catalogs)
{
	const struct traced_events *events = pairs->events;
	char *name, *other;
	size_t i;

	for (i = 0; i < pairs->nr_patterns && events[i].nr == 1; i++)
		;
	if (i == pairs->nr_patterns) {
		name = event_names(&events[0].list[0]);
		error_file(catalogs[0]->patterns[0].text, "matches %s only: name the probe at the end, too",
			   name);
		free(name);
		return -1;
	}
	name = event_names(&events[i].list[0]);
	other = event_names(&events[i].list[1]);
	error_file(catalogs[i]->patterns[0].text, "matches %s, %s%s, of which none begin and end something by their names, as X-entry and X-return: choose two",
		   name, other, events[i].nr > 2 ? ", ..." : "");
	free(other);
	free(name);
	return -1;
}

static void report_part(const struct traced_event *event)
{
	char *names = event_names(event);

	error_file(names, "the kernel counts the hits of all sites of an event together: choose them all");
	free(names);
}

/*
 * Can it be watched?  Each event is there once in @pairs->distinct; those of several patterns can
 * be the same.
 */
static void take_event(struct pairs *pairs, struct traced_event *event)
{
	size_t i;

	if (event->is_gone)
		return;
	if (!event->is_whole) {
		report_part(event);
		event->is_gone = true;
		return;
	}
	for (i = 0; i < pairs->nr_distinct; i++)
		if (is_same_event(pairs->distinct[i], event))
			break;
	if (i == pairs->nr_distinct) {
		pairs->distinct = xroom_for_one(pairs->distinct, pairs->nr_distinct,
						sizeof(*pairs->distinct));
		pairs->distinct[pairs->nr_distinct++] = event;
		event->is_gone = event_find(event);
		return;
	}
	event->name = pairs->distinct[i]->name;
	event->has_copies = pairs->distinct[i]->has_copies;
	event->is_gone = pairs->distinct[i]->is_gone;
}

/* Drop pairs of which an event cannot be watched.  Fails if none is left. */
static int take_events(struct pairs *pairs)
{
	size_t i, nr = 0, nr_distinct = 0;

	for (i = 0; i < pairs->nr; i++) {
		struct pair *pair = &pairs->list[i];

		take_event(pairs, pair->from);
		take_event(pairs, pair->to);
		if (pair->from->is_gone || pair->to->is_gone)
			continue;
		pairs->list[nr] = *pair;
		pairs->list[nr].nr = nr;
		nr++;
	}
	pairs->nr = nr;
	for (i = 0; i < pairs->nr_distinct; i++)
		if (!pairs->distinct[i]->is_gone)
			pairs->distinct[nr_distinct++] = pairs->distinct[i];
	pairs->nr_distinct = nr_distinct;
	return nr ? 0 : -1;
}

int pairs_choose(struct pairs *pairs, struct catalog *const *catalogs, size_t nr)
{
	bool are_named = !(nr % 2);
	size_t i;

	pairs->nr_patterns = nr;
	pairs->events = xcalloc(nr, sizeof(*pairs->events));
	for (i = 0; i < nr; i++) {
		events_choose(&pairs->events[i], catalogs[i]);
		are_named &= pairs->events[i].nr == 1;
	}
	if (are_named)
		for (i = 0; i < nr; i += 2)
			add_pair(pairs, &pairs->events[i].list[0], &pairs->events[i + 1].list[0]);
	else
		find_by_names(pairs);
	if (!pairs->nr)
		return report_no_pair(pairs, catalogs);
	return take_events(pairs);
}

static void free_pair(struct pair *pair)
{
	group_by_free(&pair->by);
	free(pair->event);
	free(pair->tick);
}

void pairs_drop(struct pairs *pairs, size_t i)
{
	free_pair(&pairs->list[i]);
	pairs->nr--;
	memmove(&pairs->list[i], &pairs->list[i + 1], (pairs->nr - i) * sizeof(*pairs->list));
}

void pairs_free(struct pairs *pairs)
{
	size_t i;

	for (i = 0; i < pairs->nr_patterns; i++)
		events_free(&pairs->events[i]);
	free(pairs->events);
	free(pairs->distinct);
	for (i = 0; i < pairs->nr; i++)
		free_pair(&pairs->list[i]);
	free(pairs->list);
}

/*
 * What of a hit can be kept
 */

void call_fields(const struct traced_event *event, unsigned int max, struct call_fields *fields)
{
	struct call_field *field;
	unsigned int i;
	char *copy;

	fields->nr = 0;
	for (i = 0; i < event->fields->nr_args && i < max; i++) {
		copy = event->has_copies && event->fields->args[i].kind == SDT_ARG_STRING ?
		       event_copy_field(event->fields, i) : NULL;
		field = &fields->list[fields->nr++];
		field->arg = i;
		field->is_string = copy;
		field->name = copy ? copy : xasprintf("%s", event->fields->args[i].name);
	}
}

void call_fields_free(struct call_fields *fields)
{
	while (fields->nr)
		free(fields->list[--fields->nr].name);
}
