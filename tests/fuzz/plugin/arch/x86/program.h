/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * x86/program.h - instructions in random programs
 */

#define TICK()	asm volatile("decl ticks\n\tjz out_of_ticks" : : : "memory", "cc")

#ifdef __clang__
/* With retpolines, clang 14 loses the label if its address is taken, too. */
#define GOTO_IF_EVEN(number, label)					\
	do { if (!((number) & 1)) goto label; } while (0)
#else
#define GOTO_IF_EVEN(number, label)					\
	asm goto("testb $1, %0; jz %l1" : : "m" (number) : "cc" : label)
#endif
