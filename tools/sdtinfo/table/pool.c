// SPDX-License-Identifier: GPL-2.0-only
/*
 * pool.c - the strings and lists of a table under construction, each once
 *
 * Probes at the entry and return of similar functions have the same arguments, and a list is
 * larger than a probe; the same is true of enumerators.  Equal strings have one offset, so lists
 * in the form of <linux/sdt_abi.h> are equal if their bytes are.  A hash table finds the equal
 * one.
 */
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "pool.h"

/* A list in the pool; a free slot has no elements. */
struct list {
	size_t first;
	size_t nr_elements;
	uint64_t hash;
};

static void *element(const struct pool *pool, size_t i)
{
	return (char *)pool->elements + i * pool->size;
}

static uint64_t hash_bytes(const void *bytes, size_t size)
{
	const unsigned char *c = bytes;
	uint64_t h = 0xcbf29ce484222325u;

	for (; size; c++, size--)
		h = (h ^ *c) * 0x100000001b3u;		/* FNV-1a */
	return h ^ h >> 32;
}

static bool same_list(const struct pool *pool, const struct list *list, uint64_t hash,
		      const void *elements, size_t nr_elements)
{
	return list->hash == hash && list->nr_elements == nr_elements &&
	       !memcmp(element(pool, list->first), elements, nr_elements * pool->size);
}

/* The slot that holds the list, or the free one where it belongs. */
static struct list *find_slot(const struct pool *pool, uint64_t hash,
			      const void *elements, size_t nr_elements)
{
	size_t i = hash & (pool->nr_slots - 1);

	while (pool->slots[i].nr_elements &&
	       !same_list(pool, &pool->slots[i], hash, elements, nr_elements))
		i = (i + 1) & (pool->nr_slots - 1);
	return &pool->slots[i];
}

static void grow_slots(struct pool *pool)
{
	struct list *old = pool->slots;
	size_t i, nr_old = pool->nr_slots;

	pool->nr_slots = nr_old ? 2 * nr_old : 64;
	pool->slots = xcalloc(pool->nr_slots, sizeof(*pool->slots));
	for (i = 0; i < nr_old; i++)
		if (old[i].nr_elements)
			*find_slot(pool, old[i].hash, element(pool, old[i].first),
				   old[i].nr_elements) = old[i];
	free(old);
}

static size_t append(struct pool *pool, const void *elements, size_t nr_elements)
{
	size_t first = pool->nr_elements, size = pool->size;

	if (nr_elements > pool->room - first) {
		pool->room = 2 * pool->room + nr_elements;
		pool->elements = xreallocarray(pool->elements, pool->room, size);
	}
	memcpy(element(pool, first), elements, nr_elements * size);
	pool->nr_elements += nr_elements;
	pool->nr_lists++;
	return first;
}

size_t pool_add(struct pool *pool, const void *elements, size_t nr_elements)
{
	struct list *slot;
	uint64_t h;

	if (!nr_elements)
		return 0;
	if (2 * pool->nr_lists >= pool->nr_slots)
		grow_slots(pool);
	h = hash_bytes(elements, nr_elements * pool->size);
	slot = find_slot(pool, h, elements, nr_elements);
	if (!slot->nr_elements)
		*slot = (struct list){ append(pool, elements, nr_elements), nr_elements, h };
	return slot->first;
}

size_t pool_add_string(struct pool *pool, const char *text)
{
	if (!pool->nr_elements)
		pool_add(pool, "", 1);
	return pool_add(pool, text, strlen(text) + 1);
}

size_t pool_add_enumerators(struct pool *pool, struct pool *strings, const struct probe_arg *arg)
{
	struct sdt_table_enumerator list[SDT_MAX_ENUMERATORS];
	unsigned int i;

	for (i = 0; i < arg->nr_enumerators; i++)
		list[i] = (struct sdt_table_enumerator){
			.name = pool_add_string(strings, arg->enumerators[i].name),
			.value_low = arg->enumerators[i].value,
			.value_high = arg->enumerators[i].value >> 32,
		};
	return pool_add(pool, list, arg->nr_enumerators);
}

void pool_free(struct pool *pool)
{
	free(pool->elements);
	free(pool->slots);
	*pool = (struct pool){ .size = pool->size };
}
