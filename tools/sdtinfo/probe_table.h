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

/* The longest string that a table may hold: a path's, in bytes. */
#define PROBE_STRING_MAX	4096

struct probe_enumerator {
	const char *name;
	uint64_t value;		/* extended by the sign of the enum */
};

struct probe_arg {
	const char *name;
	const char *declared;
	const char *type;
	const char *aka;	/* the type without typedefs; "" if it is @type */
	uint16_t size;		/* in bytes: 1, 2, 4 or 8 */
	uint8_t kind;		/* enum sdt_arg_kind */
	uint8_t flags;		/* SDT_ARG_* */
	uint8_t nr_enumerators;
	const struct probe_enumerator *enumerators;
};

struct probe {
	const char *provider;
	const char *function;
	const char *name;
	const char *file;	/* NULL in a module's table */
	uint32_t line;		/* likewise 0 */
	uint32_t nr_sites;
	uint16_t nr_args;
	uint16_t flags;		/* SDT_PROBE_* */
	const struct probe_arg *args;
};

/* The strings of a decoded table lie in the bytes that it was read from. */
struct probe_table {
	const char *module;
	struct probe *probes;
	size_t nr_probes;
	struct probe_arg *args;
	size_t nr_args;
	struct probe_enumerator *enumerators;
	size_t nr_enumerators;
	uint32_t nr_sites;
	uint32_t size;		/* of the encoded table, in bytes */
};

/* Why something was refused. */
struct problem {
	char text[256];
};

/*
 * probe_table_read() - check a table completely, and decode it
 * @table: what to fill
 * @bytes: where the table begins; need not be aligned
 * @size: how many bytes there are; the table may be shorter
 * @kind: what it has to be
 * @problem: why not, as "probe 3: its name lies outside the strings"
 *
 * Returns 0, or -1 with @problem set.  The caller keeps @bytes.
 */
int probe_table_read(struct probe_table *table, const void *bytes, size_t size,
		     enum sdt_table_kind kind, struct problem *problem);
void probe_table_free(struct probe_table *table);

bool probe_same_enumerators(const struct probe_arg *a,
			    const struct probe_arg *b);

/* What a site is called by in the module's symbol table; caller frees. */
char *probe_symbol(const struct probe *probe);
char *probe_enabled_symbol(const struct probe *probe);
/* "read__entry" of "read-entry"; caller frees */
char *probe_raw_name(const char *name);
/* What sdt.ko calls the probe's event; caller frees. */
char *probe_event_name(const struct probe *probe);

/*
 * Merging: the tables of a module's objects become the module's
 *
 * Probes of the same provider, function and name become one.  Those of the same
 * provider and name, whatever their function, are one event to clients, and must
 * agree in the number of their arguments and in the types of these.  What an
 * author wrote as a type may differ, if it is the same one ("file *" where it is a
 * remark).  So may the field names: no author wrote them, they come from the
 * expressions, and "ret" in one place may well be "-EINVAL" in another.  Such
 * probes get names that they share.
 */
enum conflict_kind {
	CONFLICT_COUNT,		/* of arguments */
	CONFLICT_TYPE,		/* of argument @arg, and so on; also its @aka */
	CONFLICT_SIZE,
	CONFLICT_KIND,
	CONFLICT_SIGNED,
	CONFLICT_TARGET,	/* where a pointer leads: user space, ... */
	CONFLICT_ENUMERATORS,
	CONFLICT_EVENT,		/* two names, one event */
	CONFLICT_NO_PROBE,	/* @first asks for a probe that is not there */
};

struct probe_conflict {
	enum conflict_kind kind;
	unsigned int arg;
	const struct probe *first;
	const struct probe *second;	/* NULL if CONFLICT_NO_PROBE */
};

struct probe_merge {
	/* in: pointers into the tables that were added */
	struct probe **entries;
	size_t nr_entries;
	size_t room;
	/* out: the module's probes in the order of its table */
	struct probe *probes;
	bool *enabled;		/* [i]: an __sdt_enabled symbol stands there */
	size_t nr_probes;
	uint64_t nr_sites;
	struct probe_conflict *conflicts;
	size_t nr_conflicts;
	struct probe_arg **renamed;	/* arguments with names that are shared */
	size_t nr_renamed;
};

/*
 * probe_merge_add() - add an object's table
 *
 * It must outlive the merge, which changes the field names in it.
 */
void probe_merge_add(struct probe_merge *merge, struct probe_table *table);

/*
 * probe_merge_finish() - group what was added, find what does not agree
 *
 * The result depends on the set of what was added, not on its order.  It is
 * of use only if there are no conflicts.
 */
void probe_merge_finish(struct probe_merge *merge);
void probe_merge_free(struct probe_merge *merge);

/*
 * struct string_pool - the strings of a table under construction
 *
 * Zeroed memory is an empty pool.  Each string is in it once, the empty one
 * at offset 0.
 */
struct string_pool {
	char *bytes;
	size_t size;
	size_t room;
	size_t *slots;		/* hash table of offset + 1 */
	size_t nr_slots;	/* a power of two, or 0 */
	size_t nr_strings;
};

/* string_pool_add() - the offset of @text, which is added if it is new */
size_t string_pool_add(struct string_pool *pool, const char *text);
void string_pool_free(struct string_pool *pool);

#endif /* SDTINFO_PROBE_TABLE_H */
