// SPDX-License-Identifier: GPL-2.0-only
/*
 * probe_table.c - probe tables as sdt_abi.h lays them out
 *
 * Checks and decodes a table written by another program.  Knows neither ELF nor files, and
 * prints nothing.
 *
 * A table is not trusted before it is checked: its counts and offsets can have
 * any value.  All sums are done in 64 bits from 32-bit fields.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "probe_table.h"

struct reader {
	const unsigned char *bytes;
	struct sdt_table head;
	const unsigned char *providers;
	const unsigned char *probes;
	const unsigned char *places;	/* NULL in a module's table */
	const unsigned char *args;
	const unsigned char *xlated;
	const unsigned char *enumerators;
	const char *strings;
	const char *where;
	struct findings *findings;
};

static int refuse(const struct reader *r, const char *format, ...)
	SDTINFO_PRINTF(2, 3);

static int refuse(const struct reader *r, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	findings_vadd(r->findings, r->where, format, ap);
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
		return refuse(r, "probe table cut off after %zu bytes",
			      size);
	memcpy(head, r->bytes, sizeof(*head));
	if (head->magic != SDT_TABLE_MAGIC)
		return refuse(r, "no probe table where one should start");
	if (head->version != SDT_ABI_VERSION)
		return refuse(r,
			      "probe table has ABI version %u, this sdtinfo knows version %u only: build both with the same SDT",
			      head->version, SDT_ABI_VERSION);
	if (head->kind != kind)
		return refuse(r, "%s probe table where %s should be",
			      kind_name(head->kind), kind_name(kind));
	if (head->size > size)
		return refuse(r,
			      "probe table of %u bytes cut off after %zu",
			      head->size, size);
	places = kind == SDT_TABLE_OBJECT ?
		 (uint64_t)head->nr_probes * sizeof(struct sdt_table_place) : 0;
	sum = sizeof(*head) + places +
	      (uint64_t)head->nr_providers *
		      sizeof(struct sdt_table_provider) +
	      (uint64_t)head->nr_probes * sizeof(struct sdt_table_probe) +
	      (uint64_t)head->nr_args * sizeof(struct sdt_table_arg) +
	      (uint64_t)head->nr_xlated * sizeof(struct sdt_table_xlated) +
	      (uint64_t)head->nr_enumerators *
		      sizeof(struct sdt_table_enumerator) +
	      head->strings_size + sizeof(magic);
	if (sum != head->size)
		return refuse(r,
			      "probe table of %u bytes, but its parts need %llu",
			      head->size, (unsigned long long)sum);

	r->probes = r->bytes + sizeof(*head);
	r->providers = r->probes +
		       head->nr_probes * sizeof(struct sdt_table_probe);
	r->args = r->providers +
		  head->nr_providers * sizeof(struct sdt_table_provider);
	if (kind == SDT_TABLE_OBJECT)
		r->places = r->args;
	r->args += places;
	r->xlated = r->args + head->nr_args * sizeof(struct sdt_table_arg);
	r->enumerators = r->xlated +
			 head->nr_xlated * sizeof(struct sdt_table_xlated);
	r->strings = (const char *)r->enumerators +
		     head->nr_enumerators * sizeof(struct sdt_table_enumerator);
	memcpy(&magic, r->strings + head->strings_size, sizeof(magic));
	if (magic != SDT_TABLE_MAGIC)
		return refuse(r, "probe table without its end mark");
	if (!head->strings_size || head->strings_size % 4 ||
	    r->strings[0] || r->strings[head->strings_size - 1])
		return refuse(r, "probe table with broken strings");
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
		refuse(r, "%s %zu: its %s lies outside the strings",
		       who, number, what);
		return NULL;
	}
	s = r->strings + offset;
	if (strnlen(s, SDT_MAX_STRING + 1) > SDT_MAX_STRING) {
		refuse(r, "%s %zu: its %s is longer than %d bytes",
		       who, number, what, SDT_MAX_STRING);
		return NULL;
	}
	return s;
}

/* An identifier of C, extended ones included; @dash: '-' may be in it. */
static bool is_identifier(const char *s, bool dash)
{
	size_t n;

	if (!*s || (*s >= '0' && *s <= '9'))
		return false;
	for (; *s; s += n) {
		n = utf8_printable(s);
		if (n == 1 && !(*s >= 'a' && *s <= 'z') &&
		    !(*s >= 'A' && *s <= 'Z') && !(*s >= '0' && *s <= '9') &&
		    *s != '_' && *s != '$' && !(dash && *s == '-'))
			n = 0;
		if (!n)
			return false;
	}
	return true;
}

static const char *identifier_at(const struct reader *r, uint32_t offset,
				 const char *who, size_t number,
				 const char *what)
{
	const char *s = string_at(r, offset, who, number, what);

	if (!s)
		return NULL;
	if (strlen(s) > SDT_MAX_NAME) {
		refuse(r, "%s %zu: its %s is longer than %d bytes", who, number,
		       what, SDT_MAX_NAME);
		return NULL;
	}
	if (!is_identifier(s, (!strcmp(who, "probe") ||
			       !strcmp(who, "provider")) &&
			      !strcmp(what, "name"))) {
		refuse(r, "%s %zu: its %s '%.40s' is not an identifier", who,
		       number, what, s);
		return NULL;
	}
	return s;
}

static bool is_object(const struct reader *r)
{
	return r->head.kind == SDT_TABLE_OBJECT;
}

/* Three attributes of each: two levels of stability and a class of dependency */
static int check_stability(const struct reader *r, size_t i,
			   const uint8_t *stability)
{
	static const uint8_t last[3] = {
		SDT_STABILITY_STANDARD, SDT_STABILITY_STANDARD,
		SDT_DEPENDENCY_COMMON,
	};
	size_t n;

	for (n = 0; n < NR_ATTRIBUTES; n++) {
		if (is_object(r) && stability[n])
			return refuse(r, "provider %zu: has a stability, but is in an object's table",
				      i);
		if (stability[n] > last[n % 3])
			return refuse(r, "provider %zu: unknown %s %u", i,
				      n % 3 == 2 ? "class of dependency" :
						   "level of stability",
				      stability[n]);
	}
	return 0;
}

static int read_provider(const struct reader *r, size_t i,
			 struct probe_provider *provider)
{
	struct sdt_table_provider raw;

	memcpy(&raw, r->providers + i * sizeof(raw), sizeof(raw));
	provider->name = identifier_at(r, raw.name, "provider", i, "name");
	if (!provider->name) {
		provider->name = "";
		return -1;
	}
	if (raw.flags & ~SDT_PROVIDER_FLAGS)
		return refuse(r, "provider %zu: unknown flags %#x", i,
			      raw.flags);
	provider->flags = raw.flags;
	memcpy(provider->stability, raw.stability, sizeof(raw.stability));
	return check_stability(r, i, raw.stability);
}

static int read_enumerator(const struct reader *r, size_t i,
			   struct probe_enumerator *e)
{
	struct sdt_table_enumerator raw;
	const char *name;

	memcpy(&raw, r->enumerators + i * sizeof(raw), sizeof(raw));
	name = identifier_at(r, raw.name, "enumerator", i, "name");
	e->name = name ? name : "";
	e->value = (uint64_t)raw.value_high << 32 | raw.value_low;
	return name ? 0 : -1;
}

static int check_size(const struct reader *r, size_t i,
		      const struct sdt_table_arg *raw)
{
	if (raw->kind == SDT_ARG_UNKNOWN ? !raw->size :
	    raw->size == 1 || raw->size == 2 || raw->size == 4 ||
	    raw->size == 8)
		return 0;
	return refuse(r, "argument %zu: its size is %u bytes", i, raw->size);
}

static int read_enumerators(const struct reader *r, size_t i,
			    const struct sdt_table_arg *raw,
			    const struct probe_table *table,
			    struct probe_arg *arg)
{
	if (raw->nr_enumerators && raw->kind != SDT_ARG_ENUM &&
	    raw->kind != SDT_ARG_BITMASK)
		return refuse(r,
			      "argument %zu: not an enum, but it has enumerators", i);
	if (!raw->nr_enumerators && raw->first_enumerator)
		return refuse(r, "argument %zu: a first enumerator, but no enumerators",
			      i);
	if ((uint64_t)raw->first_enumerator + raw->nr_enumerators >
	    r->head.nr_enumerators)
		return refuse(r,
			      "argument %zu: its %u enumerators from %u lie outside the table's %u",
			      i, raw->nr_enumerators, raw->first_enumerator,
			      r->head.nr_enumerators);
	arg->enumerators = table->enumerators + raw->first_enumerator;
	arg->nr_enumerators = raw->nr_enumerators;
	return 0;
}

/* check_bounds() checks that the argument exists. */
static int read_bound(const struct reader *r, size_t i,
		      const struct sdt_table_arg *raw, struct probe_arg *arg)
{
	if (raw->nr_enumerators)
		return refuse(r,
			      "argument %zu: not an enum, but it has enumerators", i);
	if (raw->kind == SDT_ARG_BYTES && !raw->bound)
		return refuse(r, "argument %zu: it points to 0 bytes", i);
	if ((raw->bound & SDT_BOUND_IS_ARG) &&
	    (raw->bound & ~SDT_BOUND_IS_ARG) >= SDT_MAX_ARGS)
		return refuse(r, "argument %zu: its bound %#x is neither a number of bytes nor an argument",
			      i, raw->bound);
	arg->bound = raw->bound;
	return 0;
}

static int read_arg(const struct reader *r, size_t i,
		    const struct probe_table *table, struct probe_arg *arg)
{
	const uint8_t marks = is_object(r) ? SDT_ARG_NAMED | SDT_ARG_ZERO : 0;
	struct sdt_table_arg raw;

	memcpy(&raw, r->args + i * sizeof(raw), sizeof(raw));
	/* check_args() knows whether the probe's arguments may have no name */
	arg->name = is_object(r) && !raw.name ? "" :
		    identifier_at(r, raw.name, "argument", i, "field name");
	if (!arg->name)
		return -1;
	arg->declared = string_at(r, raw.declared, "argument", i,
				  "declared type");
	if (!arg->declared)
		return -1;
	arg->type = string_at(r, raw.type, "argument", i, "type");
	if (!arg->type)
		return -1;
	if (!*arg->type != (raw.kind == SDT_ARG_UNKNOWN && is_object(r)))
		return refuse(r, "argument %zu: it has %s", i,
			      *arg->type ? "a type that is unknown" : "no type");
	arg->aka = string_at(r, raw.aka, "argument", i,
			     "type without typedefs");
	if (!arg->aka)
		return -1;
	if ((raw.kind == SDT_ARG_UNKNOWN && !is_object(r)) ||
	    raw.kind > SDT_ARG_BYTES)
		return refuse(r, "argument %zu: unknown kind %u", i,
			      raw.kind);
	if (check_size(r, i, &raw))
		return -1;
	if (raw.flags & ~(SDT_ARG_FLAGS | marks))
		return refuse(r, "argument %zu: unknown flags %#x", i,
			      raw.flags);
	if ((raw.flags & SDT_ARG_HEX) && raw.kind != SDT_ARG_INTEGER)
		return refuse(r, "argument %zu: shown in hexadecimal, but not an integer", i);
	if (raw.kind == SDT_ARG_BYTES || raw.kind == SDT_ARG_STRING ?
	    read_bound(r, i, &raw, arg) :
	    read_enumerators(r, i, &raw, table, arg))
		return -1;
	arg->size = raw.size;
	arg->kind = raw.kind;
	arg->flags = raw.flags & SDT_ARG_FLAGS;
	arg->is_named = raw.flags & SDT_ARG_NAMED;
	arg->is_zero = raw.flags & SDT_ARG_ZERO;
	return 0;
}

static int read_xlated(const struct reader *r, size_t i,
		       struct probe_xlated *xlated)
{
	static const uint8_t zeros[3];
	struct sdt_table_xlated raw;

	memcpy(&raw, r->xlated + i * sizeof(raw), sizeof(raw));
	xlated->name = is_object(r) && !raw.name ? "" :
		       identifier_at(r, raw.name, "translated argument", i,
				     "field name");
	if (!xlated->name)
		return -1;
	xlated->type = string_at(r, raw.type, "translated argument", i, "type");
	if (!xlated->type)
		return -1;
	if (!*xlated->type && !is_object(r))
		return refuse(r, "translated argument %zu: it has no type", i);
	if (raw.arg >= SDT_MAX_ARGS)
		return refuse(r, "translated argument %zu: there is no arg%u",
			      i, raw.arg);
	if (memcmp(raw.zero, zeros, sizeof(zeros)))
		return refuse(r, "translated argument %zu: its padding is not zero",
			      i);
	xlated->arg = raw.arg;
	return 0;
}

static int check_arg_names(const struct reader *r, size_t number,
			   const struct probe *probe)
{
	unsigned int i, j;

	for (i = 1; i < probe->nr_args; i++)
		for (j = 0; j < i; j++)
			if (*probe->args[i].name &&
			    !strcmp(probe->args[i].name, probe->args[j].name))
				return refuse(r,
					      "probe %zu: two arguments are named '%.40s'",
					      number, probe->args[i].name);
	return 0;
}

static int check_bounds(const struct reader *r, size_t number,
			const struct probe *probe)
{
	uint32_t bound;
	unsigned int i;

	for (i = 0; i < probe->nr_args; i++) {
		bound = probe_bound_arg(&probe->args[i]);
		if (bound == NO_BOUND_ARG)
			continue;
		if (bound >= probe->nr_args)
			return refuse(r, "probe %zu: the length of arg%u is arg%u, but it has %u arguments",
				      number, i, bound, probe->nr_args);
		if (bound == i)
			return refuse(r, "probe %zu: the length of arg%u is itself",
				      number, i);
		if (probe->args[bound].kind != SDT_ARG_INTEGER)
			return refuse(r, "probe %zu: the length of arg%u is arg%u, which is not an integer",
				      number, i, bound);
	}
	return 0;
}

static int check_args(const struct reader *r, size_t number,
		      const struct probe *probe)
{
	unsigned int i;

	for (i = 0; i < probe->nr_args; i++) {
		if (!is_object(r) || (probe->flags & SDT_PROBE_IS_DEFINITION))
			break;		/* read_arg() has checked a module's */
		if (!*probe->args[i].name)
			return refuse(r, "probe %zu: its arg%u has no name",
				      number, i);
		if (probe->args[i].kind == SDT_ARG_UNKNOWN)
			return refuse(r, "probe %zu: the type of its arg%u is unknown",
				      number, i);
	}
	if (check_bounds(r, number, probe))
		return -1;
	return check_arg_names(r, number, probe);
}

static int check_xlated(const struct reader *r, size_t number,
			const struct probe *probe)
{
	const struct probe_xlated *xlated = probe->xlated;
	unsigned int i, j;

	for (i = 0; i < probe->nr_xlated; i++) {
		if (xlated[i].arg >= probe->nr_args)
			return refuse(r, "probe %zu: a translated argument is made from arg%u, of %u",
				      number, xlated[i].arg, probe->nr_args);
		for (j = 0; j < i; j++)
			if (*xlated[i].name &&
			    !strcmp(xlated[i].name, xlated[j].name))
				return refuse(r, "probe %zu: two translated arguments are named '%.40s'",
					      number, xlated[i].name);
	}
	return 0;
}

static int read_place(const struct reader *r, size_t i, struct probe *probe)
{
	struct sdt_table_place raw;

	probe->file = "";
	if (!r->places)
		return 0;
	memcpy(&raw, r->places + i * sizeof(raw), sizeof(raw));
	probe->line = raw.line;
	probe->file = string_at(r, raw.file, "probe", i, "file");
	return probe->file ? 0 : -1;
}

#define ENTRY_KINDS	(SDT_PROBE_IS_ENABLED | SDT_PROBE_IS_ANY |	\
			 SDT_PROBE_IS_DEFINITION | SDT_PROBE_IS_DECLARATION)
#define OBJECT_FLAGS	(SDT_PROBE_FLAGS | ENTRY_KINDS | SDT_PROBE_IS_UNTYPED | \
			 SDT_PROBE_IS_USE)

static bool is_one_kind(unsigned int kinds)
{
	return !(kinds & (kinds - 1));
}

static int check_flags(const struct reader *r, size_t i,
		       const struct sdt_table_probe *raw)
{
	const unsigned int kind = raw->flags & ENTRY_KINDS;
	const bool has_args = !kind || (kind == SDT_PROBE_IS_DEFINITION &&
					!(raw->flags & SDT_PROBE_IS_UNTYPED));
	const bool has_sites = kind != SDT_PROBE_IS_DEFINITION &&
			       kind != SDT_PROBE_IS_DECLARATION;

	if ((raw->flags & ~(is_object(r) ? OBJECT_FLAGS : SDT_PROBE_FLAGS)) ||
	    !is_one_kind(kind) ||
	    (kind != SDT_PROBE_IS_DEFINITION &&
	     (raw->flags & SDT_PROBE_IS_UNTYPED)) ||
	    ((raw->flags & SDT_PROBE_IS_USE) &&
	     kind && kind != SDT_PROBE_IS_ENABLED) ||
	    (!has_args && (raw->flags & SDT_PROBE_TRANSLATED)) ||
	    (kind == SDT_PROBE_IS_ANY && raw->flags != kind))
		return refuse(r, "probe %zu: unknown flags %#x", i, raw->flags);
	if (raw->nr_args && !has_args)
		return refuse(r, kind == SDT_PROBE_IS_ENABLED ?
			      "probe %zu: an is-enabled entry with arguments" :
			      "probe %zu: an entry that cannot have arguments has some",
			      i);
	if (raw->nr_sites && !has_sites)
		return refuse(r, "probe %zu: a definition or declaration with sites",
			      i);
	return 0;
}

/* An entry without code has no function, unless that is part of its name. */
static const char *function_at(const struct reader *r, size_t i,
			       const struct sdt_table_probe *raw)
{
	const unsigned int without = SDT_PROBE_IS_DEFINITION |
				     SDT_PROBE_IS_DECLARATION |
				     SDT_PROBE_IS_ANY;

	if ((raw->flags & without) && !(raw->flags & SDT_PROBE_QUALIFIED) &&
	    !raw->function)
		return "";
	return identifier_at(r, raw->function, "probe", i, "function");
}

static int read_probe_xlated(const struct reader *r, size_t i,
			     const struct probe_table *table,
			     const struct sdt_table_probe *raw,
			     struct probe *probe)
{
	if (raw->nr_xlated > SDT_MAX_ARGS ||
	    (uint64_t)raw->first_xlated + raw->nr_xlated > r->head.nr_xlated)
		return refuse(r,
			      "probe %zu: its %u translated arguments from %u lie outside the table's %u",
			      i, raw->nr_xlated, raw->first_xlated,
			      r->head.nr_xlated);
	if (!(raw->flags & SDT_PROBE_TRANSLATED) &&
	    (raw->nr_xlated || raw->first_xlated))
		return refuse(r, "probe %zu: it has translated arguments, but is not translated",
			      i);
	probe->nr_xlated = raw->nr_xlated;
	probe->xlated = table->xlated + raw->first_xlated;
	return 0;
}

/* Only a module's table has them. */
static int read_event(const struct reader *r, size_t i,
		      const struct sdt_table_probe *raw, struct probe *probe)
{
	probe->event = string_at(r, raw->event, "probe", i, "event");
	if (!probe->event)
		return -1;
	probe->dtrace_event = string_at(r, raw->dtrace_event, "probe", i, "event");
	if (!probe->dtrace_event)
		return -1;
	return is_object(r) && (*probe->event || *probe->dtrace_event) ?
	       refuse(r, "probe %zu: an object's probe with an event", i) : 0;
}

static int read_probe(const struct reader *r, size_t i,
		      const struct probe_table *table, struct probe *probe)
{
	struct sdt_table_probe raw;

	memcpy(&raw, r->probes + i * sizeof(raw), sizeof(raw));
	if (raw.index != i)
		return refuse(r, "probe %zu: its index is %u", i,
			      raw.index);
	if (raw.provider >= r->head.nr_providers)
		return refuse(r, "probe %zu: its provider is number %u of %u",
			      i, raw.provider, r->head.nr_providers);
	if (check_flags(r, i, &raw))
		return -1;
	probe->provider = table->providers[raw.provider].name;
	probe->function = function_at(r, i, &raw);
	if (!probe->function)
		return -1;
	probe->name = (raw.flags & SDT_PROBE_IS_ANY) && !raw.name ? "" :
		      identifier_at(r, raw.name, "probe", i, "name");
	if (!probe->name)
		return -1;
	if (read_place(r, i, probe) || read_event(r, i, &raw, probe))
		return -1;
	if (raw.nr_args > SDT_MAX_ARGS ||
	    (uint64_t)raw.first_arg + raw.nr_args > r->head.nr_args)
		return refuse(r,
			      "probe %zu: its %u arguments from %u lie outside the table's %u",
			      i, raw.nr_args, raw.first_arg, r->head.nr_args);
	probe->nr_sites = raw.nr_sites;
	probe->nr_args = raw.nr_args;
	probe->flags = raw.flags;
	probe->args = table->args + raw.first_arg;
	if (read_probe_xlated(r, i, table, &raw, probe) ||
	    check_args(r, i, probe))
		return -1;
	return check_xlated(r, i, probe);
}

static int by_name(const void *x, const void *y)
{
	const struct probe_provider *a = x, *b = y;

	return strcmp(a->name, b->name);
}

const struct probe_provider *probe_table_provider(const struct probe_table *table,
						  const struct probe *probe)
{
	const struct probe_provider key = { .name = probe->provider };

	return bsearch(&key, table->providers, table->nr_providers, sizeof(key),
		       by_name);
}

static int read_module_name(const struct reader *r, struct probe_table *table)
{
	table->module = string_at(r, r->head.module, "table", 0,
				  "module's name");
	if (!table->module) {
		table->module = "";
		return -1;
	}
	if (!*table->module != is_object(r))
		return refuse(r, "probe table %s a module's name",
			      *table->module ? "of an object with" : "without");
	return 0;
}

/* In a module's table the is-enabled sites belong to no probe. */
static int check_sum_of_sites(const struct reader *r,
			      const struct probe_table *table)
{
	uint64_t sites = 0;
	size_t i;

	for (i = 0; i < table->nr_probes; i++)
		sites += table->probes[i].nr_sites;
	if (r->head.kind == SDT_TABLE_MODULE ? sites <= r->head.nr_sites :
					       sites == r->head.nr_sites)
		return 0;
	return refuse(r, "probe table counts %u sites, its probes %llu",
		      r->head.nr_sites, (unsigned long long)sites);
}

static int check_order(const struct reader *r, const struct probe_table *table)
{
	size_t i;

	if (r->head.kind != SDT_TABLE_MODULE)
		return 0;
	for (i = 1; i < table->nr_providers; i++)
		if (strcmp(table->providers[i - 1].name,
			   table->providers[i].name) >= 0)
			return refuse(r, "provider %zu: the providers are not sorted",
				      i);
	for (i = 1; i < table->nr_probes; i++)
		if (probe_compare_names(&table->probes[i - 1],
					&table->probes[i]) >= 0)
			return refuse(r, "probe %zu: the probes are not sorted",
				      i);
	return 0;
}

/* The names that "sdtinfo link" has to make; module_check.c reports one that is bad. */
static int check_event(const struct reader *r, size_t i, const struct probe *probe)
{
	const struct sdt_names names = probe_rule_names(probe, "");
	char why[SDT_WHY_SIZE], made[SDT_MAX_EVENT_NAME + 1];

	if (!sdt_event_ok(&names, why, sizeof(why)))
		return 0;
	sdt_event_name(made, sizeof(made), &names, '_');
	if (strcmp(probe->event, made))
		return refuse(r, "probe %zu: its event is named '%.40s', not '%.40s'", i,
			      probe->event, made);
	sdt_event_name(made, sizeof(made), &names, '-');
	if (strcmp(probe->dtrace_event, made))
		return refuse(r, "probe %zu: its event is named '%.40s', not '%.40s'", i,
			      probe->dtrace_event, made);
	return 0;
}

/* Continues after an error: "sdtinfo verify" shows all of them. */
static int read_parts(const struct reader *r, struct probe_table *table)
{
	static const struct probe no_probe = {
		.provider = "", .function = "", .name = "", .file = "",
		.event = "", .dtrace_event = "",
	};
	static const struct probe_arg no_arg = {
		.name = "", .declared = "", .type = "", .aka = "",
	};
	static const struct probe_xlated no_xlated = { .name = "", .type = "" };
	int failed = read_module_name(r, table);
	size_t i;

	for (i = 0; i < r->head.nr_providers; i++)
		failed |= read_provider(r, i, &table->providers[i]);
	for (i = 0; i < r->head.nr_enumerators; i++)
		failed |= read_enumerator(r, i, &table->enumerators[i]);
	for (i = 0; i < r->head.nr_args; i++)
		if (read_arg(r, i, table, &table->args[i])) {
			table->args[i] = no_arg;
			failed = -1;
		}
	for (i = 0; i < r->head.nr_xlated; i++)
		if (read_xlated(r, i, &table->xlated[i])) {
			table->xlated[i] = no_xlated;
			failed = -1;
		}
	for (i = 0; i < r->head.nr_probes; i++)
		if (read_probe(r, i, table, &table->probes[i])) {
			table->probes[i] = no_probe;
			failed = -1;
		}
	if (!failed)
		failed = check_order(r, table) | check_sum_of_sites(r, table);
	for (i = 0; i < r->head.nr_probes && !failed && !is_object(r); i++)
		failed = check_event(r, i, &table->probes[i]);
	return failed;
}

int probe_table_read(struct probe_table *table, const void *bytes, size_t size,
		     enum sdt_table_kind kind, const char *where,
		     struct findings *findings)
{
	struct reader r = {
		.bytes = bytes, .where = where, .findings = findings,
	};

	memset(table, 0, sizeof(*table));
	table->module = "";
	if (read_head(&r, size, kind))
		return -1;
	table->nr_providers = r.head.nr_providers;
	table->nr_probes = r.head.nr_probes;
	table->nr_args = r.head.nr_args;
	table->nr_xlated = r.head.nr_xlated;
	table->nr_enumerators = r.head.nr_enumerators;
	table->nr_sites = r.head.nr_sites;
	table->size = r.head.size;
	table->providers = xcalloc(table->nr_providers,
				   sizeof(*table->providers));
	table->probes = xcalloc(table->nr_probes, sizeof(*table->probes));
	table->args = xcalloc(table->nr_args, sizeof(*table->args));
	table->xlated = xcalloc(table->nr_xlated, sizeof(*table->xlated));
	table->enumerators = xcalloc(table->nr_enumerators,
				     sizeof(*table->enumerators));
	return read_parts(&r, table);
}

void probe_table_free(struct probe_table *table)
{
	free(table->providers);
	free(table->probes);
	free(table->args);
	free(table->xlated);
	free(table->enumerators);
	memset(table, 0, sizeof(*table));
}
