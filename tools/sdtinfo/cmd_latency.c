// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_latency.c - sdtinfo latency: show how long it takes from one probe to another
 *
 * For anyone who wants to know how long a driver's work takes.
 */
#include <stdlib.h>

#include "cmd.h"
#include "latency.h"
#include "lib/error.h"
#include "lib/util.h"

/* How often a file with metrics is written, in seconds; Prometheus's own interval is 60. */
#define DEFAULT_INTERVAL	15

static void take_form(const struct verb_option *option, void *to, char *value)
{
	(void)value;
	*(enum form *)to = option->letter == 'j' ? FORM_JSON :
			   option->letter == 'c' ? FORM_CSV : FORM_METRICS;
}

static enum exit_code read_selections(struct measuring *measuring)
{
	enum exit_code code = EXIT_DONE;
	size_t i;

	for (i = 0; i < measuring->nr_selections && code == EXIT_DONE; i++) {
		measuring->selections[i].catalog.with_sites = true;
		measuring->selections[i].waits = measuring->waits;
		code = selection_read(&measuring->selections[i]);
	}
	return code;
}

static enum exit_code measure(struct measuring *measuring)
{
	const size_t nr = measuring->nr_selections;
	struct catalog **catalogs = xcalloc(nr, sizeof(*catalogs));
	struct latencies result = { 0 };
	enum exit_code code;
	size_t i;

	for (i = 0; i < nr; i++) {
		catalogs[i] = &measuring->selections[i].catalog;
		selection_publish(&measuring->selections[i]);
	}
	measuring->request.catalogs = catalogs;
	measuring->request.nr_catalogs = nr;
	measuring->request.begin = latency_begin;
	measuring->request.update = latency_write_metrics;
	measuring->request.data = measuring;
	code = latency_measure(&measuring->request, &result);
	for (i = 0; i < result.nr && code == EXIT_DONE && !measuring->request.over; i++)
		latency_print(measuring, &result, &result.list[i]);
	if (code == EXIT_DONE && measuring->form == FORM_METRICS &&
	    latency_write_metrics(&result, measuring))
		code = EXIT_FAILED;
	latencies_free(&result);
	free(catalogs);
	return code;
}

static enum exit_code latency_run(int argc, char **argv)
{
	struct measuring measuring = {
		.request.from_key = TASK_KEY,
		.request.to_key = TASK_KEY,
	};
	enum exit_code code = EXIT_FAILED;
	const char *first;
	size_t i;

	argc = command_parse(&cmd_latency, argc, argv, &measuring, &measuring.request.tasks.command);
	measuring.request.is_json = measuring.form == FORM_JSON;
	measuring.keys = command_keys(measuring.key, &measuring.request.from_key,
				      &measuring.request.to_key);
	if (measuring.output && !measuring.request.interval)
		measuring.request.interval = DEFAULT_INTERVAL;
	first = measuring.request.tasks.command ? NULL : argv[1];
	measuring.nr_selections = argc;
	measuring.selections = xcalloc(argc, sizeof(*measuring.selections));
	for (i = 0; i < measuring.nr_selections; i++) {
		measuring.selections[i].options = cmd_latency.options;
		measuring.selections[i].first = first;
		selection_loaded(&measuring.selections[i], argv + 1 + i, 1);
	}
	if (can_trace()) {
		code = read_selections(&measuring);
		if (code == EXIT_DONE)
			code = measure(&measuring);
	}
	for (i = 0; i < measuring.nr_selections; i++)
		selection_free(&measuring.selections[i]);
	free(measuring.selections);
	free(measuring.keys);
	free(measuring.request.tasks.pids);
	return code;
}

#define FORM	SETS(take_form, enum form, struct measuring, form)

static const struct verb_option latency_options[] = {
	{ "key", 'k', "FIELD",
	  "match hits by the value of this event field instead of by task; " KEY_TEXT,
	  SETS_TEXT(struct measuring, key),
	  .more = "FIELD is an argument or a field such as common_cpu. A hit of TO is matched with the "
		  "last one of FROM that has the same value. If no hits were matched, a message lists "
		  "the fields that both events have." },
	{ "by", 'b', "FIELD",
	  "show the distribution for each value of FIELD: one of the events', comm, pid, cpu or stack",
	  SETS_TEXT(struct measuring, request.by), .excludes = "csv prometheus",
	  .more = "The last four are those that TO sees." },
	{ "over", 'o', "TIME",
	  "print only calls that take at least TIME, such as 10ms, as they end",
	  SETS_NANOSECONDS(struct measuring, request.over), .excludes = "by csv prometheus",
	  .more = "They have the arguments of both hits." },
	FILTER_OPTION(struct measuring, request.filter,
		      "measure only hits for which this event filter is true, of the events that have its fields",
		      "The syntax is that of trace."),
	TASK_OPTIONS(struct measuring, request.tasks, "measure only hits"),
	START_OPTIONS(struct measuring, waits, ready_fd),
	{ "stack", 's', NULL,
	  "also print where the task of each open call sleeps; with --over, a stack trace of TO",
	  SETS_FLAG(struct measuring, request.with_stacks) },
	{ "time", 't', "TIME", "end after TIME, in seconds or such as 20ms or 2m",
	  SETS_SECONDS(struct measuring, request.seconds) },
	{ "json", 'j', NULL, "print one JSON object for each pair instead", FORM,
	  .excludes = "csv prometheus",
	  .more = "With --over, print one for each slow call. Times are in nanoseconds." },
	{ "csv", 'c', NULL, "print the finest buckets as CSV instead", FORM,
	  .excludes = "prometheus" },
	{ "prometheus", 0, NULL,
	  "print metrics in Prometheus's text format, for node-exporter's textfile collector", FORM,
	  .more = "The distribution is a histogram." },
	{ "output", 0, "FILE",
	  "write the metrics to FILE, which is replaced as a whole, again and again",
	  SETS_TEXT(struct measuring, output), .needs = "prometheus" },
	{ "interval", 'i', "TIME", "time between writing FILE; the default is 15 seconds",
	  SETS_SECONDS(struct measuring, request.interval), .needs = "output" },
	{ 0 }
};

const struct command cmd_latency = {
	.name = "latency",
	.summary = "show the time from one probe to another, and what is stuck",
	.options = latency_options,
	.forms = { { .arguments = "FROM TO... | PATTERN... [-- COMMAND [ARG...]]" } },
	.lacks = "patterns: FROM TO, or one that matches both",
	.help =
"Measure the time from a hit of FROM to the next one of TO by the same task,\n"
"until interrupted.  Show its distribution, and which hits of FROM were not yet\n"
"followed by one of TO, the oldest first.  FROM and TO are patterns (see 'sdtinfo\n"
"help list') that match the probes of one event each.  With other patterns, those\n"
"probes are measured whose names belong together: X-entry and X-return, -enter\n"
"and -exit, -begin and -end, -start and -done, -end or -stop, -issue and\n"
"-complete.\n"
"With COMMAND, run it until it ends, and measure only the hits in its own tasks\n"
"and their children.\n"
"\n"
"The kernel does the measuring; no hit is recorded.  Requires root, or\n"
"CAP_DAC_OVERRIDE.\n",
	.run = latency_run,
};
