// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_trace.c - sdtinfo trace: print each hit of probes as it happens
 *
 * For anyone who wants to see what a driver does.
 */
#include <inttypes.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "lib/error.h"
#include "lib/json.h"
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

static error_t trace_parse(int key, char *value, struct argp_state *state)
{
	struct trace *trace = state->input;
	struct watch_request *request = &trace->request;

	switch (key) {
	case 'f':
		if (!strcmp(value + strspn(value, " \t"), "0"))	/* means "none" */
			error_usage("--filter: '%s' is no condition", value);
		request->filter = value;
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
	case 's':
		request->with_stacks = true;
		return 0;
	case 'j':
		trace->is_json = true;
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static void trace_words(struct trace *trace, int argc, char **argv)
{
	argc = command_parse(&cmd_trace, argc, argv, trace, &trace->request.command);
	if (trace->request.output && trace->is_json)
		error_usage("either --output or --json, not both");
	if (trace->request.output && trace->request.hits)
		error_usage("--hits cannot count what --output writes");
	if (!argc)
		error_usage("which probes? '*' is all of them");
	selection_loaded(&trace->selection, argv + 1, argc);
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

static enum exit_code trace_run(int argc, char **argv)
{
	struct trace trace = { .selection.catalog.with_sites = true };
	enum exit_code code;
	size_t i;

	trace_words(&trace, argc, argv);
	code = watch_is_possible() ? selection_read(&trace.selection) : EXIT_FAILED;
	if (code == EXIT_DONE) {
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

static const struct argp_option trace_options[] = {
	{ "filter", 'f', "FILTER", 0,
	  "only hits for which this filter of the kernel is true: 'n > 4 && comm == \"cat\"'; it applies to all events",
	  0 },
	{ "hits", 'n', "N", 0, "end after N hits", 0 },
	{ "time", 't', "SECONDS", 0, "end after SECONDS", 0 },
	{ "stack", 's', NULL, 0, "also print a stack trace of each hit", 0 },
	{ "output", 'o', "FILE", 0, "write FILE, a trace.dat file for trace-cmd, instead", 0 },
	{ "json", 'j', NULL, 0, "print one JSON object a line instead", 0 },
	{ 0 }
};

const struct command cmd_trace = {
	.name = "trace",
	.synopsis = "[-f FILTER] [-s] [-n N] [-t SECONDS] [-j | -o FILE]\n"
		    "                PATTERN... [-- COMMAND [ARG...]]",
	.summary = "print the hits of loaded modules' probes as they happen",
	.options = trace_options,
	.help =
"Prints a line for each hit of the probes that match a PATTERN (see 'sdtinfo\n"
"help list'), until interrupted.  With COMMAND, runs it, and shows only its hits\n"
"and its children's, until it ends.\n"
"\n"
"Uses a trace instance of its own: whatever else traces is not touched, and\n"
"nothing is left behind.  TIME is that of the kernel's log, in seconds.  Needs\n"
"root.\n",
	.parse = trace_parse,
	.run = trace_run,
};
