/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sdt_arch.h - sites, trampolines and memory of x86-64
 *
 * Each architecture has a header of this name with the same functions:
 * docs/porting-architectures.md has a table of them.
 */
#ifndef _SDT_ARCH_H
#define _SDT_ARCH_H

#include <linux/sdt_abi.h>
#include <linux/static_call.h>
#include <linux/string.h>
#include <asm/pgtable.h>
#include <asm/ptrace.h>
#include <asm/segment.h>

#ifndef CONFIG_HAVE_STATIC_CALL
# error "sdt.ko needs a kernel with CONFIG_HAVE_STATIC_CALL"
#endif

/**
 * sdt_is_nop - test whether code is a disabled jump label
 * @code: address of an instruction
 * @room: number of bytes that can be read there
 *
 * The compiler plugin writes the five-byte NOP of the kernel's jump labels.  For kernels
 * in which objtool chooses the length, it writes a jump, which objtool replaces by a NOP
 * of two or five bytes.  If objtool did not run, the jump is still there, and enabling
 * the site would crash the kernel.
 *
 * Context: Any context.
 * Return: true if the instruction is one of the NOPs of jump labels.
 */
static inline bool sdt_is_nop(const void *code, size_t room)
{
	static const u8 nop2[] = { 0x66, 0x90 };
	static const u8 nop5[] = { 0x0f, 0x1f, 0x44, 0x00, 0x00 };

	return (room >= sizeof(nop2) && !memcmp(code, nop2, sizeof(nop2))) ||
	       (room >= sizeof(nop5) && !memcmp(code, nop5, sizeof(nop5)));
}

/**
 * sdt_is_trampoline - test whether sdt_trampoline_set() can be used
 * @code: the trampoline's code: SDT_TRAMPOLINE_SIZE bytes that can be read
 *
 * The code must return, by a RET or a jump to the kernel's return thunk, followed by
 * the bytes that mark the trampolines of the kernel's static calls.  For anything else
 * the kernel would call BUG().
 *
 * Context: Any context.
 * Return: true if it can.
 */
static inline bool sdt_is_trampoline(const void *code)
{
	static const u8 mark[] = { 0x0f, 0xb9, 0xcc };
	const u8 *opcode = code;

	return (*opcode == 0xc3 || *opcode == 0xe9) &&
	       !memcmp(code + 5, mark, sizeof(mark));
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
	return !trampoline->key[0] && !trampoline->key[1];
}

/**
 * sdt_trampoline_set - set what a module's sites call
 * @trampoline: the trampoline, which has the form of the kernel's static calls
 * @code: its code
 * @func: the function, or NULL for none
 *
 * Context: Process context, sleeps.  Takes cpu_hotplug_lock and text_mutex.
 */
static inline void sdt_trampoline_set(struct sdt_trampoline *trampoline, void *code,
				      void *func)
{
	static_assert(sizeof(struct static_call_key) <= sizeof(trampoline->key));

	__static_call_update((struct static_call_key *)trampoline->key, code, func);
}

#ifdef __CHECKER__	/* sparse does not know it */
# define __builtin_dwarf_cfa()	NULL
#endif

/**
 * sdt_caller_regs - fill in registers from which perf and BPF unwind the stack
 * @regs: what is filled in
 * @ip: address of the site
 *
 * For a sink, which is called by sdt_dispatch(), which the site has called.  The stack
 * trace begins in the function of the site.
 *
 * perf_callchain_kernel() unwinds from itself on, and begins with the first frame above
 * regs->sp.  Some versions of Linux put regs->ip before that.
 *
 * Context: Any context.
 */
static __always_inline void sdt_caller_regs(struct pt_regs *regs, unsigned long ip)
{
	regs->ip = ip;
	regs->sp = (unsigned long)__builtin_dwarf_cfa(); /* in the frame of sdt_dispatch() */
	regs->cs = __KERNEL_CS;
	regs->flags = 0;	/* not those of an interrupt */
}

/**
 * sdt_is_user_address - test whether an address is one of user space
 * @addr: the address, which may be bad
 *
 * Context: Any context.
 * Return: true if it is.
 */
static inline bool sdt_is_user_address(unsigned long addr)
{
	return addr < TASK_SIZE_MAX;
}

/**
 * sdt_can_read_words - test whether words can be read from an address on
 * @addr: the address, which may be bad
 *
 * copy_from_kernel_nofault() is not made for speed: copying a short string by it takes
 * as long as the rest of a record.  sdt_read_word() does the same for one word, without
 * the checks of the address.
 *
 * It can be used in the range from the direct mapping to the modules, where a fault has
 * no effect but that the word is not read.  All of the range is canonical.  User space,
 * where a fault may sleep, and the vsyscall page are further away from it than any
 * string is long.
 *
 * Context: Any context.
 * Return: true if it can.
 */
static __always_inline bool sdt_can_read_words(unsigned long addr)
{
	return addr >= PAGE_OFFSET && addr < MODULES_END;
}

#endif /* _SDT_ARCH_H */
