/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * site_blocks.cc - find the blocks of sites in the control flow graph
 *
 * For the passes: where sites are, which blocks only their jumps lead to, and which values
 * would be live without the site.
 */

#include "asm_mark.h"
#include "middle-end/site_blocks.h"
#include "tree.h"
#include "gimple.h"
#include "rtl.h"
#include "basic-block.h"
#include "bitmap.h"
#include "cfgloop.h"
#include "dominance.h"
#include "gimple-iterator.h"
#include "ssa.h"

/* ---- blocks ---------------------------------------------------------- */

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

/*
 * The edge from BB to a cold block, if BB ends in a site's jump. Works before and after
 * expansion to RTL.
 */
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

unsigned
sdt_nr_sites_in (function *fun)
{
  unsigned nr = 0;
  basic_block bb;

  FOR_EACH_BB_FN (bb, fun)
    nr += sdt_cold_edge (bb) != NULL;
  return nr;
}

bool
sdt_has_site (function *fun)
{
  return sdt_nr_sites_in (fun) > 0;
}

/*
 * Collects in COLD the numbers of the blocks of FUN that only the jumps of sites lead
 * to: those that cannot be reached without them.
 */
void
sdt_find_cold_blocks (function *fun, bitmap cold)
{
  auto_vec<basic_block> todo;
  auto_bitmap hot;
  basic_block bb;

  if (!sdt_has_site (fun))
    return;
  todo.safe_push (ENTRY_BLOCK_PTR_FOR_FN (fun));
  while (!todo.is_empty ())
    {
      bb = todo.pop ();

      edge e, never = bb->index == ENTRY_BLOCK ? NULL : sdt_cold_edge (bb);
      edge_iterator ei;
      FOR_EACH_EDGE (e, ei, bb->succs)
	if (e != never && e->dest->index != EXIT_BLOCK
	    && bitmap_set_bit (hot, e->dest->index))
	  todo.safe_push (e->dest);
    }
  FOR_EACH_BB_FN (bb, fun)
    if (!bitmap_bit_p (hot, bb->index))
      bitmap_set_bit (cold, bb->index);
}

/*
 * Calls VISIT with DATA for each site of FUN, which is cfun, when dominators are known.
 * Skips sites whose cold block can be reached in another way, too.
 *
 * VISIT may add blocks on edges if it keeps dominators up to date. It must not split
 * blocks or move jumps, by which sites are found.
 */
void
sdt_for_each_site (function *fun, void (*visit) (const sdt_site_blocks &, void *),
		   void *data)
{
  bool had_dominators = dom_info_available_p (CDI_DOMINATORS);
  auto_bitmap cold_blocks;
  basic_block bb;

  sdt_find_cold_blocks (fun, cold_blocks);
  if (bitmap_empty_p (cold_blocks))
    return;
  calculate_dominance_info (CDI_DOMINATORS);
  FOR_EACH_BB_FN (bb, fun)
    {
      edge e = sdt_cold_edge (bb);
      edge hot = find_fallthru_edge (bb->succs);

      if (!e || !hot || !single_pred_p (e->dest))
	continue;
      auto_bitmap region;
      auto_vec<basic_block> dominated
	= get_all_dominated_blocks (CDI_DOMINATORS, e->dest);
      for (basic_block b : dominated)
	bitmap_set_bit (region, b->index);
      visit ({ bb, e->dest, hot->dest, region, cold_blocks }, data);
    }
  if (!had_dominators)
    free_dominance_info (CDI_DOMINATORS);
}

/* ---- values, before expansion to RTL --------------------------------- */

/*
 * Must VALUE share a register with others because abnormal edges join them? Then it
 * cannot be live where one of these is.
 */
bool
sdt_is_abnormal (tree value)
{
  return TREE_CODE (value) == SSA_NAME && SSA_NAME_OCCURS_IN_ABNORMAL_PHI (value);
}

/*
 * Is a use in block USE of a value that block DEF defines over when the site's jump is
 * reached? It is if USE comes before the jump, and no loop repeats it without DEF.
 */
static bool
is_over (const sdt_site_blocks &s, basic_block def, basic_block use)
{
  return dominated_by_p (CDI_DOMINATORS, s.jump, use)
	 && flow_bb_inside_loop_p (find_common_loop (s.jump->loop_father,
						     use->loop_father), def);
}

/*
 * Is VALUE live on the hot path after the site, whatever other sites do? Needs the
 * function's loops.
 */
bool
sdt_is_live_after (const sdt_site_blocks &s, tree value)
{
  basic_block def = gimple_bb (SSA_NAME_DEF_STMT (value));
  imm_use_iterator it;
  use_operand_p use;

  if (!def)
    def = ENTRY_BLOCK_PTR_FOR_FN (cfun);
  FOR_EACH_IMM_USE_FAST (use, it, value)
    {
      gimple *stmt = USE_STMT (use);
      basic_block bb = gimple_bb (stmt);

      if (is_gimple_debug (stmt) || bitmap_bit_p (s.cold_blocks, bb->index))
	continue;
      if (gphi *phi = dyn_cast <gphi *> (stmt))
	{
	  bb = gimple_phi_arg_edge (phi, PHI_ARG_INDEX_FROM_USE (use))->src;
	  if (bb == s.jump)
	    return true;
	}
      if (!is_over (s, def, bb))
	return true;
    }
  return false;
}

/* The values from outside that the site's region uses.  */
void
sdt_find_inputs (const sdt_site_blocks &s, vec<tree> *values)
{
  hash_set<tree> seen;
  bitmap_iterator bi;
  unsigned i;

  EXECUTE_IF_SET_IN_BITMAP (s.region, 0, i, bi)
    for (gimple_stmt_iterator gsi
	   = gsi_start_bb (BASIC_BLOCK_FOR_FN (cfun, i));
	 !gsi_end_p (gsi); gsi_next (&gsi))
      {
	ssa_op_iter it;
	use_operand_p use;

	if (is_gimple_debug (gsi_stmt (gsi)))
	  continue;
	FOR_EACH_SSA_USE_OPERAND (use, gsi_stmt (gsi), it, SSA_OP_USE)
	  {
	    tree value = USE_FROM_PTR (use);
	    gimple *def = SSA_NAME_DEF_STMT (value);

	    if (!SSA_NAME_IS_DEFAULT_DEF (value) && !seen.add (value)
		&& !bitmap_bit_p (s.region, gimple_bb (def)->index))
	      values->safe_push (value);
	  }
      }
}

/* Replaces FROM by TO in the site's region.  */
void
sdt_replace_in_region (const sdt_site_blocks &s, tree from, tree to)
{
  imm_use_iterator it;
  use_operand_p use;
  gimple *stmt;

  FOR_EACH_IMM_USE_STMT (stmt, it, from)
    if (bitmap_bit_p (s.region, gimple_bb (stmt)->index)
	&& gimple_code (stmt) != GIMPLE_PHI)
      {
	FOR_EACH_IMM_USE_ON_STMT (use, it)
	  SET_USE (use, to);
	update_stmt (stmt);
      }
}
