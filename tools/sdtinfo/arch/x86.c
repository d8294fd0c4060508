// SPDX-License-Identifier: GPL-2.0-only
/*
 * x86.c - x86-64
 */
#include <elf.h>
#include <string.h>

#include <linux/sdt_abi.h>

#include "arch.h"

static const struct arch_nop nops[] = {
	{ 2, { 0x66, 0x90 }, 2 + INT8_MIN, 2 + INT8_MAX },
	{ 5, { 0x0f, 0x1f, 0x44, 0x00, 0x00 }, 5ll + INT32_MIN, 5ll + INT32_MAX },
	{ 0 }
};

static const struct arch_reloc relocs[] = {
	{ R_X86_64_64, ELF_RELOC_ABS64 },
	{ R_X86_64_PC32, ELF_RELOC_PC32 },
	{ R_X86_64_PLT32, ELF_RELOC_PC32 },
	{ R_X86_64_PC64, ELF_RELOC_PC64 },
	{ 0 }
};

/*
 * The trampoline that all sites of the module call:
 *  1. RET is the kernel's macro for a return; without it, it is the instruction.
 *     No indirect branch leads here, so there is no ENDBR.
 *  2. The kernel wants padding in front of a function, which it may patch.
 *  3. A kprobe would write its breakpoint into the bytes that sdt.ko patches.
 *  4. The prefix __SCT__ tells objtool that this is a static call's trampoline.
 *     The sites use the other name, or objtool would list each of them for the
 *     kernel to patch.
 */
static void write_trampoline(FILE *out)
{
	fputs("\n#ifdef __KERNEL__\n"
	      "#include <linux/linkage.h>\n"
	      "#include <linux/objtool.h>\n"
	      "#include <asm/asm.h>\n"
	      "#else\n"
	      "#define ANNOTATE_NOENDBR\n"
	      "#define _ASM_NOKPROBE(name)\n"
	      "#endif\n"
	      "\t.text\n"
	      "\t.balign\t16\n"
	      "\t.skip\t16, 0x90\n"
	      "\t.globl\t" SDT_TRAMPOLINE_SYMBOL ", __SCT__sdt\n"
	      "\t.type\t__SCT__sdt, %function\n"
	      SDT_TRAMPOLINE_SYMBOL ":\n"
	      "__SCT__sdt:\n"
	      "\tANNOTATE_NOENDBR\n"
	      "\tRET\n"
	      "\t.org\t__SCT__sdt + 5, 0xcc\n"
	      "\t.byte\t0x0f, 0xb9, 0xcc\n"
	      "\t.size\t__SCT__sdt, . - __SCT__sdt\n"
	      "\t_ASM_NOKPROBE(__SCT__sdt)\n"
	      "\n\t.data\n"
	      "\t.balign\t8\n"
	      ".Lsdt_trampoline:\n"
	      "\t.quad\t0, 0\t\t/* key */\n", out);
	fprintf(out, "\t.long\t%#x\t/* magic */\n", SDT_TRAMPOLINE_MAGIC);
	fputs("\t.long\t" SDT_TRAMPOLINE_SYMBOL " - .\n", out);
}

static bool is_trampoline(const unsigned char *code)
{
	static const unsigned char mark[3] = { 0x0f, 0xb9, 0xcc };

	/* a return, or a jump to the kernel's */
	return (code[0] == 0xc3 || code[0] == 0xe9) && !memcmp(code + 5, mark, 3);
}

const struct arch arch_x86 = {
	.machine = EM_X86_64,
	.name = "x86-64",
	.nops = nops,
	.relocs = relocs,
	.wants_zeros = true,
	.is_trampoline = is_trampoline,
	.write_trampoline = write_trampoline,
};
