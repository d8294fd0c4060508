// SPDX-License-Identifier: GPL-2.0-only
/*
 * hit_counts.c - how often the sites of loaded modules are hit, round by round
 *
 * Each pattern has counters of its own in sdt.ko.  A site that several patterns match is
 * in several of them, and taken from the first one in which it was seen.
 */
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "debugfs.h"
#include "hit_counts.h"
#include "lib/util.h"

int hit_counts_open(struct hit_counts *counts, const char *const *texts, size_t nr)
{
	struct debugfs debugfs;
	int failed = debugfs_open(&debugfs);
	size_t i;

	counts->patterns = xcalloc(nr, sizeof(*counts->patterns));
	for (i = 0; i < nr && !failed; i++) {
		counts->patterns[i] = debugfs_counters(&debugfs, texts[i]);
		failed = counts->patterns[i] ? 0 : -1;
		counts->nr_patterns += !failed;
	}
	debugfs_close(&debugfs);
	return failed;
}

static void free_count(void *node)
{
	struct hit_count *count = node;

	free(count->site);
	free(count);
}

void hit_counts_close(struct hit_counts *counts)
{
	while (counts->nr_patterns)
		fclose(counts->patterns[--counts->nr_patterns]);
	free(counts->patterns);
	tdestroy(counts->sites, free_count);
	memset(counts, 0, sizeof(*counts));
}

/*
 * A round
 */

struct reader {
	struct hit_counts *counts;
	size_t pattern;
};

static int by_site(const void *x, const void *y)
{
	const struct hit_count *a = x, *b = y;

	return strcmp(a->site, b->site);
}

static struct hit_count *find_count(struct hit_counts *counts, const char *site,
				    size_t pattern)
{
	struct hit_count key = { .site = (char *)site }, *new, **found;

	found = tfind(&key, &counts->sites, by_site);
	if (found)
		return *found;
	new = xcalloc(1, sizeof(*new));
	new->site = xasprintf("%s", site);
	new->pattern = pattern;
	if (!tsearch(new, &counts->sites, by_site))
		out_of_memory();
	counts->nr_sites++;
	return new;
}

static void see_count(const struct debugfs_count *seen, void *data)
{
	struct reader *reader = data;
	struct hit_count *count = find_count(reader->counts, seen->site, reader->pattern);

	if (count->pattern == reader->pattern)
		count->value += seen->hits;
}

static void begin_round(const void *node, VISIT visit, void *data)
{
	struct hit_count *count = *(struct hit_count *const *)node;

	(void)data;
	if (visit == postorder || visit == leaf) {
		count->before = count->value;
		count->value = 0;
	}
}

/* A value that has become smaller is that of a module which was loaded anew. */
static void end_round(const void *node, VISIT visit, void *data)
{
	struct hit_count *count = *(struct hit_count *const *)node;

	(void)data;
	if (visit == postorder || visit == leaf) {
		count->hits = count->value - (count->value < count->before ? 0 : count->before);
		count->total += count->hits;
	}
}

int hit_counts_read(struct hit_counts *counts)
{
	struct reader reader = { .counts = counts };
	int failed = 0;

	twalk_r(counts->sites, begin_round, NULL);
	for (; reader.pattern < counts->nr_patterns && !failed; reader.pattern++)
		failed = debugfs_counts(counts->patterns[reader.pattern], see_count, &reader);
	twalk_r(counts->sites, end_round, NULL);
	return failed;
}

struct walk {
	void (*see)(const struct hit_count *count, void *data);
	void *data;
};

static void visit_count(const void *node, VISIT visit, void *data)
{
	const struct walk *walk = data;

	if (visit == postorder || visit == leaf)
		walk->see(*(struct hit_count *const *)node, walk->data);
}

void hit_counts_each(const struct hit_counts *counts,
		     void (*see)(const struct hit_count *count, void *data), void *data)
{
	struct walk walk = { see, data };

	twalk_r(counts->sites, visit_count, &walk);
}
