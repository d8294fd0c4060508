/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * inline_weight.cc - estimate functions for inlining without their probes
 *
 * GCC inlines by size, and a cold block is code, so a helper that is inlined without its
 * probe might be called with it.  After each of GCC's estimates of a function's size and
 * time, this pass makes the estimate again without the statements of its sites: function
 * by function for the early inliner, and for the whole unit for the later one.
 */

#include "middle-end/middle_end.h"
#include "asm_mark.h"
#include "middle-end/site_blocks.h"
#include "tree.h"
#include "gimple.h"
#include "basic-block.h"
#include "cgraph.h"
#include "gimple-iterator.h"
#include "alloc-pool.h"
#include "symbol-summary.h"
#include "sreal.h"
#include "value-range.h"
#include SDT_IPA_CP_H
#include "ipa-prop.h"
#include "ipa-fnsummary.h"

namespace {

/* A block from which some statements are removed for a while, and all it had.  */
struct thinned_block
{
  basic_block bb;
  vec<gimple *> stmts;
};

bool
is_call (const gimple *stmt)
{
  return is_gimple_call (stmt) && !gimple_call_internal_p (stmt);
}

bool
is_no_jump (const gimple *stmt)
{
  return !sdt_is_jump (stmt);
}

/*
 * Makes STMTS the statements of BB. GCC's own functions would update references to a
 * removed statement, but these come back.
 */
void
set_stmts (basic_block bb, const vec<gimple *> &stmts)
{
  unsigned n = stmts.length ();

  for (unsigned i = 0; i < n; i++)
    {
      stmts[i]->next = i + 1 < n ? stmts[i + 1] : NULL;
      stmts[i]->prev = stmts[i ? i - 1 : n - 1];
    }
  set_bb_seq (bb, n ? stmts[0] : NULL);
}

/* Leaves in BB only the statements that KEEP selects.  */
thinned_block
thin_out (basic_block bb, bool (*keep) (const gimple *))
{
  thinned_block thinned = { bb, vNULL };
  auto_vec<gimple *> kept;

  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      thinned.stmts.safe_push (gsi_stmt (gsi));
      if (keep (gsi_stmt (gsi)))
	kept.safe_push (gsi_stmt (gsi));
    }
  set_stmts (bb, kept);
  return thinned;
}

void
restore (thinned_block *thinned)
{
  set_stmts (thinned->bb, thinned->stmts);
  thinned->stmts.release ();
}

/*
 * Removes from FUN, which has COLD blocks, the statements of its sites, except calls,
 * because edges of the call graph refer to them.
 */
void
thin_out_sites (function *fun, bitmap cold, vec<thinned_block> *all)
{
  basic_block bb;

  FOR_EACH_BB_FN (bb, fun)
    if (bitmap_bit_p (cold, bb->index))
      all->safe_push (thin_out (bb, is_call));
    else if (sdt_cold_edge (bb))
      all->safe_push (thin_out (bb, is_no_jump));
}

/*
 * A call's size is counted at its edge of the call graph, and goes when the call is
 * inlined. Those in the COLD blocks of FUN that cannot be inlined weigh nothing from
 * here on.
 */
void
lighten_calls (cgraph_node *node, function *fun, bitmap cold)
{
  bitmap_iterator bi;
  unsigned i;

  EXECUTE_IF_SET_IN_BITMAP (cold, 0, i, bi)
    for (gimple_stmt_iterator gsi = gsi_start_bb (BASIC_BLOCK_FOR_FN (fun, i));
	 !gsi_end_p (gsi); gsi_next (&gsi))
      {
	cgraph_edge *e = is_call (gsi_stmt (gsi))
			 ? node->get_edge (gsi_stmt (gsi)) : NULL;
	ipa_call_summary *call = e ? ipa_call_summaries->get (e) : NULL;

	if (call && (!e->callee || !e->callee->definition))
	  call->call_stmt_size = call->call_stmt_time = 0;
      }
}

/*
 * Estimates FUN, which is cfun and the function of NODE, without its sites. EARLY is
 * what GCC's estimate was made with.
 */
void
lighten (cgraph_node *node, function *fun, bool early)
{
  auto_vec<thinned_block> all;
  auto_bitmap cold;

  if (!ipa_fn_summaries || !ipa_fn_summaries->get (node))
    return;
  sdt_find_cold_blocks (fun, cold);
  thin_out_sites (fun, cold, &all);
  if (all.is_empty ())
    return;
  compute_fn_summary (node, early);
  for (thinned_block &thinned : all)
    restore (&thinned);
  lighten_calls (node, fun, cold);
  ipa_update_overall_fn_summary (node);
}

} /* anonymous namespace */

unsigned int
sdt_run_inline_weight (function *fun)
{
  lighten (cgraph_node::get (fun->decl), fun, true);
  return 0;
}

/* Does so for the unit, when the summaries of the interprocedural passes are made.  */
void
sdt_weigh_unit (void)
{
  cgraph_node *node;

  FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node)
    {
      function *fun = DECL_STRUCT_FUNCTION (node->decl);

      if (!fun || !fun->cfg || node->inlined_to)
	continue;
      push_cfun (fun);
      lighten (node, fun, false);
      pop_cfun ();
    }
}
