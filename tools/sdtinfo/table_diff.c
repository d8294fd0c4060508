/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * table_diff.c - what is other in one probe table than in another
 *
 * Serves "sdtinfo diff".  Both tables are sorted by the names of their probes, so
 * one walk finds what is in both; the rest is sorted by each of the ways in which
 * a probe can be renamed.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "table_diff.h"

/* The probes of one side that the other has not. */
struct strays {
	const struct probe **probes;
	size_t count;
};

typedef int (*compare_fn)(const void *x, const void *y);

static void add_stray(struct strays *strays, const struct probe *probe)
{
	strays->probes = xroom_for_one(strays->probes, strays->count,
				       sizeof(*strays->probes));
	strays->probes[strays->count++] = probe;
}

static void add_change(struct table_diff *diff, enum probe_change_kind kind,
		       const struct probe *before, const struct probe *after)
{
	struct probe_change *change;

	diff->changes = xroom_for_one(diff->changes, diff->nr_changes,
				      sizeof(*diff->changes));
	change = &diff->changes[diff->nr_changes++];
	change->kind = kind;
	change->before = before;
	change->after = after;
}

/*
 * The arguments of two probes
 */

void table_diff_args(const struct probe *before, const struct probe *after,
		     void (*see)(enum arg_change change, unsigned int arg,
				 enum arg_difference how, void *data),
		     void *data)
{
	enum arg_difference how;
	unsigned int i;

	for (i = 0; i < before->nr_args && i < after->nr_args; i++) {
		if (strcmp(before->args[i].name, after->args[i].name))
			see(ARG_RENAMED, i, ARG_SAME, data);
		how = probe_compare_args(&before->args[i], &after->args[i]);
		if (how != ARG_SAME)
			see(ARG_DIFFERS, i, how, data);
	}
	for (; i < before->nr_args; i++)
		see(ARG_REMOVED, i, ARG_SAME, data);
	for (; i < after->nr_args; i++)
		see(ARG_ADDED, i, ARG_SAME, data);
}

static void count_change(enum arg_change change, unsigned int arg,
			 enum arg_difference how, void *data)
{
	(void)change;
	(void)arg;
	(void)how;
	++*(size_t *)data;
}

static void compare_probes(struct table_diff *diff, const struct probe *before,
			   const struct probe *after)
{
	size_t changes = 0;

	table_diff_args(before, after, count_change, &changes);
	if (changes)
		add_change(diff, PROBE_CHANGED, before, after);
}

/*
 * Renamed probes
 */

/* Any order, in which those with the same types are side by side. */
static int compare_types(const struct probe *a, const struct probe *b)
{
	unsigned int i;
	int c = 0;

	if (a->nr_args != b->nr_args)
		return a->nr_args < b->nr_args ? -1 : 1;
	for (i = 0; i < a->nr_args && !c; i++) {
		c = strcmp(a->args[i].type, b->args[i].type);
		if (!c)
			c = strcmp(a->args[i].aka, b->args[i].aka);
	}
	return c;
}

static int but_name(const void *x, const void *y)
{
	const struct probe *a = *(const struct probe **)x;
	const struct probe *b = *(const struct probe **)y;
	int c = strcmp(a->provider, b->provider);

	if (!c)
		c = strcmp(a->function, b->function);
	return c ? c : compare_types(a, b);
}

static int but_function(const void *x, const void *y)
{
	const struct probe *a = *(const struct probe **)x;
	const struct probe *b = *(const struct probe **)y;
	int c = strcmp(a->provider, b->provider);

	if (!c)
		c = strcmp(a->name, b->name);
	return c ? c : compare_types(a, b);
}

static int but_provider(const void *x, const void *y)
{
	const struct probe *a = *(const struct probe **)x;
	const struct probe *b = *(const struct probe **)y;
	int c = strcmp(a->function, b->function);

	if (!c)
		c = strcmp(a->name, b->name);
	return c ? c : compare_types(a, b);
}

/* The number of probes from @i on that are the same to @compare */
static size_t same_from(const struct strays *strays, size_t i,
			compare_fn compare)
{
	size_t end = i + 1;

	while (end < strays->count &&
	       !compare(&strays->probes[i], &strays->probes[end]))
		end++;
	return end - i;
}

static bool same_types(const struct probe *a, const struct probe *b)
{
	unsigned int i;

	for (i = 0; i < a->nr_args; i++)
		if (probe_compare_args(&a->args[i], &b->args[i]) != ARG_SAME)
			return false;
	return true;
}

static void drop_paired(struct strays *strays)
{
	size_t i, left = 0;

	for (i = 0; i < strays->count; i++)
		if (strays->probes[i])
			strays->probes[left++] = strays->probes[i];
	strays->count = left;
}

/* Pair what is the same to @compare, if there is one of it on either side. */
static void pair(struct table_diff *diff, struct strays *removed,
		 struct strays *added, compare_fn compare)
{
	size_t i = 0, j = 0, n, m;
	int c;

	if (!removed->count || !added->count)
		return;
	qsort(removed->probes, removed->count, sizeof(*removed->probes),
	      compare);
	qsort(added->probes, added->count, sizeof(*added->probes), compare);
	while (i < removed->count && j < added->count) {
		n = same_from(removed, i, compare);
		m = same_from(added, j, compare);
		c = compare(&removed->probes[i], &added->probes[j]);
		if (!c && n == 1 && m == 1 &&
		    same_types(removed->probes[i], added->probes[j])) {
			add_change(diff, PROBE_RENAMED, removed->probes[i],
				   added->probes[j]);
			removed->probes[i] = added->probes[j] = NULL;
		}
		if (c <= 0)
			i += n;
		if (c >= 0)
			j += m;
	}
	drop_paired(removed);
	drop_paired(added);
}

static int by_names(const void *x, const void *y)
{
	const struct probe_change *a = x, *b = y;
	const struct probe *p = a->before ? a->before : a->after;
	const struct probe *q = b->before ? b->before : b->after;
	int c = probe_compare_names(p, q);

	return c ? c : (int)a->kind - (int)b->kind;
}

void table_diff(struct table_diff *diff, const struct probe_table *before,
		const struct probe_table *after)
{
	struct strays removed = { 0 }, added = { 0 };
	size_t i = 0, j = 0;
	int c;

	memset(diff, 0, sizeof(*diff));
	while (i < before->nr_probes || j < after->nr_probes) {
		c = i == before->nr_probes ? 1 :
		    j == after->nr_probes ? -1 :
		    probe_compare_names(&before->probes[i], &after->probes[j]);
		if (!c)
			compare_probes(diff, &before->probes[i++],
				       &after->probes[j++]);
		else if (c < 0)
			add_stray(&removed, &before->probes[i++]);
		else
			add_stray(&added, &after->probes[j++]);
	}
	pair(diff, &removed, &added, but_name);
	pair(diff, &removed, &added, but_function);
	pair(diff, &removed, &added, but_provider);
	for (i = 0; i < removed.count; i++)
		add_change(diff, PROBE_REMOVED, removed.probes[i], NULL);
	for (i = 0; i < added.count; i++)
		add_change(diff, PROBE_ADDED, NULL, added.probes[i]);
	if (diff->nr_changes)
		qsort(diff->changes, diff->nr_changes, sizeof(*diff->changes),
		      by_names);
	free(removed.probes);
	free(added.probes);
}

void table_diff_free(struct table_diff *diff)
{
	free(diff->changes);
	memset(diff, 0, sizeof(*diff));
}
