/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * arch.h - what differs between architectures
 *
 * Knows neither ELF files nor tables.
 */
#ifndef SDTINFO_ARCH_H
#define SDTINFO_ARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The longest NOP that sites have, in bytes */
#define NOP_MAX		5

enum elf_reloc_kind {
	ELF_RELOC_NONE,		/* changes nothing; module_elf_relocs() drops it */
	ELF_RELOC_OTHER,
	ELF_RELOC_ABS32,	/* 32 bits hold the target's value */
	ELF_RELOC_ABS64,	/* 64 bits hold the target's address */
	ELF_RELOC_PC32,		/* 32 bits hold its distance from here */
	ELF_RELOC_PC64,
};

struct arch_reloc {
	uint32_t type;		/* R_* */
	enum elf_reloc_kind kind;
};

/**
 * struct arch - an architecture
 * @machine: EM_*
 * @name: as people say it
 * @nop: what a disabled site is, one of the NOPs that the kernel's jump labels expect
 *	 (arch/ARCH/include/asm/jump_label.h and the headers beside it)
 * @nop_size: its size, in bytes
 * @relocs: the relocation types that are needed to find sites; ends with type 0
 * @wants_zeros: the kernel refuses a module with nonzero bytes where a relocation applies
 * @key_is_code: the key of the struct sdt_trampoline begins with the address of its code
 * @is_trampoline: is the code, SDT_TRAMPOLINE_SIZE bytes, a trampoline's?
 * @write_trampoline: write what all sites of a module call, and the struct
 *		      sdt_trampoline, which refers to the table at .Lsdt_table, as
 *		      assembler source; @returns is how the kernel's functions return,
 *		      or NULL, @events what its field of that name is
 * @write_fire: write the functions that probes compiled without the plugin call, likewise
 */
struct arch {
	unsigned int machine;
	const char *name;
	unsigned char nop[NOP_MAX];
	size_t nop_size;
	const struct arch_reloc *relocs;
	bool wants_zeros;
	bool key_is_code;
	bool (*is_trampoline)(const unsigned char *code);
	void (*write_trampoline)(FILE *out, const char *returns, const char *events);
	void (*write_fire)(FILE *out, const char *returns);
};

/* arch_find() - the architecture of an ELF file's e_machine, or NULL */
const struct arch *arch_find(unsigned int machine);

/*
 * In all of these @arch may be NULL.
 *
 * arch_nop_size() - the size of the NOP at the start of @bytes; 0 if there is none
 * arch_reloc_kind() - what a relocation of @type does
 */
size_t arch_nop_size(const struct arch *arch, const unsigned char *bytes, size_t room);
enum elf_reloc_kind arch_reloc_kind(const struct arch *arch, uint32_t type);

#endif /* SDTINFO_ARCH_H */
