// SPDX-License-Identifier: GPL-2.0-only
/*
 * arch.c - what differs between architectures: a struct arch for each
 */
#include <elf.h>
#include <string.h>

#include <linux/sdt_abi.h>

#include "arch.h"

/*
 * x86-64
 */

static const struct arch_nop x86_nops[] = {
	{ 2, { 0x66, 0x90 }, 2 + INT8_MIN, 2 + INT8_MAX },
	{ 5, { 0x0f, 0x1f, 0x44, 0x00, 0x00 }, 5ll + INT32_MIN, 5ll + INT32_MAX },
	{ 0 }
};

static const struct arch_reloc x86_relocs[] = {
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
static void x86_write_trampoline(FILE *out)
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

static bool x86_is_trampoline(const unsigned char *code)
{
	static const unsigned char mark[3] = { 0x0f, 0xb9, 0xcc };

	/* a return, or a jump to the kernel's */
	return (code[0] == 0xc3 || code[0] == 0xe9) && !memcmp(code + 5, mark, 3);
}

static const struct arch arch_x86 = {
	.machine = EM_X86_64,
	.name = "x86-64",
	.nops = x86_nops,
	.relocs = x86_relocs,
	.wants_zeros = true,
	.is_trampoline = x86_is_trampoline,
	.write_trampoline = x86_write_trampoline,
};

/*
 * arm64
 */

static const struct arch_nop arm64_nops[] = {
	{ 4, { 0x1f, 0x20, 0x03, 0xd5 }, -(1 << 27), (1 << 27) - 4 },
	{ 0 }
};

static const struct arch_reloc arm64_relocs[] = {
	{ R_AARCH64_ABS64, ELF_RELOC_ABS64 },
	{ R_AARCH64_PREL32, ELF_RELOC_PC32 },
	{ R_AARCH64_PREL64, ELF_RELOC_PC64 },
	{ 0 }
};

static const unsigned char arm64_trampoline[SDT_TRAMPOLINE_SIZE] = {
	0x5f, 0x24, 0x03, 0xd5,		/* bti c */
	0xc0, 0x03, 0x5f, 0xd6,		/* ret */
};

/*
 * The pointer that all sites of the module read, and what they call by it while sdt.ko
 * has set no other function.  Assemblers know BTI C by that name only if they are told
 * of its architecture.
 */
static void arm64_write_trampoline(FILE *out)
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

static bool arm64_is_trampoline(const unsigned char *code)
{
	return !memcmp(code, arm64_trampoline, sizeof(arm64_trampoline));
}

static const struct arch arch_arm64 = {
	.machine = EM_AARCH64,
	.name = "arm64",
	.nops = arm64_nops,
	.relocs = arm64_relocs,
	.key_is_code = true,
	.is_trampoline = arm64_is_trampoline,
	.write_trampoline = arm64_write_trampoline,
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
