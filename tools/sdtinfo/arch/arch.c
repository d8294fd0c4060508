// SPDX-License-Identifier: GPL-2.0-only
/*
 * arch.c - look up what differs between architectures
 */
#include <string.h>

#include "arch.h"

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
	const struct arch_nop *nop;

	for (nop = arch ? arch->nops : NULL; nop && nop->size; nop++)
		if (nop->size <= room && !memcmp(nop->bytes, bytes, nop->size))
			return nop->size;
	return 0;
}

bool arch_nop_reaches(const struct arch *arch, size_t size, int64_t distance)
{
	const struct arch_nop *nop;

	for (nop = arch ? arch->nops : NULL; nop && nop->size; nop++)
		if (nop->size == size)
			return distance >= nop->from && distance <= nop->to;
	return false;
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
