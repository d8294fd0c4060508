/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sdt_arch.h - sites, trampolines and memory of x86-64
 *
 * arch.h includes it, and describes the functions.
 */
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/static_call.h>
#include <linux/string.h>
#include <asm/pgtable.h>
#include <asm/ptrace.h>
#include <asm/segment.h>

#include "compat.h"

#ifndef CONFIG_HAVE_STATIC_CALL
# error "sdt.ko needs a kernel with CONFIG_HAVE_STATIC_CALL"
#endif

/* The kernel's jump labels can also have two bytes; those of sites have five. */
#define SDT_NOP		SDT_X86_NOP

/*
 * The code must return, by a RET or a jump to the kernel's return thunk, followed by
 * the bytes that mark the trampolines of the kernel's static calls.  For anything else
 * the kernel would call BUG().
 */
static inline bool sdt_is_trampoline(const void *code)
{
	static const u8 mark[] = { 0x0f, 0xb9, 0xcc };
	const u8 *opcode = code;

	return (*opcode == 0xc3 || *opcode == 0xe9) &&
	       !memcmp(code + 5, mark, sizeof(mark));
}

static inline bool sdt_trampoline_is_unused(const struct sdt_trampoline *trampoline,
					    const void *code)
{
	return !trampoline->key[0] && !trampoline->key[1];
}

/* Behind the ENDBR64 that kernels with CONFIG_X86_KERNEL_IBT have */
static inline void *sdt_direct_entry(void *func)
{
	static const u8 endbr64[] = { 0xf3, 0x0f, 0x1e, 0xfa };

	return memcmp(func, endbr64, sizeof(endbr64)) ? func : func + sizeof(endbr64);
}

/* The trampoline has the form of the kernel's static calls. */
static inline void sdt_trampoline_set(struct sdt_trampoline *trampoline, void *code,
				      void *func)
{
	static_assert(sizeof(struct static_call_key) <= sizeof(trampoline->key));

	__static_call_update((struct static_call_key *)trampoline->key, code,
			     func ? sdt_direct_entry(func) : NULL);
}

/* The second case of each function of dispatch.c: part of it, or apart */
#define SDT_SECOND_CASE	__always_inline

#ifndef __force_percpu_arg	/* before Linux 6.10 */
# define __force_percpu_arg(x)	__percpu_arg(x)
#endif

/* The address of the count, which is not one of this CPU's memory without the segment */
#define SDT_PREEMPT_COUNT	((__force unsigned long)&sdt_percpu_preempt_count)

static __always_inline bool sdt_preempt_count_has(unsigned int bits)
{
	bool has;

	asm volatile("testl %[bits], " __force_percpu_arg([count])
		     : "=@ccnz" (has)
		     : [count] "m" (*(const u32 *)SDT_PREEMPT_COUNT), [bits] "i" (bits));
	return has;
}

/* PREEMPT_NEED_RESCHED, which is part of it, is not part of preempt_count(). */
static __always_inline bool sdt_preempt_count_is_zero(void)
{
	return !sdt_preempt_count_has(~PREEMPT_NEED_RESCHED);
}

#if HARDIRQ_SHIFT % 8 == 0 && NMI_SHIFT == HARDIRQ_SHIFT + HARDIRQ_BITS && \
	HARDIRQ_BITS + NMI_BITS == 8

/*
 * One byte of the count has the levels of hard irqs and NMIs, and nothing else.  The value
 * while no sink runs is that of one hard irq, so one comparison is enough.
 */
#define SDT_NO_CONTEXT		1

static __always_inline bool sdt_is_plain_irq(unsigned int context)
{
	const u8 *count = (const u8 *)SDT_PREEMPT_COUNT;
	bool is;

	asm volatile("cmpb %b[context], " __force_percpu_arg([count])
		     : "=@cce" (is)
		     : [count] "m" (count[HARDIRQ_SHIFT / 8]), [context] "q" (context));
	return is;
}

#endif

#ifdef __CHECKER__	/* sparse does not know it */
# define __builtin_dwarf_cfa()	NULL
#endif

/*
 * perf_callchain_kernel() unwinds from itself on, and begins with the first frame above
 * regs->sp.  Some versions of Linux put regs->ip before that.
 */
static __always_inline void sdt_caller_regs(struct pt_regs *regs, unsigned long ip)
{
	regs->ip = ip;
	regs->sp = (unsigned long)__builtin_dwarf_cfa(); /* in the frame of sdt_dispatch() */
	regs->cs = __KERNEL_CS;
	regs->flags = 0;	/* not those of an interrupt */
}

static inline bool sdt_is_user_address(unsigned long addr)
{
	return addr < TASK_SIZE_MAX;
}

/*
 * From the direct mapping to the modules.  All of the range is canonical.  The vsyscall
 * page is as far away from it as user space.
 */
static __always_inline bool sdt_can_read_words(unsigned long addr)
{
	return addr >= PAGE_OFFSET && addr < MODULES_END;
}
