/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * arg_pool.h - the argument lists of a table under construction
 *
 * Zeroed memory is an empty pool.  Each list of arguments is in it once, however
 * many probes have it.
 */
#ifndef SDTINFO_ARG_POOL_H
#define SDTINFO_ARG_POOL_H

#include <stddef.h>

#include "probe_table.h"

struct arg_list;

struct arg_pool {
	struct probe_arg *args;	/* all lists, one behind the other */
	size_t nr_args;
	size_t room;
	struct arg_list *slots;	/* hash table */
	size_t nr_slots;	/* a power of two, or 0 */
	size_t nr_lists;
};

/*
 * arg_pool_add() - where a list of arguments begins in the pool
 *
 * It is added if it is new.  The strings of @args must outlive the pool.
 */
size_t arg_pool_add(struct arg_pool *pool, const struct probe_arg *args,
		    size_t nr_args);
void arg_pool_free(struct arg_pool *pool);

#endif /* SDTINFO_ARG_POOL_H */
