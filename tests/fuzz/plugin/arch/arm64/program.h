/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * arm64/program.h - instructions in random programs
 */

#define TICK()								\
	asm volatile("adrp x16, ticks\n\t"				\
		     "ldr w17, [x16, :lo12:ticks]\n\t"			\
		     "subs w17, w17, 1\n\t"				\
		     "str w17, [x16, :lo12:ticks]\n\t"			\
		     "b.eq out_of_ticks"				\
		     : : : "x16", "x17", "memory", "cc")

#define GOTO_IF_EVEN(number, label)					\
	asm goto("ldrh w17, %0; tst w17, 1; b.eq %l1"			\
		 : : "m" (number) : "x17", "cc" : label)

#ifdef __clang__
/* It has neither for arm64. */
#define __builtin_setjmp(context)	0
#define __builtin_longjmp(context, value)	stop()
#endif

/* Has each function a frame record, or does it leave its caller's where it is?  Does no
   function change x18? */
extern const _Bool has_frame_pointers, keeps_x18;

#ifndef RUNTIME
const _Bool has_frame_pointers =
#ifdef FRAME_POINTERS
	1;
#else
	0;
#endif
const _Bool keeps_x18 =
#ifdef FIXED_X18
	1;
#else
	0;
#endif
#endif
