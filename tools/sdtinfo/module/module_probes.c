// SPDX-License-Identifier: GPL-2.0-only
/*
 * module_probes.c - the probes of a finished module: its table, records and sites
 *
 * Serves the verbs.  Knows what a module's probe table, site records and jump
 * labels mean together; module_elf.c finds them in the ELF file.
 *
 * No table lists the places of the sites: a jump label leads to a place in the code and,
 * through its key, to a site record; the record leads to a probe.  In a module that is
 * not loaded all three are relocations:
 *
 *	__jump_table entry	 .long code - .
 *				 .long target - .
 *				 .quad key - .		(two low bits: flags)
 *	  key -> __sdt_sites	 struct sdt_site_record
 *		   .probe  -> __sdt_table	struct sdt_table_probe
 *		   .file   -> a string
 */
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "arch/arch.h"
#include "lib/error.h"
#include "module_probes.h"

/* struct jump_entry of a kernel with relative jump labels, 64 bits: JUMP_SIZE */
#define JUMP_CODE	0
#define JUMP_TARGET	4
#define JUMP_KEY	8
#define JUMP_KEY_FLAGS	3

#define RECORD_SIZE	sizeof(struct sdt_site_record)

/*
 * The table
 */

/* The one section of a name, or NULL. */
static const struct elf_section *only_section(const struct module_probes *probes,
					      const char *name,
					      struct findings *findings)
{
	const struct elf_section *section;

	section = module_elf_section(probes->elf, name, NULL);
	if (section && module_elf_section(probes->elf, name, section))
		findings_add(findings, name, "there are several such sections");
	return section;
}

static int read_table(struct module_probes *probes, struct findings *findings)
{
	const struct elf_section *section = probes->table_section;
	struct probe_table *table = &probes->table;
	const void *bytes;

	bytes = module_elf_data(probes->elf, section);
	if (!bytes)
		return -1;
	if (probe_table_read(table, bytes, section->size, SDT_TABLE_MODULE,
			     SDT_TABLE_SECTION, findings))
		return 0;
	if (table->size != section->size)
		findings_add(findings, SDT_TABLE_SECTION,
			     "%" PRIu64 " bytes after the probe table",
			     section->size - table->size);
	return 0;
}

/*
 * Records
 */

static void bad_record(struct module_probes *probes, size_t record,
		       struct findings *findings, const char *format, ...)
	SDTINFO_PRINTF(4, 5);

static void bad_record(struct module_probes *probes, size_t record,
		       struct findings *findings, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	module_probes_vfound(probes, findings,
			     module_probes_record(probes, record, 0), format,
			     ap);
	va_end(ap);
}

/* The probe that a record's relocation leads to, as its number, or NO_PROBE. */
static uint32_t find_probe(const struct module_probes *probes,
			   const struct elf_relocs *relocs, uint64_t offset)
{
	const struct elf_reloc *reloc = elf_relocs_at(relocs, offset);

	if (!reloc || reloc->kind != ELF_RELOC_PC32)
		return NO_PROBE;
	return module_probes_at(probes, reloc->target);
}

static const char *find_file(const struct module_probes *probes,
			     const struct elf_relocs *relocs, uint64_t offset)
{
	const struct elf_reloc *reloc = elf_relocs_at(relocs, offset);

	if (!reloc || reloc->kind != ELF_RELOC_PC32)
		return NULL;
	return module_elf_string(probes->elf, reloc->target, SDT_MAX_STRING + 1);
}

static void read_record(struct module_probes *probes,
			const unsigned char *bytes,
			const struct elf_relocs *relocs, size_t i,
			struct findings *findings)
{
	struct site *site = &probes->records[i];
	struct sdt_site_record record;
	uint64_t offset = i * RECORD_SIZE;

	site->record = i;
	site->probe = NO_PROBE;
	site->file = "";
	memcpy(&record, bytes + offset, sizeof(record));
	if (memcmp(record.magic, SDT_SITE_MAGIC, sizeof(record.magic))) {
		bad_record(probes, i, findings,
			   "no site record where one should be");
		return;
	}
	if (record.version != SDT_ABI_VERSION) {
		bad_record(probes, i, findings,
			   "site record has ABI version %u, this sdtinfo knows version %u only: build both with the same SDT",
			   record.version, SDT_ABI_VERSION);
		return;
	}
	site->is_enabled = record.line & SDT_SITE_IS_ENABLED;
	site->is_any = record.line & SDT_SITE_IS_ANY;
	site->line = record.line & SDT_SITE_LINE;
	site->probe = find_probe(probes, relocs,
				 offset + offsetof(struct sdt_site_record, probe));
	/* a table without a head, which was reported, has no probes */
	if (site->probe == NO_PROBE && probes->table.size)
		bad_record(probes, i, findings,
			   "site record leads to no probe of the table");
	if (site->is_any && !site->is_enabled)
		bad_record(probes, i, findings,
			   "site record asks for all probes, but is not an is-enabled record");
	if (site->is_any && site->probe != NO_PROBE && site->probe)
		bad_record(probes, i, findings,
			   "site record asks for all probes, but does not lead to the first one");
	site->file = find_file(probes, relocs,
			       offset + offsetof(struct sdt_site_record, file));
	if (!site->file) {
		site->file = "";
		bad_record(probes, i, findings,
			   "site record leads to no file name");
	}
}

static int read_records(struct module_probes *probes,
			struct findings *findings)
{
	const struct elf_section *section = probes->site_section;
	const unsigned char *bytes;
	struct elf_relocs relocs;
	size_t i;

	if (section->size % RECORD_SIZE)
		findings_add(findings, SDT_SITES_SECTION,
			     "%" PRIu64 " bytes are not a whole number of site records",
			     section->size);
	bytes = module_elf_data(probes->elf, section);
	if (!bytes || module_elf_relocs(probes->elf, section, &relocs))
		return -1;
	probes->nr_records = section->size / RECORD_SIZE;
	probes->records = xcalloc(probes->nr_records, sizeof(*probes->records));
	for (i = 0; i < probes->nr_records; i++) {
		read_record(probes, bytes, &relocs, i, findings);
		if (probes->records[i].is_enabled)
			probes->count.is_enabled++;
		else
			probes->count.fire++;
	}
	elf_relocs_free(&relocs);
	return 0;
}

/*
 * Sites
 */

static struct site *add_site(struct module_probes *probes, size_t record)
{
	struct site *site;

	if (probes->nr_sites == probes->room) {
		probes->room = 2 * probes->room + probes->nr_records;
		probes->sites = xreallocarray(probes->sites, probes->room,
					      sizeof(*probes->sites));
	}
	site = &probes->sites[probes->nr_sites++];
	*site = probes->records[record];
	return site;
}

static void bad_jump(struct findings *findings, uint64_t offset,
		     const char *what)
{
	char *where = xasprintf(JUMP_SECTION "+0x%" PRIx64, offset);

	findings_add(findings, where, "%s", what);
	free(where);
}

/* One jump label: ours if its key lies in a site record. */
static void read_jump(struct module_probes *probes,
		      const struct elf_section *section,
		      const struct elf_relocs *relocs, uint64_t offset,
		      bool *seen, struct findings *findings)
{
	const struct elf_reloc *code, *target, *key;
	struct site *site;
	uint64_t place;

	key = elf_relocs_at(relocs, offset + JUMP_KEY);
	if (!key || key->target.section != probes->site_section->index)
		return;
	code = elf_relocs_at(relocs, offset + JUMP_CODE);
	target = elf_relocs_at(relocs, offset + JUMP_TARGET);
	place = key->target.offset & ~(uint64_t)JUMP_KEY_FLAGS;
	if (key->kind != ELF_RELOC_PC64 || place % RECORD_SIZE ||
	    place / RECORD_SIZE >= probes->nr_records) {
		bad_jump(findings, offset, "its key is not that of a site record");
		return;
	}
	if (!code || code->kind != ELF_RELOC_PC32 || !code->target.section) {
		bad_jump(findings, offset, "it leads to no code");
		return;
	}
	seen[place / RECORD_SIZE] = true;
	site = add_site(probes, place / RECORD_SIZE);
	site->flags = key->target.offset & JUMP_KEY_FLAGS;
	site->jump.section = section->index;
	site->jump.offset = offset;
	site->code = code->target;
	if (target && target->kind == ELF_RELOC_PC32)
		site->target = target->target;
	if (!site->target.section)
		bad_jump(findings, offset, "it leads to no code to jump to");
}

static int read_jumps_of(struct module_probes *probes,
			 const struct elf_section *section, bool *seen,
			 struct findings *findings)
{
	struct elf_relocs relocs;
	uint64_t offset;

	if (section->size % JUMP_SIZE)
		findings_add(findings, JUMP_SECTION,
			     "%" PRIu64 " bytes are not a whole number of jump labels",
			     section->size);
	/* without contents, a section's size means nothing */
	if ((section->size && !module_elf_data(probes->elf, section)) ||
	    module_elf_relocs(probes->elf, section, &relocs))
		return -1;
	for (offset = 0; offset + JUMP_SIZE <= section->size; offset += JUMP_SIZE)
		read_jump(probes, section, &relocs, offset, seen, findings);
	elf_relocs_free(&relocs);
	return 0;
}

static int by_probe(const void *x, const void *y)
{
	const struct site *a = x, *b = y;

	if (a->probe != b->probe)
		return a->probe < b->probe ? -1 : 1;
	if (a->is_enabled != b->is_enabled)
		return b->is_enabled ? -1 : 1;
	if (a->code.section != b->code.section)
		return a->code.section < b->code.section ? -1 : 1;
	if (a->code.offset != b->code.offset)
		return a->code.offset < b->code.offset ? -1 : 1;
	return (a->record > b->record) - (a->record < b->record);
}

static int read_sites(struct module_probes *probes, struct findings *findings)
{
	const struct elf_section *section = NULL;
	int failed = 0;
	bool *seen;
	size_t i;

	if (read_records(probes, findings))
		return -1;
	seen = xcalloc(probes->nr_records, sizeof(*seen));
	while (!failed && (section = module_elf_section(probes->elf,
							JUMP_SECTION, section)))
		failed = read_jumps_of(probes, section, seen, findings);
	for (i = 0; i < probes->nr_records && !failed; i++) {
		if (seen[i])
			continue;
		add_site(probes, i);
		bad_record(probes, i, findings, "no jump label leads to this site record");
	}
	free(seen);
	if (!failed && probes->nr_sites)
		qsort(probes->sites, probes->nr_sites, sizeof(*probes->sites),
		      by_probe);
	return failed;
}

/*
 * The table says how many records each probe has, and how many there are.  Records that
 * lead to no probe could be any probe's.
 */
static void check_counts(const struct module_probes *probes,
			 struct findings *findings)
{
	const struct probe_table *table = &probes->table;
	uint32_t *counts = xcalloc(table->nr_probes, sizeof(*counts));
	bool strays = false;
	size_t i;

	for (i = 0; i < probes->nr_records; i++) {
		if (probes->records[i].probe == NO_PROBE)
			strays = true;
		else if (!probes->records[i].is_enabled)
			counts[probes->records[i].probe]++;
	}
	for (i = 0; i < table->nr_probes && !strays; i++)
		if (counts[i] != table->probes[i].nr_sites)
			findings_add(findings, SDT_TABLE_SECTION,
				     "probe %zu, %s:%s:%s: the table counts %u of its site records, there are %u",
				     i, table->probes[i].provider,
				     table->probes[i].function,
				     table->probes[i].name,
				     table->probes[i].nr_sites, counts[i]);
	free(counts);
	if (probes->nr_records != table->nr_sites)
		findings_add(findings, SDT_TABLE_SECTION,
			     "the probe table counts %u site%s, there %s %zu site record%s",
			     table->nr_sites, table->nr_sites == 1 ? "" : "s",
			     probes->nr_records == 1 ? "is" : "are",
			     probes->nr_records,
			     probes->nr_records == 1 ? "" : "s");
}

static enum exit_code read_module(struct module_probes *probes,
				  struct findings *findings)
{
	probes->table_section = only_section(probes, SDT_TABLE_SECTION,
					     findings);
	probes->site_section = only_section(probes, SDT_SITES_SECTION,
					    findings);
	if (!probes->table_section) {
		if (!probes->site_section ||
		    module_elf_section(probes->elf, SDT_OBJECT_SECTION, NULL))
			return EXIT_NO_PROBES;
		findings_add(findings, SDT_SITES_SECTION,
			     "site records, but no section " SDT_TABLE_SECTION);
		return EXIT_DONE;
	}
	/* else each place would be a finding, none of them the cause */
	if (probes->site_section && probes->site_section->size &&
	    !module_elf_has_relocs(probes->elf, probes->site_section)) {
		findings_add(findings, SDT_SITES_SECTION,
			     "its relocations are gone (strip -s?): no kernel can load such a module");
		probes->site_section = NULL;
		return EXIT_DONE;
	}
	if (read_table(probes, findings))
		return EXIT_FAILED;
	probes->table_ok = !findings->count;
	if (!probes->table.nr_probes && probes->table_ok &&
	    !probes->site_section)
		return EXIT_NO_PROBES;
	if (probes->site_section && read_sites(probes, findings))
		return EXIT_FAILED;
	if (probes->table_ok)
		check_counts(probes, findings);
	return EXIT_DONE;
}

enum exit_code module_probes_open(struct module_probes *probes,
				  const char *path, struct findings *findings)
{
	memset(probes, 0, sizeof(*probes));
	probes->path = path;
	probes->table.module = "";
	probes->elf = module_elf_open(path);
	if (!probes->elf)
		return EXIT_FAILED;
	return read_module(probes, findings);
}

enum exit_code module_probes_load(struct module_probes *probes,
				  const char *path)
{
	struct findings findings = { 0 };
	enum exit_code code;

	code = module_probes_open(probes, path, &findings);
	if (code != EXIT_FAILED && findings.count) {
		findings_report(&findings, path);
		code = EXIT_FAILED;
	}
	findings_free(&findings);
	return code;
}

void module_probes_close(struct module_probes *probes)
{
	probe_table_free(&probes->table);
	free(probes->records);
	free(probes->sites);
	if (probes->elf)
		module_elf_close(probes->elf);
}

enum exit_code module_probes_none(const struct module_probes *probes)
{
	if (module_elf_section(probes->elf, SDT_OBJECT_SECTION, NULL))
		error_file(probes->path, "no probes in it yet: it is one object of a module, use the .ko");
	else
		error_file(probes->path, "no probes in it");
	return EXIT_NO_PROBES;
}

char *module_probes_where(const struct module_probes *probes,
			  struct elf_place place)
{
	const struct elf_function *function;
	const struct elf_section *section;

	function = module_elf_function(probes->elf, place);
	if (function)
		return xasprintf("%s+0x%" PRIx64, function->name,
				 place.offset - function->start.offset);
	section = module_elf_section_at(probes->elf, place.section);
	return xasprintf("%s+0x%" PRIx64, section ? section->name : "(nowhere)",
			 place.offset);
}

void module_probes_vfound(const struct module_probes *probes,
			  struct findings *findings, struct elf_place place,
			  const char *format, va_list ap)
{
	char *where = module_probes_where(probes, place);

	findings_vadd(findings, where, format, ap);
	free(where);
}

uint32_t module_probes_at(const struct module_probes *probes,
			  struct elf_place place)
{
	const size_t size = sizeof(struct sdt_table_probe);
	uint64_t offset = place.offset - sizeof(struct sdt_table);

	if (!probes->table_section ||
	    place.section != probes->table_section->index ||
	    place.offset < sizeof(struct sdt_table) || offset % size ||
	    offset / size >= probes->table.nr_probes)
		return NO_PROBE;
	return offset / size;
}

struct elf_place module_probes_record(const struct module_probes *probes,
				      size_t record, size_t offset)
{
	struct elf_place place = {
		.section = probes->site_section->index,
		.offset = record * RECORD_SIZE + offset,
	};

	return place;
}

void module_probes_list_sites(const struct module_probes *probes,
			      struct probe_sites *sites)
{
	struct probe_site *site;
	size_t i;

	for (i = 0; i < probes->nr_sites; i++) {
		site = probe_sites_add(sites, probes->sites[i].probe);
		site->line = probes->sites[i].line;
		site->file = xasprintf("%s", probes->sites[i].file);
		site->place = module_probes_where(probes, probes->sites[i].code);
		site->is_enabled = probes->sites[i].is_enabled;
	}
}
