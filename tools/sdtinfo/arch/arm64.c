// SPDX-License-Identifier: GPL-2.0-only
/*
 * arm64.c - arm64: modules can be read, but not linked
 */
#include <elf.h>

#include "arch.h"

static const struct arch_nop nops[] = {
	{ 4, { 0x1f, 0x20, 0x03, 0xd5 }, -(1 << 27), (1 << 27) - 4 },
	{ 0 }
};

static const struct arch_reloc relocs[] = {
	{ R_AARCH64_ABS64, ELF_RELOC_ABS64 },
	{ R_AARCH64_PREL32, ELF_RELOC_PC32 },
	{ R_AARCH64_PREL64, ELF_RELOC_PC64 },
	{ 0 }
};

const struct arch arch_arm64 = {
	.machine = EM_AARCH64,
	.nops = nops,
	.relocs = relocs,
};
