// SPDX-License-Identifier: GPL-2.0-only
/*
 * pool.c - the strings and lists of a table under construction, each once
 *
 * Probes at the entry and return of similar functions have the same arguments, and a list is
 * larger than a probe; the same is true of enumerators.  Equal strings have one offset, so lists
 * in the form of <linux/sdt_abi.h> are equal if their bytes are.  A tree has those of the pool.
 */
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "pool.h"

/* A list in the pool, and its bytes */
struct list {
	size_t first;
	size_t size;
	unsigned char bytes[];
};

static int by_bytes(const void *x, const void *y)
{
	const struct list *a = x, *b = y;

	if (a->size != b->size)
		return a->size < b->size ? -1 : 1;
	return memcmp(a->bytes, b->bytes, a->size);
}

static void append(struct pool *pool, const void *elements, size_t nr_elements)
{
	const size_t end = pool->nr_elements, size = pool->size;

	if (nr_elements > pool->room - end) {
		pool->room = 2 * pool->room + nr_elements;
		pool->elements = xreallocarray(pool->elements, pool->room, size);
	}
	memcpy((char *)pool->elements + end * size, elements, nr_elements * size);
	pool->nr_elements += nr_elements;
	pool->nr_lists++;
}

size_t pool_add(struct pool *pool, const void *elements, size_t nr_elements)
{
	const size_t size = nr_elements * pool->size;
	struct list *list, **found;

	if (!nr_elements)
		return 0;
	list = xcalloc(sizeof(*list) + size, 1);
	*list = (struct list){ .first = pool->nr_elements, .size = size };
	memcpy(list->bytes, elements, size);
	found = tsearch(list, &pool->lists, by_bytes);
	if (!found)
		out_of_memory();
	if (*found == list)
		append(pool, elements, nr_elements);
	else
		free(list);
	return (*found)->first;
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
	tdestroy(pool->lists, free);
	*pool = (struct pool){ .size = pool->size };
}
