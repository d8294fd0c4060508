// SPDX-License-Identifier: GPL-2.0-only
/*
 * latency.c - measure the time from one probe to another in the kernel
 *
 * The kernel's Documentation/trace/histogram.rst describes the method.  A trigger of the
 * first event keeps the time of a hit for each key.  One of the second event takes that
 * time, which is used up then, and fires a synthetic event with the difference.  Triggers
 * of the synthetic event count the differences, one trigger for each scale: a kernel's
 * histogram has either buckets of one width, or powers of two, which are too coarse for
 * percentiles.
 *
 * The triggers of both events are paused at first.  A mark in the trace is an event, too:
 * its triggers enable_hist, and later disable_hist, begin and end all counting at once, so
 * that the numbers of hits belong together.
 *
 * If a module with triggers goes, the kernel can remove neither these nor what they use.
 * A trigger disable_event, which changes nothing, refers to the module and so keeps it.
 *
 * Triggers are text here.  Of the 17 that a measurement sets, libtracefs 1.6 to 1.8 can make
 * the 9 that only count: tracefs_hist_*() has no variables and no size, tracefs_synth_*() no
 * pause, and nothing sets enable_hist, disable_hist or disable_event.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "lib/util.h"

/* Keys that are kept, and buckets of a scale */
#define NR_KEYS		"16384"
#define NR_BUCKETS	1024

/* The width of a bucket is this in the first scale, and as many times more in each next. */
#define SCALE		16
#define NR_SCALES	8	/* up to 73 minutes; longer times are in the last one */

struct trigger {
	const char *system;
	const char *event;
	char *text;
};

struct measurement {
	const struct latency_request *request;
	struct latency *latency;
	struct instance instance;
	struct child child;
	struct traced_events from_events, to_events;
	struct traced_event *from, *to;
	struct trigger *triggers;
	size_t nr_triggers;
	char *event;		/* the synthetic one with the times */
	bool has_event;
};

/*
 * Fields that can be a key
 */

/* Has an event an argument of this name and type? */
static bool has_same(const struct traced_event *event, const struct probe_arg *arg)
{
	unsigned int i;

	for (i = 0; i < event->fields->nr_args; i++)
		if (!strcmp(event->fields->args[i].name, arg->name))
			return probe_compare_args(&event->fields->args[i], arg) == ARG_SAME;
	return false;
}

/* The arguments of an event, and their copies; only those that @other has as well */
static struct name_list find_fields(const struct traced_event *event,
				    const struct traced_event *other)
{
	struct name_list fields = { 0 };
	unsigned int i;
	char *copy;

	for (i = 0; i < event->fields->nr_args; i++) {
		if (!has_same(other, &event->fields->args[i]))
			continue;
		names_add(&fields, event->fields->args[i].name);
		copy = event->has_copies ? event_copy_field(event->fields, i) : NULL;
		if (copy)
			names_add(&fields, copy);
		free(copy);
	}
	return fields;
}

/*
 * Events
 */

/* The one event that a pattern matches, with all its sites; NULL with a message */
static struct traced_event *one_event(struct traced_events *events,
				      const struct catalog *catalog)
{
	const char *pattern = catalog->patterns[0].text;
	struct traced_event *first, *other;
	char *name, *other_name;

	events_choose(events, catalog);
	first = &events->list[0];
	if (events->nr > 1) {
		other = &events->list[1];
		name = probe_names(first->first, first->system, first->first->function);
		other_name = probe_names(other->first, other->system, other->first->function);
		error_file(pattern, "matches %s and %s: choose one of them", name, other_name);
		free(other_name);
		free(name);
		return NULL;
	}
	if (!first->is_whole) {
		error_file(pattern, "the kernel counts the hits of all sites of an event together: choose them all");
		return NULL;
	}
	return event_find(first) ? NULL : first;
}

static int find_events(struct measurement *measurement)
{
	const struct latency_request *request = measurement->request;
	struct traced_event *from, *to;

	from = one_event(&measurement->from_events, request->from);
	to = from ? one_event(&measurement->to_events, request->to) : NULL;
	measurement->from = from;
	measurement->to = to;
	if (!to)
		return -1;
	measurement->latency->from_fields = find_fields(from, from);
	measurement->latency->to_fields = find_fields(to, to);
	measurement->latency->shared_fields = find_fields(from, to);
	if (strcmp(from->system, to->system) || strcmp(from->name, to->name))
		return 0;
	return error_file(to->name, "a time is measured from one probe to another one");
}

static int add_synthetic(struct measurement *measurement)
{
	char *definition;

	measurement->event =
		synthetic_name(tracefs_instance_get_name(measurement->instance.tracefs));
	definition = xasprintf("%s u64 time", measurement->event);
	measurement->has_event = tracefs_instance_file_append(NULL, SYNTHETIC_EVENTS,
							      definition) >= 0;
	free(definition);
	if (measurement->has_event)
		return 0;
	if (errno == ENOENT)
		return error_file(SYNTHETIC_EVENTS, "not found: the kernel needs CONFIG_SYNTH_EVENTS and CONFIG_HIST_TRIGGERS");
	return error_file(SYNTHETIC_EVENTS, "%s", strerror(errno));
}

/*
 * A trigger that the kernel refuses
 */

/*
 * Report that an event lacks the key, if it does.  Only if the kernel has refused it: it
 * knows further ones, such as common_cpu.
 */
static bool report_key(const struct measurement *measurement, const struct traced_event *event)
{
	const struct latency *latency = measurement->latency;
	const struct latency_request *request = measurement->request;
	const bool is_from = event == measurement->from;
	const char *key = is_from ? request->from_key : request->to_key;
	const bool is_one = !strcmp(request->from_key, request->to_key);
	const struct name_list *own = is_from ? &latency->from_fields : &latency->to_fields;
	const struct name_list *listed = is_one ? &latency->shared_fields : own;
	char *text;

	if (names_have(own, key))
		return false;
	text = names_text(listed, "");
	error_file(event->name, "it has no field '%s'; %s common_cpu, common_pid%s%s", key,
		   is_one ? "both events have" : "its fields are", *text ? ", " : "", text);
	free(text);
	return true;
}

/* "[   12.3] hist:revdev:read_entry: error: Couldn't find field\n  Command: ..." */
static void report_refused(const struct measurement *measurement, const struct trigger *trigger,
			   int error)
{
	char *last = tracefs_error_last(measurement->instance.tracefs);
	const char *why = last ? strstr(last, "error: ") : NULL;

	why = why ? why + strlen("error: ") : strerror(error);
	error_file(trigger->event, "the kernel refuses the trigger '%s': %.*s", trigger->text,
		   (int)strcspn(why, "\n"), why);
	free(last);
}

/*
 * Triggers
 */

/* Keeps @text, which has a key of the event @keyed, if that is not NULL. */
static int add_trigger(struct measurement *measurement, const char *system, const char *event,
		       char *text, const struct traced_event *keyed)
{
	const struct trigger trigger = { system, event, text };

	if (tracefs_event_file_append(measurement->instance.tracefs, system, event, "trigger",
				      text) >= 0) {
		measurement->triggers = xroom_for_one(measurement->triggers,
						      measurement->nr_triggers, sizeof(trigger));
		measurement->triggers[measurement->nr_triggers++] = trigger;
		return 0;
	}
	if (!keyed || !report_key(measurement, keyed))
		report_refused(measurement, &trigger, errno);
	free(text);
	return -1;
}

static int add_keyed(struct measurement *measurement, const struct traced_event *event,
		     char *text)
{
	return add_trigger(measurement, event->system, event->name, text, event);
}

/* Remove as many of those that were added last. */
static void remove_last_triggers(struct measurement *measurement, size_t nr)
{
	struct trigger *last;

	for (; nr; nr--) {
		last = &measurement->triggers[--measurement->nr_triggers];
		trigger_remove(measurement->instance.tracefs, last->system, last->event,
			       last->text);
		free(last->text);
	}
}

static int add_scales(struct measurement *measurement)
{
	uint64_t width = SCALE, from = 0, to;
	char *range, *text;
	unsigned int i;

	for (i = 0; i < NR_SCALES; i++) {
		to = width * NR_BUCKETS;
		range = i < NR_SCALES - 1 ?
			xasprintf("time >= %" PRIu64 " && time < %" PRIu64, from, to) :
			xasprintf("time >= %" PRIu64, from);
		text = xasprintf("hist:keys=time.buckets=%" PRIu64 ":vals=hitcount,time:size=%d if %s",
				 width, 2 * NR_BUCKETS, range);
		free(range);
		if (add_trigger(measurement, "synthetic", measurement->event, text, NULL))
			return -1;
		from = to;
		width *= SCALE;
	}
	return 0;
}

static int match_hits(struct measurement *measurement)
{
	const struct traced_event *from = measurement->from, *to = measurement->to;
	char *difference, *actions, *text;

	difference = xasprintf("hist:keys=%s:size=" NR_KEYS ":time=common_timestamp-$begun",
			       measurement->request->to_key);
	actions = xasprintf("onmatch(%s.%s).trace(%s,$time):onmax($time).save(common_cpu)",
			    from->system, from->name, measurement->event);
	text = xasprintf("%s:pause:%s", difference, actions);
	free(actions);
	free(difference);
	return add_keyed(measurement, to, text);
}

/* Let a mark do something to both events. */
static int on_mark(struct measurement *measurement, const char *command)
{
	const struct traced_event *from = measurement->from, *to = measurement->to;

	return add_trigger(measurement, "ftrace", "print",
			   xasprintf("%s:%s:%s", command, from->system, from->name), NULL) ||
	       add_trigger(measurement, "ftrace", "print",
			   xasprintf("%s:%s:%s", command, to->system, to->name), NULL) ? -1 : 0;
}

static int write_mark(struct measurement *measurement)
{
	if (tracefs_instance_file_write(measurement->instance.tracefs, "trace_marker", "mark") > 0)
		return 0;
	return error_file("trace_marker", "%s", strerror(errno));
}

static int keep_times(struct measurement *measurement)
{
	const char *key = measurement->request->from_key;

	return add_keyed(measurement, measurement->from,
			 xasprintf("hist:keys=%s:size=" NR_KEYS ":begun=common_timestamp:pause",
				   key));
}

/* The events' modules are kept first of all. */
static int add_triggers(struct measurement *measurement)
{
	const struct traced_event *to = measurement->to;

	return on_mark(measurement, "disable_event") || add_scales(measurement) ||
	       keep_times(measurement) ||
	       add_trigger(measurement, to->system, to->name,
			   xasprintf("hist:keys=common_cpu:pause"), NULL) ||
	       match_hits(measurement) ? -1 : 0;
}

static int start_counting(struct measurement *measurement)
{
	if (on_mark(measurement, "enable_hist") || write_mark(measurement))
		return -1;
	remove_last_triggers(measurement, 2);
	return on_mark(measurement, "disable_hist");
}

/*
 * What the kernel has counted
 */

/* A histogram as the kernel prints it, a line at a time */
struct reading {
	struct latency *latency;
	bool matches;		/* it is the one that matches hits */
	uint64_t dropped;	/* for lack of room */
};

/* "    Hits: 5".  A key may be a string, with any text. */
static bool number_after(const char *line, const char *name, uint64_t *number)
{
	line += strspn(line, " \t");
	if (strncmp(line, name, strlen(name)))
		return false;
	*number = strtoull(line + strlen(name), NULL, 10);
	return true;
}

static int read_histogram(const struct measurement *measurement, const char *system,
			  const char *event, void (*see)(const char *line, struct reading *reading),
			  struct latency *latency)
{
	char *text = tracefs_event_file_read(measurement->instance.tracefs, system, event,
					     "hist", NULL);
	struct reading reading = { .latency = latency };
	char *rest = text, *line;

	if (!text)
		return error_file(event, "its histogram cannot be read: %s", strerror(errno));
	while ((line = strsep(&rest, "\n"))) {
		if (!strncmp(line, "# trigger info: ", strlen("# trigger info: ")))
			reading.matches = strstr(line, ":onmatch(");
		else
			see(line, &reading);
	}
	latency->no_room += reading.dropped;
	free(text);
	return 0;
}

/* "{ time: ~ 34560-34815 } hitcount:          2  time:      69263" */
static void see_time(const char *line, struct reading *reading)
{
	struct histogram_bucket bucket;
	uint64_t last, sum, dropped;

	if (number_after(line, "Dropped: ", &dropped))
		reading->latency->no_room += dropped;
	if (sscanf(line, "{ time: ~ %" SCNu64 "-%" SCNu64 " } hitcount: %" SCNu64 " time: %" SCNu64,
		   &bucket.from, &last, &bucket.count, &sum) != 4)
		return;
	bucket.to = last + 1;
	histogram_add(&reading->latency->times, &bucket, sum);
}

/* The sums come last. */
static void see_from(const char *line, struct reading *reading)
{
	number_after(line, "Hits: ", &reading->latency->from_hits);
	number_after(line, "Dropped: ", &reading->dropped);
}

/* Only matched hits are in the histogram that matches, all in the other one. */
static void see_to(const char *line, struct reading *reading)
{
	struct latency *latency = reading->latency;
	uint64_t max;

	if (number_after(line, "max: ", &max) && max > latency->times.max)
		latency->times.max = max;
	if (!reading->matches)
		number_after(line, "Hits: ", &latency->to_hits);
	else
		number_after(line, "Dropped: ", &reading->dropped);
}

static int read_result(struct measurement *measurement, struct latency *latency)
{
	const struct traced_event *from = measurement->from, *to = measurement->to;

	if (read_histogram(measurement, from->system, from->name, see_from, latency) ||
	    read_histogram(measurement, to->system, to->name, see_to, latency) ||
	    read_histogram(measurement, "synthetic", measurement->event, see_time, latency))
		return -1;
	histogram_finish(&latency->times);
	return 0;
}

/*
 * A run
 */

static int wait_for_end(struct measurement *measurement, double *passed)
{
	const double begun = clock_seconds();

	if (stop_after(measurement->request->seconds) ||
	    (!stop_requested() && child_start(&measurement->child)))
		return -1;
	while (!stop_requested() && !child_has_ended(&measurement->child))
		if (stop_wait(-1, -1) < 0)
			return -1;
	*passed = clock_seconds() - begun;
	return 0;
}

static int run_latency(struct measurement *measurement)
{
	const struct latency_request *request = measurement->request;
	struct latency *latency = measurement->latency;

	if (find_events(measurement) || child_prepare(&measurement->child, request->command) ||
	    stop_on_signals() || instance_open(&measurement->instance) ||
	    child_trace(&measurement->child, measurement->instance.tracefs) ||
	    add_synthetic(measurement) || add_triggers(measurement) ||
	    start_counting(measurement))
		return -1;
	request->begin(request->data);
	return wait_for_end(measurement, &latency->seconds) || write_mark(measurement) ||
	       read_result(measurement, latency) ? -1 : 0;
}

enum exit_code latency_measure(const struct latency_request *request,
			       struct latency *latency)
{
	struct measurement measurement = { .request = request, .latency = latency };
	int failed;

	tracefs_set_loglevel(TEP_LOG_NONE);
	failed = run_latency(&measurement);
	remove_last_triggers(&measurement, measurement.nr_triggers);
	if (measurement.has_event && synthetic_remove(measurement.event))
		error_file(measurement.event, "the synthetic event is left behind, the next run removes it: %s",
			   strerror(errno));
	instance_close(&measurement.instance);
	child_close(&measurement.child);
	free(measurement.triggers);
	free(measurement.event);
	events_free(&measurement.from_events);
	events_free(&measurement.to_events);
	return failed ? EXIT_FAILED : EXIT_DONE;
}
