/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * nofault_x86.h - read a word of kernel memory from an address that may be bad
 *
 * copy_from_kernel_nofault() is not made for speed: copying a short string by it takes
 * as long as the rest of a record.  The code here does the same for one word, without
 * the checks of the address: sdt_can_read_words() leaves addresses that need them to
 * copy_from_kernel_nofault().
 */
#ifndef _SDT_NOFAULT_X86_H
#define _SDT_NOFAULT_X86_H

#include <linux/uaccess.h>
#include <asm/pgtable.h>

/*
 * Returns whether an address is in the range from the direct mapping to the modules,
 * where a fault has no effect but that the word is not read.  All of the range is
 * canonical.  User space, where a fault may sleep, and the vsyscall page are further
 * away from it than any string is long.
 */
static __always_inline bool sdt_can_read_words(unsigned long addr)
{
	return addr >= PAGE_OFFSET && addr < MODULES_END;
}

/* Reads the word at @addr, aligned or not, or goes to @fault. */
#define sdt_read_word(word, addr, fault)				\
	__get_kernel_nofault(&(word), (unsigned long *)(addr),		\
			     unsigned long, fault)

#endif /* _SDT_NOFAULT_X86_H */
