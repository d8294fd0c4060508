/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * pool.h - the strings and lists of a table under construction, each once
 *
 * For link/ and gen/.
 */
#ifndef SDTINFO_POOL_H
#define SDTINFO_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct list;

/* What a pool's lists consist of: @nr elements, at least one */
struct pool_kind {
	size_t size;		/* of an element */
	uint64_t (*hash)(uint64_t h, const void *elements, size_t nr);
	bool (*same)(const void *a, const void *b, size_t nr);
};

/* All zero but @kind, it is empty. */
struct pool {
	const struct pool_kind *kind;
	void *elements;		/* all lists, one after the other */
	size_t nr_elements;
	size_t room;
	struct list *slots;	/* hash table */
	size_t nr_slots;	/* a power of two, or 0 */
	size_t nr_lists;
};

extern const struct pool_kind pool_of_args;
extern const struct pool_kind pool_of_xlated;
extern const struct pool_kind pool_of_enumerators;
extern const struct pool_kind pool_of_strings;

/*
 * pool_add() - where a list begins in the pool, in elements
 *
 * It is added if it is new.  What its elements point to must outlive the pool.
 */
size_t pool_add(struct pool *pool, const void *elements, size_t nr_elements);

/* pool_add_string() - the same for a list of characters that ends with a NUL; "" is at 0 */
size_t pool_add_string(struct pool *pool, const char *text);
void pool_free(struct pool *pool);

#endif /* SDTINFO_POOL_H */
