// SPDX-License-Identifier: GPL-2.0-only
/*
 * top_sdt.c - hits that sdt.ko counts, for top
 */
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "top.h"

static int open_counts(struct top *top)
{
	static const char *const all[] = { "*" };
	const struct catalog *catalog = &top->selection.catalog;
	const char **texts = xcalloc(catalog->nr_patterns + 1, sizeof(*texts));
	size_t i;
	int failed;

	for (i = 0; i < catalog->nr_patterns; i++)
		texts[i] = catalog->patterns[i].text;
	failed = hit_counts_open(&top->counts, i ? texts : all, i ? i : 1);
	free(texts);
	return failed;
}

/* Sites of a probe come in a row. */
static void add_count(struct hit_count *count, void *data)
{
	struct top *top = data;
	size_t length = top->by_site ? strlen(count->site) : strcspn(count->site, "@");
	struct row *last = top->nr_rows ? &top->rows[top->nr_rows - 1] : NULL;

	if (!count->total)
		return;
	if (!last || strncmp(last->name, count->site, length) || last->name[length]) {
		top->rows = xroom_for_one(top->rows, top->nr_rows, sizeof(*top->rows));
		last = &top->rows[top->nr_rows++];
		*last = (struct row){
			.name = xasprintf("%.*s", (int)length, count->site),
		};
	}
	last->hits += count->hits;
	last->total += count->total;
}

static int read_counts(struct top *top)
{
	int failed = hit_counts_read(&top->counts);

	hit_counts_each(&top->counts, add_count, top);
	return failed;
}

static void close_counts(struct top *top)
{
	hit_counts_close(&top->counts);
}

const struct top_counter top_sdt = {
	.open = open_counts,
	.read = read_counts,
	.close = close_counts,
};
