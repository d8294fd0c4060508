/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * lower.cc - a probe as GCC's optimizers see it
 *
 * A probe becomes
 *
 *	asm goto ("" : : "i" (jump) : : cold);
 *	goto done;
 *   cold:				the arguments are evaluated here
 *	asm volatile ("" : : "i" (call), "rme" (arg), ... : "memory");
 *   done:
 *
 * and DTRACE_PROBE_ENABLED the same with an assignment in the cold block.
 *
 * Both asm statements are empty, and "inline", so that they count for nothing
 * when GCC weighs a function for inlining; place.cc fills them in when all
 * copies are made.  Until then a constant operand says which spot they belong
 * to.  Why asm and no call: a call clobbers registers, and what lives across
 * it moves to call-saved ones, which the hot path must then push and pop.
 * This call preserves all registers, and GCC may leave each argument where it
 * is: in any register, in memory or as a constant.
 */

#include "sdt_plugin.h"
#include "context.h"
#include "tree-pass.h"
#include "basic-block.h"
#include "cfg.h"
#include "dominance.h"
#include "gimple-iterator.h"
#include "gimplify.h"
#include "stringpool.h"
#include "attribs.h"
#include "tree-iterator.h"
#include "fold-const.h"

/* The first operand of our asm statements, by which they are known: three
   letters, the kind, the spot.  */
#define MARK_JUMP	((HOST_WIDE_INT) 0x5344544a << 32)	/* SDTJ */
#define MARK_CALL	((HOST_WIDE_INT) 0x53445443 << 32)	/* SDTC */
#define MARK_MASK	((HOST_WIDE_INT) ~0U << 32)

static tree
build_operand (const char *constraint, tree value, tree chain)
{
  tree str = build_string (strlen (constraint) + 1, constraint);

  return tree_cons (build_tree_list (NULL_TREE, str), value, chain);
}

static tree
build_mark (HOST_WIDE_INT mark, unsigned spot)
{
  return build_int_cst (long_long_integer_type_node, mark | spot);
}

static tree
build_asm (location_t loc, tree inputs, tree clobbers, tree labels)
{
  tree t = build5_loc (loc, ASM_EXPR, void_type_node, build_string (1, ""),
		       NULL_TREE, inputs, clobbers, labels);

  ASM_VOLATILE_P (t) = 1;
  ASM_INLINE_P (t) = 1;
  TREE_SIDE_EFFECTS (t) = 1;
  return t;
}

/* The whole construct around the statement COLD.  */
static tree
build_site (location_t loc, unsigned spot, tree cold)
{
  tree stmts = alloc_stmt_list ();
  tree cold_label = create_artificial_label (loc);
  tree done_label = create_artificial_label (loc);

  DECL_ATTRIBUTES (cold_label) = tree_cons (get_identifier ("cold"), NULL_TREE,
					    DECL_ATTRIBUTES (cold_label));
  TREE_USED (cold_label) = 1;
  append_to_statement_list
    (build_asm (loc,
		build_operand ("i", build_mark (MARK_JUMP, spot), NULL_TREE),
		NULL_TREE, build_tree_list (NULL_TREE, cold_label)), &stmts);
  append_to_statement_list (build1_loc (loc, GOTO_EXPR, void_type_node,
					done_label), &stmts);
  append_to_statement_list (build1_loc (loc, LABEL_EXPR, void_type_node,
					cold_label), &stmts);
  append_to_statement_list (cold, &stmts);
  append_to_statement_list (build1_loc (loc, LABEL_EXPR, void_type_node,
					done_label), &stmts);
  return stmts;
}

/* Where functions keep a frame pointer so that the stack can be unwound by it,
   an asm statement that calls must use the frame, or it might be placed where
   the frame does not stand yet.  Where they do not, that would cost one.  */
static tree
frame_operand (tree chain)
{
  if (flag_omit_frame_pointer)
    return chain;
  return build_operand
    ("r", build_call_expr (builtin_decl_explicit (BUILT_IN_FRAME_ADDRESS), 1,
			   integer_zero_node), chain);
}

/* The code of a probe with the given values, each of its argument's type.  */
tree
sdt_lower_probe (location_t loc, unsigned spot, const tree *values,
		 unsigned nr_values)
{
  tree memory = build_string (sizeof ("memory"), "memory");
  tree inputs = frame_operand (NULL_TREE);

  for (unsigned i = nr_values; i-- > 0; )
    {
      /* An address as a constant has 64 bits; no other fits it whole.  */
      bool whole = TYPE_PRECISION (TREE_TYPE (values[i])) == 64;

      inputs = build_operand (whole ? "rme" : "rmn", values[i], inputs);
    }
  inputs = build_operand ("i", build_mark (MARK_CALL, spot), inputs);
  return build_site (loc, spot,
		     build_asm (loc, inputs,
				build_tree_list (NULL_TREE, memory),
				NULL_TREE));
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

/* The mark is the first operand.  */
static bool
has_mark (const_rtx x, HOST_WIDE_INT mark, unsigned *spot)
{
  rtx in;

  if (GET_CODE (x) != ASM_OPERANDS || !ASM_OPERANDS_INPUT_LENGTH (x))
    return false;
  in = ASM_OPERANDS_INPUT (x, 0);
  if (!CONST_INT_P (in) || (INTVAL (in) & MARK_MASK) != mark)
    return false;
  *spot = INTVAL (in) & ~MARK_MASK;
  return true;
}

/* Is X the asm statement that jumps to the cold block?  Of which spot?  */
bool
sdt_is_jump (const_rtx x, unsigned *spot)
{
  return has_mark (x, MARK_JUMP, spot) && ASM_OPERANDS_LABEL_LENGTH (x) == 1;
}

/* Is X the asm statement in the cold block that calls?  Of which spot?  */
bool
sdt_is_call (const_rtx x, unsigned *spot)
{
  return has_mark (x, MARK_CALL, spot);
}

/* Does the block end in the former, as a GIMPLE statement?  */
static bool
ends_in_jump (basic_block bb)
{
  gimple_stmt_iterator last = gsi_last_bb (bb);
  const gasm *g
    = gsi_end_p (last) ? NULL : dyn_cast <const gasm *> (gsi_stmt (last));

  if (!g || gimple_asm_nlabels (g) != 1 || gimple_asm_ninputs (g) != 1)
    return false;
  tree value = TREE_VALUE (gimple_asm_input_op (g, 0));
  return tree_fits_shwi_p (value)
	 && (tree_to_shwi (value) & MARK_MASK) == MARK_JUMP;
}

/* "Cold" as an attribute only makes a branch unlikely.  A disabled probe's
   branch is never taken: say so, and the block moves to the function's cold
   part and weighs nothing in register allocation.  */

namespace {

const pass_data cold_pass_data = {
  GIMPLE_PASS,			/* type */
  "sdt_cold",			/* name */
  OPTGROUP_NONE,
  TV_NONE,
  PROP_cfg,			/* properties_required */
  0, 0, 0, 0
};

class cold_pass : public gimple_opt_pass
{
public:
  cold_pass (gcc::context *ctxt) : gimple_opt_pass (cold_pass_data, ctxt) {}
  unsigned int execute (function *) final override;
};

unsigned int
cold_pass::execute (function *fun)
{
  basic_block bb;
  bool found = false;

  FOR_EACH_BB_FN (bb, fun)
    if (ends_in_jump (bb))
      {
	edge e;
	edge_iterator ei;

	FOR_EACH_EDGE (e, ei, bb->succs)
	  if (e->flags & EDGE_FALLTHRU)
	    e->probability = profile_probability::always ();
	  else
	    e->probability = profile_probability::never ();
	found = true;
      }
  if (!found)
    return 0;

  calculate_dominance_info (CDI_DOMINATORS);
  FOR_EACH_BB_FN (bb, fun)
    if (ends_in_jump (bb))
      {
	edge e;
	edge_iterator ei;

	FOR_EACH_EDGE (e, ei, bb->succs)
	  {
	    if ((e->flags & EDGE_FALLTHRU) || !single_pred_p (e->dest))
	      continue;
	    /* What only the cold edge leads to.  */
	    auto_vec<basic_block> cold
	      = get_all_dominated_blocks (CDI_DOMINATORS, e->dest);
	    for (basic_block b : cold)
	      b->count = profile_count::zero ();
	  }
      }
  free_dominance_info (CDI_DOMINATORS);
  return 0;
}

} /* anonymous namespace */

opt_pass *
sdt_make_cold_pass (gcc::context *ctxt)
{
  return new cold_pass (ctxt);
}
