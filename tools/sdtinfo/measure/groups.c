// SPDX-License-Identifier: GPL-2.0-only
/*
 * groups.c - hits in groups that have the same values
 *
 * A group is found by the values themselves; their text is made once.
 */
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "groups.h"
#include "lib/error.h"

#define OTHER_TEXT	"(other)"

static int compare_groups(const void *x, const void *y)
{
	const struct group *a = x, *b = y;
	unsigned int i;
	int order = 0;

	if (a->owner != b->owner)
		return a->owner < b->owner ? -1 : 1;
	if (a->is_other || b->is_other)
		return a->is_other - b->is_other;
	for (i = 0; i < a->nr_by && !order; i++)
		order = hit_key_compare(&a->keys[i], &b->keys[i]);
	return order;
}

/* A stack, and its text, is that of its functions' names. */
static struct hit_key key_of(const struct hit_field *field, const struct hit *hit, char **stack)
{
	if (field->kind != HIT_STACK)
		return hit_field_shown(field, hit);
	if (!*stack)
		*stack = hit_field_text(field, hit).text;
	return (struct hit_key){ .bytes = *stack, .length = strlen(*stack) };
}

static struct group *add_group(struct groups *groups, const struct group *wanted)
{
	struct group *group = xcalloc(1, groups->size);

	*group = *wanted;
	groups->list = xroom_for_one(groups->list, groups->nr, sizeof(*groups->list));
	groups->list[groups->nr++] = group;
	if (!tsearch(group, &groups->tree, compare_groups))
		out_of_memory();
	return group;
}

/* The hit does not outlive the call. */
static void keep_values(struct group *group, const struct hit_field *fields, const struct hit *hit)
{
	const struct hit_key *keys = group->keys;
	unsigned int i;
	char *copy;

	group->keys = xcalloc(group->nr_by, sizeof(*keys));
	for (i = 0; i < group->nr_by; i++) {
		group->by[i] = hit_field_text(&fields[i], hit);
		group->keys[i] = keys[i];
		if (!keys[i].bytes)
			continue;
		copy = xcalloc(1, keys[i].length + 1);
		group->keys[i].bytes = memcpy(copy, keys[i].bytes, keys[i].length);
	}
}

static struct group *others_of(struct groups *groups, const void *owner)
{
	struct group wanted = { .owner = owner, .is_other = true }, **found;

	groups->has_others = true;
	found = tfind(&wanted, &groups->tree, compare_groups);
	if (found)
		return *found;
	for (; wanted.nr_by < groups->nr_by; wanted.nr_by++)
		wanted.by[wanted.nr_by] = (struct by_value){
			xasprintf(OTHER_TEXT), VALUE_PLAIN,
		};
	return add_group(groups, &wanted);
}

struct group *groups_find(struct groups *groups, const void *owner,
			  const struct hit_field *fields, const struct hit *hit)
{
	struct hit_key keys[MAX_BY];
	struct group wanted = { .owner = owner, .nr_by = groups->nr_by }, **found, *group;
	char *stack = NULL;
	unsigned int i;

	for (i = 0; i < groups->nr_by; i++)
		keys[i] = key_of(&fields[i], hit, &stack);
	wanted.keys = keys;
	found = tfind(&wanted, &groups->tree, compare_groups);
	if (found) {
		group = *found;
	} else if (groups->nr >= MAX_GROUPS) {
		group = others_of(groups, owner);
	} else {
		group = add_group(groups, &wanted);
		keep_values(group, fields, hit);
	}
	free(stack);
	return group;
}

void groups_report(const struct groups *groups, const char *verb)
{
	if (groups->has_others)
		error_file(verb, "--by: there were more than %d values: hits with the others were counted as %s",
			   MAX_GROUPS, OTHER_TEXT);
}

static void free_nothing(void *node)
{
	(void)node;
}

void groups_free(struct groups *groups)
{
	struct group *group;

	tdestroy(groups->tree, free_nothing);
	while (groups->nr) {
		group = groups->list[--groups->nr];
		while (group->nr_by) {
			free(group->by[--group->nr_by].text);
			if (group->keys)
				free((char *)group->keys[group->nr_by].bytes);
		}
		free(group->keys);
		free(group);
	}
	free(groups->list);
}

void groups_warn(const struct hit_field *field)
{
	if (field->kind == HIT_STACK && kernel_hides_addresses())
		error_file("--by", "stack: kptr_restrict=2, or a lack of CAP_SYSLOG, hides the addresses: stacks of the same depth are one row");
}
