// SPDX-License-Identifier: GPL-2.0-only
/*
 * latency.c - measure the time from one probe to another in the kernel
 *
 * The kernel's Documentation/trace/histogram.rst describes the method.  A trigger of the
 * first event keeps the time of a hit for each key.  One of the second event takes that
 * time, which is used up then, and fires a synthetic event with the difference.  Triggers
 * of the synthetic event count the differences (scales.c), or it is recorded (slow_calls.c).
 *
 * If both events are one, the time must be kept after it was taken.  But triggers run in the
 * order in which they were set, and the one that takes needs the one that keeps.  So a hit
 * fires a second synthetic event at last, a tick, and a trigger of that keeps the time.
 *
 * The triggers of both events are paused at first.  A mark in the trace is an event, too:
 * its triggers enable_hist, and later disable_hist, begin and end all counting at once, so
 * that the numbers of hits belong together.
 *
 * If a module with triggers goes, the kernel can remove neither these nor what they use.
 * A trigger disable_event, which changes nothing, refers to the module and so keeps it.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "pairs.h"
#include "triggers.h"
#include "trace/sink.h"
#include "lib/stop.h"
#include "lib/util.h"

/* Up to 73 minutes; the last one has longer times, too. */
#define NR_TIME_SCALES	8

struct measurement {
	const struct latency_request *request;
	struct latencies *result;
	struct instance instance;
	struct task_selection tasks;
	struct pairs pairs;
	struct triggers triggers;
	size_t nr_refused;	/* pairs, of the first ones */
	/* To print slow calls */
	struct buffers buffers;
	struct decoder decoder;
	struct slow_calls calls;
	struct hit_sink *sink;		/* of slow calls */
};

/*
 * Fields that can be a key
 */

/* The arguments of an event, and their copies; only those that @other has as well */
static struct name_list find_fields(const struct traced_event *event,
				    const struct traced_event *other)
{
	struct name_list fields = { 0 };
	const struct probe_arg *arg, *same;
	unsigned int i;
	char *copy;

	for (i = 0; i < event->fields->nr_args; i++) {
		arg = &event->fields->args[i];
		same = event_arg(other, arg->name);
		if (!same || probe_compare_args(same, arg) != ARG_SAME)
			continue;
		names_add(&fields, arg->name);
		copy = event->has_copies ? event_copy_field(event->fields, i) : NULL;
		if (copy)
			names_add(&fields, copy);
		free(copy);
	}
	return fields;
}

/* The kernel knows further ones, such as common_cpu. */
static int check_key(const struct latency_request *request, const struct latency *latency,
		     const struct traced_event *event, bool is_from)
{
	const char *key = is_from ? request->from_key : request->to_key;
	const bool is_one = !strcmp(request->from_key, request->to_key);
	const struct name_list *own = is_from ? &latency->from_fields : &latency->to_fields;
	const struct name_list *possible = is_one ? &latency->shared_fields : own;
	char *text, *hint;

	if (!strncmp(key, "common_", strlen("common_")) || names_have(own, key))
		return 0;
	text = names_text(possible, "");
	hint = suggest_among(possible, key);
	if (!hint)
		hint = xasprintf("; %s common_cpu, common_pid%s%s",
				 is_one ? "both events have" : "its fields are",
				 *text ? ", " : "", text);
	error_file(event->name, "it has no field '%s'%s", key, hint);
	free(hint);
	free(text);
	return -1;
}

static int find_by(struct pair *pair, const struct latency *latency, const char *name)
{
	char *from, *to, *hint;

	if (!name || (group_by_find(&pair->by, pair->from, name) && pair->by.field))
		return 0;
	group_by_free(&pair->by);
	if (group_by_find(&pair->by, pair->to, name))		/* TO sees the task and the stack */
		return 0;
	from = names_text(&latency->from_fields, "");
	to = names_text(&latency->to_fields, "");
	hint = suggest_among(&latency->from_fields, name) ?:
	       suggest_among(&latency->to_fields, name);
	if (!hint)
		hint = xasprintf("; there are comm, pid, cpu, stack; of FROM %s; of TO %s",
				 *from ? from : "none", *to ? to : "none");
	error_file(pair->from->name, "--by: there is no '%s'%s", name, hint);
	free(hint);
	free(to);
	free(from);
	return -1;
}

/* A filter is for the event that has its fields, or for both. */
static int find_filters(struct pair *pair, const char *filter)
{
	struct name_list lacks = { 0 };
	int failed;

	if (!filter)
		return 0;
	failed = filter_translate(pair->from, filter, &lacks);
	if (!failed && !pair->is_period)
		failed = filter_translate(pair->to, filter, &lacks);
	if (!failed && !pair->from->filter && !pair->to->filter) {
		struct traced_event both[] = { *pair->from, *pair->to };

		failed = filters_report(&(struct traced_events){
			.list = both,
			.nr = pair->is_period ? 1 : 2,
		}, &lacks);
	}
	names_free(&lacks);
	return failed;
}

static int find_pair(const struct latency_request *request, struct pair *pair,
		     struct latency *latency)
{
	latency->from = event_names(pair->from);
	latency->to = event_names(pair->to);
	latency->is_period = pair->is_period;
	latency->times.is_time = true;
	latency->from_fields = find_fields(pair->from, pair->from);
	latency->to_fields = find_fields(pair->to, pair->to);
	latency->shared_fields = find_fields(pair->from, pair->to);
	if (pair->is_period && request->over)
		return error_file(latency->from, "--over needs a probe that begins a call and another one that ends it");
	return check_key(request, latency, pair->from, true) ||
	       check_key(request, latency, pair->to, false) ||
	       find_by(pair, latency, request->by) || find_filters(pair, request->filter) ? -1 : 0;
}

static void free_call(struct open_call *call)
{
	size_t i;

	for (i = 0; i < call->nr_values; i++)
		free((char *)call->values[i].copy);
	for (i = 0; i < call->nr_frames; i++)
		free(call->frames[i]);
	free(call->values);
	free(call->frames);
	free(call->command);
	free(call->key);
}

/* Forget what was read, before it is read again or at last. */
static void forget_counts(struct latency *latency)
{
	while (latency->nr_open)
		free_call(&latency->open[--latency->nr_open]);
	while (latency->nr_values) {
		latency->nr_values--;
		histogram_free(&latency->values[latency->nr_values].times);
		free(latency->values[latency->nr_values].value.text);
	}
	free(latency->open);
	free(latency->values);
	latency->open = NULL;
	latency->values = NULL;
	histogram_free(&latency->times);
	latency->times.is_time = true;
	latency->no_room = 0;
}

static void free_latency(struct latency *latency)
{
	forget_counts(latency);
	names_free(&latency->from_fields);
	names_free(&latency->to_fields);
	names_free(&latency->shared_fields);
	free(latency->from);
	free(latency->to);
}

/* Leave out a pair, as was reported.  Fails if the first ones were all left out. */
static int drop_pair(struct measurement *measurement, size_t i)
{
	struct latencies *result = measurement->result;

	pairs_drop(&measurement->pairs, i);
	free_latency(&result->list[i]);
	result->nr--;
	memmove(&result->list[i], &result->list[i + 1], (result->nr - i) * sizeof(*result->list));
	return !result->nr || (!i && ++measurement->nr_refused == MAX_REFUSED) ? -1 : 0;
}

static int find_pairs(struct measurement *measurement)
{
	const struct latency_request *request = measurement->request;
	struct latencies *result = measurement->result;
	size_t i = 0;

	if (pairs_choose(&measurement->pairs, request->catalogs, request->nr_catalogs))
		return -1;
	result->nr = measurement->pairs.nr;
	result->list = xcalloc(result->nr, sizeof(*result->list));
	while (i < result->nr)
		if (!find_pair(request, &measurement->pairs.list[i], &result->list[i]))
			i++;
		else if (drop_pair(measurement, i))
			return -1;
	return 0;
}

/*
 * Triggers
 */

/*
 * Let a mark do something to the events of all pairs.  The kernel begins with the trigger that
 * was added last.  A hit of TO that is not seen lets a call look open, one of FROM does not:
 * so the second events are the first ones to be enabled, and the last ones to be disabled.
 */
static int on_mark(struct measurement *measurement, const char *command, bool second_first)
{
	const struct pairs *pairs = &measurement->pairs;
	const struct traced_event *event;
	size_t i;

	for (i = 0; i < pairs->nr_distinct; i++) {
		event = pairs->distinct[second_first ? i : pairs->nr_distinct - 1 - i];
		if (triggers_add(&measurement->triggers, "ftrace", "print",
				 xasprintf("%s:%s:%s", command, event->system, event->name)))
			return -1;
	}
	return 0;
}

static int write_mark(struct measurement *measurement)
{
	if (tracefs_instance_file_write(measurement->instance.tracefs, "trace_marker", "mark") > 0)
		return 0;
	return error_file("trace_marker", "%s", strerror(errno));
}

/* Whose field is the one that times are counted by? */
static bool counts_by(const struct pair *pair, const struct traced_event *event)
{
	return pair->by.field && pair->by.event == event;
}

/* Only hits for which the event's filter is true */
static char *filtered(char *text, const struct traced_event *event)
{
	return event->filter ? xappend(text, " if %s", event->filter) : text;
}

/* Keep the time of a hit, and what is to be known of it. */
static char *keep_text(const struct pair *pair, const char *key, unsigned int size)
{
	char *text = open_calls_begin(pair, key, size);

	if (counts_by(pair, pair->from))
		text = xappend(text, ":by%u=%s", pair->nr, pair->by.field);
	return filtered(text, pair->from);
}

/* Fire the synthetic event at a hit of TO that has come after one of @system's @event. */
static char *match_text(const struct pair *pair, const char *key, unsigned int size,
			const char *system, const char *event)
{
	const unsigned int nr = pair->nr;
	char *text = xasprintf("hist:keys=%s:size=%u:clock=mono:time%u=common_timestamp-$begun%u",
			       key, size, nr, nr);

	if (counts_by(pair, pair->to) || pair->is_period)
		text = pair->by.field ? xappend(text, ",by%u=%s", nr, pair->by.field) : text;
	text = xappend(text, ":pause:onmatch(%s.%s).trace(%s,$time%u", system, event, pair->event,
		       nr);
	if (pair->by.field)
		text = xappend(text, ",$by%u", nr);
	text = xappend(text, "):onmax($time%u).save(common_cpu)", nr);
	return filtered(text, pair->is_period ? pair->from : pair->to);
}

static int count_pair(struct measurement *measurement, const struct pair *pair)
{
	const struct latency_request *request = measurement->request;
	struct triggers *triggers = &measurement->triggers;
	const struct traced_event *from = pair->from, *to = pair->to;
	const unsigned int size = hist_size(3 * measurement->pairs.nr);

	return triggers_add(triggers, from->system, from->name,
			    keep_text(pair, request->from_key, size)) ||
	       triggers_add(triggers, to->system, to->name,
			    open_calls_end(pair, request->to_key, size)) ||
	       triggers_add(triggers, to->system, to->name,
			    match_text(pair, request->to_key, size, from->system,
				       from->name)) ? -1 : 0;
}

static int count_period(struct measurement *measurement, struct pair *pair)
{
	const char *key = measurement->request->from_key;
	struct triggers *triggers = &measurement->triggers;
	const struct traced_event *event = pair->from;
	const unsigned int nr = pair->nr, size = hist_size(3 * measurement->pairs.nr);
	char *type = event_field_type(event, key), *field = xasprintf("%s key", type);
	int failed;

	pair->tick = xasprintf("%s_tick", pair->event);
	failed = synthetic_add(pair->tick, field) ||
		 triggers_add(triggers, "synthetic", pair->tick,
			      xasprintf("hist:keys=key:size=%u:clock=mono:begun%u=common_timestamp",
					size, nr)) ||
		 triggers_add(triggers, event->system, event->name,
			      match_text(pair, key, size, "synthetic", pair->tick)) ||
		 triggers_add(triggers, event->system, event->name,
			      filtered(xasprintf("hist:keys=%s:size=%u:clock=mono:key%u=%s,ended%u=common_timestamp:pause:onmax($ended%u).trace(%s,$key%u)",
						 key, size, nr, key, nr, nr, pair->tick, nr),
				       event));
	free(field);
	free(type);
	return failed ? -1 : 0;
}

/* Count the times of a pair. */
static int add_counting(struct measurement *measurement, struct pair *pair)
{
	char *type = pair->by.field ? event_field_type(pair->by.event, pair->by.field) : NULL;
	char *fields = type ? xasprintf("u64 time; %s by", type) : xasprintf("u64 time");
	const struct scales scales = {
		.field = "time",
		.key = pair->by.field ? "by" : pair->by.key,
		.first_width = 16,
		.bits = 64,
		.nr_scales = NR_TIME_SCALES,
		.size = hist_size(NR_TIME_SCALES * measurement->pairs.nr),
	};
	int failed;

	failed = synthetic_add(pair->event, fields) ||
		 scales_add(&measurement->triggers, "synthetic", pair->event, &scales);
	free(fields);
	free(type);
	if (failed)
		return -1;
	return pair->is_period ? count_period(measurement, pair) : count_pair(measurement, pair);
}

/* Record the slow calls of a pair. */
static int add_recording(struct measurement *measurement, const struct pair *pair)
{
	const struct latency_request *request = measurement->request;
	struct tracefs_instance *instance = measurement->instance.tracefs;
	struct triggers *triggers = &measurement->triggers;
	const struct traced_event *from = pair->from, *to = pair->to;
	const unsigned int size = hist_size(3 * measurement->pairs.nr);
	char *fields = slow_calls_fields(pair), *filter;
	int failed;

	failed = synthetic_add(pair->event, fields) ||
		 triggers_add(triggers, from->system, from->name,
			      filtered(slow_calls_begin(pair, request->from_key, size), from)) ||
		 triggers_add(triggers, to->system, to->name,
			      filtered(slow_calls_end(pair, request->to_key, size), to));
	free(fields);
	if (failed)
		return -1;
	filter = xasprintf("time >= %" PRIu64, request->over);
	failed = tracefs_event_file_write(instance, "synthetic", pair->event, "filter", filter) < 0 ||
		 tracefs_event_file_write(instance, "synthetic", pair->event, "enable", "1") < 0;
	free(filter);
	if (!failed)
		return 0;
	return error_file(pair->event, "the event cannot be enabled: %s", strerror(errno));
}

static void remove_synthetic(const char *event)
{
	if (event && synthetic_remove(event) && errno != ENOENT)
		error_file(event, "the synthetic event is left behind, the next run removes it: %s",
			   strerror(errno));
}

/* The events' modules are kept first of all. */
static int add_triggers(struct measurement *measurement)
{
	struct triggers *triggers = &measurement->triggers;
	size_t i = 0, before;
	struct pair *pair;
	int failed;

	triggers->instance = measurement->instance.tracefs;
	if (on_mark(measurement, "disable_event", true))
		return -1;
	while (i < measurement->pairs.nr) {
		before = triggers->nr;
		pair = &measurement->pairs.list[i];
		pair->event = synthetic_name(&measurement->instance, pair->nr);
		failed = measurement->request->over ? add_recording(measurement, pair) :
						      add_counting(measurement, pair);
		if (!failed) {
			i++;
			continue;
		}
		triggers_remove_last(triggers, triggers->nr - before);
		remove_synthetic(pair->event);
		remove_synthetic(pair->tick);
		if (drop_pair(measurement, i))
			return -1;
	}
	return 0;
}

static int start_counting(struct measurement *measurement)
{
	const size_t nr = measurement->triggers.nr;

	if (on_mark(measurement, "enable_hist", true) || write_mark(measurement))
		return -1;
	triggers_remove_last(&measurement->triggers, measurement->triggers.nr - nr);
	return on_mark(measurement, "disable_hist", false);
}

/* The synthetic events are in use as long as they are enabled, or their triggers are there. */
static void remove_all(struct measurement *measurement)
{
	size_t i;

	if (measurement->request->over && measurement->instance.tracefs)
		synthetic_disable(measurement->instance.tracefs);
	triggers_free(&measurement->triggers);
	for (i = 0; i < measurement->pairs.nr; i++) {
		remove_synthetic(measurement->pairs.list[i].event);
		remove_synthetic(measurement->pairs.list[i].tick);
	}
}

/*
 * What the kernel has counted
 */

/* The counting of one pair */
struct counting {
	const struct pair *pair;
	const char *variable;		/* the one with the times, in triggers of its events */
	struct latency *latency;
};

/* Takes @text */
static struct latency_value *find_value(struct latency *latency, char *text,
					enum value_form form)
{
	size_t i;

	for (i = 0; i < latency->nr_values; i++)
		if (!strcmp(latency->values[i].value.text, text)) {
			free(text);
			return &latency->values[i];
		}
	latency->values = xroom_for_one(latency->values, latency->nr_values,
					sizeof(*latency->values));
	latency->values[i] = (struct latency_value){
		.value = { text, form },
		.times.is_time = true,
	};
	return &latency->values[latency->nr_values++];
}

static void see_time(const struct hist_entry *entry, void *data)
{
	const struct counting *counting = data;
	const struct group_by *by = &counting->pair->by;
	struct histogram_bucket bucket;
	struct latency_value *value;
	const char *key;
	uint64_t sum;

	key = scales_take(entry, "time", &bucket, &sum);
	if (!key)
		return;
	histogram_add(&counting->latency->times, &bucket, sum);
	if (!by->key)
		return;
	value = find_value(counting->latency, group_by_text(by, key), by->form);
	histogram_add(&value->times, &bucket, sum);
}

static void see_dropped(const struct hist *hist, void *data)
{
	const struct counting *counting = data;

	counting->latency->no_room += hist->dropped;
}

static void see_match(const struct hist_entry *entry, void *data)
{
	const struct counting *counting = data;
	struct histogram *times = &counting->latency->times;

	if (entry->has_max && entry->max > times->max &&
	    hist_has_variable(entry->hist, counting->variable))
		times->max = entry->max;
}

static int longest_first(const void *x, const void *y)
{
	const struct latency_value *a = x, *b = y;

	return a->times.sum > b->times.sum ? -1 : a->times.sum < b->times.sum;
}

static int read_times(struct measurement *measurement, const struct pair *pair,
		      struct latency *latency)
{
	struct tracefs_instance *instance = measurement->instance.tracefs;
	char *variable = xasprintf("time%u", pair->nr);
	struct counting counting = { pair, variable, latency };
	int failed;
	size_t i;

	failed = hist_read(instance, pair->to->system, pair->to->name, see_match, NULL,
			   &counting) ||
		 hist_read(instance, "synthetic", pair->event, see_time, see_dropped, &counting);
	free(variable);
	histogram_finish(&latency->times);
	for (i = 0; i < latency->nr_values; i++) {
		latency->values[i].times.max = latency->times.max;
		histogram_finish(&latency->values[i].times);
	}
	if (latency->nr_values)
		qsort(latency->values, latency->nr_values, sizeof(*latency->values),
		      longest_first);
	return failed ? -1 : 0;
}

static int read_result(struct measurement *measurement, uint64_t now)
{
	const struct latency_request *request = measurement->request;
	struct task_names names = { 0 };
	const bool is_task = !strcmp(request->from_key, TASK_KEY);
	const struct open_calls_request open = {
		.instance = measurement->instance.tracefs,
		.key = is_task ? NULL : request->from_key,
		.now = now,
		.names = &names,
		.with_stacks = request->with_stacks,
		.hides_addresses = kernel_hides_addresses(),
	};
	size_t i;

	for (i = 0; i < measurement->pairs.nr; i++) {
		const struct pair *pair = &measurement->pairs.list[i];
		struct latency *latency = &measurement->result->list[i];

		forget_counts(latency);
		if (open_calls_read(pair, &open, latency) ||
		    read_times(measurement, pair, latency))
			return -1;
		if (pair->is_period)
			latency->from_hits = latency->to_hits;
	}
	return 0;
}

/*
 * Slow calls
 */

static bool on_record(struct tep_record *record, void *data)
{
	struct measurement *measurement = data;

	return !stop_is_urgent() && decoder_take(&measurement->decoder, record);
}

/* Other records than those of calls are marks. */
static bool take_call(struct decoder *decoder, struct tep_record *record,
		      const struct tep_record *stack)
{
	struct measurement *measurement = decoder->data;

	return slow_calls_take(&measurement->calls, record, stack);
}

static bool on_call(const struct hit *hit, void *data)
{
	struct measurement *measurement = data;

	return measurement->sink->ops->hit(measurement->sink, hit) && !stop_is_urgent();
}

static void on_lost(int cpu, unsigned long long number, void *data)
{
	struct measurement *measurement = data;

	measurement->sink->ops->lost(measurement->sink, cpu,
				     decoder_lost(&measurement->decoder, cpu, number));
}

static int prepare_calls(struct measurement *measurement)
{
	const struct latency_request *request = measurement->request;
	struct tracefs_instance *instance = measurement->instance.tracefs;
	struct decoder *decoder = &measurement->decoder;
	size_t i;

	decoder->with_stacks = request->with_stacks;
	decoder->take = take_call;
	decoder->hit = on_call;
	decoder->data = measurement;
	measurement->sink = request->is_json ? json_lines_open() : columns_open(false, true);
	for (i = 0; i < request->nr_catalogs; i++)
		sink_probes(measurement->sink, request->catalogs[i]);
	measurement->buffers.record = on_record;
	measurement->buffers.lost = on_lost;
	measurement->buffers.data = measurement;
	if (decoder_open(decoder) ||
	    slow_calls_open(&measurement->calls, decoder, &measurement->pairs) ||
	    buffers_open(&measurement->buffers, instance))
		return -1;
	if (request->with_stacks && tracefs_option_enable(instance, TRACEFS_OPTION_STACKTRACE))
		return error_file("trace_options", "stacktrace: %s", strerror(errno));
	return 0;
}

/* When no more calls come, the last ones need not wait for their stacks. */
static int print_calls(struct measurement *measurement, bool is_end)
{
	size_t i;

	buffers_read(&measurement->buffers);
	for (i = 0; is_end && i < measurement->decoder.nr_cpus && !stop_is_urgent(); i++)
		decoder_flush(&measurement->decoder, i);
	if (stop_is_urgent())
		out_drop();
	return out_finish();
}

static int stream_calls(struct measurement *measurement)
{
	bool is_end;
	int failed;

	do {
		is_end = stop_requested() || tasks_have_ended(&measurement->tasks);
		if (is_end)
			tracefs_trace_off(measurement->instance.tracefs);
		else if (buffers_wait(&measurement->buffers))
			return -1;
		tasks_refresh(&measurement->tasks);
		failed = print_calls(measurement, is_end);
	} while (!is_end && !failed);
	return failed;
}

/*
 * A run
 */

static int begin_time(struct measurement *measurement)
{
	return stop_after(measurement->request->seconds) ||
	       (!stop_requested() && tasks_start(&measurement->tasks)) ? -1 : 0;
}

/* The clock is that of the triggers. */
static int update_result(struct measurement *measurement)
{
	const struct latency_request *request = measurement->request;

	return read_result(measurement, clock_ns(CLOCK_MONOTONIC)) ||
	       request->update(measurement->result, request->data) ? -1 : 0;
}

/* Milliseconds until the next update; -1: there is none.  One that is late is not made up for. */
static int next_update(const struct measurement *measurement, double *next)
{
	const double interval = measurement->request->interval, now = clock_seconds();

	if (!interval)
		return -1;
	if (*next <= now)
		*next = now + interval;
	return (*next - now) * 1000 + 1;
}

/* How long to wait until something is to be done; -1: until a signal comes */
static int next_wait(const struct measurement *measurement, double *next)
{
	const int update = next_update(measurement, next), scope = tasks_wait_ms(&measurement->tasks);

	return update < 0 || (scope >= 0 && scope < update) ? scope : update;
}

static int wait_for_end(struct measurement *measurement)
{
	const double begun = clock_seconds();
	double next = 0;

	if (begin_time(measurement))
		return -1;
	while (!stop_requested() && !tasks_have_ended(&measurement->tasks)) {
		if (stop_wait(-1, next_wait(measurement, &next)) < 0)
			return -1;
		tasks_refresh(&measurement->tasks);
		measurement->result->seconds = clock_seconds() - begun;
		if (next && clock_seconds() >= next && !stop_requested() &&
		    update_result(measurement))
			return -1;
	}
	measurement->result->seconds = clock_seconds() - begun;
	return 0;
}

static int set_up(struct measurement *measurement)
{
	const struct latency_request *request = measurement->request;

	return find_pairs(measurement) ||
	       (request->with_stacks && !request->over && task_stack_check()) ||
	       tasks_open(&measurement->tasks, &request->tasks) || stop_on_signals() ||
	       instance_open(&measurement->instance) ||
	       tasks_apply(&measurement->tasks, measurement->instance.tracefs) ||
	       add_triggers(measurement) ||
	       (request->over && prepare_calls(measurement)) || start_counting(measurement) ||
	       request->begin(measurement->result, request->data) ? -1 : 0;
}

static int run_latency(struct measurement *measurement)
{
	if (set_up(measurement))
		return -1;
	if (measurement->request->over) {
		sink_begin(measurement->sink);
		return begin_time(measurement) || stream_calls(measurement) ? -1 : 0;
	}
	return wait_for_end(measurement) || write_mark(measurement) ||
	       read_result(measurement, clock_ns(CLOCK_MONOTONIC)) ? -1 : 0;
}

enum exit_code latency_measure(const struct latency_request *request, struct latencies *result)
{
	struct measurement measurement = { .request = request, .result = result };
	int failed = run_latency(&measurement);

	buffers_close(&measurement.buffers);
	slow_calls_close(&measurement.calls);
	remove_all(&measurement);
	instance_close(&measurement.instance);
	tasks_close(&measurement.tasks);
	decoder_close(&measurement.decoder);
	sink_close(measurement.sink);
	pairs_free(&measurement.pairs);
	return failed ? EXIT_FAILED : EXIT_DONE;
}

void latencies_free(struct latencies *result)
{
	while (result->nr)
		free_latency(&result->list[--result->nr]);
	free(result->list);
}
