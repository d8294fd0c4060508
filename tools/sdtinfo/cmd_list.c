// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_list.c - sdtinfo list: list probes, in DTrace's columns
 *
 * For anyone looking for a probe.
 */
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "lib/error.h"
#include "lib/json.h"
#include "lib/output.h"
#include "lib/util.h"
#include "select/selection.h"
#include "table/probe.h"
#include "table/stability.h"
#include "text/probe_json.h"
#include "text/site_text.h"

/* Wider cells overrun their column. */
#define MAX_COLUMN	28
#define MAX_PLACE	42

enum { ID, PROVIDER, MODULE, FUNCTION, NR_COLUMNS };

static const char *const heads[NR_COLUMNS] = {
	"ID", "PROVIDER", "MODULE", "FUNCTION",
};

static void fit_columns(const struct catalog *catalog,
			struct out_column columns[NR_COLUMNS])
{
	const struct catalog_probe *chosen;
	char id[32];
	size_t i;

	for (i = 0; i < NR_COLUMNS; i++) {
		columns[i] = (struct out_column){ .limit = MAX_COLUMN };
		out_column_fit(&columns[i], heads[i]);
	}
	for (i = 0; i < catalog->nr_probes; i++) {
		chosen = &catalog->probes[i];
		snprintf(id, sizeof(id), "%zu", chosen->id);
		out_column_fit(&columns[ID], id);
		out_column_fit(&columns[PROVIDER], chosen->probe->provider);
		out_column_fit(&columns[MODULE], chosen->module->table.module);
		out_column_fit(&columns[FUNCTION], chosen->probe->function);
	}
}

static void print_line(const struct out_column columns[NR_COLUMNS],
		       const char *const texts[NR_COLUMNS], const char *name)
{
	size_t i;

	printf("%*s  ", (int)columns[ID].width, texts[ID]);
	for (i = PROVIDER; i < NR_COLUMNS; i++)
		out_cell(stdout, &columns[i], texts[i]);
	out_text(stdout, name);
}

/* What -v adds to a probe */
static void print_sites(const struct catalog_probe *chosen,
			const struct out_column *places)
{
	const struct probe_use *use = module_use(chosen->module, chosen->probe);
	const struct probe_site *sites;
	size_t i, nr;

	if (use)
		use_print(use);
	sites = module_sites(chosen->module, chosen->probe, &nr);
	for (i = 0; i < nr; i++) {
		site_print(places, &sites[i], use);
		putchar('\n');
	}
}

static void print_list(const struct catalog *catalog)
{
	struct out_column columns[NR_COLUMNS], places = { .limit = MAX_PLACE };
	const struct catalog_probe *chosen;
	const struct probe_site *sites;
	char id[32];
	size_t i, nr;

	fit_columns(catalog, columns);
	for (i = 0; i < catalog->nr_probes && catalog->with_sites; i++) {
		chosen = &catalog->probes[i];
		sites = module_sites(chosen->module, chosen->probe, &nr);
		site_fit(&places, sites, nr);
	}
	out_style(STYLE_HEAD);
	print_line(columns, heads, "NAME");
	out_style(STYLE_NONE);
	putchar('\n');
	for (i = 0; i < catalog->nr_probes; i++) {
		chosen = &catalog->probes[i];
		snprintf(id, sizeof(id), "%zu", chosen->id);
		print_line(columns, (const char *const[]){
			id, chosen->probe->provider,
			chosen->module->table.module, chosen->probe->function,
		}, chosen->probe->name);
		putchar('\n');
		if (catalog->with_sites)
			print_sites(chosen, &places);
	}
}

static void add_list(struct json_object *object,
		     const struct catalog_probe *chosen)
{
	const struct probe_use *use = module_use(chosen->module, chosen->probe);
	const struct probe_site *sites;
	struct json_object *list;
	size_t i, nr;

	if (use)
		use_add(object, use);
	list = json_add_list(object, "sites");
	sites = module_sites(chosen->module, chosen->probe, &nr);
	for (i = 0; i < nr; i++)
		site_add(json_item(list), &sites[i], use);
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

static void print_stability(const struct probe_provider *provider)
{
	static const char *const rows[NR_STABILITIES] = {
		[STABILITY_OF_PROVIDER] = "provider",
		[STABILITY_OF_MODULES] = "module",
		[STABILITY_OF_FUNCTIONS] = "function",
		[STABILITY_OF_NAMES] = "name",
		[STABILITY_OF_ARGS] = "args",
	};
	enum stability_of of;

	for (of = 0; of < NR_STABILITIES; of++) {
		struct attributes a = stability_get(provider, of);

		printf("    %-8s  names %s, data %s, class %s\n", rows[of],
		       stability_level(a.names), stability_level(a.data),
		       stability_dependency(a.dependency));
	}
}

static void print_providers(const struct catalog *catalog, bool verbose)
{
	struct listed_providers providers = find_providers(catalog);
	struct out_column name = { .limit = MAX_COLUMN };
	size_t i, j, nr, nr_probes;

	out_column_fit(&name, heads[PROVIDER]);
	for (i = 0; i < providers.count; i++)
		out_column_fit(&name, providers.list[i].provider->name);
	out_style(STYLE_HEAD);
	out_cell(stdout, &name, heads[PROVIDER]);
	printf("PROBES  MODULES");
	out_style(STYLE_NONE);
	putchar('\n');
	for (i = 0; i < providers.count; i += nr) {
		nr = same_provider(&providers, i, &nr_probes);
		out_cell(stdout, &name, providers.list[i].provider->name);
		printf("%6zu  ", nr_probes);
		for (j = i; j < i + nr; j++) {
			fputs(j > i ? ", " : "", stdout);
			out_text(stdout, providers.list[j].module);
		}
		putchar('\n');
		if (verbose)
			print_stability(providers.list[i].provider);
	}
	free(providers.list);
}

static void add_providers(const struct catalog *catalog,
			  struct json_object *list)
{
	struct listed_providers providers = find_providers(catalog);
	struct json_object *object, *modules, *module;
	size_t i, j, nr, nr_probes;

	for (i = 0; i < providers.count; i += nr) {
		nr = same_provider(&providers, i, &nr_probes);
		object = json_item(list);
		json_fill_provider(object, providers.list[i].provider);
		json_add_number(object, "probes", nr_probes);
		modules = json_add_list(object, "modules");
		for (j = i; j < i + nr; j++) {
			module = json_item(modules);
			json_add_string(module, "module",
					providers.list[j].module);
			json_add_number(module, "probes",
					providers.list[j].nr_probes);
		}
	}
	free(providers.list);
}

static enum exit_code list_run(int argc, char **argv)
{
	static const struct selection_view view = {
		.print = print_list,
		.add = add_list,
		.with_sites = true,
		.print_providers = print_providers,
		.add_providers = add_providers,
	};
	struct selection selection = { 0 };

	argc = command_parse(&cmd_list, argc, argv, &selection, NULL);
	selection_words(&selection, argv + 1, argc);
	return selection_show(&selection, "list", &view);
}

static error_t list_parse(int key, char *value, struct argp_state *state)
{
	return selection_option(state->input, key, value) ? 0 : ARGP_ERR_UNKNOWN;
}

static const struct argp_option list_options[] = {
	{ "verbose", 'v', NULL, 0,
	  "also print the sites; for the running kernel also users, hits if counted, and whether each site is enabled",
	  0 },
	{ "providers", 'P', NULL, 0,
	  "list the providers instead, including those without probes; with -v also the stability of their probes",
	  0 },
	SELECTION_OPTIONS,
	JSON_OPTIONS,
	{ 0 }
};

const struct command cmd_list = {
	.name = "list",
	.synopsis = "[-P] [-v | -j | -p] [PATTERN...] [-a [-k RELEASE] | FILE.ko...]",
	.summary = "list the probes of the running kernel, or of files",
	.options = list_options,
	.help =
"PATTERN is PROVIDER:MODULE:FUNCTION:NAME; leading fields can be omitted.  In a\n"
"field, '*' and '?' are wildcards, and an empty field matches anything.  With two\n"
"fields, the first is a function or a module.  NAME can be written as\n"
"write-entry, write__entry or write_entry, or, for provider io, as __io_start or\n"
"io_start.  A pattern can end with @FILE or @FILE:LINE to match places in the\n"
"source.  Several patterns choose the probes that match any of them.  sdt.ko\n"
"accepts the same patterns.\n"
"\n"
"An argument that ends in .ko, .ko.xz, .ko.zst or .ko.gz is a file.  ID is the\n"
"number of a probe in the list without a pattern.\n",
	.parse = list_parse,
	.run = list_run,
};
