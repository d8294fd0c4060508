// SPDX-License-Identifier: GPL-2.0-only
/*
 * merge.c - merge the tables of a module's objects into one
 *
 * The entries are sorted twice.  Sorted by event (provider, name, perhaps function, then
 * definitions before sites, then place in the source), entries that must agree are side
 * by side, wherever they were written.  Sorted by probe (provider, function, name, then
 * place), entries of the same probe are.
 *
 * Serves "sdtinfo link", and "sdtinfo verify", which checks a module's table with
 * the same rules.  Knows neither ELF nor files, and prints nothing.
 */
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "link.h"

/* What an entry of a table is, in the order in which an event's entries are sorted */
enum entry { DEFINITION, DECLARATION, SITE, ENABLED, ANY };

static enum entry entry_of(const struct probe *probe)
{
	return probe->flags & SDT_PROBE_IS_DEFINITION ? DEFINITION :
	       probe->flags & SDT_PROBE_IS_DECLARATION ? DECLARATION :
	       probe->flags & SDT_PROBE_IS_ENABLED ? ENABLED :
	       probe->flags & SDT_PROBE_IS_ANY ? ANY : SITE;
}

static bool is_use(const struct probe *probe)
{
	return probe->flags & SDT_PROBE_IS_USE;
}

/* Entries of the same place may differ: a line can have two probes. */
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
		if (!c)
			c = strcmp(a->args[i].type, b->args[i].type);
	}
	for (i = 0; i < a->nr_xlated && i < b->nr_xlated && !c; i++) {
		c = strcmp(a->xlated[i].type, b->xlated[i].type);
		if (!c)
			c = strcmp(a->xlated[i].name, b->xlated[i].name);
	}
	if (!c)
		c = a->nr_args - b->nr_args;
	if (!c)
		c = a->nr_xlated - b->nr_xlated;
	return c ? c : a->flags - b->flags;
}

/* By event; definitions, sites and is-enabled entries; then by place. */
static int entries_by_event(const void *x, const void *y)
{
	const struct probe *a = *(const struct probe **)x;
	const struct probe *b = *(const struct probe **)y;
	int c = probe_compare_events(a, b);

	if (!c)
		c = (int)entry_of(a) - (int)entry_of(b);
	if (!c)
		c = probe_compare_places(a, b);
	if (!c)
		c = strcmp(a->function, b->function);
	return c ? c : compare_words(a, b);
}

static int entries_by_probe(const void *x, const void *y)
{
	const struct probe *a = *(const struct probe **)x;
	const struct probe *b = *(const struct probe **)y;
	int c = probe_compare_names(a, b);

	if (!c)
		c = probe_compare_places(a, b);
	return c ? c : compare_words(a, b);
}

static void add_conflict(struct probe_merge *merge, struct probe_conflict conflict)
{
	merge->conflicts = xroom_for_one(merge->conflicts, merge->nr_conflicts,
					 sizeof(*merge->conflicts));
	merge->conflicts[merge->nr_conflicts++] = conflict;
}

/* One that is about entries, not about one of their arguments */
static void add_entry_conflict(struct probe_merge *merge, enum conflict_kind kind,
			       const struct probe *first, const struct probe *second)
{
	add_conflict(merge, (struct probe_conflict){ kind, .first = first, .second = second });
}

static void check_args_agree(struct probe_merge *merge, const struct probe *a,
			     const struct probe *b)
{
	struct probe_conflict c = { CONFLICT_ARG, .first = a, .second = b };

	if (a->nr_args != b->nr_args) {
		add_entry_conflict(merge, CONFLICT_COUNT, a, b);
		return;
	}
	for (; c.arg < a->nr_args; c.arg++) {
		c.how = probe_compare_args(&a->args[c.arg], &b->args[c.arg]);
		if (c.how == ARG_SAME)
			continue;
		add_conflict(merge, c);
		return;
	}
}

const char *given_name(const struct probe *probe, unsigned int i, bool is_xlated)
{
	if (is_xlated)
		return i < probe->nr_xlated && *probe->xlated[i].name ?
		       probe->xlated[i].name : NULL;
	return probe->args[i].is_named ? probe->args[i].name : NULL;
}

/*
 * Authors must give each of @nr arguments one name only, and no two the same.
 *
 * Sets @names to the names that they gave, else NULL.
 */
static void check_given_names(struct probe_merge *merge, struct probe **members,
			      size_t count, unsigned int nr, bool is_xlated,
			      const char **names)
{
	const struct probe *by[SDT_MAX_ARGS] = { NULL };
	unsigned int i, k;
	const char *name;
	size_t j;

	memset(names, 0, nr * sizeof(*names));
	for (i = 0; i < nr; i++) {
		for (j = 0; j < count; j++) {
			name = given_name(members[j], i, is_xlated);
			if (!names[i] && name) {
				names[i] = name;
				by[i] = members[j];
			} else if (name && strcmp(names[i], name)) {
				add_conflict(merge, (struct probe_conflict){
					CONFLICT_NAME, by[i], members[j], .arg = i,
					.is_xlated = is_xlated });
				return;
			}
		}
		for (k = 0; k < i; k++) {
			if (!names[i] || !names[k] || strcmp(names[i], names[k]))
				continue;
			add_conflict(merge, (struct probe_conflict){
				CONFLICT_NAME_TWICE, by[k], by[i], .arg = k, .other_arg = i,
				.is_xlated = is_xlated });
			return;
		}
	}
}

/* Arguments of @probe that can be changed, and are no other's */
static struct probe_arg *own_args(struct probe_merge *merge, struct probe *probe)
{
	struct probe_arg *args = merge_keep(merge, xcalloc(probe->nr_args, sizeof(*args)));

	probe->args = memcpy(args, probe->args, probe->nr_args * sizeof(*args));
	return args;
}

/*
 * The name of argument @i for probes whose authors gave it none: the first, in the order
 * of their places, that comes from the source and that no other argument has.
 */
static const char *pick_name(struct probe_merge *merge, struct probe **probes, size_t count,
			     const char *const *names, size_t i)
{
	const unsigned int nr = probes[0]->nr_args;
	const char *name;
	char *number;
	size_t j;

	for (j = 0; j < count; j++) {
		name = probes[j]->args[i].name;
		if (*name && !sdt_is_number_name(name) && !sdt_is_one_of(names, nr, name))
			return name;
	}
	number = merge_keep(merge, xcalloc(1, SDT_FIELD_NAME_SIZE));
	sdt_number_name(number, i, names, nr);
	return number;
}

static bool same_names(const struct probe *a, const struct probe *b)
{
	size_t i;

	for (i = 0; i < a->nr_args; i++)
		if (strcmp(a->args[i].name, b->args[i].name))
			return false;
	return true;
}

/* Give probes that agree in their types the same field names: @names, or some where NULL. */
static void share_names(struct probe_merge *merge, struct probe **probes,
			size_t count, const char **names)
{
	struct probe_arg *args;
	size_t i, j;

	for (i = 1; i < count && same_names(probes[0], probes[i]); i++)
		;
	if (i >= count)
		return;
	for (i = 0; i < probes[0]->nr_args; i++)
		if (!names[i])
			names[i] = pick_name(merge, probes, count, names, i);
	for (i = 0; i < count; i++) {
		args = own_args(merge, probes[i]);
		for (j = 0; j < probes[i]->nr_args; j++)
			args[j].name = names[j];
	}
}

/*
 * Views
 */

/* Does an entry say how its arguments are to be translated? */
static bool has_view(const struct probe *probe)
{
	return probe->flags & SDT_PROBE_TRANSLATED;
}

/* "bufinfo_t*" is "bufinfo_t *". */
static bool same_but_blanks(const char *a, const char *b)
{
	for (;; a++, b++) {
		a += strspn(a, " \t\n");
		b += strspn(b, " \t\n");
		if (*a != *b || !*a)
			return *a == *b;
	}
}

/* Is it the same view, except for the names?  A definition may leave a type to its sites. */
static bool same_view(const struct probe_merge *merge, const struct probe *a,
		      const struct probe *b)
{
	unsigned int i;

	if (has_view(a) != has_view(b) || a->nr_xlated != b->nr_xlated)
		return false;
	for (i = 0; i < a->nr_xlated; i++) {
		const char *x = a->xlated[i].type, *y = b->xlated[i].type;

		if (a->xlated[i].arg != b->xlated[i].arg ||
		    (merge->exact ? strcmp(x, y) :
				    *x && *y && !same_but_blanks(x, y)))
			return false;
	}
	return true;
}

/* Does @probe have the view of @ref, or none of its own? */
static bool view_agrees(const struct probe_merge *merge,
			const struct probe *ref, const struct probe *probe)
{
	if (!has_view(probe) && (is_use(probe) || (entry_of(ref) == DEFINITION &&
						   has_view(ref))))
		return true;
	return same_view(merge, ref, probe);
}

/*
 * Name the arguments of a view that have no name: the first that is made from a native one
 * has its name, the others NAME_1, NAME_2.
 */
static void name_xlated(struct probe_merge *merge, struct probe_xlated *xlated,
			const struct probe *probe)
{
	unsigned int i, j, number[SDT_MAX_ARGS] = { 0 };
	const char *names[SDT_MAX_ARGS];
	bool seen[SDT_MAX_ARGS] = { false };

	for (i = 0; i < probe->nr_xlated; i++) {
		const unsigned int arg = xlated[i].arg;
		const char *native = probe->args[arg].name;
		char *name = NULL;

		if (*xlated[i].name)
			continue;
		for (j = 0; j < probe->nr_xlated; j++)
			names[j] = xlated[j].name;
		if (!seen[arg])
			name = xasprintf("%s", native);
		seen[arg] = true;
		if (strlen(native) > SDT_MAX_NAME - strlen("_16"))
			native = "arg";	/* there is no room for a number */
		while (!name || sdt_is_one_of(names, probe->nr_xlated, name)) {
			free(name);
			name = xasprintf("%s_%u", native, ++number[arg]);
		}
		xlated[i].name = merge_keep(merge, name);
	}
}

/*
 * Give all sites the view of the definition, or else of the first site, except those of
 * SDT_PROBEn(), which have none.
 */
static void share_view(struct probe_merge *merge, struct probe **members, size_t count)
{
	const size_t before = merge->nr_conflicts;
	const char *names[SDT_MAX_ARGS];
	struct probe *ref = members[0];
	struct probe_xlated *xlated;
	size_t i;

	for (i = 0; i < count && is_use(ref); i++)
		if (!is_use(members[i]) || has_view(members[i]))
			ref = members[i];
	for (i = 0; i < count; i++)
		if (members[i] != ref && !view_agrees(merge, ref, members[i]))
			add_entry_conflict(merge, CONFLICT_VIEW, ref, members[i]);
	if (merge->nr_conflicts > before || !has_view(ref))
		return;
	check_given_names(merge, members, count, ref->nr_xlated, true, names);
	if (merge->nr_conflicts > before)
		return;
	xlated = merge_keep(merge, xcalloc(ref->nr_xlated, sizeof(*xlated)));
	for (i = 0; i < ref->nr_xlated; i++) {
		xlated[i] = ref->xlated[i];
		xlated[i].name = names[i] ? names[i] : "";
		if (!*xlated[i].type)	/* left to the sites; the last member is one */
			xlated[i].type =
				members[count - 1]->args[xlated[i].arg].type;
	}
	name_xlated(merge, xlated, ref);
	for (i = 0; i < count; i++) {
		members[i]->xlated = xlated;
		members[i]->nr_xlated = ref->nr_xlated;
		members[i]->flags |= SDT_PROBE_TRANSLATED;
	}
}

/*
 * Events
 */

/* The entries of one event, in their order */
struct event {
	struct probe **entries;
	size_t nr_definitions;
	struct probe *definition;	/* the first, or NULL */
	struct probe *typed;		/* the same if it says what arguments there are */
	const struct probe *declaration; /* the first, or NULL */
	const struct probe *use;	/* the first that needs a definition, or NULL */
	struct probe **sites;
	size_t nr_sites;
	struct probe **askers;	/* is-enabled entries */
	size_t nr_askers;
};

static struct event event_of(struct probe **entries, size_t count)
{
	struct event event = { .entries = entries };
	size_t i;

	for (i = 0; i < count; i++) {
		if (!event.use && is_use(entries[i]))
			event.use = entries[i];
		switch (entry_of(entries[i])) {
		case DEFINITION:
			if (!event.nr_definitions++)
				event.definition = entries[i];
			break;
		case DECLARATION:
			if (!event.declaration)
				event.declaration = entries[i];
			break;
		case SITE:
			if (!event.nr_sites++)
				event.sites = &entries[i];
			break;
		case ENABLED:
			if (!event.nr_askers++)
				event.askers = &entries[i];
			break;
		case ANY:
			break;
		}
	}
	if (event.definition && !(event.definition->flags & SDT_PROBE_IS_UNTYPED))
		event.typed = event.definition;
	return event;
}

static void check_definitions(struct probe_merge *merge, const struct event *event)
{
	size_t i;

	for (i = 1; i < event->nr_definitions; i++)
		add_entry_conflict(merge, CONFLICT_DEFINED_TWICE, event->definition,
				   event->entries[i]);
	if (event->use && !event->definition)
		add_entry_conflict(merge, CONFLICT_UNDEFINED, event->use, event->declaration);
}

/*
 * Remember is-enabled entries whose probe has no site, and that nothing else names.  A header with a
 * TRACE_EVENT names it.
 */
static void add_unknown(struct probe_merge *merge, const struct event *event)
{
	size_t i;

	if (event->nr_sites || event->definition || event->declaration ||
	    event->entries[0]->flags & SDT_PROBE_IS_EVENT)
		return;
	for (i = 0; i < event->nr_askers; i++) {
		merge->unknown = xroom_for_one(merge->unknown, merge->nr_unknown,
					       sizeof(*merge->unknown));
		merge->unknown[merge->nr_unknown++] = event->askers[i];
	}
}

/* Is-enabled entries ask for the first probe of their event, if there is one. */
static void answer_askers(const struct event *event)
{
	const struct probe *first = event->nr_sites ? event->sites[0] : NULL;
	size_t i;

	for (i = 1; i < event->nr_sites; i++)
		if (probe_compare_names(event->sites[i], first) < 0)
			first = event->sites[i];
	for (i = 0; i < event->nr_askers; i++)
		event->askers[i]->asked = first;
}

/*
 * number_messages() leaves two messages with one name only if their authors gave it.  A definition
 * has none, but other types perhaps.
 */
static void check_messages(struct probe_merge *merge, const struct event *event)
{
	size_t i;

	if (event->definition && *event->sites[0]->message)
		add_entry_conflict(merge, CONFLICT_MESSAGE, event->sites[0], event->definition);
	for (i = 1; i < event->nr_sites; i++)
		if (strcmp(event->sites[0]->message, event->sites[i]->message))
			add_entry_conflict(merge, CONFLICT_MESSAGE, event->sites[0], event->sites[i]);
}

static void check_arg_counts(struct probe_merge *merge, const struct event *event)
{
	size_t i;

	for (i = 0; i < event->nr_sites; i++) {
		const struct probe *site = event->sites[i];

		if (event->typed && event->typed->nr_args != site->nr_args)
			add_entry_conflict(merge, CONFLICT_COUNT, site, event->typed);
		else if (!event->typed && event->sites[0]->nr_args != site->nr_args)
			add_entry_conflict(merge, CONFLICT_COUNT, event->sites[0], site);
	}
}

static void define_args(struct probe_merge *merge, const struct event *event)
{
	struct probe_arg joint[SDT_MAX_ARGS], *args, own;
	unsigned int j;
	size_t i;

	join_types(joint, event->typed, event->sites, event->nr_sites);
	for (i = 0; i < event->nr_sites; i++) {
		args = own_args(merge, event->sites[i]);
		for (j = 0; j < event->sites[i]->nr_args; j++) {
			own = args[j];
			args[j] = joint[j];
			args[j].name = own.name;
			args[j].is_named = own.is_named;
			if (!event->typed)
				args[j].declared = own.declared;
		}
	}
}

/* Can @guess be of the type that debugging information has for another site? */
static bool can_be(const struct probe_arg *guess, const struct probe_arg *known)
{
	return guess->size == known->size &&
	       probe_arg_is_pointer(guess) == probe_arg_is_pointer(known) &&
	       !((guess->flags ^ known->flags) & SDT_ARG_SIGNED) &&
	       (!strcmp(guess->type, known->type) || guess->declared == guess->type);
}

/*
 * A text alone does not say all of a type.  Debugging information of another site may: an object
 * can be compiled without, and GCC's CONFIG_DEBUG_INFO_REDUCED leaves out that of headers.
 */
static void complete_args(struct probe_merge *merge, const struct event *event, unsigned int i)
{
	const struct probe_arg *known = NULL;
	struct probe_arg *args;
	struct probe *site;
	size_t j;

	for (j = 0; j < event->nr_sites && !known; j++)
		if (i < event->sites[j]->nr_args && !event->sites[j]->args[i].is_guess)
			known = &event->sites[j]->args[i];
	for (j = 0; known && j < event->nr_sites; j++) {
		site = event->sites[j];
		if (i >= site->nr_args || !site->args[i].is_guess ||
		    !can_be(&site->args[i], known))
			continue;
		args = own_args(merge, site);
		args[i].type = known->type;
		args[i].aka = known->aka;
		args[i].kind = known->kind;
		args[i].enumerators = known->enumerators;
		args[i].nr_enumerators = known->nr_enumerators;
	}
}

/* Give sites that agree, and their definition, the same names and views. */
static void share_names_and_view(struct probe_merge *merge, const struct event *event)
{
	struct probe **members = xcalloc(event->nr_sites + 1, sizeof(*members));
	const size_t before = merge->nr_conflicts;
	const char *names[SDT_MAX_ARGS];
	size_t nr = 0;

	if (event->typed)
		members[nr++] = event->typed;
	memcpy(members + nr, event->sites, event->nr_sites * sizeof(*members));
	nr += event->nr_sites;
	check_given_names(merge, members, nr, members[0]->nr_args, false, names);
	if (merge->nr_conflicts == before)
		share_names(merge, members, nr, names);
	if (merge->nr_conflicts == before)
		share_view(merge, members, nr);
	free(members);
}

static void merge_event(struct probe_merge *merge, struct probe **entries, size_t count)
{
	const struct event event = event_of(entries, count);
	const size_t before = merge->nr_conflicts;
	size_t i;

	check_definitions(merge, &event);
	if (merge->nr_conflicts > before)
		return;
	add_unknown(merge, &event);
	answer_askers(&event);
	if (!event.nr_sites)
		return;
	check_messages(merge, &event);
	if (merge->nr_conflicts > before)
		return;
	if (event.definition) {
		check_arg_counts(merge, &event);
		if (merge->nr_conflicts == before)
			define_args(merge, &event);
	} else {
		for (i = 0; i < SDT_MAX_ARGS; i++)
			complete_args(merge, &event, i);
		for (i = 1; i < event.nr_sites; i++)
			check_args_agree(merge, event.sites[0], event.sites[i]);
	}
	if (merge->nr_conflicts == before)
		share_names_and_view(merge, &event);
}

static void merge_events(struct probe_merge *merge)
{
	size_t start, end;

	qsort(merge->entries, merge->nr_entries, sizeof(*merge->entries), entries_by_event);
	for (start = 0; start < merge->nr_entries; start = end) {
		for (end = start + 1; end < merge->nr_entries; end++)
			if (probe_compare_events(merge->entries[start],
						 merge->entries[end]))
				break;
		if (entry_of(merge->entries[start]) != ANY)
			merge_event(merge, merge->entries + start, end - start);
	}
}

static int by_event_name(const void *x, const void *y)
{
	const struct probe *a = *(const struct probe **)x;
	const struct probe *b = *(const struct probe **)y;
	int c = strcmp(a->event, b->event);

	if (!c)
		c = probe_compare_events(a, b);
	return c ? c : (a > b) - (a < b);
}

static void group_probes(struct probe_merge *merge)
{
	struct probe *last = NULL;
	size_t i;

	qsort(merge->entries, merge->nr_entries, sizeof(*merge->entries), entries_by_probe);
	merge->probes = xcalloc(merge->nr_entries, sizeof(*merge->probes));
	for (i = 0; i < merge->nr_entries; i++) {
		const struct probe *entry = merge->entries[i];

		if (entry_of(entry) != SITE)
			continue;
		if (last && !probe_compare_names(last, entry)) {
			if (probe_compare_events(last, entry))
				add_entry_conflict(merge, CONFLICT_QUALIFIED, last, entry);
			continue;
		}
		last = &merge->probes[merge->nr_probes++];
		*last = *entry;
		last->flags &= SDT_PROBE_FLAGS;
	}
}

static void name_event(struct probe_merge *merge, struct probe *probe)
{
	if (merge->exact)
		return;
	probe->event = merge_keep(merge, probe_event_name(probe, merge->module, '_'));
	probe->dtrace_event = merge_keep(merge, probe_event_name(probe, merge->module, '-'));
}

static void check_event_name(struct probe_merge *merge, const struct probe *probe)
{
	const struct sdt_names names = probe_rule_names(probe, merge->module);
	char why[SDT_WHY_SIZE];

	if (!sdt_event_ok(&names, why, sizeof(why)))
		add_entry_conflict(merge, CONFLICT_BAD_EVENT, probe, NULL);
}

/*
 * A probe's name must be one that an event can have, and probes of different
 * providers and names may not become one event.
 */
static void check_event_names(struct probe_merge *merge)
{
	const struct probe **events = xcalloc(merge->nr_probes, sizeof(*events));
	const struct probe **first = events;
	size_t i;

	for (i = 0; i < merge->nr_probes; i++) {
		events[i] = &merge->probes[i];
		name_event(merge, &merge->probes[i]);
		check_event_name(merge, events[i]);
	}
	qsort(events, merge->nr_probes, sizeof(*events), by_event_name);
	for (i = 1; i < merge->nr_probes; i++) {
		if (strcmp((*first)->event, events[i]->event))
			first = &events[i];
		else if (probe_compare_events(events[i - 1], events[i]))
			add_entry_conflict(merge, CONFLICT_EVENT, *first, events[i]);
	}
	free(events);
}

static int probes_by_names(const void *x, const void *y)
{
	return probe_compare_names(x, y);
}

/*
 * Symbols
 */

/* What a site record has above its place, if a symbol stands for both */
static uint32_t line_of(const struct probe *entry)
{
	return entry->line | (entry->flags & SDT_PROBE_IS_ENABLED ? SDT_SITE_IS_ENABLED : 0) |
	       (entry->flags & SDT_PROBE_IS_ANY ? SDT_SITE_IS_ENABLED | SDT_SITE_IS_ANY : 0);
}

/*
 * @entry, or the is-enabled entry, refers to the probe that has the names of @of, or to none if
 * that is NULL.  Frees @name, which is the symbol's unless the entry has one of its own.
 */
static void add_symbol(struct probe_merge *merge, const struct probe *entry,
		       const struct probe *of, char *name)
{
	const struct probe *found = !of ? NULL :
		bsearch(of, merge->probes, merge->nr_probes, sizeof(*merge->probes),
			probes_by_names);

	merge->symbols = xroom_for_one(merge->symbols, merge->nr_symbols,
				       sizeof(*merge->symbols));
	if (entry->site) {
		free(name);
		name = xasprintf("%s", entry->site);
	} else {
		name = probe_file_symbol(name, entry->file);
	}
	merge->symbols[merge->nr_symbols++] = (struct probe_symbol){
		.name = name,
		.probe = found ? found - merge->probes : NO_PROBE,
		.file = entry->file,
		.line = entry->site ? line_of(entry) : 0,
	};
}

static int symbols_by_probe(const void *x, const void *y)
{
	const struct probe_symbol *a = x, *b = y;
	int c = (a->probe > b->probe) - (a->probe < b->probe);

	if (!c)
		c = strcmp(a->file, b->file);
	return c ? c : strcmp(a->name, b->name);
}

/* The number of a symbol's probe and file; @last is that of the symbol before, or NULL. */
static uint32_t find_place(struct probe_merge *merge, const struct probe_symbol *symbol,
			   const struct probe_symbol *last)
{
	if (symbol->probe == NO_PROBE)
		return SDT_NO_PLACE;
	if (!strcmp(symbol->file, merge->probes[symbol->probe].file))
		return symbol->probe;
	if (last && last->probe == symbol->probe && !strcmp(last->file, symbol->file))
		return last->place;
	merge->places = xroom_for_one(merge->places, merge->nr_places,
				      sizeof(*merge->places));
	merge->places[merge->nr_places] = (struct probe_place){
		.probe = symbol->probe,
		.file = symbol->file,
	};
	return merge->nr_probes + merge->nr_places++;
}

static int symbols_by_name(const void *x, const void *y)
{
	const struct probe_symbol *a = x, *b = y;

	return strcmp(a->name, b->name);
}

/*
 * A mark has a number from where the macro was expanded.  If that was in an argument of
 * another macro, this can have copied it; and if the copies are in different functions, they
 * are different probes, but have one symbol.
 */
static void check_copies(struct probe_merge *merge)
{
	const struct probe_symbol *symbols = merge->symbols;
	size_t i;

	for (i = 1; i < merge->nr_symbols; i++)
		if (symbols[i].line && !symbols_by_name(&symbols[i - 1], &symbols[i]))
			add_entry_conflict(merge, CONFLICT_COPIED,
					   &merge->probes[symbols[i - 1].probe],
					   &merge->probes[symbols[i].probe]);
}

/*
 * What the sites refer to, each once.  An is-enabled site refers to the first probe of its
 * event, SDT_PROBES_ENABLED() to the first one of the table, which is enabled with any.
 */
static void make_symbols(struct probe_merge *merge)
{
	struct probe_symbol *last = NULL;
	size_t i, nr = 0;

	if (merge->nr_conflicts)
		return;
	for (i = 0; i < merge->nr_entries; i++) {
		const struct probe *entry = merge->entries[i];

		if (entry_of(entry) == SITE)
			add_symbol(merge, entry, entry, probe_symbol(entry));
		else if (entry_of(entry) == ENABLED)
			add_symbol(merge, entry, entry->asked, probe_enabled_symbol(entry));
		else if (entry_of(entry) == ANY)
			add_symbol(merge, entry, merge->nr_probes ? merge->probes : NULL,
				   xasprintf(SDT_ANY_ENABLED_SYMBOL));
	}
	if (merge->nr_symbols)
		qsort(merge->symbols, merge->nr_symbols, sizeof(*merge->symbols),
		      symbols_by_probe);
	for (i = 0; i < merge->nr_symbols; i++) {
		struct probe_symbol *symbol = &merge->symbols[i];

		if (last && !symbols_by_probe(last, symbol)) {
			free(symbol->name);
			continue;
		}
		symbol->place = find_place(merge, symbol, last);
		last = &merge->symbols[nr++];
		*last = *symbol;
	}
	merge->nr_symbols = merge->nr_defined = nr;
	if (nr)
		qsort(merge->symbols, nr, sizeof(*merge->symbols), symbols_by_name);
	check_copies(merge);
}

bool probe_merge_site(struct probe_merge *merge, const char *symbol, bool is_dead)
{
	const struct probe_symbol key = { .name = (char *)symbol };
	const struct probe_symbol *found = NULL;

	if (merge->nr_defined)
		found = bsearch(&key, merge->symbols, merge->nr_defined, sizeof(key),
				symbols_by_name);
	if (found) {
		merge->nr_sites += !is_dead && found->place != SDT_NO_PLACE;
		return true;
	}
	if (!is_dead)
		return false;
	merge->symbols = xroom_for_one(merge->symbols, merge->nr_symbols,
				       sizeof(*merge->symbols));
	merge->symbols[merge->nr_symbols++] = (struct probe_symbol){
		.name = xasprintf("%s", symbol),
		.probe = NO_PROBE,
		.place = SDT_NO_PLACE,
	};
	return true;
}

static int providers_by_name(const void *x, const void *y)
{
	const struct probe_provider *a = x, *b = y;

	return strcmp(a->name, b->name);
}

/* The providers that have a probe or are defined in the module, in the table's order */
static void join_providers(struct probe_merge *merge)
{
	const struct probe *probe = merge->probes, *end = probe + merge->nr_probes;
	bool has_probe;
	size_t i, next;

	merge->providers = xcalloc(merge->nr_added, sizeof(*merge->providers));
	if (merge->nr_added)
		qsort(merge->added, merge->nr_added, sizeof(*merge->added),
		      providers_by_name);
	for (i = 0; i < merge->nr_added; i = next) {
		struct probe_provider provider = merge->added[i];

		for (next = i; next < merge->nr_added &&
		     !providers_by_name(&provider, &merge->added[next]); next++)
			provider.flags |= merge->added[next].flags;
		has_probe = probe < end && !strcmp(probe->provider, provider.name);
		while (probe < end && !strcmp(probe->provider, provider.name))
			probe++;
		provider.flags &= SDT_PROVIDER_FLAGS;
		if (has_probe || (provider.flags & SDT_PROVIDER_DEFINED))
			merge->providers[merge->nr_providers++] = provider;
	}
}

void probe_merge_add(struct probe_merge *merge, struct probe_table *table)
{
	size_t i;

	for (i = 0; i < table->nr_providers; i++) {
		merge->added = xroom_for_one(merge->added, merge->nr_added,
					     sizeof(*merge->added));
		merge->added[merge->nr_added++] = table->providers[i];
	}
	for (i = 0; i < table->nr_probes; i++) {
		merge->entries = xroom_for_one(merge->entries, merge->nr_entries,
					       sizeof(*merge->entries));
		merge->entries[merge->nr_entries++] = &table->probes[i];
	}
}

/* Do the arguments of @probe have the trust that its provider has (DTRACE_PROVIDER_TRUSTED)? */
static bool is_of_trusted(const struct probe_merge *merge, const struct probe *probe)
{
	size_t i;

	for (i = 0; i < merge->nr_added; i++)
		if (merge->added[i].flags & SDT_PROVIDER_TRUSTED &&
		    !strcmp(merge->added[i].name, probe->provider))
			return true;
	return false;
}

static void trust_providers(struct probe_merge *merge)
{
	struct probe_arg *args;
	unsigned int i;
	size_t j;

	for (j = 0; j < merge->nr_entries; j++) {
		if (!is_of_trusted(merge, merge->entries[j]))
			continue;
		args = own_args(merge, merge->entries[j]);
		for (i = 0; i < merge->entries[j]->nr_args; i++)
			if (args[i].is_struct &&
			    sdt_can_be_trusted(args[i].kind, args[i].flags))
				args[i].flags |= SDT_ARG_TRUSTED;
	}
}

void probe_merge_finish(struct probe_merge *merge)
{
	if (!merge->nr_entries)
		return;
	if (!merge->exact) {
		trust_providers(merge);
		number_messages(merge);
	}
	merge_events(merge);
	group_probes(merge);
	check_event_names(merge);
	join_providers(merge);
	if (!merge->exact)
		make_symbols(merge);
}

void probe_merge_free(struct probe_merge *merge)
{
	size_t i;

	for (i = 0; i < merge->nr_kept; i++)
		free(merge->kept[i]);
	free(merge->kept);
	free(merge->added);
	free(merge->providers);
	free(merge->entries);
	free(merge->probes);
	for (i = 0; i < merge->nr_symbols; i++)
		free(merge->symbols[i].name);
	free(merge->symbols);
	free(merge->places);
	free(merge->unknown);
	free(merge->conflicts);
	memset(merge, 0, sizeof(*merge));
}
