/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * probe_table.h - probe tables as sdt_abi.h lays them out, checked and decoded
 *
 * Knows neither ELF nor files: it takes bytes and returns
 * structures, or the reason for refusing them as text.
 */
#ifndef SDTINFO_PROBE_TABLE_H
#define SDTINFO_PROBE_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include <linux/sdt_abi.h>

#include "lib/error.h"
#include "lib/util.h"
#include "probe.h"

/* A probe in another file than its own */
struct probe_place {
	uint32_t probe;		/* its number */
	const char *file;
};

struct probe_table {
	const char *module;
	struct probe_provider *providers;
	size_t nr_providers;
	struct probe *probes;
	size_t nr_probes;
	struct probe_place *places;
	size_t nr_places;
	struct probe_arg *args;
	size_t nr_args;
	struct probe_xlated *xlated;
	size_t nr_xlated;
	struct probe_enumerator *enumerators;
	size_t nr_enumerators;
	uint32_t nr_sites;
	uint32_t size;		/* of the encoded table, in bytes */
	void *bytes;		/* the encoded table; the strings are there */
	void **kept;		/* what else belongs to it: see probe_table_keep() */
	size_t nr_kept;
};

/*
 * probe_table_read() - check a table completely, and decode it
 * @table: what to fill
 * @bytes: where the table begins; need not be aligned, and is copied
 * @size: how many bytes there are; the table may be shorter
 * @kind: what it has to be
 * @where: the place that findings name
 * @findings: the first thing that is wrong: "probe 3: its name lies outside the strings"
 *
 * Returns 0, or -1 if anything is wrong.  Its probes are then empty, and only their number
 * can be used; it is 0 if the table's head is wrong.  To be freed in any case.
 */
int probe_table_read(struct probe_table *table, const void *bytes, size_t size,
		     enum sdt_table_kind kind, const char *where,
		     struct findings *findings);
void probe_table_free(struct probe_table *table);

/* probe_table_keep() - have probe_table_free() free @memory, a text or a list; returns it */
void *probe_table_keep(struct probe_table *table, void *memory);

/*
 * probe_table_place() - the probe and the file of a site record of a module
 *
 * NO_PROBE and "" if the table has no such place.
 */
struct probe_place probe_table_place(const struct probe_table *table, uint64_t number);

/* probe_table_provider() - the provider of a probe in a module's table */
const struct probe_provider *probe_table_provider(const struct probe_table *table,
						  const struct probe *probe);

#endif /* SDTINFO_PROBE_TABLE_H */
