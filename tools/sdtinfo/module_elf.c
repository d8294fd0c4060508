/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * module_elf.c - what sdtinfo reads from object files and modules
 *
 * The only file that calls libelf.  Serves the verbs; knows nothing of probes.
 *
 *  1. open: is it an ELF file that we can read, is all of it there?
 *  2. sections, with names, and which relocation section belongs to which
 *  3. symbols; the function symbols sorted by place for binary search
 *  4. on demand: contents and relocations of a section
 *
 * Where libelf fails, the message has libelf's own reason.
 */
#if defined(__has_include)
#if !__has_include(<gelf.h>)
#error "no libelf headers here: apt-get install libelf-dev"
#endif
#endif

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "error.h"
#include "module_elf.h"

struct symbol {
	const char *name;
	struct elf_place place;
	uint64_t size;
	unsigned char type;	/* STT_* */
};

struct module_elf {
	const char *path;
	int fd;
	uint64_t file_size;
	Elf *elf;
	GElf_Ehdr ehdr;
	struct elf_section *sections;
	size_t *rela_of;	/* [section]: its SHT_RELA section, or 0 */
	size_t *rel_of;		/* [section]: its SHT_REL section, or 0 */
	size_t nr_sections;
	struct symbol *symbols;
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

static int libelf_failed(const struct module_elf *elf, const char *what)
{
	const char *reason = elf_errmsg(-1);

	error_file(elf->path, "cannot read %s: %s", what,
		   reason ? reason : "libelf does not say why");
	return -1;
}

/*
 * Opening
 */

static const char *compression(const unsigned char *start)
{
	if (!memcmp(start, "\xfd" "7zXZ", 5))
		return "xz";
	if (!memcmp(start, "\x28\xb5\x2f\xfd", 4))
		return "zstd";
	if (!memcmp(start, "\x1f\x8b", 2))
		return "gzip";
	return NULL;
}

static int check_file(struct module_elf *elf)
{
	unsigned char start[8] = "";
	struct stat st;

	elf->fd = open(elf->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (elf->fd < 0 || fstat(elf->fd, &st)) {
		error_file(elf->path, "%s", strerror(errno));
		return -1;
	}
	if (!S_ISREG(st.st_mode)) {
		error_file(elf->path, S_ISDIR(st.st_mode) ?
			   "is a directory" : "is no regular file");
		return -1;
	}
	elf->file_size = st.st_size;
	if (!st.st_size) {
		error_file(elf->path, "is empty");
		return -1;
	}
	if (pread(elf->fd, start, sizeof(start), 0) < 0) {
		error_file(elf->path, "%s", strerror(errno));
		return -1;
	}
	if (compression(start)) {
		error_file(elf->path, "is compressed: unpack it with '%s -d' first",
			   compression(start));
		return -1;
	}
	if (!memcmp(start, "!<arch>", 7) || !memcmp(start, "!<thin>", 7)) {
		error_file(elf->path, "is an archive: name its object files instead");
		return -1;
	}
	if (memcmp(start, ELFMAG, SELFMAG)) {
		error_file(elf->path, "is not an ELF file");
		return -1;
	}
	return 0;
}

static int check_header(struct module_elf *elf)
{
	const GElf_Ehdr *ehdr = &elf->ehdr;

	if (elf->file_size < EI_NIDENT) {
		error_file(elf->path, "is truncated: it ends inside the ELF header");
		return -1;
	}
	if (elf_version(EV_CURRENT) == EV_NONE)
		return libelf_failed(elf, "it");
	elf->elf = elf_begin(elf->fd, ELF_C_READ, NULL);
	if (!elf->elf)
		return libelf_failed(elf, "it");
	if (elf_kind(elf->elf) != ELF_K_ELF) {
		error_file(elf->path, "is not an ELF file that libelf knows");
		return -1;
	}
	if (gelf_getclass(elf->elf) != ELFCLASS64) {
		error_file(elf->path, "is a 32-bit ELF file; sdtinfo reads 64-bit ones only");
		return -1;
	}
	if (!gelf_getehdr(elf->elf, &elf->ehdr))
		return libelf_failed(elf, "its ELF header");
	if (ehdr->e_ident[EI_DATA] != OWN_DATA) {
		error_file(elf->path, "is a " FOREIGN_ORDER "-endian ELF file; this sdtinfo reads " OWN_ORDER "-endian ones only");
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
	room = ehdr->e_shoff > elf->file_size ? 0 :
	       (elf->file_size - ehdr->e_shoff) / sizeof(Elf64_Shdr);
	if (!room || room < ehdr->e_shnum) {
		error_file(elf->path, "is truncated: it ends before its section headers do");
		return -1;
	}
	if (elf_getshdrnum(elf->elf, &elf->nr_sections))
		return libelf_failed(elf, "the number of its sections");
	if (room < elf->nr_sections) {
		error_file(elf->path, "is truncated: it ends before its section headers do");
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
		return libelf_failed(elf, "a section header");
	section->index = index;
	section->type = shdr.sh_type;
	section->flags = shdr.sh_flags;
	section->size = shdr.sh_size;
	section->name = "";
	if (!index)
		return 0;
	if (names) {
		section->name = elf_strptr(elf->elf, names, shdr.sh_name);
		if (!section->name)
			return libelf_failed(elf, "a section's name");
	}
	if (shdr.sh_type != SHT_NOBITS && shdr.sh_type != SHT_NULL &&
	    (shdr.sh_offset > elf->file_size ||
	     shdr.sh_size > elf->file_size - shdr.sh_offset)) {
		error_file(elf->path, "is truncated: it ends before its section %s does",
			   section->name);
		return -1;
	}
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
		return libelf_failed(elf, "its section names");
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
		libelf_failed(elf, *section->name ? section->name :
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

const char *module_elf_string(struct module_elf *elf, struct elf_place place,
			      size_t limit)
{
	const struct elf_section *section;
	const char *bytes;
	uint64_t room;

	section = module_elf_section_at(elf, place.section);
	if (!section || section->type != SHT_PROGBITS ||
	    (section->flags & SHF_COMPRESSED) ||
	    place.offset >= section->size)
		return NULL;
	bytes = module_elf_data(elf, section);
	if (!bytes)
		return NULL;
	room = section->size - place.offset;
	if (room > limit)
		room = limit;
	bytes += place.offset;
	return memchr(bytes, '\0', room) ? bytes : NULL;
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
		const struct symbol *symbol = &elf->symbols[i];

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
	struct symbol *symbol = &elf->symbols[i];
	Elf32_Word xindex = 0;
	GElf_Sym sym;

	if (!gelf_getsymshndx(symbols, shndx, i, &sym, &xindex))
		return libelf_failed(elf, "a symbol");
	symbol->name = elf_strptr(elf->elf, names, sym.st_name);
	if (!symbol->name)
		return libelf_failed(elf, "a symbol's name");
	symbol->type = GELF_ST_TYPE(sym.st_info);
	symbol->size = sym.st_size;
	symbol->place.offset = sym.st_value;
	if (sym.st_shndx == SHN_XINDEX)
		symbol->place.section = xindex;
	else if (sym.st_shndx < SHN_LORESERVE)
		symbol->place.section = sym.st_shndx;
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

static int read_symbols(struct module_elf *elf)
{
	Elf_Data *symbols, *shndx = NULL;
	size_t i, symtab, extended;
	GElf_Shdr shdr;

	symtab = find_section(elf, SHT_SYMTAB, 0);
	if (!symtab)
		return 0;
	if (!gelf_getshdr(elf_getscn(elf->elf, symtab), &shdr))
		return libelf_failed(elf, "its symbol table");
	symbols = section_data(elf, symtab);
	if (!symbols)
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

const struct elf_function *module_elf_function(const struct module_elf *elf,
					       struct elf_place place)
{
	size_t low = 0, high = elf->nr_functions, middle;
	const struct elf_function *f;

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
	elf->fd = -1;
	if (check_file(elf) || check_header(elf) || read_sections(elf) ||
	    read_symbols(elf)) {
		module_elf_close(elf);
		return NULL;
	}
	return elf;
}

void module_elf_close(struct module_elf *elf)
{
	elf_end(elf->elf);
	if (elf->fd >= 0)
		close(elf->fd);
	free(elf->sections);
	free(elf->rela_of);
	free(elf->rel_of);
	free(elf->symbols);
	free(elf->functions);
	free(elf);
}

/*
 * Relocations
 */

/* What little of relocation types has to be known to find sites. */
static const struct {
	uint16_t machine;
	uint32_t type;
	enum elf_reloc_kind kind;
} reloc_kinds[] = {
	{ EM_X86_64, R_X86_64_64, ELF_RELOC_ABS64 },
	{ EM_X86_64, R_X86_64_PC32, ELF_RELOC_PC32 },
	{ EM_X86_64, R_X86_64_PLT32, ELF_RELOC_PC32 },
	{ EM_X86_64, R_X86_64_PC64, ELF_RELOC_PC64 },
	{ EM_AARCH64, R_AARCH64_ABS64, ELF_RELOC_ABS64 },
	{ EM_AARCH64, R_AARCH64_PREL32, ELF_RELOC_PC32 },
	{ EM_AARCH64, R_AARCH64_PREL64, ELF_RELOC_PC64 },
};

static enum elf_reloc_kind reloc_kind(const struct module_elf *elf,
				      uint32_t type)
{
	size_t i;

	for (i = 0; i < sizeof(reloc_kinds) / sizeof(reloc_kinds[0]); i++)
		if (reloc_kinds[i].machine == elf->ehdr.e_machine &&
		    reloc_kinds[i].type == type)
			return reloc_kinds[i].kind;
	return ELF_RELOC_OTHER;
}

static bool machine_is_known(const struct module_elf *elf)
{
	size_t i;

	for (i = 0; i < sizeof(reloc_kinds) / sizeof(reloc_kinds[0]); i++)
		if (reloc_kinds[i].machine == elf->ehdr.e_machine)
			return true;
	return false;
}

static int by_offset(const void *x, const void *y)
{
	const struct elf_reloc *a = x, *b = y;

	return (a->offset > b->offset) - (a->offset < b->offset);
}

static int read_reloc(struct module_elf *elf, Elf_Data *data, size_t i,
		      struct elf_reloc *reloc)
{
	const struct symbol *symbol;
	GElf_Rela rela;
	size_t index;

	if (!gelf_getrela(data, i, &rela))
		return libelf_failed(elf, "a relocation");
	index = GELF_R_SYM(rela.r_info);
	if (index >= elf->nr_symbols) {
		error_file(elf->path, "a relocation needs symbol %zu of %zu",
			   index, elf->nr_symbols);
		return -1;
	}
	symbol = &elf->symbols[index];
	reloc->offset = rela.r_offset;
	reloc->kind = reloc_kind(elf, GELF_R_TYPE(rela.r_info));
	reloc->symbol = symbol->name;
	reloc->target.section = symbol->place.section;
	/* wraps around like the linker's own sum */
	reloc->target.offset = symbol->place.offset + (uint64_t)rela.r_addend;
	return 0;
}

int module_elf_relocs(struct module_elf *elf,
		      const struct elf_section *section,
		      struct elf_relocs *relocs)
{
	size_t i, rela = elf->rela_of[section->index];
	Elf_Data *data;

	relocs->list = NULL;
	relocs->count = 0;
	if (!machine_is_known(elf)) {
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
	data = section_data(elf, rela);
	if (!data)
		return -1;
	relocs->count = data->d_size / sizeof(Elf64_Rela);
	relocs->list = xcalloc(relocs->count, sizeof(*relocs->list));
	for (i = 0; i < relocs->count; i++)
		if (read_reloc(elf, data, i, &relocs->list[i])) {
			elf_relocs_free(relocs);
			return -1;
		}
	qsort(relocs->list, relocs->count, sizeof(*relocs->list), by_offset);
	return 0;
}

const struct elf_reloc *elf_relocs_at(const struct elf_relocs *relocs,
				      uint64_t offset)
{
	struct elf_reloc key = { .offset = offset };

	if (!relocs->count)
		return NULL;
	return bsearch(&key, relocs->list, relocs->count,
		       sizeof(*relocs->list), by_offset);
}

void elf_relocs_free(struct elf_relocs *relocs)
{
	free(relocs->list);
	relocs->list = NULL;
	relocs->count = 0;
}
