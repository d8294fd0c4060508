/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * table_diff.h - compare two probe tables
 *
 * For "sdtinfo diff".  Knows neither ELF nor files, and prints nothing.
 */
#ifndef SDTINFO_TABLE_DIFF_H
#define SDTINFO_TABLE_DIFF_H

#include "probe.h"
#include "probe_table.h"

enum probe_change_kind {
	PROBE_REMOVED,
	PROBE_ADDED,
	PROBE_RENAMED,		/* and perhaps its fields, too */
	PROBE_CHANGED,		/* its arguments, or its event's name */
};

struct probe_change {
	enum probe_change_kind kind;
	const struct probe *before;	/* NULL if it was added */
	const struct probe *after;	/* NULL if it was removed */
};

struct table_diff {
	struct probe_change *changes;	/* by the names of the probes */
	size_t nr_changes;
};

/*
 * table_diff() - find what has changed between two tables
 *
 * A removed and an added probe count as one renamed probe if they agree in the types of
 * their arguments and in two of provider, function and name, and no other pair is
 * possible.
 */
void table_diff(struct table_diff *diff, const struct probe_table *before,
		const struct probe_table *after);
void table_diff_free(struct table_diff *diff);

/* How an argument has changed */
enum arg_change {
	ARG_REMOVED,
	ARG_ADDED,
	ARG_RENAMED,
	ARG_DIFFERS,		/* in its type, as arg_difference says */
	XLATED_REMOVED,		/* the translated ones */
	XLATED_ADDED,
	XLATED_RENAMED,
	XLATED_DIFFERS,		/* in its type or in what it is made from; perhaps in its name */
};

/*
 * table_diff_args() - go through the changes of a probe's arguments
 * @see: called for each change with the number of the argument; @how is for ARG_DIFFERS
 */
void table_diff_args(const struct probe *before, const struct probe *after,
		     void (*see)(enum arg_change change, unsigned int arg,
				 enum arg_difference how, void *data),
		     void *data);

#endif /* SDTINFO_TABLE_DIFF_H */
