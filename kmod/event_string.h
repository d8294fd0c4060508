/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * event_string.h - copies of strings of which nothing is known
 *
 * For event_record.c.  Here is what runs at every hit, in event_string.c what it
 * falls back on.
 */
#ifndef _SDT_EVENT_STRING_H
#define _SDT_EVENT_STRING_H

#include <linux/bitops.h>
#include <linux/percpu.h>
#include <asm/word-at-a-time.h>

#include "compat.h"
#include "internal.h"
#include "nofault_x86.h"

/* All copies of a hit's strings together; those that find no room are cut. */
#define SDT_STRINGS_SIZE	2048

static_assert(SDT_STRING_SIZE_MAX <= SDT_STRINGS_SIZE);

/* The copies of one hit, without gaps. */
struct sdt_strings {
	u16 len[SDT_MAX_ARGS];		/* of each, with the NUL */
	char text[SDT_STRINGS_SIZE + sizeof(long)];	/* and zeros */
};

struct sdt_strings_cpu {
	struct sdt_strings level[4];	/* by interrupt_context_level() */
};

extern struct sdt_strings_cpu __percpu *sdt_strings_cpu;

int sdt_strings_init(void);
void sdt_strings_exit(void);
unsigned int sdt_string_copy_carefully(char *to, unsigned long from,
				       unsigned int size);

/**
 * sdt_strings_here - the buffer for the strings of a hit
 *
 * Context: any, in a sink.
 * Return: it is the caller's until the sink returns.
 */
static __always_inline struct sdt_strings *sdt_strings_here(void)
{
	return &this_cpu_ptr(sdt_strings_cpu)->level[this_cpu_read(sdt_context)];
}

/**
 * sdt_string_copy - copy a string
 * @to: where to, @size bytes and a word more
 * @from: its address, or what is none
 * @size: bytes with the NUL, at least 1; what is longer is cut
 *
 * Whatever cannot be read word by word is left to the careful copy.  A whole word
 * is zero from the NUL on, so that nothing of what was read behind it stays and the
 * copy can itself be copied word by word.
 *
 * Context: any, in a sink.
 * Return: the length with the NUL.
 */
static __always_inline unsigned int
sdt_string_copy(char *to, unsigned long from, unsigned int size)
{
	const struct word_at_a_time constants = WORD_AT_A_TIME_CONSTANTS;
	unsigned long word, zeros;
	unsigned int len = 0;

	if (unlikely(!sdt_can_read_words(from)))
		goto carefully;
	for (;;) {
		sdt_read_word(word, from + len, carefully);
		put_unaligned(word, (unsigned long *)(to + len));
		if (has_zero(word, &zeros, &constants)) {
			len += __ffs(zeros) / BITS_PER_BYTE;
			break;
		}
		len += sizeof(word);
		if (len >= size)
			break;
	}
	if (unlikely(len >= size))
		len = size - 1;
out:
	put_unaligned(0UL, (unsigned long *)(to + len));
	return len + 1;

carefully:
	len = sdt_string_copy_carefully(to, from, size);
	goto out;
}

#endif /* _SDT_EVENT_STRING_H */
