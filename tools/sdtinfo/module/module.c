// SPDX-License-Identifier: GPL-2.0-only
/*
 * module.c - a module and its probes: table, sites, users
 *
 * Serves the verbs.  Knows what a module's probe table, site records and jump labels mean
 * together; module_elf.c finds them in the ELF file.
 *
 * No table lists the places of the sites: a jump label leads to a place in the code and,
 * through its key, to a site record, which has the number of a probe and a file.  In a
 * module that is not loaded all of these are relocations:
 *
 *	__jump_table entry	 .long code - .
 *				 .long target - .
 *				 .quad key - .		(two low bits: flags)
 *	  key -> __sdt_sites	 struct sdt_site_record
 *		   .place	 the number of probe and file
 *
 * Behind the last record is a struct sdt_trampoline.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "lib/error.h"
#include "module.h"

/* struct jump_entry of a kernel with relative jump labels, 64 bits: JUMP_SIZE */
#define JUMP_CODE	0
#define JUMP_TARGET	4
#define JUMP_KEY	8
#define JUMP_KEY_FLAGS	3

#define RECORD_SIZE	sizeof(struct sdt_site_record)

void module_found(struct module *module, struct elf_place place, const char *format, ...)
{
	char *where = module_elf_where(module->elf, place);
	va_list ap;

	va_start(ap, format);
	findings_vadd(&module->findings, where, format, ap);
	va_end(ap);
	free(where);
}

/*
 * The table
 */

/* The one section of a name, or NULL. */
static const struct elf_section *only_section(struct module *module, const char *name)
{
	const struct elf_section *section;

	section = module_elf_section(module->elf, name, NULL);
	if (section && module_elf_section(module->elf, name, section))
		findings_add(&module->findings, name, "there is more than one such section");
	return section;
}

static int read_file_table(struct module *module)
{
	const struct elf_section *section = module->table_section;
	const void *bytes = module_elf_data(module->elf, section);
	struct probe_table *table = &module->table;

	if (!bytes)
		return -1;
	if (!probe_table_read(table, bytes, section->size, SDT_TABLE_MODULE,
			      SDT_TABLE_SECTION, &module->findings) &&
	    table->size != section->size)
		findings_add(&module->findings, SDT_TABLE_SECTION,
			     "%" PRIu64 " bytes after the probe table",
			     section->size - table->size);
	return 0;
}

/*
 * Records
 */

struct elf_place module_record(const struct module *module, size_t record)
{
	return (struct elf_place){
		module->site_section->index, record * RECORD_SIZE,
	};
}

struct probe_site *module_add_record(struct module *module)
{
	struct probe_site *record;

	module->records = xroom_for_one(module->records, module->nr_records,
					sizeof(*module->records));
	record = &module->records[module->nr_records];
	*record = (struct probe_site){
		.record = module->nr_records++,
		.probe = NO_PROBE,
	};
	return record;
}

/*
 * What the record at @place has as its place; adds to @line what is above that if both are
 * one symbol, as in objects that were compiled without the plugin.
 */
static uint64_t read_place(const struct elf_relocs *relocs, struct elf_place place,
			   uint32_t *line)
{
	const struct elf_reloc *reloc =
		elf_relocs_at(relocs, place.offset + offsetof(struct sdt_site_record, place));

	if (!reloc || !reloc->is_absolute)
		return UINT64_MAX;
	if (reloc->kind == ELF_RELOC_ABS64) {
		*line |= reloc->target.offset >> 32;
		return (uint32_t)reloc->target.offset;
	}
	return reloc->kind == ELF_RELOC_ABS32 ? reloc->target.offset : UINT64_MAX;
}

/* The symbol that "sdtinfo link" has to define for the record at @place */
static void read_symbol(struct module *module, const struct elf_relocs *relocs,
			struct elf_place place, struct probe_site *site)
{
	const struct elf_reloc *reloc =
		elf_relocs_at(relocs, place.offset + offsetof(struct sdt_site_record, place));

	if (reloc && *reloc->symbol)
		site->symbol = reloc->symbol;
	else
		module_found(module, place, "site record leads to no symbol");
}

static void read_site_record(struct module *module, const unsigned char *bytes,
			     const struct elf_relocs *relocs)
{
	struct probe_site *site = module_add_record(module);
	const struct elf_place place = module_record(module, site->record);
	struct sdt_site_record record;
	struct probe_place of;
	char why[SDT_WHY_SIZE];
	uint64_t number;

	site->file = xasprintf("%s", "");
	memcpy(&record, bytes + place.offset, sizeof(record));
	if (memcmp(record.magic, SDT_SITE_MAGIC, sizeof(record.magic))) {
		module_found(module, place, "no site record where one should be");
		return;
	}
	if (!sdt_abi_ok("site record", record.version, why)) {
		module_found(module, place, "%s", why);
		return;
	}
	if (module->is_object) {
		read_symbol(module, relocs, place, site);
		return;
	}
	number = read_place(relocs, place, &record.line);
	site->is_enabled = record.line & SDT_SITE_IS_ENABLED;
	site->is_any = record.line & SDT_SITE_IS_ANY;
	site->line = record.line & SDT_SITE_LINE;
	site->is_left_alone = number == SDT_NO_PLACE;
	if (site->is_left_alone)
		return;
	of = probe_table_place(&module->table, number);
	free(site->file);
	site->file = xasprintf("%s", of.file);
	site->probe = of.probe;
	/* a table without a head, which was reported, has no probes */
	if (site->probe == NO_PROBE && module->table.size)
		module_found(module, place, "site record leads to no probe of the table");
	if (site->is_any && !site->is_enabled)
		module_found(module, place,
			     "site record asks for all probes, but is not an is-enabled record");
	if (site->is_any && site->probe != NO_PROBE && site->probe)
		module_found(module, place,
			     "site record asks for all probes, but does not lead to the first one");
}

static int read_site_records(struct module *module)
{
	const struct elf_section *section = module->site_section;
	const unsigned char *bytes = module_elf_data(module->elf, section);
	const uint64_t behind = module->is_object ? 0 : sizeof(struct sdt_trampoline);
	const struct elf_relocs *relocs;
	uint64_t offset;

	static_assert(sizeof(struct sdt_trampoline) == RECORD_SIZE, "the section's last entry");
	if (section->size % RECORD_SIZE)
		findings_add(&module->findings, SDT_SITES_SECTION,
			     "%" PRIu64 " bytes are not a whole number of site records",
			     section->size);
	relocs = bytes ? module_elf_relocs(module->elf, section) : NULL;
	if (!relocs)
		return -1;
	for (offset = 0; offset + RECORD_SIZE + behind <= section->size; offset += RECORD_SIZE)
		read_site_record(module, bytes, relocs);
	return 0;
}

/*
 * Sites
 */

static struct probe_site *add_record_site(struct module *module, const struct probe_site *record)
{
	struct probe_site *site;

	module->sites = xroom_for_one(module->sites, module->nr_sites,
				      sizeof(*module->sites));
	site = &module->sites[module->nr_sites++];
	*site = *record;
	return site;
}

static void found_in_jump(struct module *module, struct elf_place jump, const char *what)
{
	char *where = xasprintf(JUMP_SECTION "+0x%" PRIx64, jump.offset);

	findings_add(&module->findings, where, "%s", what);
	free(where);
}

/* One jump label: ours if its key lies in a site record. */
static void read_jump_label(struct module *module, const struct elf_relocs *relocs,
			    struct elf_place jump)
{
	const struct elf_reloc *code, *target, *key;
	struct probe_site *record, *site;
	uint64_t place;

	key = elf_relocs_at(relocs, jump.offset + JUMP_KEY);
	if (!key || key->target.section != module->site_section->index)
		return;
	code = elf_relocs_at(relocs, jump.offset + JUMP_CODE);
	target = elf_relocs_at(relocs, jump.offset + JUMP_TARGET);
	place = key->target.offset & ~(uint64_t)JUMP_KEY_FLAGS;
	if (key->kind != ELF_RELOC_PC64 || place % RECORD_SIZE ||
	    place / RECORD_SIZE >= module->nr_records) {
		found_in_jump(module, jump, "its key is not that of a site record");
		return;
	}
	if (!code || code->kind != ELF_RELOC_PC32 || !code->target.section) {
		found_in_jump(module, jump, "it leads to no code");
		return;
	}
	record = &module->records[place / RECORD_SIZE];
	if (!record->code.section || elf_place_compare(code->target, record->code) < 0)
		record->code = code->target;
	site = add_record_site(module, record);
	site->code = code->target;
	site->flags = key->target.offset & JUMP_KEY_FLAGS;
	site->jump = jump;
	if (target && target->kind == ELF_RELOC_PC32)
		site->target = target->target;
	if (!site->target.section)
		found_in_jump(module, jump, "it leads to no code to jump to");
}

static int read_jump_labels(struct module *module, const struct elf_section *section)
{
	struct elf_place jump = { .section = section->index };
	const struct elf_relocs *relocs;

	if (section->size % JUMP_SIZE)
		findings_add(&module->findings, JUMP_SECTION,
			     "%" PRIu64 " bytes are not a whole number of jump labels",
			     section->size);
	/* without contents, a section's size means nothing */
	if (section->size && !module_elf_data(module->elf, section))
		return -1;
	relocs = module_elf_relocs(module->elf, section);
	if (!relocs)
		return -1;
	for (; jump.offset + JUMP_SIZE <= section->size; jump.offset += JUMP_SIZE)
		read_jump_label(module, relocs, jump);
	return 0;
}

static int sites_by_probe(const void *x, const void *y)
{
	const struct probe_site *a = x, *b = y;
	int c;

	if (a->probe != b->probe)
		return a->probe < b->probe ? -1 : 1;
	if (a->is_enabled != b->is_enabled)
		return b->is_enabled ? -1 : 1;
	c = elf_place_compare(a->first, b->first);
	if (!c)
		c = (a->record > b->record) - (a->record < b->record);
	return c ? c : elf_place_compare(a->code, b->code);
}

void module_sort_sites(struct module *module)
{
	size_t i;

	for (i = 0; i < module->nr_records; i++) {
		if (module->records[i].is_left_alone)
			continue;
		if (!module->records[i].code.section)
			add_record_site(module, &module->records[i]);
		if (module->records[i].is_enabled)
			module->count.is_enabled++;
		else
			module->count.fire++;
	}
	for (i = 0; i < module->nr_sites; i++)
		module->sites[i].first = module->records[module->sites[i].record].code;
	if (module->nr_sites)
		qsort(module->sites, module->nr_sites, sizeof(*module->sites),
		      sites_by_probe);
}

static int read_file_sites(struct module *module)
{
	const struct elf_section *section = NULL;
	size_t i;

	if (read_site_records(module))
		return -1;
	while ((section = module_elf_section(module->elf, JUMP_SECTION, section)))
		if (read_jump_labels(module, section))
			return -1;
	for (i = 0; i < module->nr_records && !module->is_object; i++)
		if (!module->records[i].code.section && !module->records[i].is_left_alone)
			module_found(module, module_record(module, i),
				     "no jump label leads to this site record");
		else if (module->records[i].code.section && module->records[i].is_left_alone &&
			 !module->records[i].is_enabled)
			module_found(module, module_record(module, i),
				     "site record fires, but is of no probe");
	module_sort_sites(module);
	for (i = 0; i < module->nr_sites; i++)
		module->sites[i].place = module_elf_where(module->elf,
							  module->sites[i].code);
	return 0;
}

const char *module_file(const struct module *module)
{
	return module->is_loaded ? NULL : module->name;
}

char *module_btf(const struct module *module, size_t *size)
{
	const struct elf_section *section;
	struct module_elf *elf;
	const void *bytes;
	char *copy = NULL;

	if (module->is_loaded)
		return file_text(size, "/sys/kernel/btf/%s", module->name);
	elf = module_elf_open(module->name);
	section = elf ? module_elf_section(elf, ".BTF", NULL) : NULL;
	bytes = section ? module_elf_data(elf, section) : NULL;
	if (bytes) {
		*size = section->size;
		copy = memcpy(xcalloc(1, *size + 1), bytes, *size);
	}
	if (elf)
		module_elf_close(elf);
	return copy;
}

const struct probe_site *module_sites(const struct module *module,
				      const struct probe *probe, size_t *count)
{
	const uint32_t number = probe - module->table.probes;
	size_t low = 0, high = module->nr_sites, middle, first;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (module->sites[middle].probe < number)
			low = middle + 1;
		else
			high = middle;
	}
	for (first = low; low < module->nr_sites; low++)
		if (module->sites[low].probe != number)
			break;
	*count = low - first;
	return module->sites + first;
}

size_t module_site_nops(const struct probe_site *sites, size_t count)
{
	size_t nr = 1;

	while (nr < count && sites[nr].record == sites[0].record)
		nr++;
	return nr;
}

const struct probe_use *module_use(const struct module *module, const struct probe *probe)
{
	return module->uses ? &module->uses[probe - module->table.probes] : NULL;
}

/*
 * Each probe has sites, and the table says how many records there are.  Records that lead
 * to no probe could be any probe's.
 */
static void check_record_counts(struct module *module)
{
	const struct probe_table *table = &module->table;
	bool *has_site = xcalloc(table->nr_probes, sizeof(*has_site));
	size_t i, nr_records = module->nr_records;
	bool strays = false;

	for (i = 0; i < module->nr_records; i++) {
		if (module->records[i].is_left_alone)
			nr_records--;
		else if (module->records[i].probe == NO_PROBE)
			strays = true;
		else if (!module->records[i].is_enabled)
			has_site[module->records[i].probe] = true;
	}
	for (i = 0; i < table->nr_probes && !strays; i++)
		if (!has_site[i])
			findings_add(&module->findings, SDT_TABLE_SECTION,
				     "probe %zu, %s:%s:%s: it has no sites", i,
				     table->probes[i].provider, table->probes[i].function,
				     table->probes[i].name);
	free(has_site);
	if (nr_records != table->nr_sites)
		findings_add(&module->findings, SDT_TABLE_SECTION,
			     "the probe table counts %u site%s, there %s %zu site record%s",
			     table->nr_sites, table->nr_sites == 1 ? "" : "s",
			     nr_records == 1 ? "is" : "are", nr_records,
			     nr_records == 1 ? "" : "s");
}

/*
 * Modules
 */

/* Are all site records left alone?  Such a module has neither a table nor a trampoline. */
static bool has_no_sites(struct module *module)
{
	const struct elf_section *section = module->site_section;
	const struct elf_relocs *relocs = module_elf_relocs(module->elf, section);
	struct elf_place place = { .section = section->index };
	uint32_t line = 0;

	for (; relocs && place.offset < section->size; place.offset += RECORD_SIZE)
		if (read_place(relocs, place, &line) != SDT_NO_PLACE)
			return false;
	return relocs;
}

enum exit_code module_open(struct module *module, const char *path)
{
	*module = (struct module){
		.name = xasprintf("%s", path),
		.table.module = "",
	};
	module->elf = module_elf_open(module->name);
	if (!module->elf)
		return EXIT_FAILED;
	module->table_section = only_section(module, SDT_TABLE_SECTION);
	module->site_section = only_section(module, SDT_SITES_SECTION);
	if (!module->table_section) {
		if (!module->site_section ||
		    module_elf_section(module->elf, SDT_OBJECT_SECTION, NULL) ||
		    has_no_sites(module))
			return EXIT_NO_PROBES;
		findings_add(&module->findings, SDT_SITES_SECTION,
			     "site records, but no section " SDT_TABLE_SECTION);
		return EXIT_DONE;
	}
	/* else each place would be a finding, none of them the cause */
	if (module->site_section && module->site_section->size &&
	    !module->site_section->rela && !module->site_section->rel) {
		findings_add(&module->findings, SDT_SITES_SECTION,
			     "its relocations are gone (strip -s?): no kernel can load such a module");
		module->site_section = NULL;
		return EXIT_DONE;
	}
	if (read_file_table(module))
		return EXIT_FAILED;
	module->table_ok = !module->findings.count;
	if (!module->table.nr_probes && module->table_ok && !module->site_section)
		return EXIT_NO_PROBES;
	if (module->site_section && read_file_sites(module))
		return EXIT_FAILED;
	if (module->table_ok)
		check_record_counts(module);
	return EXIT_DONE;
}

int module_open_object(struct module *module, const char *path)
{
	*module = (struct module){
		.name = xasprintf("%s", path),
		.is_object = true,
		.table.module = "",
	};
	module->elf = module_elf_open(module->name);
	if (!module->elf)
		return -1;
	module->site_section = only_section(module, SDT_SITES_SECTION);
	return module->site_section && module->elf->arch ? read_file_sites(module) : 0;
}

enum exit_code module_read(struct module *module, const char *path)
{
	enum exit_code code = module_open(module, path);

	if (code == EXIT_FAILED || !module->findings.count)
		return code;
	findings_report(&module->findings, path);
	return EXIT_FAILED;
}

void module_close(struct module *module)
{
	if (module->elf)
		module_elf_close(module->elf);
	module->elf = NULL;
	module->table_section = NULL;
	module->site_section = NULL;
}

void module_free(struct module *module)
{
	size_t i;

	module_close(module);
	for (i = 0; i < module->nr_sites; i++)
		free(module->sites[i].place);
	for (i = 0; i < module->nr_records; i++)
		free(module->records[i].file);
	free(module->sites);
	free(module->records);
	free(module->uses);
	probe_table_free(&module->table);
	findings_free(&module->findings);
	free(module->name);
}

enum exit_code module_no_probes(const struct module *module)
{
	if (module_elf_section(module->elf, SDT_OBJECT_SECTION, NULL))
		error_file(module->name, "no probes in it yet: it is one object of a module, use the .ko");
	else
		error_file(module->name, "no probes in it");
	return EXIT_NO_PROBES;
}

/*
 * The files of installed modules
 */

char *module_folder(const char *release)
{
	struct utsname name;

	if (!release) {
		uname(&name);
		release = name.release;
	}
	return xasprintf("/lib/modules/%s", release);
}

/* Is "kernel/sound/snd-pcm.ko.xz" the file of a module "snd_pcm"? */
static bool is_file_of(const char *path, const char *name)
{
	const char *file = strrchr(path, '/');

	file = file ? file + 1 : path;
	for (; *name; file++, name++)
		if (*file != *name && (*file != '-' || *name != '_'))
			return false;
	return !strncmp(file, ".ko", 3);
}

/* "kernel/sound/snd-pcm.ko.xz: kernel/sound/snd.ko.xz ..." */
char *module_installed(const char *name)
{
	char *folder = module_folder(NULL);
	char *list = xasprintf("%s/modules.dep", folder);
	char *line = NULL, *found = NULL;
	FILE *file = fopen(list, "re");
	size_t room = 0;

	while (file && !found && getline(&line, &room, file) > 0) {
		line[strcspn(line, ":\n")] = '\0';
		if (is_file_of(line, name))
			found = *line == '/' ? xasprintf("%s", line) :
					       xasprintf("%s/%s", folder, line);
	}
	if (found && access(found, R_OK)) {
		free(found);
		found = NULL;
	}
	if (file)
		fclose(file);
	free(line);
	free(list);
	free(folder);
	return found;
}
