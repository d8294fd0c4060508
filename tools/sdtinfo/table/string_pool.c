// SPDX-License-Identifier: GPL-2.0-only
/*
 * string_pool.c - the strings of a table under construction
 *
 * Serves link/ and gen/.  Knows nothing of tables.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "string_pool.h"

static size_t hash(const char *text)
{
	uint64_t h = 0xcbf29ce484222325u;	/* FNV-1a */

	while (*text)
		h = (h ^ (unsigned char)*text++) * 0x100000001b3u;
	return h ^ h >> 32;
}

/* The slot that holds @text, or the free one where it belongs. */
static size_t *find_slot(const struct string_pool *pool, const char *text)
{
	size_t i = hash(text) & (pool->nr_slots - 1);

	while (pool->slots[i] &&
	       strcmp(pool->bytes + pool->slots[i] - 1, text))
		i = (i + 1) & (pool->nr_slots - 1);
	return &pool->slots[i];
}

static void grow_slots(struct string_pool *pool)
{
	size_t offset;

	free(pool->slots);
	pool->nr_slots = pool->nr_slots ? 2 * pool->nr_slots : 64;
	pool->slots = xcalloc(pool->nr_slots, sizeof(*pool->slots));
	for (offset = 0; offset < pool->size;
	     offset += strlen(pool->bytes + offset) + 1)
		*find_slot(pool, pool->bytes + offset) = offset + 1;
}

static size_t append(struct string_pool *pool, const char *text)
{
	size_t offset = pool->size, length = strlen(text) + 1;

	if (length > pool->room - pool->size) {
		pool->room = 2 * pool->room + length;
		pool->bytes = xreallocarray(pool->bytes, pool->room, 1);
	}
	memcpy(pool->bytes + offset, text, length);
	pool->size += length;
	pool->nr_strings++;
	return offset;
}

size_t string_pool_add(struct string_pool *pool, const char *text)
{
	size_t *slot;

	if (!pool->size)
		append(pool, "");
	if (2 * pool->nr_strings >= pool->nr_slots)
		grow_slots(pool);
	slot = find_slot(pool, text);
	if (!*slot)
		*slot = append(pool, text) + 1;
	return *slot - 1;
}

void string_pool_free(struct string_pool *pool)
{
	free(pool->bytes);
	free(pool->slots);
	memset(pool, 0, sizeof(*pool));
}
