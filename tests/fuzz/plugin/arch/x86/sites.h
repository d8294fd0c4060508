/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * x86/sites.h - the instruction at a site, and what compiled kernel code calls
 */

static void switch_jump(u8 *code, long to, _Bool on)
{
	static const u8 nop[] = { 0x0f, 0x1f, 0x44, 0x00, 0x00 };
	int32_t distance = to - sizeof(nop);

	if (memcmp(code, nop, sizeof(nop)) && *code != 0xe9)
		give_up("no NOP at a site");
	if (on) {
		*code = 0xe9;
		memcpy(code + 1, &distance, sizeof(distance));
	} else {
		memcpy(code, nop, sizeof(nop));
	}
}

/* The thunks that kernel code calls and jumps through */
asm(".irp reg, rax, rbx, rcx, rdx, rsi, rdi, rbp, r8, r9, r10, r11, r12, r13, r14, r15\n"
"	.globl __x86_indirect_thunk_\\reg\n"
"__x86_indirect_thunk_\\reg: jmp *%\\reg\n"
"	.endr\n"
"	.globl __x86_return_thunk, __fentry__\n"
"__x86_return_thunk:\n"
"__fentry__: ret\n");
