// SPDX-License-Identifier: GPL-2.0-only
/*
 * watch.c - stream the hits of probes as they happen
 *
 * The events are enabled in a trace instance of this run's own.
 *
 * Hits are shown, or what the buffers have goes to a file as it is.
 *
 * At the end tracing is turned off, even while output is blocked.  What is in the buffers
 * is still shown, unless the end becomes urgent.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <tracefs.h>
#include <unistd.h>

#include "buffers.h"
#include "comm.h"
#include "hits.h"
#include "instance.h"
#include "lib/error.h"
#include "lib/output.h"
#include "process.h"
#include "recording.h"
#include "setup.h"
#include "stacks.h"
#include "stop.h"
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
	struct stacks stacks;		/* if they are asked for */
	struct recording recording;	/* likewise */
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
	if (stop_requested())
		turn_off(watcher);
	if (stop_is_urgent()) {
		watcher->is_cut = true;
		/* Else the reader of a pipe could hold up the end once more. */
		out_drop();
	}
	return watcher->is_cut;
}

static bool show_hit(struct tep_record *record, const struct tep_record *stack, void *data)
{
	struct watcher *watcher = data;
	const struct watch_request *request = watcher->request;
	const struct hit_records records = { record, stack, &watcher->stacks };
	struct made_hit made;

	if (is_over(watcher))
		return false;
	if (!hits_make(&made, &watcher->watched, &watcher->comms, &records))
		return true;
	request->hit(&made.hit, request->data);
	hits_free(&made);
	if (++watcher->nr_hits == request->hits)
		watcher->is_cut = true;
	return !is_over(watcher) && !(ferror(stdout) && out_finish());
}

static bool on_record(struct tep_record *record, void *data)
{
	struct watcher *watcher = data;

	if (!watcher->request->with_stacks)
		return show_hit(record, NULL, watcher);
	return stacks_take(&watcher->stacks, record, show_hit, watcher);
}

static void on_lost(int cpu, unsigned long long number, void *data)
{
	struct watcher *watcher = data;

	if (watcher->request->with_stacks)
		stacks_flush(&watcher->stacks, cpu, show_hit, watcher);
	/* Records of stacks are among them. */
	watcher->request->lost(cpu, watcher->request->with_stacks ? 0 : number,
			       watcher->request->data);
}

/*
 * The stream
 */

/* Report the watched events that have gone since the last time.  How many are left? */
static size_t check_events(struct watcher *watcher)
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
	return nr;
}

static int wait_for_records(const struct watcher *watcher, int records)
{
	const struct timespec gather = { .tv_nsec = GATHER_NS };
	int ready = stop_wait(records, CHECK_MS);

	if (ready > 0 && !watcher->is_off)
		nanosleep(&gather, NULL);
	return ready < 0 ? -1 : 0;
}

/* No stacks come any more. */
static void show_rest(struct watcher *watcher)
{
	size_t i;

	for (i = 0; i < watcher->stacks.nr_cpus; i++)
		if (!stacks_flush(&watcher->stacks, i, show_hit, watcher))
			break;
}

static void read_records(struct watcher *watcher)
{
	const struct buffers_view view = {
		.record = on_record,
		.lost = on_lost,
		.data = watcher,
	};

	buffers_read(&watcher->buffers, &view);
	if (watcher->is_off && !watcher->is_cut)
		show_rest(watcher);
	if (!is_over(watcher) && out_finish())
		watcher->is_cut = true;
}

/* Returns -1 when it has reported an error. */
static int record(struct watcher *watcher)
{
	int more;

	do {
		more = recording_take(&watcher->recording, &watcher->buffers);
		is_over(watcher);
	} while (more > 0 && watcher->is_off && !watcher->is_cut);
	return more < 0 ? -1 : 0;
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
		if (!watcher->request->output)
			read_records(watcher);
		else if (record(watcher))
			return -1;
		if (!was_off && is_time_to_check(watcher) && !check_events(watcher))
			return -1;
	} while (!was_off && !watcher->is_cut);
	return 0;
}

static int complete(struct watcher *watcher)
{
	size_t i, left = check_events(watcher);
	uint64_t lost;

	for (i = 0; i < watcher->buffers.nr_cpus; i++) {
		lost = buffers_overrun(watcher->instance.tracefs, i);
		if (lost)
			on_lost(i, lost, watcher);
	}
	return recording_finish(&watcher->recording, left == watcher->watched.nr_events);
}

/*
 * The beginning
 */

static int set_up(struct watcher *watcher)
{
	const struct watch_request *request = watcher->request;
	struct setup setup = {
		.filter = request->filter,
		.with_stacks = request->with_stacks,
		.command = &watcher->process,
		.watched = &watcher->watched,
	};

	if (instance_open(&watcher->instance))
		return -1;
	stop_set_switch(watcher->instance.lock);
	setup.instance = watcher->instance.tracefs;
	if (buffers_open(&watcher->buffers, setup.instance) ||
	    (request->with_stacks && stacks_open(&watcher->stacks, watcher->watched.tep)) ||
	    (request->output && recording_open(&watcher->recording, request->output,
					       watcher->buffers.nr_cpus)))
		return -1;
	return setup_events(&setup);
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
	failed = stop_after(watcher->request->seconds) ||
		 (!stop_requested() && process_start(&watcher->process));
	if (!failed) {
		failed = stream(watcher, records);
		if (watcher->request->output && !watcher->recording.is_broken)
			failed |= complete(watcher);
	}
	close(records);
	return failed ? -1 : 0;
}

/*
 * "none integrity [confidentiality]".  What fails then, and how, depends on what was in
 * tracefs before, so this is asked in advance.
 */
bool watch_is_possible(void)
{
	FILE *file = fopen("/sys/kernel/security/lockdown", "re");
	char levels[128] = "";
	bool is_locked;

	if (file && !fgets(levels, sizeof(levels), file))
		levels[0] = '\0';
	if (file)
		fclose(file);
	is_locked = strstr(levels, "[confidentiality]");
	if (is_locked)
		error_file("tracefs", "the kernel is locked down (confidentiality) and refuses access to traces");
	return !is_locked;
}

enum exit_code watch(const struct watch_request *request)
{
	struct watcher watcher = {
		.request = request,
		.watched.is_recorded = request->output,
	};
	bool failed;

	tracefs_set_loglevel(TEP_LOG_NONE);
	failed = process_prepare(&watcher.process, request->command) || stop_on_signals() ||
		 watched_find(&watcher.watched, request->catalog) || run(&watcher);
	stop_set_switch(-1);
	recording_close(&watcher.recording);
	stacks_close(&watcher.stacks);
	buffers_close(&watcher.buffers);
	instance_close(&watcher.instance);
	process_close(&watcher.process);
	watched_free(&watcher.watched);
	return failed ? EXIT_FAILED : EXIT_DONE;
}
