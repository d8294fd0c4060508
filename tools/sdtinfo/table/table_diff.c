// SPDX-License-Identifier: GPL-2.0-only
/*
 * table_diff.c - compare two probe tables
 *
 * Serves "sdtinfo diff".  Both tables are sorted by the names of their probes, so
 * one walk finds what is in both; the rest is sorted by each of the ways in which
 * a probe can be renamed.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "table_diff.h"

/* A probe that only one side has */
struct stray {
	const struct probe *probe;
	const struct probe *partner;	/* what it could be on the other side */
	size_t nr_partners;		/* how many it could be */
};

/* A number of partners: it was renamed. */
#define PAIRED	SIZE_MAX

struct strays {
	struct stray *list;
	size_t count;
};

typedef int (*compare_fn)(const void *x, const void *y);

static void add_stray(struct strays *strays, const struct probe *probe)
{
	strays->list = xroom_for_one(strays->list, strays->count,
				     sizeof(*strays->list));
	strays->list[strays->count++] = (struct stray){ .probe = probe };
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

static void see_xlated(const struct probe *before, const struct probe *after,
		       void (*see)(enum arg_change change, unsigned int arg,
				   enum arg_difference how, void *data),
		       void *data)
{
	const struct probe_xlated *a = before->xlated, *b = after->xlated;
	unsigned int i;

	for (i = 0; i < before->nr_xlated && i < after->nr_xlated; i++) {
		if (strcmp(a[i].type, b[i].type) || a[i].arg != b[i].arg)
			see(XLATED_DIFFERS, i, ARG_SAME, data);
		else if (strcmp(a[i].name, b[i].name))
			see(XLATED_RENAMED, i, ARG_SAME, data);
	}
	for (; i < before->nr_xlated; i++)
		see(XLATED_REMOVED, i, ARG_SAME, data);
	for (; i < after->nr_xlated; i++)
		see(XLATED_ADDED, i, ARG_SAME, data);
}

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
	see_xlated(before, after, see, data);
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
	if (changes || before->flags != after->flags)
		add_change(diff, PROBE_CHANGED, before, after);
}

/*
 * Renamed probes
 */

/* An arbitrary order with probes of the same types side by side */
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
	const struct probe *a = ((const struct stray *)x)->probe;
	const struct probe *b = ((const struct stray *)y)->probe;
	int c = strcmp(a->provider, b->provider);

	if (!c)
		c = strcmp(a->function, b->function);
	return c ? c : compare_types(a, b);
}

static int but_function(const void *x, const void *y)
{
	const struct probe *a = ((const struct stray *)x)->probe;
	const struct probe *b = ((const struct stray *)y)->probe;
	int c = strcmp(a->provider, b->provider);

	if (!c)
		c = strcmp(a->name, b->name);
	return c ? c : compare_types(a, b);
}

static int but_provider(const void *x, const void *y)
{
	const struct probe *a = ((const struct stray *)x)->probe;
	const struct probe *b = ((const struct stray *)y)->probe;
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
	       !compare(&strays->list[i], &strays->list[end]))
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

static void see_partners(struct stray *strays, size_t count,
			 const struct stray *partners, size_t nr_partners)
{
	size_t i;

	for (i = 0; i < count; i++) {
		strays[i].partner = partners->probe;
		strays[i].nr_partners += nr_partners;
	}
}

/* Find each probe's partners on the other side, those equal by @compare. */
static void find_partners(struct strays *removed, struct strays *added,
			  compare_fn compare)
{
	size_t i = 0, j = 0, n, m;
	int c;

	if (!removed->count || !added->count)
		return;
	qsort(removed->list, removed->count, sizeof(*removed->list), compare);
	qsort(added->list, added->count, sizeof(*added->list), compare);
	while (i < removed->count && j < added->count) {
		n = same_from(removed, i, compare);
		m = same_from(added, j, compare);
		c = compare(&removed->list[i], &added->list[j]);
		if (!c) {
			see_partners(&removed->list[i], n, &added->list[j], m);
			see_partners(&added->list[j], m, &removed->list[i], n);
		}
		if (c <= 0)
			i += n;
		if (c >= 0)
			j += m;
	}
}

static int by_probe(const void *x, const void *y)
{
	const struct stray *a = x, *b = y;

	return probe_compare_names(a->probe, b->probe);
}

/* What a removed probe has become: its partner, if neither has another one. */
static struct stray *renamed(const struct stray *stray,
			     const struct strays *added)
{
	struct stray key = { .probe = stray->partner }, *found;

	if (stray->nr_partners != 1)
		return NULL;
	found = bsearch(&key, added->list, added->count, sizeof(key), by_probe);
	return found->nr_partners == 1 &&
	       same_types(stray->probe, found->probe) ? found : NULL;
}

static void add_strays(struct table_diff *diff, const struct strays *removed,
		       const struct strays *added)
{
	struct stray *found;
	size_t i;

	if (added->count)
		qsort(added->list, added->count, sizeof(*added->list),
		      by_probe);
	for (i = 0; i < removed->count; i++) {
		found = renamed(&removed->list[i], added);
		add_change(diff, found ? PROBE_RENAMED : PROBE_REMOVED,
			   removed->list[i].probe, found ? found->probe : NULL);
		if (found)
			found->nr_partners = PAIRED;
	}
	for (i = 0; i < added->count; i++)
		if (added->list[i].nr_partners != PAIRED)
			add_change(diff, PROBE_ADDED, NULL,
				   added->list[i].probe);
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
	find_partners(&removed, &added, but_name);
	find_partners(&removed, &added, but_function);
	find_partners(&removed, &added, but_provider);
	add_strays(diff, &removed, &added);
	if (diff->nr_changes)
		qsort(diff->changes, diff->nr_changes, sizeof(*diff->changes),
		      by_names);
	free(removed.list);
	free(added.list);
}

void table_diff_free(struct table_diff *diff)
{
	free(diff->changes);
	memset(diff, 0, sizeof(*diff));
}
