/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * nofault_x86.h - read a word of the kernel's memory that may not be there
 *
 * copy_from_kernel_nofault() is made for a few bytes now and then: copying a short string
 * by it takes as long as all the rest of a record.  This is what it does for one word,
 * without its checks of the address: sdt_can_read_words() leaves to it the addresses
 * that need them.
 */
#ifndef _SDT_NOFAULT_X86_H
#define _SDT_NOFAULT_X86_H

#include <linux/uaccess.h>
#include <asm/pgtable.h>

/*
 * Whether an address is where a fault does no more than to leave the word unread:
 * from the direct mapping to the modules.  All of that is canonical, none of it is
 * user space's, which may sleep, nor the vsyscall page, and it ends further from
 * both than any string is long.
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
