// SPDX-License-Identifier: GPL-2.0-only
/*
 * module_check.c - check the parts of a module that sdt.ko uses
 *
 * Serves "sdtinfo verify", and "sdtinfo link", which has an object with sections, records and
 * sites (1 to 3).  module.c has checked the table as sdt.ko does, and the
 * references from jump labels to records and from records to probes.  This file checks
 * the other rules of sdt_abi.h, and the kernel's rules for jump labels:
 *
 *  1. the kernel keeps the sections, and can write where it must
 *  2. the fields of a record that the kernel and sdt.ko write are zero
 *  3. a site is the NOP of code that sites have
 *  4. the trampoline is one that sdt.ko can set
 *  5. the table belongs to the module
 *  6. probes with the same name are one event, and a site that tests one refers to the
 *     first of them
 *  7. the BTF of a module for the running kernel is based on this kernel's
 */
#include <elf.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include <linux/sdt_sites.h>

#include "arch/arch.h"
#include "lib/error.h"
#include "lib/util.h"
#include "link/link.h"
#include "module.h"

/* The two low bits of a jump label's key: it is on at first */
#define JUMP_IS_BRANCH	1

static const struct elf_section *section_at(const struct module *module,
					    struct elf_place place)
{
	return module_elf_section_at(module->elf, place);
}

static const struct elf_relocs *relocs_of(struct module *module,
					  const struct elf_section *section)
{
	static const struct elf_relocs none;
	const struct elf_relocs *relocs = module_elf_relocs(module->elf, section);

	module->is_unreadable |= !relocs;
	return relocs ? relocs : &none;
}

/* The x86 kernel takes nonzero bytes for a relocation that was already applied. */
static void check_filled(struct module *module, const struct elf_section *section,
			 const struct elf_reloc *reloc)
{
	static const unsigned char zeros[8];
	const struct arch *arch = module->elf->arch;
	struct elf_place place = { section->index, reloc->offset };
	const unsigned char *bytes;
	const bool is_short = reloc->kind == ELF_RELOC_PC32 || reloc->kind == ELF_RELOC_ABS32;
	uint64_t room, size = is_short ? 4 : 8;

	if (!arch || !arch->wants_zeros || reloc->kind == ELF_RELOC_OTHER)
		return;
	bytes = module_elf_bytes(module->elf, place, &room);
	if (bytes && memcmp(bytes, zeros, room < size ? room : size))
		module_found(module, place, "a relocation fills these bytes, which are not zero: the kernel would refuse the module");
}

/*
 * 1. Sections
 */

static void check_section(struct module *module, const struct elf_section *section,
			  bool is_written, uint64_t align)
{
	if (!section)
		return;
	if (!(section->flags & SHF_ALLOC))
		findings_add(&module->findings, section->name,
			     "this section is not loaded with the module");
	if (is_written && ~section->flags & (SHF_ALLOC | SHF_WRITE))
		findings_add(&module->findings, section->name, "this section is not writable");
	if (!section->align || section->align % align)
		findings_add(&module->findings, section->name,
			     "this section is aligned to %" PRIu64 " bytes, not to %" PRIu64,
			     section->align, align);
}

/* The kernel takes the first section of jump labels, and sorts them. */
static void check_jump_section(struct module *module)
{
	const struct elf_section *section;

	section = module_elf_section(module->elf, JUMP_SECTION, NULL);
	check_section(module, section, true, 8);
	if (section && !module->is_object &&
	    module_elf_section(module->elf, JUMP_SECTION, section))
		findings_add(&module->findings, JUMP_SECTION, "there is more than one such section");
}

static void check_sections(struct module *module)
{
	struct module_elf *elf = module->elf;

	check_section(module, module->table_section, false, 4);
	check_section(module, module->site_section, true, 8);
	if (module->nr_sites)
		check_jump_section(module);
	if (!module->is_object && module_elf_section(elf, SDT_OBJECT_SECTION, NULL))
		findings_add(&module->findings, SDT_OBJECT_SECTION,
			     "the objects' tables are still there: link with the kernel's linker script for modules, which drops them");
}

/*
 * 2. Records
 */

static void check_record_bytes(struct module *module, const unsigned char *bytes, size_t i)
{
	const struct elf_place place = module_record(module, i);
	const struct probe_site *site = &module->records[i];
	struct sdt_site_record record;

	memcpy(&record, bytes + place.offset, sizeof(record));
	if (record.enabled || record.entries || record.runtime)
		module_found(module, place,
			     "site record is not zero where the kernel and sdt.ko will write");
	if ((site->probe != NO_PROBE || (site->is_left_alone && site->code.section)) && !site->line)
		module_found(module, place, "site record has line 0");
}

/* Only a record's place may have a relocation; check_trampoline() checks the last entry. */
static void check_record_reloc(struct module *module, const struct elf_reloc *reloc)
{
	const struct elf_place end = module_record(module, module->nr_records);
	struct elf_place place = { end.section, reloc->offset };

	if (place.offset < end.offset &&
	    place.offset % sizeof(struct sdt_site_record) !=
	    offsetof(struct sdt_site_record, place))
		module_found(module, place, "a relocation changes the site record here");
}

static void check_site_records(struct module *module)
{
	const struct elf_section *section = module->site_section;
	const struct elf_relocs *relocs;
	const unsigned char *bytes;
	size_t i;

	if (!section)
		return;
	bytes = module_elf_data(module->elf, section);
	relocs = relocs_of(module, section);
	if (!bytes)
		module->is_unreadable = true;
	for (i = 0; i < module->nr_records && bytes; i++)
		check_record_bytes(module, bytes, i);
	for (i = 0; i < relocs->count; i++) {
		check_record_reloc(module, &relocs->list[i]);
		check_filled(module, section, &relocs->list[i]);
	}
}

/*
 * 3. Sites
 */

static void check_jump(struct module *module, const struct probe_site *site)
{
	const struct elf_section *section = section_at(module, site->jump);
	const struct elf_relocs *relocs = relocs_of(module, section);
	const uint64_t end = site->jump.offset + JUMP_SIZE;
	const struct elf_reloc *reloc;

	for (reloc = elf_relocs_in(relocs, site->jump.offset, end); reloc;
	     reloc = elf_relocs_in(relocs, reloc->offset + 1, end))
		check_filled(module, section, reloc);
}

static void check_site(struct module *module, const struct probe_site *site)
{
	const struct elf_section *section = section_at(module, site->code);
	const struct elf_section *target = section_at(module, site->target);
	const unsigned char *bytes;
	size_t size = 0;
	uint64_t room;

	if (!section)
		return;		/* module.c has said so */
	check_jump(module, site);
	if (!elf_section_is_code(section)) {
		module_found(module, site->code, "the site is not in a section of code");
		return;
	}
	if (target && !elf_section_is_code(target))
		module_found(module, site->code, "the site would jump to %s, which is not a section of code",
			     target->name);
	/* Behind an object's code, which ends with a jump to nowhere, comes another's. */
	else if (target && site->target.offset >= target->size + module->is_object)
		module_found(module, site->code, "the site would jump to %s+0x%" PRIx64 ", beyond its end",
			     target->name, site->target.offset);
	if (site->flags & JUMP_IS_BRANCH)
		module_found(module, site->code, "the jump label says that the site is on");
	bytes = module_elf_bytes(module->elf, site->code, &room);
	if (bytes)
		size = arch_nop_size(module->elf->arch, bytes, room);
	if (!size)
		module_found(module, site->code, "there is no NOP that a jump label can patch");
	else if (elf_relocs_in(relocs_of(module, section), site->code.offset,
			       site->code.offset + size))
		module_found(module, site->code, "a relocation changes the NOP");
}

static int sites_by_code(const void *x, const void *y)
{
	const struct probe_site *a = *(const struct probe_site **)x;
	const struct probe_site *b = *(const struct probe_site **)y;

	return elf_place_compare(a->code, b->code);
}

/* No two of our jump labels patch the same site. */
static void check_overlaps(struct module *module)
{
	const struct probe_site **sites = xcalloc(module->nr_sites, sizeof(*sites));
	size_t i;

	for (i = 0; i < module->nr_sites; i++)
		sites[i] = &module->sites[i];
	if (module->nr_sites)
		qsort(sites, module->nr_sites, sizeof(*sites), sites_by_code);
	for (i = 1; i < module->nr_sites; i++)
		if (sites[i]->code.section && !sites_by_code(&sites[i - 1], &sites[i]))
			module_found(module, sites[i]->code, "two jump labels patch this site");
	free(sites);
}

static void check_all_sites(struct module *module)
{
	size_t i;

	for (i = 0; i < module->nr_sites; i++)
		check_site(module, &module->sites[i]);
	check_overlaps(module);
}

/*
 * 4. The trampoline
 */

static void check_trampoline_code(struct module *module, struct elf_place place)
{
	const struct elf_section *section = section_at(module, place);
	const struct arch *arch = module->elf->arch;
	const unsigned char *code;
	uint64_t room = 0;

	code = module_elf_bytes(module->elf, place, &room);
	if (!code || room < SDT_TRAMPOLINE_SIZE || !elf_section_is_code(section) ||
	    elf_section_is_init(section) || (arch && !arch->is_trampoline(code)))
		module_found(module, place, "the trampoline's code is not what sdtinfo link writes");
}

/*
 * Is there a struct sdt_trampoline at @place, with one relocation for the code, @code, and, where
 * sites call that by way of the key, one for the key?
 */
static bool is_trampoline(struct module *module, struct elf_place place,
			  const struct elf_relocs *relocs, const struct elf_reloc *code,
			  bool key_is_code)
{
	const uint64_t end = place.offset + offsetof(struct sdt_trampoline, code);
	const struct elf_reloc *key = key_is_code ? elf_relocs_at(relocs, place.offset) : NULL;
	struct sdt_trampoline trampoline;
	const unsigned char *bytes;
	uint64_t room = 0;

	bytes = module_elf_bytes(module->elf, place, &room);
	if (!bytes || room < sizeof(trampoline))
		return false;
	memcpy(&trampoline, bytes, sizeof(trampoline));
	if (trampoline.events || trampoline.magic != SDT_TRAMPOLINE_MAGIC || trampoline.key[0] ||
	    trampoline.key[1])
		return false;
	if (!code || code->kind != ELF_RELOC_PC32 || !code->target.section ||
	    elf_relocs_in(relocs, place.offset + !!key, end))
		return false;
	return !key_is_code || (key && key->kind == ELF_RELOC_ABS64 &&
				!elf_place_compare(key->target, code->target));
}

/* How many TRACE_EVENTs has the table? */
static uint32_t nr_trace_events(const struct module *module)
{
	uint32_t i, nr = 0;

	for (i = 0; i < module->table.nr_probes; i++)
		nr += !!(module->table.probes[i].flags & SDT_PROBE_IS_EVENT);
	return nr;
}

/* Is @place a class of events?  What it refers to is the compiler's. */
static bool is_event_class(struct module *module, struct elf_place place)
{
	struct sdt_event_class_head head;
	const unsigned char *bytes;
	uint64_t room = 0;

	bytes = module_elf_bytes(module->elf, place, &room);
	if (!bytes || room < sizeof(head))
		return false;
	memcpy(&head, bytes, sizeof(head));
	return head.magic == SDT_EVENT_CLASS_MAGIC && head.version == SDT_ABI_VERSION;
}

/* The struct sdt_events at @place: a class for each TRACE_EVENT */
static bool are_events(struct module *module, struct elf_place place)
{
	const uint32_t nr = nr_trace_events(module), nr_probes = module->table.nr_probes;
	const struct elf_section *section = module_elf_section_at(module->elf, place);
	const struct elf_relocs *relocs = section ? relocs_of(module, section) : NULL;
	const struct elf_reloc *class;
	struct sdt_event_entry entry;
	struct sdt_events events;
	const unsigned char *bytes;
	uint32_t i, next = 0;
	uint64_t room = 0;

	bytes = module_elf_bytes(module->elf, place, &room);
	if (module->is_unreadable)
		return true;
	if (!bytes || !relocs || room < sizeof(events) + (uint64_t)nr * sizeof(entry))
		return false;
	memcpy(&events, bytes, sizeof(events));
	if (events.magic != SDT_EVENTS_MAGIC || events.nr_events != nr ||
	    (uint64_t)events.first_enumerator + events.nr_enumerators > module->table.nr_enumerators)
		return false;
	for (i = 0; i < nr; i++) {
		memcpy(&entry, bytes + sizeof(events) + i * sizeof(entry), sizeof(entry));
		while (next < nr_probes && !(module->table.probes[next].flags & SDT_PROBE_IS_EVENT))
			next++;
		class = elf_relocs_at(relocs, place.offset + sizeof(events) + i * sizeof(entry) +
				      offsetof(struct sdt_event_entry, event_class));
		if (entry.probe != next++ || !class || class->kind != ELF_RELOC_PC32 ||
		    !is_event_class(module, class->target))
			return false;
		check_filled(module, section, class);
	}
	return true;
}

static void check_event_classes(struct module *module, const struct elf_relocs *relocs,
				struct elf_place trampoline)
{
	const struct elf_reloc *events;

	trampoline.offset += offsetof(struct sdt_trampoline, events);
	events = elf_relocs_at(relocs, trampoline.offset);
	if (events ? events->kind != ELF_RELOC_PC32 || !events->target.section ||
		     !are_events(module, events->target) : nr_trace_events(module))
		module_found(module, trampoline, "the struct sdt_trampoline does not point to the classes of the TRACE_EVENTs");
}

/* The struct sdt_trampoline, with the distances of its code and of the table */
static void check_trampoline(struct module *module)
{
	const struct elf_place place = module_record(module, module->nr_records);
	const struct elf_relocs *relocs = relocs_of(module, module->site_section);
	const bool key_is_code = module->elf->arch && module->elf->arch->key_is_code;
	const struct elf_reloc *code, *table;

	if (module->is_unreadable)
		return;
	code = elf_relocs_at(relocs, place.offset + offsetof(struct sdt_trampoline, code));
	if (!is_trampoline(module, place, relocs, code, key_is_code)) {
		module_found(module, place, "there is no struct sdt_trampoline");
		return;
	}
	table = elf_relocs_at(relocs, place.offset + offsetof(struct sdt_trampoline, table));
	if (!table || table->kind != ELF_RELOC_PC32 ||
	    table->target.section != module->table_section->index ||
	    table->target.offset)
		module_found(module, place, "the struct sdt_trampoline does not point to the probe table");
	else if (module->table_ok)
		check_event_classes(module, relocs, place);
	check_trampoline_code(module, code->target);
}

static void check_table_relocs(struct module *module)
{
	const struct elf_section *section = module->table_section;
	const struct elf_relocs *relocs;
	size_t i;

	if (!section)
		return;
	relocs = relocs_of(module, section);
	for (i = 0; i < relocs->count; i++)
		module_found(module, (struct elf_place){
				section->index, relocs->list[i].offset,
			 }, "a relocation changes the probe table here");
}

/*
 * 5. The module's name
 */

static bool starts_with(const char *text, const char *prefix)
{
	return !strncmp(text, prefix, strlen(prefix));
}

/* The value of a string in .modinfo, "revdev" of "name=revdev" for "name="; NULL: none */
static const char *modinfo(struct module *module, const char *key)
{
	struct module_elf *elf = module->elf;
	const struct elf_section *section;
	const char *text, *end, *next;

	section = module_elf_section(elf, ".modinfo", NULL);
	text = section ? module_elf_data(elf, section) : NULL;
	if (!text)
		return NULL;
	for (end = text + section->size; text < end; text = next + 1) {
		next = memchr(text, '\0', end - text);
		if (!next)
			break;
		if (starts_with(text, key))
			return text + strlen(key);
	}
	return NULL;
}

static void check_modinfo(struct module *module)
{
	const char *name = module->table.module;
	const char *text = modinfo(module, "name=");

	if (text && *name && strcmp(text, name))
		findings_add(&module->findings, SDT_TABLE_SECTION,
			     "the probe table belongs to module %s, the file to module %s",
			     name, text);
}

/*
 * 6. Events
 */

static void found_conflict(struct module *module, const struct probe_conflict *c)
{
	const struct probe *a = c->first, *b = c->second;
	const struct sdt_names names = probe_rule_names(a, module->table.module);
	char why[SDT_WHY_SIZE] = "";

	if (c->kind == CONFLICT_EVENT) {
		findings_add(&module->findings, SDT_TABLE_SECTION,
			     "probes %s:%s:%s and %s:%s:%s would both be event %s",
			     a->provider, a->function, a->name, b->provider,
			     b->function, b->name, a->event);
	} else if (c->kind == CONFLICT_BAD_EVENT) {
		sdt_event_ok(&names, why, sizeof(why));
		findings_add(&module->findings, SDT_TABLE_SECTION, "probe %s:%s:%s: %s",
			     a->provider, a->function, a->name, why);
	} else {
		findings_add(&module->findings, SDT_TABLE_SECTION,
			     "%s:%s has other arguments in %s() than in %s(): probes with the same name are one event",
			     a->provider, a->name, a->function, b->function);
	}
}

/* The first probe of a probe's event */
static const struct probe *first_of_event(const struct probe_table *table,
					  const struct probe *probe)
{
	const struct probe *first = table->probes;

	while (probe_compare_events(first, probe))
		first++;
	return first;
}

/* An is-enabled record refers to the first probe of its event: see sdt_abi.h. */
static void check_enabled_records(struct module *module)
{
	const struct probe_table *table = &module->table;
	const struct probe *probe, *first;
	size_t i;

	for (i = 0; i < module->nr_records; i++) {
		const struct probe_site *record = &module->records[i];

		if (!record->is_enabled || record->is_any || record->probe == NO_PROBE)
			continue;
		probe = &table->probes[record->probe];
		first = first_of_event(table, probe);
		if (first != probe)
			module_found(module, module_record(module, i),
				     "site record asks for probe %s:%s, but leads to the one in %s(), not to the first one, in %s()",
				     first->provider, first->name, probe->function,
				     first->function);
	}
}

/* The merge changes the names of fields, so this check is the last. */
static void check_events(struct module *module)
{
	struct probe_merge merge = { .module = module->table.module, .exact = true };
	char why[SDT_WHY_SIZE];
	size_t i;

	if (!sdt_event_group_ok(module->table.module, why, sizeof(why)))
		findings_add(&module->findings, SDT_TABLE_SECTION, "%s", why);
	probe_merge_add(&merge, &module->table);
	probe_merge_finish(&merge);
	for (i = 0; i < merge.nr_conflicts; i++)
		found_conflict(module, &merge.conflicts[i]);
	probe_merge_free(&merge);
}

/*
 * 7. BTF
 */

/* Without BTF of its own, the kernel uses none of modules. */
#define RUNNING_BTF	"/sys/kernel/btf/vmlinux"

/* What cksum(1) prints of it, "809537016 4359789"; NULL if it could not; caller frees */
static char *running_cksum(void)
{
	FILE *cksum = popen("cksum <" RUNNING_BTF, "re");
	char *line = NULL;
	size_t room = 0;

	if (cksum && getline(&line, &room, cksum) > 0)
		line[strcspn(line, "\n")] = '\0';
	if (!cksum || pclose(cksum)) {
		free(line);
		line = NULL;
	}
	return line;
}

/*
 * With .BTF.base, the kernel finds the types that it needs by name.  Without it, any other
 * base gives wrong types, or keeps the module from loading.  kbuild/btf records the base.
 */
static void check_btf(struct module *module)
{
	const char *base = modinfo(module, "sdt_btf_base=");
	const char *magic = modinfo(module, "vermagic=");
	struct module_elf *elf = module->elf;
	struct utsname system;
	char *running;
	size_t length;

	if (!base || !magic || !file_exists(RUNNING_BTF) || uname(&system) || !module_elf_section(elf, ".BTF", NULL) ||
	    module_elf_section(elf, ".BTF.base", NULL))
		return;
	length = strlen(system.release);
	if (strncmp(magic, system.release, length) || magic[length] != ' ')
		return;		/* for another kernel, which may have this base */
	running = running_cksum();
	if (!running) {
		error_file(RUNNING_BTF, "cksum cannot read it");
		module->is_unreadable = true;
	}
	if (running && strcmp(running, base))
		findings_add(&module->findings, ".BTF",
			     "its types refer to the BTF of another build of this kernel: build the module again");
	free(running);
}

int module_check(struct module *module)
{
	check_sections(module);
	check_site_records(module);
	check_all_sites(module);
	if (module->is_object)
		return module->is_unreadable ? -1 : 0;
	check_table_relocs(module);
	if (module->table_section && module->site_section)
		check_trampoline(module);
	check_modinfo(module);
	check_btf(module);
	/* they would only repeat what is wrong with the table */
	if (module->table_ok) {
		check_enabled_records(module);
		check_events(module);
	}
	return module->is_unreadable ? -1 : 0;
}
