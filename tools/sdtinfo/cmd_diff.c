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

/*
 * A change of an argument, in the words of JSON; @before and @after describe it, NULL: it
 * was added or removed.  Frees both.
 */
static void found(struct changed_args *args, const char *which, unsigned int i, const char *what,
		  char *before, char *after)
{
	struct json_object *object = json_item(args->list);
	const char *was = before && after ? "" : before ? "removed, was " : "added, ";
	char *key = xasprintf("%s%s%s", which, *which ? "-" : "", what);

	args->nr_changes++;
	if (args->view)
		view_line(args->view, &plain_line, STYLE_NONE, "      %s%sarg%u: %s%s%s%s", which,
			  *which ? " " : "", i, was, before ? before : "",
			  before && after ? " -> " : "", after ? after : "");
	json_add_number(object, "arg", i);
	json_add_string(object, "what", key);
	free(key);
	free(before);
	free(after);
}

static void diff_xlated(struct changed_args *args)
{
	static const char which[] = "translated";
	const struct probe *before = args->before, *after = args->after;
	const struct probe_xlated *a = before->xlated, *b = after->xlated;
	unsigned int i;

	for (i = 0; i < before->nr_xlated && i < after->nr_xlated; i++) {
		if (strcmp(a[i].type, b[i].type) || a[i].arg != b[i].arg)
			found(args, which, i, "type",
			      xappend(xlated_text(&a[i]), ", from arg%u", a[i].arg),
			      xappend(xlated_text(&b[i]), ", from arg%u", b[i].arg));
		else if (strcmp(a[i].name, b[i].name))
			found(args, which, i, "name", xasprintf("%s", a[i].name),
			      xasprintf("%s", b[i].name));
	}
	for (; i < before->nr_xlated; i++)
		found(args, which, i, "removed", xlated_text(&a[i]), NULL);
	for (; i < after->nr_xlated; i++)
		found(args, which, i, "added", NULL, xlated_text(&b[i]));
}

static void diff_args(struct changed_args *args)
{
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
	const struct probe *before = args->before, *after = args->after;
	const struct probe_arg *a = before->args, *b = after->args;
	enum arg_difference how;
	unsigned int i;

	for (i = 0; i < before->nr_args && i < after->nr_args; i++) {
		if (strcmp(a[i].name, b[i].name))
			found(args, "", i, "name", xasprintf("%s", a[i].name),
			      xasprintf("%s", b[i].name));
		how = probe_compare_args(&a[i], &b[i]);
		if (how != ARG_SAME)
			found(args, "", i, differences[how], arg_claim(how, &a[i], &b[i]),
			      arg_claim(how, &b[i], &a[i]));
	}
	for (; i < before->nr_args; i++)
		found(args, "", i, "removed", arg_text(&a[i]), NULL);
	for (; i < after->nr_args; i++)
		found(args, "", i, "added", NULL, arg_text(&b[i]));
	diff_xlated(args);
}

/*
 * Probes
 */

static bool is_changed(const struct probe *before, const struct probe *after)
{
	struct changed_args args = { before, after, 0, NULL, NULL };

	diff_args(&args);
	return args.nr_changes || before->flags != after->flags ||
	       strcmp(before->message, after->message);
}

static void show_flag(struct view *view, const struct probe *before, const struct probe *after,
		      unsigned int flag, const char *what)
{
	if ((before->flags ^ after->flags) & flag)
		view_line(view, &plain_line, STYLE_NONE, "      %s%s",
			  after->flags & flag ? "now " : "no more ", what);
}

/* The texts of a DTRACE_PRINTF(); one of the probes can be another one. */
static void show_messages(struct view *view, const struct probe *before,
			  const struct probe *after)
{
	if (strcmp(before->message, after->message))
		view_line(view, &plain_line, STYLE_NONE, "      message \"%s\" -> \"%s\"",
			  before->message, after->message);
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
	show_messages(view, before, after);
	args.list = json_add_list(object, "arg_changes");
	diff_args(&args);
}

/*
 * Modules
 */

static void diff_head(struct view *view, const char *mark, const char *key,
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
	size_t i = 0, j = 0;
	int c;

	if (before->nr_probes && after->nr_probes && strcmp(before->module, after->module)) {
		view_line(&comparison->view, &plain_line, STYLE_CHANGED, "! module %s -> %s",
			  before->module, after->module);
		comparison->nr_changes++;
	}
	while (i < before->nr_probes || j < after->nr_probes) {
		const struct probe *a = i < before->nr_probes ? &before->probes[i] : NULL;
		const struct probe *b = j < after->nr_probes ? &after->probes[j] : NULL;

		c = !a ? 1 : !b ? -1 : probe_compare_names(a, b);
		if (c || is_changed(a, b))
			show_change(comparison, c <= 0 ? a : NULL, c >= 0 ? b : NULL);
		i += c <= 0;
		j += c >= 0;
	}
}

static enum exit_code diff_modules(struct comparison *comparison, char **paths)
{
	enum exit_code before, after, worse;

	before = module_read(&comparison->before, paths[0]);
	after = module_read(&comparison->after, paths[1]);
	worse = exit_worse(before, after);
	diff_head(&comparison->view, "---", "before", &comparison->before);
	diff_head(&comparison->view, "+++", "after", &comparison->after);
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

	argc = command_parse(&cmd_diff, argc, argv, &comparison, NULL);
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

static const struct verb_option diff_options[] = {
	JSON_OPTIONS(struct comparison, view.json.form),
	{ 0 }
};

const struct command cmd_diff = {
	.name = "diff",
	.summary = "show how the probes of a module have changed",
	.options = diff_options,
	.forms = { { .arguments = "OLD.ko NEW.ko" } },
	.lacks = "two modules: OLD.ko NEW.ko",
	.help =
"Probes are an interface: these are the changes that users of a new release need\n"
"to know about.\n"
"\n"
"  + PROBE             was added\n"
"  - PROBE             was removed\n"
"  ! PROBE             has different arguments: their number, names or types; or\n"
"                      the text of a DTRACE_PRINTF has changed\n"
"  ! module A -> B     the module was renamed\n"
"\n"
"Sites, source lines and the types as authors wrote them are ignored.  The exit\n"
"code is 0 if nothing differs, and 4 otherwise.\n",
	.run = diff_run,
};
