/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * groups.h - hits in groups that have the same values
 */
#ifndef SDTINFO_GROUPS_H
#define SDTINFO_GROUPS_H

#include "measure.h"
#include "trace/hit.h"

/*
 * struct groups - the groups of a sink; zeroed but for the first two
 * @size: of what the sink keeps for each group: it begins with a struct group
 * @nr_by: how many fields hits are grouped by
 * @has_others: some hits are in no group of their own
 */
struct groups {
	size_t size;
	unsigned int nr_by;
	bool has_others;
	struct group **list;
	size_t nr;
	void *tree;		/* of the same ones, by tsearch(3) */
};

/*
 * groups_find() - the group of a hit, which is made if it is the first one
 * @owner: groups with different owners are different ones
 * @fields: @nr_by fields of the hit
 *
 * When there are MAX_GROUPS, other hits are in a group of each owner whose values are "(other)".
 */
struct group *groups_find(struct groups *groups, const void *owner,
			  const struct hit_field *fields, const struct hit *hit);

/* groups_report() - report, at the end, that there were too many */
void groups_report(const struct groups *groups, const char *verb);

/* groups_free() - free the groups, when what the sink has added to each one is freed */
void groups_free(struct groups *groups);

/* groups_warn() - say that stacks are all the same if addresses are hidden */
void groups_warn(const struct hit_field *field);

#endif /* SDTINFO_GROUPS_H */
