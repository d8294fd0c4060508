// SPDX-License-Identifier: GPL-2.0-only
/*
 * pool.c - the strings and lists of a table under construction, each once
 *
 * Serves link/ and gen/.  Probes at the entry and return of similar functions have the
 * same arguments, and a list is larger than a probe; the same is true of enumerators.
 * A hash table finds the equal list.
 */
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "pool.h"
#include "probe.h"

/* A list in the pool; a free slot has no elements. */
struct list {
	size_t first;
	size_t nr_elements;
	uint64_t hash;
};

static void *element(const struct pool *pool, size_t i)
{
	return (char *)pool->elements + i * pool->kind->size;
}

static uint64_t hash(const struct pool *pool, const void *elements, size_t nr_elements)
{
	uint64_t h = pool->kind->hash(0xcbf29ce484222325u, elements, nr_elements);

	return h ^ h >> 32;
}

static bool same_list(const struct pool *pool, const struct list *list, uint64_t hash,
		      const void *elements, size_t nr_elements)
{
	return list->hash == hash && list->nr_elements == nr_elements &&
	       pool->kind->same(element(pool, list->first), elements, nr_elements);
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

static size_t append(struct pool *pool, const void *elements,
		     size_t nr_elements)
{
	size_t first = pool->nr_elements, size = pool->kind->size;

	if (nr_elements > pool->room - first) {
		pool->room = 2 * pool->room + nr_elements;
		pool->elements = xreallocarray(pool->elements, pool->room,
					       size);
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
	h = hash(pool, elements, nr_elements);
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

void pool_free(struct pool *pool)
{
	free(pool->elements);
	free(pool->slots);
	*pool = (struct pool){ .kind = pool->kind };
}

/*
 * What lists are made of
 */

static uint64_t hash_bytes(uint64_t h, const void *bytes, size_t size)
{
	const unsigned char *c = bytes;

	for (; size; c++, size--)
		h = (h ^ *c) * 0x100000001b3u;		/* FNV-1a */
	return h;
}

static uint64_t hash_string(uint64_t h, const char *text)
{
	return hash_bytes(h, text, strlen(text) + 1);
}

static uint64_t hash_args(uint64_t h, const void *elements, size_t nr)
{
	const struct probe_arg *arg = elements;

	for (; nr; arg++, nr--) {
		h = hash_string(h, arg->name);
		h = hash_string(h, arg->declared);
		h = hash_string(h, arg->type);
	}
	return h;
}

static bool same_args(const void *x, const void *y, size_t nr)
{
	const struct probe_arg *a = x, *b = y;

	for (; nr; a++, b++, nr--)
		if (strcmp(a->name, b->name) || strcmp(a->declared, b->declared) ||
		    probe_compare_args(a, b) != ARG_SAME)
			return false;
	return true;
}

static uint64_t hash_xlated(uint64_t h, const void *elements, size_t nr)
{
	const struct probe_xlated *xlated = elements;

	for (; nr; xlated++, nr--) {
		h = hash_string(h, xlated->name);
		h = hash_string(h, xlated->type);
		h = hash_bytes(h, &xlated->arg, sizeof(xlated->arg));
	}
	return h;
}

static bool same_xlated(const void *x, const void *y, size_t nr)
{
	const struct probe_xlated *a = x, *b = y;

	for (; nr; a++, b++, nr--)
		if (a->arg != b->arg || strcmp(a->name, b->name) || strcmp(a->type, b->type))
			return false;
	return true;
}

static uint64_t hash_enumerators(uint64_t h, const void *elements, size_t nr)
{
	const struct probe_enumerator *e = elements;

	for (; nr; e++, nr--) {
		h = hash_string(h, e->name);
		h = hash_bytes(h, &e->value, sizeof(e->value));
	}
	return h;
}

static bool same_enumerators(const void *x, const void *y, size_t nr)
{
	const struct probe_enumerator *a = x, *b = y;

	for (; nr; a++, b++, nr--)
		if (a->value != b->value || strcmp(a->name, b->name))
			return false;
	return true;
}

static bool same_chars(const void *a, const void *b, size_t nr)
{
	return !memcmp(a, b, nr);
}

const struct pool_kind pool_of_args = {
	.size = sizeof(struct probe_arg),
	.hash = hash_args,
	.same = same_args,
};

const struct pool_kind pool_of_xlated = {
	.size = sizeof(struct probe_xlated),
	.hash = hash_xlated,
	.same = same_xlated,
};

const struct pool_kind pool_of_enumerators = {
	.size = sizeof(struct probe_enumerator),
	.hash = hash_enumerators,
	.same = same_enumerators,
};

const struct pool_kind pool_of_strings = {
	.size = 1,
	.hash = hash_bytes,
	.same = same_chars,
};
