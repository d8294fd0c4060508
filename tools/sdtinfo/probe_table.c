/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * probe_table.c - probe tables as sdt_abi.h lays them out
 *
 * Three parts: checking and decoding a table that somebody else wrote, merging
 * the tables of a module's objects, and the strings of a new table.  Serves
 * the verbs.  Knows neither ELF nor files, and prints nothing.
 *
 * A table is not believed before it is checked: every count and offset in it
 * may be anything.  All sums are done in 64 bits from 32-bit fields.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "probe_table.h"

/*
 * Checking and decoding
 */

struct reader {
	const unsigned char *bytes;
	struct sdt_table head;
	const unsigned char *probes;
	const unsigned char *places;	/* NULL in a module's table */
	const unsigned char *args;
	const unsigned char *enumerators;
	const char *strings;
	struct problem *problem;
};

static int refuse(struct problem *problem, const char *format, ...)
	SDTINFO_PRINTF(2, 3);

static int refuse(struct problem *problem, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	vsnprintf(problem->text, sizeof(problem->text), format, ap);
	va_end(ap);
	return -1;
}

static const char *kind_name(unsigned int kind)
{
	return kind == SDT_TABLE_OBJECT ? "an object's" :
	       kind == SDT_TABLE_MODULE ? "a module's" : "an unknown kind of";
}

static int read_head(struct reader *r, size_t size, enum sdt_table_kind kind)
{
	struct sdt_table *head = &r->head;
	uint64_t sum, places;
	uint32_t magic;

	if (size < sizeof(*head))
		return refuse(r->problem, "probe table cut off after %zu bytes",
			      size);
	memcpy(head, r->bytes, sizeof(*head));
	if (head->magic != SDT_TABLE_MAGIC)
		return refuse(r->problem, "no probe table where one should begin");
	if (head->version != SDT_ABI_VERSION)
		return refuse(r->problem,
			      "probe table has ABI version %u, this sdtinfo knows version %u only: build both with the same SDT",
			      head->version, SDT_ABI_VERSION);
	if (head->kind != kind)
		return refuse(r->problem, "%s probe table where %s should be",
			      kind_name(head->kind), kind_name(kind));
	if (head->size > size)
		return refuse(r->problem,
			      "probe table of %u bytes cut off after %zu",
			      head->size, size);
	places = kind == SDT_TABLE_OBJECT ?
		 (uint64_t)head->nr_probes * sizeof(struct sdt_table_place) : 0;
	sum = sizeof(*head) + places +
	      (uint64_t)head->nr_probes * sizeof(struct sdt_table_probe) +
	      (uint64_t)head->nr_args * sizeof(struct sdt_table_arg) +
	      (uint64_t)head->nr_enumerators *
		      sizeof(struct sdt_table_enumerator) +
	      head->strings_size + sizeof(magic);
	if (sum != head->size)
		return refuse(r->problem,
			      "probe table of %u bytes whose parts need %llu",
			      head->size, (unsigned long long)sum);

	r->probes = r->bytes + sizeof(*head);
	r->args = r->probes + head->nr_probes * sizeof(struct sdt_table_probe);
	if (kind == SDT_TABLE_OBJECT)
		r->places = r->args;
	r->args += places;
	r->enumerators = r->args + head->nr_args * sizeof(struct sdt_table_arg);
	r->strings = (const char *)r->enumerators +
		     head->nr_enumerators * sizeof(struct sdt_table_enumerator);
	memcpy(&magic, r->strings + head->strings_size, sizeof(magic));
	if (magic != SDT_TABLE_MAGIC)
		return refuse(r->problem, "probe table without its end mark");
	if (!head->strings_size || head->strings_size % 4 ||
	    r->strings[0] || r->strings[head->strings_size - 1])
		return refuse(r->problem, "probe table with broken strings");
	return 0;
}

/*
 * Find a string.  All strings end inside the table, since its last byte is a
 * NUL; the limit keeps a hostile table from making us read one long string
 * again and again.
 */
static const char *string_at(const struct reader *r, uint32_t offset,
			     const char *who, size_t number, const char *what)
{
	const char *s;

	if (offset >= r->head.strings_size) {
		refuse(r->problem, "%s %zu: its %s lies outside the strings",
		       who, number, what);
		return NULL;
	}
	s = r->strings + offset;
	if (strnlen(s, PROBE_STRING_MAX) == PROBE_STRING_MAX) {
		refuse(r->problem, "%s %zu: its %s is longer than %d bytes",
		       who, number, what, PROBE_STRING_MAX);
		return NULL;
	}
	return s;
}

/* An identifier of C, extended ones included; @dash: '-' may be in it. */
static bool is_identifier(const char *s, bool dash)
{
	if (!*s || (*s >= '0' && *s <= '9'))
		return false;
	for (; *s; s++) {
		if ((*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') ||
		    (*s >= '0' && *s <= '9') || *s == '_' || *s == '$' ||
		    (unsigned char)*s >= 0x80 || (dash && *s == '-'))
			continue;
		return false;
	}
	return true;
}

static const char *identifier_at(const struct reader *r, uint32_t offset,
				 const char *who, size_t number,
				 const char *what)
{
	const char *s = string_at(r, offset, who, number, what);

	if (s && !is_identifier(s, !strcmp(who, "probe") &&
				      !strcmp(what, "name"))) {
		refuse(r->problem, "%s %zu: its %s '%.40s' is no identifier",
		       who, number, what, s);
		return NULL;
	}
	return s;
}

static int read_enumerator(const struct reader *r, size_t i,
			   struct probe_enumerator *e)
{
	struct sdt_table_enumerator raw;

	memcpy(&raw, r->enumerators + i * sizeof(raw), sizeof(raw));
	e->name = identifier_at(r, raw.name, "enumerator", i, "name");
	e->value = (uint64_t)raw.value_high << 32 | raw.value_low;
	return e->name ? 0 : -1;
}

static int read_arg(const struct reader *r, size_t i,
		    const struct probe_table *table, struct probe_arg *arg)
{
	struct sdt_table_arg raw;

	memcpy(&raw, r->args + i * sizeof(raw), sizeof(raw));
	arg->name = identifier_at(r, raw.name, "argument", i, "field name");
	if (!arg->name)
		return -1;
	arg->declared = string_at(r, raw.declared, "argument", i,
				  "declared type");
	if (!arg->declared)
		return -1;
	arg->type = string_at(r, raw.type, "argument", i, "type");
	if (!arg->type)
		return -1;
	if (!*arg->type)
		return refuse(r->problem, "argument %zu: it has no type", i);
	arg->aka = string_at(r, raw.aka, "argument", i,
			     "type without typedefs");
	if (!arg->aka)
		return -1;
	if (raw.size != 1 && raw.size != 2 && raw.size != 4 && raw.size != 8)
		return refuse(r->problem, "argument %zu: its size is %u bytes",
			      i, raw.size);
	if (raw.kind < SDT_ARG_INTEGER || raw.kind > SDT_ARG_FUNCTION)
		return refuse(r->problem, "argument %zu: unknown kind %u", i,
			      raw.kind);
	if (raw.flags & ~SDT_ARG_FLAGS)
		return refuse(r->problem, "argument %zu: unknown flags %#x", i,
			      raw.flags);
	if (raw.nr_enumerators && raw.kind != SDT_ARG_ENUM)
		return refuse(r->problem,
			      "argument %zu: no enum, but with enumerators", i);
	if ((uint64_t)raw.first_enumerator + raw.nr_enumerators >
	    r->head.nr_enumerators)
		return refuse(r->problem,
			      "argument %zu: its %u enumerators from %u lie outside the table's %u",
			      i, raw.nr_enumerators, raw.first_enumerator,
			      r->head.nr_enumerators);
	arg->enumerators = table->enumerators + raw.first_enumerator;
	arg->nr_enumerators = raw.nr_enumerators;
	arg->size = raw.size;
	arg->kind = raw.kind;
	arg->flags = raw.flags;
	return 0;
}

static int check_arg_names(const struct reader *r, size_t number,
			   const struct probe *probe)
{
	unsigned int i, j;

	for (i = 1; i < probe->nr_args; i++)
		for (j = 0; j < i; j++)
			if (!strcmp(probe->args[i].name, probe->args[j].name))
				return refuse(r->problem,
					      "probe %zu: two arguments are named '%.40s'",
					      number, probe->args[i].name);
	return 0;
}

static int read_place(const struct reader *r, size_t i, struct probe *probe)
{
	struct sdt_table_place raw;

	if (!r->places)
		return 0;
	memcpy(&raw, r->places + i * sizeof(raw), sizeof(raw));
	probe->line = raw.line;
	probe->file = string_at(r, raw.file, "probe", i, "file");
	return probe->file ? 0 : -1;
}

static int read_probe(const struct reader *r, size_t i,
		      const struct probe_table *table, struct probe *probe)
{
	struct sdt_table_probe raw;

	memcpy(&raw, r->probes + i * sizeof(raw), sizeof(raw));
	if (raw.index != i)
		return refuse(r->problem, "probe %zu: its index is %u", i,
			      raw.index);
	probe->provider = identifier_at(r, raw.provider, "probe", i,
					"provider");
	if (!probe->provider)
		return -1;
	probe->function = identifier_at(r, raw.function, "probe", i,
					"function");
	if (!probe->function)
		return -1;
	probe->name = identifier_at(r, raw.name, "probe", i, "name");
	if (!probe->name)
		return -1;
	if (read_place(r, i, probe))
		return -1;
	if (raw.nr_args > SDT_MAX_ARGS ||
	    (uint64_t)raw.first_arg + raw.nr_args > r->head.nr_args)
		return refuse(r->problem,
			      "probe %zu: its %u arguments from %u lie outside the table's %u",
			      i, raw.nr_args, raw.first_arg, r->head.nr_args);
	if ((raw.flags & ~SDT_PROBE_IS_ENABLED) ||
	    (raw.flags && r->head.kind == SDT_TABLE_MODULE))
		return refuse(r->problem, "probe %zu: unknown flags %#x", i,
			      raw.flags);
	if ((raw.flags & SDT_PROBE_IS_ENABLED) && raw.nr_args)
		return refuse(r->problem,
			      "probe %zu: an is-enabled entry with arguments",
			      i);
	probe->nr_sites = raw.nr_sites;
	probe->nr_args = raw.nr_args;
	probe->flags = raw.flags;
	probe->args = table->args + raw.first_arg;
	return check_arg_names(r, i, probe);
}

static int compare_names(const struct probe *a, const struct probe *b)
{
	int c = strcmp(a->provider, b->provider);

	if (!c)
		c = strcmp(a->function, b->function);
	return c ? c : strcmp(a->name, b->name);
}

static int read_parts(const struct reader *r, struct probe_table *table)
{
	uint64_t sites = 0;
	size_t i;

	table->module = string_at(r, r->head.module, "table", 0,
				  "module's name");
	if (!table->module)
		return -1;
	if (!*table->module != (r->head.kind == SDT_TABLE_OBJECT))
		return refuse(r->problem, "probe table %s a module's name",
			      *table->module ? "of an object with" : "without");
	for (i = 0; i < r->head.nr_enumerators; i++)
		if (read_enumerator(r, i, &table->enumerators[i]))
			return -1;
	for (i = 0; i < r->head.nr_args; i++)
		if (read_arg(r, i, table, &table->args[i]))
			return -1;
	for (i = 0; i < r->head.nr_probes; i++) {
		if (read_probe(r, i, table, &table->probes[i]))
			return -1;
		sites += table->probes[i].nr_sites;
		if (i && r->head.kind == SDT_TABLE_MODULE &&
		    compare_names(&table->probes[i - 1],
				  &table->probes[i]) >= 0)
			return refuse(r->problem,
				      "probe %zu: the probes are not sorted",
				      i);
	}
	/* In a module's table the is-enabled sites belong to no probe. */
	if (r->head.kind == SDT_TABLE_MODULE ? sites > r->head.nr_sites :
					       sites != r->head.nr_sites)
		return refuse(r->problem,
			      "probe table counts %u sites, its probes %llu",
			      r->head.nr_sites, (unsigned long long)sites);
	return 0;
}

int probe_table_read(struct probe_table *table, const void *bytes, size_t size,
		     enum sdt_table_kind kind, struct problem *problem)
{
	struct reader r = { .bytes = bytes, .problem = problem };

	memset(table, 0, sizeof(*table));
	if (read_head(&r, size, kind))
		return -1;
	table->nr_probes = r.head.nr_probes;
	table->nr_args = r.head.nr_args;
	table->nr_enumerators = r.head.nr_enumerators;
	table->nr_sites = r.head.nr_sites;
	table->size = r.head.size;
	table->probes = xcalloc(table->nr_probes, sizeof(*table->probes));
	table->args = xcalloc(table->nr_args, sizeof(*table->args));
	table->enumerators = xcalloc(table->nr_enumerators,
				     sizeof(*table->enumerators));
	if (read_parts(&r, table)) {
		probe_table_free(table);
		return -1;
	}
	return 0;
}

void probe_table_free(struct probe_table *table)
{
	free(table->probes);
	free(table->args);
	free(table->enumerators);
	memset(table, 0, sizeof(*table));
}

bool probe_same_enumerators(const struct probe_arg *a,
			    const struct probe_arg *b)
{
	unsigned int i;

	if (a->nr_enumerators != b->nr_enumerators)
		return false;
	for (i = 0; i < a->nr_enumerators; i++)
		if (a->enumerators[i].value != b->enumerators[i].value ||
		    strcmp(a->enumerators[i].name, b->enumerators[i].name))
			return false;
	return true;
}

/*
 * Names
 */

char *probe_raw_name(const char *name)
{
	char *raw = xcalloc(strlen(name) + 1, 2);
	char *to = raw;

	for (; *name; name++) {
		if (*name == '-')
			*to++ = '_';
		*to++ = *name == '-' ? '_' : *name;
	}
	return raw;
}

char *probe_symbol(const struct probe *probe)
{
	char *raw = probe_raw_name(probe->name);
	char *symbol = xasprintf(SDT_PROBE_SYMBOL "%s.%s.%s", probe->provider,
				 probe->function, raw);

	free(raw);
	return symbol;
}

char *probe_enabled_symbol(const struct probe *probe)
{
	char *raw = probe_raw_name(probe->name);
	char *symbol = xasprintf(SDT_ENABLED_SYMBOL "%s.%s", probe->provider,
				 raw);

	free(raw);
	return symbol;
}

/* As make_name() in kmod/event.c does it */
char *probe_event_name(const struct probe *probe)
{
	bool plain = !strcmp(probe->provider, SDT_DEFAULT_PROVIDER);
	char *c, *name = xasprintf("%s%s%s", plain ? "" : probe->provider,
				   plain ? "" : "_", probe->name);

	for (c = name; *c; c++)
		if (*c == '-')
			*c = '_';
	return name;
}

/*
 * Merging
 *
 * Two orders of the same entries do it all.  By event (provider, name, then
 * place in the source) everything that must agree is side by side, wherever
 * it was written; by probe (provider, function, name, then place) everything
 * that is one probe is.
 */

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
	int c = compare_names(a, b);

	if (!c)
		c = compare_place(a, b);
	return c ? c : compare_words(a, b);
}

static void add_conflict(struct probe_merge *merge, enum conflict_kind kind,
			 unsigned int arg, const struct probe *first,
			 const struct probe *second)
{
	struct probe_conflict *c;

	merge->conflicts = xroom_for_one(merge->conflicts, merge->nr_conflicts,
					 sizeof(*merge->conflicts));
	c = &merge->conflicts[merge->nr_conflicts++];
	c->kind = kind;
	c->arg = arg;
	c->first = first;
	c->second = second;
}

static void check_args_agree(struct probe_merge *merge, const struct probe *a,
			     const struct probe *b)
{
	const struct probe_arg *x = a->args, *y = b->args;
	enum conflict_kind kind;
	unsigned int i;

	if (a->nr_args != b->nr_args) {
		add_conflict(merge, CONFLICT_COUNT, 0, a, b);
		return;
	}
	for (i = 0; i < a->nr_args; i++, x++, y++) {
		if (strcmp(x->type, y->type) || strcmp(x->aka, y->aka))
			kind = CONFLICT_TYPE;
		else if (x->size != y->size)
			kind = CONFLICT_SIZE;
		else if (x->kind != y->kind)
			kind = CONFLICT_KIND;
		else if ((x->flags ^ y->flags) & SDT_ARG_SIGNED)
			kind = CONFLICT_SIGNED;
		else if (x->flags != y->flags)
			kind = CONFLICT_TARGET;
		else if (!probe_same_enumerators(x, y))
			kind = CONFLICT_ENUMERATORS;
		else
			continue;
		add_conflict(merge, kind, i, a, b);
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

/*
 * The name of argument @i for probes that disagree about it: the first, in the
 * order of their places, that comes from the source and that no argument
 * before this one bears.
 */
static const char *pick_name(struct probe **probes, size_t count,
			     const char *const *before, size_t i)
{
	static const char *const made_up[SDT_MAX_ARGS] = {
		"arg0", "arg1", "arg2", "arg3", "arg4", "arg5", "arg6", "arg7",
		"arg8", "arg9", "arg10", "arg11", "arg12", "arg13", "arg14",
		"arg15",
	};
	const char *name;
	size_t j, k;

	for (j = 0; j < count; j++) {
		name = probes[j]->args[i].name;
		if (is_made_up(name))
			continue;
		for (k = 0; k < i && strcmp(before[k], name); k++)
			;
		if (k == i)
			return name;
	}
	return made_up[i];
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
	const char *names[SDT_MAX_ARGS];
	size_t i;

	for (i = 1; i < count && same_names(probes[0], probes[i]); i++)
		;
	if (i >= count)
		return;
	for (i = 0; i < probes[0]->nr_args; i++)
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
	if (merge->nr_conflicts == before)
		share_names(merge, entries, probes);
	for (i = 0; i < count && !probes; i++)
		add_conflict(merge, CONFLICT_NO_PROBE, 0, entries[i], NULL);
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
		if (last && !compare_names(last, entry)) {
			/* a sum beyond 32 bits shows in merge->nr_sites */
			last->nr_sites += entry->nr_sites;
			continue;
		}
		last = &merge->probes[merge->nr_probes++];
		*last = *entry;
	}
}

/* Probes of different providers and names may not become one event. */
static void check_event_names(struct probe_merge *merge)
{
	struct named_event *events = xcalloc(merge->nr_probes, sizeof(*events));
	const struct named_event *first = events;
	size_t i;

	for (i = 0; i < merge->nr_probes; i++) {
		events[i].probe = &merge->probes[i];
		events[i].name = probe_event_name(events[i].probe);
	}
	qsort(events, merge->nr_probes, sizeof(*events), by_event_name);
	for (i = 1; i < merge->nr_probes; i++) {
		if (strcmp(first->name, events[i].name))
			first = &events[i];
		else if (compare_event(events[i - 1].probe, events[i].probe))
			add_conflict(merge, CONFLICT_EVENT, 0, first->probe,
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

void probe_merge_add(struct probe_merge *merge, struct probe_table *table)
{
	size_t i, need = merge->nr_entries + table->nr_probes;

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
}

void probe_merge_free(struct probe_merge *merge)
{
	size_t i;

	for (i = 0; i < merge->nr_renamed; i++)
		free(merge->renamed[i]);
	free(merge->renamed);
	free(merge->entries);
	free(merge->probes);
	free(merge->enabled);
	free(merge->conflicts);
	memset(merge, 0, sizeof(*merge));
}

/*
 * Strings
 */

static size_t hash(const char *text)
{
	uint64_t h = 0xcbf29ce484222325u;	/* FNV-1a */

	while (*text)
		h = (h ^ (unsigned char)*text++) * 0x100000001b3u;
	return h ^ h >> 32;
}

/* The slot that holds @text, or the free one where it belongs. */
static size_t *find_slot(const struct string_pool *pool, const char *text)
{
	size_t i = hash(text) & (pool->nr_slots - 1);

	while (pool->slots[i] &&
	       strcmp(pool->bytes + pool->slots[i] - 1, text))
		i = (i + 1) & (pool->nr_slots - 1);
	return &pool->slots[i];
}

static void grow_slots(struct string_pool *pool)
{
	size_t offset;

	free(pool->slots);
	pool->nr_slots = pool->nr_slots ? 2 * pool->nr_slots : 64;
	pool->slots = xcalloc(pool->nr_slots, sizeof(*pool->slots));
	for (offset = 0; offset < pool->size;
	     offset += strlen(pool->bytes + offset) + 1)
		*find_slot(pool, pool->bytes + offset) = offset + 1;
}

static size_t append(struct string_pool *pool, const char *text)
{
	size_t offset = pool->size, length = strlen(text) + 1;

	if (length > pool->room - pool->size) {
		pool->room = 2 * pool->room + length;
		pool->bytes = xreallocarray(pool->bytes, pool->room, 1);
	}
	memcpy(pool->bytes + offset, text, length);
	pool->size += length;
	pool->nr_strings++;
	return offset;
}

size_t string_pool_add(struct string_pool *pool, const char *text)
{
	size_t *slot;

	if (!pool->size)
		append(pool, "");
	if (2 * pool->nr_strings >= pool->nr_slots)
		grow_slots(pool);
	slot = find_slot(pool, text);
	if (!*slot)
		*slot = append(pool, text) + 1;
	return *slot - 1;
}

void string_pool_free(struct string_pool *pool)
{
	free(pool->bytes);
	free(pool->slots);
	memset(pool, 0, sizeof(*pool));
}
