/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cmd_list.c - sdtinfo list: the probes that there are, in DTrace's columns
 *
 * Serves everybody who looks for a probe.
 */
#include "cmd.h"
#include "output.h"
#include "selection.h"
#include "site_text.h"

/* A column that is wider than this is not worth its alignment. */
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
	const struct probe_use *use = catalog_use(chosen);
	const struct probe_site *sites;
	size_t i, nr;

	if (use)
		use_print(use);
	sites = catalog_sites(chosen, &nr);
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
		sites = catalog_sites(&catalog->probes[i], &nr);
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
	const struct probe_use *use = catalog_use(chosen);
	const struct probe_site *sites;
	struct json_object *list;
	size_t i, nr;

	if (use)
		use_add(object, use);
	list = json_add_list(object, "sites");
	sites = catalog_sites(chosen, &nr);
	for (i = 0; i < nr; i++)
		site_add(json_item(list), &sites[i], use);
}

static enum exit_code run_list(int argc, char **argv)
{
	static const struct selection_view view = {
		.print = print_list,
		.add = add_list,
		.with_sites = true,
	};

	return selection_run(&cmd_list, argc, argv, &view);
}

static const struct command_option options[] = {
	{ 'v', "verbose", NULL,
	  "also print the sites; for the running kernel also users,\n"
	  "hits if they are counted, and whether each site is on" },
	SELECTION_OPTIONS,
	JSON_OPTIONS,
	{ 0 }
};

const struct command cmd_list = {
	.name = "list",
	.synopsis = "[-v | -j | -p] [PATTERN] [-a [-k RELEASE] | FILE.ko...]",
	.summary = "list probes, of the running kernel if no file is named",
	.options = options,
	.help =
"PATTERN is PROVIDER:MODULE:FUNCTION:NAME, or the last fields of it, as sdt.ko\n"
"takes it: '*' and '?' in a field, an empty field for any; @FILE:LINE or @FILE\n"
"behind it for places in the source.  Of two fields the first is a function or a\n"
"module, and NAME can be write-entry, write__entry or write_entry.  What ends in\n"
".ko, .ko.xz, .ko.zst or .ko.gz is a file.  ID is the number of a probe in the\n"
"list without a pattern.\n",
	.run = run_list,
};
