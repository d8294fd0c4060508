// SPDX-License-Identifier: GPL-2.0-only
/*
 * copy.c - copies of strings and bytes at addresses that may be bad
 *
 * Runs when a probe fires, in any context, with preemption disabled.  dispatch.c ensures
 * that each context level of a CPU runs this only once at a time, and each level has its
 * own buffer.  Nothing here takes a lock.
 */
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "events/copy.h"

#define FAULT_TEXT	"(fault)"
#define NULL_TEXT	"(null)"	/* as the kernel's own events have it */

static_assert(sizeof(FAULT_TEXT) <= SDT_STRING_SIZE_MIN);
static_assert(sizeof(NULL_TEXT) <= sizeof(FAULT_TEXT));

/* Both functions return an error on a fault, for any address. */
static notrace long copy_chunk(char *to, unsigned long from, size_t size)
{
	if (sdt_is_user_address(from))
		return copy_from_user_nofault(to, (const void __user *)from,
					      size);
	return copy_from_kernel_nofault(to, (const void *)from, size);
}

static notrace unsigned int copy_text(char *to, const char *text, unsigned int room)
{
	unsigned int len = min_t(size_t, room - 1, strlen(text));

	memcpy(to, text, len);
	return len;
}

/**
 * sdt_copy_string_carefully - copy a string from any address
 * @to: buffer of @size bytes
 * @from: its address, which may be bad
 * @size: maximum size with the NUL, which the caller adds; at least 1
 * @room: size of the buffer for "(fault)" with that NUL, at least @size
 *
 * Reads the next page only if there is no NUL before it.  If the string cannot be read,
 * the copy is "(fault)", or "(null)" if there is none.
 *
 * Return: the length without the NUL.
 */
notrace unsigned int sdt_copy_string_carefully(char *to, unsigned long from,
					       unsigned int size,
					       unsigned int room)
{
	unsigned int len = 0;

	if (!from)
		return copy_text(to, NULL_TEXT, room);
	while (len + 1 < size) {
		size_t chunk = min_t(size_t, size - 1 - len,
				     PAGE_SIZE - offset_in_page(from + len));
		size_t got;

		if (copy_chunk(to + len, from + len, chunk))
			return copy_text(to, FAULT_TEXT, room);
		got = strnlen(to + len, chunk);
		len += got;
		if (got < chunk)
			break;
	}
	return len;
}

/**
 * sdt_copy_bytes_carefully - copy bytes from any address
 * @to: buffer of @size bytes
 * @from: their address, which may be bad
 * @size: number of bytes
 *
 * Return: @size, or 0 if not all of them can be read.
 */
notrace unsigned int sdt_copy_bytes_carefully(char *to, unsigned long from,
					      unsigned int size)
{
	return copy_chunk(to, from, size) ? 0 : size;
}
