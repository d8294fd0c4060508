// SPDX-License-Identifier: GPL-2.0-only
/*
 * top_totals.c - totals of the chosen probes as metrics
 */
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/output.h"
#include "lib/util.h"
#include "report/report.h"
#include "top.h"

/* The probes that were chosen, and which of them are counted */
struct counted {
	const struct catalog *catalog;
	struct name_list names;	/* "sdt:revdev:revdev_read:read-entry" of each */
	bool *is_counted;
	size_t nr;
};

static void open_counted(struct counted *counted, const struct catalog *catalog)
{
	const struct catalog_probe *chosen = catalog->probes;
	char *names;

	counted->catalog = catalog;
	counted->is_counted = xcalloc(catalog->nr_probes + 1, sizeof(*counted->is_counted));
	for (; chosen < catalog->probes + catalog->nr_probes; chosen++) {
		names = probe_names(chosen->probe, chosen->module->table.module,
				    chosen->probe->function);
		names_add(&counted->names, names);
		free(names);
	}
}

/* A site that is counted, "sdt:revdev:revdev_read:read-entry@rev_dev.c:57": was it chosen? */
static bool see_counted(const char *site, void *data)
{
	struct counted *counted = data;
	char *names = xasprintf("%s", site), *file = strchr(names, '@');
	char *line = file ? strrchr(file, ':') : NULL;
	const struct catalog_probe *chosen = counted->catalog->probes;
	struct probe_site place = { 0 };
	bool is_chosen = false;
	size_t i;

	if (line) {
		*file++ = '\0';
		*line++ = '\0';
		place.file = file;
		place.line = strtoul(line, NULL, 10);
	}
	for (i = 0; line && i < counted->names.nr && !is_chosen; i++)
		is_chosen = !strcmp(counted->names.list[i], names) &&
			    catalog_has_site(counted->catalog, chosen[i].module, chosen[i].probe,
					     &place);
	if (is_chosen) {
		counted->nr += !counted->is_counted[i - 1];
		counted->is_counted[i - 1] = true;
	}
	free(names);
	return is_chosen;
}

/* Chosen probes that are not counted have no hits to print. */
static enum exit_code close_counted(struct counted *counted, enum exit_code code)
{
	const size_t nr = counted->names.nr;

	if (code == EXIT_DONE && counted->nr < nr) {
		error_file("top", "%zu of %zu probes are not counted: add them to sdt.ko's parameter count",
			   nr - counted->nr, nr);
		code = counted->nr ? EXIT_DONE : EXIT_NO_PROBES;
	}
	names_free(&counted->names);
	free(counted->is_counted);
	return code;
}

static enum exit_code print_chosen(FILE *out, struct selection *selection)
{
	struct counted counted = { 0 };
	const struct totals_choice choice = { see_counted, &counted };
	enum exit_code chosen, code;

	if (!selection->catalog.nr_patterns)
		return totals_print(out, NULL);
	chosen = selection_read(selection);
	if (chosen == EXIT_FAILED)
		return chosen;
	open_counted(&counted, &selection->catalog);
	code = close_counted(&counted, totals_print(out, &choice));
	return code == EXIT_DONE ? chosen : code;
}

/* The file is replaced as a whole, if all of it could be read. */
enum exit_code top_print_totals(struct top *top)
{
	struct out_file file;
	enum exit_code code;

	if (out_file_open(&file, top->output ?: "-"))
		return EXIT_FAILED;
	code = print_chosen(file.stream, &top->selection);
	if (code == EXIT_FAILED)
		out_file_drop(&file);
	else if (out_file_commit(&file))
		code = EXIT_FAILED;
	return code;
}
