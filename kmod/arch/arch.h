/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * arch.h - what sdt.ko needs of an architecture: sites, trampolines and memory
 *
 * Each architecture has a folder with a header sdt_arch.h, which defines SDT_NOP, the bytes of a
 * site that is disabled, and the functions that are declared here.  They are inline, because some
 * run at every hit, and because sdt_caller_regs() looks at its caller's frame.  All but
 * sdt_trampoline_set() can be called in any context.
 *
 * The code of trampolines, which are part of the modules, comes from "sdtinfo link".
 */
#ifndef _SDT_ARCH_H
#define _SDT_ARCH_H

#include <linux/compiler.h>
#include <linux/preempt.h>
#include <linux/sdt_abi.h>
#include <linux/types.h>

struct pt_regs;

/**
 * sdt_is_trampoline - test whether sdt_trampoline_set() can be used
 * @code: the trampoline's code: SDT_TRAMPOLINE_SIZE bytes that can be read
 *
 * Return: true if the code is a function that does nothing, in the form that
 * sdt_trampoline_set() needs.
 */
static inline bool sdt_is_trampoline(const void *code);

/**
 * sdt_trampoline_is_unused - test whether a trampoline is as it was when it was loaded
 * @trampoline: the trampoline
 * @code: its code
 *
 * Return: true if it has not been set.
 */
static inline bool sdt_trampoline_is_unused(const struct sdt_trampoline *trampoline,
					    const void *code);

/**
 * sdt_trampoline_set - set what a module's sites call
 * @trampoline: the trampoline
 * @code: its code, which does nothing
 * @func: the function, or NULL for none
 *
 * The caller must have set up everything that @func reads.
 *
 * Context: Process context, sleeps.  May take cpu_hotplug_lock and text_mutex.
 */
static inline void sdt_trampoline_set(struct sdt_trampoline *trampoline, void *code,
				      void *func);

/**
 * sdt_direct_entry - get the address at which a direct call enters a function
 * @func: the function
 *
 * Only an indirect call needs an instruction that says where it may lead to.
 *
 * Return: the address.  If calls of trampolines and static calls are indirect, @func.
 */
static inline void *sdt_direct_entry(void *func);

/**
 * sdt_preempt_count_is_zero - test whether preemption is enabled, outside of interrupts
 *
 * This and the next two test preempt_count() where it is in memory, if the architecture
 * can.  Compilers first load it into a register.
 *
 * Return: true if preempt_count() is 0.
 */
static __always_inline bool sdt_preempt_count_is_zero(void);

/**
 * sdt_preempt_count_has - test whether the preemption count has any of some bits
 * @bits: the bits, a constant
 *
 * Return: true if it has.
 */
static __always_inline bool sdt_preempt_count_has(unsigned int bits);

/**
 * sdt_is_plain_irq - test for a hard irq that has interrupted no sink
 * @context: what dispatch.c has recorded: SDT_NO_CONTEXT, or SDT_CONTEXT() of a sink
 *
 * An architecture that needs fewer instructions than the code below defines both.
 *
 * Return: true if it is one, and has interrupted neither another one nor an NMI.
 */
static __always_inline bool sdt_is_plain_irq(unsigned int context);

/**
 * sdt_caller_regs - fill in registers from which perf and BPF unwind the stack
 * @regs: what is filled in
 * @ip: address of the site
 *
 * For a sink, which is called by sdt_dispatch(), which the site has called.  The stack
 * trace begins in the function of the site.
 */
static __always_inline void sdt_caller_regs(struct pt_regs *regs, unsigned long ip);

/**
 * sdt_is_user_address - test whether an address is one of user space
 * @addr: the address, which may be bad
 *
 * Return: true if it is.
 */
static inline bool sdt_is_user_address(unsigned long addr);

/**
 * sdt_can_read_words - test whether words can be read from an address on
 * @addr: the address, which may be bad
 *
 * copy_from_kernel_nofault() is not made for speed: copying a short string by it takes
 * as long as the rest of a record.  sdt_read_word() does the same for one word, without
 * the checks of the address.
 *
 * True in a range of the kernel's addresses where a fault has no effect but that the word
 * is not read.  User space, where a fault may sleep, must be further away from it than
 * any string is long.
 *
 * Return: true if it can.
 */
static __always_inline bool sdt_can_read_words(unsigned long addr);

#include "sdt_arch.h"

#ifndef SDT_NO_CONTEXT

#define SDT_NO_CONTEXT	0

static __always_inline bool sdt_is_plain_irq(unsigned int context)
{
	return context == SDT_NO_CONTEXT &&
	       (preempt_count() & (HARDIRQ_MASK | NMI_MASK)) == HARDIRQ_OFFSET;
}

#endif

#endif /* _SDT_ARCH_H */
