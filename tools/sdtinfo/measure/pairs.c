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

static bool matches_site(const struct sdt_pattern *pattern, const struct probe_site *site)
{
	return !pattern->file || sdt_pattern_match_site(pattern, site->file, site->line);
}

/* How many of an event's sites match */
static size_t nr_matching(const struct traced_event *event, const struct sdt_pattern *pattern)
{
	size_t i, nr = 0;

	for (i = 0; i < event->nr_sites; i++)
		nr += pattern_match(pattern, event_module(event), event->sites[i].probe) &&
		      matches_site(pattern, event->sites[i].site);
	return nr;
}

char *pair_end_names(const struct pair_end *end)
{
	const struct traced_event *event = end->event;
	const struct probe *only = NULL;
	size_t i;

	if (!end->pattern)
		return event_names(event);
	for (i = 0; i < event->nr_sites; i++) {
		if (!pattern_match(end->pattern, event_module(event), event->sites[i].probe))
			continue;
		if (only && only != event->sites[i].probe)
			return event_names(event);
		only = event->sites[i].probe;
	}
	return probe_names(event->first, event_module(event), only ? only->function : "");
}

bool pair_takes(const struct pair_end *end, const struct hit *hit)
{
	if (!end->pattern)
		return true;
	return hit->probe && pattern_match(end->pattern, hit->module, hit->probe) &&
	       (!end->pattern->file || (hit->site && matches_site(end->pattern, hit->site)));
}

/* The event that a pattern matches; NULL: several */
static struct traced_event *event_of(const struct sdt_pattern *pattern,
				     struct traced_events *events)
{
	struct traced_event *found = NULL;
	size_t i;

	for (i = 0; i < events->nr; i++) {
		if (!nr_matching(&events->list[i], pattern))
			continue;
		if (found)
			return NULL;
		found = &events->list[i];
	}
	return found;
}

static void add_pair(struct pairs *pairs, const struct pair_end *from, const struct pair_end *to)
{
	const struct pair pair = {
		.from = *from,
		.to = *to,
		.is_period = from->event == to->event && from->pattern == to->pattern,
	};
	size_t i;

	for (i = 0; i < pairs->nr; i++)
		if (pairs->list[i].from.event == from->event &&
		    pairs->list[i].from.pattern == from->pattern &&
		    pairs->list[i].to.event == to->event &&
		    pairs->list[i].to.pattern == to->pattern)
			return;
	pairs->list = xroom_for_one(pairs->list, pairs->nr, sizeof(pair));
	pairs->list[pairs->nr++] = pair;
}

/* FROM TO, FROM TO, ... */
static bool find_by_patterns(struct pairs *pairs, struct traced_events *events,
			     const struct catalog *catalog)
{
	const size_t nr = catalog->nr_patterns;
	struct pair_end *ends = xcalloc(nr + 1, sizeof(*ends));
	bool are_named = nr && !(nr % 2);
	size_t i;

	for (i = 0; i < nr && are_named; i++) {
		ends[i].event = event_of(&catalog->patterns[i].pattern, events);
		are_named = ends[i].event;
		if (are_named && nr_matching(ends[i].event, &catalog->patterns[i].pattern) <
				 ends[i].event->nr_sites)
			ends[i].pattern = &catalog->patterns[i].pattern;
		if (are_named && i % 2 &&
		    !strcmp(catalog->patterns[i].text, catalog->patterns[i - 1].text))
			ends[i].pattern = ends[i - 1].pattern;
	}
	for (i = 0; i < nr && are_named; i += 2)
		add_pair(pairs, &ends[i], &ends[i + 1]);
	free(ends);
	return are_named;
}

static void find_by_names(struct pairs *pairs, struct traced_events *events)
{
	struct pair_end from = { 0 }, to = { 0 };
	bool is_call;
	size_t i, j;

	for (i = 0; i < events->nr; i++)
		for (j = 0; j < events->nr; j++) {
			from.event = &events->list[i];
			to.event = &events->list[j];
			if (pair_stem(from.event, to.event, &is_call) >= 0)
				add_pair(pairs, &from, &to);
		}
}

/* Neither two events, nor names that belong together */
static int report_no_pair(const struct traced_events *events, const struct catalog *catalog)
{
	char *name = event_names(&events->list[0]), *other;

	if (events->nr == 1) {
		error_file(catalog->patterns[0].text, "matches %s only: name the probe at the end, too",
			   name);
	} else {
		other = event_names(&events->list[1]);
		error_file(catalog->patterns[0].text, "matches %s, %s%s, of which none begin and end something by their names, as X-entry and X-return: choose two",
			   name, other, events->nr > 2 ? ", ..." : "");
		free(other);
	}
	free(name);
	return -1;
}

/* A hit must tell which of an event's sites fired, if only some are meant. */
static int check_end(const struct pair_end *end)
{
	const char *why = NULL;

	if (!end->event->ip)
		why = "with layout=dtrace, an event does not tell which of its sites fired";
	else if (kernel_hides_addresses())
		why = "kptr_restrict=2, or a lack of CAP_SYSLOG, hides which of its sites fired";
	return end->pattern && why ? error_file(end->event->name, "%s: watch them all", why) : 0;
}

int pairs_choose(struct pairs *pairs, struct traced_events *events, const struct catalog *catalog)
{
	size_t i;

	if (!find_by_patterns(pairs, events, catalog))
		find_by_names(pairs, events);
	if (!pairs->nr)
		return report_no_pair(events, catalog);
	for (i = 0; i < pairs->nr; i++)
		if (check_end(&pairs->list[i].from) || check_end(&pairs->list[i].to))
			return -1;
	return 0;
}
