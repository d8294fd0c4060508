/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * induction.cc - keep a loop from getting an induction variable for an argument
 *
 * If a cold block in a loop multiplies by the loop's variable, GCC's strength reduction
 * would add to another variable in each iteration instead, on the hot path.  This pass
 * hides the product from it by an operation without effect.
 */

#include "middle-end/middle_end.h"
#include "middle-end/site_blocks.h"
#include "tree.h"
#include "gimple.h"
#include "basic-block.h"
#include "bitmap.h"
#include "cfgloop.h"
#include "gimple-iterator.h"
#include "ssa.h"

namespace {

/*
 * PAREN_EXPR keeps floating-point operations in order; other types it leaves alone. GCC
 * does not look through it for induction variables.
 */
void
hide_product (gimple_stmt_iterator *gsi, gimple *product)
{
  tree factor = gimple_assign_rhs1 (product);
  tree hidden = make_ssa_name (TREE_TYPE (factor));

  gsi_insert_before (gsi, gimple_build_assign (hidden, PAREN_EXPR, factor),
		     GSI_SAME_STMT);
  gimple_assign_set_rhs1 (product, hidden);
  update_stmt (product);
}

/* Is STMT a product of two variables?  */
bool
is_product (gimple *stmt)
{
  return is_gimple_assign (stmt) && gimple_assign_rhs_code (stmt) == MULT_EXPR
	 && INTEGRAL_TYPE_P (TREE_TYPE (gimple_assign_lhs (stmt)))
	 && TREE_CODE (gimple_assign_rhs1 (stmt)) == SSA_NAME
	 && TREE_CODE (gimple_assign_rhs2 (stmt)) == SSA_NAME;
}

} /* anonymous namespace */

unsigned int
sdt_run_induction (function *fun)
{
  auto_bitmap cold;
  bitmap_iterator bi;
  unsigned i;

  if (number_of_loops (fun) <= 1)
    return 0;
  sdt_find_cold_blocks (fun, cold);
  EXECUTE_IF_SET_IN_BITMAP (cold, 0, i, bi)
    {
      basic_block bb = BASIC_BLOCK_FOR_FN (fun, i);

      if (!loop_outer (bb->loop_father))
	continue;
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	   gsi_next (&gsi))
	if (is_product (gsi_stmt (gsi)))
	  hide_product (&gsi, gsi_stmt (gsi));
    }
  return 0;
}
