// SPDX-License-Identifier: GPL-2.0-only
/*
 * module_elf.c - what sdtinfo reads from object files and modules
 *
 * The only file that calls libelf.  Serves the verbs; knows nothing of probes.
 *
 *  1. open: is it an ELF file, perhaps compressed, that we can read, and complete?
 *  2. sections, with names, and which relocation section belongs to which
 *  3. on demand: contents of a section
 *  4. on demand: symbols; the function symbols sorted by place for binary search
 *  5. on demand: relocations of a section
 *
 * libdw decompresses the formats that distributions use for modules, but zstd only if it
 * was built with it, and Debian 12's was not.  So zstd is decompressed with libzstd here.
 * Where libelf fails, the message has libelf's own reason.
 */
#if defined(__has_include)
#if !__has_include(<gelf.h>) || !__has_include(<elfutils/libdwelf.h>)
#error "no headers of elfutils here: apt-get install libelf-dev libdw-dev"
#endif
#if !__has_include(<zstd.h>)
#error "no libzstd headers here: apt-get install libzstd-dev"
#endif
#endif

#include <elfutils/libdwelf.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include "lib/error.h"
#include "lib/util.h"
#include "module_elf.h"

/* The contents of sections are not converted. */
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "modules with probes are little-endian");

/* Names of sections and symbols must be shorter, in bytes. */
#define NAME_LIMIT	4096

/*
 * Opening
 */

/* How modules are compressed */
static const struct packing {
	const char *name, *magic;
} packings[] = {
	{ "xz", "\xfd" "7zXZ" },
	{ "gzip", "\x1f\x8b" },
	{ "zstd", "\x28\xb5\x2f\xfd" },
};

static const struct packing *const zstd = &packings[2];

/* Report that libelf cannot read @what; returns -1 */
static int libelf_failed(const char *path, const char *what)
{
	const char *reason = elf_errmsg(-1);

	return error_file(path, "cannot read %s: %s", what,
			  reason ? reason : "libelf does not say why");
}

/* The file begins with @magic. */
static bool begins(const unsigned char *start, const char *magic)
{
	return !memcmp(start, magic, strlen(magic));
}

/* @packed: set to NULL if it is not compressed */
static int find_packing(struct module_elf *elf, const struct packing **packed)
{
	unsigned char start[8] = "";
	struct stat st;
	size_t i;

	elf->fd = open(elf->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (elf->fd < 0 || fstat(elf->fd, &st))
		return error_file(elf->path, "%s", strerror(errno));
	if (!S_ISREG(st.st_mode))
		return error_file(elf->path, S_ISDIR(st.st_mode) ?
				  "is a directory" : "is not a regular file");
	elf->size = st.st_size;
	if (!st.st_size)
		return error_file(elf->path, "is empty");
	if (pread(elf->fd, start, sizeof(start), 0) < 0)
		return error_file(elf->path, "%s", strerror(errno));
	if (begins(start, "!<arch>") || begins(start, "!<thin>"))
		return error_file(elf->path, "is an archive: name its object files instead");
	*packed = NULL;
	for (i = 0; i < sizeof(packings) / sizeof(packings[0]); i++)
		if (begins(start, packings[i].magic))
			*packed = &packings[i];
	if (!*packed && !begins(start, ELFMAG))
		return error_file(elf->path, "is not an ELF file");
	return 0;
}

/*
 * The largest size that a file may be decompressed to, in bytes: modules grow about five
 * times.  libdw has no such limit for xz and gzip.
 */
static size_t max_unpacked(size_t packed)
{
	return (1 << 20) + 64 * packed;
}

/* Decompress @size bytes at @bytes to elf->unpacked.  Returns NULL, or what is wrong. */
static const char *unzstd_bytes(struct module_elf *elf, const void *bytes, size_t size)
{
	const unsigned long long unpacked = ZSTD_getFrameContentSize(bytes, size);
	size_t result;

	if (unpacked == ZSTD_CONTENTSIZE_ERROR)
		return "it is truncated";
	if (unpacked == ZSTD_CONTENTSIZE_UNKNOWN)
		return "it does not tell its size, as after zstd from a pipe: decompress it with zstd -d";
	if (unpacked > max_unpacked(size))
		return "it is too long for a module";
	elf->unpacked = xcalloc(unpacked, 1);
	result = ZSTD_decompress(elf->unpacked, unpacked, bytes, size);
	if (ZSTD_isError(result))
		return ZSTD_getErrorName(result);
	elf->size = result;
	return NULL;
}

static const char *unzstd(struct module_elf *elf)
{
	Elf *packed = elf_begin(elf->fd, ELF_C_READ, NULL);
	const char *reason, *bytes;
	size_t size;

	bytes = elf_rawfile(packed, &size);
	reason = bytes ? unzstd_bytes(elf, bytes, size) : elf_errmsg(-1);
	elf_end(packed);
	return reason;
}

/* Do not map an uncompressed file: one that shrinks would kill us. */
static int begin_elf(struct module_elf *elf, const struct packing *packed)
{
	const char *reason = NULL;
	size_t size = elf->size;

	if (elf_version(EV_CURRENT) == EV_NONE)
		return libelf_failed(elf->path, "it");
	if (!packed) {
		elf->elf = elf_begin(elf->fd, ELF_C_READ, NULL);
	} else if (packed == zstd) {
		reason = unzstd(elf);
		elf->elf = reason ? NULL : elf_memory(elf->unpacked, elf->size);
	} else {
		elf->elf = dwelf_elf_begin(elf->fd);
		reason = elf->elf ? NULL : "it is broken or truncated";
	}
	if (reason)
		return error_file(elf->path, "cannot be decompressed with %s: %s",
				  packed->name, reason);
	if (!elf->elf || (packed && !elf_rawfile(elf->elf, &size)))
		return libelf_failed(elf->path, "it");
	elf->size = size;
	if (elf_kind(elf->elf) == ELF_K_ELF)
		return 0;
	if (!packed)
		return error_file(elf->path, "is not an ELF file that libelf knows");
	return error_file(elf->path, "is not an ELF file after decompression with %s",
			  packed->name);
}

static int open_file(struct module_elf *elf)
{
	const struct packing *packed;

	if (find_packing(elf, &packed))
		return -1;
	if (elf->size < EI_NIDENT)
		return error_file(elf->path, "is truncated: it ends inside the ELF header");
	return begin_elf(elf, packed);
}

static int check_header(struct module_elf *elf, GElf_Ehdr *ehdr)
{
	static const char *const types[] = {
		[ET_EXEC] = "an executable",
		[ET_DYN] = "a shared object or an executable",
		[ET_CORE] = "a core dump",
	};

	if (gelf_getclass(elf->elf) != ELFCLASS64)
		return error_file(elf->path, "is a 32-bit ELF file; sdtinfo reads 64-bit ones only");
	if (!gelf_getehdr(elf->elf, ehdr))
		return libelf_failed(elf->path, "its ELF header");
	if (ehdr->e_ident[EI_DATA] != ELFDATA2LSB)
		return error_file(elf->path, "is a big-endian ELF file; this sdtinfo reads little-endian ones only");
	if (ehdr->e_type == ET_REL)
		return 0;
	if (ehdr->e_type < sizeof(types) / sizeof(types[0]) && types[ehdr->e_type])
		return error_file(elf->path, "is %s, neither an object file nor a module",
				  types[ehdr->e_type]);
	return error_file(elf->path, "is of ELF type %u, neither an object file nor a module",
			  ehdr->e_type);
}

/*
 * Sections
 */

static int check_section_headers(struct module_elf *elf, const GElf_Ehdr *ehdr)
{
	uint64_t room;

	if (!ehdr->e_shoff)
		return error_file(elf->path, "has no section headers");
	room = ehdr->e_shoff > elf->size ? 0 :
	       (elf->size - ehdr->e_shoff) / sizeof(Elf64_Shdr);
	if (!room || room < ehdr->e_shnum)
		return error_file(elf->path, "is truncated: it ends before its section headers do");
	if (elf_getshdrnum(elf->elf, &elf->nr_sections))
		return libelf_failed(elf->path, "the number of its sections");
	if (room < elf->nr_sections)
		return error_file(elf->path, "is truncated: it ends before its section headers do");
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
	return error_file(elf->path, "its section %zu is not a string table", index);
}

/* A name that is printed for each site must not be as long as the file. */
static const char *name_at(const struct module_elf *elf, size_t strings,
			   size_t offset, const char *what)
{
	const char *name = elf_strptr(elf->elf, strings, offset);

	if (!name) {
		libelf_failed(elf->path, what);
	} else if (strnlen(name, NAME_LIMIT) == NAME_LIMIT) {
		error_file(elf->path, "%s is longer than %d bytes", what, NAME_LIMIT - 1);
		name = NULL;
	}
	return name;
}

/* Sections must not overlap, so that they cannot be larger than the file together. */
static int check_contents(struct module_elf *elf, const GElf_Shdr *shdr, const char *name)
{
	if (shdr->sh_type == SHT_NOBITS || shdr->sh_type == SHT_NULL)
		return 0;
	if (shdr->sh_offset > elf->size || shdr->sh_size > elf->size - shdr->sh_offset)
		return error_file(elf->path, "is truncated: it ends before its section %s does",
				  name);
	elf->contents += shdr->sh_size;
	if (elf->contents > elf->size)
		return error_file(elf->path, "its section %s overlaps another one", name);
	return 0;
}

static int read_section_header(struct module_elf *elf, size_t index, size_t names)
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
		elf->sections[shdr.sh_info].rela = index;
	if (shdr.sh_type == SHT_REL && shdr.sh_info < elf->nr_sections)
		elf->sections[shdr.sh_info].rel = index;
	return 0;
}

static int read_section_headers(struct module_elf *elf, const GElf_Ehdr *ehdr)
{
	size_t i, names;

	if (check_section_headers(elf, ehdr))
		return -1;
	if (elf_getshdrstrndx(elf->elf, &names))
		return libelf_failed(elf->path, "its section names");
	if (names && check_strings(elf, names))
		return -1;
	elf->sections = xcalloc(elf->nr_sections, sizeof(*elf->sections));
	for (i = 0; i < elf->nr_sections; i++)
		if (read_section_header(elf, i, names))
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
						struct elf_place place)
{
	return place.section && place.section < elf->nr_sections ?
	       &elf->sections[place.section] : NULL;
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
		error_file(elf->path, "its section %s has no contents", section->name);
		return NULL;
	}
	if (section->flags & SHF_COMPRESSED) {
		error_file(elf->path, "its section %s is compressed", section->name);
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

const void *module_elf_data(struct module_elf *elf, const struct elf_section *section)
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

	section = module_elf_section_at(elf, place);
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

const char *module_elf_string(struct module_elf *elf, struct elf_place place, size_t limit)
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

static int functions_by_place(const void *x, const void *y)
{
	const struct elf_symbol *a = *(const struct elf_symbol **)x;
	const struct elf_symbol *b = *(const struct elf_symbol **)y;
	int c = elf_place_compare(a->place, b->place);

	if (!c && a->size != b->size)
		return a->size < b->size ? -1 : 1;
	/* the search takes the last: the first symbol, not its alias */
	return c ? c : (a < b) - (a > b);
}

static void sort_functions(struct module_elf *elf)
{
	size_t i;

	elf->functions = xcalloc(elf->nr_symbols, sizeof(*elf->functions));
	for (i = 0; i < elf->nr_symbols; i++)
		if (elf->symbols[i].type == STT_FUNC && elf->symbols[i].place.section)
			elf->functions[elf->nr_functions++] = &elf->symbols[i];
	qsort(elf->functions, elf->nr_functions, sizeof(*elf->functions),
	      functions_by_place);
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
	/* strip(1) makes relocations without a symbol of those by an absolute one of value 0 */
	symbol->is_absolute = !i || sym.st_shndx == SHN_ABS;
	if (symbol->place.section >= elf->nr_sections)
		return error_file(elf->path, "its symbol %zu lies in section %zu of %zu",
				  i, symbol->place.section, elf->nr_sections);
	return 0;
}

/*
 * Find the section of @type that belongs to section @link, 0 for any.  elf_scnshndx() of libelf
 * 0.188 does not find that of a file which is read with ELF_C_READ.
 */
static size_t find_section(const struct module_elf *elf, uint32_t type, size_t link)
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

void module_elf_tracepoints(struct module_elf *elf, struct name_list *names)
{
	static const char prefix[] = "__tracepoint_";
	const struct elf_symbol *symbol;

	if (!module_elf_section(elf, "__tracepoints", NULL) || read_symbols(elf))
		return;
	for (symbol = elf->symbols; symbol < elf->symbols + elf->nr_symbols; symbol++)
		if (symbol->place.section && !strncmp(symbol->name, prefix, strlen(prefix)))
			names_add(names, symbol->name);
}

/* The function symbol that contains a place, or NULL */
static const struct elf_symbol *find_function(struct module_elf *elf,
					      struct elf_place place)
{
	const struct elf_symbol *f;
	size_t low = 0, high, middle;

	if (read_symbols(elf))
		return NULL;
	high = elf->nr_functions;
	while (low < high) {	/* all before low start at or before place */
		middle = low + (high - low) / 2;
		if (elf_place_compare(elf->functions[middle]->place, place) <= 0)
			low = middle + 1;
		else
			high = middle;
	}
	f = low ? elf->functions[low - 1] : NULL;
	return f && f->place.section == place.section &&
	       place.offset - f->place.offset < f->size ? f : NULL;
}

char *module_elf_where(struct module_elf *elf, struct elf_place place)
{
	const struct elf_section *section = module_elf_section_at(elf, place);
	const struct elf_symbol *function = find_function(elf, place);

	if (function)
		return xasprintf("%s+0x%" PRIx64, function->name,
				 place.offset - function->place.offset);
	return xasprintf("%s+0x%" PRIx64, section ? section->name : "(nowhere)",
			 place.offset);
}

/*
 * Relocations
 */

static int relocs_by_offset(const void *x, const void *y)
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
	if (index >= elf->nr_symbols)
		return error_file(elf->path, "a relocation needs symbol %zu of %zu",
				  index, elf->nr_symbols);
	symbol = &elf->symbols[index];
	reloc->offset = rela.r_offset;
	reloc->kind = arch_reloc_kind(elf->arch, GELF_R_TYPE(rela.r_info));
	reloc->is_absolute = symbol->is_absolute;
	reloc->symbol = symbol->name;
	reloc->target.section = symbol->place.section;
	/* wraps around like the linker's own sum */
	reloc->target.offset = symbol->place.offset + (uint64_t)rela.r_addend;
	return 0;
}

static int read_relocs(struct module_elf *elf, struct elf_section *section)
{
	struct elf_relocs *relocs;
	Elf_Data *data = NULL;
	size_t i, count = 0;

	if (!elf->arch)
		return error_file(elf->path, "is for ELF machine %u; sdtinfo knows the relocations of x86-64 and arm64 only",
				  elf->machine);
	if (section->rel)
		return error_file(elf->path, "its section %s has relocations without addends (SHT_REL), which sdtinfo does not read",
				  section->name);
	if (section->rela) {
		data = read_symbols(elf) ? NULL : section_data(elf, section->rela);
		if (!data)
			return -1;
		count = data->d_size / sizeof(Elf64_Rela);
	}
	relocs = xcalloc(1, sizeof(*relocs) + count * sizeof(*relocs->list));
	section->relocs = relocs;
	for (i = 0; i < count; i++) {
		if (read_reloc(elf, data, i, &relocs->list[relocs->count]))
			return -1;
		/* objtool disables some in this way */
		if (relocs->list[relocs->count].kind != ELF_RELOC_NONE)
			relocs->count++;
	}
	qsort(relocs->list, relocs->count, sizeof(*relocs->list), relocs_by_offset);
	return 0;
}

const struct elf_relocs *module_elf_relocs(struct module_elf *elf,
					   const struct elf_section *section)
{
	struct elf_section *own = &elf->sections[section->index];

	if (!own->has_relocs) {
		own->has_relocs = true;
		own->relocs_failed = read_relocs(elf, own);
	}
	return own->relocs_failed ? NULL : own->relocs;
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

const struct elf_reloc *elf_relocs_at(const struct elf_relocs *relocs, uint64_t offset)
{
	return elf_relocs_in(relocs, offset, offset + 1);
}

struct module_elf *module_elf_open(const char *path)
{
	struct module_elf *elf = xcalloc(1, sizeof(*elf));
	GElf_Ehdr ehdr;

	elf->path = path;
	if (open_file(elf) || check_header(elf, &ehdr) || read_section_headers(elf, &ehdr)) {
		module_elf_close(elf);
		return NULL;
	}
	elf->machine = ehdr.e_machine;
	elf->arch = arch_find(elf->machine);
	return elf;
}

void module_elf_close(struct module_elf *elf)
{
	size_t i;

	for (i = 0; i < elf->nr_sections && elf->sections; i++)
		free(elf->sections[i].relocs);
	elf_end(elf->elf);
	if (elf->fd >= 0)
		close(elf->fd);
	free(elf->unpacked);
	free(elf->sections);
	free(elf->symbols);
	free(elf->functions);
	free(elf);
}
