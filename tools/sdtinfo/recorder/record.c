// SPDX-License-Identifier: GPL-2.0-only
/*
 * record.c - flight recorders: instances that keep the last hits after sdtinfo has ended
 *
 * A recorder is the trace instance sdt-NAME.  Recording needs only the kernel.
 * sdt.ko does not withdraw events that are enabled, so these stay published.
 *
 * until.c stops a recorder at a hit.
 *
 * Recording starts when the events are enabled and the buffers have their size.
 *
 * The global recorder is the kernel's own buffer, which is dumped when the kernel crashes.
 * Others can use it at the same time, so sdtinfo does not read it.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "recorder.h"
#include "lib/stop.h"
#include "lib/util.h"
#include "text/arg.h"
#include "tracefs/events.h"
#include "tracefs/instance.h"

#define DEFAULT_SIZE	(4096 * 1024)

#define DUMP_SWITCH	"/proc/sys/kernel/ftrace_dump_on_oops"

/*
 * Start
 */

/* What is recorded, and which of it stops the recorder */
struct recorded {
	struct traced_events events;
	struct traced_events stops;
};

static void recorded_free(struct recorded *recorded)
{
	events_free(&recorded->events);
	events_free(&recorded->stops);
}

static int find_events(struct recorded *recorded, const struct record_request *request)
{
	struct traced_events *events = &recorded->events;

	events_choose(events, request->catalog);
	if (events_find(events) ||
	    (request->filter && filters_translate(events, request->filter, false, false)))
		return -1;
	return request->until ? until_choose(&recorded->stops, events, request) : 0;
}

static int set_up(struct recorded *recorded, struct tracefs_instance *instance,
		  struct task_selection *tasks, const struct record_request *request, uint64_t size)
{
	if (instance)
		tracefs_trace_off(instance);
	if (instance && tasks_apply(tasks, instance))
		return -1;
	if (request->with_stacks && tracefs_option_enable(instance, TRACEFS_OPTION_STACKTRACE))
		return error_file("trace_options", "stacktrace: %s", strerror(errno));
	if (request->with_wall_clock &&
	    tracefs_instance_file_write(instance, "trace_clock", "mono") < 0)
		return error_file("trace_clock", "mono: %s", strerror(errno));
	if (events_enable(&recorded->events, instance, request->filter) ||
	    until_arm(&recorded->stops, instance) || instance_set_size(instance, size))
		return -1;
	if (instance && formats_save(instance))
		return -1;
	if (tracefs_trace_on(instance))
		return error_file("tracing_on", "%s", strerror(errno));
	return stop_requested() ? -1 : 0;
}

static size_t nr_recorded(const struct traced_events *events, const char *filter)
{
	size_t i, nr = 0;

	for (i = 0; i < events->nr; i++)
		nr += !events->list[i].is_gone && (!filter || events->list[i].filter);
	return nr;
}

static bool is_global(const struct traced_event *event)
{
	char *on = tracefs_event_file_read(NULL, event->system, event->name, "enable", NULL);
	const bool is_on = on && *on == '1';

	free(on);
	return is_on;
}

/* Those that were not enabled are not changed.  Counts the others. */
static int disable_global(const struct traced_events *events, size_t *nr)
{
	int failed = 0;
	size_t i;

	*nr = 0;
	for (i = 0; i < events->nr; i++) {
		const struct traced_event *event = &events->list[i];

		if (!is_global(event))
			continue;
		if (tracefs_event_file_write(NULL, event->system, event->name, "enable", "0") < 0) {
			failed = error_file(event->name, "the event cannot be disabled: %s",
					    strerror(errno));
			continue;
		}
		tracefs_event_file_write(NULL, event->system, event->name, "filter", "0");
		++*nr;
	}
	return failed;
}

/* An event that someone else has enabled must not get a filter, nor be disabled. */
static int check_global(const struct traced_events *events)
{
	size_t i;

	for (i = 0; i < events->nr; i++)
		if (is_global(&events->list[i]))
			return error_file(events->list[i].system,
					  "event %s is enabled in the kernel's own buffer already: 'sdtinfo record --global --stop' disables it",
					  events->list[i].name);
	return 0;
}

static bool is_dumped(void)
{
	char *line = file_line(DUMP_SWITCH);
	const bool is = line && *line && *line != '0';

	free(line);
	return is;
}

static int start_global(const struct record_request *request)
{
	struct recorded recorded = { 0 };
	size_t nr;
	int failed = find_events(&recorded, request) || check_global(&recorded.events);

	if (!failed) {
		failed = set_up(&recorded, NULL, NULL, request, request->size);
		if (failed)
			disable_global(&recorded.events, &nr);
	}
	if (!failed) {
		printf("recording %zu events in the kernel's own buffer\n",
		       nr_recorded(&recorded.events, request->filter));
		if (!is_dumped())
			error_file(DUMP_SWITCH, "0, so a crash does not dump the buffer: write 1 to it");
	}
	recorded_free(&recorded);
	return failed;
}

static uint64_t wanted_size(const struct record_request *request)
{
	return request->size ? request->size : DEFAULT_SIZE;
}

static int start_in(struct tracefs_instance *instance, const struct record_request *request,
		    bool is_persistent)
{
	const char *name = tracefs_instance_get_name(instance);
	struct task_selection tasks = { 0 };
	struct recorded recorded = { 0 };
	int failed = tasks_open(&tasks, &request->tasks) || find_events(&recorded, request) ||
		     set_up(&recorded, instance, &tasks, request,
			    is_persistent ? 0 : wanted_size(request));

	if (!failed)
		printf("recording %zu events in instance %s, %zd KB%s%s\n",
		       nr_recorded(&recorded.events, request->filter), name,
		       tracefs_instance_get_buffer_size(instance, -1),
		       request->until ? ", until " : "", request->until ?: "");
	tasks_close(&tasks);
	recorded_free(&recorded);
	return failed;
}

/* Disable the events of an instance from the kernel's command line, and remove its hits. */
static int empty_instance(struct tracefs_instance *instance)
{
	char *folder = tracefs_instance_get_dir(instance), *event, *system;
	struct name_list events = { 0 };
	size_t i;

	tracefs_trace_off(instance);
	instance_events(&events, folder);
	for (i = 0; i < events.nr; i++) {
		event = events.list[i];
		system = strsep(&event, ":");
		tracefs_event_file_write(instance, system, event, "enable", "0");
		tracefs_event_file_write(instance, system, event, "filter", "0");
		tracefs_event_file_write(instance, system, event, "trigger", "!" STOP_TRIGGER);
	}
	names_free(&events);
	free(folder);
	tracefs_option_disable(instance, TRACEFS_OPTION_STACKTRACE);
	tracefs_instance_file_clear(instance, "set_event_pid");
	if (tracefs_instance_file_clear(instance, "trace"))
		return error_file(tracefs_instance_get_name(instance),
				  "cannot be emptied; recording has stopped: %s", strerror(errno));
	formats_remove(instance);
	return 0;
}

/* Is it an empty instance from the kernel's command line?  Reports if it is not. */
static bool is_startable(const struct instance_state *state, const char *name,
			 const struct record_request *request)
{
	if (!state->is_persistent || state->events.nr)
		error_file(request->name, "already recording: 'sdtinfo record --stop' ends it, --name starts another recorder");
	else if (state->records)
		error_file(request->name, "it has hits of an earlier boot: 'sdtinfo record --show --stop' prints and removes them");
	else if (request->size)
		error_file("--size", "the kernel's command line sets the size of %s", name);
	else if (request->after)
		error_file("--after", "sdt.ko does not count the hits of %s, which the kernel's command line has made: omit it",
			   name);
	else
		return true;
	return false;
}

static int start_persistent(const char *name, const struct record_request *request)
{
	struct tracefs_instance *instance = NULL;
	struct instance_state state = { 0 };
	int failed = -1;

	instance_state_of(&state, name);
	if (is_startable(&state, name, request))
		instance = tracefs_instance_alloc(NULL, name);
	if (instance) {
		failed = start_in(instance, request, true);
		if (failed)
			empty_instance(instance);
		tracefs_instance_free(instance);
	}
	instance_state_free(&state);
	return failed;
}

static int start_new(const char *name, const struct record_request *request)
{
	struct tracefs_instance *instance = tracefs_instance_create(name);
	int failed = -1;

	if (instance) {
		pages_remove(name);	/* of one that was removed by hand */
		failed = start_in(instance, request, false);
		if (failed) {
			pages_remove(name);
			tracefs_instance_destroy(instance);
		}
		tracefs_instance_free(instance);
	} else {
		error_file(name, "cannot create a trace instance of this name: %s", strerror(errno));
	}
	return failed;
}

/* sdt.ko counts the hits that follow the one which is to stop a recorder. */
static int start_counted(const char *name, const struct record_request *request)
{
	pages_remove(name);	/* of one that was removed by hand */
	if (sdt_recorder_start(request, wanted_size(request)))
		return -1;
	printf("recording in instance %s, until %" PRIu64 " hits after %s\n", name, request->after,
	       request->until);
	return 0;
}

static int start_instance(const struct record_request *request)
{
	char *name = instance_of_recorder(request->name);
	int failed;

	if (!strcmp(name, request->name))
		failed = error_file("--name", "'%s': the trace instances of runs have such names: choose another one",
				    name);
	else if (tracefs_instance_exists(name))
		failed = start_persistent(name, request);
	else
		failed = request->after ? start_counted(name, request) : start_new(name, request);
	free(name);
	return failed;
}

enum exit_code record_start(const struct record_request *request)
{
	int lock, failed;

	if (stop_on_signals())
		return EXIT_FAILED;
	lock = instances_lock(tracefs_tracing_dir());
	failed = request->is_global ? start_global(request) : start_instance(request);
	instances_unlock(lock);
	return failed ? EXIT_FAILED : EXIT_DONE;
}

/*
 * Stop
 */

/*
 * When a module is removed, the kernel empties the buffers that had its events.  Recorders of
 * sdt.ko record it again when it is loaded again.
 */
bool record_is_empty(const char *name)
{
	char *instance = instance_of_recorder(name);
	const int lock = instances_lock(tracefs_tracing_dir());
	struct instance_state state = { 0 };
	bool is_empty = !instance_state_of(&state, instance) && !state.records &&
			!state.events.nr && !state.is_persistent;

	instances_unlock(lock);
	if (is_empty && state.is_of_sdt)
		error_file(name, "no hits: it waits for its modules to be loaded");
	else if (is_empty)
		error_file(name, "its events and hits were removed with their modules: end it with --stop, and start it again when they are loaded");
	instance_state_free(&state);
	free(instance);
	return is_empty;
}

static void forget_stop(const char *instance)
{
	char *path = xasprintf(PAGES_FOLDER "/%s/" STOPPED_FILE, instance);

	unlink(path);
	free(path);
}

static int go_on(struct instance *recorder)
{
	const char *name = tracefs_instance_get_name(recorder->tracefs);
	struct instance_state state = { 0 };
	int failed = 0;

	instance_state_of(&state, name);
	if (state.is_on)
		failed = error_file(name, "it has not stopped");
	else if (!state.events.nr && !state.is_of_sdt)
		failed = error_file(name, "no events are enabled: end it with --stop, and start it again");
	else
		failed = until_arm_again(&state, recorder->tracefs);
	if (!failed)
		forget_stop(name);
	if (!failed && tracefs_trace_on(recorder->tracefs))
		failed = error_file("tracing_on", "%s", strerror(errno));
	if (!failed)
		printf("recording again in instance %s\n", name);
	instance_state_free(&state);
	return failed;
}

enum exit_code record_again(const struct record_request *request)
{
	struct instance recorder = { 0 };
	int failed = instance_open_recorder(&recorder, request->name) || go_on(&recorder);

	instance_leave(&recorder);
	return failed ? EXIT_FAILED : EXIT_DONE;
}

/*
 * Remove a recorder.  One from the kernel's command line is only emptied, one of sdt.ko can be
 * removed by sdt.ko alone.
 */
static int destroy(struct instance *recorder)
{
	const char *name = tracefs_instance_get_name(recorder->tracefs);
	struct instance_state state = { 0 };
	int failed = 0;
	char *held;

	tracefs_trace_off(recorder->tracefs);
	instance_state_of(&state, name);
	close(recorder->lock);
	recorder->lock = -1;
	if (state.is_persistent)
		failed = empty_instance(recorder->tracefs);
	else if (state.is_of_sdt)
		failed = sdt_recorder_remove(name + strlen(RECORDER_PREFIX));
	else if (tracefs_instance_destroy(recorder->tracefs))
		failed = error_file(name, "cannot be removed; recording has stopped: %s",
				    strerror(errno));
	if (!failed) {
		held = instance_state_held(&state);
		pages_remove(name);
		fprintf(stderr, "%s %s: %s, %" PRIu64 " overwritten\n",
			state.is_persistent ? "emptied" : "removed", name, held, state.overrun);
		free(held);
	}
	instance_state_free(&state);
	return failed;
}

static int stop_instance(const struct record_request *request)
{
	struct instance recorder = { 0 };
	int failed = instance_open_recorder(&recorder, request->name), lock;

	if (!failed) {	/* Who shows it can take long: others are not to wait for that. */
		lock = instances_lock(tracefs_tracing_dir());
		failed = destroy(&recorder);
		instances_unlock(lock);
	}
	instance_leave(&recorder);
	return failed;
}

static int stop_global(const struct record_request *request)
{
	struct traced_events events = { 0 };
	size_t nr;
	int failed;

	events_choose(&events, request->catalog);
	events_find_some(&events);
	failed = disable_global(&events, &nr);
	printf("disabled %zu events in the kernel's own buffer\n", nr);
	events_free(&events);
	return failed;
}

enum exit_code record_stop(const struct record_request *request)
{
	const int failed = request->is_global ? stop_global(request) : stop_instance(request);

	return failed ? EXIT_FAILED : EXIT_DONE;
}
