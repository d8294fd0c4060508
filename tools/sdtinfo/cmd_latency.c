// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_latency.c - sdtinfo latency: show how long it takes from one probe to another
 *
 * For anyone who wants to know how long a driver's work takes.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "lib/error.h"
#include "lib/json.h"
#include "lib/output.h"
#include "lib/util.h"
#include "measure/measure.h"
#include "select/selection.h"
#include "text/histogram.h"
#include "text/metrics.h"
#include "trace/stream.h"
#include "tracefs/tracing.h"

enum form {
	FORM_TEXT,
	FORM_JSON,
	FORM_METRICS,
};

struct measuring {
	struct selection selection;
	struct latency_request request;
	struct stream_request stream;
	struct latencies result;
	struct hit_sink *sink;		/* that measures, while the stream is open */
	const char *key;		/* as it was given */
	char *keys;			/* that those of the request are parts of */
	enum form form;
	const char *output;		/* a file for metrics; NULL: standard output */
	double interval;		/* time between writing it, in seconds; 0: at the end only */
	const char *from;		/* what has recorded the hits; NULL: watch them */
};

/*
 * As text
 */

/* More are only counted; JSON has all of them. */
#define MAX_VALUES	50

/* For a single pair, the heading is printed first, because measuring can take long. */
static void print_latency_head(const struct latency *latency)
{
	out_style(STYLE_HEAD);
	if (latency->is_period)
		printf("%s from hit to hit", latency->from);
	else
		printf("%s to %s", latency->from, latency->to);
	out_style(STYLE_NONE);
	putchar('\n');
}

/* Returns 0, or -1 when it has reported why not to go on. */
static int begin(void *data)
{
	const struct measuring *measuring = data;
	const struct latencies *result = &measuring->result;

	if (measuring->form == FORM_TEXT && !measuring->request.over && result->nr == 1)
		print_latency_head(&result->list[0]);
	else if (measuring->form == FORM_TEXT && !measuring->request.over)
		printf("measuring %zu pairs of probes\n", result->nr);
	return out_finish();
}

static uint64_t not_matched(uint64_t hits, const struct latency *latency)
{
	return hits > latency->times.count ? hits - latency->times.count : 0;
}

static void print_histograms(const struct latency *latency, const char *by)
{
	const size_t columns = out_terminal_size().ws_col;
	size_t i;

	if (!by)
		histogram_print(&latency->times, columns);
	for (i = 0; i < latency->nr_values && i < MAX_VALUES; i++) {
		by_value_print(stdout, by, &latency->values[i]->group.by[0]);
		if (by_value_stack_lines(&latency->values[i]->group.by[0]))
			fputs(by, stdout);
		putchar('\n');
		by_value_print_stack(&latency->values[i]->group.by[0]);
		histogram_print(&latency->values[i]->times, columns);
	}
	if (latency->nr_values > MAX_VALUES)
		printf("%zu more values\n", latency->nr_values - MAX_VALUES);
}

/* The time of measuring, and the hits without a match */
static void print_counts(const struct latency *latency, double seconds)
{
	if (latency->is_period)
		printf("%.1f s, %" PRIu64 " hits, %" PRIu64 " without one before\n", seconds,
		       latency->to_hits, not_matched(latency->to_hits, latency));
	else
		printf("%.1f s, not matched: %" PRIu64 " of %" PRIu64 " hits of FROM, %" PRIu64
		       " of %" PRIu64 " hits of TO\n", seconds,
		       not_matched(latency->from_hits, latency), latency->from_hits,
		       not_matched(latency->to_hits, latency), latency->to_hits);
}

/*
 * As JSON
 */

static void print_latency_json(const struct measuring *measuring, const struct latency *latency,
			       double seconds)
{
	struct json_object *line = json_line(), *list;
	size_t i;

	json_add_string(line, "from", latency->from);
	json_add_string(line, "to", latency->to);
	json_add_number(line, "time", seconds * 1e9);
	json_add_number(line, "from_hits", latency->from_hits);
	json_add_number(line, "to_hits", latency->to_hits);
	json_add_number(line, "from_not_matched", not_matched(latency->from_hits, latency));
	json_add_number(line, "to_not_matched", not_matched(latency->to_hits, latency));
	json_add_known(line, "lost", measuring->result.nr_lost, !measuring->result.are_some_lost);
	latency_add_open(json_add_list(line, "open"), measuring->sink, latency);
	list = latency->nr_values ? json_add_list(line, "values") : NULL;
	for (i = 0; i < latency->nr_values; i++) {
		struct json_object *value = json_item(list);

		by_value_add(value, "value", &latency->values[i]->group.by[0]);
		histogram_add_json(value, &latency->values[i]->times);
	}
	list = json_add_list(line, "shared_fields");
	for (i = 0; i < latency->shared_fields.nr; i++)
		json_item_string(list, latency->shared_fields.list[i]);
	histogram_add_json(line, &latency->times);
	json_end_line(line);
}

/*
 * As metrics
 */

static uint64_t value_of_open(const struct latency *latency)
{
	return latency->nr_open;
}

/* A family with a sample for each pair: what @value returns, or the distribution if it is NULL */
static void print_family(FILE *out, const struct latencies *result,
			 const char *name, uint64_t (*value)(const struct latency *latency))
{
	size_t i;

	for (i = 0; i < result->nr; i++) {
		const struct latency *latency = &result->list[i];
		const struct metrics_label labels[] = {
			{ "from", latency->from }, { "to", latency->to }, { 0 },
		};

		if (value)
			metrics_sample(out, name, labels, value(latency));
		else
			metrics_histogram(out, name, labels, &latency->times);
	}
}

static void print_metrics(FILE *out, const struct latencies *result)
{
	metrics_family(out, "sdt_latency_seconds", METRICS_HISTOGRAM,
		       "Time from a hit of one probe to the next one of another.");
	print_family(out, result, "sdt_latency_seconds", NULL);
	metrics_family(out, "sdt_latency_open_calls", METRICS_GAUGE,
		       "Hits of the first probe that none of the second has followed yet.");
	print_family(out, result, "sdt_latency_open_calls", value_of_open);
	metrics_family(out, "sdt_latency_lost_hits_total", METRICS_COUNTER,
		       "Hits that were not measured because the buffer of a CPU was full.");
	metrics_sample(out, "sdt_latency_lost_hits_total", NULL, result->nr_lost);
}

/* The file is replaced as a whole.  Returns 0, or -1 when it has reported why not. */
static int write_metrics(const struct measuring *measuring)
{
	struct out_file file;

	if (out_file_open(&file, measuring->output ?: "-"))
		return -1;
	print_metrics(file.stream, &measuring->result);
	return out_file_commit(&file);
}

/*
 * A result
 */

/* Both were hit, but no hit of TO belonged to one of FROM: suggest other keys. */
static void report_unmatched(const struct measuring *measuring, const struct latency *latency)
{
	char *shared = names_text(&latency->shared_fields, "-k ");
	char *from = names_text(&latency->from_fields, "");
	char *to = names_text(&latency->to_fields, "");
	const char *key = measuring->request.from_key;
	char *what = strcmp(key, TASK_KEY) ?
		     xasprintf("no hit of TO has the %s of a hit of FROM before it", key) :
		     xasprintf("no task hits FROM and then TO");

	if (*shared)
		error_file("latency", "%s; both probes have fields for %s", what, shared);
	else
		error_file("latency", "%s; the probes share no field of one type for -k: FROM has %s; TO has %s",
			   what, *from ? from : "none", *to ? to : "none");
	free(what);
	free(to);
	free(from);
	free(shared);
}

static void print_latency(const struct measuring *measuring, const struct latency *latency,
			  double seconds)
{
	switch (measuring->form) {
	case FORM_TEXT:
		if (measuring->result.nr > 1) {
			putchar('\n');
			print_latency_head(latency);
		}
		print_histograms(latency, measuring->request.by);
		print_counts(latency, seconds);
		latency_print_open(measuring->sink, latency);
		break;
	case FORM_JSON:
		print_latency_json(measuring, latency, seconds);
		break;
	case FORM_METRICS:
		break;	/* printed for all pairs at once */
	}
	if (!latency->times.count && latency->from_hits && latency->to_hits)
		report_unmatched(measuring, latency);
}

/*
 * The command line
 */

static void take_form(const struct verb_option *option, void *to, char *value)
{
	(void)value;
	*(enum form *)to = !strcmp(option->name, "json") ? FORM_JSON : FORM_METRICS;
}

static struct hit_sink *open_sink(struct traced_events *events, size_t nr_cpus, void *data)
{
	struct measuring *measuring = data;

	(void)nr_cpus;
	measuring->sink = latency_open(&measuring->request, events, &measuring->result);
	return measuring->sink;
}

static int print_result(struct measuring *measuring, const struct stream *stream)
{
	const double seconds = stream_seconds(stream);
	size_t i;

	if (measuring->request.over)
		return 0;
	latencies_take(measuring->sink, stream_now(stream));
	for (i = 0; i < measuring->result.nr; i++)
		print_latency(measuring, &measuring->result.list[i], seconds);
	return measuring->form == FORM_METRICS ? write_metrics(measuring) : 0;
}

static int update_metrics(struct measuring *measuring, const struct stream *stream)
{
	latencies_take(measuring->sink, stream_now(stream));
	return write_metrics(measuring);
}

/* One that is late is not made up for. */
static int run_stream(struct measuring *measuring, struct stream *stream)
{
	double next = clock_seconds();
	int goes_on;

	do {
		if (measuring->interval && (next += measuring->interval) < clock_seconds())
			next = clock_seconds() + measuring->interval;
		goes_on = stream_run(stream, measuring->interval ? next : 0);
		if (goes_on > 0 && update_metrics(measuring, stream))
			return -1;
	} while (goes_on > 0);
	return goes_on;
}

static enum exit_code measure(struct measuring *measuring)
{
	struct stream *stream;
	bool failed;

	measuring->stream.open_sink = open_sink;
	measuring->request.catalog = measuring->stream.catalog;
	stream = stream_open(&measuring->stream);
	if (!stream)
		return EXIT_FAILED;
	failed = run_stream(measuring, stream) || print_result(measuring, stream);
	return stream_close(stream, failed);
}

/* Do the patterns choose lines of the source? */
static bool has_lines(const struct catalog *catalog)
{
	size_t i;

	for (i = 0; i < catalog->nr_patterns; i++)
		if (catalog->patterns[i].pattern.file)
			return true;
	return false;
}

static bool is_field(const char *name, const char *field)
{
	return name && !strcmp(name, field);
}

static enum exit_code latency_run(int argc, char **argv)
{
	struct measuring measuring = {
		.selection.options = cmd_latency.options,
		.selection.catalog.with_sites = true,
		.request = {
			.from_key = TASK_KEY,
			.to_key = TASK_KEY,
			.begin = begin,
			.data = &measuring,
		},
		.stream = {
			.verb = "latency",
			.filters_some = true,
			.is_measured = true,
			.data = &measuring,
		},
	};
	struct stream_request *stream = &measuring.stream;
	enum exit_code code = EXIT_FAILED;

	argc = command_parse(&cmd_latency, argc, argv, &measuring, &stream->tasks.command);
	measuring.request.is_json = measuring.form == FORM_JSON;
	measuring.request.are_recorded = measuring.from;
	measuring.keys = command_keys(measuring.key, &measuring.request.from_key,
				      &measuring.request.to_key);
	if (measuring.output && !measuring.interval)
		measuring.interval = DEFAULT_INTERVAL;
	measuring.selection.first = stream->tasks.command ? NULL : argv[1];
	selection_loaded(&measuring.selection, argv + 1, argc);
	stream->with_stacks = measuring.request.over ? measuring.request.with_stacks :
			      is_field(measuring.request.by, "stack");
	stream->without_names = !measuring.request.over && !is_field(measuring.request.by, "comm") &&
				!is_field(measuring.request.from_key, "comm") &&
				!is_field(measuring.request.to_key, "comm");
	stream->with_lines = has_lines(&measuring.selection.catalog);
	if (can_trace_from(measuring.from)) {
		code = stream_select(stream, &measuring.selection, measuring.from);
		if (code == EXIT_DONE)
			code = measure(&measuring);
		source_close(stream->source);
	}
	selection_free(&measuring.selection);
	free(measuring.keys);
	free(stream->tasks.pids);
	return code;
}

#define FORM	SETS(take_form, enum form, struct measuring, form)

static const struct verb_option latency_options[] = {
	{ "key", 'k', "FIELD",
	  "match hits by the value of this event field instead of by task; " KEY_TEXT,
	  SETS_TEXT(struct measuring, key),
	  .more = "FIELD is an argument or a field such as common_cpu. A hit of TO is matched with the "
		  "last one of FROM that has the same value; integers of different types are compared "
		  "as in C. If no hits were matched, a message lists the fields that both events "
		  "have." },
	{ "by", 'b', "FIELD",
	  "show the distribution for each value of FIELD: one of the events', comm, pid, cpu or stack",
	  SETS_TEXT(struct measuring, request.by), .excludes = "prometheus",
	  .more = "The last four are those of the hit of TO." },
	{ "over", 0, "TIME",
	  "print only calls that take at least TIME, such as 10ms, as they end",
	  SETS_NANOSECONDS(struct measuring, request.over), .excludes = "by prometheus",
	  .more = "Each shows the arguments of both hits. A call that is still open after TIME is "
		  "printed once as open, and again when it ends." },
	FILTER_OPTION(struct measuring, stream.filter,
		      "measure only hits for which this event filter is true, of the events that have its fields",
		      "The syntax is that of trace."),
	TASK_OPTIONS(struct measuring, stream.tasks, "measure only hits"),
	START_OPTIONS(struct measuring, selection.waits, stream.ready_fd),
	{ "stack", 's', NULL,
	  "also print where the task of each open call sleeps; with --over, also a stack trace of TO",
	  SETS_FLAG(struct measuring, request.with_stacks) },
	{ "time", 't', "TIME", "end after TIME, in seconds or such as 20ms or 2m",
	  SETS_SECONDS(struct measuring, stream.seconds) },
	{ "json", 'j', NULL, "print one JSON object for each pair instead", FORM,
	  .excludes = "prometheus",
	  .more = "With --over, print one for each slow call. Times are in nanoseconds." },
	{ "prometheus", 0, NULL,
	  "print metrics in Prometheus's text format, for node-exporter's textfile collector", FORM,
	  .more = "The distribution is a histogram." },
	{ "output", 'o', "FILE",
	  "write the metrics to FILE, which is replaced as a whole, again and again",
	  SETS_TEXT(struct measuring, output), .needs = "prometheus" },
	{ "interval", 'i', "TIME", "time between writing FILE; the default is one second",
	  SETS_SECONDS(struct measuring, interval), .needs = "output" },
	SIZE_OPTION(struct measuring, stream.size, NULL),
	FROM_OPTION(struct measuring, from, "measure hits"),
	{ 0 }
};

const struct command cmd_latency = {
	.name = "latency",
	.summary = "show the time from one probe to another, and what is stuck",
	.options = latency_options,
	.forms = {
		{ .arguments = "FROM TO... | PATTERN... [-- COMMAND [ARG...]]" },
		{ "from", "key by over filter pid time json prometheus output",
		  "FROM TO... | PATTERN..." },
	},
	.lacks = "patterns: FROM TO, or one that matches both",
	.help =
"Measure the time from a hit of FROM to the next one of TO by the same task,\n"
"until interrupted.  Show its distribution, and which hits of FROM were not yet\n"
"followed by one of TO, the oldest first.  FROM and TO are patterns (see 'sdtinfo\n"
"help list') that match the probes of one event each.  With other patterns, the\n"
"probes are measured whose names form pairs: X-entry and X-return, -enter and\n"
"-exit, -begin and -end, -start and -done, -end or -stop, -issue and -complete;\n"
"or with '_' for '-'.\n"
"With COMMAND, run it until it ends, and measure only the hits in its own tasks\n"
"and their children.\n"
"\n"
"Requires root, or CAP_DAC_OVERRIDE.\n",
	.run = latency_run,
};
