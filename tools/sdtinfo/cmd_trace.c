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

static enum exit_code watch(struct trace *trace)
{
	struct stream_request *request = &trace->request;
	enum exit_code code = stream_select(request, &trace->selection, trace->from);

	/* A file has the events that there were when it was begun. */
	if (!trace->sink.output && !trace->sink.timeline)
		request->choose_again = choose_again;
	if (code == EXIT_DONE)
		code = stream_hits(request);
	source_close(request->source);
	return code;
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
	if (can_trace_from(trace.from))
		code = watch(&trace);
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
	SHOW_OPTIONS(struct trace, request, sink, key),
	{ "stack", 's', NULL, "also print a stack trace of each hit",
	  SETS_FLAG(struct trace, request.with_stacks),
	  .more = "It starts at the probe's function." },
	{ "wall-clock", 0, NULL, "print the time of the day",
	  SETS_FLAG(struct trace, request.with_wall_clock) },
	START_OPTIONS(struct trace, selection.waits, request.ready_fd),
	SIZE_OPTION(struct trace, request.size, NULL),
	FROM_OPTION(struct trace, from, "show hits"),
	{ 0 }
};

const struct command cmd_trace = {
	.name = "trace",
	.summary = "print the hits of loaded modules' probes as they happen",
	.options = trace_options,
	.forms = {
		{ NULL, NULL, "PATTERN... [-- COMMAND [ARG...]]" },
		{ "from", "filter pid count time wall-clock line json output perfetto key",
		  "[PATTERN...]" },
	},
	.lacks = "a pattern; '*' matches all probes",
	.help =
"Print a line for each hit of the probes that match a PATTERN (see 'sdtinfo help\n"
"list'), until interrupted.  With COMMAND, run it until it ends, and show only\n"
"the hits in its own tasks and their children.  If a module is removed, its\n"
"probes are watched again when it is loaded again.\n"
"\n"
"A string that could not be read is (fault), a null pointer to one (null).  If\n"
"the buffer of a CPU was full, a line says how many hits were lost.  Events that\n"
"cannot be watched are left out, with a line that says why.\n"
"\n"
"trace uses a private trace instance, which it removes at the end; other tracing\n"
"is not affected.  If trace is killed, the instance stays until the next run, or,\n"
"with hits that were not read, until it is ended: see 'sdtinfo help record'.\n"
"TIME is in seconds, as in the kernel log.  Requires root, or CAP_DAC_OVERRIDE,\n"
"and CAP_SYSLOG to see the names of functions.\n",
	.run = trace_run,
};
