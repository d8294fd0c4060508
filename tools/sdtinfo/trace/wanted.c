// SPDX-License-Identifier: GPL-2.0-only
/*
 * wanted.c - is a recorded hit one that was asked for?
 *
 * The kernel compares live hits with filters (kernel/trace/trace_events_filter.c); recorded ones
 * are compared here, by the same rules.
 */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "hit.h"
#include "lib/util.h"

/* The copy that a record has, or the name of a task */
static bool compare_text(const struct filter *filter, const struct hit *hit)
{
	const struct hit_key key = hit_field_key(&filter->field, hit);
	char *text = xasprintf("%.*s", (int)key.length, key.bytes);
	bool is;

	if (*filter->operator == '~')
		is = !fnmatch(filter->text, text, 0);
	else
		is = !strcmp(filter->text, text) == (*filter->operator == '=');
	free(text);
	return is;
}

static int order_of(uint64_t a, uint64_t b, bool is_signed)
{
	if (is_signed)
		return (int64_t)a < (int64_t)b ? -1 : (int64_t)a > (int64_t)b;
	return a < b ? -1 : a > b;
}

static bool compare_number(const struct filter *filter, const struct hit *hit)
{
	const struct probe_arg *type = filter->field.type;
	const uint64_t number = hit_field_key(&filter->field, hit).number;
	const int order = order_of(number, filter->number, !type || type->flags & SDT_ARG_SIGNED);
	const bool or_equal = filter->operator[1] == '=';

	switch (*filter->operator) {
	case '&':
		return number & filter->number;
	case '<':
		return order < 0 || (or_equal && !order);
	case '>':
		return order > 0 || (or_equal && !order);
	}
	return !order == (*filter->operator == '=');
}

bool hit_passes(const struct filter *filter, const struct hit *hit)
{
	switch (filter->kind) {
	case FILTER_AND:
		return hit_passes(filter->left, hit) && hit_passes(filter->right, hit);
	case FILTER_OR:
		return hit_passes(filter->left, hit) || hit_passes(filter->right, hit);
	case FILTER_NOT:
		return !hit_passes(filter->left, hit);
	case FILTER_COMPARISON:
		break;
	}
	return filter->text ? compare_text(filter, hit) : compare_number(filter, hit);
}

bool hit_is_of_task(const struct hit *hit, const struct tasks_wanted *tasks)
{
	size_t i;

	for (i = 0; i < tasks->nr_pids; i++)
		if ((uint64_t)tasks->pids[i] == hit->pid)
			return true;
	return !tasks->nr_pids;
}
