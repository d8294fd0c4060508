/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sdt_arch.h - sites, trampolines and memory of arm64
 *
 * arch.h includes it, and describes the functions.
 */
#include <linux/preempt.h>
#include <asm/barrier.h>
#include <asm/byteorder.h>
#include <asm/memory.h>
#include <asm/pgtable.h>
#include <asm/ptrace.h>

#define SDT_NOP		SDT_ARM64_NOP

static inline bool sdt_is_trampoline(const void *code)
{
	const __le32 *insn = code;

	return le32_to_cpu(insn[0]) == 0xd503245f &&	/* bti c */
	       le32_to_cpu(insn[1]) == 0xd65f03c0;	/* ret */
}

static inline bool sdt_trampoline_is_unused(const struct sdt_trampoline *trampoline,
					    const void *code)
{
	return trampoline->key[0] == (u64)code && !trampoline->key[1];
}

/* The trampoline is a pointer, which sites read.  Takes no lock. */
static inline void sdt_trampoline_set(struct sdt_trampoline *trampoline, void *code,
				      void *func)
{
	/* Orders the data that the function reads before it; the site depends on the address. */
	smp_store_release(&trampoline->key[0], (u64)(func ?: code));
}

static inline void *sdt_direct_entry(void *func)
{
	return func;
}

/*
 * The second case of each function of dispatch.c: part of it, or apart.  GCC would save the
 * registers of both cases in both.
 */
#define SDT_SECOND_CASE	noinline notrace

static __always_inline bool sdt_preempt_count_has(unsigned int bits)
{
	return preempt_count() & bits;
}

static __always_inline bool sdt_preempt_count_is_zero(void)
{
	return !preempt_count();
}

/*
 * perf_callchain_kernel() begins with regs->pc, and goes on with the frame record that x29
 * points to.  For that of the instrumented function, this is what sdt_dispatch() has saved.
 */
static __always_inline void sdt_caller_regs(struct pt_regs *regs, unsigned long ip)
{
	regs->pc = ip;
	regs->sp = (unsigned long)__builtin_frame_address(1);
	regs->regs[29] = (unsigned long)__builtin_frame_address(2);
	regs->pstate = PSR_MODE_EL1h;
}

/* User space may have put a tag into the top byte. */
static inline bool sdt_is_user_address(unsigned long addr)
{
	return untagged_addr(addr) < TASK_SIZE_MAX;
}

/*
 * From the direct mapping to the end of vmalloc's range.  As with
 * copy_from_kernel_nofault(), a device's registers that ioremap() has mapped may abort.
 * An address with a tag other than 0xff is not in the range.
 */
static __always_inline bool sdt_can_read_words(unsigned long addr)
{
	return addr >= PAGE_OFFSET && addr < VMALLOC_END;
}
