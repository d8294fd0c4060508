/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sink.cc - sink what only probes use to their cold blocks
 *
 *	const char *result = err ? "failed" : "done";
 *
 *	DTRACE_PROBE1(finished, const char *, result);
 *
 * GCC sinks a statement if its value is used in one place, but neither one that
 * two probes use, nor the choice above, which is a PHI of two paths.  And if a
 * function returns an error as another type,
 *
 *	DTRACE_PROBE1(open__return, int, err);
 *	return ERR_PTR(err);
 *
 * the paths that lead there set a constant of either type, one for the probe
 * alone.  So this pass computes such values again in each cold block, from
 * others that are available there.
 */

#include "middle-end/middle_end.h"
#include "middle-end/site_blocks.h"
#include "tree.h"
#include "gimple.h"
#include "tree-pass.h"
#include "basic-block.h"
#include "bitmap.h"
#include "cfgloop.h"
#include "dominance.h"
#include "gimple-iterator.h"
#include "fold-const.h"
#include "ssa.h"
#include "tree-phinodes.h"
#include "tree-ssa-dce.h"

namespace {

/* How far the computation of a value is followed.  */
const unsigned max_depth = 4;

/* ---- a PHI beside a wider one ---------------------------------------- */

bool
is_scalar (tree type)
{
  return INTEGRAL_TYPE_P (type) || POINTER_TYPE_P (type);
}

/* Is NARROW what WIDE becomes when converted?  */
bool
is_converted (tree narrow, tree wide, unsigned depth)
{
  tree type = TREE_TYPE (narrow);

  if (TYPE_PRECISION (type) > TYPE_PRECISION (TREE_TYPE (wide)))
    return false;
  if (TREE_CODE (narrow) == INTEGER_CST)
    {
      tree value = TREE_CODE (wide) == INTEGER_CST ? fold_convert (type, wide)
						   : NULL_TREE;
      return value && tree_int_cst_equal (value, narrow);
    }
  if (TREE_CODE (narrow) != SSA_NAME || TREE_CODE (wide) != SSA_NAME)
    return false;

  gimple *def = SSA_NAME_DEF_STMT (wide);
  if (gimple_assign_cast_p (def) && gimple_assign_rhs1 (def) == narrow)
    return true;
  gphi *a = dyn_cast <gphi *> (SSA_NAME_DEF_STMT (narrow));
  gphi *b = dyn_cast <gphi *> (def);
  if (!a || !b || gimple_bb (a) != gimple_bb (b) || depth == 0)
    return false;
  for (unsigned i = 0; i < gimple_phi_num_args (a); i++)
    if (!is_converted (gimple_phi_arg_def (a, i), gimple_phi_arg_def (b, i),
		       depth - 1))
      return false;
  return true;
}

/* A value of the hot path of which PHI's result is a conversion, or null.  */
tree
wider_value (const sdt_site_blocks &s, gphi *phi)
{
  tree narrow = gimple_phi_result (phi);

  for (gphi_iterator gsi = gsi_start_phis (gimple_bb (phi)); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      tree wide = gimple_phi_result (gsi.phi ());

      if (wide != narrow && is_scalar (TREE_TYPE (wide))
	  && !sdt_is_abnormal (wide) && sdt_is_live_after (s, wide)
	  && is_converted (narrow, wide, max_depth))
	return wide;
    }
  return NULL_TREE;
}

/* ---- a PHI of two paths ---------------------------------------------- */

/* The edge of D, which ends in a condition, that leads to E and to E only; or null.  */
edge
way_to (basic_block d, edge e)
{
  if (e->src == d)
    return e;
  return single_pred_p (e->src) && single_pred (e->src) == d
	 ? single_pred_edge (e->src) : NULL;
}

/* A PHI as a choice between two values by a condition.  */
struct choice
{
  gcond *cond;
  tree if_true, if_false;
};

bool
is_choice (gphi *phi, choice *c)
{
  basic_block bb = gimple_bb (phi);
  basic_block d = get_immediate_dominator (CDI_DOMINATORS, bb);
  gimple_stmt_iterator last = gsi_last_bb (d);

  if (gimple_phi_num_args (phi) != 2 || d->loop_father != bb->loop_father
      || gsi_end_p (last))
    return false;
  c->cond = dyn_cast <gcond *> (gsi_stmt (last));
  edge ways[] = { way_to (d, gimple_phi_arg_edge (phi, 0)),
		  way_to (d, gimple_phi_arg_edge (phi, 1)) };
  if (!c->cond || !ways[0] || !ways[1] || ways[0] == ways[1])
    return false;
  bool first = ways[0]->flags & EDGE_TRUE_VALUE;
  c->if_true = gimple_phi_arg_def (phi, first ? 0 : 1);
  c->if_false = gimple_phi_arg_def (phi, first ? 1 : 0);
  return true;
}

/* ---- computing once more --------------------------------------------- */

/* Do only cold blocks use VALUE?  */
bool
is_for_probes (const sdt_site_blocks &s, tree value)
{
  imm_use_iterator it;
  use_operand_p use;

  FOR_EACH_IMM_USE_FAST (use, it, value)
    if (!is_gimple_debug (USE_STMT (use))
	&& !bitmap_bit_p (s.cold_blocks, gimple_bb (USE_STMT (use))->index))
      return false;
  return true;
}

/* Has VALUE been computed on every path to the cold block?  */
bool
is_there (const sdt_site_blocks &s, tree value)
{
  return SSA_NAME_IS_DEFAULT_DEF (value)
	 || dominated_by_p (CDI_DOMINATORS, s.cold,
			    gimple_bb (SSA_NAME_DEF_STMT (value)));
}

/*
 * Are OPERANDS available in the cold block, and all but one at most live on the hot
 * path? That one takes the place of the value that is computed from them.
 */
bool
are_at_hand (const sdt_site_blocks &s, const vec<tree> &operands)
{
  tree lost = NULL_TREE;

  for (tree op : operands)
    {
      if (is_gimple_min_invariant (op))
	continue;
      if (TREE_CODE (op) != SSA_NAME || !is_scalar (TREE_TYPE (op))
	  || sdt_is_abnormal (op) || !is_there (s, op))
	return false;
      if (sdt_is_live_after (s, op) || op == lost)
	continue;
      if (lost)
	return false;
      lost = op;
    }
  return true;
}

/*
 * The following return the statements that compute VALUE or PHI as RESULT in the cold
 * block; none if that is impossible or would cost more than it saves.
 */

gimple_seq
narrow_down (tree wide, tree result)
{
  gimple_seq seq = NULL;

  gimple_seq_add_stmt (&seq, gimple_build_assign (result, NOP_EXPR, wide));
  return seq;
}

gimple_seq
choose (const sdt_site_blocks &s, gphi *phi, tree result)
{
  gimple_seq seq = NULL;
  auto_vec<tree> operands;
  choice c;

  if (!is_choice (phi, &c))
    return NULL;
  tree lhs = gimple_cond_lhs (c.cond), rhs = gimple_cond_rhs (c.cond);
  for (tree op : { lhs, rhs, c.if_true, c.if_false })
    operands.safe_push (op);
  if (!are_at_hand (s, operands))
    return NULL;
  tree cond = make_ssa_name (boolean_type_node);
  gimple_seq_add_stmt (&seq, gimple_build_assign (cond,
						  gimple_cond_code (c.cond),
						  lhs, rhs));
  gimple_seq_add_stmt (&seq, gimple_build_assign (result, COND_EXPR, cond,
						  c.if_true, c.if_false));
  return seq;
}

gimple_seq
repeat (const sdt_site_blocks &s, gimple *def, tree result)
{
  gimple_seq seq = NULL;
  auto_vec<tree> operands;

  if (!is_gimple_assign (def) || gimple_assign_single_p (def)
      || gimple_has_side_effects (def) || gimple_could_trap_p (def))
    return NULL;
  for (unsigned i = 1; i < gimple_num_ops (def); i++)
    operands.safe_push (gimple_op (def, i));
  if (!are_at_hand (s, operands))
    return NULL;
  gimple *copy = gimple_copy (def);
  gimple_assign_set_lhs (copy, result);
  gimple_seq_add_stmt (&seq, copy);
  return seq;
}

gimple_seq
computation (const sdt_site_blocks &s, tree value, tree result)
{
  gimple *def = SSA_NAME_DEF_STMT (value);
  gphi *phi = dyn_cast <gphi *> (def);

  if (!phi)
    return repeat (s, def, result);
  tree wide = wider_value (s, phi);
  return wide ? narrow_down (wide, result) : choose (s, phi, result);
}

/*
 * Computes in the site's cold block what only cold blocks use. Collects in DATA the
 * values that are not used there any more.
 */
void
sink_values (const sdt_site_blocks &s, void *data)
{
  bitmap unused = (bitmap) data;
  auto_vec<tree> values;

  sdt_find_inputs (s, &values);
  for (tree value : values)
    if (is_scalar (TREE_TYPE (value)) && !sdt_is_abnormal (value)
	&& is_for_probes (s, value))
      {
	tree result = make_ssa_name (TREE_TYPE (value));

	if (gimple_seq seq = computation (s, value, result))
	  {
	    gimple_stmt_iterator gsi = gsi_after_labels (s.cold);

	    sdt_replace_in_region (s, value, result);
	    gsi_insert_seq_before (&gsi, seq, GSI_SAME_STMT);
	    bitmap_set_bit (unused, SSA_NAME_VERSION (value));
	  }
	else
	  release_ssa_name (result);
      }
}

} /* anonymous namespace */

/* What is removed may have been the last use of something else on the hot path.  */
unsigned int
sdt_run_sink (function *fun)
{
  bool found = false;

  if (!loops_for_fn (fun))
    return 0;
  for (unsigned i = 0; i < max_depth; i++)
    {
      auto_bitmap unused;

      sdt_for_each_site (fun, sink_values, unused);
      if (bitmap_empty_p (unused))
	break;
      simple_dce_from_worklist (unused);
      found = true;
    }
  return found ? TODO_cleanup_cfg : 0;
}
