/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * module_elf.h - what sdtinfo reads from object files and modules
 *
 * For module.c, module_check.c and the verbs.  The only interface to libelf: sections,
 * relocations, symbols and strings, with every bound checked.  Knows nothing of probes.
 *
 * Every function that fails has reported why, in one line that names the file.
 */
#ifndef SDTINFO_MODULE_ELF_H
#define SDTINFO_MODULE_ELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/arch.h"
#include "lib/util.h"
#include "table/probe.h"

struct elf_section {
	size_t index;
	const char *name;
	uint32_t type;		/* SHT_* */
	uint64_t flags;		/* SHF_* */
	uint64_t size;		/* in bytes */
	uint64_t align;		/* of its beginning, in bytes */
	size_t rela, rel;	/* the sections of its relocations; 0: none */
	bool has_relocs;	/* they were read, or found broken */
	int relocs_failed;
	struct elf_relocs *relocs;
};

struct elf_reloc {
	uint64_t offset;	/* in the section that it applies to */
	enum elf_reloc_kind kind;
	struct elf_place target; /* section 0 if undefined or absolute */
	bool is_absolute;	/* its offset is then the target's value */
	const char *symbol;	/* the symbol that it is given by; "" for a section's own */
};

/* Sorted by offset. */
struct elf_relocs {
	size_t count;
	struct elf_reloc list[];
};

struct elf_symbol {
	const char *name;	/* "" for a section's own */
	struct elf_place place;	/* section 0 if undefined or absolute */
	uint64_t size;		/* in bytes */
	unsigned char type;	/* STT_* */
	bool is_absolute;
};

/* Only @path, @arch and the sections are for other files to read. */
struct module_elf {
	const char *path;
	const struct arch *arch;	/* NULL: not known */
	struct elf_section *sections;
	size_t nr_sections;
	int fd;
	void *unpacked;		/* what @elf reads, if not the file */
	uint64_t size;		/* of the ELF file and what follows it, in bytes */
	struct Elf *elf;	/* libelf's */
	unsigned int machine;	/* EM_* */
	uint64_t contents;	/* of all sections so far, in bytes */
	bool has_symbols;	/* they were read, or found broken */
	int symbols_failed;
	struct elf_symbol *symbols;
	size_t nr_symbols;
	const struct elf_symbol **functions;	/* sorted by place */
	size_t nr_functions;
};

/*
 * module_elf_open() - open a relocatable 64-bit file of this byte order
 *
 * It may be compressed with xz, zstd or gzip.  Returns NULL on failure.  Bytes after the
 * ELF file's own (a module's signature) are ignored.  @path must outlive the result.
 */
struct module_elf *module_elf_open(const char *path);
void module_elf_close(struct module_elf *elf);

/* module_elf_section() - the first section @name after @after, or NULL */
const struct elf_section *module_elf_section(const struct module_elf *elf,
					     const char *name,
					     const struct elf_section *after);

/* module_elf_section_at() - the section of a place; NULL if there is none */
const struct elf_section *module_elf_section_at(const struct module_elf *elf,
						struct elf_place place);

/* Is it code that the kernel loads? */
bool elf_section_is_code(const struct elf_section *section);
/* Is it freed after the module's init function has run? */
bool elf_section_is_init(const struct elf_section *section);

/*
 * module_elf_data() - a section's bytes as in the file
 *
 * They live as long as @elf and need not be aligned.
 */
const void *module_elf_data(struct module_elf *elf, const struct elf_section *section);

/*
 * module_elf_bytes() - the bytes from a place to the end of its section
 *
 * NULL, without a message, if there are none.  @room is set to their number.
 */
const unsigned char *module_elf_bytes(struct module_elf *elf,
				      struct elf_place place, uint64_t *room);

/*
 * module_elf_string() - the string at a place
 *
 * NULL, without a message, if there is none that ends within @limit bytes.
 */
const char *module_elf_string(struct module_elf *elf, struct elf_place place, size_t limit);

/* module_elf_relocs() - a section's relocations; NULL on failure */
const struct elf_relocs *module_elf_relocs(struct module_elf *elf,
					   const struct elf_section *section);
const struct elf_reloc *elf_relocs_at(const struct elf_relocs *relocs, uint64_t offset);
/* The first one from offset @from on and before @to, or NULL */
const struct elf_reloc *elf_relocs_in(const struct elf_relocs *relocs,
				      uint64_t from, uint64_t to);

/*
 * module_elf_tracepoints() - the symbols of tracepoints that the file defines
 * @names: "__tracepoint_foo" is added to it
 */
void module_elf_tracepoints(struct module_elf *elf, struct name_list *names);

/*
 * module_elf_where() - describe a place; caller frees
 *
 * "revdev_read+0x1c", or ".text+0x5c" where no function is known
 */
char *module_elf_where(struct module_elf *elf, struct elf_place place);

#endif /* SDTINFO_MODULE_ELF_H */
