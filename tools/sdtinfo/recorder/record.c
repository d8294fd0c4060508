// SPDX-License-Identifier: GPL-2.0-only
/*
 * record.c - flight recorders: instances that keep the last hits after sdtinfo has ended
 *
 * A recorder is the trace instance sdt-NAME.  Recording needs only the kernel.
 * sdt.ko does not withdraw events that are enabled, so these stay published.
 *
 * The buffers are resized after the events are enabled: the kernel expands its own buffer when
 * the first event is enabled, which Linux 6.1 does not if another buffer was resized before.
 * Recording starts after that.
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
#include "lib/json.h"
#include "lib/stop.h"
#include "lib/util.h"
#include "text/arg.h"
#include "tracefs/events.h"
#include "tracefs/instance.h"

#define KB		1024
#define DEFAULT_SIZE	(4096 * KB)
#define MIN_CPU_KB	8	/* for each CPU: two pages, of which one is being written */

#define DUMP_SWITCH	"/proc/sys/kernel/ftrace_dump_on_oops"

static char *instance_name(const struct record_request *request)
{
	return xasprintf(RECORDER_PREFIX "%s", request->name);
}

/*
 * Start
 */

static int set_size(struct tracefs_instance *instance, uint64_t size)
{
	const long nr = sysconf(_SC_NPROCESSORS_ONLN);
	const uint64_t kb = size / KB / nr;
	char *text;
	int failed;

	if (!size)
		return 0;
	if (kb < MIN_CPU_KB)
		return error_file("--size", "too small: %ld CPUs need %ldK", nr, nr * MIN_CPU_KB);
	text = xasprintf("%" PRIu64, kb);
	failed = tracefs_instance_file_write(instance, "buffer_size_kb", text) < 0;
	free(text);
	return failed ? error_file("--size", "the kernel cannot allocate these buffers: %s",
				   strerror(errno)) : 0;
}

static int find_events(struct traced_events *events, const struct record_request *request)
{
	events_choose(events, request->catalog);
	if (events_find(events))
		return -1;
	return request->filter ? filters_translate(events, request->filter, false, false) : 0;
}

static int set_up(struct traced_events *events, struct tracefs_instance *instance,
		  struct task_selection *tasks, const struct record_request *request,
		  uint64_t size)
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
	if (events_enable(events, instance, request->filter) ||
	    set_size(instance, size))
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

/* Returns how many were enabled.  The others are not changed. */
static size_t disable_global(const struct traced_events *events)
{
	size_t i, nr = 0;

	for (i = 0; i < events->nr; i++) {
		const struct traced_event *event = &events->list[i];

		if (!is_global(event))
			continue;
		tracefs_event_file_write(NULL, event->system, event->name, "enable", "0");
		tracefs_event_file_write(NULL, event->system, event->name, "filter", "0");
		nr++;
	}
	return nr;
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
	struct traced_events events = { 0 };
	int failed = find_events(&events, request) || check_global(&events);

	if (!failed) {
		failed = set_up(&events, NULL, NULL, request, request->size);
		if (failed)
			disable_global(&events);
	}
	if (!failed) {
		printf("recording %zu events in the kernel's own buffer\n",
		       nr_recorded(&events, request->filter));
		if (!is_dumped())
			error_file(DUMP_SWITCH, "0, so a crash does not dump the buffer: write 1 to it");
	}
	events_free(&events);
	return failed;
}

static char *total_size(struct tracefs_instance *instance)
{
	char *text = tracefs_instance_file_read(instance, "buffer_total_size_kb", NULL);

	if (text)
		text[strcspn(text, " \n")] = '\0';
	return text ? text : xasprintf("?");
}

static int start_in(struct tracefs_instance *instance, const struct record_request *request,
		    bool is_persistent)
{
	const char *name = tracefs_instance_get_name(instance);
	const uint64_t bytes = request->size ? request->size : DEFAULT_SIZE;
	struct traced_events events = { 0 };
	struct task_selection tasks = { 0 };
	int failed = tasks_open(&tasks, &request->tasks) || find_events(&events, request) ||
		     set_up(&events, instance, &tasks, request, is_persistent ? 0 : bytes);
	char *size;

	if (!failed) {
		size = total_size(instance);
		printf("recording %zu events in instance %s, %s KB\n",
		       nr_recorded(&events, request->filter), name, size);
		free(size);
	}
	tasks_close(&tasks);
	events_free(&events);
	return failed;
}

/* An empty instance from the kernel's command line; NULL when it has reported why not */
static struct tracefs_instance *open_persistent(const char *name,
						const struct record_request *request)
{
	struct tracefs_instance *instance = tracefs_instance_alloc(NULL, name);
	uint64_t records = 0, overrun;

	if (instance)
		buffers_sum(instance, &records, &overrun);
	if (!instance || !persistent_is(instance) || persistent_is_used(instance))
		error_file(request->name, "already recording: 'sdtinfo record --stop' ends it, --name starts another recorder");
	else if (records || pages_records(name))
		error_file(request->name, "it has hits of an earlier boot: 'sdtinfo record --show --stop' prints and removes them");
	else if (request->size)
		error_file("--size", "the kernel's command line sets the size of %s", name);
	else
		return instance;
	tracefs_instance_free(instance);
	return NULL;
}

static int start_persistent(const char *name, const struct record_request *request)
{
	struct tracefs_instance *instance = open_persistent(name, request);
	int failed = -1;

	if (instance) {
		failed = start_in(instance, request, true);
		if (failed)
			persistent_clear(instance);
		tracefs_instance_free(instance);
	}
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

static int start_instance(const struct record_request *request)
{
	char *name = instance_name(request);
	int failed = tracefs_instance_exists(name) ? start_persistent(name, request) :
						     start_new(name, request);

	free(name);
	return failed;
}

enum exit_code record_start(const struct record_request *request)
{
	int lock, failed;

	if (stop_on_signals())
		return EXIT_FAILED;
	lock = instances_lock();
	failed = request->is_global ? start_global(request) : start_instance(request);
	instances_unlock(lock);
	return failed ? EXIT_FAILED : EXIT_DONE;
}

/*
 * Stop
 */

/* The number of events that are enabled in an instance */
static uint64_t nr_events(struct tracefs_instance *instance)
{
	char *events = tracefs_instance_file_read(instance, "set_event", NULL), *c;
	uint64_t nr = 0;

	for (c = events; c && (c = strchr(c, '\n')); c++)
		nr++;
	free(events);
	return nr;
}

/* When a module is removed, the kernel empties the buffers that had its events. */
bool record_is_empty(const char *name)
{
	char *instance = instance_of_recorder(name);
	struct tracefs_instance *tracefs = NULL;
	uint64_t records = 0, overrun;
	bool is_empty = false;

	if (tracefs_instance_exists(instance))
		tracefs = tracefs_instance_alloc(NULL, instance);
	if (tracefs) {
		buffers_sum(tracefs, &records, &overrun);
		records += pages_records(instance);
		is_empty = !records && !nr_events(tracefs) && !persistent_is(tracefs);
		tracefs_instance_free(tracefs);
	}
	if (is_empty)
		error_file(name, "its events and hits were removed with their modules: end it with --stop, and start it again when they are loaded");
	free(instance);
	return is_empty;
}

/* Remove a recorder; one from the kernel's command line is only emptied. */
static int destroy(struct instance *recorder)
{
	const char *name = tracefs_instance_get_name(recorder->tracefs);
	const bool is_persistent = persistent_is(recorder->tracefs);
	uint64_t records, overrun;
	char *held;
	int failed;

	tracefs_trace_off(recorder->tracefs);
	held = instances_held(recorder->tracefs);
	buffers_sum(recorder->tracefs, &records, &overrun);
	overrun += pages_dropped(name);
	close(recorder->lock);
	recorder->lock = -1;
	failed = is_persistent ? persistent_clear(recorder->tracefs) :
				 tracefs_instance_destroy(recorder->tracefs);
	if (!failed) {
		pages_remove(name);
		fprintf(stderr, "%s %s: %s, %" PRIu64 " overwritten\n",
			is_persistent ? "emptied" : "removed", name, held, overrun);
	} else if (!is_persistent) {
		error_file(name, "cannot be removed; recording has stopped: %s", strerror(errno));
	}
	free(held);
	return failed;
}

static int stop_instance(const struct record_request *request)
{
	struct instance recorder = { 0 };
	int failed = instance_open_recorder(&recorder, request->name), lock;

	if (!failed) {	/* Who shows it can take long: others are not to wait for that. */
		lock = instances_lock();
		failed = destroy(&recorder);
		instances_unlock(lock);
	}
	instance_leave(&recorder);
	return failed;
}

static int stop_global(const struct record_request *request)
{
	struct traced_events events = { 0 };

	events_choose(&events, request->catalog);
	events_find_some(&events);
	printf("disabled %zu events in the kernel's own buffer\n", disable_global(&events));
	events_free(&events);
	return 0;
}

enum exit_code record_stop(const struct record_request *request)
{
	const int failed = request->is_global ? stop_global(request) : stop_instance(request);

	return failed ? EXIT_FAILED : EXIT_DONE;
}

/*
 * List
 */

struct recorder {
	const char *name;
	uint64_t events;	/* that are enabled */
	uint64_t records;
	uint64_t overrun;
	uint64_t kb;
	bool is_on;
};

static void read_recorder(struct recorder *recorder, const char *instance)
{
	struct tracefs_instance *tracefs = tracefs_instance_alloc(NULL, instance);
	char *size;

	recorder->name = instance + strlen(RECORDER_PREFIX);
	if (!tracefs)
		return;
	recorder->events = nr_events(tracefs);
	size = total_size(tracefs);
	recorder->kb = strtoull(size, NULL, 10);
	free(size);
	buffers_sum(tracefs, &recorder->records, &recorder->overrun);
	recorder->records += pages_records(instance);
	recorder->overrun += pages_dropped(instance);
	recorder->is_on = recorder->events && tracefs_trace_is_on(tracefs) > 0;
	tracefs_instance_free(tracefs);
}

static void print_recorder(const struct recorder *recorder, int width)
{
	printf("%-*s  %6" PRIu64 "  %9" PRIu64 "  %11" PRIu64 "  %7" PRIu64 "K  %s\n", width,
	       recorder->name, recorder->events, recorder->records, recorder->overrun,
	       recorder->kb, recorder->is_on ? "recording" : "off");
}

static void print_recorder_json(const struct recorder *recorder)
{
	struct json_object *line = json_line();

	json_add_string(line, "recorder", recorder->name);
	json_add_number(line, "events", recorder->events);
	json_add_number(line, "records", recorder->records);
	json_add_number(line, "overwritten", recorder->overrun);
	json_add_number(line, "size", recorder->kb * KB);
	json_add_bool(line, "recording", recorder->is_on);
	json_end_line(line);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

enum exit_code record_list(bool is_json)
{
	char **names;
	size_t i;
	int width = strlen("RECORDER");

	names = tracefs_instances("^" RECORDER_PREFIX);
	for (i = 0; names && names[i]; i++)
		if ((int)strlen(names[i] + strlen(RECORDER_PREFIX)) > width)
			width = strlen(names[i] + strlen(RECORDER_PREFIX));
	if (i)
		qsort(names, i, sizeof(*names), by_name);
	if (!is_json && names && *names)
		printf("%-*s  %6s  %9s  %11s  %8s  STATE\n", width, "RECORDER", "EVENTS",
		       "RECORDS", "OVERWRITTEN", "SIZE");
	for (i = 0; names && names[i]; i++) {
		struct recorder recorder = { 0 };

		read_recorder(&recorder, names[i]);
		if (is_json)
			print_recorder_json(&recorder);
		else
			print_recorder(&recorder, width);
	}
	tracefs_list_free(names);
	return EXIT_DONE;
}
