/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * probe_merge.c - the tables of a module's objects become the module's
 *
 * Two orders of the same entries do it all.  By event (provider, name, then
 * place in the source) everything that must agree is side by side, wherever
 * it was written; by probe (provider, function, name, then place) everything
 * that is one probe is.
 *
 * Serves "sdtinfo link", and "sdtinfo verify", which looks at a module's table by
 * the same rules.  Knows neither ELF nor files, and prints nothing.
 */
#include <stdlib.h>
#include <string.h>

#include "clients.h"
#include "error.h"
#include "probe_merge.h"

static int compare_place(const struct probe *a, const struct probe *b)
{
	int c = strcmp(a->file, b->file);

	return c ? c : (a->line > b->line) - (a->line < b->line);
}

static int compare_event(const struct probe *a, const struct probe *b)
{
	int c = strcmp(a->provider, b->provider);

	return c ? c : strcmp(a->name, b->name);
}

static bool is_enabled_entry(const struct probe *probe)
{
	return probe->flags & SDT_PROBE_IS_ENABLED;
}

/* What the same place says may differ: a line can have two probes. */
static int compare_words(const struct probe *a, const struct probe *b)
{
	unsigned int i;
	int c = 0;

	for (i = 0; i < a->nr_args && i < b->nr_args && !c; i++) {
		c = strcmp(a->args[i].declared, b->args[i].declared);
		if (!c)
			c = strcmp(a->args[i].name, b->args[i].name);
		if (!c)
			c = b->args[i].is_named - a->args[i].is_named;
	}
	return c;
}

/* By event; real probes before is-enabled entries; then by place. */
static int by_event(const void *x, const void *y)
{
	const struct probe *a = *(const struct probe **)x;
	const struct probe *b = *(const struct probe **)y;
	int c = compare_event(a, b);

	if (!c)
		c = is_enabled_entry(a) - is_enabled_entry(b);
	if (!c)
		c = compare_place(a, b);
	if (!c)
		c = strcmp(a->function, b->function);
	return c ? c : compare_words(a, b);
}

static int by_probe(const void *x, const void *y)
{
	const struct probe *a = *(const struct probe **)x;
	const struct probe *b = *(const struct probe **)y;
	int c = probe_compare_names(a, b);

	if (!c)
		c = compare_place(a, b);
	return c ? c : compare_words(a, b);
}

static struct probe_conflict *add_conflict(struct probe_merge *merge,
					   enum conflict_kind kind,
					   const struct probe *first,
					   const struct probe *second)
{
	struct probe_conflict *c;

	merge->conflicts = xroom_for_one(merge->conflicts, merge->nr_conflicts,
					 sizeof(*merge->conflicts));
	c = &merge->conflicts[merge->nr_conflicts++];
	memset(c, 0, sizeof(*c));
	c->kind = kind;
	c->first = first;
	c->second = second;
	return c;
}

static void check_args_agree(struct probe_merge *merge, const struct probe *a,
			     const struct probe *b)
{
	struct probe_conflict *c;
	enum arg_difference how;
	unsigned int i;

	if (a->nr_args != b->nr_args) {
		add_conflict(merge, CONFLICT_COUNT, a, b);
		return;
	}
	for (i = 0; i < a->nr_args; i++) {
		how = probe_compare_args(&a->args[i], &b->args[i]);
		if (how == ARG_SAME)
			continue;
		c = add_conflict(merge, CONFLICT_ARG, a, b);
		c->arg = i;
		c->how = how;
		return;
	}
}

/* "arg0", "arg0_": the name of an argument that the source gave none */
static bool is_made_up(const char *name)
{
	size_t digits;

	if (strncmp(name, "arg", 3))
		return false;
	name += 3;
	digits = strspn(name, "0123456789");
	return digits && !name[digits + strspn(name + digits, "_")];
}

/* The first probe whose author gave argument @i its name, or NULL. */
static struct probe *first_named(struct probe **probes, size_t count, size_t i)
{
	size_t j;

	for (j = 0; j < count; j++)
		if (probes[j]->args[i].is_named)
			return probes[j];
	return NULL;
}

/* Names that authors gave: one for each argument, and no argument another's. */
static void check_given_names(struct probe_merge *merge, struct probe **probes,
			      size_t count)
{
	struct probe *named[SDT_MAX_ARGS];
	struct probe_conflict *c;
	size_t i, j;

	for (i = 0; i < probes[0]->nr_args; i++) {
		named[i] = first_named(probes, count, i);
		for (j = 0; named[i] && j < count; j++) {
			if (!probes[j]->args[i].is_named ||
			    !strcmp(named[i]->args[i].name,
				    probes[j]->args[i].name))
				continue;
			c = add_conflict(merge, CONFLICT_NAME, named[i],
					 probes[j]);
			c->arg = i;
			return;
		}
		for (j = 0; named[i] && j < i; j++) {
			if (!named[j] || strcmp(named[j]->args[j].name,
						named[i]->args[i].name))
				continue;
			c = add_conflict(merge, CONFLICT_NAME_TWICE, named[j],
					 named[i]);
			c->arg = j;
			c->other_arg = i;
			return;
		}
	}
}

/* Is it one of @nr names, of which some may not be known yet? */
static bool is_taken(const char *const *names, size_t nr, const char *name)
{
	size_t i;

	for (i = 0; i < nr; i++)
		if (names[i] && !strcmp(names[i], name))
			return true;
	return false;
}

/*
 * The name of argument @i for probes whose authors gave it none: the first, in the
 * order of their places, that comes from the source and that no other argument
 * bears.
 */
static const char *pick_name(struct probe **probes, size_t count,
			     const char *const *names, size_t i)
{
	static const char *const made_up[SDT_MAX_ARGS] = {
		"arg0", "arg1", "arg2", "arg3", "arg4", "arg5", "arg6", "arg7",
		"arg8", "arg9", "arg10", "arg11", "arg12", "arg13", "arg14",
		"arg15",
	};
	const char *name;
	size_t j;

	for (j = 0; j < count; j++) {
		name = probes[j]->args[i].name;
		if (!is_made_up(name) &&
		    !is_taken(names, probes[0]->nr_args, name))
			return name;
	}
	for (j = i; is_taken(names, probes[0]->nr_args, made_up[j]);)
		j = (j + 1) % SDT_MAX_ARGS;
	return made_up[j];
}

static bool same_names(const struct probe *a, const struct probe *b)
{
	size_t i;

	for (i = 0; i < a->nr_args; i++)
		if (strcmp(a->args[i].name, b->args[i].name))
			return false;
	return true;
}

/* The arguments of @probe under other names, which the merge keeps. */
static const struct probe_arg *rename_args(struct probe_merge *merge,
					   const struct probe *probe,
					   const char *const *names)
{
	struct probe_arg *args = xcalloc(probe->nr_args, sizeof(*args));
	size_t i;

	memcpy(args, probe->args, probe->nr_args * sizeof(*args));
	for (i = 0; i < probe->nr_args; i++)
		args[i].name = names[i];
	merge->renamed = xroom_for_one(merge->renamed, merge->nr_renamed,
				       sizeof(*merge->renamed));
	merge->renamed[merge->nr_renamed++] = args;
	return args;
}

/* Give probes that agree in their types the same field names. */
static void share_names(struct probe_merge *merge, struct probe **probes,
			size_t count)
{
	const char *names[SDT_MAX_ARGS] = { NULL };
	struct probe *named;
	size_t i;

	for (i = 1; i < count && same_names(probes[0], probes[i]); i++)
		;
	if (i >= count)
		return;
	for (i = 0; i < probes[0]->nr_args; i++) {
		named = first_named(probes, count, i);
		if (named)
			names[i] = named->args[i].name;
	}
	for (i = 0; i < probes[0]->nr_args; i++)
		if (!names[i])
			names[i] = pick_name(probes, count, names, i);
	for (i = 0; i < count; i++)
		probes[i]->args = rename_args(merge, probes[i], names);
}

/* All entries of one provider and name, the real probes before the others. */
static void check_event(struct probe_merge *merge, struct probe **entries,
			size_t count)
{
	size_t i, before = merge->nr_conflicts, probes = 0;

	while (probes < count && !is_enabled_entry(entries[probes]))
		probes++;
	for (i = 1; i < probes; i++)
		check_args_agree(merge, entries[0], entries[i]);
	if (probes && merge->nr_conflicts == before)
		check_given_names(merge, entries, probes);
	if (merge->nr_conflicts == before)
		share_names(merge, entries, probes);
	for (i = 0; i < count && !probes; i++)
		add_conflict(merge, CONFLICT_NO_PROBE, entries[i], NULL);
}

static void check_events(struct probe_merge *merge)
{
	size_t start, end;

	qsort(merge->entries, merge->nr_entries, sizeof(*merge->entries),
	      by_event);
	for (start = 0; start < merge->nr_entries; start = end) {
		for (end = start + 1; end < merge->nr_entries; end++)
			if (compare_event(merge->entries[start],
					  merge->entries[end]))
				break;
		check_event(merge, merge->entries + start, end - start);
	}
}

/* A probe and the event that it becomes. */
struct named_event {
	char *name;
	const struct probe *probe;
};

static int by_event_name(const void *x, const void *y)
{
	const struct named_event *a = x, *b = y;
	int c = strcmp(a->name, b->name);

	if (!c)
		c = compare_event(a->probe, b->probe);
	return c ? c : (a->probe > b->probe) - (a->probe < b->probe);
}

static void group_probes(struct probe_merge *merge)
{
	struct probe *last = NULL;
	size_t i;

	qsort(merge->entries, merge->nr_entries, sizeof(*merge->entries),
	      by_probe);
	merge->probes = xcalloc(merge->nr_entries, sizeof(*merge->probes));
	for (i = 0; i < merge->nr_entries; i++) {
		const struct probe *entry = merge->entries[i];

		merge->nr_sites += entry->nr_sites;
		if (is_enabled_entry(entry))
			continue;
		if (last && !probe_compare_names(last, entry)) {
			/* a sum beyond 32 bits shows in merge->nr_sites */
			last->nr_sites += entry->nr_sites;
			continue;
		}
		last = &merge->probes[merge->nr_probes++];
		*last = *entry;
	}
}

static void check_event_name(struct probe_merge *merge,
			     const struct probe *probe)
{
	char *problem = client_event_problem(probe);

	if (problem)
		add_conflict(merge, CONFLICT_BAD_EVENT, probe, NULL);
	free(problem);
}

/*
 * A probe's name must be one that an event can have, and probes of different
 * providers and names may not become one event.
 */
static void check_event_names(struct probe_merge *merge)
{
	struct named_event *events = xcalloc(merge->nr_probes, sizeof(*events));
	const struct named_event *first = events;
	size_t i;

	for (i = 0; i < merge->nr_probes; i++) {
		events[i].probe = &merge->probes[i];
		events[i].name = client_event(events[i].probe);
		check_event_name(merge, events[i].probe);
	}
	qsort(events, merge->nr_probes, sizeof(*events), by_event_name);
	for (i = 1; i < merge->nr_probes; i++) {
		if (strcmp(first->name, events[i].name))
			first = &events[i];
		else if (compare_event(events[i - 1].probe, events[i].probe))
			add_conflict(merge, CONFLICT_EVENT, first->probe,
				     events[i].probe);
	}
	for (i = 0; i < merge->nr_probes; i++)
		free(events[i].name);
	free(events);
}

static int by_event_only(const void *x, const void *y)
{
	return compare_event(*(const struct probe **)x,
			     *(const struct probe **)y);
}

/*
 * An __sdt_enabled symbol stands at the first probe, in the table's order, of
 * its provider and name.
 */
static void mark_enabled(struct probe_merge *merge)
{
	const struct probe **asked = xcalloc(merge->nr_entries, sizeof(*asked));
	bool *answered = xcalloc(merge->nr_entries, sizeof(*answered));
	const struct probe **found;
	size_t i, n = 0, distinct = 0;

	for (i = 0; i < merge->nr_entries; i++)
		if (is_enabled_entry(merge->entries[i]))
			asked[n++] = merge->entries[i];
	qsort(asked, n, sizeof(*asked), by_event_only);
	for (i = 0; i < n; i++)
		if (!i || compare_event(asked[distinct - 1], asked[i]))
			asked[distinct++] = asked[i];

	merge->enabled = xcalloc(merge->nr_probes, sizeof(*merge->enabled));
	for (i = 0; i < merge->nr_probes; i++) {
		const struct probe *probe = &merge->probes[i];

		found = bsearch(&probe, asked, distinct, sizeof(*asked),
				by_event_only);
		if (!found || answered[found - asked])
			continue;
		answered[found - asked] = true;
		merge->enabled[i] = true;
	}
	free(answered);
	free(asked);
}

static int by_provider(const void *x, const void *y)
{
	const struct probe_provider *a = x, *b = y;

	return strcmp(a->name, b->name);
}

/* The providers of all tables, each once, in the order of the module's table. */
static void join_providers(struct probe_merge *merge)
{
	struct probe_provider *last = NULL;
	size_t i;

	merge->providers = xcalloc(merge->nr_added, sizeof(*merge->providers));
	if (merge->nr_added)
		qsort(merge->added, merge->nr_added, sizeof(*merge->added),
		      by_provider);
	for (i = 0; i < merge->nr_added; i++) {
		if (last && !by_provider(last, &merge->added[i])) {
			last->flags |= merge->added[i].flags;
			continue;
		}
		last = &merge->providers[merge->nr_providers++];
		*last = merge->added[i];
	}
}

size_t probe_merge_provider(const struct probe_merge *merge, const char *name)
{
	const struct probe_provider key = { .name = name };
	const struct probe_provider *found;

	found = bsearch(&key, merge->providers, merge->nr_providers,
			sizeof(key), by_provider);
	return found - merge->providers;
}

void probe_merge_add(struct probe_merge *merge, struct probe_table *table)
{
	size_t i, need = merge->nr_entries + table->nr_probes;

	for (i = 0; i < table->nr_providers; i++) {
		merge->added = xroom_for_one(merge->added, merge->nr_added,
					     sizeof(*merge->added));
		merge->added[merge->nr_added++] = table->providers[i];
	}

	if (need > merge->room) {
		merge->room = need + merge->room;
		merge->entries = xreallocarray(merge->entries, merge->room,
					       sizeof(*merge->entries));
	}
	for (i = 0; i < table->nr_probes; i++)
		merge->entries[merge->nr_entries++] = &table->probes[i];
}

void probe_merge_finish(struct probe_merge *merge)
{
	if (!merge->nr_entries)
		return;
	check_events(merge);
	group_probes(merge);
	check_event_names(merge);
	mark_enabled(merge);
	join_providers(merge);
}

void probe_merge_free(struct probe_merge *merge)
{
	size_t i;

	for (i = 0; i < merge->nr_renamed; i++)
		free(merge->renamed[i]);
	free(merge->renamed);
	free(merge->added);
	free(merge->providers);
	free(merge->entries);
	free(merge->probes);
	free(merge->enabled);
	free(merge->conflicts);
	memset(merge, 0, sizeof(*merge));
}
