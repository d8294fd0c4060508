// SPDX-License-Identifier: GPL-2.0-only
/*
 * watch.c - stream the hits of probes as they happen
 *
 * The events are enabled in a trace instance of this run's own.
 *
 * A signal's handler turns tracing off, even while output is blocked.  What is in the
 * buffers is still shown; with a second signal it is not.
 */
#include <errno.h>
#include <event-parse.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <tracefs.h>
#include <unistd.h>

#include "buffers.h"
#include "comm.h"
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

/* Signals that are closer are one: a terminal and timeout(1) can both send it. */
#define SAME_SIGNAL_NS	100000000

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

/*
 * The end
 */

static volatile sig_atomic_t is_ending, is_urgent;
static struct timespec ending;	/* when that was */
static int wake[2];		/* a pipe that ends poll() */
static int switch_off = -1;	/* tracing_on of the instance */

static int64_t age(const struct timespec *since)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (now.tv_sec - since->tv_sec) * 1000000000 + now.tv_nsec - since->tv_nsec;
}

/* After the first signal, the next one interrupts a write that is blocked. */
static void make_urgent(void)
{
	struct sigaction action;

	sigaction(SIGINT, NULL, &action);
	action.sa_flags &= ~SA_RESTART;
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
}

/* If it fails, poll() has something to read already, or tracing is turned off later. */
static void write_byte(int fd, char byte)
{
	ssize_t ignored = write(fd, &byte, 1);

	(void)ignored;
}

static void on_signal(int signal)
{
	const int error = errno;

	if (signal != SIGCHLD) {
		if (is_ending && signal != SIGALRM && age(&ending) > SAME_SIGNAL_NS)
			is_urgent = 1;
		if (!is_ending)
			clock_gettime(CLOCK_MONOTONIC, &ending);
		is_ending = 1;
		write_byte(switch_off, '0');
		make_urgent();
	}
	write_byte(wake[1], 0);
	errno = error;
}

static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGALRM, SIGCHLD };

static int catch_signals(void)
{
	struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_RESTART };
	struct sigaction old;
	size_t i;

	if (pipe2(wake, O_CLOEXEC | O_NONBLOCK)) {
		error_file("pipe", "%s", strerror(errno));
		return -1;
	}
	sigemptyset(&action.sa_mask);
	for (i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) {
		sigaction(signals[i], NULL, &old);
		if (signals[i] != SIGHUP || old.sa_handler != SIG_IGN)	/* nohup */
			sigaction(signals[i], &action, NULL);
	}
	signal(SIGPIPE, SIG_IGN);
	return 0;
}

static int start_timer(double seconds)
{
	struct itimerval timer = { 0 };
	double whole;

	timer.it_value.tv_usec = modf(seconds, &whole) * 1000000;
	timer.it_value.tv_sec = whole;
	if (!setitimer(ITIMER_REAL, &timer, NULL))
		return 0;
	error_file("timer", "%s", strerror(errno));
	return -1;
}

static void turn_off(struct watcher *watcher)
{
	if (!watcher->is_off)
		tracefs_trace_off(watcher->instance.tracefs);
	watcher->is_off = true;
}

/* Is this the end?  Called between records as well. */
static bool is_over(struct watcher *watcher)
{
	if (is_ending)
		turn_off(watcher);
	if (is_urgent)
		watcher->is_cut = true;
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
	if (++watcher->nr_hits == request->hits || (ferror(stdout) && out_finish()))
		watcher->is_cut = true;
	return !watcher->is_cut;
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

/* Returns whether records may have come, or -1. */
static int wait_for_records(struct watcher *watcher, int records)
{
	struct pollfd files[] = {
		{ .fd = records, .events = POLLIN },
		{ .fd = wake[0], .events = POLLIN },
	};
	const struct timespec gather = { .tv_nsec = GATHER_NS };
	char buffer[64];
	int nr = poll(files, 2, CHECK_MS);

	if (nr < 0 && errno != EINTR) {
		error_file("poll", "%s", strerror(errno));
		return -1;
	}
	while (read(wake[0], buffer, sizeof(buffer)) > 0)
		;
	if (nr > 0 && files[0].revents && !watcher->is_off)
		nanosleep(&gather, NULL);
	return 0;
}

static void read_records(struct watcher *watcher)
{
	const struct buffers_view view = {
		.record = on_record,
		.lost = on_lost,
		.data = watcher,
	};

	buffers_read(&watcher->buffers, &view);
	if (out_finish())
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
	switch_off = watcher->instance.lock;
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
	failed = start_timer(watcher->request->seconds) ||
		 (watcher->process.pid && !is_ending && process_start(&watcher->process)) ||
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
		 catch_signals() ||
		 watched_find(&watcher.watched, request->catalog) || run(&watcher);
	switch_off = -1;
	buffers_close(&watcher.buffers);
	instance_close(&watcher.instance);
	process_close(&watcher.process);
	watched_free(&watcher.watched);
	return failed ? EXIT_FAILED : EXIT_DONE;
}
