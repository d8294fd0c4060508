/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * across.cc - moves what is computed in front of a site and used behind it
 *
 * GCC makes one instruction of several statements only within a block, and a
 * site's jump ends one: what the hot path computes or reads in front of it and
 * uses behind it would get a register and an instruction of its own.  So, when
 * the optimizers are done, statements that the cold block does not need are moved
 * over the jump, in their order, to where they and their uses are in one block
 * again.
 *
 * Where the hot path goes on in a block that other paths lead to as well, the cold
 * block goes there by itself; two ways lead there where there was one.  They get a
 * block of their own to meet in.
 */

#include "sdt_plugin.h"
#include "basic-block.h"
#include "bitmap.h"
#include "cfg.h"
#include "cfghooks.h"
#include "cfgloop.h"
#include "dominance.h"
#include "gimple-iterator.h"
#include "ssa.h"
#include "tree-cfg.h"
#include "tree-phinodes.h"
#include "tree-ssa.h"

namespace {

/* Is E one of the site's two ways?  */
bool
is_of_site (const sdt_fork &s, edge e)
{
  return e->src == s.jump || bitmap_bit_p (s.region, e->src->index);
}

/* Do all ways to where the hot path goes on come from the site?  */
bool
is_only_way (const sdt_fork &s)
{
  edge e;
  edge_iterator ei;

  FOR_EACH_EDGE (e, ei, s.behind->preds)
    if (!is_of_site (s, e))
      return false;
  return true;
}

/* The site that a block is made for; make_forwarder_block () asks only with an
   edge.  */
const sdt_fork *meeting;

bool
is_of_meeting (edge e)
{
  return is_of_site (*meeting, e);
}

/* Removes the PHIs of BB that have one value, whichever way BB is reached.  */
void
remove_degenerate_phis (basic_block bb)
{
  gphi_iterator gsi = gsi_start_phis (bb);

  while (!gsi_end_p (gsi))
    {
      gphi *phi = gsi.phi ();
      tree value = degenerate_phi_result (phi);

      if (value && !sdt_is_shared (value)
	  && !sdt_is_shared (gimple_phi_result (phi)))
	{
	  replace_uses_by (gimple_phi_result (phi), value);
	  remove_phi_node (&gsi, true);
	}
      else
	gsi_next (&gsi);
    }
}

/* FORWARDER comes from a block that was split off, maybe from a loop's header.  GCC
   mends the loop where it has one latch; where it has several, the caller must.  */
void
mend_loop (edge forwarder)
{
  basic_block bb = forwarder->src;
  class loop *loop = bb->loop_father;
  edge e;
  edge_iterator ei;

  if (!loop || loop->header != bb)
    return;
  loop->header = forwarder->dest;
  FOR_EACH_EDGE (e, ei, bb->preds)
    if (flow_bb_inside_loop_p (loop, e->src))
      return;
  remove_bb_from_loops (bb);
  add_bb_to_loop (bb, loop_outer (loop));
}

/* Makes a block where the site's two ways meet.  Returns the block where the hot
   path goes on then.  */
basic_block
make_meeting (const sdt_fork &s)
{
  edge e;
  edge_iterator ei;
  bool meet = false;

  FOR_EACH_EDGE (e, ei, s.behind->preds)
    {
      if (e->flags & EDGE_COMPLEX)
	return s.behind;
      if (e->src != s.jump)
	meet |= bitmap_bit_p (s.region, e->src->index);
    }
  if (!meet)
    return s.behind;
  meeting = &s;
  edge forwarder = make_forwarder_block (s.behind, is_of_meeting, NULL);
  mend_loop (forwarder);
  remove_degenerate_phis (forwarder->src);
  return forwarder->src;
}

/* Is VALUE used by nobody but statements in the block behind the site, and those
   that it dominates?  */
bool
is_used_behind (const sdt_fork &s, tree value)
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
      if (!dominated_by_p (CDI_DOMINATORS, bb, s.behind))
	return false;
      used = true;
    }
  return used;
}

/* Does STMT read a variable that its author keeps in a register of his choice, like
   the result of get_user()?  Anything may change that until it is read.  */
bool
reads_hard_register (gimple *stmt)
{
  tree base = get_base_address (gimple_assign_rhs1 (stmt));

  return base && VAR_P (base) && DECL_HARD_REGISTER (base);
}

/* Does STMT use a value that cannot live on beside those which it shares a register
   with?  */
bool
uses_shared (gimple *stmt)
{
  ssa_op_iter it;
  tree value;

  FOR_EACH_SSA_TREE_OPERAND (value, stmt, it, SSA_OP_USE)
    if (sdt_is_shared (value))
      return true;
  return false;
}

/* Can STMT be moved?  Memory is not written between it and the jump; WRITES says
   if it is in the cold block.  */
bool
is_movable (const sdt_fork &s, gimple *stmt, bool writes)
{
  tree lhs = is_gimple_assign (stmt) ? gimple_assign_lhs (stmt) : NULL_TREE;

  return lhs && TREE_CODE (lhs) == SSA_NAME
	 && !sdt_is_shared (lhs)
	 && !gimple_has_volatile_ops (stmt) && !gimple_has_side_effects (stmt)
	 && !reads_hard_register (stmt) && !uses_shared (stmt)
	 && !(gimple_vuse (stmt) && writes)
	 && is_used_behind (s, lhs);
}

/* What debuggers were told of a moved value in front of the site, they are not
   told any more; the value is not there.  */
void
forget_debug_uses (const sdt_fork &s, tree value)
{
  imm_use_iterator it;
  gimple *stmt;

  FOR_EACH_IMM_USE_STMT (stmt, it, value)
    if (gimple_debug_bind_p (stmt)
	&& !dominated_by_p (CDI_DOMINATORS, gimple_bb (stmt), s.behind))
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

/* Moves the statement at FROM behind the site.  Memory is there as it was, but a PHI
   may have given its state another name.  */
void
move_behind (const sdt_fork &s, gimple_stmt_iterator from)
{
  gimple *stmt = gsi_stmt (from);
  gimple_stmt_iterator to = gsi_after_labels (s.behind);
  gphi *memory = get_virtual_phi (s.behind);

  forget_debug_uses (s, gimple_assign_lhs (stmt));
  gsi_move_before (&from, &to);
  if (memory && gimple_vuse (stmt))
    {
      gimple_set_vuse (stmt, gimple_phi_result (memory));
      update_stmt (stmt);
    }
}

/* From the jump upwards, until memory is written.  */
void
move_across (const sdt_fork &s)
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
	move_behind (s, from);
    }
}

void
mend_site (const sdt_fork &s, void *)
{
  sdt_fork with_meeting = s;

  if (is_only_way (s))
    remove_degenerate_phis (s.behind);
  else
    with_meeting.behind = make_meeting (s);
  if (is_only_way (with_meeting))
    move_across (with_meeting);
}

} /* anonymous namespace */

unsigned int
sdt_run_across (function *fun)
{
  sdt_for_each_fork (fun, mend_site, NULL);
  return 0;
}
