// SPDX-License-Identifier: GPL-2.0-only
/*
 * drivers.c - what drivers do with data: queues, tables, packets, states
 */
#include <linux/list.h>
#include <linux/string.h>

#include "corpus.h"

bool ring_push(struct ring *ring, u32 value)
{
	unsigned int next = (ring->head + 1) % RING_SIZE;

	if (next == READ_ONCE(ring->tail)) {
		DTRACE_PROBE2(ring_full, struct ring *, ring, u32, value);
		ring->dropped++;
		return false;
	}
	ring->slots[ring->head] = value;
	smp_store_release(&ring->head, next);
	DTRACE_PROBE3(ring_push, struct ring *, ring, u32, value,
		      unsigned int, next);
	return true;
}

bool ring_pop(struct ring *ring, u32 *value)
{
	unsigned int tail = ring->tail;

	if (smp_load_acquire(&ring->head) == tail) {
		DTRACE_PROBE1(ring_empty, struct ring *, ring);
		return false;
	}
	*value = ring->slots[tail];
	DTRACE_PROBE3(ring_pop, struct ring *, ring, u32, *value,
		      unsigned int, tail);
	WRITE_ONCE(ring->tail, (tail + 1) % RING_SIZE);
	return true;
}

struct request *list_find(struct list_head *list, u32 id)
{
	struct request *request;

	list_for_each_entry(request, list, entry) {
		DTRACE_PROBE2(list_visit, struct request *, request,
			      u32, request->id);
		if (request->id == id) {
			DTRACE_PROBE1(list_found, struct request *, request);
			return request;
		}
	}
	return NULL;
}

int list_complete(struct list_head *list, int status)
{
	struct request *request, *next;
	int count = 0;

	list_for_each_entry_safe(request, next, list, entry) {
		DTRACE_PROBE3(list_complete, struct request *, request,
			      int, status, size_t, request->size);
		list_del_init(&request->entry);
		request->status = status;
		count++;
	}
	return count;
}

/* The checksum of the Internet's headers */
u16 packet_checksum(const u16 *words, int n)
{
	u32 sum = 0;

	while (n--) {
		sum += *words++;
		DTRACE_PROBE2(packet_checksum, int, n, u32, sum);
	}
	sum = (sum & 0xffff) + (sum >> 16);
	sum += sum >> 16;
	return ~sum;
}

int packet_parse(const u8 *data, size_t size, struct request *to)
{
	size_t header;

	if (size < 4) {
		DTRACE_PROBE2(packet_short, const u8 *, data, size_t, size);
		return -EINVAL;
	}
	header = (data[0] & 15) * 4;
	if (data[0] >> 4 != 4 || header > size) {
		DTRACE_PROBE3(packet_bad, int, data[0] >> 4, size_t, header,
			      size_t, size);
		return -EPROTO;
	}
	to->id = data[2] << 8 | data[3];
	to->size = size - header;
	DTRACE_PROBE3(packet_parse, u32, to->id, size_t, to->size,
		      u8, data[1]);
	return 0;
}

/* A command interpreter in a few states */
int state_machine(const char *commands, int state)
{
	for (; *commands; commands++) {
		int old = state;

		switch (state) {
		case STATE_IDLE:
			if (*commands == 's')
				state = STATE_RUNNING;
			break;
		case STATE_RUNNING:
			if (*commands == 'p')
				state = STATE_PAUSED;
			else if (*commands == 'e')
				state = STATE_IDLE;
			break;
		case STATE_PAUSED:
			if (*commands == 's')
				state = STATE_RUNNING;
			else if (*commands == 'x')
				return -EINTR;
			break;
		}
		if (state != old)
			DTRACE_PROBE3(state_change, int, old, int, state,
				      char, *commands);
	}
	return state;
}

int table_search(const u32 *table, int n, u32 key)
{
	int low = 0, high = n - 1;

	while (low <= high) {
		int middle = (low + high) / 2;

		DTRACE_PROBE4(table_search, int, low, int, high,
			      int, middle, u32, table[middle]);
		if (table[middle] == key)
			return middle;
		if (table[middle] < key)
			low = middle + 1;
		else
			high = middle - 1;
	}
	return -ENOENT;
}

int number_parse(const char *text, u32 *to)
{
	u32 value = 0;

	DTRACE_PROBE1(number_entry, const char *, text);
	do {
		unsigned int digit = *text - '0';

		if (digit > 9) {
			DTRACE_PROBE2(number_bad, char, *text, u32, value);
			return -EINVAL;
		}
		value = value * 10 + digit;
	} while (*++text);
	*to = value;
	DTRACE_PROBE1(number_return, u32, value);
	return 0;
}

int bitmap_take(unsigned long *map, int bits)
{
	int i;

	for (i = 0; i < bits; i++) {
		if (*map & 1UL << i)
			continue;
		*map |= 1UL << i;
		DTRACE_PROBE2(bitmap_take, int, i, unsigned long, *map);
		return i;
	}
	DTRACE_PROBE1(bitmap_full, int, bits);
	return -ENOSPC;
}

/* Waits for a register's bit, for so many reads. */
int register_poll(const volatile u32 *reg, u32 mask, int tries)
{
	u32 value;

	do {
		value = *reg;
		DTRACE_PROBE3(register_read, u32, value, u32, mask, int, tries);
		if (value & mask)
			return 0;
	} while (--tries > 0);
	DTRACE_PROBE2(register_timeout, u32, value, u32, mask);
	return -ETIMEDOUT;
}

/* Copies a name and pads it. */
void name_copy(char to[16], const char *from)
{
	int i;

	for (i = 0; i < 15 && from[i]; i++)
		to[i] = from[i];
	DTRACE_PROBE3(name_copy, char *, to, const char *, from, int, i);
	memset(to + i, 0, 16 - i);
}
