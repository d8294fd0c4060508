/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cold.cc - a probe's cold block, as the optimizers should see it
 *
 * "Cold" as an attribute of the label only makes a branch unlikely.  A disabled
 * probe's branch is never taken.  GCC is told so as soon as it has a profile,
 * and the block moves to the function's cold part and has no say in what is
 * laid out, unrolled or allocated by frequency.
 *
 * What is moved by GCC itself out of a function because it is never executed,
 * would lose its jump: partial inlining is kept away.
 */

#include "sdt_plugin.h"
#include "context.h"
#include "tree-pass.h"
#include "basic-block.h"
#include "bitmap.h"
#include "cfg.h"
#include "cfgrtl.h"
#include "dominance.h"
#include "gimple-iterator.h"

static bool
ends_in_jump (basic_block bb)
{
  if (current_ir_type () == IR_GIMPLE)
    {
      gimple_stmt_iterator last = gsi_last_bb (bb);
      return !gsi_end_p (last) && sdt_is_jump (gsi_stmt (last));
    }
  HOST_WIDE_INT mark;
  unsigned spot;
  return sdt_marked_operands (BB_END (bb), &mark, &spot)
	 && mark == SDT_MARK_JUMP;
}

/* The edge from BB to a cold block, if BB ends in a site's jump.  Before and
   after expansion to RTL.  */
edge
sdt_cold_edge (basic_block bb)
{
  edge e;
  edge_iterator ei;

  if (!ends_in_jump (bb))
    return NULL;
  FOR_EACH_EDGE (e, ei, bb->succs)
    if (!(e->flags & EDGE_FALLTHRU))
      return e;
  return NULL;
}

static bool
has_site (function *fun)
{
  basic_block bb;

  FOR_EACH_BB_FN (bb, fun)
    if (sdt_cold_edge (bb))
      return true;
  return false;
}

/* Adds to BLOCKS those that can only be reached by BB.  */
static void
add_dominated (basic_block bb, bitmap blocks)
{
  auto_vec<basic_block> dominated
    = get_all_dominated_blocks (CDI_DOMINATORS, bb);

  for (basic_block b : dominated)
    bitmap_set_bit (blocks, b->index);
}

/* Calls VISIT for each site of FUN, which is cfun, with dominators at hand, and
   with DATA.  A site whose cold block is reached in another way, too, is left
   out.  */
void
sdt_for_each_fork (function *fun, void (*visit) (const sdt_fork &, void *),
		   void *data)
{
  bool had_dominators = dom_info_available_p (CDI_DOMINATORS);
  basic_block bb;

  if (!has_site (fun))
    return;
  calculate_dominance_info (CDI_DOMINATORS);
  FOR_EACH_BB_FN (bb, fun)
    {
      edge e = sdt_cold_edge (bb);
      edge hot = find_fallthru_edge (bb->succs);

      if (!e || !hot || !single_pred_p (e->dest))
	continue;
      auto_bitmap region;
      add_dominated (e->dest, region);
      visit ({ bb, e->dest, hot->dest, region }, data);
    }
  if (!had_dominators)
    free_dominance_info (CDI_DOMINATORS);
}

/* Do only jumps of sites lead to BB?  Several do where GCC copied one.  */
static bool
is_cold_start (basic_block bb)
{
  edge e;
  edge_iterator ei;

  FOR_EACH_EDGE (e, ei, bb->preds)
    if (e->src == ENTRY_BLOCK_PTR_FOR_FN (cfun) || sdt_cold_edge (e->src) != e)
      return false;
  return EDGE_COUNT (bb->preds) > 0;
}

/* Collects in COLD the numbers of the blocks of FUN, which is cfun, that only the
   jumps of sites lead to.  */
void
sdt_find_cold_blocks (function *fun, bitmap cold)
{
  bool had_dominators = dom_info_available_p (CDI_DOMINATORS);
  basic_block bb;

  if (!has_site (fun))
    return;
  calculate_dominance_info (CDI_DOMINATORS);
  FOR_EACH_BB_FN (bb, fun)
    if (is_cold_start (bb))
      add_dominated (bb, cold);
  if (!had_dominators)
    free_dominance_info (CDI_DOMINATORS);
}

/* PLUGIN_OVERRIDE_GATE.  */
void
sdt_override_gate (void *gcc_data, void *)
{
  bool *gate = (bool *) gcc_data;

  if (*gate && sdt_has_spots () && cfun && cfun->cfg
      && !strcmp (current_pass->name, "fnsplit") && has_site (cfun))
    *gate = false;
}

namespace {

const pass_data cold_pass_data = {
  GIMPLE_PASS,			/* type */
  "sdt_cold",			/* name */
  OPTGROUP_NONE,
  TV_NONE,
  PROP_cfg,			/* properties_required */
  0, 0, 0, 0
};

class cold_pass : public gimple_opt_pass
{
public:
  cold_pass (gcc::context *ctxt) : gimple_opt_pass (cold_pass_data, ctxt) {}
  bool gate (function *) final override { return sdt_has_spots (); }
  unsigned int execute (function *) final override;
};

unsigned int
cold_pass::execute (function *fun)
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

} /* anonymous namespace */

opt_pass *
sdt_make_cold_pass (gcc::context *ctxt)
{
  return new cold_pass (ctxt);
}
