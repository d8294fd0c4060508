/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * asm_mark.cc - the plugin's asm statements, and how they are recognized
 *
 * The first input of each statement is a constant that no author writes: it says what
 * the statement is, and has the number of its spot or its call.  The constant stays with
 * the statement through all optimizations.
 */

#include "asm_mark.h"
#include "tree.h"
#include "gimple.h"
#include "rtl.h"

/* An input operand of an asm statement, before CHAIN.  */
tree
sdt_build_operand (const char *constraint, tree value, tree chain)
{
  tree str = build_string (strlen (constraint) + 1, constraint);

  return tree_cons (build_tree_list (NULL_TREE, str), value, chain);
}

tree
sdt_build_mark (HOST_WIDE_INT mark, unsigned number)
{
  return sdt_build_operand ("i", build_int_cst (long_long_integer_type_node,
						mark | number), NULL_TREE);
}

/* Is STMT the jump of a site?  */
bool
sdt_is_jump (const gimple *stmt)
{
  const gasm *g = dyn_cast <const gasm *> (stmt);

  if (!g || gimple_asm_nlabels (g) != 1 || gimple_asm_ninputs (g) == 0)
    return false;
  tree mark = TREE_VALUE (gimple_asm_input_op (g, 0));
  return tree_fits_shwi_p (mark)
	 && (tree_to_shwi (mark) & SDT_MARK_MASK) == SDT_MARK_JUMP;
}

/*
 * The ASM_OPERANDS of INSN if it is one of ours, else null. *MARK becomes its kind,
 * *NUMBER its spot or its call.
 */
rtx
sdt_marked_operands (rtx_insn *insn, HOST_WIDE_INT *mark, unsigned *number)
{
  rtx x = NONDEBUG_INSN_P (insn) ? extract_asm_operands (PATTERN (insn)) : NULL;
  rtx in = x && ASM_OPERANDS_INPUT_LENGTH (x) ? ASM_OPERANDS_INPUT (x, 0) : NULL;

  if (!in || !CONST_INT_P (in))
    return NULL;
  *mark = INTVAL (in) & SDT_MARK_MASK;
  *number = INTVAL (in) & ~SDT_MARK_MASK;
  return *mark == SDT_MARK_JUMP || *mark == SDT_MARK_FIRE
	 || *mark == SDT_MARK_CALL ? x : NULL;
}
