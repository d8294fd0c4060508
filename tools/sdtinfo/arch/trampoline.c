// SPDX-License-Identifier: GPL-2.0-only
/*
 * trampoline.c - the code that all sites of a module call, for each architecture
 *
 * "sdtinfo link" writes it into the module's table; "sdtinfo verify" recognizes it.
 */
#include <string.h>

#include <linux/sdt_abi.h>

#include "arch.h"

/*
 * The struct sdt_trampoline, which follows the site records: the object that has it is the
 * last one of the module.
 */
static void write_struct(FILE *out, const char *key, const char *code)
{
	fputs("\n\t.section \"" SDT_SITES_SECTION "\", \"aw\", %progbits\n"
	      "\t.balign\t8\n", out);
	fprintf(out, "%s\t/* key */\n\t.long\t%#x\t/* magic */\n", key,
		SDT_TRAMPOLINE_MAGIC);
	fprintf(out, "\t.long\t%s - ., .Lsdt_table - ., 0\n", code);
}

/*
 * The trampoline that all sites of the module call:
 *  1. The objects say how functions return in their kernel; others, of tests, just return.
 *     No indirect branch leads here, so there is no ENDBR.
 *  2. The kernel wants padding in front of a function, which it may patch.
 *  3. A kprobe would write its breakpoint into the bytes that sdt.ko patches.
 *  4. The prefix __SCT__ tells objtool that this is a static call's trampoline.
 *     The sites use the other name, or objtool would list each of them for the
 *     kernel to patch.
 */
void x86_write_trampoline(FILE *out, const char *returns)
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
	      "\t.byte\t0x0f, 0xb9, 0xcc\n"
	      "\t.size\t__SCT__sdt, . - __SCT__sdt\n"
	      "\n\t.section \"_kprobe_blacklist\", \"aw\"\n"
	      "\t.balign\t8\n"
	      "\t.quad\t__SCT__sdt\n", out);
	write_struct(out, "\t.quad\t0, 0\t", SDT_TRAMPOLINE_SYMBOL);
}

bool x86_is_trampoline(const unsigned char *code)
{
	static const unsigned char mark[3] = { 0x0f, 0xb9, 0xcc };

	/* a return, or a jump to the kernel's */
	return (code[0] == 0xc3 || code[0] == 0xe9) && !memcmp(code + 5, mark, 3);
}

static const unsigned char arm64_trampoline[SDT_TRAMPOLINE_SIZE] = {
	0x5f, 0x24, 0x03, 0xd5,		/* bti c */
	0xc0, 0x03, 0x5f, 0xd6,		/* ret */
};

/*
 * The pointer that all sites of the module read, and what they call by it while sdt.ko
 * has set no other function.  Assemblers know BTI C by that name only if they are told
 * of its architecture.
 */
void arm64_write_trampoline(FILE *out, const char *returns __attribute__((unused)))
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
		     "\t.quad\t__sdt_nothing, 0", "__sdt_nothing");
}

bool arm64_is_trampoline(const unsigned char *code)
{
	return !memcmp(code, arm64_trampoline, sizeof(arm64_trampoline));
}
