/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * module.h - a module and its probes: table, sites, users
 *
 * For the verbs.  Filled from a file here, and from the running kernel by
 * loaded/loaded_modules.c.  What is read is checked: no reference leads out of bounds.
 */
#ifndef SDTINFO_MODULE_H
#define SDTINFO_MODULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/error.h"
#include "lib/util.h"
#include "module_elf.h"
#include "table/probe.h"
#include "table/probe_table.h"

#define JUMP_SECTION	"__jump_table"
#define JUMP_SIZE	16	/* of a jump label, in bytes */

struct module {
	char *name;		/* the file's, or of a loaded module */
	bool is_loaded;
	bool is_object;		/* an object of one, which has no table */
	struct findings findings; /* what is wrong with it */
	struct probe_table table;
	bool table_ok;		/* nothing is wrong with the table in itself */
	struct probe_site *records; /* without places; in the order of the site records */
	size_t nr_records;
	struct site_count count; /* of records */
	struct probe_site *sites; /* NOPs by probe, sites that fire first, then by site and place */
	size_t nr_sites;
	struct probe_use *uses;	/* of each probe; NULL: not known */
	/* of an open file only; the sections are NULL if there are none */
	struct module_elf *elf;
	const struct elf_section *table_section;
	const struct elf_section *site_section;
	/* set by module_check() */
	bool is_unreadable;	/* it could not read something */
};

/*
 * module_open() - read a module's file
 * @module: what to fill; has what could be read, and what is inconsistent in @findings
 *
 * Returns EXIT_DONE, EXIT_NO_PROBES with nothing reported, or EXIT_FAILED when it
 * has reported why the file cannot be read.  To be freed in any case.
 */
enum exit_code module_open(struct module *module, const char *path);

/*
 * module_open_object() - read the sites of a module's object, which lead to no probe yet
 *
 * Returns 0, with what is inconsistent in @findings, or -1 when it has reported why the file
 * cannot be read.  To be freed in any case.
 */
int module_open_object(struct module *module, const char *path);

/* module_read() - module_open(), but report a finding and return EXIT_FAILED */
enum exit_code module_read(struct module *module, const char *path);

/* module_close() - close the file; table and sites remain */
void module_close(struct module *module);
void module_free(struct module *module);

/* module_no_probes() - report that there are no probes; returns EXIT_NO_PROBES */
enum exit_code module_no_probes(const struct module *module);

/* module_file() - its path; NULL if it is loaded */
const char *module_file(const struct module *module);

/* module_btf() - the bytes of its BTF; NULL: it has none that can be read; caller frees */
char *module_btf(const struct module *module, size_t *size);

/* module_sites() - the NOPs of all sites of a probe of @module, those of one site together */
const struct probe_site *module_sites(const struct module *module,
				      const struct probe *probe, size_t *count);

/* module_site_nops() - how many of the first @count NOPs are of the same site */
size_t module_site_nops(const struct probe_site *sites, size_t count);

/* module_use() - who listens to a probe of @module; NULL if that is not known */
const struct probe_use *module_use(const struct module *module, const struct probe *probe);

/* The place of a record; that of the struct sdt_trampoline behind the last one */
struct elf_place module_record(const struct module *module, size_t record);

/* module_found() - add a finding about a place in the file */
void module_found(struct module *module, struct elf_place place,
		  const char *format, ...) SDTINFO_PRINTF(3, 4);

/*
 * For those who fill it
 */

/* module_add_record() - a new site record, with nothing in it but its number */
struct probe_site *module_add_record(struct module *module);

/* module_sort_sites() - finish: sites for records without one, in their order, counted */
void module_sort_sites(struct module *module);

/*
 * For "sdtinfo verify" and "sdtinfo link": module_check.c
 */

/*
 * module_check() - check what module_open() or module_open_object() does not
 * @module: one that was opened, whatever was found then
 *
 * Returns 0, or -1 when it has reported why the file cannot be read.
 */
int module_check(struct module *module);

/*
 * The files of installed modules
 */

/* module_folder() - where a kernel's modules are, the running one's if NULL */
char *module_folder(const char *release);

/*
 * module_installed() - the file that modprobe would load for a module
 * @name: the module's name as the kernel has it, with underscores
 *
 * Looks it up in the running kernel's modules.dep.  Returns NULL if it is not there
 * or the file is not.  Caller frees.
 */
char *module_installed(const char *name);

#endif /* SDTINFO_MODULE_H */
