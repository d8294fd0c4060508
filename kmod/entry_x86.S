/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * entry_x86.S - what the code at an enabled site calls, x86-64
 *
 * Makes a call of C code out of the call that sdt_abi.h describes.  The
 * compiler that built the site knows nothing of a call there: every register
 * is preserved, only the flags change.  C preserves rbx, rbp and r12 to r15;
 * the others are saved here.  The kernel's C code uses no vector register and
 * needs the stack aligned to 8 bytes only.
 *
 * Context: any that a probe can be in, including NMI.
 */
#include <linux/linkage.h>
#include <asm/asm.h>
#include <asm/frame.h>
#include <asm/ibt.h>

#ifndef FRAME_OFFSET	/* some versions have it for C only */
# ifdef CONFIG_FRAME_POINTER
#  define FRAME_OFFSET 8
# else
#  define FRAME_OFFSET 0
# endif
#endif

#define SAVED		(9 * 8 + FRAME_OFFSET)	/* above it the return address */

SYM_FUNC_START(sdt_entry)
	ENDBR			/* since 6.15 not part of the line above */
	FRAME_BEGIN
	pushq	%rax
	pushq	%rcx
	pushq	%rdx
	pushq	%rsi
	pushq	%rdi
	pushq	%r8
	pushq	%r9
	pushq	%r10
	pushq	%r11
	movq	(SAVED + 8)(%rsp), %rdi		/* the site record */
	leaq	(SAVED + 16)(%rsp), %rsi	/* the arguments */
	call	sdt_dispatch
	popq	%r11
	popq	%r10
	popq	%r9
	popq	%r8
	popq	%rdi
	popq	%rsi
	popq	%rdx
	popq	%rcx
	popq	%rax
	FRAME_END
	RET
SYM_FUNC_END(sdt_entry)
