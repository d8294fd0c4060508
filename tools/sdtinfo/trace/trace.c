// SPDX-License-Identifier: GPL-2.0-only
/*
 * trace.c - print the hits of probes as they happen
 *
 * The events are enabled in a private trace instance.  Hits go to a sink, which prints or draws
 * them, or copies the buffers' pages.
 *
 * The events of a module disappear with it, and are watched again when it is loaded again.  A
 * file describes the events that existed at the start, so a run that writes one ends when none is
 * left.
 *
 * At the end tracing is turned off, even while output is blocked.  What is in the buffers
 * is still printed, unless the end becomes urgent.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sink.h"
#include "trace.h"
#include "lib/stop.h"
#include "lib/util.h"

/* How often to see whether the events still exist */
#define CHECK_SECONDS	0.2

struct trace {
	const struct trace_request *request;
	struct instance instance;
	struct task_selection tasks;
	struct buffers buffers;
	struct decoder decoder;
	struct hit_sink *sink;
	uint64_t nr_hits;
	uint64_t nr_lost;
	uint64_t second;		/* time of the first hit of a second, for a limit */
	uint64_t nr_shown;		/* hits of that second */
	uint64_t nr_left_out;		/* since it was said how many */
	uint64_t all_left_out;
	double left_out;		/* when the first of these was seen, by clock_seconds() */
	bool has_lost;
	bool is_sum_low;		/* some were lost whose number is not known */
	double checked;			/* when the events were, by clock_seconds() */
	uint64_t was_back;		/* what_is_back() then */
	bool is_off;			/* no more hits come */
	bool is_cut;			/* what has come is not wanted */
};

static void turn_off(struct trace *trace)
{
	if (!trace->is_off)
		tracefs_trace_off(trace->instance.tracefs);
	trace->is_off = true;
}

/* Has the run ended?  Also called between records. */
static bool is_over(struct trace *trace)
{
	if (stop_requested())
		turn_off(trace);
	if (stop_is_urgent()) {
		trace->is_cut = true;
		/* The reader of a pipe must not delay the end again. */
		out_drop();
	}
	return trace->is_cut;
}

/*
 * Hits
 */

static void tell_left_out(struct trace *trace)
{
	if (trace->nr_left_out && !stop_is_urgent())
		trace->sink->ops->left_out(trace->sink, trace->nr_left_out);
	trace->all_left_out += trace->nr_left_out;
	trace->nr_left_out = 0;
}

/* Does --max-rate allow this hit to be shown? */
static bool is_within_rate(struct trace *trace, const struct hit *hit)
{
	if (hit->time >= trace->second + NSEC_PER_SEC) {
		tell_left_out(trace);
		trace->nr_shown = 0;
		trace->second = hit->time;
	}
	if (trace->nr_shown < trace->request->max_rate) {
		trace->nr_shown++;
		return true;
	}
	if (!trace->nr_left_out++)
		trace->left_out = clock_seconds();
	return false;
}

static bool on_hit(const struct hit *hit, void *data)
{
	struct trace *trace = data;
	bool goes_on;

	if (trace->request->max_rate && !is_within_rate(trace, hit))
		return !is_over(trace);
	goes_on = trace->sink->ops->hit(trace->sink, hit);
	if (++trace->nr_hits == trace->request->hits)
		trace->is_cut = true;
	return !is_over(trace) && goes_on;
}

static bool on_record(struct tep_record *record, void *data)
{
	struct trace *trace = data;

	return !is_over(trace) && decoder_take(&trace->decoder, record);
}

/* @number: 0 if it is not known */
static void on_lost(int cpu, unsigned long long number, void *data)
{
	struct trace *trace = data;

	number = decoder_lost(&trace->decoder, cpu, number);
	trace->has_lost = true;
	trace->nr_lost += number;
	trace->is_sum_low |= !number;
	trace->sink->ops->lost(trace->sink, cpu, number);
}

static void report_lost(const struct trace *trace)
{
	if (trace->nr_lost)
		error_file("trace", "hits lost: %" PRIu64 "%s; the buffer of a CPU was full",
			   trace->nr_lost, trace->is_sum_low ? "+" : "");
	else if (trace->has_lost)
		error_file("trace", "hits were lost; the buffer of a CPU was full");
	if (trace->all_left_out)
		error_file("trace", "hits left out: %" PRIu64 ", by --max-rate",
			   trace->all_left_out);
}

/*
 * The events
 */

static struct decoder decoder_of(struct trace *trace)
{
	const struct trace_request *request = trace->request;

	return (struct decoder){
		.is_recorded = request->output,
		.with_stacks = request->with_stacks,
		.with_lines = request->with_lines,
		.with_wall_clock = request->with_wall_clock,
		.hit = on_hit,
		.data = trace,
	};
}

static int filter_events(struct trace *trace)
{
	struct traced_events *events = &trace->decoder.events;
	const char *filter = trace->request->filter;

	return filter && events->nr ? filters_translate(events, filter) : 0;
}

static int enable_events(struct trace *trace)
{
	if (events_enable(&trace->decoder.events, trace->instance.tracefs,
			  trace->request->filter))
		return -1;
	decoder_load_symbols(&trace->decoder);
	return 0;
}

/*
 * The stream
 */

/* Report the events that have disappeared since the last check.  How many are left? */
static size_t check_events(struct trace *trace)
{
	struct traced_events *events = &trace->decoder.events;
	size_t i, nr = 0, nr_gone = 0;
	bool is_going = false;

	for (i = 0; i < events->nr; i++) {
		struct traced_event *event = &events->list[i];

		/* The events of a module are adjacent, and disappear together. */
		if (!i || event->module != event[-1].module)
			is_going = module_is_gone(event->system);
		if (!event->is_gone && (is_going || !event_exists(event))) {
			event->is_gone = true;
			nr_gone++;
		}
		nr += !event->is_gone;
		if (nr_gone && (i + 1 == events->nr || event[1].module != event->module)) {
			report_gone(event->system, nr_gone);
			names_add(&events->gone, event->system);
			nr_gone = 0;
		}
	}
	return nr;
}

/* Once tracing is off, no more stacks arrive. */
static void print_records(struct trace *trace)
{
	size_t i;

	if (trace->decoder.with_wall_clock)
		decoder_set_clock(&trace->decoder);
	buffers_read(&trace->buffers);
	if (trace->nr_left_out && clock_seconds() - trace->left_out > 1)
		tell_left_out(trace);
	for (i = 0; trace->is_off && !trace->is_cut && i < trace->decoder.nr_cpus; i++)
		if (!decoder_flush(&trace->decoder, i))
			break;
	if (!is_over(trace) && sink_flush(trace->sink))
		trace->is_cut = true;
}

/* Returns -1 when it has reported an error. */
static int record_pages(struct trace *trace)
{
	int more;

	do {
		more = trace->sink->ops->pages(trace->sink, &trace->buffers);
		is_over(trace);
	} while (more > 0 && trace->is_off && !trace->is_cut);
	return more < 0 ? -1 : 0;
}

static bool is_time_to_check(struct trace *trace)
{
	const double now = clock_seconds();
	const bool is_time = now - trace->checked >= CHECK_SECONDS;

	if (is_time)
		trace->checked = now;
	return is_time;
}

static bool has_events_of(const struct traced_events *events, const char *module)
{
	size_t i;

	for (i = 0; i < events->nr; i++)
		if (!strcmp(events->list[i].system, module))
			return true;
	return false;
}

/* Read the modules that are loaded now, and decode their events. */
static int open_again(struct trace *trace)
{
	const struct trace_request *request = trace->request;
	struct decoder *decoder = &trace->decoder;

	decoder_close(decoder);
	*decoder = decoder_of(trace);
	if (request->choose_again(request->data) == EXIT_FAILED || decoder_open(decoder) ||
	    decoder_choose(decoder, request->catalog))
		return -1;
	sink_probes(trace->sink, request->catalog);
	return filter_events(trace) || enable_events(trace) ? -1 : 0;
}

/* Also watch the modules that are loaded again.  Meanwhile the others' hits are recorded. */
static int choose_again(struct trace *trace)
{
	struct traced_events *events = &trace->decoder.events;
	struct name_list gone = events->gone;
	int failed;
	size_t i;

	for (i = 0; i < trace->decoder.nr_cpus; i++)
		decoder_flush(&trace->decoder, i);
	events->gone = (struct name_list){ 0 };
	failed = open_again(trace);
	for (i = 0; i < gone.nr; i++)
		if (!has_events_of(events, gone.list[i]) && !names_have(&events->gone, gone.list[i]))
			names_add(&events->gone, gone.list[i]);
	names_free(&gone);
	return failed;
}

/* A number that changes when one of the removed modules is loaded again; 0: none is loaded */
static uint64_t what_is_back(const struct name_list *gone)
{
	uint64_t all = 0;
	struct stat st;
	char *path;
	size_t i;

	for (i = 0; i < gone->nr; i++) {
		path = xasprintf("/sys/module/%s/initstate", gone->list[i]);
		if (!module_is_gone(gone->list[i]) && !stat(path, &st))
			all = 31 * all + st.st_ino;
		free(path);
	}
	return all;
}

/* React to modules that were removed or loaded.  Returns -1 when it has reported an error. */
static int look_after_events(struct trace *trace)
{
	uint64_t is_back;

	if (!is_time_to_check(trace))
		return 0;
	if (!check_events(trace) && !trace->request->choose_again)
		turn_off(trace);
	is_back = what_is_back(&trace->decoder.events.gone);
	if (!trace->request->choose_again || is_back == trace->was_back)
		return 0;
	trace->was_back = is_back;
	return is_back ? choose_again(trace) : 0;
}

static int stream(struct trace *trace)
{
	bool was_off;

	do {
		tasks_refresh(&trace->tasks);
		if (tasks_have_ended(&trace->tasks))
			turn_off(trace);
		is_over(trace);
		was_off = trace->is_off;
		if (!was_off && buffers_wait(&trace->buffers))
			return -1;
		if (!trace->sink->ops->pages)
			print_records(trace);
		else if (record_pages(trace))
			return -1;
		if (!was_off && look_after_events(trace))
			return -1;
	} while (!was_off && !trace->is_cut);
	return 0;
}

/* Count the records that were overwritten before their pages were copied. */
static void count_overrun(struct trace *trace)
{
	uint64_t lost;
	size_t i;

	for (i = 0; i < trace->buffers.nr_cpus; i++) {
		lost = buffers_overrun(trace->instance.tracefs, i);
		if (lost)
			on_lost(i, lost, trace);
	}
}

static int finish(struct trace *trace)
{
	bool is_current = false;

	if (trace->sink->ops->pages) {
		is_current = check_events(trace) == trace->decoder.events.nr;
		count_overrun(trace);
	}
	return sink_finish(trace->sink, is_current);
}

/*
 * A run
 */

static struct hit_sink *open_sink(const struct trace *trace)
{
	const struct trace_request *request = trace->request;

	if (request->output)
		return trace_dat_open(request->output, trace->buffers.nr_cpus);
	if (request->timeline)
		return timeline_open(request->timeline, &trace->decoder.events, request->filter,
				     request->from_key, request->to_key);
	return request->is_json ? json_lines_open() : columns_open(request->with_lines, false);
}

static int set_up(struct trace *trace)
{
	const struct trace_request *request = trace->request;
	struct tracefs_instance *instance;

	if (instance_open(&trace->instance))
		return -1;
	instance = trace->instance.tracefs;
	stop_set_switch(trace->instance.lock);
	if (buffers_open(&trace->buffers, instance) ||
	    tasks_apply(&trace->tasks, instance))
		return -1;
	if (request->with_wall_clock &&
	    tracefs_instance_file_write(instance, "trace_clock", "mono") < 0)
		return error_file("trace_clock", "mono: %s", strerror(errno));
	if (request->with_stacks && tracefs_option_enable(instance, TRACEFS_OPTION_STACKTRACE))
		return error_file("trace_options", "stacktrace: %s", strerror(errno));
	if (filter_events(trace))
		return -1;
	trace->sink = open_sink(trace);
	if (!trace->sink)
		return -1;
	sink_probes(trace->sink, request->catalog);
	if (enable_events(trace))
		return -1;
	sink_begin(trace->sink);
	return 0;
}

static int run_trace(struct trace *trace)
{
	const struct trace_request *request = trace->request;
	int failed;

	if (set_up(trace))
		return -1;
	out_ready(request->ready_fd);
	failed = stop_after(request->seconds) ||
		 (!stop_requested() && tasks_start(&trace->tasks));
	if (!failed) {
		failed = stream(trace);
		tell_left_out(trace);
		failed |= finish(trace);
	}
	return failed ? -1 : 0;
}

enum exit_code trace_hits(const struct trace_request *request)
{
	struct trace trace = {
		.request = request,
		.buffers.record = on_record,
		.buffers.lost = on_lost,
		.buffers.data = &trace,
	};
	bool failed;

	trace.decoder = decoder_of(&trace);
	failed = tasks_open(&trace.tasks, &request->tasks) || stop_on_signals() ||
		 decoder_open(&trace.decoder) ||
		 decoder_choose(&trace.decoder, request->catalog) || run_trace(&trace);
	stop_set_switch(-1);
	sink_close(trace.sink);
	buffers_close(&trace.buffers);
	instance_close(&trace.instance);
	tasks_close(&trace.tasks);
	decoder_close(&trace.decoder);
	report_lost(&trace);
	return failed ? EXIT_FAILED : EXIT_DONE;
}
