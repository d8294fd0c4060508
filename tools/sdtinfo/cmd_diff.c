// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_diff.c - sdtinfo diff: show how the probes of a module have changed
 *
 * For those who release a driver: its probes are an interface.
 */
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "lib/error.h"
#include "lib/util.h"
#include "module/module.h"
#include "table/probe.h"
#include "table/probe_table.h"
#include "table/table_diff.h"
#include "text/arg.h"
#include "text/view.h"

/* Two modules, and how the second differs. */
struct comparison {
	struct module before;
	struct module after;
	struct table_diff diff;
};

static bool has_other_name(const struct comparison *comparison)
{
	const struct probe_table *a = &comparison->before.table;
	const struct probe_table *b = &comparison->after.table;

	return a->nr_probes && b->nr_probes && strcmp(a->module, b->module);
}

/*
 * A change
 */

struct changed_args {
	const struct probe *before;
	const struct probe *after;
	struct view *view;
	struct json_object *list;
};

/* "struct file * fp", "size_t {aka long unsigned int} n"; caller frees */
static char *arg_text(const struct probe_arg *arg)
{
	return xappend(arg_type_text(arg), " %s", arg->name);
}

static char *xlated_text(const struct probe_xlated *xlated)
{
	return xasprintf("%s %s", xlated->type, xlated->name);
}

/* "removed, was int n", "added, int n", "n -> m"; caller frees */
static char *change_text(enum arg_change change, unsigned int i, enum arg_difference how,
			 const struct changed_args *args)
{
	const struct probe_arg *a = &args->before->args[i], *b = &args->after->args[i];
	const struct probe_xlated *x = &args->before->xlated[i], *y = &args->after->xlated[i];
	char *before = NULL, *after = NULL, *text;

	switch (change) {
	case ARG_REMOVED:
		before = arg_text(a);
		break;
	case ARG_ADDED:
		after = arg_text(b);
		break;
	case ARG_RENAMED:
		before = xasprintf("%s", a->name);
		after = xasprintf("%s", b->name);
		break;
	case ARG_DIFFERS:
		before = arg_claim(how, a, b);
		after = arg_claim(how, b, a);
		break;
	case XLATED_REMOVED:
		before = xlated_text(x);
		break;
	case XLATED_ADDED:
		after = xlated_text(y);
		break;
	case XLATED_RENAMED:
		before = xasprintf("%s", x->name);
		after = xasprintf("%s", y->name);
		break;
	case XLATED_DIFFERS:
		before = xappend(xlated_text(x), ", from arg%u", x->arg);
		after = xappend(xlated_text(y), ", from arg%u", y->arg);
		break;
	}
	text = before && after ? xasprintf("%s -> %s", before, after) :
	       before ? xasprintf("removed, was %s", before) : xasprintf("added, %s", after);
	free(before);
	free(after);
	return text;
}

static void show_arg_change(enum arg_change change, unsigned int i, enum arg_difference how,
			    void *data)
{
	static const char *const words[] = {
		[ARG_REMOVED] = "removed",
		[ARG_ADDED] = "added",
		[ARG_RENAMED] = "name",
		[XLATED_REMOVED] = "translated-removed",
		[XLATED_ADDED] = "translated-added",
		[XLATED_RENAMED] = "translated-name",
		[XLATED_DIFFERS] = "translated-type",
	};
	static const char *const differences[] = {
		[ARG_OTHER_TYPE] = "type",
		[ARG_OTHER_SIZE] = "size",
		[ARG_OTHER_KIND] = "kind",
		[ARG_OTHER_SIGN] = "signed",
		[ARG_OTHER_TARGET] = "target",
		[ARG_OTHER_ENUMERATORS] = "enumerators",
		[ARG_OTHER_BOUND] = "bound",
		[ARG_OTHER_HEX] = "hex",
	};
	const struct changed_args *args = data;
	struct json_object *object = json_item(args->list);
	char *text = change_text(change, i, how, args);

	view_line(args->view, &plain_line, STYLE_NONE, "      %sarg%u: %s",
		  change >= XLATED_REMOVED ? "translated " : "", i, text);
	json_add_number(object, "arg", i);
	json_add_string(object, "what", change == ARG_DIFFERS ? differences[how] : words[change]);
	free(text);
}

static void show_flag(struct view *view, const struct probe_change *change, unsigned int flag,
		      const char *what)
{
	if ((change->before->flags ^ change->after->flags) & flag)
		view_line(view, &plain_line, STYLE_NONE, "      %s%s",
			  change->after->flags & flag ? "now " : "no more ", what);
}

/* The probe of one side, if it has it; returns its names.  Caller frees. */
static char *show_side(struct json_object *object, const char *key,
		       const struct module *module, const struct probe *probe)
{
	struct json_object *side;

	if (!probe)
		return NULL;
	side = json_add_object(object, key);
	view_add_probe(side, probe);
	view_add_args(side, probe, NULL);
	return probe_names(probe, module->table.module, probe->function);
}

static void show_change(struct view *view, const struct comparison *comparison,
			const struct probe_change *change)
{
	static const struct {
		const char *word;
		const char *mark;
		enum out_style style;
	} kinds[] = {
		[PROBE_REMOVED] = { "removed", "-", STYLE_BAD },
		[PROBE_ADDED] = { "added", "+", STYLE_GOOD },
		[PROBE_RENAMED] = { "renamed", ">", STYLE_CHANGED },
		[PROBE_CHANGED] = { "changed", "!", STYLE_CHANGED },
	};
	struct changed_args args = { change->before, change->after, view, NULL };
	struct json_object *object = json_item(view->json.items);
	const bool is_renamed = change->kind == PROBE_RENAMED;
	char *before, *after;

	json_add_string(object, "change", kinds[change->kind].word);
	before = show_side(object, "before", &comparison->before, change->before);
	after = show_side(object, "after", &comparison->after, change->after);
	view_line(view, &plain_line, kinds[change->kind].style, "%s %s%s%s",
		  kinds[change->kind].mark, before ? before : after, is_renamed ? " -> " : "",
		  is_renamed ? after : "");
	free(before);
	free(after);
	if (!change->before || !change->after)
		return;
	show_flag(view, change, SDT_PROBE_QUALIFIED, "with its function in the event's name");
	show_flag(view, change, SDT_PROBE_TRANSLATED, "translated");
	args.list = json_add_list(object, "arg_changes");
	table_diff_args(change->before, change->after, show_arg_change, &args);
}

/*
 * Both modules
 */

static void show_head(struct view *view, const char *mark, const char *key,
		      const struct module *module)
{
	const struct probe_table *table = &module->table;
	struct json_object *object = json_add_object(view->json.root, key);

	view_add_module(object, module->name, table);
	if (table->nr_probes)
		view_line(view, &plain_line, STYLE_HEAD, "%s %s: module %s, %zu probe%s", mark,
			  module->name, table->module, table->nr_probes,
			  table->nr_probes == 1 ? "" : "s");
	else
		view_line(view, &plain_line, STYLE_HEAD, "%s %s: no probes", mark, module->name);
}

static void show_diff(struct view *view, const struct comparison *comparison)
{
	size_t i;

	show_head(view, "---", "before", &comparison->before);
	show_head(view, "+++", "after", &comparison->after);
	if (has_other_name(comparison))
		view_line(view, &plain_line, STYLE_CHANGED, "! module %s -> %s",
			  comparison->before.table.module, comparison->after.table.module);
	for (i = 0; i < comparison->diff.nr_changes; i++)
		show_change(view, comparison, &comparison->diff.changes[i]);
	lines_print(&view->lines);
}

/*
 * The verb
 */

/* A module without probes compares as an empty table. */
static enum exit_code compare(struct comparison *comparison, char **paths)
{
	enum exit_code before, after, worse;

	before = module_read(&comparison->before, paths[0]);
	after = module_read(&comparison->after, paths[1]);
	worse = exit_worse(before, after);
	if (worse == EXIT_FAILED)
		return worse;
	if (before == EXIT_NO_PROBES && after == EXIT_NO_PROBES)
		return module_no_probes(&comparison->before);
	table_diff(&comparison->diff, &comparison->before.table,
		   &comparison->after.table);
	return comparison->diff.nr_changes || has_other_name(comparison) ?
	       EXIT_DIFFERS : EXIT_DONE;
}

static enum exit_code diff_run(int argc, char **argv)
{
	struct comparison comparison = { 0 };
	enum json_form form = JSON_NONE;
	struct view view = { 0 };
	enum exit_code code;

	argc = command_parse(&cmd_diff, argc, argv, &form, NULL);
	if (argc != 2)
		error_usage("needs two modules: OLD.ko NEW.ko");
	json_begin(&view.json, form, "diff", "changes");
	code = compare(&comparison, argv + 1);
	if (form != JSON_NONE || code == EXIT_DIFFERS)
		show_diff(&view, &comparison);
	json_end(&view.json);
	table_diff_free(&comparison.diff);
	module_free(&comparison.before);
	module_free(&comparison.after);
	return code;
}

static const struct argp_option diff_options[] = {
	JSON_OPTIONS,
	{ 0 }
};

const struct command cmd_diff = {
	.name = "diff",
	.synopsis = "[-j | -p] OLD.ko NEW.ko",
	.summary = "show how the probes of a module have changed",
	.options = diff_options,
	.help =
"Probes are an interface: these are the changes that users of a new release need\n"
"to know about.\n"
"\n"
"  + PROBE             was added\n"
"  - PROBE             was removed\n"
"  > PROBE -> PROBE    was renamed: provider, function or name differs, and the\n"
"                      types of the arguments are the same\n"
"  ! PROBE             has different arguments: their number, names or types\n"
"  ! module A -> B     the module was renamed\n"
"\n"
"Sites, source lines and the types as authors wrote them are ignored.  The exit\n"
"code is 0 if nothing differs, and 4 otherwise.\n",
	.parse = json_parse,
	.run = diff_run,
};
