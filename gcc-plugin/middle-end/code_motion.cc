/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * code_motion.cc - downward code motion of computations across a site
 *
 * GCC combines statements into one instruction only within a block, and a site's jump
 * ends a block.  A value that the hot path computes before the site and uses after it
 * would need a register and an instruction of its own.  So, when the optimizers are done,
 * this pass moves the statements that the cold block does not need over the jump, in
 * their order, into the block of their uses.
 *
 * If the hot path goes on in a block that other paths reach as well, the cold block would
 * join it there by a second edge.  The two edges get a block of their own to join in.
 */

#include "middle-end/middle_end.h"
#include "middle-end/site_blocks.h"
#include "tree.h"
#include "gimple.h"
#include "basic-block.h"
#include "bitmap.h"
#include "cfghooks.h"
#include "dominance.h"
#include "gimple-iterator.h"
#include "ssa.h"
#include "tree-cfg.h"
#include "tree-phinodes.h"
#include "tree-ssa.h"

namespace {

/* Do all edges to where the hot path goes on come from the site?  */
bool
is_only_way (const sdt_site_blocks &s)
{
  edge e;
  edge_iterator ei;

  FOR_EACH_EDGE (e, ei, s.hot->preds)
    if (e->src != s.jump && !bitmap_bit_p (s.region, e->src->index))
      return false;
  return true;
}

/* Removes the PHIs of BB that have the same value on all edges.  */
void
remove_degenerate_phis (basic_block bb)
{
  gphi_iterator gsi = gsi_start_phis (bb);

  while (!gsi_end_p (gsi))
    {
      gphi *phi = gsi.phi ();
      tree value = degenerate_phi_result (phi);

      if (value && !sdt_is_abnormal (value)
	  && !sdt_is_abnormal (gimple_phi_result (phi)))
	{
	  replace_uses_by (gimple_phi_result (phi), value);
	  remove_phi_node (&gsi, true);
	}
      else
	gsi_next (&gsi);
    }
}

/* Gives MEETING, a new block on an edge to HOT, a PHI for each of HOT's.  */
void
add_phis (basic_block meeting, basic_block hot)
{
  edge in = single_pred_edge (meeting), out = single_succ_edge (meeting);

  for (gphi_iterator gsi = gsi_start_phis (hot); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      gphi *phi = gsi.phi ();
      tree value = copy_ssa_name (gimple_phi_result (phi));

      add_phi_arg (create_phi_node (value, meeting), PHI_ARG_DEF_FROM_EDGE (phi, out),
		   in, gimple_phi_arg_location_from_edge (phi, out));
      SET_USE (PHI_ARG_DEF_PTR_FROM_EDGE (phi, out), value);
    }
}

/*
 * Makes a block where the site's two paths meet, on the edge by which the hot path goes
 * on. Returns the block where the hot path then goes on. The block where it went on is
 * not split: it can be the jump's own, or end in another site's jump.
 */
basic_block
make_meeting (const sdt_site_blocks &s)
{
  auto_vec<edge> ways;
  edge e;
  edge_iterator ei;

  FOR_EACH_EDGE (e, ei, s.hot->preds)
    {
      if (e->flags & EDGE_COMPLEX)
	return s.hot;
      if (bitmap_bit_p (s.region, e->src->index))
	ways.safe_push (e);
    }
  if (ways.is_empty ())
    return s.hot;
  basic_block meeting = split_edge (find_edge (s.jump, s.hot));
  add_phis (meeting, s.hot);
  for (edge way : ways)
    flush_pending_stmts (redirect_edge_and_branch (way, meeting));
  /* If only back edges lead there as well, the meeting dominates it now.  */
  set_immediate_dominator (CDI_DOMINATORS, s.hot,
			   recompute_dominator (CDI_DOMINATORS, s.hot));
  remove_degenerate_phis (meeting);
  return meeting;
}

/* Is VALUE used, and only where the block after the site dominates?  */
bool
is_used_after (const sdt_site_blocks &s, tree value)
{
  imm_use_iterator it;
  use_operand_p use;
  bool used = false;

  FOR_EACH_IMM_USE_FAST (use, it, value)
    {
      gimple *stmt = USE_STMT (use);
      basic_block bb = gimple_bb (stmt);

      if (is_gimple_debug (stmt))
	continue;
      if (gphi *phi = dyn_cast <gphi *> (stmt))
	bb = gimple_phi_arg_edge (phi, PHI_ARG_INDEX_FROM_USE (use))->src;
      if (!dominated_by_p (CDI_DOMINATORS, bb, s.hot))
	return false;
      used = true;
    }
  return used;
}

/*
 * Does STMT read a variable that is bound to a hard register, like the result of
 * get_user()? Anything may change that register until it is read.
 */
bool
reads_hard_register (gimple *stmt)
{
  tree base = get_base_address (gimple_assign_rhs1 (stmt));

  return base && VAR_P (base) && DECL_HARD_REGISTER (base);
}

/*
 * Does STMT use a value that cannot be live together with those that it shares a
 * register with?
 */
bool
uses_abnormal (gimple *stmt)
{
  ssa_op_iter it;
  tree value;

  FOR_EACH_SSA_TREE_OPERAND (value, stmt, it, SSA_OP_USE)
    if (sdt_is_abnormal (value))
      return true;
  return false;
}

/*
 * Can STMT be moved? Memory is not written between it and the jump; WRITES says whether
 * the cold block writes it.
 */
bool
is_movable (const sdt_site_blocks &s, gimple *stmt, bool writes)
{
  tree lhs = is_gimple_assign (stmt) ? gimple_assign_lhs (stmt) : NULL_TREE;

  return lhs && TREE_CODE (lhs) == SSA_NAME
	 && !sdt_is_abnormal (lhs)
	 && !gimple_has_volatile_ops (stmt) && !gimple_has_side_effects (stmt)
	 && !reads_hard_register (stmt) && !uses_abnormal (stmt)
	 && !(gimple_vuse (stmt) && writes)
	 && is_used_after (s, lhs);
}

/*
 * Resets what debuggers are told of a moved value before the site, where it no longer
 * is.
 */
void
forget_debug_uses (const sdt_site_blocks &s, tree value)
{
  imm_use_iterator it;
  gimple *stmt;

  FOR_EACH_IMM_USE_STMT (stmt, it, value)
    if (gimple_debug_bind_p (stmt)
	&& !dominated_by_p (CDI_DOMINATORS, gimple_bb (stmt), s.hot))
      {
	gimple_debug_bind_reset_value (stmt);
	update_stmt (stmt);
      }
}

bool
writes_memory (bitmap region)
{
  bitmap_iterator bi;
  unsigned i;

  EXECUTE_IF_SET_IN_BITMAP (region, 0, i, bi)
    for (gimple_stmt_iterator gsi
	   = gsi_start_bb (BASIC_BLOCK_FOR_FN (cfun, i));
	 !gsi_end_p (gsi); gsi_next (&gsi))
      if (gimple_vdef (gsi_stmt (gsi)))
	return true;
  return false;
}

/*
 * Moves the statement at FROM to after the site. Memory is as it was there, but a PHI
 * may have given its state another name.
 */
void
move_after (const sdt_site_blocks &s, gimple_stmt_iterator from)
{
  gimple *stmt = gsi_stmt (from);
  gimple_stmt_iterator to = gsi_after_labels (s.hot);
  gphi *memory = get_virtual_phi (s.hot);

  forget_debug_uses (s, gimple_assign_lhs (stmt));
  gsi_move_before (&from, &to);
  if (memory && gimple_vuse (stmt))
    {
      gimple_set_vuse (stmt, gimple_phi_result (memory));
      update_stmt (stmt);
    }
}

/* Goes up from the jump, until memory is written.  */
void
move_across (const sdt_site_blocks &s)
{
  gimple_stmt_iterator gsi = gsi_last_bb (s.jump);
  bool writes = writes_memory (s.region);

  gsi_prev (&gsi);
  while (!gsi_end_p (gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      gimple_stmt_iterator from = gsi;

      gsi_prev (&gsi);
      if (gimple_vdef (stmt))
	break;
      if (is_movable (s, stmt, writes))
	move_after (s, from);
    }
}

void
mend_site (const sdt_site_blocks &s, void *)
{
  sdt_site_blocks with_meeting = s;

  if (is_only_way (s))
    remove_degenerate_phis (s.hot);
  else
    with_meeting.hot = make_meeting (s);
  if (is_only_way (with_meeting))
    move_across (with_meeting);
}

} /* anonymous namespace */

unsigned int
sdt_run_code_motion (function *fun)
{
  sdt_for_each_site (fun, mend_site, NULL);
  return 0;
}
