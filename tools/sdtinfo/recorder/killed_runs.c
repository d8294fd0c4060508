// SPDX-License-Identifier: GPL-2.0-only
/*
 * killed_runs.c - hits that killed runs of trace have left, and nobody has read
 *
 * Their instances stay until they are recovered or discarded.
 */
#include <stdlib.h>

#include "recorder.h"
#include "show.h"
#include "lib/output.h"
#include "lib/util.h"
#include "tracefs/instance.h"

static void remove_leftover(struct instance *stale)
{
	int lock = instances_lock();

	instance_remove_stale(stale);
	instances_unlock(lock);
}

/* Returns whether it can be removed: nothing that was printed may be lost. */
static bool show_leftover(const struct instance *stale, const struct killed_runs_request *request)
{
	const struct show_request show = {
		.catalog = request->catalog,
		.instance = stale->tracefs,
		.is_json = request->is_json,
		.with_lines = request->with_lines,
	};

	tracefs_trace_off(stale->tracefs);
	return !show_hits(&show) && !out_finish();
}

static void tell_discarded(const struct instance *stale)
{
	char *held = instances_held(stale->tracefs);

	printf("discarded %s: %s\n", tracefs_instance_get_name(stale->tracefs), held);
	free(held);
}

/* 1: it is gone; 0: it is none; -1: it stays */
static int take_leftover(const char *name, const struct killed_runs_request *request)
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

enum exit_code killed_runs_take(const struct killed_runs_request *request)
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
		error_file("trace", "no run that was killed has left hits");
	return taken < 0 || !nr ? EXIT_FAILED : EXIT_DONE;
}
