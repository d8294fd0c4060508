// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_list.c - sdtinfo list: list probes, in DTrace's columns
 *
 * For anyone looking for a probe.
 */
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "lib/util.h"
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

/*
 * Providers
 */

/* A provider of one or several modules */
struct listed_provider {
	const struct probe_provider *provider;
	const char *module;
	size_t nr_probes;
};

struct listed_providers {
	struct listed_provider *list;
	size_t count;
};

static int by_provider(const void *x, const void *y)
{
	const struct listed_provider *a = x, *b = y;
	int c = strcmp(a->provider->name, b->provider->name);

	return c ? c : strcmp(a->module, b->module);
}

static void add_provider(struct listed_providers *providers,
			 const struct catalog *catalog,
			 const struct module *module,
			 const struct probe_provider *provider)
{
	struct listed_provider *listed;
	size_t i, nr = 0;

	for (i = 0; i < catalog->nr_probes; i++)
		nr += catalog->probes[i].module == module &&
		      !strcmp(catalog->probes[i].probe->provider, provider->name);
	if (!nr && catalog->nr_patterns)
		return;
	providers->list = xroom_for_one(providers->list, providers->count,
					sizeof(*providers->list));
	listed = &providers->list[providers->count++];
	listed->provider = provider;
	listed->module = module->table.module;
	listed->nr_probes = nr;
}

/* All providers of the modules; with a pattern, only those of the chosen probes */
static struct listed_providers find_providers(const struct catalog *catalog)
{
	struct listed_providers providers = { 0 };
	size_t i, j;

	for (i = 0; i < catalog->nr_modules; i++) {
		const struct module *module = catalog->modules[i];

		for (j = 0; j < module->table.nr_providers; j++)
			add_provider(&providers, catalog, module,
				     &module->table.providers[j]);
	}
	if (providers.count)
		qsort(providers.list, providers.count,
		      sizeof(*providers.list), by_provider);
	return providers;
}

/* Count the lines from @i on that are of one provider, and its probes. */
static size_t same_provider(const struct listed_providers *providers, size_t i,
			    size_t *nr_probes)
{
	size_t end = i;

	*nr_probes = 0;
	while (end < providers->count &&
	       !strcmp(providers->list[i].provider->name,
		       providers->list[end].provider->name))
		*nr_probes += providers->list[end++].nr_probes;
	return end - i;
}

static void list_providers(struct view *view, const struct catalog *catalog)
{
	static struct layout layout = { "", { { .limit = MAX_COLUMN } } };
	struct listed_providers providers = find_providers(catalog);
	struct json_object *object, *list, *item;
	const struct listed_provider *first;
	size_t i, j, nr, nr_probes;
	char *modules;

	view_line(view, &layout, STYLE_HEAD, "PROVIDER\tPROBES  MODULES");
	for (i = 0; i < providers.count; i += nr) {
		first = &providers.list[i];
		nr = same_provider(&providers, i, &nr_probes);
		modules = xasprintf("%s", first->module);
		for (j = 1; j < nr; j++)
			modules = xappend(modules, ", %s", first[j].module);
		view_line(view, &layout, STYLE_NONE, "%s\t%6zu  %s", first->provider->name,
			  nr_probes, modules);
		free(modules);
		object = json_item(view->json.items);
		if (object || view->verbose)
			view_provider(view, object, first->provider);
		json_add_number(object, "probes", nr_probes);
		list = json_add_list(object, "modules");
		for (j = 0; j < nr; j++) {
			item = json_item(list);
			json_add_string(item, "module", first[j].module);
			json_add_number(item, "probes", first[j].nr_probes);
		}
	}
	free(providers.list);
}

static enum exit_code list_run(int argc, char **argv)
{
	static const struct selection_view view = {
		.probe = list_probe,
		.with_sites = true,
		.providers = list_providers,
	};
	struct selection selection = { .options = cmd_list.options };

	argc = command_parse(&cmd_list, argc, argv, &selection, NULL);
	selection_words(&selection, argv + 1, argc);
	return selection_show(&selection, "list", &view);
}

static const struct verb_option list_options[] = {
	{ "verbose", 'v', NULL,
	  "also print the text of a DTRACE_PRINTF, and the sites; for the running kernel also the number of listeners of each probe, and whether each site is enabled",
	  SETS_FLAG(struct selection, verbose) },
	{ "providers", 'P', NULL,
	  "list the providers instead, including those without probes; with -v also DTrace's stability attributes",
	  SETS_FLAG(struct selection, providers),
	  .more = "With a PATTERN, list only those of the matching probes." },
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
"field, '*' and '?' are wildcards, and an empty field matches anything.  With two\n"
"fields, the first is a function or a module.  NAME can be written as in DTrace\n"
"(write-entry) or as the trace event (write_entry, or io_start for provider io).\n"
"A pattern can end with @FILE or @FILE:LINE to match sites in that source file or\n"
"line.  With several patterns, a probe must match one of them.  sdt.ko accepts\n"
"the same patterns.\n"
"\n"
"An argument that ends in .ko, .ko.xz, .ko.zst or .ko.gz is a file.  ID is the\n"
"number of a probe in the list without a pattern.\n",
	.run = list_run,
};
