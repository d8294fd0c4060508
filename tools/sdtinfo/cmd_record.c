// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_record.c - sdtinfo record: keep the last hits of probes, to look at them later
 *
 * For anyone who waits for something that happens once a week.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd.h"
#include "lib/error.h"
#include "lib/output.h"
#include "lib/util.h"
#include "loaded/loaded.h"
#include "recorder/recorder.h"
#include "select/selection.h"
#include "trace/stream.h"
#include "tracefs/tracing.h"

#define DEFAULT_NAME	"record"
#define MAX_NAME	64	/* the same as for sdt.ko */

struct record {
	struct selection selection;
	struct record_request request;
	struct stream_request stream;	/* to show hits */
	struct sink_request sink;
	const char *key;		/* as it was given */
	bool is_shown;
	bool is_stopped;
	bool is_resumed;
	char *until;		/* "PROBE if FILTER", of which the request has parts */
};

/* sdt.ko withdraws events that only a recorder used when the wanted ones change. */
static void withdraw_events(void)
{
	int changed = loaded_publish(NULL, 0);

	if (changed >= 0)
		close(changed);
}

static enum exit_code start(struct record *record)
{
	enum exit_code code = selection_read(&record->selection);

	if (code != EXIT_DONE)
		return code;
	selection_publish(&record->selection);
	return record_start(&record->request);
}

static enum exit_code show(struct record *record)
{
	enum exit_code code;

	if (record_is_empty(record->request.name))	/* The recorder can be stopped. */
		return record->is_stopped ? EXIT_DONE : EXIT_NO_PROBES;
	code = stream_select(&record->stream, &record->selection, record->request.name);
	if (code == EXIT_DONE)
		code = stream_hits(&record->stream);
	source_close(record->stream.source);
	if (out_finish() && code == EXIT_DONE)
		code = EXIT_FAILED;
	if (code == EXIT_DONE && !record->is_stopped)
		record_find_stop(record->request.name);
	return code;
}

static enum exit_code stop(struct record *record)
{
	enum exit_code code = EXIT_DONE;

	if (record->request.is_global)
		code = selection_read(&record->selection);
	if (code == EXIT_DONE)
		code = record_stop(&record->request);
	if (!record->request.is_global)
		withdraw_events();
	return code;
}

static enum exit_code show_and_stop(struct record *record)
{
	enum exit_code code = record->is_shown ? show(record) : EXIT_DONE;

	return code == EXIT_DONE && record->is_stopped ? stop(record) : code;
}

static void check_name(const char *name)
{
	const char *c = name;

	while (isalnum((unsigned char)*c) || *c == '_' || *c == '-')
		c++;
	if (*c || !isalnum((unsigned char)*name))
		error_usage("--name: '%s': use letters, digits, '_' and '-' only, with a letter or digit first",
			    name);
	if (c - name > MAX_NAME)
		error_usage("--name: '%s': too long", name);
}

/* PROBE becomes the last pattern. */
static void take_patterns(struct record *record, char **words, int nr_words)
{
	struct record_request *request = &record->request;
	char **all = xcalloc(nr_words + 2, sizeof(*all)), *filter;

	memcpy(all, words, nr_words * sizeof(*all));
	if (request->until) {
		record->until = xasprintf("%s", request->until);
		filter = strstr(record->until, " if ");
		if (filter) {
			*filter = '\0';
			request->until_filter = filter + strlen(" if ");
		}
		if (filter && request->after)
			error_usage("--after: it cannot be combined with a filter of --until");
		all[nr_words++] = record->until;
	}
	selection_loaded(&record->selection, all, nr_words);
	free(all);
}

static enum exit_code run(struct record *record, bool has_patterns)
{
	struct record_request *request = &record->request;

	if (record->is_resumed)
		return record_again(request);
	if (record->is_shown || record->is_stopped)
		return show_and_stop(record);
	return has_patterns ? start(record) : record_list(record->sink.is_json);
}

static enum exit_code record_run(int argc, char **argv)
{
	struct record record = {
		.selection.options = cmd_record.options,
		.selection.catalog.with_sites = true,
		.stream.verb = "record",
		.stream.sink = &record.sink,
	};
	struct record_request *request = &record.request;
	enum exit_code code = EXIT_FAILED;
	char *keys;

	argc = command_parse(&cmd_record, argc, argv, &record, NULL);
	keys = command_keys(record.key, &record.sink.from_key, &record.sink.to_key);
	record.stream.filter = request->filter;
	record.stream.tasks = request->tasks;
	request->with_wall_clock = record.stream.with_wall_clock;
	record.stream.takes_pages = record.sink.output;
	record.sink.filtered = request->filter;
	record.sink.with_lines = record.stream.with_lines;
	take_patterns(&record, argv + 1, argc);
	request->catalog = &record.selection.catalog;
	if (!request->name)
		request->name = DEFAULT_NAME;
	check_name(request->name);
	if (can_trace())
		code = run(&record, argc);
	selection_free(&record.selection);
	free(request->tasks.pids);
	free(record.until);
	free(keys);
	return code;
}

static const struct verb_option record_options[] = {
	{ "show", 0, NULL, "print the hits that a recorder has",
	  SETS_FLAG(struct record, is_shown),
	  .more = "With PATTERN, print those that match it. Recording goes on, and the hits can be "
		  "printed again. If all events were removed with their modules, the exit status is 3." },
	{ "global", 0, NULL,
	  "record in the kernel's own buffer, which ftrace_dump_on_oops dumps at a crash",
	  SETS_FLAG(struct record, request.is_global),
	  .more = "/sys/kernel/tracing/trace shows it. With --stop, disable the events there." },
	{ "stop", 0, NULL,
	  "end a recorder, and remove it with its hits; with --show, after printing them",
	  SETS_FLAG(struct record, is_stopped),
	  .more = "If printing fails, nothing is removed." },
	{ "name", 0, "NAME", "the name of the recorder; the default is 'record'",
	  SETS_TEXT(struct record, request.name) },
	SIZE_OPTION(struct record, request.size, "The default is 4M."),
	FILTER_OPTION(struct record, request.filter,
		      "record only hits for which this event filter is true, as for trace; with --show, print only these", NULL),
	{ "pid", 'p', "PIDS",
	  "record only hits of these processes, separated by commas, their threads and children; with --show, print only hits of these tasks",
	  SETS(option_pids, struct tasks_wanted, struct record, request.tasks),
	  .more = "There is no --cgroup: the kernel follows children, but not tasks that are moved "
		  "to a cgroup after sdtinfo has ended." },
	{ "stack", 's', NULL, "also record a stack trace of each hit",
	  SETS_FLAG(struct record, request.with_stacks) },
	{ "until", 0, "HIT", "stop at this hit: of PROBE, or of 'PROBE if FILTER'",
	  SETS_TEXT(struct record, request.until),
	  .more = "PROBE is a pattern, and the hit itself is recorded. The list says which probe has "
		  "stopped a recorder, --show prints what it has, and --again lets it go on." },
	{ "after", 0, "N", "with --until: stop when N more hits have been recorded",
	  SETS_COUNT(struct record, request.after), .needs = "until", .excludes = "filter pid stack wall-clock" },
	{ "again", 0, NULL, "let a recorder go on that has stopped, until the next such hit",
	  SETS_FLAG(struct record, is_resumed) },
	{ "wall-clock", 0, NULL, "record the time of the day as well; with --show, print it",
	  SETS_FLAG(struct record, stream.with_wall_clock) },
	SHOW_OPTIONS(struct record, stream, sink, key),
	{ 0 }
};

const struct command cmd_record = {
	.name = "record",
	.summary = "keep the last hits of loaded modules' probes, for later",
	.options = record_options,
	.forms = {
		{ NULL, "name size filter pid stack wall-clock until after", "PATTERN..." },
		{ "again", "name", "" },
		{ "show", "name filter pid count time wall-clock line json output perfetto key",
		  "[PATTERN...]" },
		{ "show stop", "name wall-clock line json output perfetto key", "" },
		{ "stop", "name", "" },
		{ "global", "size filter", "PATTERN..." },
		{ "global stop", "", "[PATTERN...]" },
		{ NULL, "json", "" },
	},
	.lacks = "a pattern; '*' matches all probes",
	.help =
"Record the hits of the probes that match a PATTERN (see 'sdtinfo help list') in\n"
"a trace instance, sdt-NAME.  Recording goes on when sdtinfo has ended, until\n"
"--stop.  If the buffer of a CPU is full, new hits overwrite the oldest ones.\n"
"With --until, the kernel stops recording at the hit that you wait for.\n"
"\n"
"--show prints the hits as trace does, and keeps them; 'sdtinfo trace', 'latency'\n"
"and 'top' take them with --from.  The hits that a killed run of trace has left\n"
"can be shown and removed as well, by its name.  Without arguments, all recorders\n"
"are listed.  Requires root.\n",
	.run = record_run,
};
