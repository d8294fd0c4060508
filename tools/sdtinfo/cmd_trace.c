// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_trace.c - sdtinfo trace: print each hit of probes as it happens
 *
 * For anyone who wants to see what a driver does.
 */
#include <stdlib.h>

#include "cmd.h"
#include "lib/error.h"
#include "select/selection.h"
#include "trace/stream.h"

struct trace {
	struct selection selection;
	struct stream_request request;
	struct sink_request sink;
	const char *key;	/* as it was given */
	char *keys;		/* that both of the request are parts of */
	const char *from;	/* what has recorded the hits; NULL: watch them */
};

static void trace_words(struct trace *trace, int argc, char **argv)
{
	struct stream_request *request = &trace->request;
	struct sink_request *sink = &trace->sink;

	argc = command_parse(&cmd_trace, argc, argv, trace, &request->tasks.command);
	trace->keys = command_keys(trace->key, &sink->from_key, &sink->to_key);
	request->takes_pages = sink->output;
	sink->filtered = request->filter;
	sink->with_lines = request->with_lines;
	trace->selection.first = request->tasks.command ? NULL : argv[1];
	selection_loaded(&trace->selection, argv + 1, argc);
}

static enum exit_code choose_again(void *data)
{
	struct trace *trace = data;

	return selection_read_again(&trace->selection);
}

static enum exit_code watch_chosen(struct trace *trace)
{
	struct stream_request *request = &trace->request;
	enum exit_code code = selection_read(&trace->selection);

	/* A file has the events that there were when it was begun. */
	if (!trace->sink.output && !trace->sink.timeline)
		request->choose_again = choose_again;

	if (code != EXIT_DONE)
		return code;
	selection_publish(&trace->selection);
	return stream_hits(&trace->request);
}

static enum exit_code trace_run(int argc, char **argv)
{
	struct trace trace = {
		.selection.options = cmd_trace.options,
		.selection.catalog.with_sites = true,
		.request.verb = "trace",
		.request.data = &trace,
		.request.sink = &trace.sink,
	};
	enum exit_code code = EXIT_FAILED;

	trace_words(&trace, argc, argv);
	trace.request.catalog = &trace.selection.catalog;
	if (can_trace())
		code = trace.from ? stream_recorded(&trace.request, &trace.selection, trace.from) :
				    watch_chosen(&trace);
	selection_free(&trace.selection);
	free(trace.request.tasks.pids);
	free(trace.keys);
	return code;
}

static const struct verb_option trace_options[] = {
	FILTER_OPTION(struct trace, request.filter,
		      "show only hits for which this event filter is true: 'n > 4 && COMMAND == cat && state != BUSY'; of the events that have its fields",
		      "Events without these fields are not watched. The syntax is that of the kernel's "
		      "event filters. An enum or a bit mask can also be compared with names, and a "
		      "string with text, with or without quotes: state != BUSY, flags & URGENT|LAST, "
		      "name ~ \"eth*\"."),
	TASK_OPTIONS(struct trace, request.tasks, "show only hits"),
	{ "count", 'n', "N", "end after N hits", SETS_COUNT(struct trace, request.hits) },
	{ "time", 't', "TIME", "end after TIME, in seconds or such as 20ms or 2m",
	  SETS_SECONDS(struct trace, request.seconds) },
	{ "stack", 's', NULL, "also print a stack trace of each hit",
	  SETS_FLAG(struct trace, request.with_stacks),
	  .more = "It starts at the probe's function." },
	{ "wall-clock", 0, NULL, "print the time of the day",
	  SETS_FLAG(struct trace, request.with_wall_clock) },
	{ "max-rate", 0, "N", "print at most N hits of each second, and how many are left out",
	  SETS_COUNT(struct trace, request.max_rate) },
	{ "line", 'l', NULL, "also print the source line of each hit",
	  SETS_FLAG(struct trace, request.with_lines),
	  .more = "It follows the probe, as @rev_dev.c:56. The layout dtrace does not record it." },
	START_OPTIONS(struct trace, selection.waits, request.ready_fd),
	{ "json", 'j', NULL, "print one JSON object per line instead",
	  SETS_FLAG(struct trace, sink.is_json) },
	{ "output", 'o', "FILE", "write a trace.dat file for trace-cmd instead",
	  SETS_TEXT(struct trace, sink.output),
	  .excludes = "json line count max-rate wall-clock",
	  .more = "KernelShark reads it as well. It is written when tracing ends; trace-cmd(1) must "
		  "be installed." },
	{ "perfetto", 0, "FILE",
	  "write a timeline instead, which Perfetto and chrome://tracing show",
	  SETS_TEXT(struct trace, sink.timeline),
	  .excludes = "json output max-rate wall-clock",
	  .more = "Its format is that of Chrome's trace events. Calls of functions, such as ioctl-entry "
		  "and ioctl-return, are slices of their tasks; what can end in another task, such as "
		  "io-start and io-done, has slices of its own. The file is complete when tracing ends. "
		  "What a killed run leaves as FILE.XXXXXX can be loaded as well." },
	{ "key", 'k', "FIELD",
	  "in a timeline, match start and done by this event field; " KEY_TEXT,
	  SETS_TEXT(struct trace, key), .needs = "perfetto",
	  .more = "FIELD is an argument of both probes, or common_pid for the task. The default is "
		  "the first integer or pointer that both have." },
	{ "from", 0, "NAME", "show hits that were recorded: by this recorder, or a run that was killed",
	  SETS_TEXT(struct trace, from),
	  .more = "'sdtinfo record' lists both. The hits stay there. Modules need not be loaded any "
		  "more." },
	{ 0 }
};

const struct command cmd_trace = {
	.name = "trace",
	.summary = "print the hits of loaded modules' probes as they happen",
	.options = trace_options,
	.forms = {
		{ NULL, NULL, "PATTERN... [-- COMMAND [ARG...]]" },
		{ "from", "filter pid count time wall-clock max-rate line json output perfetto key",
		  "[PATTERN...]" },
	},
	.lacks = "a pattern; '*' matches all probes",
	.help =
"Print a line for each hit of the probes that match a PATTERN (see 'sdtinfo help\n"
"list'), until interrupted.  With COMMAND, run it until it ends, and show only\n"
"the hits in its own tasks and their children.\n"
"\n"
"trace uses a private trace instance, which it removes at the end; other tracing\n"
"is not affected.  If trace is killed, the instance stays: see 'sdtinfo help\n"
"record'.  TIME is in seconds, as in the kernel log.  Requires root, or CAP_DAC_OVERRIDE, and\n"
"CAP_SYSLOG to see the names of functions.\n",
	.run = trace_run,
};
