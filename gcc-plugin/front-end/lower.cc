/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * lower.cc - lower a probe to the code that the optimizers get
 *
 * A probe becomes
 *
 *	asm goto ("" : : "i" (mark) : : cold);
 *	goto done;
 *   cold:				the arguments are evaluated here
 *	__sdt_fire (spot, arg, ...);
 *   done:
 *
 * and DTRACE_PROBE_ENABLED the same with an assignment in the cold block.
 *
 * The asm statement is empty, and "inline", so that it has no weight when GCC
 * considers inlining; place.cc fills it in when all copies are made.  Until then
 * a constant operand says which spot it belongs to.
 *
 * __sdt_fire() does not exist; its declaration says what will be done there.  It
 * may read all memory that other code can reach, so earlier stores are done; it
 * writes none ("pure"), so what is known of memory before a probe still holds
 * after it; and it must not be removed ("looping").  calls.cc replaces it by the
 * real call.
 */

#include "front-end/front_end_internal.h"
#include "asm_mark.h"
#include "tree.h"
#include "stringpool.h"
#include "tree-iterator.h"
#include "fold-const.h"

tree sdt_fire_decl;

/* The whole construct around the statement COLD.  */
static tree
build_site (location_t loc, unsigned spot, tree cold)
{
  tree stmts = alloc_stmt_list ();
  tree cold_label = create_artificial_label (loc);
  tree done_label = create_artificial_label (loc);
  tree jump = build5_loc (loc, ASM_EXPR, void_type_node, build_string (1, ""),
			  NULL_TREE, sdt_build_mark (SDT_MARK_JUMP, spot),
			  NULL_TREE, build_tree_list (NULL_TREE, cold_label));

  ASM_VOLATILE_P (jump) = 1;
  ASM_INLINE_P (jump) = 1;
  TREE_SIDE_EFFECTS (jump) = 1;
  DECL_ATTRIBUTES (cold_label) = tree_cons (get_identifier ("cold"), NULL_TREE,
					    DECL_ATTRIBUTES (cold_label));
  TREE_USED (cold_label) = 1;
  append_to_statement_list (jump, &stmts);
  append_to_statement_list (build1_loc (loc, GOTO_EXPR, void_type_node,
					done_label), &stmts);
  append_to_statement_list (build1_loc (loc, LABEL_EXPR, void_type_node,
					cold_label), &stmts);
  append_to_statement_list (cold, &stmts);
  /* GCC warns about statements that fall through to a case label, as the call would.  */
  append_to_statement_list (build1_loc (loc, GOTO_EXPR, void_type_node,
					done_label), &stmts);
  append_to_statement_list (build1_loc (loc, LABEL_EXPR, void_type_node,
					done_label), &stmts);
  return stmts;
}

static void
declare_fire (void)
{
  tree type = build_varargs_function_type_list (void_type_node,
						unsigned_type_node, NULL_TREE);

  sdt_fire_decl = build_fn_decl ("__sdt_fire", type);
  DECL_ARTIFICIAL (sdt_fire_decl) = 1;
  TREE_NOTHROW (sdt_fire_decl) = 1;
  DECL_PURE_P (sdt_fire_decl) = 1;
  DECL_LOOPING_CONST_OR_PURE_P (sdt_fire_decl) = 1;
  DECL_ATTRIBUTES (sdt_fire_decl)
    = tree_cons (get_identifier ("leaf"), NULL_TREE, NULL_TREE);
}

/* The code of a probe with the given values, each of its argument's type.  */
tree
sdt_lower_probe (location_t loc, unsigned spot, const tree *values,
		 unsigned nr_values)
{
  tree args[1 + SDT_MAX_ARGS];

  if (!sdt_fire_decl)
    declare_fire ();
  args[0] = build_int_cst (unsigned_type_node, spot);
  for (unsigned i = 0; i < nr_values; i++)
    args[1 + i] = values[i];
  return build_site (loc, spot,
		     build_call_expr_loc_array (loc, sdt_fire_decl,
						1 + nr_values, args));
}

/* The code that sets the variable RESULT where the probe is enabled.  */
tree
sdt_lower_enabled (location_t loc, unsigned spot, tree result)
{
  return build_site (loc, spot,
		     build2_loc (loc, MODIFY_EXPR, TREE_TYPE (result), result,
				 fold_convert (TREE_TYPE (result),
					       boolean_true_node)));
}
