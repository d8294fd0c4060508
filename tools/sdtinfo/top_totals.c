// SPDX-License-Identifier: GPL-2.0-only
/*
 * top_totals.c - hits and other totals as metrics
 *
 * What parameter count of sdt.ko names is counted whether sdtinfo runs or not, so these totals
 * grow from one run to the next one.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "top.h"
#include "lib/error.h"
#include "lib/output.h"
#include "lib/util.h"
#include "text/metrics.h"

#define COUNT_PARAMETER	"/sys/module/sdt/parameters/count"

/* Of sdt.ko's file stats */
struct stats {
	uint64_t modules, probes, enabled, refused, drops_recursion, drops_rcu, abi;
};

static void see_stat(char *line, void *data)
{
	struct stats *stats = data;
	const struct {
		const char *key;
		uint64_t *number;
	} keys[] = {
		{ "modules", &stats->modules },
		{ "probes", &stats->probes },
		{ "enabled", &stats->enabled },
		{ "refused", &stats->refused },
		{ "drops_recursion", &stats->drops_recursion },
		{ "drops_rcu", &stats->drops_rcu },
		{ "abi", &stats->abi },
	};
	char *number = strchr(line, ' ');
	size_t i;

	if (!number)
		return;
	*number++ = '\0';
	for (i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (!strcmp(keys[i].key, line))
			*keys[i].number = strtoull(number, NULL, 10);
}

/* The probes that were chosen, and which of them are counted */
struct counted {
	const struct catalog *catalog;
	bool *is_counted;
	size_t nr;
};

/* A site that is counted, "sdt:revdev:revdev_read:read-entry@rev_dev.c:57": was it chosen? */
static bool was_chosen(struct counted *counted, const char *site)
{
	const struct catalog *catalog = counted->catalog;
	const struct catalog_probe *chosen = catalog->probes;
	char *text = xasprintf("%s", site);
	struct site_names names;
	const bool is_site = site_names_split(&names, text) && names.site.file;
	bool is_chosen = false;
	size_t i;

	for (i = 0; is_site && i < catalog->nr_probes && !is_chosen; i++, chosen++)
		is_chosen = !strcmp(chosen->module->table.module, names.module) &&
			    !probe_compare_names(chosen->probe, &names.probe) &&
			    catalog_has_site(catalog, chosen->module, chosen->probe, &names.site);
	if (is_chosen) {
		counted->nr += !counted->is_counted[i - 1];
		counted->is_counted[i - 1] = true;
	}
	free(text);
	return is_chosen;
}

/* A probe, whose sites are adjacent */
struct hits {
	FILE *out;
	struct counted *counted;
	char *names;		/* "sdt:revdev:revdev_read:read-entry"; NULL: none yet */
	uint64_t hits;
};

static void end_probe(struct hits *hits)
{
	struct metrics_label labels[] = {
		{ "provider", NULL }, { "module", NULL }, { "function", NULL }, { "probe", NULL }, { 0 },
	};
	char *rest = hits->names;
	size_t i;

	if (!rest)
		return;
	for (i = 0; labels[i].name; i++)
		labels[i].value = strsep(&rest, ":") ?: "";
	metrics_sample(hits->out, "sdt_probe_hits_total", labels, hits->hits);
	free(hits->names);
	hits->names = NULL;
}

static void see_hits(struct hits *hits, const struct hit_count *count)
{
	const size_t length = strcspn(count->site, "@");

	if (hits->counted->catalog->nr_patterns && !was_chosen(hits->counted, count->site))
		return;
	if (!hits->names || strlen(hits->names) != length ||
	    strncmp(hits->names, count->site, length)) {
		end_probe(hits);
		hits->names = xasprintf("%.*s", (int)length, count->site);
		hits->hits = 0;
	}
	hits->hits += count->total;
}

static void print_hits(FILE *out, const struct hit_counts *counts,
		       struct counted *counted)
{
	struct hits hits = { .out = out, .counted = counted };
	size_t i;

	metrics_family(out, "sdt_probe_hits_total", METRICS_COUNTER,
		       "Hits of a probe since sdt.ko began to count them.");
	for (i = 0; i < counts->nr_sites; i++)
		see_hits(&hits, &counts->sites[i]);
	end_probe(&hits);
}

static void print_gauge(FILE *out, const char *name, const char *help,
			uint64_t value)
{
	metrics_family(out, name, METRICS_GAUGE, help);
	metrics_sample(out, name, NULL, value);
}

static void print_stats(FILE *out, const struct stats *stats)
{
	static const struct metrics_label recursion[] = { { "reason", "recursion" }, { 0 } };
	static const struct metrics_label rcu[] = { { "reason", "rcu" }, { 0 } };
	char *version = file_line("/sys/module/sdt/version");
	char *abi = xasprintf("%" PRIu64, stats->abi);
	const struct metrics_label info[] = {
		{ "version", version ?: "" }, { "abi", abi }, { 0 },
	};

	metrics_family(out, "sdt_info", METRICS_GAUGE, "The loaded sdt.ko.");
	metrics_sample(out, "sdt_info", info, 1);
	free(abi);
	free(version);
	metrics_family(out, "sdt_missed_hits_total", METRICS_COUNTER,
		       "Hits that were not delivered to a listener.");
	metrics_sample(out, "sdt_missed_hits_total", recursion, stats->drops_recursion);
	metrics_sample(out, "sdt_missed_hits_total", rcu, stats->drops_rcu);
	metrics_family(out, "sdt_modules_refused_total", METRICS_COUNTER,
		       "Modules whose probes were refused since sdt.ko was loaded.");
	metrics_sample(out, "sdt_modules_refused_total", NULL, stats->refused);
	print_gauge(out, "sdt_modules", "Loaded modules with probes.", stats->modules);
	print_gauge(out, "sdt_probes", "Probes of loaded modules.", stats->probes);
	print_gauge(out, "sdt_probes_enabled", "Probes that have a listener.",
		    stats->enabled);
}

/* Chosen probes that are not counted have no hits to print. */
static enum exit_code close_counted(struct counted *counted, enum exit_code code)
{
	const size_t nr = counted->catalog->nr_probes;

	if (code == EXIT_DONE && counted->nr < nr) {
		error_file("top", "%zu of %zu probes are not counted: add them to sdt.ko's parameter count",
			   nr - counted->nr, nr);
		code = counted->nr ? EXIT_DONE : EXIT_NO_PROBES;
	}
	free(counted->is_counted);
	return code;
}

static enum exit_code print_totals(FILE *out, const struct debugfs *debugfs,
				   struct counted *counted)
{
	char *list = file_line(COUNT_PARAMETER);
	struct hit_counts counts = { 0 };
	struct stats stats = { 0 };
	enum exit_code code = EXIT_FAILED;

	if (!debugfs_lines(debugfs, "stats", see_stat, &stats) &&
	    !hit_counts_open_counted(&counts, debugfs) && !hit_counts_read(&counts)) {
		print_stats(out, &stats);
		print_hits(out, &counts, counted);
		code = EXIT_DONE;
	}
	if (code == EXIT_DONE && (!list || !*list)) {
		error_file(COUNT_PARAMETER, "it names no probes, so no hits are counted: echo '*' > " COUNT_PARAMETER);
		code = EXIT_NO_PROBES;
	}
	hit_counts_close(&counts);
	free(list);
	return code;
}

static enum exit_code print_chosen(FILE *out, struct selection *selection)
{
	enum exit_code chosen = EXIT_DONE, code = EXIT_FAILED;
	struct counted counted = { .catalog = &selection->catalog };
	struct debugfs debugfs;

	if (selection->catalog.nr_patterns)
		chosen = selection_read(selection);
	if (chosen == EXIT_FAILED)
		return chosen;
	counted.is_counted = xcalloc(counted.catalog->nr_probes + 1, sizeof(bool));
	if (debugfs_open(&debugfs))
		debugfs_report(&debugfs);
	else
		code = print_totals(out, &debugfs, &counted);
	debugfs_close(&debugfs);
	code = close_counted(&counted, code);
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
