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
};

static const char *element(const struct pool *pool, const void *elements,
			   size_t i)
{
	return (const char *)elements + i * pool->kind->size;
}

static size_t hash(const struct pool *pool, const void *elements,
		   size_t nr_elements)
{
	uint64_t h = 0xcbf29ce484222325u;
	size_t i;

	for (i = 0; i < nr_elements; i++)
		h = pool->kind->hash(h, element(pool, elements, i));
	return h ^ h >> 32;
}

static bool same_list(const struct pool *pool, const struct list *list,
		      const void *elements, size_t nr_elements)
{
	size_t i;

	if (list->nr_elements != nr_elements)
		return false;
	for (i = 0; i < nr_elements; i++)
		if (!pool->kind->same(element(pool, pool->elements,
					      list->first + i),
				      element(pool, elements, i)))
			return false;
	return true;
}

/* The slot that holds the list, or the free one where it belongs. */
static struct list *find_slot(const struct pool *pool,
			      const void *elements, size_t nr_elements)
{
	size_t i = hash(pool, elements, nr_elements) & (pool->nr_slots - 1);

	while (pool->slots[i].nr_elements &&
	       !same_list(pool, &pool->slots[i], elements, nr_elements))
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
			*find_slot(pool, element(pool, pool->elements,
						 old[i].first),
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
	memcpy((char *)pool->elements + first * size, elements,
	       nr_elements * size);
	pool->nr_elements += nr_elements;
	pool->nr_lists++;
	return first;
}

size_t pool_add(struct pool *pool, const void *elements, size_t nr_elements)
{
	struct list *slot;

	if (!nr_elements)
		return 0;
	if (2 * pool->nr_lists >= pool->nr_slots)
		grow_slots(pool);
	slot = find_slot(pool, elements, nr_elements);
	if (!slot->nr_elements) {
		slot->first = append(pool, elements, nr_elements);
		slot->nr_elements = nr_elements;
	}
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

static uint64_t hash_arg(uint64_t h, const void *element)
{
	const struct probe_arg *arg = element;

	h = hash_string(h, arg->name);
	h = hash_string(h, arg->declared);
	return hash_string(h, arg->type);
}

static bool same_arg(const void *x, const void *y)
{
	const struct probe_arg *a = x, *b = y;

	return !strcmp(a->name, b->name) && !strcmp(a->declared, b->declared) &&
	       probe_compare_args(a, b) == ARG_SAME;
}

static uint64_t hash_xlated(uint64_t h, const void *element)
{
	const struct probe_xlated *xlated = element;

	h = hash_string(h, xlated->name);
	h = hash_string(h, xlated->type);
	return hash_bytes(h, &xlated->arg, sizeof(xlated->arg));
}

static bool same_xlated(const void *x, const void *y)
{
	const struct probe_xlated *a = x, *b = y;

	return a->arg == b->arg && !strcmp(a->name, b->name) &&
	       !strcmp(a->type, b->type);
}

static uint64_t hash_enumerator(uint64_t h, const void *element)
{
	const struct probe_enumerator *e = element;

	h = hash_string(h, e->name);
	return hash_bytes(h, &e->value, sizeof(e->value));
}

static bool same_enumerator(const void *x, const void *y)
{
	const struct probe_enumerator *a = x, *b = y;

	return a->value == b->value && !strcmp(a->name, b->name);
}

static uint64_t hash_char(uint64_t h, const void *element)
{
	return hash_bytes(h, element, 1);
}

static bool same_char(const void *x, const void *y)
{
	return *(const char *)x == *(const char *)y;
}

const struct pool_kind pool_of_args = {
	.size = sizeof(struct probe_arg),
	.hash = hash_arg,
	.same = same_arg,
};

const struct pool_kind pool_of_xlated = {
	.size = sizeof(struct probe_xlated),
	.hash = hash_xlated,
	.same = same_xlated,
};

const struct pool_kind pool_of_enumerators = {
	.size = sizeof(struct probe_enumerator),
	.hash = hash_enumerator,
	.same = same_enumerator,
};

const struct pool_kind pool_of_strings = {
	.size = 1,
	.hash = hash_char,
	.same = same_char,
};
