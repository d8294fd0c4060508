// SPDX-License-Identifier: GPL-2.0-only
/*
 * totals.c - hits and other totals as metrics
 *
 * What parameter count of sdt.ko names is counted whether sdtinfo runs or not, so these totals
 * grow from one run to the next one.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "report.h"

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

/* A probe, whose sites come in a row */
struct hits {
	FILE *out;
	const struct totals_choice *choice;
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

static void see_hits(struct hit_count *count, void *data)
{
	struct hits *hits = data;
	const size_t length = strcspn(count->site, "@");

	if (hits->choice && !hits->choice->has_site(count->site, hits->choice->data))
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
		       const struct totals_choice *choice)
{
	struct hits hits = { .out = out, .choice = choice };

	metrics_family(out, "sdt_probe_hits_total", METRICS_COUNTER,
		       "Hits of a probe since sdt.ko began to count them.");
	hit_counts_each(counts, see_hits, &hits);
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

static enum exit_code print_totals(FILE *out, const struct debugfs *debugfs,
				   const struct totals_choice *choice)
{
	char *list = file_line(COUNT_PARAMETER);
	struct hit_counts counts = { 0 };
	struct stats stats = { 0 };
	enum exit_code code = EXIT_FAILED;

	if (!debugfs_lines(debugfs, "stats", see_stat, &stats) &&
	    !hit_counts_open_counted(&counts, debugfs) && !hit_counts_read(&counts)) {
		print_stats(out, &stats);
		print_hits(out, &counts, choice);
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

enum exit_code totals_print(FILE *out, const struct totals_choice *choice)
{
	enum exit_code code = EXIT_FAILED;
	struct debugfs debugfs;

	if (debugfs_open(&debugfs))
		debugfs_report(&debugfs);
	else
		code = print_totals(out, &debugfs, choice);
	debugfs_close(&debugfs);
	return code;
}
