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
#include "lib/util.h"
#include "module/module.h"
#include "table/probe.h"
#include "text/arg_text.h"
#include "text/probe_json.h"

enum probe_change_kind {
	PROBE_REMOVED,
	PROBE_ADDED,
	PROBE_CHANGED,		/* its arguments, or its event's name */
};

static const struct {
	const char *word;
	const char *mark;
	enum out_style style;
} kinds[] = {
	[PROBE_REMOVED] = { "removed", "-", STYLE_BAD },
	[PROBE_ADDED] = { "added", "+", STYLE_GOOD },
	[PROBE_CHANGED] = { "changed", "!", STYLE_CHANGED },
};

struct probe_change {
	enum probe_change_kind kind;
	const struct probe *before;	/* NULL if it was added */
	const struct probe *after;	/* NULL if it was removed */
};

/* Two modules, and how the second differs, by the names of the probes */
struct comparison {
	struct module before;
	struct module after;
	struct probe_change *changes;
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

static void diff_xlated(const struct probe *before, const struct probe *after,
			void (*see)(enum arg_change change, unsigned int arg,
				    enum arg_difference how, void *data),
		       void *data)
{
	const struct probe_xlated *a = before->xlated, *b = after->xlated;
	unsigned int i;

	for (i = 0; i < before->nr_xlated && i < after->nr_xlated; i++) {
		if (strcmp(a[i].type, b[i].type) || a[i].arg != b[i].arg)
			see(XLATED_DIFFERS, i, ARG_SAME, data);
		else if (strcmp(a[i].name, b[i].name))
			see(XLATED_RENAMED, i, ARG_SAME, data);
	}
	for (; i < before->nr_xlated; i++)
		see(XLATED_REMOVED, i, ARG_SAME, data);
	for (; i < after->nr_xlated; i++)
		see(XLATED_ADDED, i, ARG_SAME, data);
}

/*
 * Go through the changes of a probe's arguments: @see is called for each with the number
 * of the argument; @how is for ARG_DIFFERS.
 */
static void diff_args(const struct probe *before, const struct probe *after,
		      void (*see)(enum arg_change change, unsigned int arg,
				  enum arg_difference how, void *data),
		      void *data)
{
	enum arg_difference how;
	unsigned int i;

	for (i = 0; i < before->nr_args && i < after->nr_args; i++) {
		if (strcmp(before->args[i].name, after->args[i].name))
			see(ARG_RENAMED, i, ARG_SAME, data);
		how = probe_compare_args(&before->args[i], &after->args[i]);
		if (how != ARG_SAME)
			see(ARG_DIFFERS, i, how, data);
	}
	for (; i < before->nr_args; i++)
		see(ARG_REMOVED, i, ARG_SAME, data);
	for (; i < after->nr_args; i++)
		see(ARG_ADDED, i, ARG_SAME, data);
	diff_xlated(before, after, see, data);
}

static void count_change(enum arg_change change, unsigned int i,
			 enum arg_difference how, void *data)
{
	(void)change;
	(void)i;
	(void)how;
	++*(size_t *)data;
}

static bool is_changed(const struct probe *before, const struct probe *after)
{
	size_t changes = 0;

	diff_args(before, after, count_change, &changes);
	return changes || before->flags != after->flags;
}

static void add_change(struct comparison *comparison, enum probe_change_kind kind,
		       const struct probe *before, const struct probe *after)
{
	comparison->changes = xroom_for_one(comparison->changes, comparison->nr_changes,
					    sizeof(*comparison->changes));
	comparison->changes[comparison->nr_changes++] =
		(struct probe_change){ kind, before, after };
}

/* Both tables are sorted by the names of their probes. */
static void diff_tables(struct comparison *comparison)
{
	const struct probe_table *before = &comparison->before.table;
	const struct probe_table *after = &comparison->after.table;
	const struct probe *a = before->probes, *b = after->probes;
	int c;

	while (a < before->probes + before->nr_probes ||
	       b < after->probes + after->nr_probes) {
		c = a == before->probes + before->nr_probes ? 1 :
		    b == after->probes + after->nr_probes ? -1 :
		    probe_compare_names(a, b);
		if (c < 0) {
			add_change(comparison, PROBE_REMOVED, a++, NULL);
		} else if (c > 0) {
			add_change(comparison, PROBE_ADDED, NULL, b++);
		} else {
			if (is_changed(a, b))
				add_change(comparison, PROBE_CHANGED, a, b);
			a++;
			b++;
		}
	}
}

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
	else
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
	diff_args(change->before, change->after, print_arg_change,
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
	for (i = 0; i < comparison->nr_changes; i++)
		print_change(comparison, &comparison->changes[i]);
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

static void add_change_object(struct json_document *json,
			      const struct probe_change *change)
{
	struct json_object *object = json_item(json->items);

	json_add_string(object, "change", kinds[change->kind].word);
	if (change->before)
		add_probe(object, "before", change->before);
	if (change->after)
		add_probe(object, "after", change->after);
	if (change->before && change->after)
		diff_args(change->before, change->after, add_arg_change,
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
	for (i = 0; i < comparison->nr_changes; i++)
		add_change_object(json, &comparison->changes[i]);
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
	diff_tables(comparison);
	return comparison->nr_changes || has_other_name(comparison) ?
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
	free(comparison.changes);
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
