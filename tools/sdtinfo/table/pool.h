/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * pool.h - the strings and lists of a table under construction, each once
 *
 * For link/ and gen/.
 */
#ifndef SDTINFO_POOL_H
#define SDTINFO_POOL_H

#include "probe.h"

/* Empty if all is zero but @size */
struct pool {
	size_t size;		/* of an element, which has no padding, in bytes */
	void *elements;		/* all lists, one after the other */
	size_t nr_elements;
	size_t room;
	void *lists;		/* the tree of tsearch(3) that has them */
	size_t nr_lists;
};

/*
 * pool_add() - where a list begins in the pool, in elements
 *
 * It is added if no list there has the same bytes.  An empty one is at 0.
 */
size_t pool_add(struct pool *pool, const void *elements, size_t nr_elements);

/* pool_add_string() - the same for a list of characters that ends with a NUL; "" is at 0 */
size_t pool_add_string(struct pool *pool, const char *text);

/*
 * pool_add_enumerators() - the same for the enumerators of an argument
 * @pool: of struct sdt_table_enumerator
 * @strings: where their names are added
 */
size_t pool_add_enumerators(struct pool *pool, struct pool *strings, const struct probe_arg *arg);
void pool_free(struct pool *pool);

#endif /* SDTINFO_POOL_H */
