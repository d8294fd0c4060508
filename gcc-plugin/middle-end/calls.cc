/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * calls.cc - makes calls in cold blocks that disturb no register
 *
 * A call clobbers registers, so what is live across it moves to call-saved ones,
 * which the hot path must then push and pop.  So, when the optimizers are done,
 * the calls in cold blocks become asm statements that keep all registers:
 *
 *	asm volatile ("" : : "i" (mark), "rm" (arg), ... : "memory");
 *
 * replaces __sdt_fire (), and
 *
 *	asm volatile ("" : "=r" (result)
 *		      : "i" (mark), "i" (function), "rm" (arg), ... : "memory");
 *
 * a call in an argument.  GCC may leave each operand where it is: in any register, in
 * memory or as a constant.  An address in the frame becomes an operand in memory.
 * A statement takes only so many operands: the last arguments of a long list are stored
 * in a variable before, which is one operand.  place.cc fills in the statements.
 */

#include "middle-end/middle_end.h"
#include "arch/arch.h"
#include "asm_mark.h"
#include "front-end/front_end.h"
#include "middle-end/address_regs.h"
#include "middle-end/site_blocks.h"
#include "tree.h"
#include "gimple.h"
#include "tree-pass.h"
#include "basic-block.h"
#include "bitmap.h"
#include "gimple-iterator.h"
#include "tree-cfg.h"
#include "ssa.h"
#include "tree-into-ssa.h"
#include "tree-dfa.h"
#include "fold-const.h"
#include "gimple-expr.h"
#include "gimple-fold.h"
#include "stor-layout.h"
#include "stringpool.h"
#include "attribs.h"

static auto_vec<sdt_call> calls;

const struct sdt_call *
sdt_get_call (unsigned call)
{
  return &calls[call];
}

namespace {

/* ---- operands -------------------------------------------------------- */

/* Does a value of TYPE fit a general register?  */
bool
fits_register (tree type)
{
  return (INTEGRAL_TYPE_P (type) || POINTER_TYPE_P (type))
	 && TYPE_PRECISION (type) <= 64;
}

/* The value that VALUE has all its bits from, through any conversions.  */
tree
unconverted (tree value)
{
  tree from = value;

  while (TREE_CODE (from) == SSA_NAME
	 && is_gimple_assign (SSA_NAME_DEF_STMT (from)))
    {
      gimple *def = SSA_NAME_DEF_STMT (from);
      tree rhs = gimple_assign_rhs1 (def);

      if (!gimple_assign_single_p (def) && !gimple_assign_cast_p (def))
	break;
      if (!fits_register (TREE_TYPE (rhs))
	  || TYPE_PRECISION (TREE_TYPE (rhs)) < TYPE_PRECISION (TREE_TYPE (value)))
	break;
      from = rhs;
    }
  return from;
}

/*
 * The memory at the address VALUE if that is in the frame, else null. To GCC such an
 * address is no constant: as a value it needs a register, and many arguments may need
 * too many.
 */
tree
frame_memory (tree value)
{
  tree address = unconverted (value), base;
  poly_int64 offset, addend = 0;

  while (TREE_CODE (address) == SSA_NAME
	 && TYPE_PRECISION (TREE_TYPE (address)) == 64)
    {
      gassign *sum = dyn_cast <gassign *> (SSA_NAME_DEF_STMT (address));

      if (!sum || (gimple_assign_rhs_code (sum) != PLUS_EXPR
		   && gimple_assign_rhs_code (sum) != POINTER_PLUS_EXPR)
	  || !cst_and_fits_in_hwi (gimple_assign_rhs2 (sum)))
	break;
      addend += int_cst_value (gimple_assign_rhs2 (sum));
      address = unconverted (gimple_assign_rhs1 (sum));
    }
  if (TREE_CODE (address) != ADDR_EXPR)
    return NULL_TREE;
  base = get_addr_base_and_unit_offset (TREE_OPERAND (address, 0), &offset);
  if (!base || !auto_var_p (base))
    return NULL_TREE;
  return build2 (MEM_REF, char_type_node, build_fold_addr_expr (base),
		 build_int_cst (ptr_type_node, offset + addend));
}

/* An asm statement that replaces a call.  */
struct replacement
{
  replacement (gimple_stmt_iterator *at, bitmap cold_blocks)
    : gsi (at), cold (cold_blocks) {}

  gimple_stmt_iterator *gsi;		/* the call */
  bitmap cold;				/* the function's cold blocks */
  vec<tree, va_gc> *inputs = NULL;
  sdt_address_regs regs;		/* that inputs in memory take */
};

/* A copy of VALUE, made before the statement at GSI, that GCC knows nothing of.  */
tree
hide (gimple_stmt_iterator *gsi, tree value)
{
  vec<tree, va_gc> *inputs = NULL, *outputs = NULL;
  tree copy = make_ssa_name (TREE_TYPE (value));

  vec_safe_push (inputs, sdt_build_operand ("0", value, NULL_TREE));
  vec_safe_push (outputs, sdt_build_operand ("=r", copy, NULL_TREE));
  gasm *g = gimple_build_asm_vec ("", inputs, outputs, NULL, NULL);
  gimple_asm_set_inline (g, true);
  SSA_NAME_DEF_STMT (copy) = g;
  gsi_insert_before (gsi, g, GSI_SAME_STMT);
  return copy;
}

/*
 * Makes VALUE an input of R with CONSTRAINT, which allows memory. Where there are no
 * registers for the address of that memory, the value is loaded before.
 */
void
add_input (replacement &r, const char *constraint, tree value)
{
  gassign *load = sdt_find_load (gsi_bb (*r.gsi), r.cold, value);

  if (load && !sdt_take_address_regs (&r.regs, load))
    value = hide (r.gsi, value);
  vec_safe_push (r.inputs, sdt_build_operand (constraint, value, NULL_TREE));
}

void
add_value (replacement &r, tree value)
{
  tree memory = frame_memory (value);

  if (memory)
    vec_safe_push (r.inputs,
		   sdt_build_operand (sdt_address_constraint, memory, NULL_TREE));
  else
    add_input (r, sdt_value_constraint (TYPE_PRECISION (TREE_TYPE (value))), value);
}

/*
 * A variable of NR words in the frame, whatever its size. It is a structure, because
 * functions with an array get a stack protector.
 */
tree
make_words (unsigned nr)
{
  tree type = make_node (RECORD_TYPE), fields = NULL_TREE;

  for (unsigned i = 0; i < nr; i++)
    {
      tree field = build_decl (UNKNOWN_LOCATION, FIELD_DECL, NULL_TREE,
			       long_unsigned_type_node);
      DECL_CHAIN (field) = fields;
      fields = field;
    }
  finish_builtin_struct (type, "__sdt_words", fields, NULL_TREE);
  SET_TYPE_MODE (type, BLKmode);
  return create_tmp_var (type, "__sdt_words");
}

/*
 * Makes the last arguments of CALL, from FIRST on, one input of R, in memory. Its
 * constraint also allows registers: with memory alone, functions would get a stack
 * protector. Returns the variable.
 */
tree
add_words (replacement &r, gcall *call, unsigned first)
{
  tree words = make_words (gimple_call_num_args (call) - first);
  tree field = TYPE_FIELDS (TREE_TYPE (words));
  gimple_seq seq = NULL;

  for (unsigned i = first; i < gimple_call_num_args (call); i++)
    {
      tree word = gimple_convert (&seq, long_unsigned_type_node,
				  gimple_call_arg (call, i));
      tree to = build3 (COMPONENT_REF, TREE_TYPE (field), words, field, NULL_TREE);

      gimple_seq_add_stmt (&seq, gimple_build_assign (to, word));
      field = DECL_CHAIN (field);
    }
  gsi_insert_seq_before (r.gsi, seq, GSI_SAME_STMT);
  vec_safe_push (r.inputs, sdt_build_operand ("rm", words, NULL_TREE));
  return words;
}

/* Says behind the statement at GSI that VARIABLE ends, so that others can have its place.  */
void
end_variable (gimple_stmt_iterator *gsi, tree variable)
{
  tree clobber = build_clobber (TREE_TYPE (variable));

  gsi_insert_after (gsi, gimple_build_assign (variable, clobber), GSI_SAME_STMT);
}

/*
 * If functions keep a frame pointer for unwinding, an asm statement that calls must use
 * the frame, or it could be placed before the frame is set up. If they do not, that
 * would cost a frame.
 */
tree
frame_operand (gimple_stmt_iterator *gsi)
{
  tree frame = make_ssa_name (ptr_type_node);
  gcall *call
    = gimple_build_call (builtin_decl_explicit (BUILT_IN_FRAME_ADDRESS), 1,
			 integer_zero_node);

  gimple_call_set_lhs (call, frame);
  gsi_insert_before (gsi, call, GSI_SAME_STMT);
  return sdt_build_operand ("r", frame, NULL_TREE);
}

/* ---- statements ------------------------------------------------------ */

/* Replaces the statement at GSI by an asm statement of ours.  */
gasm *
put_asm (gimple_stmt_iterator *gsi, vec<tree, va_gc> *inputs,
	 vec<tree, va_gc> *outputs, vec<tree, va_gc> *clobbers,
	 vec<tree, va_gc> *labels)
{
  gasm *g = gimple_build_asm_vec ("", inputs, outputs, clobbers, labels);

  gimple_asm_set_volatile (g, true);
  gimple_asm_set_inline (g, true);
  gimple_set_location (g, gimple_location (gsi_stmt (*gsi)));
  gsi_replace (gsi, g, false);
  return g;
}

/* Replaces CALL by R. If CALL has a result, that is an output.  */
void
replace_call (replacement &r, gcall *call)
{
  vec<tree, va_gc> *outputs = NULL, *clobbers = NULL;
  tree lhs = gimple_call_lhs (call);

  if (!flag_omit_frame_pointer)
    vec_safe_push (r.inputs, frame_operand (r.gsi));
  if (lhs)
    vec_safe_push (outputs, sdt_build_operand ("=r", lhs, NULL_TREE));
  vec_safe_push (clobbers,
		 build_tree_list (NULL_TREE,
				  build_string (sizeof ("memory"), "memory")));
  gimple_call_set_lhs (call, NULL_TREE);
  gasm *g = put_asm (r.gsi, r.inputs, outputs, clobbers, NULL);
  if (lhs)
    SSA_NAME_DEF_STMT (lhs) = g;
}

bool
is_fire (const gcall *call)
{
  return sdt_fire_decl && gimple_call_fndecl (call) == sdt_fire_decl;
}

void
replace_fire (gimple_stmt_iterator *gsi, gcall *call, bitmap cold)
{
  replacement r (gsi, cold);
  unsigned nr_args = gimple_call_num_args (call) - 1;
  unsigned nr_operands = sdt_nr_operands (nr_args);
  tree words = NULL_TREE;

  vec_safe_push (r.inputs, sdt_build_mark (SDT_MARK_FIRE,
					   tree_to_uhwi (gimple_call_arg (call, 0))));
  for (unsigned i = 1; i <= nr_operands; i++)
    add_value (r, gimple_call_arg (call, i));
  if (nr_operands < nr_args)
    words = add_words (r, call, 1 + nr_operands);
  replace_call (r, call);
  if (words)
    end_variable (gsi, words);
}

/*
 * GCC may expand a builtin function inline. Of those that an argument is likely to use,
 * these are always worth a call.
 */
bool
is_worth_a_call (tree fndecl)
{
  if (!fndecl || !fndecl_built_in_p (fndecl))
    return true;
  if (!fndecl_built_in_p (fndecl, BUILT_IN_NORMAL))
    return false;
  switch (DECL_FUNCTION_CODE (fndecl))
    {
    case BUILT_IN_STRLEN:
    case BUILT_IN_STRNLEN:
    case BUILT_IN_STRCMP:
    case BUILT_IN_STRNCMP:
    case BUILT_IN_STRCHR:
    case BUILT_IN_STRRCHR:
    case BUILT_IN_STRSTR:
    case BUILT_IN_MEMCMP:
      return true;
    default:
      return false;
    }
}

/* Can CALL be made by an asm statement?  */
bool
is_replaceable (gcall *call)
{
  tree fndecl = gimple_call_fndecl (call);
  tree type = gimple_call_fntype (call);
  tree lhs = gimple_call_lhs (call);

  if (gimple_call_internal_p (call) || !is_worth_a_call (fndecl)
      || gimple_call_chain (call) || gimple_call_va_arg_pack_p (call)
      || gimple_call_tail_p (call) || gimple_call_must_tail_p (call)
      || stmt_ends_bb_p (call)
      || (gimple_call_flags (call) & (ECF_NORETURN | ECF_RETURNS_TWICE)))
    return false;
  /* Their authors want to know whether such calls remain.  */
  if (fndecl && (lookup_attribute ("error", DECL_ATTRIBUTES (fndecl))
		 || lookup_attribute ("warning", DECL_ATTRIBUTES (fndecl))))
    return false;
  if (!type || !prototype_p (type) || stdarg_p (type)
      || !(VOID_TYPE_P (TREE_TYPE (type)) || fits_register (TREE_TYPE (type))))
    return false;
  if (lhs && (TREE_CODE (lhs) != SSA_NAME || !fits_register (TREE_TYPE (lhs))))
    return false;
  for (unsigned i = 0; i < gimple_call_num_args (call); i++)
    if (!fits_register (TREE_TYPE (gimple_call_arg (call, i))))
      return false;
  return sdt_can_keep_registers (type, gimple_call_num_args (call));
}

void
replace_other (gimple_stmt_iterator *gsi, gcall *call, bitmap cold)
{
  replacement r (gsi, cold);
  tree fn = gimple_call_fn (call);
  struct sdt_call c = {};

  c.has_result = gimple_call_lhs (call) != NULL_TREE;
  c.is_direct = gimple_call_fndecl (call) != NULL_TREE;
  c.nr_args = gimple_call_num_args (call);
  vec_safe_push (r.inputs, sdt_build_mark (SDT_MARK_CALL, calls.length ()));
  add_input (r, c.is_direct ? "i" : "rm", fn);
  for (unsigned i = 0; i < c.nr_args; i++)
    {
      tree arg = gimple_call_arg (call, i);

      c.args[i].size = tree_to_uhwi (TYPE_SIZE_UNIT (TREE_TYPE (arg)));
      c.args[i].is_signed = !TYPE_UNSIGNED (TREE_TYPE (arg));
      add_value (r, arg);
    }
  calls.safe_push (c);
  replace_call (r, call);
}

/* ---- frames ---------------------------------------------------------- */

bool
has_call (basic_block bb)
{
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    if (is_gimple_call (gsi_stmt (gsi))
	&& !gimple_call_internal_p (gsi_stmt (gsi)))
      return true;
  return false;
}

/*
 * A function without other calls needs a frame only in cold blocks, and GCC would set
 * it up there. But if frames are wanted, it has one without probes. So its jumps use
 * the frame, too. Returns whether they do.
 */
bool
keep_frame (function *fun, bitmap cold)
{
  bool found = false;
  basic_block bb;

  FOR_EACH_BB_FN (bb, fun)
    if (!bitmap_bit_p (cold, bb->index) && has_call (bb))
      return false;
  FOR_EACH_BB_FN (bb, fun)
    if (sdt_cold_edge (bb))
      {
	gimple_stmt_iterator gsi = gsi_last_bb (bb);
	gasm *jump = as_a <gasm *> (gsi_stmt (gsi));
	vec<tree, va_gc> *inputs = NULL, *labels = NULL;

	vec_safe_push (inputs, gimple_asm_input_op (jump, 0));
	vec_safe_push (inputs, frame_operand (&gsi));
	vec_safe_push (labels, gimple_asm_label_op (jump, 0));
	put_asm (&gsi, inputs, NULL, NULL, labels);
	found = true;
      }
  return found;
}

/* ---- the pass -------------------------------------------------------- */

/* Replaces the calls in BB: all if it is one of COLD, else __sdt_fire () only.  */
bool
replace_calls (basic_block bb, bitmap cold)
{
  bool all = bitmap_bit_p (cold, bb->index);
  bool found = false;

  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      gcall *call = dyn_cast <gcall *> (gsi_stmt (gsi));

      if (!call)
	continue;
      if (is_fire (call))
	replace_fire (&gsi, call, cold);
      else if (all && is_replaceable (call))
	replace_other (&gsi, call, cold);
      else
	continue;
      found = true;
    }
  return found;
}

} /* anonymous namespace */

unsigned int
sdt_run_calls (function *fun)
{
  auto_bitmap cold;
  basic_block bb;
  bool found = false;

  sdt_find_cold_blocks (fun, cold);
  if (!flag_omit_frame_pointer)
    found = keep_frame (fun, cold);
  FOR_EACH_BB_FN (bb, fun)
    found |= replace_calls (bb, cold);
  if (!found)
    return 0;
  /*
   * The new statements have no virtual operands yet. Unlike the pure call, each counts
   * as one that writes memory.
   */
  mark_virtual_operands_for_renaming (fun);
  return TODO_update_ssa_only_virtuals;
}
