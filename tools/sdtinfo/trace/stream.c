// SPDX-License-Identifier: GPL-2.0-only
/*
 * stream.c - pass hits of probes on as they happen, or those of a source that has recorded them
 *
 * Live, the events are enabled in a private trace instance.  Hits go to a sink, which prints, draws
 * or counts them, or copies the buffers' pages.
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
#include <unistd.h>

#include "sink.h"
#include "source.h"
#include "stream.h"
#include "lib/stop.h"
#include "lib/util.h"

/* How often to see whether the events still exist */
#define CHECK_SECONDS	0.2

/* Linux 6.1 does not tell of each record, so they are looked for after that many seconds. */
#define MAX_WAIT	0.2

struct stream {
	const struct stream_request *request;
	struct instance instance;
	struct task_selection tasks;
	struct buffers buffers;
	struct decoder decoder;
	struct hit_sink *sink;
	uint64_t nr_hits;
	uint64_t nr_lost;
	double began;			/* by clock_seconds() */
	uint64_t first;			/* the earliest time of a recorded hit */
	uint64_t last;			/* the latest time of a hit */
	bool has_lost;
	bool is_sum_low;		/* some were lost whose number is not known */
	double checked;			/* when the events were, by clock_seconds() */
	uint64_t was_back;		/* what_is_back() then */
	bool is_off;			/* no more hits come */
	bool is_cut;			/* what has come is not wanted */
};

static void turn_off(struct stream *stream)
{
	if (!stream->is_off)
		tracefs_trace_off(stream->instance.tracefs);
	stream->is_off = true;
}

/* Has the run ended?  Also called between records. */
static bool is_over(struct stream *stream)
{
	if (stop_requested()) {
		turn_off(stream);
		stream->is_cut |= !!stream->request->source;
	}
	if (stop_is_urgent()) {
		stream->is_cut = true;
		/* The reader of a pipe must not delay the end again. */
		out_drop();
	}
	return stream->is_cut;
}

/*
 * Hits
 */

/* Of a recorded hit: has it been asked for? */
static bool is_wanted(const struct stream *stream, const struct hit *hit)
{
	const struct stream_request *request = stream->request;

	if (!hit_is_of_task(hit, &request->tasks))
		return false;
	if (!request->filter)
		return true;
	return hit->traced->wanted ? hit_passes(hit->traced->wanted, hit) : request->filters_some;
}

/*
 * Is a recorded hit later than those of the time that was asked for?  A hit comes when its stack
 * does: one that was interrupted follows those of the interrupt, which are later.
 */
static bool is_late(struct stream *stream, const struct hit *hit)
{
	const double seconds = stream->request->seconds;

	if (!stream->first || hit->time < stream->first)
		stream->first = hit->time;
	return seconds && (hit->time - stream->first) / 1e9 > seconds;
}

static bool on_hit(const struct hit *hit, void *data)
{
	struct stream *stream = data;
	bool goes_on;

	if (stream->request->source) {
		if (!is_wanted(stream, hit))
			return !is_over(stream);
		if (is_late(stream, hit)) {
			stream->is_cut = !stream->request->with_stacks;
			return !is_over(stream);
		}
	}
	if (hit->time > stream->last)
		stream->last = hit->time;
	goes_on = stream->sink->ops->hit(stream->sink, hit);
	if (++stream->nr_hits == stream->request->hits)
		stream->is_cut = true;
	return !stream->is_cut && goes_on;
}

static bool on_record(struct tep_record *record, void *data)
{
	struct stream *stream = data;

	return !is_over(stream) && decoder_take(&stream->decoder, record);
}

/* @number: 0 if it is not known */
static void on_lost(int cpu, unsigned long long number, void *data)
{
	struct stream *stream = data;

	number = decoder_lost(&stream->decoder, cpu, number);
	stream->has_lost = true;
	stream->nr_lost += number;
	stream->is_sum_low |= !number;
	sink_lost(stream->sink, cpu, number);
}

static void report_lost(const struct stream *stream)
{
	if (stream->decoder.nr_unknown)
		error_file(stream->request->source->name,
			   "hits left out: %" PRIu64 "; without the kernel's symbols, they do not tell which of the event's sites fired",
			   stream->decoder.nr_unknown);
	if (!stream->request->verb)
		return;
	if (stream->request->source && stream->has_lost)
		error_file(stream->request->source->name, "hits missing: %" PRIu64 "%s; they were overwritten",
			   stream->nr_lost, stream->is_sum_low ? "+" : "");
	else if (stream->nr_lost)
		error_file(stream->request->verb, "hits lost: %" PRIu64 "%s; the buffer of a CPU was full",
			   stream->nr_lost, stream->is_sum_low ? "+" : "");
	else if (stream->has_lost)
		error_file(stream->request->verb, "hits were lost; the buffer of a CPU was full");
}

/*
 * The events
 */

static struct decoder decoder_of(struct stream *stream)
{
	const struct stream_request *request = stream->request;

	return (struct decoder){
		.source = request->source,
		.is_recorded = request->takes_pages,
		.with_stacks = request->with_stacks,
		.with_lines = request->with_lines,
		.with_wall_clock = request->with_wall_clock,
		.without_names = request->without_names && !request->source,
		.hit = on_hit,
		.data = stream,
	};
}

static int filter_events(struct stream *stream)
{
	const struct stream_request *request = stream->request;
	struct traced_events *events = &stream->decoder.events;

	return request->filter && events->nr ?
	       filters_translate(events, request->filter, request->filters_some,
				 request->source) : 0;
}

static size_t count_gone(const struct traced_events *events)
{
	size_t i, nr = 0;

	for (i = 0; i < events->nr; i++)
		nr += events->list[i].is_gone;
	return nr;
}

/* What needs events that lack the filter's fields needs all events. */
static int enable_events(struct stream *stream)
{
	const bool needs_all = stream->request->filters_some;
	struct traced_events *events = &stream->decoder.events;
	const size_t before = count_gone(events);

	if (events_enable(events, stream->instance.tracefs,
			  stream->request->filter && !needs_all) ||
	    (needs_all && count_gone(events) > before))
		return -1;
	decoder_load_symbols(&stream->decoder);
	return 0;
}

/*
 * The stream
 */

/* Report the events that have disappeared since the last check.  How many are left? */
static size_t check_events(struct stream *stream)
{
	struct traced_events *events = &stream->decoder.events;
	size_t i, nr = 0, nr_gone = 0;
	bool is_known = false, is_going = false;

	for (i = 0; i < events->nr; i++) {
		struct traced_event *event = &events->list[i];

		/* The events of a module are adjacent, and disappear together. */
		if (!i || event->module != event[-1].module)
			is_known = false;
		if (!event->is_gone && !is_known) {
			is_known = true;
			is_going = module_is_gone(event_module(event)) || !event_exists(event);
		}
		if (!event->is_gone && is_going) {
			event->is_gone = true;
			nr_gone++;
		}
		nr += !event->is_gone;
		if (nr_gone && (i + 1 == events->nr || event[1].module != event->module)) {
			report_gone(event_module(event), nr_gone);
			names_add(&events->gone, event_module(event));
			nr_gone = 0;
		}
	}
	return nr;
}

/* No more stacks come for the hits that are held. */
static void flush_held(struct stream *stream)
{
	size_t i;

	for (i = 0; !stream->is_cut && i < stream->decoder.nr_cpus; i++)
		if (!decoder_flush(&stream->decoder, i))
			break;
	if (!is_over(stream) && sink_flush(stream->sink))
		stream->is_cut = true;
}

/* Once tracing is off, no more stacks arrive. */
static void pass_records(struct stream *stream)
{
	const uint64_t now = clock_ns(CLOCK_MONOTONIC);

	if (stream->decoder.with_wall_clock)
		decoder_set_clock(&stream->decoder);
	if (buffers_read(&stream->buffers) && stream->request->is_measured)
		sink_passed(stream->sink, now);
	if (stream->is_off)
		flush_held(stream);
	else if (!is_over(stream) && sink_flush(stream->sink))
		stream->is_cut = true;
}

static struct buffers *buffers_of(struct stream *stream)
{
	struct hit_source *source = stream->request->source;

	return source ? source->buffers : &stream->buffers;
}

/* Returns -1 when it has reported an error. */
static int pass_pages(struct stream *stream)
{
	int more;

	do {
		more = stream->sink->ops->pages(stream->sink, buffers_of(stream), stream->is_off);
		is_over(stream);
	} while (more > 0 && stream->is_off && !stream->is_cut);
	return more < 0 ? -1 : 0;
}

static bool is_time_to_check(struct stream *stream)
{
	const double now = clock_seconds();
	const bool is_time = now - stream->checked >= CHECK_SECONDS;

	if (is_time)
		stream->checked = now;
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
static int open_again(struct stream *stream)
{
	const struct stream_request *request = stream->request;
	struct decoder *decoder = &stream->decoder;

	decoder_close(decoder);
	*decoder = decoder_of(stream);
	if (request->choose_again(request->data) == EXIT_FAILED || decoder_open(decoder) ||
	    decoder_choose(decoder, request->catalog))
		return -1;
	sink_probes(stream->sink, request->catalog);
	return filter_events(stream) || enable_events(stream) ? -1 : 0;
}

/* Also watch the modules that are loaded again.  Meanwhile the others' hits are recorded. */
static int choose_again(struct stream *stream)
{
	struct traced_events *events = &stream->decoder.events;
	struct name_list gone = events->gone;
	int failed;
	size_t i;

	for (i = 0; i < stream->decoder.nr_cpus; i++)
		decoder_flush(&stream->decoder, i);
	events->gone = (struct name_list){ 0 };
	failed = open_again(stream);
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
	size_t i;

	for (i = 0; i < gone->nr; i++)
		if (!module_is_gone(gone->list[i]))
			all = 31 * all + module_load(gone->list[i]);
	return all;
}

/* React to modules that were removed or loaded.  Returns -1 when it has reported an error. */
static int look_after_events(struct stream *stream)
{
	uint64_t is_back;

	if (!is_time_to_check(stream))
		return 0;
	if (!check_events(stream) && !stream->request->choose_again)
		turn_off(stream);
	is_back = what_is_back(&stream->decoder.events.gone);
	if (!stream->request->choose_again || is_back == stream->was_back)
		return 0;
	stream->was_back = is_back;
	return is_back ? choose_again(stream) : 0;
}

/* How long to wait for hits at most, in milliseconds */
static int wait_ms(double until)
{
	const double left = until ? until - clock_seconds() : MAX_WAIT;

	return left > MAX_WAIT ? MAX_WAIT * 1000 : left > 0 ? left * 1000 + 1 : 0;
}

/* Once no more come, the hits that are held have no stacks. */
static int run_source(struct stream *stream)
{
	struct hit_source *source = stream->request->source;

	if (stream->sink->ops->pages)
		return pass_pages(stream);
	if (source->ops->read(source, on_record, on_lost, stream))
		return -1;
	flush_held(stream);
	sink_passed(stream->sink, stream->last);
	return 0;
}

int stream_run(struct stream *stream, double until)
{
	bool was_off;

	if (stream->request->source)
		return run_source(stream);
	do {
		tasks_refresh(&stream->tasks);
		if (tasks_have_ended(&stream->tasks))
			turn_off(stream);
		is_over(stream);
		was_off = stream->is_off;
		if (!was_off && buffers_wait(&stream->buffers, wait_ms(until)))
			return -1;
		stream->buffers.until = was_off ? 0 : clock_seconds() + wait_ms(until) / 1e3;
		if (!stream->sink->ops->pages)
			pass_records(stream);
		else if (pass_pages(stream))
			return -1;
		if (!was_off && look_after_events(stream))
			return -1;
		if (was_off || stream->is_cut)
			return 0;
	} while (!until || clock_seconds() < until);
	return 1;
}

/* Count the records that were overwritten before their pages were copied. */
static void count_overrun(struct stream *stream)
{
	uint64_t lost;
	size_t i;

	for (i = 0; i < stream->buffers.nr_cpus; i++) {
		lost = buffers_overrun(stream->instance.tracefs, i);
		if (lost)
			on_lost(i, lost, stream);
	}
}

static int finish(struct stream *stream)
{
	if (stream->sink->ops->pages && !stream->request->source) {
		check_events(stream);
		count_overrun(stream);
	}
	return sink_finish(stream->sink);
}

/*
 * A run
 */

static struct hit_sink *sink_open(const struct sink_request *request,
				  struct traced_events *events, size_t nr_cpus)
{
	if (request->output)
		return trace_dat_open(request->output);
	if (request->timeline)
		return timeline_open(request->timeline, events, nr_cpus, request->filtered,
				     request->from_key, request->to_key);
	return request->is_json ? json_lines_open() : columns_open(request->with_lines, false);
}

static int open_sink(struct stream *stream, size_t nr_cpus)
{
	const struct stream_request *request = stream->request;

	stream->sink = request->sink ?
		       sink_open(request->sink, &stream->decoder.events, nr_cpus) :
		       request->open_sink(&stream->decoder.events, nr_cpus, request->data);
	if (!stream->sink || sink_describe(stream->sink, &stream->decoder, buffers_of(stream)))
		return -1;
	sink_probes(stream->sink, request->catalog);
	return 0;
}

static int set_up(struct stream *stream)
{
	const struct stream_request *request = stream->request;
	struct tracefs_instance *instance;

	if (instance_open(&stream->instance, request->is_measured))
		return -1;
	instance = stream->instance.tracefs;
	stop_set_switch(stream->instance.lock);
	if (buffers_open(&stream->buffers, instance) || tasks_apply(&stream->tasks, instance))
		return -1;
	if ((request->with_wall_clock || request->is_measured) &&
	    tracefs_instance_file_write(instance, "trace_clock", "mono") < 0)
		return error_file("trace_clock", "mono: %s", strerror(errno));
	if (request->with_stacks && tracefs_option_enable(instance, TRACEFS_OPTION_STACKTRACE))
		return error_file("trace_options", "stacktrace: %s", strerror(errno));
	if (filter_events(stream) || open_sink(stream, stream->buffers.nr_cpus))
		return -1;
	if (request->is_measured)
		tracefs_trace_off(instance);
	if (enable_events(stream) || instance_set_size(instance, request->size))
		return -1;
	sink_begin(stream->sink);
	if (request->is_measured && tracefs_trace_on(instance))
		return error_file("tracing_on", "%s", strerror(errno));
	out_ready(request->ready_fd);
	return stop_after(request->seconds) ||
	       (!stop_requested() && tasks_start(&stream->tasks)) ? -1 : 0;
}

/* Pages are taken as they are. */
static int check_pages(const struct stream_request *request)
{
	const struct hit_source *source = request->source;

	if (!source->buffers)
		return error_file(source->name, "--output: it has no pages of a trace buffer");
	if (request->filter || request->tasks.nr_pids || request->seconds)
		return error_file(source->name, "--output copies all hits: omit --filter, --pid and --time");
	if (request->catalog->nr_patterns)
		return error_file(source->name, "--output copies all hits: omit the pattern");
	return 0;
}

/* All hits are there already. */
static int open_recorded(struct stream *stream)
{
	const struct stream_request *request = stream->request;
	struct hit_source *source = request->source;
	struct decoder *decoder = &stream->decoder;

	stream->is_off = true;
	if (request->takes_pages && check_pages(request))
		return -1;
	if (request->with_stacks && !source->stack)
		return error_file(source->name, "it has no stacks");
	if (request->with_wall_clock && !source->has_clock)
		return error_file(source->name, "--wall-clock: %s", source->no_clock);
	decoder->wall_clock = source->wall_clock;
	if (stop_on_signals() || decoder_open(decoder) ||
	    decoder_choose(decoder, request->catalog) || filter_events(stream) ||
	    open_sink(stream, source->nr_cpus))
		return -1;
	decoder_load_symbols(decoder);
	sink_begin(stream->sink);
	return 0;
}

static int open_live(struct stream *stream)
{
	const struct stream_request *request = stream->request;

	stream->buffers.record = on_record;
	stream->buffers.lost = on_lost;
	stream->buffers.data = stream;
	if (tasks_open(&stream->tasks, &request->tasks) || stop_on_signals() ||
	    decoder_open(&stream->decoder) || decoder_choose(&stream->decoder, request->catalog))
		return -1;
	return stream->decoder.events.nr || request->choose_again ? set_up(stream) : -1;
}

struct stream *stream_open(const struct stream_request *request)
{
	struct stream *stream = xcalloc(1, sizeof(*stream));

	stream->request = request;
	stream->decoder = decoder_of(stream);
	stream->began = clock_seconds();
	if (!(request->source ? open_recorded(stream) : open_live(stream)))
		return stream;
	stream_close(stream, true);
	return NULL;
}

uint64_t stream_now(const struct stream *stream)
{
	return stream->request->source ? stream->last : clock_ns(CLOCK_MONOTONIC);
}

double stream_seconds(const struct stream *stream)
{
	return stream->request->source ? (stream->last - stream->first) / 1e9 :
					 clock_seconds() - stream->began;
}

enum exit_code stream_close(struct stream *stream, bool failed)
{
	failed = failed || finish(stream);
	stop_set_switch(-1);
	sink_close(stream->sink);
	buffers_close(&stream->buffers);
	instance_close(&stream->instance);
	tasks_close(&stream->tasks);
	decoder_close(&stream->decoder);
	report_lost(stream);
	free(stream);
	return failed ? EXIT_FAILED : EXIT_DONE;
}

enum exit_code stream_hits(const struct stream_request *request)
{
	struct stream *stream = stream_open(request);

	return stream ? stream_close(stream, stream_run(stream, 0) < 0) : EXIT_FAILED;
}

enum exit_code stream_select(struct stream_request *request, struct selection *selection,
			     const char *from)
{
	enum exit_code code;

	request->catalog = &selection->catalog;
	if (from) {
		request->source = source_open(from);
		if (!request->source)
			return EXIT_FAILED;
		if (!request->is_measured)
			request->with_stacks = request->source->stack;
		return source_select(request->source, selection);
	}
	code = selection_read(selection);
	if (code == EXIT_DONE)
		selection_publish(selection);
	return code;
}
