// SPDX-License-Identifier: GPL-2.0-only
/*
 * list.c - list the recorders, the kernel's own buffer, and what killed runs have left
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "recorder.h"
#include "lib/access.h"
#include "lib/json.h"
#include "loaded/loaded.h"
#include "tracefs/instance.h"

#define GLOBAL	"--global"

#define KB	1024

struct recorder {
	const char *name;
	struct instance_state state;
	char *what;
};

struct recorder_list {
	struct recorder *list;
	size_t nr;
};

static void free_recorder(struct recorder *recorder)
{
	instance_state_free(&recorder->state);
	free(recorder->what);
}

/* @state is freed with the recorder. */
static void add_recorder(struct recorder_list *recorders, const char *name,
			 struct instance_state *state)
{
	recorders->list = xroom_for_one(recorders->list, recorders->nr, sizeof(*recorders->list));
	recorders->list[recorders->nr++] = (struct recorder){
		.name = name,
		.state = *state,
		.what = instance_state_what(state),
	};
}

/* An instance that has ended meanwhile is none (ENOENT). */
static int read_failed(const char *name, int error)
{
	return error && error != ENOENT ? error_file(name, "%s", access_reason(error)) : 0;
}

static int add_instance(struct recorder_list *recorders, const char *name)
{
	const bool is_recorder = instance_is_recorder(name);
	struct instance_state state = { 0 };
	const int error = instance_state_of(&state, name);

	if (!error && (is_recorder || state.is_left))
		add_recorder(recorders, strrchr(state.folder, '/') + 1 +
				 (is_recorder ? strlen(RECORDER_PREFIX) : 0), &state);
	else
		instance_state_free(&state);
	return read_failed(name, error);
}

/* Others' events can be enabled in the kernel's own buffer as well. */
static void keep_probes(struct name_list *events)
{
	struct name_list modules = { 0 }, all = *events;
	char *system;
	size_t i;

	loaded_instrumented(&modules);
	*events = (struct name_list){ 0 };
	for (i = 0; i < all.nr; i++) {
		system = xasprintf("%.*s", (int)strcspn(all.list[i], ":"), all.list[i]);
		if (names_have(&modules, system))
			names_add(events, all.list[i]);
		free(system);
	}
	names_free(&all);
	names_free(&modules);
}

static int add_global(struct recorder_list *recorders)
{
	struct instance_state state = { 0 };
	const int error = instance_state_read(&state, tracefs_tracing_dir());

	if (!error)
		keep_probes(&state.events);
	if (state.events.nr)
		add_recorder(recorders, GLOBAL, &state);
	else
		instance_state_free(&state);
	return read_failed(GLOBAL, error);
}

/* Of whatever is listed.  What latency or top measure is of no use without them. */
static bool is_listed(const char *name)
{
	return instance_is_recorder(name) ||
	       (instance_is_run(name) && !text_ends_with(name, strlen(name), MEASURED));
}

static int find_recorders(struct recorder_list *recorders)
{
	struct name_list names = { 0 };
	int failed = add_global(recorders);
	size_t i;

	folder_names(&names, "%s/instances", tracefs_tracing_dir());
	for (i = 0; i < names.nr; i++)
		if (is_listed(names.list[i]))
			failed |= add_instance(recorders, names.list[i]);
	names_free(&names);
	return failed;
}

/*
 * Print
 */

/* For how long back nothing is missing; 0: not known */
static double seconds_held(const struct instance_state *state)
{
	const double end = state->stopped_at ? state->stopped_at :
			   state->is_on && state->events.nr ? state->now : 0;

	return state->oldest && end > state->oldest ? end - state->oldest : 0;
}

static void print_recorder(const struct recorder *recorder, int width, int what_width)
{
	const struct instance_state *state = &recorder->state;
	const double held = seconds_held(state);
	char *text = instance_state_text(state), *values = out_safe(state->values ?: "");
	char *seconds = held ? xasprintf("%.1f s", held) : xasprintf("-");

	printf("%-*s  %6zu  %9" PRIu64 "  %11" PRIu64 "  %7" PRIu64 "K  %8s  %-*s  %s%s%s\n", width,
	       recorder->name, state->events.nr, state->records, state->overrun, state->kb,
	       seconds, what_width, recorder->what, text, *values ? ", " : "", values);
	free(seconds);
	free(values);
	free(text);
}

static void print_recorder_json(const struct recorder *recorder)
{
	const struct instance_state *state = &recorder->state;
	struct json_object *line = json_line();
	char *text = instance_state_text(state);

	json_add_string(line, "recorder", recorder->name);
	json_add_number(line, "events", state->events.nr);
	json_add_string(line, "recorded", recorder->what);
	json_add_number(line, "records", state->records);
	json_add_number(line, "overwritten", state->overrun);
	json_add_number(line, "size", state->kb * KB);
	json_add_number(line, "held", seconds_held(state) * NSEC_PER_SEC);
	json_add_bool(line, "recording", state->is_on && state->events.nr && !state->is_left);
	json_add_string(line, "state", text);
	if (state->until)
		json_add_string(line, "until", state->until);
	if (state->stopped_by)
		json_add_string(line, "stopped_by", state->stopped_by);
	if (state->stopped_at)
		json_add_number(line, "stopped_at", state->stopped_at * NSEC_PER_SEC + 0.5);
	if (state->values)
		json_add_string(line, "values", state->values);
	json_end_line(line);
	free(text);
}

static void print_all(const struct recorder_list *recorders)
{
	int width = strlen("RECORDER"), what_width = strlen("RECORDED");
	const struct recorder *recorder;

	for (recorder = recorders->list; recorder < recorders->list + recorders->nr; recorder++) {
		if ((int)strlen(recorder->name) > width)
			width = strlen(recorder->name);
		if ((int)strlen(recorder->what) > what_width)
			what_width = strlen(recorder->what);
	}
	if (recorders->nr)
		printf("%-*s  %6s  %9s  %11s  %8s  %8s  %-*s  STATE\n", width, "RECORDER",
		       "EVENTS", "RECORDS", "OVERWRITTEN", "SIZE", "HOLDS", what_width,
		       "RECORDED");
	for (recorder = recorders->list; recorder < recorders->list + recorders->nr; recorder++)
		print_recorder(recorder, width, what_width);
}

enum exit_code record_list(bool is_json)
{
	const int lock = instances_lock(tracefs_tracing_dir());
	struct recorder_list recorders = { 0 };
	const int failed = find_recorders(&recorders);
	size_t i;

	instances_unlock(lock);
	for (i = 0; is_json && i < recorders.nr; i++)
		print_recorder_json(&recorders.list[i]);
	if (!is_json)
		print_all(&recorders);
	while (recorders.nr)
		free_recorder(&recorders.list[--recorders.nr]);
	free(recorders.list);
	return failed ? EXIT_FAILED : EXIT_DONE;
}
