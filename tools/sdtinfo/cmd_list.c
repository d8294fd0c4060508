// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_list.c - sdtinfo list: list probes, in DTrace's columns
 *
 * For anyone looking for a probe.
 */
#include "cmd.h"
#include "select/selection.h"
#include "text/view.h"

/* Wider cells overrun their column. */
#define MAX_COLUMN	28

static void list_probe(struct view *view, struct json_object *object,
		       const struct catalog_probe *chosen)
{
	static struct layout layout = { "", {
		{ .limit = MAX_COLUMN, .is_right = true }, { .limit = MAX_COLUMN },
		{ .limit = MAX_COLUMN }, { .limit = MAX_COLUMN },
	} };
	const struct probe_use *use = module_use(chosen->module, chosen->probe);
	const struct probe *probe = chosen->probe;
	const struct probe_site *sites;
	struct json_object *list;
	size_t i, nr, nops;

	if (!view->lines.count)
		view_line(view, &layout, STYLE_HEAD, "ID\tPROVIDER\tMODULE\tFUNCTION\tNAME");
	view_line(view, &layout, STYLE_NONE, "%zu\t%s\t%s\t%s\t%s", chosen->id, probe->provider,
		  chosen->module->table.module, probe->function, probe->name);
	if (!object && !view->verbose)
		return;
	view_message(view, probe);
	view_use(view, object, use);
	list = json_add_list(object, "sites");
	sites = module_sites(chosen->module, probe, &nr);
	for (i = 0; i < nr; i += nops) {
		nops = module_site_nops(&sites[i], nr - i);
		view_site(view, json_item(list), &sites[i], nops, use);
	}
}

static enum exit_code list_run(int argc, char **argv)
{
	static const struct selection_view view = {
		.probe = list_probe,
		.with_sites = true,
	};
	struct selection selection = { .options = cmd_list.options };

	argc = command_parse(&cmd_list, argc, argv, &selection, NULL);
	selection_words(&selection, argv + 1, argc);
	return selection_show(&selection, "list", &view);
}

static const struct verb_option list_options[] = {
	{ "verbose", 'v', NULL,
	  "also print the text of a message, and the sites; for the running kernel also the number of listeners of each probe, and whether each site is enabled",
	  SETS_FLAG(struct selection, verbose) },
	SELECTION_OPTIONS(struct selection, ),
	JSON_OPTIONS(struct selection, form),
	{ 0 }
};

const struct command cmd_list = {
	.name = "list",
	.summary = "list the probes of the running kernel, or of files",
	.options = list_options,
	.forms = { { .arguments = "[PATTERN...] [FILE.ko...]" } },
	.help =
"PATTERN is PROVIDER:MODULE:FUNCTION:NAME; leading fields can be omitted.  In a\n"
"field, '*' and '?' are wildcards, and an empty field matches anything.  One word\n"
"is a name or a module; the first of two fields is a function or a module.  NAME\n"
"can be written as in DTrace (write-entry) or as the trace event (write_entry, or\n"
"io_start for provider io).  A pattern can end with @FILE or @FILE:LINE to match\n"
"sites in that source file or line.  With several patterns, a probe must match\n"
"one of them.  sdt.ko accepts the same patterns.\n"
"\n"
"An argument that ends in .ko, .ko.xz, .ko.zst or .ko.gz is a file.  ID is the\n"
"number of a probe in the list without a pattern.\n",
	.run = list_run,
};
