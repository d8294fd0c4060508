/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * string_pool.h - the strings of a table under construction
 *
 * For link/ and gen/.
 */
#ifndef SDTINFO_STRING_POOL_H
#define SDTINFO_STRING_POOL_H

#include <stddef.h>

/*
 * struct string_pool - the strings of a table under construction
 *
 * Zeroed memory is an empty pool.  Each string is in it once, the empty one
 * at offset 0.
 */
struct string_pool {
	char *bytes;
	size_t size;
	size_t room;
	size_t *slots;		/* hash table of offset + 1 */
	size_t nr_slots;	/* a power of two, or 0 */
	size_t nr_strings;
};

/* string_pool_add() - the offset of @text, which is added if it is new */
size_t string_pool_add(struct string_pool *pool, const char *text);
void string_pool_free(struct string_pool *pool);

#endif /* SDTINFO_STRING_POOL_H */
