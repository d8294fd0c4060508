/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * site_blocks.h - the blocks of a site in the control flow graph
 */
#ifndef SDT_SITE_BLOCKS_H
#define SDT_SITE_BLOCKS_H

#include "probe.h"
#include "vec.h"

/* The blocks of a site.  */
struct sdt_site_blocks
{
  basic_block jump;		/* ends in the jump */
  basic_block cold;		/* where the jump leads, and no other edge */
  basic_block hot;		/* where the hot path goes on; can be the jump's own */
  bitmap region;		/* the blocks that only the jump leads to */
  bitmap cold_blocks;		/* those that only the jumps of sites lead to */
};

bool sdt_has_site (function *fun);
unsigned sdt_nr_sites_in (function *fun);
edge sdt_cold_edge (basic_block bb);
void sdt_for_each_site (function *fun,
			void (*visit) (const struct sdt_site_blocks &s, void *data),
			void *data);
void sdt_find_cold_blocks (function *fun, bitmap cold);
bool sdt_is_abnormal (tree value);
bool sdt_is_live_after (const struct sdt_site_blocks &s, tree value);
void sdt_find_inputs (const struct sdt_site_blocks &s, vec<tree> *values);
void sdt_replace_in_region (const struct sdt_site_blocks &s, tree from, tree to);

#endif /* SDT_SITE_BLOCKS_H */
