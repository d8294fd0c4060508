// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_args.c - sdtinfo args: the arguments of probes, and their names in each client
 *
 * For authors of scripts.
 */
#include <stdlib.h>

#include "cmd.h"
#include "lib/error.h"
#include "lib/json.h"
#include "lib/output.h"
#include "lib/util.h"
#include "select/selection.h"
#include "table/probe.h"
#include "text/arg_text.h"
#include "text/probe_json.h"

/* Wider cells overrun their column. */
#define MAX_COLUMN	24

enum { ARG, FIELD, DTRACE, BPFTRACE, SIZE, NR_COLUMNS };

static const char *const heads[NR_COLUMNS] = {
	"ARG", "FIELD", "DTRACE", "BPFTRACE", "SIZE",
};

/* A line of the table: an argument, or the copy of a string or of bytes */
struct line {
	char *cells[NR_COLUMNS];
	char *type;
};

static void free_line(struct line *line)
{
	size_t i;

	for (i = 0; i < NR_COLUMNS; i++)
		free(line->cells[i]);
	free(line->type);
}

static char *dtrace_name(unsigned int arg)
{
	return arg < DTRACE_MAX_ARGS ? xasprintf("args[%u]", arg) :
				       xasprintf("-");
}

static char *bpftrace_name(const char *field)
{
	return event_bpftrace_knows(field) ? xasprintf("args->%s", field) :
					     xasprintf("-");
}

static char *type_text(const struct probe *probe, const struct probe_arg *arg,
		       bool is_translated)
{
	char *text = is_translated ? arg_xlated_text(arg) : arg_type_text(arg);
	char *format = arg_format_text(probe, arg);

	if (format)
		text = xappend(text, ", %s", format);
	free(format);
	if (!is_translated && arg_has_comment(arg))
		text = xappend(text, ", declared %s", arg->declared);
	return text;
}

/* @fields: from event_fields() of @probe */
static struct line arg_line(const struct probe *probe,
			    const struct probe *fields, unsigned int i)
{
	const bool is_translated = probe->flags & SDT_PROBE_TRANSLATED;
	const struct probe_arg *arg = &fields->args[i];

	return (struct line){
		.cells = {
			xasprintf("arg%u", i), xasprintf("%s", arg->name),
			dtrace_name(i), bpftrace_name(arg->name),
			xasprintf("%u", arg->size),
		},
		.type = type_text(probe, arg, is_translated),
	};
}

static struct line copy_line(const struct probe *probe,
			     const struct probe_arg *arg, const char *field)
{
	char *bound = arg->kind == SDT_ARG_BYTES ? arg_bound_text(probe, arg) :
						   NULL;
	char *type = bound ? xasprintf("its %s, for buf()", bound) :
			     xasprintf("its string, for str()");

	free(bound);
	return (struct line){
		.cells = {
			xasprintf("%s", ""), xasprintf("%s", field),
			xasprintf("%s", ""), bpftrace_name(field),
			xasprintf("%s", ""),
		},
		.type = type,
	};
}

/* Call @use for each line of a probe's table. */
static void each_line(const struct probe *probe,
		      void (*use)(struct out_column *columns,
				  const struct line *line),
		      struct out_column *columns)
{
	struct event_fields room;
	const struct probe *fields = event_fields(probe, &room);
	struct line line;
	unsigned int i;
	char *copy;

	for (i = 0; i < fields->nr_args; i++) {
		line = arg_line(probe, fields, i);
		use(columns, &line);
		free_line(&line);
		copy = event_copy_field(fields, i);
		if (!copy)
			continue;
		line = copy_line(probe, &fields->args[i], copy);
		use(columns, &line);
		free_line(&line);
		free(copy);
	}
}

static void fit_line(struct out_column *columns, const struct line *line)
{
	size_t i;

	for (i = 0; i < NR_COLUMNS; i++)
		out_column_fit(&columns[i], line->cells[i]);
}

static void print_line(struct out_column *columns, const struct line *line)
{
	size_t i;

	printf("    ");
	for (i = 0; i < NR_COLUMNS; i++)
		out_cell(stdout, &columns[i], line->cells[i]);
	out_text(stdout, line->type);
	putchar('\n');
}

static void print_heads(struct out_column *columns)
{
	size_t i;

	printf("    ");
	out_style(STYLE_HEAD);
	for (i = 0; i < NR_COLUMNS; i++)
		out_cell(stdout, &columns[i], heads[i]);
	printf("TYPE");
	out_style(STYLE_NONE);
	putchar('\n');
}

static bool has_fields(const struct probe *probe)
{
	return probe->flags & SDT_PROBE_TRANSLATED ? probe->nr_xlated :
						     probe->nr_args;
}

/* All tables of a run have the same column widths. */
static void print_args(const struct catalog *catalog)
{
	struct out_column columns[NR_COLUMNS];
	const struct catalog_probe *chosen;
	size_t i;

	for (i = 0; i < NR_COLUMNS; i++) {
		columns[i] = (struct out_column){ .limit = MAX_COLUMN };
		out_column_fit(&columns[i], heads[i]);
	}
	for (i = 0; i < catalog->nr_probes; i++)
		each_line(catalog->probes[i].probe, fit_line, columns);
	for (i = 0; i < catalog->nr_probes; i++) {
		chosen = &catalog->probes[i];
		if (i)
			putchar('\n');
		out_style(STYLE_NAME);
		out_text(stdout, chosen->probe->provider);
		putchar(':');
		out_text(stdout, chosen->module->table.module);
		printf(":%s:%s", chosen->probe->function, chosen->probe->name);
		out_style(STYLE_NONE);
		printf(", event ");
		out_text(stdout, chosen->module->table.module);
		printf(":%s\n", chosen->probe->event);
		if (has_fields(chosen->probe))
			print_heads(columns);
		each_line(chosen->probe, print_line, columns);
	}
}

static void add_clients(struct json_object *arg, const struct probe *probe,
			unsigned int i)
{
	struct json_object *clients = json_add_object(arg, "clients");
	char *name = dtrace_name(i);

	if (i < DTRACE_MAX_ARGS)
		json_add_string(clients, "dtrace", name);
	free(name);
	name = bpftrace_name(probe->args[i].name);
	if (event_bpftrace_knows(probe->args[i].name))
		json_add_string(clients, "bpftrace", name);
	free(name);
	json_add_string(clients, "ftrace", probe->args[i].name);
}

static void add_args(struct json_object *object,
		     const struct catalog_probe *chosen)
{
	json_add_args(object, chosen->probe, add_clients);
}

static enum exit_code args_run(int argc, char **argv)
{
	static const struct selection_view view = {
		.print = print_args,
		.add = add_args,
	};
	struct selection selection = { 0 };

	argc = command_parse(&cmd_args, argc, argv, &selection, NULL);
	selection_words(&selection, argv + 1, argc);
	return selection_show(&selection, "args", &view);
}

static error_t args_parse(int key, char *value, struct argp_state *state)
{
	return selection_option(state->input, key, value) ? 0 : ARGP_ERR_UNKNOWN;
}

static const struct argp_option args_options[] = {
	SELECTION_OPTIONS,
	JSON_OPTIONS,
	{ 0 }
};

const struct command cmd_args = {
	.name = "args",
	.synopsis = "[-j | -p] [PATTERN...] [-a [-k RELEASE] | FILE.ko...]",
	.summary = "show the arguments of probes, and their names in each client",
	.options = args_options,
	.help =
"For each probe that matches PATTERN (see 'sdtinfo help list'), print its event\n"
"and, for each argument\n"
"\n"
"  ARG       its number, for DTrace (as an integer) and for handlers\n"
"  FIELD     its name in filters, triggers and histograms, for perf and trace-cmd\n"
"  DTRACE    its typed name in the layout dtrace, which has ten of these\n"
"  BPFTRACE  its name in bpftrace, in the layout linux\n"
"  SIZE      in bytes\n"
"  TYPE      its C type, {aka that type without typedefs}, and the type that the\n"
"            author declared if that is different\n"
"\n"
"The copy of a string or of bytes is a separate field, which only the layout\n"
"linux has.  'to 6 bytes', 'at most len bytes', 'hex' and 'bitmask' after a type\n"
"describe how the trace shows the value.\n"
"For a translated probe, the table lists the translated arguments; TYPE shows the\n"
"translated type and the C type of the value.\n",
	.parse = args_parse,
	.run = args_run,
};
