/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * arm64/runtime.h - what the runtime needs assembler for
 */

/* What sites call by the trampoline: a C function which leaves nothing in the registers
   that it may change.  Like the kernel's, it leaves vector registers alone, and, where
   kernels are compiled with -ffixed-x18, that. */
extern const u8 call_from_site[];
asm(".text\n"
"	.balign 4\n"
"call_from_site:\n"
"	hint 34\n"			/* bti c */
"	mov x1, x29\n"
"	mov x2, sp\n"
"	and x3, x2, -16\n"
"	mov sp, x3\n"
"	stp x2, x30, [sp, -16]!\n"
"	sub sp, sp, 528\n"
"	str x18, [sp, 512]\n"
"	.irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, "
"		21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31\n"
"	str q\\n, [sp, 16 * \\n]\n"
"	.endr\n"
"	bl fire_from\n"
"	.irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, "
"		21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31\n"
"	ldr q\\n, [sp, 16 * \\n]\n"
"	.endr\n"
"	ldr x18, [sp, 512]\n"
"	add sp, sp, 528\n"
"	ldp x2, x30, [sp]\n"
"	mov sp, x2\n"
"	.irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17\n"
"	mov x\\n, 0x5555555555555555\n"
"	.endr\n"
"	adrp x0, keeps_x18\n"
"	ldrb w0, [x0, :lo12:keeps_x18]\n"
"	cbnz w0, 1f\n"
"	mov x18, x1\n"
"1:\n"
"	cmp wsp, 0x7f\n"
"	ret\n");

static void switch_trampoline(struct sdt_trampoline *trampoline, _Bool on)
{
	trampoline->key[0] = on ? (u64)call_from_site :
				  (u64)&trampoline->code + trampoline->code;
}

/* The frame records that a stack trace finds, from FRAME to main()'s */
static void check_frames(const u64 *frame, u64 sp)
{
	extern char __executable_start[], etext[];

	if ((u64)frame < sp)
		give_up("x29 is below sp");
	while (frame != outermost_frame) {
		register u64 address asm("x30") = frame[1];

		asm("hint 7" : "+r" (address));		/* xpaclri */
		if (address < (u64)__executable_start || address >= (u64)etext)
			give_up("no return address in a frame record");
		if (frame[0] <= (u64)frame || frame[0] > (u64)outermost_frame)
			give_up("no other frame record behind one");
		frame = (const u64 *)frame[0];
	}
}

void fire_site(const struct hit *hit);

void __attribute__((used)) fire_from(const struct hit *hit, const u64 *frame, u64 sp)
{
	if (sp % 16)
		give_up("the stack is not aligned");
	if (has_frame_pointers)
		check_frames(frame, sp);
	fire_site(hit);
}

/* Programs jump here, from wherever they are. */
asm(".text\n"
"	.globl out_of_ticks\n"
"out_of_ticks:\n"
"	bl leave_endless\n");

/* Puts dirt into all registers that a function may change */
#define DIRTY_REGISTERS(dirt)						\
	do {								\
		register u64 x0 asm("x0") = (dirt);			\
									\
		asm volatile(".irp n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, " \
			     "	12, 13, 14, 15, 16, 17\n"		\
			     "	mov x\\n, %0\n"				\
			     "	.endr\n"				\
			     "	cmp w0, 0x7f"				\
			     : : "r" (x0)				\
			     : "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", \
			       "x9", "x10", "x11", "x12", "x13", "x14", "x15", \
			       "x16", "x17", "cc");			\
		if (!keeps_x18)						\
			asm volatile("mov x18, %0" : : "r" (x0));	\
	} while (0)
