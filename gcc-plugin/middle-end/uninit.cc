/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * uninit.cc - warn about uninitialized variables that only a probe reads
 *
 * GCC's -Wuninitialized is about code that is always executed, which a cold block is not.
 * For what it reads GCC would give at most -Wmaybe-uninitialized, which the kernel turns
 * off.  So, right after GCC's own pass, this one looks at the code that is always
 * executed while a probe is enabled.
 */

#include "middle-end/middle_end.h"
#include "middle-end/site_blocks.h"
#include "tree.h"
#include "gimple.h"
#include "diagnostic-core.h"
#include "basic-block.h"
#include "dominance.h"
#include "gimple-iterator.h"
#include "ssa.h"
#include "tree-ssa-alias.h"
#include "tree-ssa.h"

/* Warns, once for each variable, that STMT uses WHAT, VAR or a part of it.  */
static void
warn (const gimple *stmt, tree what, tree var)
{
  auto_diagnostic_group group;

  if (warning_suppressed_p (var, OPT_Wuninitialized)
      || !warning_at (gimple_location (stmt), OPT_Wuninitialized,
		      "%qE is used uninitialized", what))
    return;
  suppress_warning (var, OPT_Wuninitialized);
  inform (DECL_SOURCE_LOCATION (var), "%qD was declared here", var);
}

static void
check_use (const gimple *stmt, tree use)
{
  tree var = SSA_NAME_VAR (use);

  if (var && VAR_P (var) && ssa_undefined_value_p (use, false))
    warn (stmt, var, var);
}

/*
 * For walk_aliased_vdefs: does the statement that defines VDEF give a value? What
 * -ftrivial-auto-var-init adds and the end of a variable's life do not.
 */
static bool
is_write (ao_ref *, tree vdef, void *found)
{
  gimple *stmt = SSA_NAME_DEF_STMT (vdef);
  bool *result = (bool *) found;

  *result = !gimple_clobber_p (stmt)
	    && !gimple_call_internal_p (stmt, IFN_DEFERRED_INIT);
  return *result;
}

/* Warns if STMT reads a part of a local variable to which nothing was written.  */
static void
check_load (gimple *stmt)
{
  tree rhs, var;
  ao_ref ref;
  bool written = false;

  if (!gimple_assign_load_p (stmt) || !gimple_vuse (stmt))
    return;
  rhs = gimple_assign_rhs1 (stmt);
  var = get_base_address (rhs);
  if (!var || !VAR_P (var) || !auto_var_in_fn_p (var, current_function_decl)
      || DECL_HARD_REGISTER (var) || TREE_THIS_VOLATILE (rhs))
    return;
  ao_ref_init (&ref, rhs);
  if (walk_aliased_vdefs (&ref, gimple_vuse (stmt), is_write, &written, NULL, NULL,
			  100) >= 0
      && !written)
    warn (stmt, rhs, var);
}

static void
check_block (basic_block bb)
{
  for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
    {
      gimple *stmt = gsi_stmt (i);
      use_operand_p use;
      ssa_op_iter op;

      /* With -g, one may refer to the value that -ftrivial-auto-var-init gives.  */
      if (is_gimple_debug (stmt))
	continue;
      FOR_EACH_SSA_USE_OPERAND (use, stmt, op, SSA_OP_USE)
	check_use (stmt, USE_FROM_PTR (use));
      check_load (stmt);
    }
}

/* A pass, see passes.cc.  */
unsigned int
sdt_run_uninit (function *fun)
{
  basic_block bb, start;

  if (!warn_uninitialized)
    return 0;
  calculate_dominance_info (CDI_POST_DOMINATORS);
  start = single_succ (ENTRY_BLOCK_PTR_FOR_FN (fun));
  FOR_EACH_BB_FN (bb, fun)
    {
      edge cold = sdt_cold_edge (bb);

      if (!cold || !dominated_by_p (CDI_POST_DOMINATORS, start, bb))
	continue;
      /* What is executed after the cold block on every path, up to the hot path.  */
      for (basic_block b = cold->dest;
	   b && b != EXIT_BLOCK_PTR_FOR_FN (fun)
	   && !dominated_by_p (CDI_POST_DOMINATORS, bb, b);
	   b = get_immediate_dominator (CDI_POST_DOMINATORS, b))
	check_block (b);
    }
  free_dominance_info (CDI_POST_DOMINATORS);
  return 0;
}
