/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cold.cc - tell GCC that a probe's cold block is never executed
 *
 * The attribute "cold" of the label only makes the branch unlikely.  This pass marks it
 * as never taken as soon as GCC has a profile.  The block moves to the function's cold
 * part and no longer influences layout, unrolling and allocation by frequency.
 *
 * Three of GCC's passes are turned off in functions with sites:
 *
 *  - Partial inlining would split never-executed code off into another function, away
 *    from its jump.
 *  - Partial redundancy elimination (PRE) hands the expressions of each block on to all
 *    blocks before it, so the time that it takes grows with the square of the blocks; GCC
 *    itself leaves it out above 4,000.  A site makes three blocks of one.  It is turned
 *    off in functions with more sites than an author writes by hand.
 *
 *  - Partitioning would put the cold block of a function with an alias, as module_init()
 *    makes one, into a symbol that objtool, up to Linux 6.12 at least, does not take for a
 *    part of the function, since only the jump table leads there: it warns, and the
 *    block has no unwind data.
 */

#include "middle-end/middle_end.h"
#include "middle-end/site_blocks.h"
#include "unit.h"
#include "tree.h"
#include "tree-pass.h"
#include "basic-block.h"
#include "bitmap.h"
#include "cgraph.h"

/* With 200 sites, PRE takes a tenth of the compiler's time; with 1,000, two thirds.  */
static const unsigned max_sites_for_pre = 100;

/* PLUGIN_OVERRIDE_GATE.  */
void
sdt_override_gate (void *gcc_data, void *)
{
  bool *gate = (bool *) gcc_data;

  if (!*gate || !sdt_has_spots () || !cfun || !cfun->cfg)
    return;
  if (!strcmp (current_pass->name, "fnsplit"))
    *gate = !sdt_has_site (cfun);
  else if (!strcmp (current_pass->name, "pre"))
    *gate = sdt_nr_sites_in (cfun) <= max_sites_for_pre;
  else if (!strcmp (current_pass->name, "bbpart"))
    *gate = !(sdt_has_site (cfun)
	      && cgraph_node::get (cfun->decl)->has_aliases_p ());
}

/* A pass, see passes.cc.  */
unsigned int
sdt_run_cold (function *fun)
{
  auto_bitmap cold;
  bitmap_iterator bi;
  basic_block bb;
  unsigned i;

  FOR_EACH_BB_FN (bb, fun)
    if (edge never = sdt_cold_edge (bb))
      {
	edge e;
	edge_iterator ei;

	FOR_EACH_EDGE (e, ei, bb->succs)
	  e->probability = e == never ? profile_probability::never ()
				      : profile_probability::always ();
      }
  sdt_find_cold_blocks (fun, cold);
  EXECUTE_IF_SET_IN_BITMAP (cold, 0, i, bi)
    BASIC_BLOCK_FOR_FN (fun, i)->count = profile_count::zero ();
  return 0;
}
