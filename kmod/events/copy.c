// SPDX-License-Identifier: GPL-2.0-only
/*
 * copy.c - copies of strings and bytes at addresses that may be bad
 *
 * Copying runs where probes fire, in any context, with preemption off and not
 * twice at a time in one context level of a CPU (dispatch.c sees to that): each
 * level has its own buffer.  Nothing here takes a lock.
 */
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "events/copy.h"

#define FAULT_TEXT	"(fault)"

static_assert(sizeof(FAULT_TEXT) <= SDT_STRING_SIZE_MIN);

struct sdt_copies_cpu __percpu *sdt_copies_cpu;

/**
 * sdt_copies_init - allocate the buffers
 *
 * Context: process, sleeps.
 * Return: 0 or -ENOMEM.
 */
int sdt_copies_init(void)
{
	sdt_copies_cpu = alloc_percpu(struct sdt_copies_cpu);
	return sdt_copies_cpu ? 0 : -ENOMEM;
}

/**
 * sdt_copies_exit - free the buffers
 *
 * Context: process, when no event can fire any more.
 */
void sdt_copies_exit(void)
{
	free_percpu(sdt_copies_cpu);
	sdt_copies_cpu = NULL;
}

/* Both report a fault as such, whatever the address is. */
static notrace long copy_chunk(char *to, unsigned long from, size_t size)
{
	if (from < TASK_SIZE_MAX)
		return copy_from_user_nofault(to, (const void __user *)from,
					      size);
	return copy_from_kernel_nofault(to, (const void *)from, size);
}

/**
 * sdt_copy_string_carefully - copy a string from anywhere
 * @to: where to, @size bytes
 * @from: its address, or what is none
 * @size: bytes with the NUL that the caller puts behind it, at least 1
 * @room: bytes that there are with that NUL, at least @size
 *
 * A copy never goes over the end of a page before the bytes in front of it have
 * turned out to hold no NUL.  What cannot be read is "(fault)".
 *
 * Context: any, in a sink.
 * Return: the length without the NUL.
 */
notrace unsigned int sdt_copy_string_carefully(char *to, unsigned long from,
					       unsigned int size,
					       unsigned int room)
{
	unsigned int len = 0;

	while (len + 1 < size) {
		size_t chunk = min_t(size_t, size - 1 - len,
				     PAGE_SIZE - offset_in_page(from + len));
		size_t got;

		if (copy_chunk(to + len, from + len, chunk)) {
			len = min_t(size_t, room, sizeof(FAULT_TEXT)) - 1;
			memcpy(to, FAULT_TEXT, len);
			break;
		}
		got = strnlen(to + len, chunk);
		len += got;
		if (got < chunk)
			break;
	}
	return len;
}

/**
 * sdt_copy_bytes_carefully - copy bytes from anywhere
 * @to: where to, @size bytes
 * @from: their address, or what is none
 * @size: how many bytes
 *
 * Context: any, in a sink.
 * Return: @size, or 0 if not all of them can be read.
 */
notrace unsigned int sdt_copy_bytes_carefully(char *to, unsigned long from,
					      unsigned int size)
{
	return copy_chunk(to, from, size) ? 0 : size;
}
