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
#include "lib/json.h"
#include "lib/output.h"
#include "module/module.h"
#include "table/probe.h"
#include "table/probe_table.h"
#include "table/table_diff.h"
#include "text/arg_text.h"
#include "text/probe_json.h"

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
 * For people
 */

struct arg_printer {
	const struct probe *before;
	const struct probe *after;
};

/* "struct file * fp", "size_t {aka long unsigned int} n" */
static void print_arg(const struct probe_arg *arg)
{
	char *type = arg_type_text(arg);

	out_text(stdout, type);
	putchar(' ');
	out_text(stdout, arg->name);
	free(type);
}

static void print_xlated(const struct probe_xlated *xlated)
{
	out_text(stdout, xlated->type);
	putchar(' ');
	out_text(stdout, xlated->name);
}

static void print_arg_change(enum arg_change change, unsigned int i,
			     enum arg_difference how, void *data)
{
	const struct arg_printer *printer = data;
	const struct probe_arg *a = &printer->before->args[i];
	const struct probe_arg *b = &printer->after->args[i];
	const struct probe_xlated *x = &printer->before->xlated[i];
	const struct probe_xlated *y = &printer->after->xlated[i];
	char *before, *after;

	printf("      %sarg%u: ", change >= XLATED_REMOVED ? "translated " : "", i);
	switch (change) {
	case ARG_REMOVED:
		printf("removed, was ");
		print_arg(a);
		break;
	case ARG_ADDED:
		printf("added, ");
		print_arg(b);
		break;
	case ARG_RENAMED:
		printf("%s -> %s", a->name, b->name);
		break;
	case ARG_DIFFERS:
		before = arg_claim(how, a, b);
		after = arg_claim(how, b, a);
		out_text(stdout, before);
		printf(" -> ");
		out_text(stdout, after);
		free(before);
		free(after);
		break;
	case XLATED_REMOVED:
		printf("removed, was ");
		print_xlated(x);
		break;
	case XLATED_ADDED:
		printf("added, ");
		print_xlated(y);
		break;
	case XLATED_RENAMED:
		printf("%s -> %s", x->name, y->name);
		break;
	case XLATED_DIFFERS:
		print_xlated(x);
		printf(", from arg%u -> ", x->arg);
		print_xlated(y);
		printf(", from arg%u", y->arg);
		break;
	}
	putchar('\n');
}

static void print_flag(const char *what, unsigned int before, unsigned int after)
{
	if (before != after)
		printf("      %s%s\n", after ? "now " : "no more ", what);
}

static void print_names(const struct module *module,
			const struct probe *probe)
{
	printf("%s:", probe->provider);
	out_text(stdout, module->table.module);
	printf(":%s:%s", probe->function, probe->name);
}

static void print_change(const struct comparison *comparison,
			 const struct probe_change *change)
{
	struct arg_printer printer = { change->before, change->after };

	out_style(kinds[change->kind].style);
	printf("%s ", kinds[change->kind].mark);
	if (change->before)
		print_names(&comparison->before, change->before);
	if (change->kind == PROBE_RENAMED)
		printf(" -> ");
	if (change->after && change->kind != PROBE_CHANGED)
		print_names(&comparison->after, change->after);
	out_style(STYLE_NONE);
	putchar('\n');
	if (!change->before || !change->after)
		return;
	print_flag("with its function in the event's name",
		   change->before->flags & SDT_PROBE_QUALIFIED,
		   change->after->flags & SDT_PROBE_QUALIFIED);
	print_flag("translated",
		   change->before->flags & SDT_PROBE_TRANSLATED,
		   change->after->flags & SDT_PROBE_TRANSLATED);
	table_diff_args(change->before, change->after, print_arg_change,
			&printer);
}

static void print_side(const char *mark, const struct module *module)
{
	const struct probe_table *table = &module->table;

	out_style(STYLE_HEAD);
	printf("%s ", mark);
	out_text(stdout, module->name);
	if (table->nr_probes) {
		printf(": module ");
		out_text(stdout, table->module);
		printf(", %zu probe%s", table->nr_probes,
		       table->nr_probes == 1 ? "" : "s");
	} else {
		printf(": no probes");
	}
	out_style(STYLE_NONE);
	putchar('\n');
}

static void print_diff(const struct comparison *comparison)
{
	size_t i;

	print_side("---", &comparison->before);
	print_side("+++", &comparison->after);
	if (has_other_name(comparison)) {
		out_style(STYLE_CHANGED);
		printf("! module ");
		out_text(stdout, comparison->before.table.module);
		printf(" -> ");
		out_text(stdout, comparison->after.table.module);
		out_style(STYLE_NONE);
		putchar('\n');
	}
	for (i = 0; i < comparison->diff.nr_changes; i++)
		print_change(comparison, &comparison->diff.changes[i]);
}

/*
 * For programs
 */

static void add_arg_change(enum arg_change change, unsigned int i,
			   enum arg_difference how, void *data)
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
	struct json_object *object = json_item(data);

	json_add_number(object, "arg", i);
	json_add_string(object, "what", change == ARG_DIFFERS ?
			differences[how] : words[change]);
}

static void add_probe(struct json_object *object, const char *key,
		      const struct probe *probe)
{
	struct json_object *child = json_add_object(object, key);

	json_fill_probe(child, probe);
	json_add_args(child, probe, NULL);
}

static void add_change(struct json_document *json,
		       const struct probe_change *change)
{
	struct json_object *object = json_item(json->items);

	json_add_string(object, "change", kinds[change->kind].word);
	if (change->before)
		add_probe(object, "before", change->before);
	if (change->after)
		add_probe(object, "after", change->after);
	if (change->before && change->after)
		table_diff_args(change->before, change->after, add_arg_change,
				json_add_list(object, "arg_changes"));
}

static void add_side(struct json_document *json, const char *key,
		     const struct module *module)
{
	json_fill_module(json_add_object(json->root, key), module->name,
			 &module->table);
}

static void add_diff(struct json_document *json,
		     const struct comparison *comparison)
{
	size_t i;

	add_side(json, "before", &comparison->before);
	add_side(json, "after", &comparison->after);
	for (i = 0; i < comparison->diff.nr_changes; i++)
		add_change(json, &comparison->diff.changes[i]);
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
	enum json_form form = JSON_NONE;
	struct comparison comparison = { 0 };
	struct json_document json;
	enum exit_code code;

	argc = command_parse(&cmd_diff, argc, argv, &form, NULL);
	if (argc != 2)
		error_usage("needs two modules: OLD.ko NEW.ko");
	json_begin(&json, form, "diff", "changes");
	code = compare(&comparison, argv + 1);
	if (form != JSON_NONE)
		add_diff(&json, &comparison);
	else if (code == EXIT_DIFFERS)
		print_diff(&comparison);
	json_end(&json);
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
