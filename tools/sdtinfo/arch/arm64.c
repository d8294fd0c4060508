// SPDX-License-Identifier: GPL-2.0-only
/*
 * arm64.c - arm64
 */
#include <elf.h>
#include <string.h>

#include <linux/sdt_abi.h>

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

static const unsigned char trampoline[SDT_TRAMPOLINE_SIZE] = {
	0x5f, 0x24, 0x03, 0xd5,		/* bti c */
	0xc0, 0x03, 0x5f, 0xd6,		/* ret */
};

/*
 * The pointer that all sites of the module read, and what they call by it while sdt.ko
 * has set no other function.  Assemblers know BTI C by that name only if they are told
 * of its architecture.
 */
static void write_trampoline(FILE *out)
{
	fputs("\n\t.text\n"
	      "\t.balign\t4\n"
	      "\t.type\t__sdt_nothing, %function\n"
	      "__sdt_nothing:\n"
	      "\thint\t34\t\t/* bti c */\n"
	      "\tret\n"
	      "\t.size\t__sdt_nothing, . - __sdt_nothing\n"
	      "\n\t.data\n"
	      "\t.balign\t8\n"
	      "\t.globl\t" SDT_TRAMPOLINE_SYMBOL "\n"
	      ".Lsdt_trampoline:\n"
	      SDT_TRAMPOLINE_SYMBOL ":\n"
	      "\t.quad\t__sdt_nothing, 0\t/* key */\n", out);
	fprintf(out, "\t.long\t%#x\t/* magic */\n", SDT_TRAMPOLINE_MAGIC);
	fputs("\t.long\t__sdt_nothing - .\n", out);
}

static bool is_trampoline(const unsigned char *code)
{
	return !memcmp(code, trampoline, sizeof(trampoline));
}

const struct arch arch_arm64 = {
	.machine = EM_AARCH64,
	.name = "arm64",
	.nops = nops,
	.relocs = relocs,
	.key_is_code = true,
	.is_trampoline = is_trampoline,
	.write_trampoline = write_trampoline,
};
