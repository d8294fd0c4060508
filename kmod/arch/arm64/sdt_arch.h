/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sdt_arch.h - sites, trampolines and memory of arm64
 *
 * Each architecture has a header of this name with the same functions:
 * docs/porting-architectures.md has a table of them.
 */
#ifndef _SDT_ARCH_H
#define _SDT_ARCH_H

#include <linux/compiler.h>
#include <linux/sdt_abi.h>
#include <asm/barrier.h>
#include <asm/byteorder.h>
#include <asm/memory.h>
#include <asm/pgtable.h>
#include <asm/ptrace.h>

/**
 * sdt_is_nop - test whether code is a disabled jump label
 * @code: address of an instruction
 * @room: number of bytes that can be read there
 *
 * Context: Any context.
 * Return: true if the instruction is the NOP of jump labels.
 */
static inline bool sdt_is_nop(const void *code, size_t room)
{
	return room >= sizeof(__le32) && le32_to_cpup(code) == 0xd503201f;
}

/**
 * sdt_is_trampoline - test whether sdt_trampoline_set() can be used
 * @code: the trampoline's code: SDT_TRAMPOLINE_SIZE bytes that can be read
 *
 * Context: Any context.
 * Return: true if the code is a function that does nothing.
 */
static inline bool sdt_is_trampoline(const void *code)
{
	const __le32 *insn = code;

	return le32_to_cpu(insn[0]) == 0xd503245f &&	/* bti c */
	       le32_to_cpu(insn[1]) == 0xd65f03c0;	/* ret */
}

/**
 * sdt_trampoline_is_unused - test whether a trampoline is as it was when it was loaded
 * @trampoline: the trampoline
 * @code: its code
 *
 * Context: Any context.
 * Return: true if it has not been set.
 */
static inline bool sdt_trampoline_is_unused(const struct sdt_trampoline *trampoline,
					    const void *code)
{
	return trampoline->key[0] == (u64)code && !trampoline->key[1];
}

/**
 * sdt_trampoline_set - set what a module's sites call
 * @trampoline: the trampoline: a pointer, which sites read
 * @code: its code, which does nothing
 * @func: the function, or NULL for none
 *
 * Context: Any context.
 */
static inline void sdt_trampoline_set(struct sdt_trampoline *trampoline, void *code,
				      void *func)
{
	/* What the function reads is there before it; the site depends on the address. */
	smp_store_release(&trampoline->key[0], (u64)(func ?: code));
}

/**
 * sdt_caller_regs - fill in registers from which perf and BPF unwind the stack
 * @regs: what is filled in
 * @ip: address of the site
 *
 * For a sink, which is called by sdt_dispatch(), which the site has called.  The stack
 * trace begins in the function of the site.
 *
 * perf_callchain_kernel() begins with regs->pc, and goes on with the frame record that x29
 * points to.  For that of the instrumented function, this is what sdt_dispatch() has saved.
 *
 * Context: Any context.
 */
static __always_inline void sdt_caller_regs(struct pt_regs *regs, unsigned long ip)
{
	regs->pc = ip;
	regs->sp = (unsigned long)__builtin_frame_address(1);
	regs->regs[29] = (unsigned long)__builtin_frame_address(2);
	regs->pstate = PSR_MODE_EL1h;
}

/**
 * sdt_is_user_address - test whether an address is one of user space
 * @addr: the address, which may be bad
 *
 * User space may have put a tag into its top byte.
 *
 * Context: Any context.
 * Return: true if it is.
 */
static inline bool sdt_is_user_address(unsigned long addr)
{
	return untagged_addr(addr) < TASK_SIZE_MAX;
}

/**
 * sdt_can_read_words - test whether words can be read from an address on
 * @addr: the address, which may be bad
 *
 * copy_from_kernel_nofault() is not made for speed.  sdt_read_word() does the same for
 * one word, without the checks of the address.
 *
 * It can be used in the range from the direct mapping to the end of vmalloc's.  There, a
 * fault in the page tables has no effect but that the word is not read; as with
 * copy_from_kernel_nofault(), a device's registers that ioremap() has mapped may abort.
 * An address with a tag other than 0xff is not in it.  User space, where a fault may
 * sleep, is further away from it than any string is long.
 *
 * Context: Any context.
 * Return: true if it can.
 */
static __always_inline bool sdt_can_read_words(unsigned long addr)
{
	return addr >= PAGE_OFFSET && addr < VMALLOC_END;
}

#endif /* _SDT_ARCH_H */
