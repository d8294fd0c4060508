/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * rematerialize.cc - read again in a cold block what the hot path does not keep
 *
 * GCC knows that memory still holds what the hot path has just loaded or stored, and
 * would pass that value to an argument.  If the hot path has no more use for it, the
 * value would need a register up to the cold block, and an addition to memory could not
 * be a single instruction.  So, late in the optimizers, this pass has the cold block read
 * the value from memory.  The read is volatile, so that no later pass replaces it.
 */

#include "middle-end/middle_end.h"
#include "middle-end/site_blocks.h"
#include "tree.h"
#include "gimple.h"
#include "basic-block.h"
#include "cfgloop.h"
#include "gimple-iterator.h"
#include "ssa.h"
#include "tree-phinodes.h"
#include "gimplify.h"
#include "alias.h"
#include "fold-const.h"

namespace {

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
is_simple (const sdt_site_blocks &s, tree ref)
{
  while (handled_component_p (ref))
    {
      if (TREE_CODE (ref) != COMPONENT_REF || TREE_OPERAND (ref, 2))
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

/* The place that holds VALUE when memory is in the state MEMORY at site S, or null.  */
tree
place_of (const sdt_site_blocks &s, tree value, tree memory)
{
  gimple *def = SSA_NAME_DEF_STMT (value);
  imm_use_iterator it;
  use_operand_p use;

  if (gimple_assign_load_p (def) && gimple_vuse (def) == memory
      && !gimple_has_volatile_ops (def)
      && is_simple (s, gimple_assign_rhs1 (def)))
    return gimple_assign_rhs1 (def);
  FOR_EACH_IMM_USE_FAST (use, it, value)
    {
      gimple *stmt = USE_STMT (use);

      if (gimple_vdef (stmt) == memory && gimple_assign_single_p (stmt)
	  && gimple_assign_rhs1 (stmt) == value
	  && !gimple_has_volatile_ops (stmt)
	  && is_simple (s, gimple_assign_lhs (stmt)))
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

/*
 * Reads VALUE from PLACE at the start of the cold block, where memory is in the state
 * MEMORY.
 */
void
reread (const sdt_site_blocks &s, tree value, tree place, tree memory)
{
  tree again = make_ssa_name (TREE_TYPE (value));
  gimple_stmt_iterator gsi = gsi_after_labels (s.cold);
  gassign *load;

  sdt_replace_in_region (s, value, again);
  load = gimple_build_assign (again, volatile_ref (place));
  gimple_set_vuse (load, memory);
  gsi_insert_before (&gsi, load, GSI_SAME_STMT);
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

void
reread_values (const sdt_site_blocks &s, void *)
{
  tree memory = memory_at (s.cold);
  auto_vec<tree> values;

  if (!memory)
    return;
  sdt_find_inputs (s, &values);
  for (tree value : values)
    if (!sdt_is_abnormal (value) && !sdt_is_live_after (s, value))
      if (tree place = place_of (s, value, memory))
	reread (s, value, place, memory);
}

} /* anonymous namespace */

unsigned int
sdt_run_rematerialize (function *fun)
{
  if (loops_for_fn (fun))
    sdt_for_each_site (fun, reread_values, NULL);
  return 0;
}
