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
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "instance.h"
#include "latency.h"
#include "lib/error.h"
#include "lib/util.h"
#include "process.h"
#include "stop.h"
#include "table/probe.h"
#include "triggers.h"

/* Keys that are kept, and buckets of a scale */
#define NR_KEYS		"16384"
#define NR_BUCKETS	1024

/* The width of a bucket is this in the first scale, and as many times more in each next. */
#define SCALE		16
#define NR_SCALES	8	/* up to 73 minutes; longer times are in the last one */

/* One of the two events */
struct end {
	const char *system;
	const char *name;
	const struct probe *fields;	/* its arguments are the event's fields */
	struct event_fields room;
	bool has_copies;		/* of strings and bytes, as further fields */
};

struct measurement {
	const struct latency_request *request;
	struct instance instance;
	struct process process;
	struct triggers triggers;
	struct end from, to;
	char *event;		/* the synthetic one with the times */
	bool has_event;
};

/*
 * Events
 */

/* Are all probes of the probe's event chosen, at all their sites? */
static bool is_whole(const struct catalog *catalog, const struct catalog_probe *chosen)
{
	const struct module *module = chosen->module;
	const struct probe_site *sites;
	size_t i, j, nr;

	for (i = 0; i < module->table.nr_probes; i++) {
		const struct probe *probe = &module->table.probes[i];

		if (probe_compare_events(probe, chosen->probe))
			continue;
		sites = module_sites(module, probe, &nr);
		for (j = 0; j < nr; j++)
			if (!sites[j].is_enabled &&
			    !catalog_has_site(catalog, module, probe, &sites[j]))
				return false;
	}
	return true;
}

static void report_two(const char *pattern, const struct catalog_probe *one,
		       const struct catalog_probe *other)
{
	char *name = probe_names(one->probe, one->module->table.module, one->probe->function);
	char *other_name = probe_names(other->probe, other->module->table.module,
				       other->probe->function);

	error_file(pattern, "matches %s and %s: choose one of them", name, other_name);
	free(other_name);
	free(name);
}

static int find_event(struct end *end, const struct catalog *catalog)
{
	const struct catalog_probe *first = &catalog->probes[0], *other;
	const char *pattern = catalog->patterns[0].text;
	size_t i;

	for (i = 1; i < catalog->nr_probes; i++) {
		other = &catalog->probes[i];
		if (other->module != first->module ||
		    probe_compare_events(other->probe, first->probe)) {
			report_two(pattern, first, other);
			return -1;
		}
	}
	if (!is_whole(catalog, first)) {
		error_file(pattern, "the kernel counts the hits of all sites of an event together: choose them all");
		return -1;
	}
	end->system = first->module->table.module;
	end->fields = event_fields(first->probe, &end->room);
	end->name = first->probe->event;
	end->has_copies = tracefs_event_file_exists(NULL, end->system, end->name, "trigger");
	if (end->has_copies)
		return 0;
	end->name = first->probe->dtrace_event;
	if (tracefs_event_file_exists(NULL, end->system, end->name, "trigger"))
		return 0;
	error_file(end->system, "the kernel has no event %s", end->name);
	return -1;
}

static int find_events(struct measurement *measurement)
{
	const struct latency_request *request = measurement->request;

	if (find_event(&measurement->from, request->from) ||
	    find_event(&measurement->to, request->to))
		return -1;
	if (strcmp(measurement->from.system, measurement->to.system) ||
	    strcmp(measurement->from.name, measurement->to.name))
		return 0;
	error_file(measurement->to.name, "a time is measured from one probe to another one");
	return -1;
}

/*
 * Triggers
 */

static int add_synthetic(struct measurement *measurement)
{
	char *definition;

	measurement->event =
		synthetic_name(tracefs_instance_get_name(measurement->instance.tracefs));
	definition = xasprintf("%s u64 time", measurement->event);
	measurement->has_event = !synthetic_add(definition);
	free(definition);
	if (measurement->has_event)
		return 0;
	if (errno == ENOENT)
		error_file("synthetic_events", "not found: the kernel needs CONFIG_SYNTH_EVENTS and CONFIG_HIST_TRIGGERS");
	else
		error_file("synthetic_events", "%s", strerror(errno));
	return -1;
}

static void report_refused(const struct measurement *measurement, const char *event,
			   const char *text)
{
	char *why = triggers_why(&measurement->triggers);

	error_file(event, "the kernel refuses the trigger '%s': %s", text, why);
	free(why);
}

/* Frees @text. */
static int add(struct measurement *measurement, const char *system, const char *event,
	       char *text)
{
	int failed = triggers_add(&measurement->triggers, system, event, text);

	if (failed)
		report_refused(measurement, event, text);
	free(text);
	return failed;
}

/*
 * Triggers that have a key
 */

/* Has an event an argument of this name and type? */
static bool has_same(const struct end *end, const struct probe_arg *arg)
{
	unsigned int i;

	for (i = 0; i < end->fields->nr_args; i++)
		if (!strcmp(end->fields->args[i].name, arg->name))
			return probe_compare_args(&end->fields->args[i], arg) == ARG_SAME;
	return false;
}

/*
 * The fields of an event that can be a key, ", fp, text, text_str"; caller frees
 * @other: only those that this event has as well
 */
static char *list_fields(const struct end *end, const struct end *other)
{
	char *list = xasprintf("%s", ""), *longer, *copy;
	unsigned int i;

	for (i = 0; i < end->fields->nr_args; i++) {
		if (!has_same(other, &end->fields->args[i]))
			continue;
		copy = end->has_copies ? event_copy_field(end->fields, i) : NULL;
		longer = xasprintf("%s, %s%s%s", list, end->fields->args[i].name,
				   copy ? ", " : "", copy ? copy : "");
		free(copy);
		free(list);
		list = longer;
	}
	return list;
}

/* Is a field among those that list_fields() lists? */
static bool is_listed(const char *list, const char *field)
{
	char *all = xasprintf("%s,", list), *one = xasprintf(", %s,", field);
	bool found = strstr(all, one);

	free(one);
	free(all);
	return found;
}

/*
 * Report that an event lacks the key, if it does.  Only if the kernel has refused it: it
 * knows further ones, such as common_cpu.
 */
static bool report_key(const struct measurement *measurement, const struct end *end)
{
	const struct latency_request *request = measurement->request;
	const struct end *from = &measurement->from, *to = &measurement->to;
	const char *key = end == from ? request->from_key : request->to_key;
	bool is_one = !strcmp(request->from_key, request->to_key);
	char *own = list_fields(end, end), *shared = list_fields(from, to);
	const char *whose = is_one ? "both events have" : "its fields are";
	bool lacks = !is_listed(own, key);

	if (lacks)
		error_file(end->name, "it has no field '%s'; %s common_cpu, common_pid%s", key,
			   whose, is_one ? shared : own);
	free(shared);
	free(own);
	return lacks;
}

/* Frees @text. */
static int add_keyed(struct measurement *measurement, const struct end *end, char *text)
{
	int failed = triggers_add(&measurement->triggers, end->system, end->name, text);

	if (failed && !report_key(measurement, end))
		report_refused(measurement, end->name, text);
	free(text);
	return failed;
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
		if (add(measurement, "synthetic", measurement->event, text))
			return -1;
		from = to;
		width *= SCALE;
	}
	return 0;
}

static int match(struct measurement *measurement)
{
	const struct end *from = &measurement->from, *to = &measurement->to;
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
	const struct end *from = &measurement->from, *to = &measurement->to;

	return add(measurement, "ftrace", "print",
		   xasprintf("%s:%s:%s", command, from->system, from->name)) ||
	       add(measurement, "ftrace", "print",
		   xasprintf("%s:%s:%s", command, to->system, to->name)) ? -1 : 0;
}

static int mark(struct measurement *measurement)
{
	if (tracefs_instance_file_write(measurement->instance.tracefs, "trace_marker", "mark") > 0)
		return 0;
	error_file("trace_marker", "%s", strerror(errno));
	return -1;
}

static int keep_times(struct measurement *measurement)
{
	const char *key = measurement->request->from_key;

	return add_keyed(measurement, &measurement->from,
			 xasprintf("hist:keys=%s:size=" NR_KEYS ":begun=common_timestamp:pause",
				   key));
}

/* The events' modules are kept first of all. */
static int add_triggers(struct measurement *measurement)
{
	const struct end *to = &measurement->to;

	return on_mark(measurement, "disable_event") || add_scales(measurement) ||
	       keep_times(measurement) ||
	       add(measurement, to->system, to->name, xasprintf("hist:keys=common_cpu:pause")) ||
	       match(measurement) ? -1 : 0;
}

static int start(struct measurement *measurement)
{
	if (on_mark(measurement, "enable_hist") || mark(measurement))
		return -1;
	triggers_remove_last(&measurement->triggers, 2);
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
static bool number_of(const char *line, const char *name, uint64_t *number)
{
	line += strspn(line, " \t");
	if (strncmp(line, name, strlen(name)))
		return false;
	*number = strtoull(line + strlen(name), NULL, 10);
	return true;
}

static int read_hist(const struct measurement *measurement, const char *system,
		     const char *event, void (*see)(const char *line, struct reading *reading),
		     struct latency *latency)
{
	char *text = tracefs_event_file_read(measurement->instance.tracefs, system, event,
					     "hist", NULL);
	struct reading reading = { .latency = latency };
	char *rest = text, *line;

	if (!text) {
		error_file(event, "its histogram cannot be read: %s", strerror(errno));
		return -1;
	}
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

	if (number_of(line, "Dropped: ", &dropped))
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
	number_of(line, "Hits: ", &reading->latency->from_hits);
	number_of(line, "Dropped: ", &reading->dropped);
}

/* Only matched hits are in the histogram that matches, all in the other one. */
static void see_to(const char *line, struct reading *reading)
{
	struct latency *latency = reading->latency;
	uint64_t max;

	if (number_of(line, "max: ", &max) && max > latency->times.max)
		latency->times.max = max;
	if (!reading->matches)
		number_of(line, "Hits: ", &latency->to_hits);
	else
		number_of(line, "Dropped: ", &reading->dropped);
}

static int read_result(struct measurement *measurement, struct latency *latency)
{
	const struct end *from = &measurement->from, *to = &measurement->to;

	if (read_hist(measurement, from->system, from->name, see_from, latency) ||
	    read_hist(measurement, to->system, to->name, see_to, latency) ||
	    read_hist(measurement, "synthetic", measurement->event, see_time, latency))
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
	    (!stop_requested() && process_start(&measurement->process)))
		return -1;
	while (!stop_requested() && !process_has_ended(&measurement->process))
		if (stop_wait(-1, -1) < 0)
			return -1;
	*passed = clock_seconds() - begun;
	return 0;
}

static int run(struct measurement *measurement, struct latency *latency)
{
	const struct latency_request *request = measurement->request;
	struct process *process = &measurement->process;

	if (find_events(measurement) || process_prepare(process, request->command) ||
	    stop_on_signals() || instance_open(&measurement->instance) ||
	    process_watch(process, measurement->instance.tracefs))
		return -1;
	measurement->triggers.instance = measurement->instance.tracefs;
	if (add_synthetic(measurement) || add_triggers(measurement) || start(measurement))
		return -1;
	request->begin(request->data);
	return wait_for_end(measurement, &latency->seconds) || mark(measurement) ||
	       read_result(measurement, latency) ? -1 : 0;
}

enum exit_code latency_measure(const struct latency_request *request,
			       struct latency *latency)
{
	struct measurement measurement = { .request = request };
	int failed;

	tracefs_set_loglevel(TEP_LOG_NONE);
	failed = run(&measurement, latency);
	triggers_free(&measurement.triggers);
	if (measurement.has_event &&
	    synthetic_remove(tracefs_instance_get_name(measurement.instance.tracefs)))
		error_file(measurement.event, "the synthetic event is left behind, the next run removes it: %s",
			   strerror(errno));
	instance_close(&measurement.instance);
	process_close(&measurement.process);
	free(measurement.event);
	return failed ? EXIT_FAILED : EXIT_DONE;
}
