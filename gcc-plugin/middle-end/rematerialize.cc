/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * rematerialize.cc - compute again in a cold block what the hot path does not keep
 *
 *	unsigned long start = q->start;
 *	const char *result = err ? "failed" : "done";
 *
 *	q->status = err;
 *	DTRACE_PROBE2(finished, const char *, result, u64 time, now () - start);
 *
 * A value that the hot path no longer needs would take a register up to the cold block
 * and, if only probes use it, instructions as well.  So, late in the optimizers, this
 * pass has the cold block
 *
 *  - read the value again, if memory still holds what the hot path has loaded or stored.
 *    GCC knows that, and would pass the value that it has already; an addition to memory
 *    could not be a single instruction then.  The read is volatile, so that no later pass
 *    replaces it.
 *  - compute the value, if only probes use it, from others that are available there.
 *    GCC sinks a statement if its value is used in one place, but neither one that two
 *    probes use, nor the choice above, which is a PHI of two paths.
 *  - convert another one.  If a function returns an error as another type,
 *
 *	DTRACE_PROBE1(open__return, int, err);
 *	return ERR_PTR(err);
 *
 *    the paths that lead there set a constant of either type, one for the probe alone.
 */

#include "middle-end/middle_end.h"
#include "middle-end/site_blocks.h"
#include "front-end/front_end.h"
#include "tree.h"
#include "gimple.h"
#include "tree-pass.h"
#include "basic-block.h"
#include "bitmap.h"
#include "cfgloop.h"
#include "dominance.h"
#include "gimple-iterator.h"
#include "gimplify.h"
#include "alias.h"
#include "fold-const.h"
#include "ssa.h"
#include "tree-phinodes.h"
#include "tree-ssa-alias.h"
#include "tree-ssa-dce.h"

namespace {

/* How far the computation of a value is followed.  */
const unsigned max_depth = 4;

/* How many pairs of PHIs are compared, and how many states of memory.  */
const unsigned max_pairs = 32, max_states = 64;

/* ---- a value that memory still holds ---------------------------------- */

/* Can X, part of an address, be used where it was not?  */
bool
is_free (tree x)
{
  return !x || !sdt_is_abnormal (x);
}

/* Does X, part of an address, cost no register?  */
bool
is_at_hand (const sdt_site_blocks &s, tree x)
{
  return !x || TREE_CODE (x) != SSA_NAME
	 || (is_free (x) && sdt_is_live_after (s, x));
}

/* Does the address of REF need at most one register that is not live on the hot path?  */
bool
has_simple_address (const sdt_site_blocks &s, tree ref)
{
  while (handled_component_p (ref))
    {
      bool is_element = TREE_CODE (ref) == ARRAY_REF
			&& TREE_CODE (TREE_OPERAND (ref, 1)) == INTEGER_CST;

      if ((TREE_CODE (ref) != COMPONENT_REF && !is_element) || TREE_OPERAND (ref, 2))
	return false;
      ref = TREE_OPERAND (ref, 0);
    }
  if (TREE_CODE (ref) == TARGET_MEM_REF)
    return is_free (TMR_BASE (ref)) && is_at_hand (s, TMR_INDEX (ref))
	   && is_at_hand (s, TMR_INDEX2 (ref));
  if (TREE_CODE (ref) == MEM_REF)
    return is_free (TREE_OPERAND (ref, 0));
  return VAR_P (ref) && is_global_var (ref) && !DECL_HARD_REGISTER (ref);
}

/* The pointer in the address of REF, or null.  */
tree
base_pointer (tree ref)
{
  tree base = get_base_address (ref);

  if (TREE_CODE (base) != MEM_REF && TREE_CODE (base) != TARGET_MEM_REF)
    return NULL_TREE;
  base = TREE_OPERAND (base, 0);
  return TREE_CODE (base) == SSA_NAME ? base : NULL_TREE;
}

/*
 * May STMT change PLACE, or order accesses to it? A volatile access is WRITE_ONCE() or
 * the like, after which PLACE may be another CPU's.
 */
bool
ends_walk (gimple *stmt, tree place)
{
  return gimple_has_volatile_ops (stmt) || stmt_may_clobber_ref_p (stmt, place);
}

/*
 * Does PLACE hold in the state MEMORY what it held in STATE? SEEN has the states that
 * have been asked for; a loop leads to one of them, and asks nothing new.
 */
bool
is_unchanged (tree place, tree state, tree memory, bitmap seen, unsigned *left)
{
  while (memory != state && bitmap_set_bit (seen, SSA_NAME_VERSION (memory)))
    {
      gimple *def = SSA_NAME_DEF_STMT (memory);

      if (gimple_nop_p (def) || (*left)-- == 0)
	return false;
      if (gphi *phi = dyn_cast <gphi *> (def))
	{
	  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
	    if (!is_unchanged (place, state, gimple_phi_arg_def (phi, i), seen,
			       left))
	      return false;
	  return true;
	}
      if (ends_walk (def, place))
	return false;
      memory = gimple_vuse (def);
    }
  return true;
}

bool
still_holds (tree place, tree state, tree memory)
{
  auto_bitmap seen;
  unsigned left = max_states;

  return is_unchanged (place, state, memory, seen, &left);
}

/* The state of memory at the start of BB; null if no statement tells.  */
tree
memory_at (basic_block bb)
{
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    if (gimple_vuse (gsi_stmt (gsi)))
      return gimple_vuse (gsi_stmt (gsi));
  return NULL_TREE;
}

/* The place that holds VALUE at the start of site S's cold block, or null.  */
tree
place_of (const sdt_site_blocks &s, tree value)
{
  tree memory = memory_at (s.cold);
  gimple *def = SSA_NAME_DEF_STMT (value);
  imm_use_iterator it;
  use_operand_p use;

  if (!memory)
    return NULL_TREE;
  if (gimple_assign_load_p (def) && !gimple_has_volatile_ops (def)
      && has_simple_address (s, gimple_assign_rhs1 (def))
      && still_holds (gimple_assign_rhs1 (def), gimple_vuse (def), memory))
    return gimple_assign_rhs1 (def);
  FOR_EACH_IMM_USE_FAST (use, it, value)
    {
      gimple *stmt = USE_STMT (use);

      if (gimple_vdef (stmt) == memory && gimple_assign_single_p (stmt)
	  && gimple_assign_rhs1 (stmt) == value && !gimple_has_volatile_ops (stmt)
	  && has_simple_address (s, gimple_assign_lhs (stmt)))
	return gimple_assign_lhs (stmt);
    }
  return NULL_TREE;
}

/*
 * A volatile reference to PLACE; to a variable by its address, because the variable
 * itself is not volatile.
 */
tree
volatile_ref (tree place)
{
  tree ref = unshare_expr (place);

  if (DECL_P (ref))
    ref = build2 (MEM_REF, TREE_TYPE (place), build_fold_addr_expr (place),
		  build_zero_cst (reference_alias_ptr_type (place)));
  TREE_THIS_VOLATILE (ref) = 1;
  TREE_SIDE_EFFECTS (ref) = 1;
  return ref;
}

/* ---- a PHI beside a wider one ---------------------------------------- */

bool
is_scalar (tree type)
{
  return INTEGRAL_TYPE_P (type) || POINTER_TYPE_P (type);
}

/* Is WIDE made from NARROW by casts, of which none is to a narrower type?  */
bool
is_cast_of (tree wide, tree narrow)
{
  unsigned bits = TYPE_PRECISION (TREE_TYPE (narrow));

  while (wide != narrow)
    {
      gassign *def = TREE_CODE (wide) == SSA_NAME
		     ? dyn_cast <gassign *> (SSA_NAME_DEF_STMT (wide)) : NULL;

      if (!def || !CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (def))
	  || !is_scalar (TREE_TYPE (wide))
	  || TYPE_PRECISION (TREE_TYPE (wide)) < bits)
	return false;
      wide = gimple_assign_rhs1 (def);
    }
  return true;
}

/*
 * Is NARROW what WIDE becomes when converted? ASSUMED has the pairs that are being
 * compared already, since a loop leads back to them.
 */
bool
is_converted (tree narrow, tree wide, vec<std::pair<tree, tree>> *assumed)
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
  if (is_cast_of (wide, narrow) || assumed->contains ({ narrow, wide }))
    return true;

  gphi *a = dyn_cast <gphi *> (SSA_NAME_DEF_STMT (narrow));
  gphi *b = dyn_cast <gphi *> (SSA_NAME_DEF_STMT (wide));
  if (!a || !b || gimple_bb (a) != gimple_bb (b)
      || assumed->length () == max_pairs)
    return false;
  assumed->safe_push ({ narrow, wide });
  for (unsigned i = 0; i < gimple_phi_num_args (a); i++)
    if (!is_converted (gimple_phi_arg_def (a, i), gimple_phi_arg_def (b, i),
		       assumed))
      return false;
  return true;
}

/* A value of the hot path that converts to PHI's result, or null.  */
tree
wider_value (const sdt_site_blocks &s, gphi *phi)
{
  tree narrow = gimple_phi_result (phi);

  for (gphi_iterator gsi = gsi_start_phis (gimple_bb (phi)); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      tree wide = gimple_phi_result (gsi.phi ());
      auto_vec<std::pair<tree, tree>> assumed;

      if (wide != narrow && is_scalar (TREE_TYPE (wide))
	  && !sdt_is_abnormal (wide) && sdt_is_live_after (s, wide)
	  && is_converted (narrow, wide, &assumed))
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

/* ---- computing again ------------------------------------------------- */

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
 * What the hot path has to keep for the cold block to have VALUE: nothing if it does
 * anyway, else VALUE itself, or the pointer that it can be read again by.
 */
tree
what_it_keeps (const sdt_site_blocks &s, tree value)
{
  tree place;

  if (sdt_is_live_after (s, value))
    return NULL_TREE;
  if (!POINTER_TYPE_P (TREE_TYPE (value)) && (place = place_of (s, value)))
    {
      value = base_pointer (place);
      if (value && sdt_is_live_after (s, value))
	return NULL_TREE;
    }
  return value;
}

/*
 * Are OPERANDS available in the cold block, and does the hot path have to keep one value
 * at most for them? That one takes the place of the value that is computed from them.
 */
bool
are_at_hand (const sdt_site_blocks &s, const vec<tree> &operands)
{
  tree kept = NULL_TREE;

  for (tree op : operands)
    {
      if (is_gimple_min_invariant (op))
	continue;
      if (TREE_CODE (op) != SSA_NAME || !is_scalar (TREE_TYPE (op))
	  || sdt_is_abnormal (op) || !is_there (s, op))
	return false;
      tree value = what_it_keeps (s, op);
      if (!value || value == kept)
	continue;
      if (kept)
	return false;
      kept = value;
    }
  return true;
}

/*
 * Does the cold block only pass VALUE on? It must not dereference a pointer that it has
 * read again: the hot path may have found it valid, and another CPU has changed it since.
 */
bool
is_passed_on (const sdt_site_blocks &s, tree value)
{
  imm_use_iterator it;
  use_operand_p use;

  FOR_EACH_IMM_USE_FAST (use, it, value)
    {
      gimple *stmt = USE_STMT (use);

      if (!is_gimple_debug (stmt)
	  && bitmap_bit_p (s.region, gimple_bb (stmt)->index)
	  && !(is_gimple_call (stmt) && gimple_call_fndecl (stmt) == sdt_fire_decl))
	return false;
    }
  return true;
}

/*
 * The following return the statements that compute VALUE or PHI as RESULT in the cold
 * block; none if that is impossible or would cost more than it saves.
 */

gimple_seq
reread (const sdt_site_blocks &s, tree value, tree result)
{
  gimple_seq seq = NULL;
  tree place;

  if ((POINTER_TYPE_P (TREE_TYPE (value)) && !is_passed_on (s, value))
      || !(place = place_of (s, value)))
    return NULL;
  gassign *load = gimple_build_assign (result, volatile_ref (place));
  gimple_set_vuse (load, memory_at (s.cold));
  gimple_seq_add_stmt (&seq, load);
  return seq;
}

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

  if (gimple_seq seq = reread (s, value, result))
    return seq;
  if (!is_scalar (TREE_TYPE (value)) || !is_for_probes (s, value))
    return NULL;
  if (!phi)
    return repeat (s, def, result);
  tree wide = wider_value (s, phi);
  return wide ? narrow_down (wide, result) : choose (s, phi, result);
}

/*
 * Computes in the site's cold block what the hot path does not use after the site.
 * Collects in DATA the values that are not used there any more.
 */
void
compute_values (const sdt_site_blocks &s, void *data)
{
  bitmap replaced = (bitmap) data;
  auto_vec<tree> values;

  sdt_find_inputs (s, &values);
  for (tree value : values)
    if (!sdt_is_abnormal (value) && !sdt_is_live_after (s, value))
      {
	tree result = make_ssa_name (TREE_TYPE (value));

	if (gimple_seq seq = computation (s, value, result))
	  {
	    gimple_stmt_iterator gsi = gsi_after_labels (s.cold);

	    sdt_replace_in_region (s, value, result);
	    gsi_insert_seq_before (&gsi, seq, GSI_SAME_STMT);
	    bitmap_set_bit (replaced, SSA_NAME_VERSION (value));
	  }
	else
	  release_ssa_name (result);
      }
}

} /* anonymous namespace */

/* What is removed may have been the last use of something else on the hot path.  */
unsigned int
sdt_run_rematerialize (function *fun)
{
  bool found = false;

  if (!loops_for_fn (fun))
    return 0;
  for (unsigned i = 0; i < max_depth; i++)
    {
      auto_bitmap replaced;

      sdt_for_each_site (fun, compute_values, replaced);
      if (bitmap_empty_p (replaced))
	break;
      simple_dce_from_worklist (replaced);
      found = true;
    }
  return found ? TODO_cleanup_cfg : 0;
}
