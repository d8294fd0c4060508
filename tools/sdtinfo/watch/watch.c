// SPDX-License-Identifier: GPL-2.0-only
/*
 * watch.c - stream the hits of probes as they happen
 *
 * The events are enabled in a trace instance of this run's own.
 *
 * At the end tracing is turned off, even while output is blocked.  What is in the buffers
 * is still shown, unless the end becomes urgent.
 */
#include <errno.h>
#include <event-parse.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <tracefs.h>
#include <unistd.h>

#include "buffers.h"
#include "comm.h"
#include "ending.h"
#include "instance.h"
#include "lib/error.h"
#include "lib/memory.h"
#include "lib/out_file.h"
#include "process.h"
#include "watch.h"
#include "watched.h"

/* How often it is checked whether the watched modules are still loaded */
#define CHECK_MS	1000

/* How long records are left to gather: each reading asks all CPUs. */
#define GATHER_NS	10000000

struct watcher {
	const struct watch_request *request;
	struct instance instance;
	struct buffers buffers;
	struct watched watched;
	struct process process;
	struct comms comms;
	uint64_t nr_hits;
	time_t checked;			/* when the events were, in seconds */
	bool is_off;			/* no more hits come */
	bool is_cut;			/* what has come is not wanted */
};

static void turn_off(struct watcher *watcher)
{
	if (!watcher->is_off)
		tracefs_trace_off(watcher->instance.tracefs);
	watcher->is_off = true;
}

/* Is this the end?  Called between records as well. */
static bool is_over(struct watcher *watcher)
{
	if (ending_has_come())
		turn_off(watcher);
	if (ending_is_urgent()) {
		watcher->is_cut = true;
		/* Else the reader of a pipe could hold up the end once more. */
		__fpurge(stdout);
		clearerr(stdout);
	}
	return watcher->is_cut;
}

/*
 * A record
 */

static uint64_t extended(const struct probe_arg *arg, unsigned long long value)
{
	const unsigned int unused = 64 - 8 * arg->size;

	if (arg->flags & SDT_ARG_SIGNED)
		return (int64_t)(value << unused) >> unused;
	return value << unused >> unused;
}

/* A __data_loc field has the offset of the data in its low half, the length above. */
static void find_copy(struct arg_value *value, struct tep_format_field *field,
		      const struct tep_record *record)
{
	unsigned long long location;
	size_t offset, length;

	if (!field || tep_read_number_field(field, record->data, &location))
		return;
	offset = location & 0xffff;
	length = location >> 16 & 0xffff;
	if (offset + length > (size_t)record->size)
		return;
	value->copy = (const char *)record->data + offset;
	value->length = value->arg->kind == SDT_ARG_STRING ?
			strnlen(value->copy, length) : length;
}

static void find_values(const struct watcher *watcher,
			const struct watched_event *event,
			const struct tep_record *record, struct arg_value *values)
{
	struct tep_handle *tep = watcher->watched.tep;
	unsigned long long number;
	unsigned int i;

	for (i = 0; i < event->fields->nr_args; i++) {
		struct arg_value *value = &values[i];

		*value = (struct arg_value){
			.arg = &event->fields->args[i],
			.hides_addresses = watcher->watched.hides_addresses,
		};
		if (tep_read_number_field(event->field[i].value, record->data, &number))
			number = 0;
		value->value = extended(value->arg, number);
		if (value->arg->kind == SDT_ARG_FUNCTION)
			value->function = tep_find_function(tep, value->value);
		find_copy(value, event->field[i].copy, record);
	}
}

static bool on_record(struct tep_record *record, void *data)
{
	struct watcher *watcher = data;
	const struct watch_request *request = watcher->request;
	struct tep_handle *tep = watcher->watched.tep;
	struct watched_event *event = watched_event(&watcher->watched,
						    tep_data_type(tep, record));
	struct arg_value values[SDT_MAX_ARGS];
	struct hit hit;

	if (is_over(watcher))
		return false;
	if (!event || !watched_is_chosen(&watcher->watched, event, record->data, &hit.probe))
		return true;
	find_values(watcher, event, record, values);
	hit.time = record->ts;
	hit.cpu = record->cpu;
	hit.pid = tep_data_pid(tep, record);
	hit.comm = comms_find(&watcher->comms, hit.pid, hit.time);
	hit.module = event->system;
	hit.event = event->first;
	hit.nr_values = event->fields->nr_args;
	hit.values = values;
	request->hit(&hit, request->data);
	if (++watcher->nr_hits == request->hits)
		watcher->is_cut = true;
	return !is_over(watcher) && !(ferror(stdout) && out_finish());
}

static void on_lost(int cpu, unsigned long long number, void *data)
{
	struct watcher *watcher = data;

	watcher->request->lost(cpu, number, watcher->request->data);
}

/*
 * The stream
 */

/* Returns -1 when no watched event is left, which was reported. */
static int check_events(struct watcher *watcher)
{
	struct watched *watched = &watcher->watched;
	size_t i, nr = 0;

	for (i = 0; i < watched->nr_events; i++) {
		struct watched_event *event = &watched->events[i];

		if (!event->is_gone &&
		    watched_folder(event, watcher->instance.tracefs) != event->folder) {
			event->is_gone = true;
			error_file(event->system, "event %s has gone with its module",
				   event->name);
		}
		nr += !event->is_gone;
	}
	return nr ? 0 : -1;
}

static int wait_for_records(const struct watcher *watcher, int records)
{
	const struct timespec gather = { .tv_nsec = GATHER_NS };
	int ready = ending_wait(records, CHECK_MS);

	if (ready > 0 && !watcher->is_off)
		nanosleep(&gather, NULL);
	return ready < 0 ? -1 : 0;
}

static void read_records(struct watcher *watcher)
{
	const struct buffers_view view = {
		.record = on_record,
		.lost = on_lost,
		.data = watcher,
	};

	buffers_read(&watcher->buffers, &view);
	if (!is_over(watcher) && out_finish())
		watcher->is_cut = true;
}

static bool is_time_to_check(struct watcher *watcher)
{
	struct timespec now;
	bool is_time;

	clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
	is_time = now.tv_sec != watcher->checked;
	watcher->checked = now.tv_sec;
	return is_time;
}

static int stream(struct watcher *watcher, int records)
{
	bool was_off;

	do {
		if (process_has_ended(&watcher->process))
			turn_off(watcher);
		is_over(watcher);
		was_off = watcher->is_off;
		if (!was_off && wait_for_records(watcher, records))
			return -1;
		read_records(watcher);
		if (!was_off && is_time_to_check(watcher) && check_events(watcher))
			return -1;
	} while (!was_off && !watcher->is_cut);
	return 0;
}

/*
 * The beginning
 */

/*
 * The kernel answers to a wrong filter with two lines in the file: the filter and below it
 * a '^' where it is wrong.  Then comes the reason.
 */
static void report_filter(const struct watcher *watcher,
			  const struct watched_event *event, int error)
{
	char *answer = tracefs_event_file_read(watcher->instance.tracefs, event->system,
					       event->name, "filter", NULL);
	const char *filter = watcher->request->filter, *why;
	char *caret = answer ? strrchr(answer, '^') : NULL;
	size_t position = 0, length = strlen(filter);

	why = caret ? strchr(caret, '\n') : NULL;
	if (why) {
		while (caret > answer && caret[-1] != '\n') {
			caret--;
			position++;
		}
		why++;
		why += strncmp(why, "parse_error: ", 13) ? 0 : 13;
		error_file(event->name, "--filter '%s': %.*s, at '%s'", filter,
			   (int)strcspn(why, "\n"), why,
			   position < length ? filter + position : "");
	} else {
		error_file(event->name, "--filter '%s': %s", filter, strerror(error));
	}
	free(answer);
}

static int set_up_event(const struct watcher *watcher, struct watched_event *event)
{
	struct tracefs_instance *instance = watcher->instance.tracefs;
	const char *filter = watcher->request->filter;

	if (filter && tracefs_event_file_write(instance, event->system, event->name,
					       "filter", filter) < 0) {
		report_filter(watcher, event, errno);
		return -1;
	}
	event->folder = watched_folder(event, instance);
	if (tracefs_event_file_write(instance, event->system, event->name, "enable", "1") < 0) {
		error_file(event->name, "the event cannot be enabled: %s", strerror(errno));
		return -1;
	}
	return 0;
}

static int set_up_process(struct watcher *watcher)
{
	struct tracefs_instance *instance = watcher->instance.tracefs;
	char *pid;
	int failed;

	if (!watcher->process.pid)
		return 0;
	pid = xasprintf("%d", (int)watcher->process.pid);
	failed = tracefs_option_enable(instance, TRACEFS_OPTION_EVENT_FORK) ||
		 tracefs_instance_file_write(instance, "set_event_pid", pid) < 0;
	if (failed)
		error_file(watcher->process.name, "it cannot be watched: %s",
			   strerror(errno));
	free(pid);
	return failed ? -1 : 0;
}

static int set_up(struct watcher *watcher)
{
	size_t i;

	if (instance_open(&watcher->instance) || set_up_process(watcher))
		return -1;
	ending_set_switch(watcher->instance.lock);
	for (i = 0; i < watcher->watched.nr_events; i++)
		if (set_up_event(watcher, &watcher->watched.events[i]))
			return -1;
	return buffers_open(&watcher->buffers, watcher->instance.tracefs);
}

static int run(struct watcher *watcher)
{
	int records, failed;

	if (set_up(watcher))
		return -1;
	/* Nothing is read there, but it can be polled for records of all CPUs. */
	records = tracefs_instance_file_open(watcher->instance.tracefs, "trace_pipe",
					     O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (records < 0) {
		error_file("trace_pipe", "%s", strerror(errno));
		return -1;
	}
	watcher->request->begin(watcher->request->data);
	failed = ending_set_time(watcher->request->seconds) ||
		 (watcher->process.pid && !ending_has_come() && process_start(&watcher->process)) ||
		 stream(watcher, records);
	close(records);
	return failed ? -1 : 0;
}

bool watch_is_possible(void)
{
	return true;
}

enum exit_code watch(const struct watch_request *request)
{
	struct watcher watcher = { .request = request };
	bool failed;

	tracefs_set_loglevel(TEP_LOG_NONE);
	failed = (request->command && process_prepare(&watcher.process, request->command)) ||
		 ending_watch() ||
		 watched_find(&watcher.watched, request->catalog) || run(&watcher);
	ending_set_switch(-1);
	buffers_close(&watcher.buffers);
	instance_close(&watcher.instance);
	process_close(&watcher.process);
	watched_free(&watcher.watched);
	return failed ? EXIT_FAILED : EXIT_DONE;
}
