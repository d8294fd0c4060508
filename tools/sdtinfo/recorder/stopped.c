// SPDX-License-Identifier: GPL-2.0-only
/*
 * stopped.c - the hit that has stopped a recorder
 *
 * The kernel does not tell when a trigger ran.  The hit is the last one in the recorder that can
 * have run it; of a recorder of sdt.ko, it is the last one of all.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "recorder.h"
#include "lib/util.h"
#include "trace/recordings.h"
#include "trace/sink.h"
#include "trace/source.h"
#include "trace/stream.h"
#include "tracefs/instance_state.h"

/* A sink that keeps the last such hit */
struct search {
	struct hit_sink sink;
	struct instance_state *state;
	struct hit *last;
};

static struct search *search_of(struct hit_sink *sink)
{
	return (struct search *)sink;	/* its first member */
}

/* @name: "revdev:write_return" */
static bool is_event(const struct traced_event *event, const char *name)
{
	const size_t length = strlen(event->system);

	return !strncmp(name, event->system, length) && name[length] == ':' &&
	       !strcmp(name + length + 1, event->name);
}

static bool search_hit(struct hit_sink *sink, const struct hit *hit)
{
	struct search *search = search_of(sink);
	const struct instance_state *state = search->state;

	if (!state->is_of_sdt && !is_event(hit->traced, state->stopped_by))
		return true;
	free(search->last);
	search->last = hit_copy(hit);
	return true;
}

static void search_lost(struct hit_sink *sink, int cpu, uint64_t number)
{
	(void)sink;
	(void)cpu;
	(void)number;
}

static char *values_text(const struct hit *hit)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		out_of_memory();
	hit_print_values(out, hit);
	if (fclose(out))
		out_of_memory();
	return text;
}

static int search_finish(struct hit_sink *sink)
{
	struct search *search = search_of(sink);
	struct instance_state *state = search->state;

	if (!search->last)
		return 0;
	state->stopped_at = search->last->time / (double)NSEC_PER_SEC;
	if (!state->is_of_sdt)
		state->values = values_text(search->last);
	return 0;
}

static void search_close(struct hit_sink *sink)
{
	struct search *search = search_of(sink);

	free(search->last);
	free(search);
}

static const struct hit_sink_ops search_ops = {
	.hit = search_hit,
	.lost = search_lost,
	.finish = search_finish,
	.close = search_close,
};

static struct hit_sink *open_search(struct traced_events *events, size_t nr_cpus, void *data)
{
	struct search *search = xcalloc(1, sizeof(*search));

	(void)events;
	(void)nr_cpus;
	search->sink.ops = &search_ops;
	search->state = data;
	return &search->sink;
}

void record_find_stop(const char *name, struct instance_state *state)
{
	struct selection selection = { 0 };
	struct stream_request request = {
		.catalog = &selection.catalog,
		.filter = state->stop_filter,
		.filters_some = true,
		.open_sink = open_search,
		.data = state,
	};

	request.source = source_open(name);
	if (!request.source)
		return;
	if (source_select(request.source, &selection) == EXIT_DONE) {
		request.with_stacks = request.source->stack;
		stream_hits(&request);
	}
	selection_free(&selection);
	source_close(request.source);
}
