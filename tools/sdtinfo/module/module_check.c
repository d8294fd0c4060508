// SPDX-License-Identifier: GPL-2.0-only
/*
 * module_check.c - check the parts of a module that sdt.ko uses
 *
 * Serves "sdtinfo verify".  module_probes.c has checked the table as sdt.ko does, and the
 * references from jump labels to records and from records to probes.  This file checks
 * the other rules of sdt_abi.h, and the kernel's rules for jump labels:
 *
 *  1. the kernel keeps the sections, and can write where it must
 *  2. the fields of a record that the kernel and sdt.ko write are zero
 *  3. a site is a NOP of code, as long as the jump that replaces it needs
 *  4. the trampoline is one that sdt.ko can set
 *  5. the symbols agree with the table; none of ours is undefined
 *  6. probes with the same name are one event, and a site that tests one refers to the
 *     first of them
 */
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "arch/arch.h"
#include "lib/util.h"
#include "link/probe_merge.h"
#include "module_check.h"
#include "module_elf.h"
#include "table/event_names.h"
#include "table/probe.h"
#include "table/probe_sites.h"
#include "text/arg_text.h"

/* The two low bits of a jump label's key: it is on at first */
#define JUMP_IS_BRANCH	1

/* How far away another section of a module may be, in bytes */
#define FAR		(1 << 24)

struct check {
	struct module_probes *probes;
	struct findings *findings;
	struct elf_relocs **relocs; /* [section], read when needed */
	size_t nr_sections;
	bool failed;		/* something could not be read */
	struct elf_place trampoline;	/* what its symbol points to */
};

static void found_at(struct check *check, struct elf_place place,
		     const char *format, ...) SDTINFO_PRINTF(3, 4);

static void found_at(struct check *check, struct elf_place place,
		     const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	module_probes_vfound(check->probes, check->findings, place, format, ap);
	va_end(ap);
}

static const struct elf_section *section_at(const struct check *check,
					    struct elf_place place)
{
	return module_elf_section_at(check->probes->elf, place.section);
}

static bool is_init(const struct check *check, struct elf_place place)
{
	const struct elf_section *section = section_at(check, place);

	return section && elf_section_is_init(section);
}

/* The relocations of a section; read once. */
static const struct elf_relocs *relocs_of(struct check *check,
					  const struct elf_section *section)
{
	struct elf_relocs **relocs = &check->relocs[section->index];

	if (!*relocs) {
		*relocs = xcalloc(1, sizeof(**relocs));
		if (module_elf_relocs(check->probes->elf, section, *relocs))
			check->failed = true;
	}
	return *relocs;
}

/* The x86 kernel takes nonzero bytes for a relocation that was already applied. */
static void check_filled(struct check *check, const struct elf_section *section,
			 const struct elf_reloc *reloc)
{
	static const unsigned char zeros[8];
	const struct arch *arch = module_elf_arch(check->probes->elf);
	struct elf_place place = { section->index, reloc->offset };
	const unsigned char *bytes;
	uint64_t room, size = reloc->kind == ELF_RELOC_PC32 ? 4 : 8;

	if (!arch || !arch->wants_zeros || reloc->kind == ELF_RELOC_OTHER)
		return;
	bytes = module_elf_bytes(check->probes->elf, place, &room);
	if (bytes && memcmp(bytes, zeros, room < size ? room : size))
		found_at(check, place, "a relocation fills these bytes, which are not zero: the kernel would refuse the module");
}

/*
 * 1. Sections
 */

static void check_section(struct check *check,
			  const struct elf_section *section, bool is_written,
			  uint64_t align)
{
	if (!section)
		return;
	if (!elf_section_is_loaded(section))
		findings_add(check->findings, section->name,
			     "this section is not loaded with the module");
	if (is_written && !elf_section_is_writable(section))
		findings_add(check->findings, section->name,
			     "this section is not writable");
	if (!section->align || section->align % align)
		findings_add(check->findings, section->name,
			     "this section is aligned to %" PRIu64 " bytes, not to %" PRIu64,
			     section->align, align);
}

/* The kernel takes the first section of jump labels, and sorts them. */
static void check_jump_section(struct check *check)
{
	const struct elf_section *section;

	section = module_elf_section(check->probes->elf, JUMP_SECTION, NULL);
	check_section(check, section, true, 8);
	if (section &&
	    module_elf_section(check->probes->elf, JUMP_SECTION, section))
		findings_add(check->findings, JUMP_SECTION,
			     "there are several such sections");
}

static void check_sections(struct check *check)
{
	struct module_elf *elf = check->probes->elf;

	check_section(check, check->probes->table_section, false, 4);
	check_section(check, check->probes->site_section, true, 8);
	if (check->probes->nr_sites)
		check_jump_section(check);
	if (module_elf_section(elf, SDT_OBJECT_SECTION, NULL))
		findings_add(check->findings, SDT_OBJECT_SECTION,
			     "the objects' tables are still there: the kernel's linker script for modules drops them");
}

/*
 * 2. Records
 */

/* A record's file name must stay in memory, and must not break lines of output. */
static void check_source(struct check *check, const struct elf_relocs *relocs,
			 size_t i)
{
	const struct site *record = &check->probes->records[i];
	struct elf_place place = module_probes_record(check->probes, i, 0);
	const struct elf_reloc *file;
	const char *text;

	file = elf_relocs_at(relocs, place.offset +
			     offsetof(struct sdt_site_record, file));
	if (record->probe == NO_PROBE || !file)
		return;		/* module_probes.c has said so */
	if (!record->line)
		found_at(check, place, "site record is of line 0");
	text = module_elf_string(check->probes->elf, file->target,
				 SDT_MAX_STRING + 1);
	if (text && !*text)
		found_at(check, place, "the site record's file name is empty");
	if (!sdt_text_ok(record->file))
		found_at(check, place, "there is a control character in the site record's file name");
	if (is_init(check, file->target))
		found_at(check, place, "the site record's file name is in %s, which does not stay",
			 section_at(check, file->target)->name);
}

static void check_record(struct check *check, const unsigned char *bytes,
			 size_t i)
{
	static const unsigned char zeros[sizeof(struct sdt_site_record)];
	const size_t runtime = offsetof(struct sdt_site_record, runtime);
	const unsigned char *record = bytes + i * sizeof(zeros);

	if (memcmp(record, zeros, offsetof(struct sdt_site_record, magic)) ||
	    memcmp(record + runtime, zeros, sizeof(zeros) - runtime))
		found_at(check, module_probes_record(check->probes, i, 0),
			 "site record is not zero where the kernel and sdt.ko will write");
}

/* Only a record's two references may have relocations. */
static void check_record_reloc(struct check *check,
			       const struct elf_reloc *reloc)
{
	size_t offset = reloc->offset % sizeof(struct sdt_site_record);
	struct elf_place place = {
		check->probes->site_section->index, reloc->offset,
	};

	if (offset != offsetof(struct sdt_site_record, probe) &&
	    offset != offsetof(struct sdt_site_record, file))
		found_at(check, place, "a relocation changes the site record here");
}

static void check_records(struct check *check)
{
	const struct elf_section *section = check->probes->site_section;
	const struct elf_relocs *relocs;
	const unsigned char *bytes;
	size_t i;

	if (!section)
		return;
	bytes = module_elf_data(check->probes->elf, section);
	relocs = relocs_of(check, section);
	if (!bytes)
		check->failed = true;
	for (i = 0; i < check->probes->nr_records && bytes; i++) {
		check_record(check, bytes, i);
		check_source(check, relocs, i);
	}
	for (i = 0; i < relocs->count; i++) {
		check_record_reloc(check, &relocs->list[i]);
		check_filled(check, section, &relocs->list[i]);
	}
}

/*
 * 3. Sites
 */

static void check_nop(struct check *check, const struct site *site, size_t size)
{
	const struct arch *arch = module_elf_arch(check->probes->elf);
	const struct elf_section *section = section_at(check, site->code);
	struct elf_place code = site->code;
	int64_t distance;

	if (elf_relocs_in(relocs_of(check, section), code.offset,
			  code.offset + size))
		found_at(check, code, "a relocation changes the NOP");
	if (!site->target.section)
		return;
	distance = site->target.section == code.section ?
		   (int64_t)(site->target.offset - code.offset) : FAR;
	if (!arch_nop_reaches(arch, size, distance))
		found_at(check, code, "a NOP of %zu bytes is too short for the jump to %s",
			 size, section_at(check, site->target)->name);
}

static void check_jump(struct check *check, const struct site *site)
{
	const struct elf_section *section = section_at(check, site->jump);
	const struct elf_relocs *relocs = relocs_of(check, section);
	uint64_t offset;

	for (offset = site->jump.offset;
	     offset < site->jump.offset + JUMP_SIZE; offset++) {
		const struct elf_reloc *reloc = elf_relocs_at(relocs, offset);

		if (reloc)
			check_filled(check, section, reloc);
	}
}

static void check_site(struct check *check, const struct site *site)
{
	const struct arch *arch = module_elf_arch(check->probes->elf);
	const unsigned char *bytes;
	size_t size = 0;
	uint64_t room;

	if (!site->code.section)
		return;		/* module_probes.c has said so */
	check_jump(check, site);
	if (!elf_section_is_code(section_at(check, site->code))) {
		found_at(check, site->code, "the site is in no section of code");
		return;
	}
	if (site->target.section &&
	    !elf_section_is_code(section_at(check, site->target)))
		found_at(check, site->code, "the site would jump to %s, no section of code",
			 section_at(check, site->target)->name);
	else if (site->target.section &&
		 site->target.offset >= section_at(check, site->target)->size)
		found_at(check, site->code, "the site would jump to %s+0x%" PRIx64 ", outside of it",
			 section_at(check, site->target)->name,
			 site->target.offset);
	if (site->flags & JUMP_IS_BRANCH)
		found_at(check, site->code, "the jump label says that the site is on");
	bytes = module_elf_bytes(check->probes->elf, site->code, &room);
	if (bytes)
		size = arch_nop_size(arch, bytes, room);
	if (size)
		check_nop(check, site, size);
	else
		found_at(check, site->code, "there is no NOP that a jump label can patch");
}

static int by_code(const void *x, const void *y)
{
	const struct site *a = *(const struct site **)x;
	const struct site *b = *(const struct site **)y;

	if (a->code.section != b->code.section)
		return a->code.section < b->code.section ? -1 : 1;
	if (a->code.offset != b->code.offset)
		return a->code.offset < b->code.offset ? -1 : 1;
	return 0;
}

/* No two of our jump labels patch the same site. */
static void check_overlaps(struct check *check)
{
	const struct module_probes *probes = check->probes;
	const struct site **sites = xcalloc(probes->nr_sites, sizeof(*sites));
	size_t i;

	for (i = 0; i < probes->nr_sites; i++)
		sites[i] = &probes->sites[i];
	if (probes->nr_sites)
		qsort(sites, probes->nr_sites, sizeof(*sites), by_code);
	for (i = 1; i < probes->nr_sites; i++)
		if (sites[i]->code.section && !by_code(&sites[i - 1], &sites[i]))
			found_at(check, sites[i]->code, "two jump labels patch this site");
	free(sites);
}

static void check_sites(struct check *check)
{
	size_t i;

	for (i = 0; i < check->probes->nr_sites; i++)
		check_site(check, &check->probes->sites[i]);
	check_overlaps(check);
}

/*
 * 4. The trampoline
 */

static void check_trampoline_code(struct check *check, struct elf_place place)
{
	const struct arch *arch = module_elf_arch(check->probes->elf);
	const unsigned char *code;
	uint64_t room = 0;

	code = module_elf_bytes(check->probes->elf, place, &room);
	if (!code || room < SDT_TRAMPOLINE_SIZE ||
	    !elf_section_is_code(section_at(check, place))) {
		found_at(check, place, "the trampoline is in no section of code");
		return;
	}
	if (is_init(check, place))
		found_at(check, place, "the trampoline is in %s, which does not stay",
			 section_at(check, place)->name);
	if (arch && !arch->is_trampoline(code))
		found_at(check, place, "the trampoline's code is not what sdtinfo link writes");
}

/*
 * The relocations of the struct sdt_trampoline at @place.  Sites call its code, or by
 * way of its key.
 */
static void check_trampoline_relocs(struct check *check, const struct elf_section *section,
				    struct elf_place place)
{
	const uint64_t end = place.offset + offsetof(struct sdt_trampoline, code);
	const struct arch *arch = module_elf_arch(check->probes->elf);
	const struct elf_relocs *relocs = relocs_of(check, section);
	const struct elf_reloc *code, *key = NULL;

	if (check->failed)
		return;
	if (arch && arch->key_is_code)
		key = elf_relocs_at(relocs, place.offset);
	if (elf_relocs_in(relocs, place.offset + !!key, end))
		found_at(check, place, "a relocation changes the struct sdt_trampoline");
	code = elf_relocs_at(relocs, end);
	if (!code || code->kind != ELF_RELOC_PC32 || !code->target.section) {
		found_at(check, place, "the struct sdt_trampoline leads to no code");
		return;
	}
	check_filled(check, section, code);
	check->trampoline = code->target;
	if (arch && arch->key_is_code) {
		check->trampoline = place;
		if (!key || key->kind != ELF_RELOC_ABS64 ||
		    key->target.section != code->target.section ||
		    key->target.offset != code->target.offset)
			found_at(check, place, "the key of the struct sdt_trampoline is not the address of its code");
	}
	check_trampoline_code(check, code->target);
}

/* The struct sdt_trampoline at @place */
static void check_trampoline_struct(struct check *check, struct elf_place place)
{
	const struct elf_section *section = section_at(check, place);
	struct sdt_trampoline trampoline;
	const unsigned char *bytes;
	uint64_t room = 0;

	bytes = module_elf_bytes(check->probes->elf, place, &room);
	if (!bytes || room < sizeof(trampoline) || is_init(check, place) ||
	    !elf_section_is_writable(section) || place.offset % 8) {
		found_at(check, place, "there can be no struct sdt_trampoline");
		return;
	}
	memcpy(&trampoline, bytes, sizeof(trampoline));
	if (trampoline.magic != SDT_TRAMPOLINE_MAGIC || trampoline.key[0] ||
	    trampoline.key[1])
		found_at(check, place, "there is no struct sdt_trampoline");
	check_trampoline_relocs(check, section, place);
}

static void check_trampoline(struct check *check)
{
	const size_t offset = offsetof(struct sdt_table, trampoline);
	const struct elf_section *section = check->probes->table_section;
	const struct elf_relocs *relocs;
	const struct elf_reloc *reloc;
	size_t i;

	if (!section || !check->probes->table.size)
		return;
	relocs = relocs_of(check, section);
	if (check->failed)
		return;
	for (i = 0; i < relocs->count; i++) {
		check_filled(check, section, &relocs->list[i]);
		if (relocs->list[i].offset != offset)
			found_at(check, (struct elf_place){
					section->index, relocs->list[i].offset,
				 }, "a relocation changes the probe table here");
	}
	reloc = elf_relocs_at(relocs, offset);
	if (!reloc || reloc->kind != ELF_RELOC_PC32 || !reloc->target.section)
		findings_add(check->findings, SDT_TABLE_SECTION,
			     "the probe table does not point to a struct sdt_trampoline");
	else
		check_trampoline_struct(check, reloc->target);
}

/*
 * 5. Symbols, as far as they were not stripped, and the module's name
 */

static bool starts_with(const char *text, const char *prefix)
{
	return !strncmp(text, prefix, strlen(prefix));
}

static bool is_ours(const char *symbol)
{
	return starts_with(symbol, SDT_PROBE_SYMBOL) ||
	       starts_with(symbol, SDT_ENABLED_SYMBOL) ||
	       !strcmp(symbol, SDT_ANY_ENABLED_SYMBOL) ||
	       !strcmp(symbol, SDT_TRAMPOLINE_SYMBOL);
}

/* The probe at a place in the table, or NULL */
static const struct probe *probe_at(const struct check *check,
				    struct elf_place place)
{
	uint32_t number = module_probes_at(check->probes, place);

	return number == NO_PROBE ? NULL :
				    &check->probes->table.probes[number];
}

/* @name: what the symbol of the probe at its place is called; freed here */
static void check_name(struct check *check, const struct elf_symbol *symbol,
		       char *name)
{
	if (strcmp(name, symbol->name))
		findings_add(check->findings, symbol->name,
			     "this symbol is where %s should be", name);
	free(name);
}

static void check_symbol(struct check *check, const struct elf_symbol *symbol,
			 bool *seen)
{
	const struct probe_table *table = &check->probes->table;
	const struct probe *probe = probe_at(check, symbol->place);

	if (symbol->is_undefined) {
		if (!is_ours(symbol->name))
			return;
		findings_add(check->findings, symbol->name,
			     "this symbol is undefined: the kernel would refuse the module");
	} else if (starts_with(symbol->name, SDT_PROBE_SYMBOL)) {
		if (probe) {
			seen[probe - table->probes] = true;
			check_name(check, symbol, probe_symbol(probe));
		} else {
			findings_add(check->findings, symbol->name,
				     "this symbol does not point to a probe of the table");
		}
	} else if (!strcmp(symbol->name, SDT_ANY_ENABLED_SYMBOL)) {
		if (probe != table->probes)
			findings_add(check->findings, symbol->name,
				     "this symbol does not point to the first probe of the table");
	} else if (starts_with(symbol->name, SDT_ENABLED_SYMBOL)) {
		if (probe)
			check_name(check, symbol, probe_enabled_symbol(probe));
		else
			findings_add(check->findings, symbol->name,
				     "this symbol does not point to a probe of the table");
	} else if (!strcmp(symbol->name, SDT_TRAMPOLINE_SYMBOL)) {
		if (check->trampoline.section &&
		    (check->trampoline.section != symbol->place.section ||
		     check->trampoline.offset != symbol->place.offset))
			findings_add(check->findings, symbol->name,
				     "this symbol and the table disagree on the place");
	}
}

/* Either all probes have symbols, or none, if they were stripped. */
static void check_seen(struct check *check, const bool *seen)
{
	const struct probe_table *table = &check->probes->table;
	size_t i, nr = 0;
	char *symbol;

	for (i = 0; i < table->nr_probes; i++)
		nr += seen[i];
	for (i = 0; i < table->nr_probes && nr; i++) {
		if (seen[i])
			continue;
		symbol = probe_symbol(&table->probes[i]);
		findings_add(check->findings, SDT_TABLE_SECTION,
			     "probe %zu has no symbol %s", i, symbol);
		free(symbol);
	}
}

static void check_symbols(struct check *check)
{
	bool *seen = xcalloc(check->probes->table.nr_probes, sizeof(*seen));
	const struct elf_symbol *symbols;
	size_t i, count;

	if (module_elf_symbols(check->probes->elf, &symbols, &count)) {
		check->failed = true;
	} else {
		for (i = 0; i < count; i++)
			check_symbol(check, &symbols[i], seen);
		check_seen(check, seen);
	}
	free(seen);
}

/* .modinfo is a row of strings, "name=revdev" among them. */
static void check_module_name(struct check *check)
{
	const char *name = check->probes->table.module;
	struct module_elf *elf = check->probes->elf;
	const struct elf_section *section;
	const char *text, *end, *next;

	section = module_elf_section(elf, ".modinfo", NULL);
	text = section ? module_elf_data(elf, section) : NULL;
	if (!text || !*name)
		return;
	for (end = text + section->size; text < end; text = next + 1) {
		next = memchr(text, '\0', end - text);
		if (!next)
			break;
		if (starts_with(text, "name=") && strcmp(text + 5, name))
			findings_add(check->findings, SDT_TABLE_SECTION,
				     "the probe table is of module %s, the file of module %s",
				     name, text + 5);
	}
}

/*
 * 6. Events
 */

static void found_conflict(struct check *check, const struct probe_conflict *c)
{
	const struct probe *a = c->first, *b = c->second;
	const struct sdt_names names = probe_rule_names(a, "");
	char *first, *second, why[SDT_WHY_SIZE] = "";

	switch (c->kind) {
	case CONFLICT_COUNT:
		findings_add(check->findings, SDT_TABLE_SECTION,
			     "%s:%s has %u arguments in %s(), %u in %s(): probes with the same name are one event",
			     a->provider, a->name, a->nr_args, a->function,
			     b->nr_args, b->function);
		break;
	case CONFLICT_ARG:
		first = arg_claim(c->how, &a->args[c->arg], &b->args[c->arg]);
		second = arg_claim(c->how, &b->args[c->arg], &a->args[c->arg]);
		findings_add(check->findings, SDT_TABLE_SECTION,
			     "arg%u of %s:%s is %s in %s(), %s in %s(): probes with the same name are one event",
			     c->arg, a->provider, a->name, first, a->function,
			     second, b->function);
		free(first);
		free(second);
		break;
	case CONFLICT_EVENT:
		findings_add(check->findings, SDT_TABLE_SECTION,
			     "probes %s:%s:%s and %s:%s:%s both would be event %s",
			     a->provider, a->function, a->name, b->provider,
			     b->function, b->name, a->event);
		break;
	case CONFLICT_BAD_EVENT:
		sdt_event_ok(&names, why, sizeof(why));
		findings_add(check->findings, SDT_TABLE_SECTION,
			     "probe %s:%s:%s: %s", a->provider, a->function,
			     a->name, why);
		break;
	case CONFLICT_VIEW:
		findings_add(check->findings, SDT_TABLE_SECTION,
			     "%s:%s has other translated arguments in %s() than in %s(): probes with the same name are one event",
			     a->provider, a->name, a->function, b->function);
		break;
	case CONFLICT_XLATED_NAME:	/* probe_table.c reports two with one name */
		findings_add(check->findings, SDT_TABLE_SECTION,
			     "translated argument %u of %s:%s is named '%s' in %s(), '%s' in %s(): probes with the same name are one event",
			     c->arg, a->provider, a->name,
			     a->xlated[c->arg].name, a->function,
			     b->xlated[c->arg].name, b->function);
		break;
	default:	/* the others occur only in objects' tables */
		break;
	}
}

/* By event, the probes of each in the table's order */
static int by_event(const void *x, const void *y)
{
	const struct probe *a = *(const struct probe **)x;
	const struct probe *b = *(const struct probe **)y;
	int c = probe_compare_events(a, b);

	return c ? c : (a > b) - (a < b);
}

/* The first probe of each probe's event, by the probe's number; caller frees */
static const struct probe **first_probes(const struct probe_table *table)
{
	const struct probe **sorted = xcalloc(table->nr_probes, sizeof(*sorted));
	const struct probe **firsts = xcalloc(table->nr_probes, sizeof(*firsts));
	const struct probe *first = NULL;
	size_t i;

	for (i = 0; i < table->nr_probes; i++)
		sorted[i] = &table->probes[i];
	qsort(sorted, table->nr_probes, sizeof(*sorted), by_event);
	for (i = 0; i < table->nr_probes; i++) {
		if (!first || probe_compare_events(first, sorted[i]))
			first = sorted[i];
		firsts[sorted[i] - table->probes] = first;
	}
	free(sorted);
	return firsts;
}

/* An is-enabled record refers to the first probe of its event: see sdt_abi.h. */
static void check_askers(struct check *check)
{
	const struct probe_table *table = &check->probes->table;
	const struct probe **firsts;
	size_t i;

	if (!table->nr_probes)
		return;
	firsts = first_probes(table);
	for (i = 0; i < check->probes->nr_records; i++) {
		const struct site *record = &check->probes->records[i];
		const struct probe *first;

		if (!record->is_enabled || record->is_any ||
		    record->probe == NO_PROBE)
			continue;
		first = firsts[record->probe];
		if (first != &table->probes[record->probe])
			found_at(check, module_probes_record(check->probes, i, 0),
				 "site record asks for probe %s:%s, but leads to the one in %s(), not to the first one, in %s()",
				 first->provider, first->name,
				 table->probes[record->probe].function,
				 first->function);
	}
	free(firsts);
}

/* The merge changes the names of fields, so this check is the last. */
static void check_events(struct check *check)
{
	struct probe_merge merge = { .exact = true };
	char why[SDT_WHY_SIZE];
	size_t i;

	if (!sdt_event_group_ok(check->probes->table.module, why, sizeof(why)))
		findings_add(check->findings, SDT_TABLE_SECTION, "%s", why);
	probe_merge_add(&merge, &check->probes->table);
	probe_merge_finish(&merge);
	for (i = 0; i < merge.nr_conflicts; i++)
		found_conflict(check, &merge.conflicts[i]);
	probe_merge_free(&merge);
}

int module_check(struct module_probes *probes, struct findings *findings)
{
	struct check check = {
		.probes = probes,
		.findings = findings,
		.nr_sections = module_elf_nr_sections(probes->elf),
	};
	size_t i;

	check.relocs = xcalloc(check.nr_sections, sizeof(*check.relocs));
	check_sections(&check);
	check_records(&check);
	check_sites(&check);
	check_trampoline(&check);
	check_module_name(&check);
	/* they would only repeat what is wrong with the table */
	if (probes->table_ok) {
		check_symbols(&check);
		check_askers(&check);
		check_events(&check);
	}
	for (i = 0; i < check.nr_sections; i++) {
		if (check.relocs[i])
			elf_relocs_free(check.relocs[i]);
		free(check.relocs[i]);
	}
	free(check.relocs);
	return check.failed ? -1 : 0;
}

void module_check_table(const struct probe_table *table,
			struct findings *findings)
{
	struct module_probes probes = { .table = *table };
	struct check check = { .probes = &probes, .findings = findings };

	check_events(&check);
}
