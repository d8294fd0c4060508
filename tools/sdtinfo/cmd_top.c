// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_top.c - sdtinfo top: show which probes are hit most, again and again
 *
 * For anyone who wants to know what a driver does most.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "lib/error.h"
#include "lib/output.h"
#include "lib/stop.h"
#include "lib/util.h"
#include "top.h"

/*
 * Hits that sdt.ko counts
 */

static int open_counts(struct top *top)
{
	static const char *const all[] = { "*" };
	const struct catalog *catalog = &top->selection.catalog;
	const char **texts = xcalloc(catalog->nr_patterns + 1, sizeof(*texts));
	size_t i;
	int failed;

	for (i = 0; i < catalog->nr_patterns; i++)
		texts[i] = catalog->patterns[i].text;
	failed = hit_counts_open(&top->counts, i ? texts : all, i ? i : 1);
	free(texts);
	return failed;
}

/* The sites of a probe are adjacent. */
static void add_count(struct top *top, const struct hit_count *count)
{
	size_t length = top->by_site ? strlen(count->site) : strcspn(count->site, "@");
	struct row *last = top->nr_rows ? &top->rows[top->nr_rows - 1] : NULL;

	if (!count->total)
		return;
	if (!last || strncmp(last->name, count->site, length) || last->name[length]) {
		top->rows = xroom_for_one(top->rows, top->nr_rows, sizeof(*top->rows));
		last = &top->rows[top->nr_rows++];
		*last = (struct row){
			.name = xasprintf("%.*s", (int)length, count->site),
		};
	}
	last->hits += count->hits;
	last->total += count->total;
}

static int read_counts(struct top *top)
{
	int failed = hit_counts_read(&top->counts);
	size_t i;

	for (i = 0; i < top->counts.nr_sites; i++)
		add_count(top, &top->counts.sites[i]);
	return failed;
}

/*
 * Hits that are counted as they come, in a build with libtracefs
 */

static struct hit_sink *open_sink(struct traced_events *events, size_t nr_cpus, void *data)
{
	struct top *top = data;

	(void)nr_cpus;
	top->sink = HAS_TRACEFS ? count_open(&top->request, events) : NULL;
	return top->sink;
}

static int open_stream(struct top *top)
{
	unsigned int i;

	top->events.without_names = true;
	for (i = 0; i < top->request.nr_by; i++) {
		top->events.with_stacks |= !strcmp(top->request.by[i], "stack");
		top->events.without_names &= !!strcmp(top->request.by[i], "comm");
	}
	top->events.catalog = &top->selection.catalog;
	top->stream = stream_open(&top->events);
	return top->stream ? 0 : -1;
}

static void add_row(struct count_row *row, void *data)
{
	struct top *top = data;

	top->rows = xroom_for_one(top->rows, top->nr_rows, sizeof(*top->rows));
	top->rows[top->nr_rows++] = (struct row){
		.name = xasprintf("%s", row->names),
		.hits = row->total - row->before,
		.total = row->total,
		.values = row,
	};
}

static int read_stream(struct top *top)
{
	top->left_out = count_left_out(top->sink);
	top->nr_lost = count_lost(top->sink, &top->are_some_lost);
	count_each(top->sink, add_row, top);
	return 0;
}

/*
 * Rows
 */

static bool counts_events(const struct top *top)
{
	return HAS_TRACEFS && top->by_events;
}

static void free_rows(struct top *top)
{
	while (top->nr_rows)
		free(top->rows[--top->nr_rows].name);
}

static int by_hits(const void *x, const void *y)
{
	const struct row *a = x, *b = y;

	if (a->hits != b->hits)
		return a->hits < b->hits ? 1 : -1;
	if (a->total != b->total)
		return a->total < b->total ? 1 : -1;
	return strcmp(a->name, b->name);
}

static int read_rows(struct top *top)
{
	int failed;

	free_rows(top);
	failed = counts_events(top) ? read_stream(top) : read_counts(top);
	top->before = top->now;
	top->now = clock_seconds();
	if (top->nr_rows)
		qsort(top->rows, top->nr_rows, sizeof(*top->rows), by_hits);
	return failed;
}

/*
 * Rounds
 */

/* How soon a terminal whose size has changed is drawn again */
#define RESIZE_SECONDS	0.2

/* What was printed is written, unless a second signal has interrupted that. */
static void finish_round(struct top *top)
{
	if (stop_is_urgent())
		out_drop();
	top->is_over |= out_finish() || stop_requested();
}

/* Returns -1 when it has reported an error. */
static int wait_until(struct top *top, double end)
{
	const double soon = clock_seconds() + RESIZE_SECONDS;
	int goes_on;

	if (!counts_events(top))
		return stop_wait(-1, (end - clock_seconds()) * 1000 + 1);
	goes_on = stream_run(top->stream, top->screen.is_there && soon < end ? soon : end);
	top->is_over |= !goes_on;
	return goes_on;
}

/* Wait for the end of a round, or for the end.  Returns -1 when it has reported an error. */
static int wait_for_round(struct top *top, double end)
{
	while (!top->is_over && clock_seconds() < end) {
		if (wait_until(top, end) < 0)
			return -1;
		if (screen_was_resized() && top->now > top->begun && clock_seconds() < end)
			top_print(top);
		finish_round(top);
	}
	return 0;
}

/* Rounds that were missed, since printing took long or the program was stopped, are skipped. */
static int run_rounds(struct top *top)
{
	uint64_t round = 0;
	double end, now;

	top->begun = clock_seconds();
	top->now = top->begun;
	end = top->begun;
	do {
		end += top->interval;
		now = clock_seconds();
		if (end < now)
			end = now + top->interval;
		if (wait_for_round(top, end) || read_rows(top))
			return -1;
		top_print(top);
		finish_round(top);
	} while (!top->is_over && ++round != top->rounds);
	return 0;
}

static bool tells_apart(const struct top *top)
{
	return top->request.nr_by || top->request.sum || top->request.quantize ||
	       top->events.filter || top->events.tasks.nr_pids ||
	       top->events.tasks.cgroup || top->events.size;
}

static int start_counts(struct top *top)
{
	return stop_on_signals() || open_counts(top) || stop_after(top->events.seconds) ? -1 : 0;
}

static enum exit_code close_top(struct top *top, int failed)
{
	free_rows(top);
	free(top->rows);
	if (counts_events(top) && top->stream && stream_close(top->stream, failed) != EXIT_DONE)
		failed = -1;
	hit_counts_close(&top->counts);
	return failed ? EXIT_FAILED : EXIT_DONE;
}

static enum exit_code show_rounds(struct top *top)
{
	int failed = counts_events(top) ? open_stream(top) : start_counts(top);

	if (!failed) {
		out_ready(top->ready_fd);
		if (!top->is_json)
			screen_open(&top->screen);
		failed = run_rounds(top);
	}
	return close_top(top, failed);
}

/* All hits are of one round, which is as long as they took. */
static int show_recorded(struct top *top)
{
	double seconds;

	if (open_stream(top) || stream_run(top->stream, 0) < 0 || read_rows(top))
		return -1;
	seconds = stream_seconds(top->stream);
	top->screen = (struct screen){ .lines = SIZE_MAX, .columns = SIZE_MAX };
	top->begun = top->before = 0;
	top->now = seconds > 0 ? seconds : 1;
	top_print(top);
	finish_round(top);
	return 0;
}

/*
 * The command line
 */

/* "FIELD[,FIELD]..." */
static void take_by(const struct verb_option *option, void *to, char *value)
{
	struct count_request *request = to;
	unsigned int i;
	char *name;

	request->nr_by = 0;
	while ((name = strsep(&value, ","))) {
		if (!event_is_word(name))
			error_usage("--%s: '%s' is not a field", option->name, name);
		for (i = 0; i < request->nr_by; i++)
			if (!strcmp(request->by[i], name))
				error_usage("--%s: '%s' is given twice", option->name, name);
		if (request->nr_by == MAX_BY)
			error_usage("--%s: more than %d fields", option->name, MAX_BY);
		request->by[request->nr_by++] = name;
	}
}

/* Choose who counts: a locked-down kernel does not let sdt.ko, but has events. */
static enum exit_code choose_counter(struct top *top)
{
	char *closed;
	bool is_possible = true;

	top->by_events = tells_apart(top);
	closed = top->by_events ? NULL : hit_counts_closed();
	if (closed && top->by_site) {
		error_file("top", "--sites: %s", closed);
		is_possible = false;
	} else if (closed || top->by_events) {
		top->by_events = true;
		is_possible = tracing_is_possible();
		if (is_possible && closed)
			error_file("top", "%s; events are counted instead", closed);
	}
	free(closed);
	return is_possible ? EXIT_DONE : EXIT_FAILED;
}

static enum exit_code count_recorded(struct top *top)
{
	enum exit_code code = stream_select(&top->events, &top->selection, top->from);

	top->by_events = true;
	if (code == EXIT_DONE)
		code = close_top(top, show_recorded(top));
	source_close(top->events.source);
	return code;
}

static enum exit_code watch_counts(struct top *top)
{
	enum exit_code code;

	top->selection.catalog.with_sites = top->by_events;
	code = selection_read(&top->selection);
	if (code == EXIT_DONE && top->by_events)
		selection_publish(&top->selection);
	return code == EXIT_DONE ? show_rounds(top) : code;
}

static enum exit_code top_run(int argc, char **argv)
{
	struct top top = {
		.selection.options = cmd_top.options,
		.events = {
			.verb = "top",
			.is_measured = true,
			.open_sink = open_sink,
			.data = &top,
		},
	};
	enum exit_code code;

	argc = command_parse(&cmd_top, argc, argv, &top, NULL);
	if (!top.interval)
		top.interval = DEFAULT_INTERVAL;
	selection_loaded(&top.selection, argv + 1, argc);
	if (top.from) {
		code = can_trace_from(top.from) ? count_recorded(&top) : EXIT_FAILED;
	} else {
		code = top.has_metrics ? top_print_totals(&top) : choose_counter(&top);
		if (code == EXIT_DONE && !top.has_metrics)
			code = watch_counts(&top);
	}
	selection_free(&top.selection);
	free(top.events.tasks.pids);
	return code;
}

static const struct verb_option top_options[] = {
	{ "sites", 0, NULL, "print a line for each source line instead of each probe",
	  SETS_FLAG(struct top, by_site), .excludes = "by sum quantize filter pid cgroup size" },
	{ "interval", 'i', "TIME", "time between rounds; the default is one second",
	  SETS_SECONDS(struct top, interval) },
	{ "count", 'n', "N", "end after N rounds", SETS_COUNT(struct top, rounds) },
	{ "time", 't', "TIME", "end after TIME, in seconds or such as 20ms or 2m",
	  SETS_SECONDS(struct top, events.seconds) },
	{ "by", 'b', "FIELDS",
	  "count hits for each value of FIELDS, separated by commas: arguments, comm, pid, cpu, stack",
	  SETS(take_by, struct count_request, struct top, request),
	  .more = "At most three. Events that lack one of them are left out." },
	{ "quantize", 'q', "FIELD", "show the distribution of FIELD's values",
	  SETS_TEXT(struct top, request.quantize), .excludes = "sum",
	  .more = "It has a bar for each power of two." },
	{ "sum", 'S', "FIELD", "also add up FIELD's values",
	  SETS_TEXT(struct top, request.sum) },
	FILTER_OPTION(struct top, events.filter,
		      "count only hits for which this event filter is true, as for trace", NULL),
	TASK_OPTIONS(struct top, events.tasks, "count only hits"),
	START_OPTIONS(struct top, selection.waits, ready_fd),
	{ "json", 'j', NULL, "print one JSON object per round instead",
	  SETS_FLAG(struct top, is_json) },
	{ "prometheus", 0, NULL,
	  "print metrics in Prometheus's text format, for node-exporter's textfile collector",
	  SETS_FLAG(struct top, has_metrics),
	  .more = "They are the totals of the probes that sdt.ko counts all the time, and others. "
		  "The parameter count of sdt.ko is a list of patterns that names these probes. With "
		  "PATTERN, print only the hits of those that match it. If none is counted, the exit "
		  "status is 3." },
	{ "output", 'o', "FILE", "write the metrics to FILE, which is replaced as a whole",
	  SETS_TEXT(struct top, output), .needs = "prometheus" },
	SIZE_OPTION(struct top, events.size, NULL),
	FROM_OPTION(struct top, from, "count hits"),
	{ 0 }
};

const struct command cmd_top = {
	.name = "top",
	.summary = "show how often the probes of loaded modules are hit",
	.options = top_options,
	.forms = {
		{ NULL, NULL, "[PATTERN...]" },
		{ "prometheus", "output", "[PATTERN...]" },
		{ "from", "by quantize sum filter pid json", "[PATTERN...]" },
	},
	.help =
"Show the probes that match a PATTERN (see 'sdtinfo help list'), or all probes,\n"
"sorted by their hits in the last round, until interrupted.  HITS/S covers the\n"
"last round; HITS is the total.  On a terminal, each round replaces the last one.\n"
"\n"
"sdt.ko counts the hits: none is recorded, and none is lost.  With --by,\n"
"--quantize, --sum, --filter, --pid, --cgroup or --size, and if sdt.ko cannot be\n"
"told to count, as without debugfs or under Secure Boot, sdtinfo reads and counts\n"
"them.\n"
"Requires root, or CAP_DAC_OVERRIDE.\n"
"\n"
"With --prometheus, print the totals of the probes that sdt.ko counts all the\n"
"time, which its parameter count names, and exit.  With PATTERN, print those of\n"
"them that match.\n",
	.run = top_run,
};
