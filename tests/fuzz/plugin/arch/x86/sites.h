/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * x86/sites.h - the instruction at a site, and what compiled kernel code calls
 */

/* What a compiler makes of a jump label is a NOP, or, for objtool, a jump. */
static void switch_jump(u8 *code, long to, _Bool on)
{
	static const u8 nops[6][5] = {
		[2] = { 0x66, 0x90 }, [5] = { 0x0f, 0x1f, 0x44, 0x00, 0x00 }
	};
	int size = *code == 0xeb || *code == 0x66 ? 2 : 5;
	int32_t distance = to - size;

	if (!memcmp(code, nops[size], size) + (*code == 0xeb || *code == 0xe9) != 1)
		give_up("no NOP at a site");
	if (on) {
		*code = size == 2 ? 0xeb : 0xe9;
		memcpy(code + 1, &distance, size - 1);
	} else {
		memcpy(code, nops[size], size);
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
