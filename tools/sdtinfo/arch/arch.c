// SPDX-License-Identifier: GPL-2.0-only
/*
 * arch.c - what differs between architectures: a struct arch for each
 *
 * "sdtinfo link" writes code of two kinds into a module's table.  All sites of the module call
 * the trampoline, which "sdtinfo verify" recognizes.  Probes that were compiled without the
 * plugin call functions that make the call that <linux/sdt_abi.h> describes.  At a site, the
 * record's @runtime field and the arguments are on the stack.
 *
 *	__sdt_save_fire()	saves the registers that C functions may change, in room below
 *				these words, and passes the words' address to the trampoline
 *	__sdt_restore()		reads the registers again, afterwards
 *	__sdt_fire()		is called as a C function with all words on the stack, and only
 *				passes their address
 *
 * Two of them jump to the trampoline, so that stack traces begin in the instrumented function.
 */
#include <assert.h>
#include <elf.h>
#include <string.h>

#include <linux/sdt_abi.h>
#include <linux/sdt_sites.h>

#include "arch.h"

/*
 * The struct sdt_trampoline, which follows the site records: the object that has it is the
 * last one of the module.
 */
static void write_struct(FILE *out, const char *key, const char *code, const char *events)
{
	fputs("\n\t.section \"" SDT_SITES_SECTION "\", \"aw\", %progbits\n"
	      "\t.balign\t8\n", out);
	fprintf(out, "%s\t/* key */\n\t.long\t%#x\t/* magic */\n", key,
		SDT_TRAMPOLINE_MAGIC);
	fprintf(out, "\t.long\t%s - ., .Lsdt_table - ., %s\n", code, events);
}

static void begin_function(FILE *out, const char *name)
{
	fprintf(out, "\t.globl\t%s\n"
		"\t.type\t%s, %%function\n"
		"%s:\n", name, name, name);
}

static void end_function(FILE *out, const char *name)
{
	fprintf(out, "\t.size\t%s, . - %s\n", name, name);
}

/*
 * x86-64
 */

/*
 * The trampoline that all sites of the module call:
 *  1. The objects say how functions return in their kernel; others, of tests, just return.
 *     No indirect branch leads here, so there is no ENDBR.
 *  2. The kernel wants padding in front of a function, which it may patch.
 *  3. A kprobe would write its breakpoint into the bytes that sdt.ko patches.
 *  4. The prefix __SCT__ tells objtool that this is a static call's trampoline.
 *     The sites use the other name, or objtool would list each of them for the
 *     kernel to patch.
 *  5. Old versions of objtool report an instruction that nothing leads to, but not an UD1
 *     behind an annotated end of the code.
 */
static void x86_write_trampoline(FILE *out, const char *returns, const char *events)
{
	fputs("\n\t.text\n"
	      "\t.balign\t16\n"
	      "\t.skip\t16, 0x90\n"
	      "\t.globl\t" SDT_TRAMPOLINE_SYMBOL ", __SCT__sdt\n"
	      "\t.type\t__SCT__sdt, %function\n"
	      SDT_TRAMPOLINE_SYMBOL ":\n"
	      "__SCT__sdt:\n"
	      "\t", out);
	fputs(returns ? returns : "ret", out);
	fputs("\n\t.org\t__SCT__sdt + 5, 0xcc\n"
	      ".Lsdt_ud1:\n"
	      "\t.byte\t0x0f, 0xb9, 0xcc\n"
	      "\t.size\t__SCT__sdt, . - __SCT__sdt\n"
	      "\n\t.section .discard.unreachable, \"\", %progbits\n"
	      "\t.long\t.Lsdt_ud1 - .\n"
	      "\n\t.section \"_kprobe_blacklist\", \"aw\"\n"
	      "\t.balign\t8\n"
	      "\t.quad\t__SCT__sdt\n", out);
	write_struct(out, "\t.quad\t0, 0\t", SDT_TRAMPOLINE_SYMBOL, events);
}

static bool x86_is_trampoline(const unsigned char *code)
{
	static const unsigned char mark[3] = { 0x0f, 0xb9, 0xcc };

	/* a return, or a jump to the kernel's */
	return (code[0] == 0xc3 || code[0] == 0xe9) && !memcmp(code + 5, mark, 3);
}

/* What a C function may change, except %r11, which a site changes itself */
static const char *const x86_saved[] = {
	"rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10"
};

#define X86_NR_SAVED	(sizeof(x86_saved) / sizeof(x86_saved[0]))
static_assert(8 * X86_NR_SAVED == __SDT_X86_SAVED, "__SDT_X86_SAVED");

/* The kernel wants padding in front of a function, which it may patch. */
static void x86_begin_function(FILE *out, const char *name)
{
	fputs("\n\t.text\n"
	      "\t.balign\t16\n"
	      "\t.skip\t16, 0x90\n", out);
	begin_function(out, name);
}

/*
 * Without "@PLT", the assembler would drop the name of what it jumps to, and objtool take the
 * other name of the trampoline, that of a static call.
 */
static void x86_write_jump(FILE *out, unsigned int words)
{
	fprintf(out, "\tleaq\t%u(%%rsp), %%rdi\n"
		"\tjmp\t" SDT_TRAMPOLINE_SYMBOL "@PLT\n", words);
}

static void x86_write_fire(FILE *out, const char *returns)
{
	size_t i;

	x86_begin_function(out, __SDT_SAVE_FIRE_SYMBOL);
	for (i = 0; i < X86_NR_SAVED; i++)
		fprintf(out, "\tmovq\t%%%s, %zu(%%rsp)\n", x86_saved[i], 8 + 8 * i);
	x86_write_jump(out, 8 + __SDT_X86_SAVED);
	end_function(out, __SDT_SAVE_FIRE_SYMBOL);

	x86_begin_function(out, __SDT_RESTORE_SYMBOL);
	for (i = 0; i < X86_NR_SAVED; i++)
		fprintf(out, "\tmovq\t%zu(%%rsp), %%%s\n", 8 + 8 * i, x86_saved[i]);
	fprintf(out, "\t%s\n", returns ? returns : "ret");
	end_function(out, __SDT_RESTORE_SYMBOL);

	x86_begin_function(out, __SDT_FIRE_SYMBOL);
	x86_write_jump(out, 8);
	end_function(out, __SDT_FIRE_SYMBOL);
}

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

static const unsigned char arm64_trampoline[SDT_TRAMPOLINE_SIZE] = {
	0x5f, 0x24, 0x03, 0xd5,		/* bti c */
	0xc0, 0x03, 0x5f, 0xd6,		/* ret */
};

/*
 * The pointer that all sites of the module read, and what they call by it while sdt.ko
 * has set no other function.  Assemblers know BTI C by that name only if they are told
 * of its architecture.
 */
static void arm64_write_trampoline(FILE *out, const char *returns __attribute__((unused)),
				   const char *events)
{
	fputs("\n\t.text\n"
	      "\t.balign\t4\n"
	      "\t.type\t__sdt_nothing, %function\n"
	      "__sdt_nothing:\n"
	      "\thint\t34\t\t/* bti c */\n"
	      "\tret\n"
	      "\t.size\t__sdt_nothing, . - __sdt_nothing\n", out);
	write_struct(out, "\t.globl\t" SDT_TRAMPOLINE_SYMBOL "\n"
		     SDT_TRAMPOLINE_SYMBOL ":\n"
		     "\t.quad\t__sdt_nothing, 0", "__sdt_nothing", events);
}

static bool arm64_is_trampoline(const unsigned char *code)
{
	return !memcmp(code, arm64_trampoline, sizeof(arm64_trampoline));
}

static void arm64_begin_function(FILE *out, const char *name)
{
	fputs("\n\t.text\n"
	      "\t.balign\t4\n", out);
	begin_function(out, name);
	fputs("\thint\t34\t\t/* bti c: a veneer may jump here */\n", out);
}

/* OPERATION is stp or ldp, of x0 to x15 */
static void arm64_write_registers(FILE *out, const char *operation)
{
	unsigned int i;

	for (i = 0; i < __SDT_ARM64_SAVED / 8; i += 2)
		fprintf(out, "\t%s\tx%u, x%u, [sp, %u]\n", operation, i, i + 1, 8 * i);
}

static void arm64_write_jump(FILE *out, unsigned int words)
{
	fprintf(out, "\tadd\tx0, sp, %u\n", words);
	fputs("\tadrp\tx16, " SDT_TRAMPOLINE_SYMBOL "\n"
	      "\tldr\tx16, [x16, :lo12:" SDT_TRAMPOLINE_SYMBOL "]\n"
	      "\tbr\tx16\n", out);
}

static void arm64_write_fire(FILE *out, const char *returns __attribute__((unused)))
{
	arm64_begin_function(out, __SDT_SAVE_FIRE_SYMBOL);
	arm64_write_registers(out, "stp");
	arm64_write_jump(out, __SDT_ARM64_SAVED);
	end_function(out, __SDT_SAVE_FIRE_SYMBOL);

	arm64_begin_function(out, __SDT_RESTORE_SYMBOL);
	arm64_write_registers(out, "ldp");
	fputs("\tret\n", out);
	end_function(out, __SDT_RESTORE_SYMBOL);

	arm64_begin_function(out, __SDT_FIRE_SYMBOL);
	arm64_write_jump(out, 0);
	end_function(out, __SDT_FIRE_SYMBOL);
}

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

const struct arch *arch_find(unsigned int machine)
{
	size_t i;

	for (i = 0; i < sizeof(archs) / sizeof(archs[0]); i++)
		if (archs[i]->machine == machine)
			return archs[i];
	return NULL;
}

size_t arch_nop_size(const struct arch *arch, const unsigned char *bytes, size_t room)
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
