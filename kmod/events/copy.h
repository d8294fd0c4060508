/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * copy.h - copies of strings and bytes at addresses that may be bad
 *
 * For record.h.  The code in this header runs at every hit, in a sink, in any context; copy.c
 * has the slow path.
 */
#ifndef _SDT_COPY_H
#define _SDT_COPY_H

#include <linux/bitops.h>
#include <linux/uaccess.h>
#include <asm/word-at-a-time.h>

#include "arch/arch.h"
#include "compat.h"
#include "core/core.h"
#include "events/events.h"

/* Reads the word at @addr, aligned or not, or goes to @fault. */
#define sdt_read_word(word, addr, fault)				\
	__get_kernel_nofault(&(word), (unsigned long *)(addr),		\
			     unsigned long, fault)

/* For all copies of a hit together; what does not fit is cut off. */
#define SDT_COPIES_SIZE	2048

static_assert(SDT_STRING_SIZE_MAX <= SDT_COPIES_SIZE);

/* Room after a copy, for the words that are read together and for a word of zeros */
#define SDT_COPY_SLACK	(2 * sizeof(long))

/* The copies of one hit, without gaps. */
struct sdt_copies {
	u32 loc[SDT_MAX_ARGS];		/* the __data_loc of each, except for a single string */
	char data[SDT_COPIES_SIZE + SDT_COPY_SLACK];
};

unsigned int sdt_copy_string_carefully(char *to, unsigned long from,
				       unsigned int size, unsigned int room);
unsigned int sdt_copy_bytes_carefully(char *to, unsigned long from,
				      unsigned int size);

/**
 * sdt_copy_string - copy a string
 * @to: buffer of @room bytes and SDT_COPY_SLACK
 * @from: its address, which may be bad
 * @size: maximum size with the NUL, at least 1; longer strings are cut off
 * @room: size for "(fault)" with the NUL, at least @size
 *
 * sdt_copy_string_carefully() copies strings that cannot be read word by word.  A whole
 * word of zeros is written from the NUL on, so that nothing that was read after the NUL
 * stays in the words with the copy, and it can itself be copied word by word.
 *
 * Return: the length with the NUL.
 */
static __always_inline unsigned int
sdt_copy_string(char *to, unsigned long from, unsigned int size,
		unsigned int room)
{
	const struct word_at_a_time constants = WORD_AT_A_TIME_CONSTANTS;
	unsigned long word, zeros, len;

	if (unlikely(!sdt_can_read_words(from)))
		goto carefully;
	/* Two words in a round take fewer instructions than one. */
	for (len = 0; len < size; len += sizeof(word)) {
		sdt_read_word(word, from + len, carefully);
		put_unaligned(word, (unsigned long *)(to + len));
		if (has_zero(word, &zeros, &constants))
			goto found;
		len += sizeof(word);
		sdt_read_word(word, from + len, carefully);
		put_unaligned(word, (unsigned long *)(to + len));
		if (has_zero(word, &zeros, &constants))
			goto found;
	}
	goto cut;

found:
	len += __ffs(zeros) / BITS_PER_BYTE;
	if (unlikely(len >= size))
cut:
		len = size - 1;
out:
	put_unaligned(0UL, (unsigned long *)(to + len));
	return len + 1;

carefully:
	len = sdt_copy_string_carefully(to, from, size, room);
	goto out;
}

/**
 * sdt_read_short_string - read a string of less than a word
 * @from: its address, which may be bad
 * @word: set to the string, and zeros behind it
 * @size: set to the length with the NUL
 *
 * Return: false if the string is longer, or cannot be read.
 */
static __always_inline bool
sdt_read_short_string(unsigned long from, unsigned long *word, unsigned int *size)
{
	const struct word_at_a_time constants = WORD_AT_A_TIME_CONSTANTS;
	unsigned long zeros;

	if (unlikely(!sdt_can_read_words(from)))
		return false;
	sdt_read_word(*word, from, unreadable);
	if (!has_zero(*word, &zeros, &constants))
		return false;
	*word &= zeros ^ (zeros - 1);	/* up to the first byte that is zero */
	*size = __ffs(zeros) / BITS_PER_BYTE + 1;
	return true;

unreadable:
	return false;
}

/**
 * sdt_copy_bounded_string - copy a string that may have no NUL
 * @to: buffer of @room bytes and SDT_COPY_SLACK
 * @from: its address, which may be bad
 * @bound: its maximum length in bytes; a NUL can end it earlier
 * @room: maximum size with the NUL, at least 1; longer strings are cut off
 *
 * Bytes after @bound are not copied, and need not be readable.
 *
 * Return: the length with the NUL.
 */
static __always_inline unsigned int
sdt_copy_bounded_string(char *to, unsigned long from, u64 bound,
			unsigned int room)
{
	if (!bound) {
		put_unaligned(0UL, (unsigned long *)to);
		return 1;
	}
	return sdt_copy_string(to, from, min_t(u64, bound, room - 1) + 1, room);
}

/**
 * sdt_copy_bytes - copy bytes
 * @to: buffer of @size bytes and a word
 * @from: their address, which may be bad
 * @size: number of bytes; if 0, nothing is read
 *
 * Works like sdt_copy_string(), and writes a word of zeros after the bytes.
 *
 * Return: @size, or 0 if not all of them can be read.
 */
static __always_inline unsigned int
sdt_copy_bytes(char *to, unsigned long from, unsigned int size)
{
	unsigned long word;
	unsigned int pos;

	if (unlikely(!sdt_can_read_words(from)))
		goto carefully;
	for (pos = 0; pos < size; pos += sizeof(word)) {
		sdt_read_word(word, from + pos, carefully);
		put_unaligned(word, (unsigned long *)(to + pos));
	}
out:
	put_unaligned(0UL, (unsigned long *)(to + size));
	return size;

carefully:
	size = sdt_copy_bytes_carefully(to, from, size);
	goto out;
}

#endif /* _SDT_COPY_H */
