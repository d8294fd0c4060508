// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_trace.c - sdtinfo trace: print each hit of probes as it happens
 *
 * For anyone who wants to see what a driver does.
 */
#include <getopt.h>
#include <string.h>

#include "cmd.h"
#include "lib/error.h"
#include "lib/options.h"
#include "lib/util.h"
#include "select/selection.h"
#include "watch/watch.h"

struct trace {
	struct selection selection;
	struct watch_request request;
};

/*
 * The command line
 */

static enum exit_code take_option(struct trace *trace, int letter)
{
	switch (letter) {
	case 'f':
		if (!strcmp(optarg + strspn(optarg, " \t"), "0"))	/* means "none" */
			return error_usage("trace", "--filter: '%s' is no condition", optarg);
		trace->request.filter = optarg;
		break;
	case 'n':
		if (!number_count(optarg, &trace->request.hits))
			return error_usage("trace", "--hits: '%s' is not a number from 1", optarg);
		break;
	case 't':
		if (!number_seconds(optarg, &trace->request.seconds))
			return error_usage("trace", "--time: '%s' is not a number of seconds from 0.001 to 1000000",
					   optarg);
		break;
	case 'o':
		trace->request.output = optarg;
		break;
	case 's':
		trace->request.with_stacks = true;
		break;
	case 'j':
		trace->request.is_json = true;
		break;
	}
	return EXIT_DONE;
}

/* Returns OPTION_END, or OPTION_STOP with what to exit with in @code. */
static int parse(struct trace *trace, int argc, char **argv, enum exit_code *code)
{
	int c;

	*code = command_take_other(&cmd_trace, &argc, argv, &trace->request.command);
	if (*code != EXIT_DONE)
		return OPTION_STOP;
	while ((c = command_option(&cmd_trace, argc, argv, code)) > 0) {
		*code = take_option(trace, c);
		if (*code != EXIT_DONE)
			return OPTION_STOP;
	}
	if (c == OPTION_STOP)
		return c;
	*code = EXIT_USAGE;
	if (trace->request.output && trace->request.is_json)
		error_usage("trace", "either --output or --json, not both");
	else if (trace->request.output && trace->request.hits)
		error_usage("trace", "--hits cannot count what --output writes");
	else if (optind == argc)
		error_usage("trace", "which probes? '*' is all of them");
	else
		*code = EXIT_DONE;
	if (*code == EXIT_DONE)
		*code = selection_loaded(&trace->selection, &cmd_trace, argc, argv);
	return *code == EXIT_DONE ? OPTION_END : OPTION_STOP;
}

static enum exit_code run_trace(int argc, char **argv)
{
	struct trace trace = { 0 };
	enum exit_code code;

	if (parse(&trace, argc, argv, &code) == OPTION_END) {
		trace.selection.catalog.with_sites = true;
		trace.request.catalog = &trace.selection.catalog;
		code = watch_is_possible() ? selection_read(&trace.selection) : EXIT_FAILED;
		if (code == EXIT_DONE)
			code = watch(&trace.request);
	}
	selection_free(&trace.selection);
	return code;
}

static const struct command_option options[] = {
	{ 'f', "filter", "FILTER",
	  "only hits for which this filter of the kernel is true:\n"
	  "'n > 4 && comm == \"cat\"'; it applies to all events" },
	{ 'n', "hits", "N", "end after N hits" },
	{ 't', "time", "SECONDS", "end after SECONDS" },
	{ 's', "stack", NULL, "also print the functions that called, for each hit" },
	{ 'o', "output", "FILE", "write FILE, a trace.dat file for trace-cmd, instead" },
	{ 'j', "json", NULL, "print one JSON object a line instead" },
	{ 0 }
};

const struct command cmd_trace = {
	.name = "trace",
	.synopsis = "[-f FILTER] [-s] [-n N] [-t SECONDS] [-j | -o FILE]\n"
		    "                PATTERN... [-- COMMAND [ARG...]]",
	.summary = "print the hits of loaded modules' probes as they happen",
	.options = options,
	.help =
"Prints a line for each hit of the probes that match a PATTERN (see 'sdtinfo\n"
"help list'), until interrupted.  With COMMAND, runs it, and shows only its hits\n"
"and its children's, until it ends.\n"
"\n"
"Uses a trace instance of its own: whatever else traces is not touched, and\n"
"nothing is left behind.  TIME is that of the kernel's log, in seconds.  Needs\n"
"root.\n",
	.run = run_trace,
};
