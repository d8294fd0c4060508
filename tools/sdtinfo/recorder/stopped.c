// SPDX-License-Identifier: GPL-2.0-only
/*
 * stopped.c - the hit that has stopped a recorder
 *
 * The kernel does not tell when a trigger ran.  The hit is the last one in the recorder that can
 * have run it; of a recorder of sdt.ko, it is the last one of all.  Its time and values are kept
 * beside the saved pages, from which they can be found again, so that lists need not read hits.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "recorder.h"
#include "lib/output.h"
#include "lib/stop.h"
#include "lib/util.h"
#include "trace/sink.h"
#include "trace/stream.h"
#include "tracefs/instance.h"

/* A sink that keeps the last such hit */
struct search {
	struct hit_sink sink;
	const struct instance_state *state;
	const char *instance;
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

/* A line for instance_state_read() */
static void keep(const struct search *search)
{
	char *path = xasprintf(PAGES_FOLDER "/%s/" STOPPED_FILE, search->instance);
	struct out_file file;

	if (!out_file_open(&file, path)) {
		fprintf(file.stream, "%" PRIu64 " ", search->last->time);
		if (!search->state->is_of_sdt)
			hit_print_values(file.stream, search->last);
		fputc('\n', file.stream);
		out_file_commit(&file);
	}
	free(path);
}

/* The hit's values are those of the stream's events, so they are printed before it is closed. */
static void search_close(struct hit_sink *sink)
{
	struct search *search = search_of(sink);

	error_mute(false);
	if (search->last && !stop_requested())
		keep(search);
	free(search->last);
	error_mute(true);
}

static const struct hit_sink_ops search_ops = {
	.hit = search_hit,
	.close = search_close,
};

static struct hit_sink *open_search(struct traced_events *events, size_t nr_cpus, void *data)
{
	struct search *search = data;

	(void)events;
	(void)nr_cpus;
	return &search->sink;
}

void record_find_stop(const char *name)
{
	char *instance = instance_of_recorder(name);
	char *folder = xasprintf("%s/instances/%s", tracefs_tracing_dir(), instance);
	struct instance_state state = { 0 };
	struct search search = {
		.sink.ops = &search_ops,
		.state = &state,
		.instance = instance,
	};
	struct selection selection = { 0 };
	struct stream_request request = {
		.filters_some = true,
		.open_sink = open_search,
		.data = &search,
	};

	/* What is wrong was said when the hits were shown; the kernel's filters can do more. */
	error_mute(true);
	/*
	 * No hit stops a run that was killed.  The source has the lock of the recorder, which does
	 * not go on meanwhile.
	 */
	if (instance_is_recorder(instance) && !instance_is_on(folder) &&
	    stream_select(&request, &selection, name) == EXIT_DONE &&
	    !instance_state_read(&state, folder) && state.stopped_by) {
		request.filter = state.stop_filter;
		stream_hits(&request);
	}
	error_mute(false);
	source_close(request.source);
	selection_free(&selection);
	instance_state_free(&state);
	free(folder);
	free(instance);
}
