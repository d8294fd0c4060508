/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * fork.h - the sites in the control flow graph
 */
#ifndef SDT_FORK_H
#define SDT_FORK_H

#include "probe.h"

/* Where the control flow graph parts at a site.  */
struct sdt_fork
{
  basic_block jump;		/* ends in the jump */
  basic_block cold;		/* where that leads, and no other edge does */
  basic_block behind;		/* where the hot path goes on: the jump's own block
				   if that is an endless loop */
  bitmap region;		/* the blocks that only the jump leads to */
  bitmap cold_blocks;		/* those that only the jumps of sites lead to */
};

bool sdt_has_site (function *fun);
edge sdt_cold_edge (basic_block bb);
void sdt_for_each_fork (function *fun,
			void (*visit) (const struct sdt_fork &, void *),
			void *data);
void sdt_find_cold_blocks (function *fun, bitmap cold);
bool sdt_is_shared (tree value);
bool sdt_is_kept (const struct sdt_fork &s, tree value);
void sdt_used_values (const struct sdt_fork &s, vec<tree> *values);
void sdt_replace_in_region (const struct sdt_fork &s, tree from, tree to);

#endif /* SDT_FORK_H */
