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

/*
 * What users see of a probe
 */

/* Adds a text, and frees it. */
static void add_line(struct name_list *lines, char *text)
{
	names_add(lines, text);
	free(text);
}

static void describe_arg(struct name_list *lines, const struct probe *probe, unsigned int i)
{
	const struct probe_arg *arg = &probe->args[i];
	char *type = arg_type_text(arg), *kind = arg_kind_text(probe, arg, true);

	add_line(lines, xasprintf("arg%u: %s %s, %s", i, type, arg->name, kind));
	free(kind);
	free(type);
}

/* A line for each thing */
static struct name_list describe(const struct probe *probe)
{
	struct name_list lines = { 0 };
	unsigned int i;

	for (i = 0; i < probe->nr_args; i++)
		describe_arg(&lines, probe, i);
	if (probe->flags & SDT_PROBE_TRANSLATED)
		names_add(&lines, "translated");
	for (i = 0; i < probe->nr_xlated; i++)
		add_line(&lines, xasprintf("translated arg%u: %s %s, from arg%u", i,
					   probe->xlated[i].type, probe->xlated[i].name,
					   probe->xlated[i].arg));
	if (probe->flags & SDT_PROBE_QUALIFIED)
		names_add(&lines, "with its function in the event's name");
	if (*probe->message)
		add_line(&lines, xasprintf("message \"%s\"", probe->message));
	return lines;
}

/* Line @i, if there is one and the other probe does not have it */
static void show_line(struct view *view, const char *mark, const struct name_list *lines, size_t i,
		      const struct name_list *others)
{
	if (i < lines->nr && !names_have(others, lines->list[i]))
		view_line(view, &plain_line, STYLE_NONE, "      %s %s", mark, lines->list[i]);
}

static void show_lines(struct view *view, const struct probe *before, const struct probe *after)
{
	struct name_list old = describe(before), new = describe(after);
	size_t i;

	for (i = 0; i < old.nr || i < new.nr; i++) {
		show_line(view, "-", &old, i, &new);
		show_line(view, "+", &new, i, &old);
	}
	names_free(&old);
	names_free(&new);
}

static bool is_changed(const struct probe *before, const struct probe *after)
{
	struct name_list old = describe(before), new = describe(after);
	bool is = old.nr != new.nr;
	size_t i;

	for (i = 0; i < old.nr && !is; i++)
		is = strcmp(old.list[i], new.list[i]);
	names_free(&old);
	names_free(&new);
	return is;
}

/*
 * Probes
 */

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
	if (before && after)
		show_lines(view, before, after);
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
"  ! PROBE             has different arguments: their number, names or types;\n"
"                      or the text of a message has changed: with the\n"
"                      lines that differ, - old and + new\n"
"  ! module A -> B     the module was renamed\n"
"\n"
"Sites, source lines and the types as authors wrote them are ignored.  The exit\n"
"code is 0 if nothing differs, 4 if something does, and 3 if neither module has\n"
"probes.\n",
	.run = diff_run,
};
