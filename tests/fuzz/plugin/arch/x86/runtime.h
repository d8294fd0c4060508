/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * x86/runtime.h - what the runtime needs assembler for
 */

/* What the trampoline leads to: a C function which leaves nothing in the registers
   that it may change. */
extern const u8 call_from_site[];
asm(".text\n"
"call_from_site:\n"
"	push %rbp\n"
"	mov %rsp, %rbp\n"
"	and $-16, %rsp\n"
"	call fire_site\n"
"	mov %rbp, %rsp\n"
"	pop %rbp\n"
"	.irp reg, rax, rcx, rdx, rsi, rdi, r8, r9, r10, r11\n"
"	mov $0x5a5a5a5a, %\\reg\n"
"	.endr\n"
"	cmp $0x7f, %spl\n"
"	ret\n");

static void switch_trampoline(struct sdt_trampoline *trampoline, _Bool on)
{
	u8 *code = (u8 *)&trampoline->code + trampoline->code;
	int32_t distance = call_from_site - (code + 5);

	*code = on ? 0xe9 : 0xc3;		/* jmp or ret */
	memcpy(code + 1, &distance, sizeof(distance));
}

/* Programs jump here, from wherever they are. */
asm(".text\n"
"	.globl out_of_ticks\n"
"out_of_ticks:\n"
"	and $-16, %rsp\n"
"	call leave_endless\n");

/* Puts dirt into all registers that a function may change */
#define DIRTY_REGISTERS(dirt)						\
	asm volatile(".irp reg, rcx, rdx, rsi, rdi, r8, r9, r10, r11\n"	\
		     "	mov %0, %%\\reg\n"				\
		     "	.endr\n"					\
		     "	cmp %%al, %%cl"					\
		     : : "a" (dirt)					\
		     : "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "cc")

/* What some of the kernel's configurations have the compiler call */
u64 __stack_chk_guard = 0x5a0102030405065a;
