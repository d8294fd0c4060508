// SPDX-License-Identifier: GPL-2.0-only
/*
 * fire.c - the function that probes compiled without the plugin call
 *
 * "sdtinfo link" writes it into the module's table.  It makes what a compiler can do, a call
 * of a C function, into the call that <linux/sdt_abi.h> describes.
 *
 * The registers of arguments are taken, so the compiler has put the others on the stack:
 * first the record's @runtime field, then the probe's arguments, 64 bits each.  The function
 * only passes their address.  It jumps to the trampoline, so that stack traces begin in the
 * instrumented function.
 */
#include <linux/sdt_abi.h>
#include <linux/sdt_sites.h>

#include "arch.h"

/*
 * The kernel wants padding in front of a function, which it may patch.  Without "@PLT", the
 * assembler would drop the name of what it jumps to, and objtool take the other name of the
 * trampoline, that of a static call.
 */
void x86_write_fire(FILE *out)
{
	fputs("\n\t.text\n"
	      "\t.balign\t16\n"
	      "\t.skip\t16, 0x90\n"
	      "\t.globl\t" __SDT_FIRE_SYMBOL "\n"
	      "\t.type\t" __SDT_FIRE_SYMBOL ", %function\n"
	      __SDT_FIRE_SYMBOL ":\n"
	      "\tleaq\t8(%rsp), %rdi\n"
	      "\tjmp\t" SDT_TRAMPOLINE_SYMBOL "@PLT\n"
	      "\t.size\t" __SDT_FIRE_SYMBOL ", . - " __SDT_FIRE_SYMBOL "\n", out);
}

void arm64_write_fire(FILE *out)
{
	fputs("\n\t.text\n"
	      "\t.balign\t4\n"
	      "\t.globl\t" __SDT_FIRE_SYMBOL "\n"
	      "\t.type\t" __SDT_FIRE_SYMBOL ", %function\n"
	      __SDT_FIRE_SYMBOL ":\n"
	      "\thint\t34\t\t/* bti c */\n"
	      "\tmov\tx0, sp\n"
	      "\tadrp\tx16, " SDT_TRAMPOLINE_SYMBOL "\n"
	      "\tldr\tx16, [x16, :lo12:" SDT_TRAMPOLINE_SYMBOL "]\n"
	      "\tbr\tx16\n"
	      "\t.size\t" __SDT_FIRE_SYMBOL ", . - " __SDT_FIRE_SYMBOL "\n", out);
}
