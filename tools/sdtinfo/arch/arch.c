// SPDX-License-Identifier: GPL-2.0-only
/*
 * arch.c - what differs between architectures: a struct arch for each
 *
 * trampoline.c and fire.c have the code that "sdtinfo link" writes for them.
 */
#include <elf.h>
#include <string.h>

#include <linux/sdt_abi.h>

#include "arch.h"

/*
 * x86-64
 */

static const struct arch_reloc x86_relocs[] = {
	{ R_X86_64_32, ELF_RELOC_ABS32 },
	{ R_X86_64_64, ELF_RELOC_ABS64 },
	{ R_X86_64_PC32, ELF_RELOC_PC32 },
	{ R_X86_64_PLT32, ELF_RELOC_PC32 },
	{ R_X86_64_PC64, ELF_RELOC_PC64 },
	{ 0 }
};

static const struct arch arch_x86 = {
	.machine = EM_X86_64,
	.name = "x86-64",
	.nop = { SDT_X86_NOP },
	.nop_size = 5,
	.relocs = x86_relocs,
	.wants_zeros = true,
	.is_trampoline = x86_is_trampoline,
	.write_trampoline = x86_write_trampoline,
	.write_fire = x86_write_fire,
};

/*
 * arm64
 */

static const struct arch_reloc arm64_relocs[] = {
	{ R_AARCH64_ABS32, ELF_RELOC_ABS32 },
	{ R_AARCH64_ABS64, ELF_RELOC_ABS64 },
	{ R_AARCH64_PREL32, ELF_RELOC_PC32 },
	{ R_AARCH64_PREL64, ELF_RELOC_PC64 },
	{ 0 }
};

static const struct arch arch_arm64 = {
	.machine = EM_AARCH64,
	.name = "arm64",
	.nop = { SDT_ARM64_NOP },
	.nop_size = 4,
	.relocs = arm64_relocs,
	.key_is_code = true,
	.is_trampoline = arm64_is_trampoline,
	.write_trampoline = arm64_write_trampoline,
	.write_fire = arm64_write_fire,
};

/*
 * All of them
 */

static const struct arch *const archs[] = { &arch_x86, &arch_arm64 };

#define NR_ARCHS	(sizeof(archs) / sizeof(archs[0]))

const struct arch *arch_find(unsigned int machine)
{
	size_t i;

	for (i = 0; i < NR_ARCHS; i++)
		if (archs[i]->machine == machine)
			return archs[i];
	return NULL;
}

size_t arch_nop_size(const struct arch *arch, const unsigned char *bytes,
		     size_t room)
{
	return arch && arch->nop_size <= room && !memcmp(arch->nop, bytes, arch->nop_size) ?
	       arch->nop_size : 0;
}

enum elf_reloc_kind arch_reloc_kind(const struct arch *arch, uint32_t type)
{
	const struct arch_reloc *reloc;

	if (!type)
		return ELF_RELOC_NONE;
	for (reloc = arch ? arch->relocs : NULL; reloc && reloc->type; reloc++)
		if (reloc->type == type)
			return reloc->kind;
	return ELF_RELOC_OTHER;
}
