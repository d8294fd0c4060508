// SPDX-License-Identifier: GPL-2.0-only
/*
 * show.c - print the hits that an instance holds
 *
 * Recording goes on meanwhile.  The hits are moved to files (saved_pages.c) and printed from
 * there, so that they can be printed again.
 */
#include <stdlib.h>

#include "recorder.h"
#include "lib/output.h"
#include "lib/util.h"
#include "trace/sink.h"
#include "trace/stream.h"
#include "tracefs/instance.h"

struct show {
	struct buffers buffers;
	struct pages pages;
	struct decoder decoder;
	struct hit_sink *sink;
};

static bool on_hit(const struct hit *hit, void *data)
{
	struct show *show = data;

	return show->sink->ops->hit(show->sink, hit);
}

static bool on_record(struct tep_record *record, void *data)
{
	struct show *show = data;

	return decoder_take(&show->decoder, record);
}

static void on_lost(int cpu, unsigned long long number, void *data)
{
	struct show *show = data;

	show->sink->ops->lost(show->sink, cpu, decoder_lost(&show->decoder, cpu, number));
}

static int print_hits(struct show *show, const struct show_request *request)
{
	size_t i;

	if (decoder_open(&show->decoder) ||
	    decoder_choose(&show->decoder, request->catalog) ||
	    buffers_open(&show->buffers, request->instance) ||
	    pages_take(&show->pages, request->instance, &show->buffers))
		return -1;
	buffers_replay(&show->buffers, show->pages.cpus);
	sink_probes(show->sink, request->catalog);
	sink_begin(show->sink);
	buffers_read(&show->buffers);
	for (i = 0; i < show->decoder.nr_cpus && !ferror(stdout); i++)
		decoder_flush(&show->decoder, i);
	return 0;
}

int show_hits(const struct show_request *request)
{
	struct show show = {
		.decoder.with_stacks = tracefs_option_is_enabled(request->instance,
								 TRACEFS_OPTION_STACKTRACE),
		.decoder.with_lines = request->with_lines,
		.decoder.is_late = true,
		.decoder.past = request->is_past ? tracefs_instance_get_name(request->instance) :
						   NULL,
		.decoder.hit = on_hit,
		.decoder.data = &show,
		.buffers.record = on_record,
		.buffers.lost = on_lost,
		.buffers.data = &show,
		.sink = sink_open(&(struct sink_request){
			.is_json = request->is_json,
			.with_lines = request->with_lines,
		}, NULL, 0),
	};
	int failed = print_hits(&show, request);

	pages_close(&show.pages);
	buffers_close(&show.buffers);
	decoder_close(&show.decoder);
	sink_close(show.sink);
	return failed;
}

/*
 * Killed runs: their instances stay until the hits are recovered or discarded
 */

static void remove_leftover(struct instance *stale)
{
	int lock = instances_lock();

	instance_remove_stale(stale);
	instances_unlock(lock);
}

/* Returns whether it can be removed: its hits were printed. */
static bool show_leftover(const struct instance *stale, struct show_request *request)
{
	request->instance = stale->tracefs;
	tracefs_trace_off(stale->tracefs);
	return !show_hits(request) && !out_finish();
}

static void tell_discarded(const struct instance *stale)
{
	char *held = instances_held(stale->tracefs);

	printf("discarded %s: %s\n", tracefs_instance_get_name(stale->tracefs), held);
	free(held);
}

/* 1: it was removed; 0: it had no hits, or is in use; -1: it stays */
static int take_leftover(const char *name, struct show_request *request)
{
	struct instance stale;
	bool has_hits;

	if (!instance_take_over(&stale, name))
		return 0;
	has_hits = instance_has_hits(&stale);
	if (has_hits && request->catalog && !show_leftover(&stale, request)) {
		instance_leave(&stale);
		return -1;
	}
	if (has_hits && !request->catalog)
		tell_discarded(&stale);
	remove_leftover(&stale);
	return has_hits;
}

enum exit_code killed_runs_take(struct show_request *request)
{
	char **names;
	int taken, nr = 0;
	size_t i;

	names = tracefs_instances(STALE_INSTANCES);
	for (i = 0, taken = 0; names && names[i] && taken >= 0; i++) {
		taken = take_leftover(names[i], request);
		nr += taken > 0;
	}
	tracefs_list_free(names);
	if (!nr && taken >= 0)
		error_file("trace", "no killed run has left hits");
	return taken < 0 || !nr ? EXIT_FAILED : EXIT_DONE;
}
