// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_trace.c - sdtinfo trace: print each hit of probes as it happens
 *
 * For anyone who wants to see what a driver does.
 */
#include <getopt.h>
#include <inttypes.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "lib/error.h"
#include "lib/json.h"
#include "lib/options.h"
#include "lib/output.h"
#include "lib/util.h"
#include "select/selection.h"
#include "text/probe_json.h"
#include "text/value_text.h"
#include "watch/watch.h"

/* Wider cells overrun their column. */
#define MAX_COLUMN	48

/* How many probes' names are kept, at the most */
#define NR_CACHED	64

struct cached_names {
	const struct probe *probe;
	bool is_event;		/* its function is not known */
	char *text;
};

struct trace {
	struct selection selection;
	struct watch_request request;
	struct out_column probes;
	struct cached_names cache[NR_CACHED];
	bool is_json;
	uint64_t nr_lost;
	bool has_lost;
	bool is_sum_low;	/* some were lost whose number is not known */
};

static void fit_probes(struct trace *trace)
{
	const struct catalog *catalog = &trace->selection.catalog;
	const struct catalog_probe *chosen;
	size_t i;
	char *text;

	trace->probes.limit = MAX_COLUMN;
	for (i = 0; i < catalog->nr_probes; i++) {
		chosen = &catalog->probes[i];
		text = probe_names(chosen->probe, chosen->module->table.module,
				   chosen->probe->function);
		out_column_fit(&trace->probes, text);
		free(text);
	}
}

/* @number: 0 if it is not known */
static void count_lost(struct trace *trace, uint64_t number)
{
	trace->has_lost = true;
	trace->nr_lost += number;
	trace->is_sum_low |= !number;
}

static void begin_nothing(void *data)
{
	(void)data;
}

static void note_lost(int cpu, uint64_t number, void *data)
{
	(void)cpu;
	count_lost(data, number);
}

/*
 * As text
 */

static void print_head(void *data)
{
	struct trace *trace = data;

	out_style(STYLE_HEAD);
	printf("%15s  %3s  %-15s  %7s  ", "TIME", "CPU", "COMMAND", "PID");
	out_cell(stdout, &trace->probes, "PROBE");
	fputs("ARGUMENTS", stdout);
	out_style(STYLE_NONE);
	putchar('\n');
	fflush(stdout);
}

/* The names of the probe of a hit, which are the same for many hits */
static const char *hit_names(struct trace *trace, const struct hit *hit)
{
	const struct probe *probe = hit->probe ? hit->probe : hit->event;
	struct cached_names *cached = &trace->cache[(uintptr_t)probe / sizeof(*probe) % NR_CACHED];

	if (cached->probe == probe && cached->is_event == !hit->probe)
		return cached->text;
	free(cached->text);
	cached->probe = probe;
	cached->is_event = !hit->probe;
	cached->text = probe_names(probe, hit->module, hit->probe ? probe->function : "");
	return cached->text;
}

static void print_hit(const struct hit *hit, void *data)
{
	static const struct out_column comm = { .width = 15 };
	struct trace *trace = data;
	unsigned int i;
	size_t j;

	out_decimal(stdout, hit->time / 1000000000, 8, ' ');
	fputc('.', stdout);
	out_decimal(stdout, hit->time % 1000000000 / 1000, 6, '0');
	fputs("  ", stdout);
	out_decimal(stdout, hit->cpu, 3, ' ');
	fputs("  ", stdout);
	out_cell(stdout, &comm, hit->comm);
	out_decimal(stdout, hit->pid, 7, ' ');
	fputs("  ", stdout);
	out_style(STYLE_NAME);
	out_cell(stdout, &trace->probes, hit_names(trace, hit));
	out_style(STYLE_NONE);
	for (i = 0; i < hit->nr_values; i++) {
		if (i)
			fputc(' ', stdout);
		fputs(hit->values[i].arg->name, stdout);
		fputc('=', stdout);
		value_print(stdout, &hit->values[i]);
	}
	putchar('\n');
	for (j = 0; j < hit->nr_frames; j++) {
		fputs("\t", stdout);
		out_text(stdout, hit->frames[j]);
		putchar('\n');
	}
}

static void print_lost(int cpu, uint64_t number, void *data)
{
	count_lost(data, number);
	out_style(STYLE_BAD);
	if (number)
		printf("lost %" PRIu64 " hit%s on CPU %d", number, number == 1 ? "" : "s", cpu);
	else
		printf("lost hits on CPU %d", cpu);
	out_style(STYLE_NONE);
	putchar('\n');
}

/*
 * As JSON
 */

static void add_stack(struct json_object *line, const struct hit *hit)
{
	struct json_object *stack = json_add_list(line, "stack");
	size_t i;

	for (i = 0; i < hit->nr_frames; i++)
		json_item_string(stack, hit->frames[i]);
}

static void add_hit(const struct hit *hit, void *data)
{
	struct json_object *line = json_line(), *args;
	unsigned int i;

	(void)data;
	json_add_number(line, "time", hit->time);
	json_add_number(line, "cpu", hit->cpu);
	json_add_string(line, "command", hit->comm);
	json_add_number(line, "pid", hit->pid);
	json_add_string(line, "provider", hit->event->provider);
	json_add_string(line, "module", hit->module);
	if (hit->probe)
		json_add_string(line, "function", hit->probe->function);
	else
		json_add_null(line, "function");
	json_add_string(line, "name", hit->event->name);
	args = json_add_object(line, "args");
	for (i = 0; i < hit->nr_values; i++)
		value_add(args, &hit->values[i]);
	if (hit->has_stack)
		add_stack(line, hit);
	json_end_line(line);
}

static void add_lost(int cpu, uint64_t number, void *data)
{
	struct json_object *line = json_line();

	count_lost(data, number);
	json_add_number(line, "cpu", cpu);
	if (number)
		json_add_number(line, "lost", number);
	else
		json_add_null(line, "lost");
	json_end_line(line);
}

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
		trace->is_json = true;
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
	if (trace->request.output && trace->is_json)
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

static void report_lost(const struct trace *trace)
{
	if (trace->nr_lost)
		error_file("trace", "hits lost: %" PRIu64 "%s; the buffer of a CPU was full",
			   trace->nr_lost, trace->is_sum_low ? "+" : "");
	else if (trace->has_lost)
		error_file("trace", "hits were lost; the buffer of a CPU was full");
}

static void take_view(struct trace *trace)
{
	struct watch_request *request = &trace->request;

	request->begin = begin_nothing;
	if (request->output) {
		request->lost = note_lost;
	} else if (trace->is_json) {
		request->hit = add_hit;
		request->lost = add_lost;
	} else {
		request->begin = print_head;
		request->hit = print_hit;
		request->lost = print_lost;
	}
}

static enum exit_code run_trace(int argc, char **argv)
{
	struct trace trace = { 0 };
	bool may_trace = false;
	enum exit_code code;
	size_t i;

	if (parse(&trace, argc, argv, &code) == OPTION_END) {
		trace.selection.catalog.with_sites = true;
		code = watch_is_possible() ? selection_read(&trace.selection) : EXIT_FAILED;
		may_trace = code == EXIT_DONE;
	}
	if (may_trace) {
		fit_probes(&trace);
		trace.request.catalog = &trace.selection.catalog;
		take_view(&trace);
		__fsetlocking(stdout, FSETLOCKING_BYCALLER);	/* there is one thread */
		trace.request.data = &trace;
		code = watch(&trace.request);
		report_lost(&trace);
	}
	selection_free(&trace.selection);
	for (i = 0; i < NR_CACHED; i++)
		free(trace.cache[i].text);
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
