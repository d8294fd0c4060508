/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * uninit.cc - warns of variables without a value that only a probe reads
 *
 * GCC's -Wuninitialized is about what is always executed, and a cold block is not:
 * what it reads would get no more than -Wmaybe-uninitialized, which the kernel
 * turns off.  Whoever enables the probe does execute it.  So, right after GCC's own
 * pass, this one looks at what is always executed while a probe is enabled.
 */

#include "sdt_plugin.h"
#include "basic-block.h"
#include "cfg.h"
#include "dominance.h"
#include "gimple-iterator.h"
#include "ssa.h"
#include "tree-ssa.h"

static void
check_use (const gimple *stmt, tree use)
{
  tree var = SSA_NAME_VAR (use);
  auto_diagnostic_group group;

  if (!var || !VAR_P (var) || !ssa_undefined_value_p (use, false)
      || warning_suppressed_p (var, OPT_Wuninitialized)
      || !warning_at (gimple_location (stmt), OPT_Wuninitialized,
		      "%qD is used uninitialized", var))
    return;
  suppress_warning (var, OPT_Wuninitialized);
  inform (DECL_SOURCE_LOCATION (var), "%qD was declared here", var);
}

static void
check_block (basic_block bb)
{
  for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
    {
      gimple *stmt = gsi_stmt (i);
      use_operand_p use;
      ssa_op_iter op;

      FOR_EACH_SSA_USE_OPERAND (use, stmt, op, SSA_OP_USE)
	check_use (stmt, USE_FROM_PTR (use));
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
      /* What is behind the cold block on every way, up to the hot path.  */
      for (basic_block b = cold->dest;
	   b && b != EXIT_BLOCK_PTR_FOR_FN (fun)
	   && !dominated_by_p (CDI_POST_DOMINATORS, bb, b);
	   b = get_immediate_dominator (CDI_POST_DOMINATORS, b))
	check_block (b);
    }
  free_dominance_info (CDI_POST_DOMINATORS);
  return 0;
}
