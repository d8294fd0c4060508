// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_trace.c - sdtinfo trace: print each hit of probes as it happens
 *
 * For anyone who wants to see what a driver does.
 */
#include <stdlib.h>

#include "cmd.h"
#include "lib/error.h"
#include "recorder/recorder.h"
#include "select/selection.h"
#include "trace/trace.h"

#define OPTION_MAX_RATE		OPTION_LONG(0)
#define OPTION_WALL_CLOCK	OPTION_LONG(1)
#define OPTION_PERFETTO		OPTION_LONG(2)
#define OPTION_RECOVER		OPTION_LONG(3)
#define OPTION_DISCARD		OPTION_LONG(4)

struct trace {
	struct selection selection;
	struct trace_request request;
	char *keys;		/* that both of the request are parts of */
	bool is_recovered;	/* what killed runs have left behind, instead of a run */
	bool is_discarded;
};

static error_t trace_parse(int key, char *value, struct argp_state *state)
{
	struct trace *trace = state->input;
	struct trace_request *request = &trace->request;

	switch (key) {
	case 'f':
		request->filter = command_filter(value);
		return 0;
	case 'n':
		request->hits = command_count("--hits", value);
		return 0;
	case 't':
		request->seconds = command_seconds("--time", value);
		return 0;
	case 'o':
		request->output = value;
		return 0;
	case OPTION_MAX_RATE:
		request->max_rate = command_count("--max-rate", value);
		return 0;
	case OPTION_WALL_CLOCK:
		request->with_wall_clock = true;
		return 0;
	case 's':
		request->with_stacks = true;
		return 0;
	case 'l':
		request->with_lines = true;
		return 0;
	case 'j':
		request->is_json = true;
		return 0;
	case OPTION_RECOVER:
		trace->is_recovered = true;
		return 0;
	case OPTION_DISCARD:
		trace->is_discarded = true;
		return 0;
	case OPTION_PERFETTO:
		request->timeline = value;
		return 0;
	case 'k':
		free(trace->keys);
		trace->keys = command_keys(value, &request->from_key, &request->to_key);
		return 0;
	}
	return command_start(&trace->selection.waits, &request->ready_fd, key, value) ||
	       command_tasks(&request->tasks, key, value) ? 0 : ARGP_ERR_UNKNOWN;
}

static void check_file(const struct trace_request *request)
{
	if (request->timeline && (request->output || request->is_json || request->max_rate ||
				  request->with_wall_clock))
		error_usage("either --perfetto or --output, --json, --max-rate, --wall-clock, not both");
	if (request->from_key && !request->timeline)
		error_usage("--key is for --perfetto");
	if (request->output && request->is_json)
		error_usage("either --output or --json, not both");
	if (request->output && request->with_lines)
		error_usage("either --output or --line, not both");
	if (request->output && request->hits)
		error_usage("--hits cannot count what --output writes");
	if (request->output && (request->max_rate || request->with_wall_clock))
		error_usage("--output goes with neither --max-rate nor --wall-clock");
}

static void check_leftovers(const struct trace *trace, int nr)
{
	const struct trace_request *request = &trace->request;

	if (trace->is_recovered && trace->is_discarded)
		error_usage("either --recover or --discard, not both");
	if (nr || request->tasks.command || request->output || request->timeline)
		error_usage("--recover and --discard take no pattern, command or file: they remove all");
	if (request->filter || request->tasks.nr_pids || request->tasks.cgroup || request->hits ||
	    request->seconds || request->with_stacks || request->max_rate ||
	    request->with_wall_clock || request->ready_fd || trace->selection.waits ||
	    (trace->is_discarded && (request->is_json || request->with_lines)))
		error_usage("--recover takes only --json and --line, and --discard nothing else");
}

static void trace_words(struct trace *trace, int argc, char **argv)
{
	struct trace_request *request = &trace->request;

	argc = command_parse(&cmd_trace, argc, argv, trace, &request->tasks.command);
	check_file(request);
	command_check_start(trace->selection.waits, request->tasks.command);
	if (trace->is_recovered || trace->is_discarded)
		check_leftovers(trace, argc);
	else if (!argc)
		error_usage("needs a pattern; '*' matches all probes");
	trace->selection.first = request->tasks.command ? NULL : argv[1];
	selection_loaded(&trace->selection, argv + 1, argc);
}

static enum exit_code take_leftovers(struct trace *trace)
{
	const struct killed_runs_request request = {
		.catalog = trace->is_recovered ? &trace->selection.catalog : NULL,
		.is_json = trace->request.is_json,
		.with_lines = trace->request.with_lines,
	};
	enum exit_code code = EXIT_DONE;

	if (trace->is_recovered)
		code = selection_read(&trace->selection);
	return code == EXIT_DONE ? killed_runs_take(&request) : code;
}

static enum exit_code choose_again(void *data)
{
	struct trace *trace = data;

	return selection_read_again(&trace->selection);
}

static enum exit_code watch_chosen(struct trace *trace)
{
	struct trace_request *request = &trace->request;
	enum exit_code code = selection_read(&trace->selection);

	/* A file has the events that there were when it was begun. */
	if (!request->output && !request->timeline) {
		request->choose_again = choose_again;
		request->data = trace;
	}

	if (code != EXIT_DONE)
		return code;
	selection_publish(&trace->selection);
	return trace_hits(&trace->request);
}

static enum exit_code trace_run(int argc, char **argv)
{
	struct trace trace = {
		.selection.options = cmd_trace.options,
		.selection.catalog.with_sites = true,
	};
	enum exit_code code = EXIT_FAILED;

	trace_words(&trace, argc, argv);
	trace.request.catalog = &trace.selection.catalog;
	if (tracing_is_possible())
		code = trace.is_recovered || trace.is_discarded ? take_leftovers(&trace) :
								  watch_chosen(&trace);
	selection_free(&trace.selection);
	free(trace.request.tasks.pids);
	free(trace.keys);
	return code;
}

static const struct argp_option trace_options[] = {
	{ "filter", 'f', "FILTER", 0,
	  "show only hits for which this event filter is true: 'n > 4 && COMMAND == cat && state != BUSY'; of the events that have its fields",
	  0 },
	TASK_OPTIONS("show only hits"),
	{ "hits", 'n', "N", 0, "end after N hits", 0 },
	{ "time", 't', "TIME", 0, "end after TIME, in seconds or such as 20ms or 2m", 0 },
	{ "stack", 's', NULL, 0, "also print a stack trace of each hit", 0 },
	{ "wall-clock", OPTION_WALL_CLOCK, NULL, 0, "print the time of the day", 0 },
	{ "max-rate", OPTION_MAX_RATE, "N", 0,
	  "print at most N hits of each second, and how many are left out", 0 },
	{ "line", 'l', NULL, 0, "also print the source line of each hit", 0 },
	{ "output", 'o', "FILE", 0, "write a trace.dat file for trace-cmd instead", 0 },
	START_OPTIONS,
	{ "json", 'j', NULL, 0, "print one JSON object per line instead", 0 },
	{ "perfetto", OPTION_PERFETTO, "FILE", 0,
	  "write a timeline instead, which Perfetto and chrome://tracing show", 0 },
	{ "key", 'k', "FIELD", 0,
	  "in a timeline, match start and done by this event field; write FROM_FIELD=TO_FIELD if the names differ",
	  0 },
	{ "recover", OPTION_RECOVER, NULL, 0,
	  "print the hits that runs have left which were killed, and remove them", 0 },
	{ "discard", OPTION_DISCARD, NULL, 0, "remove such hits without printing them", 0 },
	{ 0 }
};

const struct command cmd_trace = {
	.name = "trace",
	.synopsis = "[-f FILTER] [-p PIDS] [-g CGROUP] [-s] [-l] [-n N] [-t TIME]\n"
		    "              [--wall-clock] [--max-rate N] [-w] [--ready-fd FD]\n"
		    "              [-j | -o FILE | --perfetto FILE [-k FIELD]]\n"
		    "              PATTERN... [-- COMMAND [ARG...]]\n"
		    "  sdtinfo trace --recover [-j] [-l]\n"
		    "  sdtinfo trace --discard",
	.summary = "print the hits of loaded modules' probes as they happen",
	.options = trace_options,
	.help =
"Print a line for each hit of the probes that match a PATTERN (see 'sdtinfo help\n"
"list'), until interrupted.  With COMMAND, run it until it ends, and show only\n"
"the hits in its own tasks and their children.\n"
"\n"
"trace uses a private trace instance, which it removes at the end; other tracing\n"
"is not affected.  If trace is killed, the instance stays: see --recover.  TIME\n"
"is in seconds, as in the kernel log.  Requires root, or CAP_DAC_OVERRIDE, and\n"
"CAP_SYSLOG to see the names of functions.\n",
	.parse = trace_parse,
	.run = trace_run,
};
