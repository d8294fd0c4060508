/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * probe_table.h - probe tables as sdt_abi.h lays them out, checked and decoded
 *
 * For the verbs.  Knows neither ELF nor files: it is given bytes and returns
 * structures, or the reason why not as text.
 */
#ifndef SDTINFO_PROBE_TABLE_H
#define SDTINFO_PROBE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <linux/sdt_abi.h>

#include "lib/findings.h"

/* The longest string that a table may hold: a path's, in bytes. */
#define PROBE_STRING_MAX	4096

/* How many attributes of stability a provider has: three of each of five things */
#define NR_ATTRIBUTES	sizeof(((struct sdt_table_provider *)NULL)->stability)

struct probe_provider {
	const char *name;
	uint8_t stability[NR_ATTRIBUTES];
	uint8_t flags;		/* SDT_PROVIDER_* */
};

struct probe_enumerator {
	const char *name;
	uint64_t value;		/* extended by the sign of the enum */
};

struct probe_arg {
	const char *name;	/* "" in a definition that gives none */
	const char *declared;
	const char *type;
	const char *aka;	/* the type without typedefs; "" if it is @type */
	uint16_t size;		/* in bytes: 1, 2, 4 or 8; 0 of SDT_ARG_UNKNOWN */
	uint8_t kind;		/* enum sdt_arg_kind */
	uint8_t flags;		/* SDT_ARG_* of a module's table */
	bool is_named;		/* by its author; only in an object's table */
	bool is_zero;		/* SDT_ARG_ZERO; likewise */
	uint8_t nr_enumerators;
	uint32_t bound;		/* as in struct sdt_table_arg; 0 if there is none */
	const struct probe_enumerator *enumerators;
};

struct probe_xlated {
	const char *name;	/* "" in an object if its author gave none */
	const char *type;
	uint8_t arg;		/* the native argument that it is made from */
};

/* Or what an object's table has beside probes, see its flags */
struct probe {
	const char *provider;
	const char *function;	/* "" of what is in none */
	const char *name;
	const char *file;	/* "" in a module's table */
	uint32_t line;		/* likewise 0 */
	uint32_t nr_sites;
	uint8_t nr_args;
	uint8_t nr_xlated;
	uint16_t flags;		/* SDT_PROBE_* */
	const struct probe_arg *args;
	const struct probe_xlated *xlated;
};

/* The strings of a decoded table lie in the bytes that it was read from. */
struct probe_table {
	const char *module;
	struct probe_provider *providers;
	size_t nr_providers;
	struct probe *probes;
	size_t nr_probes;
	struct probe_arg *args;
	size_t nr_args;
	struct probe_xlated *xlated;
	size_t nr_xlated;
	struct probe_enumerator *enumerators;
	size_t nr_enumerators;
	uint32_t nr_sites;
	uint32_t size;		/* of the encoded table, in bytes */
};

/*
 * probe_table_read() - check a table completely, and decode it
 * @table: what to fill
 * @bytes: where the table begins; need not be aligned
 * @size: how many bytes there are; the table may be shorter
 * @kind: what it has to be
 * @where: what findings are to name as their place
 * @findings: what is wrong, as "probe 3: its name lies outside the strings"
 *
 * Returns 0, or -1 if anything is wrong.  The probes and arguments that cannot be
 * believed are empty then, and @table is of no use but for their number: none if
 * already the table's head is wrong.  To be freed in any case.  The caller keeps
 * @bytes.
 */
int probe_table_read(struct probe_table *table, const void *bytes, size_t size,
		     enum sdt_table_kind kind, const char *where,
		     struct findings *findings);
void probe_table_free(struct probe_table *table);

/* probe_table_provider() - the provider of a probe in a module's table */
const struct probe_provider *probe_table_provider(const struct probe_table *table,
						  const struct probe *probe);

/* By provider, function and name, the order of a module's table */
int probe_compare_names(const struct probe *a, const struct probe *b);

/* By what is one event: provider and name, and the function of a qualified probe */
int probe_compare_events(const struct probe *a, const struct probe *b);

/* In what two arguments differ that are to be of the same type */
enum arg_difference {
	ARG_SAME,
	ARG_OTHER_TYPE,		/* or its @aka */
	ARG_OTHER_SIZE,
	ARG_OTHER_KIND,
	ARG_OTHER_SIGN,
	ARG_OTHER_TARGET,	/* where a pointer leads: user space, ... */
	ARG_OTHER_ENUMERATORS,
	ARG_OTHER_BOUND,
	ARG_OTHER_HEX,
};

/* probe_compare_args() - the first of these; names and remarks are no matter */
enum arg_difference probe_compare_args(const struct probe_arg *a,
				     const struct probe_arg *b);

/*
 * probe_bound_arg() - the number of the argument whose value the bound of @arg is
 *
 * NO_BOUND_ARG if the bound is a constant, or if there is none.
 */
#define NO_BOUND_ARG	UINT32_MAX
uint32_t probe_bound_arg(const struct probe_arg *arg);

/* What a site is called by in the module's symbol table; caller frees. */
char *probe_symbol(const struct probe *probe);
char *probe_enabled_symbol(const struct probe *probe);
/* "read__entry" of "read-entry"; caller frees */
char *probe_raw_name(const char *name);

#endif /* SDTINFO_PROBE_TABLE_H */
