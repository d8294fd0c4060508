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
#include "text/arg.h"
#include "text/view.h"

/* Two modules, and how the second differs */
struct comparison {
	struct module before;
	struct module after;
	struct view view;
	size_t nr_changes;
};

/* How an argument has changed */
enum arg_change {
	ARG_REMOVED,
	ARG_ADDED,
	ARG_RENAMED,
	ARG_DIFFERS,		/* in its type, as arg_difference says */
	XLATED_REMOVED,		/* the translated ones */
	XLATED_ADDED,
	XLATED_RENAMED,
	XLATED_DIFFERS,		/* in its type or in what it is made from; perhaps in its name */
};

/* The arguments of a probe that both modules have */
struct changed_args {
	const struct probe *before;
	const struct probe *after;
	size_t nr_changes;
	struct view *view;	/* NULL: only count */
	struct json_object *list;
};

/*
 * Arguments
 */

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

static void show_arg_change(struct changed_args *args, enum arg_change change, unsigned int i,
			    enum arg_difference how)
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
	struct json_object *object;
	char *text;

	args->nr_changes++;
	if (!args->view)
		return;
	text = change_text(change, i, how, args);
	view_line(args->view, &plain_line, STYLE_NONE, "      %sarg%u: %s",
		  change >= XLATED_REMOVED ? "translated " : "", i, text);
	object = json_item(args->list);
	json_add_number(object, "arg", i);
	json_add_string(object, "what", change == ARG_DIFFERS ? differences[how] : words[change]);
	free(text);
}

static void diff_xlated(struct changed_args *args)
{
	const struct probe *before = args->before, *after = args->after;
	const struct probe_xlated *a = before->xlated, *b = after->xlated;
	unsigned int i;

	for (i = 0; i < before->nr_xlated && i < after->nr_xlated; i++) {
		if (strcmp(a[i].type, b[i].type) || a[i].arg != b[i].arg)
			show_arg_change(args, XLATED_DIFFERS, i, ARG_SAME);
		else if (strcmp(a[i].name, b[i].name))
			show_arg_change(args, XLATED_RENAMED, i, ARG_SAME);
	}
	for (; i < before->nr_xlated; i++)
		show_arg_change(args, XLATED_REMOVED, i, ARG_SAME);
	for (; i < after->nr_xlated; i++)
		show_arg_change(args, XLATED_ADDED, i, ARG_SAME);
}

static void diff_args(struct changed_args *args)
{
	const struct probe *before = args->before, *after = args->after;
	enum arg_difference how;
	unsigned int i;

	for (i = 0; i < before->nr_args && i < after->nr_args; i++) {
		if (strcmp(before->args[i].name, after->args[i].name))
			show_arg_change(args, ARG_RENAMED, i, ARG_SAME);
		how = probe_compare_args(&before->args[i], &after->args[i]);
		if (how != ARG_SAME)
			show_arg_change(args, ARG_DIFFERS, i, how);
	}
	for (; i < before->nr_args; i++)
		show_arg_change(args, ARG_REMOVED, i, ARG_SAME);
	for (; i < after->nr_args; i++)
		show_arg_change(args, ARG_ADDED, i, ARG_SAME);
	diff_xlated(args);
}

/*
 * Probes
 */

static bool is_changed(const struct probe *before, const struct probe *after)
{
	struct changed_args args = { before, after, 0, NULL, NULL };

	diff_args(&args);
	return args.nr_changes || before->flags != after->flags;
}

static void show_flag(struct view *view, const struct probe *before, const struct probe *after,
		      unsigned int flag, const char *what)
{
	if ((before->flags ^ after->flags) & flag)
		view_line(view, &plain_line, STYLE_NONE, "      %s%s",
			  after->flags & flag ? "now " : "no more ", what);
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

/* A probe of one side only, or one that has changed */
static void show_change(struct comparison *comparison, const struct probe *before,
			const struct probe *after)
{
	struct view *view = &comparison->view;
	struct changed_args args = { before, after, 0, view, NULL };
	struct json_object *object = json_item(view->json.items);
	char *old, *new;

	comparison->nr_changes++;
	json_add_string(object, "change", !after ? "removed" : !before ? "added" : "changed");
	old = show_side(object, "before", &comparison->before, before);
	new = show_side(object, "after", &comparison->after, after);
	view_line(view, &plain_line, !after ? STYLE_BAD : !before ? STYLE_GOOD : STYLE_CHANGED,
		  "%s %s", !after ? "-" : !before ? "+" : "!", old ? old : new);
	free(old);
	free(new);
	if (!before || !after)
		return;
	show_flag(view, before, after, SDT_PROBE_QUALIFIED,
		  "with its function in the event's name");
	show_flag(view, before, after, SDT_PROBE_TRANSLATED, "translated");
	args.list = json_add_list(object, "arg_changes");
	diff_args(&args);
}

/*
 * Modules
 */

static void show_head(struct view *view, const char *mark, const char *key,
		      const struct module *module)
{
	const struct probe_table *table = &module->table;

	view_add_module(json_add_object(view->json.root, key), module->name, table);
	if (table->nr_probes)
		view_line(view, &plain_line, STYLE_HEAD, "%s %s: module %s, %zu probe%s", mark,
			  module->name, table->module, table->nr_probes,
			  table->nr_probes == 1 ? "" : "s");
	else
		view_line(view, &plain_line, STYLE_HEAD, "%s %s: no probes", mark, module->name);
}

/* Both tables are sorted by the names of their probes.  One without probes is empty. */
static void diff_tables(struct comparison *comparison)
{
	const struct probe_table *before = &comparison->before.table;
	const struct probe_table *after = &comparison->after.table;
	const struct probe *a = before->probes, *b = after->probes;
	const struct probe *const a_end = a + before->nr_probes, *const b_end = b + after->nr_probes;
	int c;

	if (before->nr_probes && after->nr_probes && strcmp(before->module, after->module)) {
		view_line(&comparison->view, &plain_line, STYLE_CHANGED, "! module %s -> %s",
			  before->module, after->module);
		comparison->nr_changes++;
	}
	while (a < a_end || b < b_end) {
		c = a == a_end ? 1 : b == b_end ? -1 : probe_compare_names(a, b);
		if (c)
			show_change(comparison, c < 0 ? a : NULL, c < 0 ? NULL : b);
		else if (is_changed(a, b))
			show_change(comparison, a, b);
		a += c <= 0;
		b += c >= 0;
	}
}

static enum exit_code diff_modules(struct comparison *comparison, char **paths)
{
	enum exit_code before, after, worse;

	before = module_read(&comparison->before, paths[0]);
	after = module_read(&comparison->after, paths[1]);
	worse = exit_worse(before, after);
	show_head(&comparison->view, "---", "before", &comparison->before);
	show_head(&comparison->view, "+++", "after", &comparison->after);
	if (worse == EXIT_FAILED)
		return worse;
	if (before == EXIT_NO_PROBES && after == EXIT_NO_PROBES)
		return module_no_probes(&comparison->before);
	diff_tables(comparison);
	return comparison->nr_changes ? EXIT_DIFFERS : EXIT_DONE;
}

static enum exit_code diff_run(int argc, char **argv)
{
	struct comparison comparison = { 0 };
	struct view *view = &comparison.view;
	enum exit_code code;

	argc = command_parse(&cmd_diff, argc, argv, &view->json.form, NULL);
	if (argc != 2)
		error_usage("needs two modules: OLD.ko NEW.ko");
	json_begin(&view->json, view->json.form, "diff", "changes");
	code = diff_modules(&comparison, argv + 1);
	if (code == EXIT_DIFFERS)
		lines_print(&view->lines);
	lines_free(&view->lines);
	json_end(&view->json);
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
"  ! PROBE             has different arguments: their number, names or types\n"
"  ! module A -> B     the module was renamed\n"
"\n"
"Sites, source lines and the types as authors wrote them are ignored.  The exit\n"
"code is 0 if nothing differs, and 4 otherwise.\n",
	.parse = json_parse,
	.run = diff_run,
};
