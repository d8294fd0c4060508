/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * list_pool.h - the lists of a table under construction
 *
 * Lists of one kind of element: arguments, translated arguments, or enumerators.
 * Each list is in its pool once, however often it is added.
 */
#ifndef SDTINFO_LIST_POOL_H
#define SDTINFO_LIST_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct list;

/* What a pool's lists consist of */
struct list_kind {
	size_t size;		/* of an element */
	uint64_t (*hash)(uint64_t h, const void *element);
	bool (*same)(const void *a, const void *b);
};

/* All zero but @kind, it is empty. */
struct list_pool {
	const struct list_kind *kind;
	void *elements;		/* all lists, one after the other */
	size_t nr_elements;
	size_t room;
	struct list *slots;	/* hash table */
	size_t nr_slots;	/* a power of two, or 0 */
	size_t nr_lists;
};

extern const struct list_kind list_of_args;
extern const struct list_kind list_of_xlated;
extern const struct list_kind list_of_enumerators;

/*
 * list_pool_add() - where a list begins in the pool
 *
 * It is added if it is new.  What its elements point to must outlive the pool.
 */
size_t list_pool_add(struct list_pool *pool, const void *elements,
		     size_t nr_elements);
void list_pool_free(struct list_pool *pool);

#endif /* SDTINFO_LIST_POOL_H */
