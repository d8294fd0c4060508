// SPDX-License-Identifier: GPL-2.0-only
/*
 * top_events.c - hits that the kernel counts by triggers, for top
 */
#include <inttypes.h>

#include "lib/error.h"
#include "lib/util.h"
#include "top.h"

static int open_aggregation(struct top *top)
{
	top->request.catalog = &top->selection.catalog;
	top->aggregation = aggregate_open(&top->request);
	return top->aggregation ? 0 : -1;
}

static int read_aggregation(struct top *top)
{
	const struct aggregate_row *rows;
	size_t nr;

	if (aggregate_read(top->aggregation))
		return -1;
	top->left_out = aggregate_left_out(top->aggregation);
	rows = aggregate_rows(top->aggregation, &nr);
	top->rows = xreallocarray(top->rows, nr + 1, sizeof(*top->rows));
	for (top->nr_rows = 0; top->nr_rows < nr; top->nr_rows++)
		top->rows[top->nr_rows] = (struct row){
			.name = xasprintf("%s", rows[top->nr_rows].names),
			.hits = rows[top->nr_rows].hits,
			.total = rows[top->nr_rows].total,
			.values = &rows[top->nr_rows],
		};
	return 0;
}

static bool has_ended(struct top *top)
{
	return aggregate_has_ended(top->aggregation);
}

static void close_aggregation(struct top *top)
{
	uint64_t dropped;

	if (!top->aggregation)
		return;
	dropped = aggregate_dropped(top->aggregation);
	if (dropped)
		error_file("top", "%" PRIu64 " hits had no room: there are too many values", dropped);
	aggregate_close(top->aggregation);
}

const struct top_counter top_events = {
	.open = open_aggregation,
	.read = read_aggregation,
	.has_ended = has_ended,
	.close = close_aggregation,
};
