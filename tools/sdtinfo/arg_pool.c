/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * arg_pool.c - the argument lists of a table under construction
 *
 * Serves cmd_link.c.  Probes at the beginning and the end of many functions of one
 * kind have the same arguments, and a list is larger than a probe: a hash table of
 * all lists finds the equal one.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "arg_pool.h"
#include "error.h"

/* A list in the pool; a free slot has no arguments. */
struct arg_list {
	size_t first;
	size_t nr_args;
};

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

static size_t hash(const struct probe_arg *args, size_t nr_args)
{
	uint64_t h = 0xcbf29ce484222325u;
	size_t i;

	for (i = 0; i < nr_args; i++) {
		h = hash_string(h, args[i].name);
		h = hash_string(h, args[i].declared);
		h = hash_string(h, args[i].type);
	}
	return h ^ h >> 32;
}

static bool same_arg(const struct probe_arg *a, const struct probe_arg *b)
{
	return a->size == b->size && a->kind == b->kind &&
	       a->flags == b->flags && !strcmp(a->name, b->name) &&
	       !strcmp(a->declared, b->declared) && !strcmp(a->type, b->type) &&
	       !strcmp(a->aka, b->aka);
}

static bool same_list(const struct arg_pool *pool, const struct arg_list *list,
		      const struct probe_arg *args, size_t nr_args)
{
	size_t i;

	if (list->nr_args != nr_args)
		return false;
	for (i = 0; i < nr_args; i++)
		if (!same_arg(&pool->args[list->first + i], &args[i]))
			return false;
	return true;
}

/* The slot that holds the list, or the free one where it belongs. */
static struct arg_list *find_slot(const struct arg_pool *pool,
				  const struct probe_arg *args, size_t nr_args)
{
	size_t i = hash(args, nr_args) & (pool->nr_slots - 1);

	while (pool->slots[i].nr_args &&
	       !same_list(pool, &pool->slots[i], args, nr_args))
		i = (i + 1) & (pool->nr_slots - 1);
	return &pool->slots[i];
}

static void grow_slots(struct arg_pool *pool)
{
	struct arg_list *old = pool->slots;
	size_t i, nr_old = pool->nr_slots;

	pool->nr_slots = nr_old ? 2 * nr_old : 64;
	pool->slots = xcalloc(pool->nr_slots, sizeof(*pool->slots));
	for (i = 0; i < nr_old; i++)
		if (old[i].nr_args)
			*find_slot(pool, pool->args + old[i].first,
				   old[i].nr_args) = old[i];
	free(old);
}

static size_t append(struct arg_pool *pool, const struct probe_arg *args,
		     size_t nr_args)
{
	size_t first = pool->nr_args;

	if (nr_args > pool->room - first) {
		pool->room = 2 * pool->room + nr_args;
		pool->args = xreallocarray(pool->args, pool->room,
					   sizeof(*pool->args));
	}
	memcpy(pool->args + first, args, nr_args * sizeof(*args));
	pool->nr_args += nr_args;
	pool->nr_lists++;
	return first;
}

size_t arg_pool_add(struct arg_pool *pool, const struct probe_arg *args,
		    size_t nr_args)
{
	struct arg_list *slot;

	if (!nr_args)
		return 0;
	if (2 * pool->nr_lists >= pool->nr_slots)
		grow_slots(pool);
	slot = find_slot(pool, args, nr_args);
	if (!slot->nr_args) {
		slot->first = append(pool, args, nr_args);
		slot->nr_args = nr_args;
	}
	return slot->first;
}

void arg_pool_free(struct arg_pool *pool)
{
	free(pool->args);
	free(pool->slots);
	memset(pool, 0, sizeof(*pool));
}
