// SPDX-License-Identifier: GPL-2.0-only
/*
 * module_elf.c - what sdtinfo reads from object files and modules
 *
 * The only file that calls libelf, beside module_file.c, which opens the file.
 * Serves the verbs; knows nothing of probes.
 *
 *  1. open: is it an ELF file that we can read, and complete?
 *  2. sections, with names, and which relocation section belongs to which
 *  3. on demand: symbols; the function symbols sorted by place for binary search
 *  4. on demand: contents and relocations of a section
 *
 * Where libelf fails, the message has libelf's own reason.
 */
#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#include "lib/error.h"
#include "lib/util.h"
#include "module_elf.h"
#include "module_file.h"

/* Names of sections and symbols must be shorter, in bytes. */
#define NAME_LIMIT	4096

struct module_elf {
	const char *path;
	struct module_file file;
	Elf *elf;		/* the file's */
	GElf_Ehdr ehdr;
	const struct arch *arch;	/* NULL: not known */
	struct elf_section *sections;
	size_t *rela_of;	/* [section]: its SHT_RELA section, or 0 */
	size_t *rel_of;		/* [section]: its SHT_REL section, or 0 */
	size_t nr_sections;
	uint64_t contents;	/* of all sections so far, in bytes */
	bool has_symbols;	/* they were read, or found broken */
	int symbols_failed;
	struct elf_symbol *symbols;
	size_t nr_symbols;
	struct elf_function *functions;	/* sorted by place */
	size_t nr_functions;
};

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define OWN_DATA	ELFDATA2LSB
#define OWN_ORDER	"little"
#define FOREIGN_ORDER	"big"
#else
#define OWN_DATA	ELFDATA2MSB
#define OWN_ORDER	"big"
#define FOREIGN_ORDER	"little"
#endif

/*
 * Opening
 */

static int check_header(struct module_elf *elf)
{
	const GElf_Ehdr *ehdr = &elf->ehdr;

	if (gelf_getclass(elf->elf) != ELFCLASS64) {
		error_file(elf->path, "is a 32-bit ELF file; sdtinfo reads 64-bit ones only");
		return -1;
	}
	if (!gelf_getehdr(elf->elf, &elf->ehdr))
		return libelf_failed(elf->path, "its ELF header");
	if (ehdr->e_ident[EI_DATA] != OWN_DATA) {
		error_file(elf->path, "is a %s-endian ELF file; this sdtinfo reads %s-endian ones only",
			   FOREIGN_ORDER, OWN_ORDER);
		return -1;
	}
	switch (ehdr->e_type) {
	case ET_REL:
		return 0;
	case ET_EXEC:
		error_file(elf->path, "is an executable, neither an object file nor a module");
		return -1;
	case ET_DYN:
		error_file(elf->path, "is a shared object or an executable, neither an object file nor a module");
		return -1;
	case ET_CORE:
		error_file(elf->path, "is a core dump, neither an object file nor a module");
		return -1;
	default:
		error_file(elf->path, "is of ELF type %u, neither an object file nor a module",
			   ehdr->e_type);
		return -1;
	}
}

/*
 * Sections
 */

static int check_section_headers(struct module_elf *elf)
{
	const GElf_Ehdr *ehdr = &elf->ehdr;
	uint64_t room;

	if (!ehdr->e_shoff) {
		error_file(elf->path, "has no section headers");
		return -1;
	}
	room = ehdr->e_shoff > elf->file.size ? 0 :
	       (elf->file.size - ehdr->e_shoff) / sizeof(Elf64_Shdr);
	if (!room || room < ehdr->e_shnum) {
		error_file(elf->path, "is truncated: it ends before its section headers do");
		return -1;
	}
	if (elf_getshdrnum(elf->elf, &elf->nr_sections))
		return libelf_failed(elf->path, "the number of its sections");
	if (room < elf->nr_sections) {
		error_file(elf->path, "is truncated: it ends before its section headers do");
		return -1;
	}
	return 0;
}

/*
 * libelf looks for a NUL after a string from the end of the table on.  If the table does
 * not end with a NUL, looking up each name takes the time of the whole table.
 */
static int check_strings(struct module_elf *elf, size_t index)
{
	Elf_Scn *scn = elf_getscn(elf->elf, index);
	Elf_Data *data = elf_rawdata(scn, NULL);
	GElf_Shdr shdr;

	if (data && data->d_size && data->d_buf && gelf_getshdr(scn, &shdr) &&
	    !(shdr.sh_flags & SHF_COMPRESSED) &&
	    !((const char *)data->d_buf)[data->d_size - 1])
		return 0;
	error_file(elf->path, "its section %zu is not a string table", index);
	return -1;
}

/* A name that is printed for each site must not be as long as the file. */
static const char *name_at(const struct module_elf *elf, size_t strings,
			   size_t offset, const char *what)
{
	const char *name = elf_strptr(elf->elf, strings, offset);

	if (!name) {
		libelf_failed(elf->path, what);
	} else if (strnlen(name, NAME_LIMIT) == NAME_LIMIT) {
		error_file(elf->path, "%s is longer than %d bytes", what,
			   NAME_LIMIT - 1);
		name = NULL;
	}
	return name;
}

/* Sections must not overlap, so that they cannot be larger than the file together. */
static int check_contents(struct module_elf *elf, const GElf_Shdr *shdr,
			  const char *name)
{
	if (shdr->sh_type == SHT_NOBITS || shdr->sh_type == SHT_NULL)
		return 0;
	if (shdr->sh_offset > elf->file.size ||
	    shdr->sh_size > elf->file.size - shdr->sh_offset) {
		error_file(elf->path, "is truncated: it ends before its section %s does",
			   name);
		return -1;
	}
	elf->contents += shdr->sh_size;
	if (elf->contents > elf->file.size) {
		error_file(elf->path, "its section %s overlaps another one",
			   name);
		return -1;
	}
	return 0;
}

static int read_section(struct module_elf *elf, size_t index, size_t names)
{
	struct elf_section *section = &elf->sections[index];
	Elf_Scn *scn = elf_getscn(elf->elf, index);
	GElf_Shdr shdr;

	if (!scn || !gelf_getshdr(scn, &shdr))
		return libelf_failed(elf->path, "a section header");
	section->index = index;
	section->type = shdr.sh_type;
	section->flags = shdr.sh_flags;
	section->size = shdr.sh_size;
	section->align = shdr.sh_addralign;
	section->name = "";
	if (!index)
		return 0;
	if (names) {
		section->name = name_at(elf, names, shdr.sh_name,
					"a section's name");
		if (!section->name)
			return -1;
	}
	if (check_contents(elf, &shdr, section->name))
		return -1;
	if (shdr.sh_type == SHT_RELA && shdr.sh_info < elf->nr_sections)
		elf->rela_of[shdr.sh_info] = index;
	if (shdr.sh_type == SHT_REL && shdr.sh_info < elf->nr_sections)
		elf->rel_of[shdr.sh_info] = index;
	return 0;
}

static int read_sections(struct module_elf *elf)
{
	size_t i, names;

	if (check_section_headers(elf))
		return -1;
	if (elf_getshdrstrndx(elf->elf, &names))
		return libelf_failed(elf->path, "its section names");
	if (names && check_strings(elf, names))
		return -1;
	elf->sections = xcalloc(elf->nr_sections, sizeof(*elf->sections));
	elf->rela_of = xcalloc(elf->nr_sections, sizeof(*elf->rela_of));
	elf->rel_of = xcalloc(elf->nr_sections, sizeof(*elf->rel_of));
	for (i = 0; i < elf->nr_sections; i++)
		if (read_section(elf, i, names))
			return -1;
	return 0;
}

const struct elf_section *module_elf_section(const struct module_elf *elf,
					     const char *name,
					     const struct elf_section *after)
{
	size_t i;

	for (i = after ? after->index + 1 : 1; i < elf->nr_sections; i++)
		if (!strcmp(elf->sections[i].name, name))
			return &elf->sections[i];
	return NULL;
}

const struct elf_section *module_elf_section_at(const struct module_elf *elf,
						size_t index)
{
	return index && index < elf->nr_sections ? &elf->sections[index] : NULL;
}

size_t module_elf_nr_sections(const struct module_elf *elf)
{
	return elf->nr_sections;
}

bool elf_section_is_loaded(const struct elf_section *section)
{
	return section->flags & SHF_ALLOC;
}

bool elf_section_is_writable(const struct elf_section *section)
{
	return (section->flags & (SHF_ALLOC | SHF_WRITE)) ==
	       (SHF_ALLOC | SHF_WRITE);
}

bool elf_section_is_code(const struct elf_section *section)
{
	return section->type == SHT_PROGBITS &&
	       (section->flags & (SHF_ALLOC | SHF_EXECINSTR)) ==
	       (SHF_ALLOC | SHF_EXECINSTR);
}

bool elf_section_is_init(const struct elf_section *section)
{
	return !strncmp(section->name, ".init", 5);
}

static Elf_Data *section_data(struct module_elf *elf, size_t index)
{
	const struct elf_section *section = &elf->sections[index];
	Elf_Data *data;

	if (section->type == SHT_NOBITS) {
		error_file(elf->path, "its section %s has no contents",
			   section->name);
		return NULL;
	}
	if (section->flags & SHF_COMPRESSED) {
		error_file(elf->path, "its section %s is compressed",
			   section->name);
		return NULL;
	}
	data = elf_getdata(elf_getscn(elf->elf, index), NULL);
	if (!data || (section->size && !data->d_buf)) {
		libelf_failed(elf->path, *section->name ? section->name :
			      "a section");
		return NULL;
	}
	if (data->d_size != section->size) {
		error_file(elf->path, "its section %s is shorter than its header says",
			   section->name);
		return NULL;
	}
	return data;
}

const void *module_elf_data(struct module_elf *elf,
			    const struct elf_section *section)
{
	Elf_Data *data = section_data(elf, section->index);

	if (!data)
		return NULL;
	return data->d_buf ? data->d_buf : "";
}

const unsigned char *module_elf_bytes(struct module_elf *elf,
				      struct elf_place place, uint64_t *room)
{
	const struct elf_section *section;
	const unsigned char *bytes;

	section = module_elf_section_at(elf, place.section);
	if (!section || section->type != SHT_PROGBITS ||
	    (section->flags & SHF_COMPRESSED) ||
	    place.offset >= section->size)
		return NULL;
	bytes = module_elf_data(elf, section);
	if (!bytes)
		return NULL;
	*room = section->size - place.offset;
	return bytes + place.offset;
}

const char *module_elf_string(struct module_elf *elf, struct elf_place place,
			      size_t limit)
{
	uint64_t room;
	const void *bytes = module_elf_bytes(elf, place, &room);

	if (!bytes)
		return NULL;
	return memchr(bytes, '\0', room < limit ? room : limit) ? bytes : NULL;
}

/*
 * Symbols
 */

static int by_place(const void *x, const void *y)
{
	const struct elf_function *a = x, *b = y;

	if (a->start.section != b->start.section)
		return a->start.section < b->start.section ? -1 : 1;
	if (a->start.offset != b->start.offset)
		return a->start.offset < b->start.offset ? -1 : 1;
	if (a->size != b->size)
		return a->size < b->size ? -1 : 1;
	/* the search takes the last: the first symbol, not its alias */
	return (a->symbol < b->symbol) - (a->symbol > b->symbol);
}

static void sort_functions(struct module_elf *elf)
{
	struct elf_function *f;
	size_t i;

	elf->functions = xcalloc(elf->nr_symbols, sizeof(*elf->functions));
	for (i = 0; i < elf->nr_symbols; i++) {
		const struct elf_symbol *symbol = &elf->symbols[i];

		if (symbol->type != STT_FUNC || !symbol->place.section)
			continue;
		f = &elf->functions[elf->nr_functions++];
		f->name = symbol->name;
		f->start = symbol->place;
		f->size = symbol->size;
		f->symbol = i;
	}
	qsort(elf->functions, elf->nr_functions, sizeof(*elf->functions),
	      by_place);
}

static int read_symbol(struct module_elf *elf, size_t i, Elf_Data *symbols,
		       Elf_Data *shndx, size_t names)
{
	struct elf_symbol *symbol = &elf->symbols[i];
	Elf32_Word xindex = 0;
	GElf_Sym sym;

	if (!gelf_getsymshndx(symbols, shndx, i, &sym, &xindex))
		return libelf_failed(elf->path, "a symbol");
	symbol->name = name_at(elf, names, sym.st_name, "a symbol's name");
	if (!symbol->name)
		return -1;
	symbol->type = GELF_ST_TYPE(sym.st_info);
	symbol->size = sym.st_size;
	symbol->place.offset = sym.st_value;
	if (sym.st_shndx == SHN_XINDEX)
		symbol->place.section = xindex;
	else if (sym.st_shndx < SHN_LORESERVE)
		symbol->place.section = sym.st_shndx;
	symbol->is_undefined = i && sym.st_shndx == SHN_UNDEF;
	if (symbol->place.section >= elf->nr_sections) {
		error_file(elf->path, "its symbol %zu lies in section %zu of %zu",
			   i, symbol->place.section, elf->nr_sections);
		return -1;
	}
	return 0;
}

/* Find the section of @type that belongs to section @link, 0 for any. */
static size_t find_section(const struct module_elf *elf, uint32_t type,
			   size_t link)
{
	GElf_Shdr shdr;
	size_t i;

	for (i = 1; i < elf->nr_sections; i++) {
		if (elf->sections[i].type != type)
			continue;
		if (!link || (gelf_getshdr(elf_getscn(elf->elf, i), &shdr) &&
			      shdr.sh_link == link))
			return i;
	}
	return 0;
}

static int read_symbol_table(struct module_elf *elf)
{
	Elf_Data *symbols, *shndx = NULL;
	size_t i, symtab, extended;
	GElf_Shdr shdr;

	symtab = find_section(elf, SHT_SYMTAB, 0);
	if (!symtab)
		return 0;
	if (!gelf_getshdr(elf_getscn(elf->elf, symtab), &shdr))
		return libelf_failed(elf->path, "its symbol table");
	symbols = section_data(elf, symtab);
	if (!symbols || check_strings(elf, shdr.sh_link))
		return -1;
	extended = find_section(elf, SHT_SYMTAB_SHNDX, symtab);
	if (extended) {
		shndx = section_data(elf, extended);
		if (!shndx)
			return -1;
	}
	elf->nr_symbols = symbols->d_size / sizeof(Elf64_Sym);
	elf->symbols = xcalloc(elf->nr_symbols, sizeof(*elf->symbols));
	for (i = 0; i < elf->nr_symbols; i++)
		if (read_symbol(elf, i, symbols, shndx, shdr.sh_link))
			return -1;
	sort_functions(elf);
	return 0;
}

/* Read once, on demand: modules without probes do not need them. */
static int read_symbols(struct module_elf *elf)
{
	if (!elf->has_symbols) {
		elf->has_symbols = true;
		elf->symbols_failed = read_symbol_table(elf);
		if (elf->symbols_failed)
			elf->nr_symbols = 0;
	}
	return elf->symbols_failed;
}

int module_elf_symbols(struct module_elf *elf,
		       const struct elf_symbol **symbols, size_t *count)
{
	if (read_symbols(elf))
		return -1;
	*symbols = elf->symbols;
	*count = elf->nr_symbols;
	return 0;
}

const struct elf_function *module_elf_function(struct module_elf *elf,
					       struct elf_place place)
{
	const struct elf_function *f;
	size_t low = 0, high, middle;

	if (read_symbols(elf))
		return NULL;
	high = elf->nr_functions;
	while (low < high) {	/* all before low start at or before place */
		middle = low + (high - low) / 2;
		f = &elf->functions[middle];
		if (f->start.section < place.section ||
		    (f->start.section == place.section &&
		     f->start.offset <= place.offset))
			low = middle + 1;
		else
			high = middle;
	}
	if (!low)
		return NULL;
	f = &elf->functions[low - 1];
	if (f->start.section != place.section ||
	    place.offset - f->start.offset >= f->size)
		return NULL;
	return f;
}

struct module_elf *module_elf_open(const char *path)
{
	struct module_elf *elf = xcalloc(1, sizeof(*elf));

	elf->path = path;
	if (module_file_open(&elf->file, path))
		goto failed;
	elf->elf = elf->file.elf;
	if (check_header(elf) || read_sections(elf))
		goto failed;
	elf->arch = arch_find(elf->ehdr.e_machine);
	return elf;

failed:
	module_elf_close(elf);
	return NULL;
}

void module_elf_close(struct module_elf *elf)
{
	module_file_close(&elf->file);
	free(elf->sections);
	free(elf->rela_of);
	free(elf->rel_of);
	free(elf->symbols);
	free(elf->functions);
	free(elf);
}

const struct arch *module_elf_arch(const struct module_elf *elf)
{
	return elf->arch;
}

/*
 * Relocations
 */

static int by_offset(const void *x, const void *y)
{
	const struct elf_reloc *a = x, *b = y;

	return (a->offset > b->offset) - (a->offset < b->offset);
}

static int read_reloc(struct module_elf *elf, Elf_Data *data, size_t i,
		      struct elf_reloc *reloc)
{
	const struct elf_symbol *symbol;
	GElf_Rela rela;
	size_t index;

	if (!gelf_getrela(data, i, &rela))
		return libelf_failed(elf->path, "a relocation");
	index = GELF_R_SYM(rela.r_info);
	if (index >= elf->nr_symbols) {
		error_file(elf->path, "a relocation needs symbol %zu of %zu",
			   index, elf->nr_symbols);
		return -1;
	}
	symbol = &elf->symbols[index];
	reloc->offset = rela.r_offset;
	reloc->kind = arch_reloc_kind(elf->arch, GELF_R_TYPE(rela.r_info));
	reloc->target.section = symbol->place.section;
	/* wraps around like the linker's own sum */
	reloc->target.offset = symbol->place.offset + (uint64_t)rela.r_addend;
	return 0;
}

bool module_elf_has_relocs(const struct module_elf *elf,
			   const struct elf_section *section)
{
	return elf->rela_of[section->index] || elf->rel_of[section->index];
}

int module_elf_relocs(struct module_elf *elf,
		      const struct elf_section *section,
		      struct elf_relocs *relocs)
{
	size_t i, count, rela = elf->rela_of[section->index];
	Elf_Data *data;

	relocs->list = NULL;
	relocs->count = 0;
	if (!elf->arch) {
		error_file(elf->path, "is for ELF machine %u; sdtinfo knows the relocations of x86-64 and arm64 only",
			   elf->ehdr.e_machine);
		return -1;
	}
	if (elf->rel_of[section->index]) {
		error_file(elf->path, "its section %s has relocations without addends (SHT_REL), which sdtinfo does not read",
			   section->name);
		return -1;
	}
	if (!rela)
		return 0;
	if (read_symbols(elf))
		return -1;
	data = section_data(elf, rela);
	if (!data)
		return -1;
	count = data->d_size / sizeof(Elf64_Rela);
	relocs->list = xcalloc(count, sizeof(*relocs->list));
	for (i = 0; i < count; i++) {
		if (read_reloc(elf, data, i, &relocs->list[relocs->count])) {
			elf_relocs_free(relocs);
			return -1;
		}
		/* objtool disables some in this way */
		if (relocs->list[relocs->count].kind != ELF_RELOC_NONE)
			relocs->count++;
	}
	qsort(relocs->list, relocs->count, sizeof(*relocs->list), by_offset);
	return 0;
}

const struct elf_reloc *elf_relocs_in(const struct elf_relocs *relocs,
				      uint64_t from, uint64_t to)
{
	size_t low = 0, high = relocs->count, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (relocs->list[middle].offset < from)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == relocs->count || relocs->list[low].offset >= to)
		return NULL;
	return &relocs->list[low];
}

const struct elf_reloc *elf_relocs_at(const struct elf_relocs *relocs,
				      uint64_t offset)
{
	return elf_relocs_in(relocs, offset, offset + 1);
}

void elf_relocs_free(struct elf_relocs *relocs)
{
	free(relocs->list);
	relocs->list = NULL;
	relocs->count = 0;
}
