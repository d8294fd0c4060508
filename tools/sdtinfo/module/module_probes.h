/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * module_probes.h - the probes of a finished module: its table, records and sites
 *
 * For the verbs.  Everything is checked as it is read: no reference leads out of bounds.
 */
#ifndef SDTINFO_MODULE_PROBES_H
#define SDTINFO_MODULE_PROBES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/error.h"
#include "lib/util.h"
#include "module_elf.h"
#include "table/probe_sites.h"
#include "table/probe_table.h"

#define JUMP_SECTION	"__jump_table"
#define JUMP_SIZE	16	/* of a jump label, in bytes */

/* A site record and one place in the code that leads to it */
struct site {
	size_t record;		/* its number, from 0 */
	uint32_t probe;		/* its number in the table, or NO_PROBE */
	bool is_enabled;
	bool is_any;		/* with @is_enabled: an SDT_PROBES_ENABLED() */
	uint32_t line;
	const char *file;	/* "" if it leads to none */
	struct elf_place jump;	/* the jump label; section 0: there is none */
	struct elf_place code;	/* what the jump label patches, */
	struct elf_place target; /* to a jump to here */
	unsigned int flags;	/* of its key, two bits */
};

struct module_probes {
	const char *path;
	struct module_elf *elf;
	const struct elf_section *table_section;
	const struct elf_section *site_section;	/* NULL if there is none */
	struct probe_table table;
	bool table_ok;		/* nothing is wrong with the table in itself */
	struct site *records;	/* one for each record, without a place */
	size_t nr_records;
	struct site_count count; /* of records */
	struct site *sites;	/* one for each place, or record without place; by probe */
	size_t nr_sites;
	size_t room;
};

/*
 * module_probes_open() - read a module
 * @probes: what to fill
 * @path: the file, must outlive @probes
 * @findings: inconsistencies are added; @probes then has what could be read
 *
 * Returns EXIT_DONE, EXIT_NO_PROBES with nothing reported, or EXIT_FAILED when it
 * has reported why the file cannot be read.  To be closed in any case.
 */
enum exit_code module_probes_open(struct module_probes *probes,
				  const char *path, struct findings *findings);

/*
 * module_probes_load() - read a module without inconsistencies
 *
 * As module_probes_open(), but also reports a finding and returns EXIT_FAILED.
 */
enum exit_code module_probes_load(struct module_probes *probes,
				  const char *path);
void module_probes_close(struct module_probes *probes);

/* module_probes_none() - report that there are no probes; returns EXIT_NO_PROBES */
enum exit_code module_probes_none(const struct module_probes *probes);

/*
 * module_probes_where() - describe a place; caller frees
 *
 * "revdev_read+0x1c", or ".text+0x5c" where no function is known
 */
char *module_probes_where(const struct module_probes *probes,
			  struct elf_place place);

/* module_probes_vfound() - add a finding about a place */
void module_probes_vfound(const struct module_probes *probes,
			  struct findings *findings, struct elf_place place,
			  const char *format, va_list ap) SDTINFO_PRINTF(4, 0);

/* module_probes_at() - the number of the probe at a place in the table, or NO_PROBE */
uint32_t module_probes_at(const struct module_probes *probes,
			  struct elf_place place);

/* The place of a record, and of what is at an offset in it */
struct elf_place module_probes_record(const struct module_probes *probes,
				      size_t record, size_t offset);

/* module_probes_list_sites() - all sites as they are shown, in the order of @sites */
void module_probes_list_sites(const struct module_probes *probes,
			      struct probe_sites *sites);

#endif /* SDTINFO_MODULE_PROBES_H */
