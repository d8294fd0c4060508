// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_args.c - sdtinfo args: the arguments of probes, and their names in each client
 *
 * For authors of scripts.
 */
#include <stdlib.h>

#include "cmd.h"
#include "lib/util.h"
#include "select/selection.h"
#include "table/probe.h"
#include "text/arg.h"
#include "text/view.h"

/* Wider cells overrun their column. */
#define MAX_COLUMN	24

/* The name of an argument in D, of a field in bpftrace, or "-"; caller frees */
static char *dtrace_name(unsigned int arg)
{
	return xasprintf(arg < DTRACE_MAX_ARGS ? "args[%u]" : "-", arg);
}

static char *bpftrace_name(const char *field)
{
	return xasprintf(event_bpftrace_knows(field) ? "args->%s" : "-", field);
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

/* "sdt:revdev:revdev_read:read-entry, event revdev:read_entry" */
static void show_title(struct view *view, const struct catalog_probe *chosen)
{
	const char *module = chosen->module->table.module;
	char *names = probe_names(chosen->probe, module, chosen->probe->function);

	if (view->lines.count)
		view_line(view, &plain_line, STYLE_NONE, "%s", "");
	view_line(view, &plain_line, STYLE_NAME, "%s", names);
	lines_append(&view->lines, ", event %s:%s", chosen->probe->group, chosen->probe->event);
	free(names);
}

/* Of an argument, and of the copy of its string or bytes; @fields: from event_fields() */
static void show_field(struct view *view, struct layout *layout, const struct probe *probe,
		       const struct probe *fields, unsigned int i)
{
	const struct probe_arg *arg = &fields->args[i];
	char *type = type_text(probe, arg, probe->flags & SDT_PROBE_TRANSLATED);
	char *copy = event_copy_field(fields, i), *dtrace = dtrace_name(i);
	char *bpftrace = bpftrace_name(arg->name), *bound;

	view_line(view, layout, STYLE_NONE, "arg%u\t%s\t%s\t%s\t%u\t%s", i, arg->name, dtrace,
		  bpftrace, arg->size, type);
	free(bpftrace);
	if (copy) {
		bpftrace = bpftrace_name(copy);
		bound = arg->kind == SDT_ARG_BYTES ? arg_bound_text(probe, arg) : NULL;
		view_line(view, layout, STYLE_NONE, bound ? "\t%s\t\t%s\t\tits %s, for buf()" :
			  "\t%s\t\t%s\t\tits string, for str()", copy, bpftrace, bound);
		free(bound);
		free(bpftrace);
	}
	free(copy);
	free(dtrace);
	free(type);
}

static void add_clients(struct json_object *arg, const struct probe *probe, unsigned int i)
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

/* All tables of a run have the same column widths. */
static void args_probe(struct view *view, struct json_object *object,
		       const struct catalog_probe *chosen)
{
	static struct layout layout = { "    ", {
		{ .limit = MAX_COLUMN }, { .limit = MAX_COLUMN }, { .limit = MAX_COLUMN },
		{ .limit = MAX_COLUMN }, { .limit = MAX_COLUMN },
	} };
	const struct probe *probe = chosen->probe, *fields;
	struct event_fields room;
	unsigned int i;

	view_add_args(object, probe, add_clients);
	if (object)
		return;
	show_title(view, chosen);
	view_message(view, probe);
	fields = event_fields(probe, &room);
	if (probe->flags & SDT_PROBE_IS_EVENT) {
		view_line(view, &plain_line, STYLE_NONE, "    its fields are in events/%s/%s/format; handlers and raw tracepoints get:",
			  probe->group, probe->event);
		for (i = 0; i < probe->nr_args; i++)
			view_line(view, &plain_line, STYLE_NONE, "    arg%u  %s %s", i,
				  probe->args[i].type, probe->args[i].name);
		return;
	}
	if (fields->nr_args)
		view_line(view, &layout, STYLE_HEAD, "ARG\tFIELD\tDTRACE\tBPFTRACE\tSIZE\tTYPE");
	for (i = 0; i < fields->nr_args; i++)
		show_field(view, &layout, probe, fields, i);
}

static enum exit_code args_run(int argc, char **argv)
{
	static const struct selection_view view = { .probe = args_probe };
	struct selection selection = { .options = cmd_args.options };

	argc = command_parse(&cmd_args, argc, argv, &selection, NULL);
	selection_words(&selection, argv + 1, argc);
	return selection_show(&selection, "args", &view);
}

static const struct verb_option args_options[] = {
	SELECTION_OPTIONS(struct selection, ),
	JSON_OPTIONS(struct selection, form),
	{ 0 }
};

const struct command cmd_args = {
	.name = "args",
	.summary = "show the arguments of probes, and their names in each client",
	.options = args_options,
	.forms = { { .arguments = "[PATTERN...] [FILE.ko...]" } },
	.help =
"For each probe that matches PATTERN (see 'sdtinfo help list'), print its event,\n"
"the text of a message and, for each argument\n"
"\n"
"  ARG       its number, for DTrace (as an integer) and for handlers\n"
"  FIELD     its name in filters and histograms, for perf and trace-cmd\n"
"  DTRACE    its typed name in the layout dtrace, for the first ten\n"
"  BPFTRACE  its name in bpftrace, in the layout linux\n"
"  SIZE      in bytes\n"
"  TYPE      its C type, {aka that type without typedefs}, and the type that\n"
"            the author declared if that is different\n"
"\n"
"The copy of a string or of bytes is a separate field, which only the layout\n"
"linux has.  'to 6 bytes', 'at most len bytes', 'hex' and 'bitmask' after a type\n"
"describe how the trace shows the value; programs of BPF can follow a 'trusted'\n"
"pointer.\n"
"For a translated probe, the table lists the translated arguments; TYPE shows the\n"
"translated type and the C type of the value.\n",
	.run = args_run,
};
