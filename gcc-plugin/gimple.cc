/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gimple.cc - what the plugin says and does between the optimizers
 *
 * Two passes: one tells GCC how cold a cold block is, before anything is laid
 * out or allocated by frequency; one replaces __sdt_fire() when the optimizers
 * are done, by
 *
 *	asm volatile ("" : : "i" (mark), "rme" (arg), ... : "memory");
 *
 * Why asm and no call: a call clobbers registers, and what lives across it
 * moves to call-saved ones, which the hot path must then push and pop.  This
 * call preserves all registers, and GCC may leave each argument where it is: in
 * any register, in memory or as a constant.
 */

#include "sdt_plugin.h"
#include "context.h"
#include "tree-pass.h"
#include "basic-block.h"
#include "cfg.h"
#include "dominance.h"
#include "gimple-iterator.h"
#include "ssa.h"
#include "tree-into-ssa.h"

/* Does the block end in a site's jump?  */
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
	 && (tree_to_shwi (value) & SDT_MARK_MASK) == SDT_MARK_JUMP;
}

/* PLUGIN_OVERRIDE_GATE: a block that is never executed is what partial inlining
   moves to a function of its own; the call would lose its jump.  */
void
sdt_override_gate (void *gcc_data, void *)
{
  bool *gate = (bool *) gcc_data;
  basic_block bb;

  if (!sdt_has_spots () || !*gate || !cfun || !cfun->cfg
      || strcmp (current_pass->name, "fnsplit"))
    return;
  FOR_EACH_BB_FN (bb, cfun)
    if (ends_in_jump (bb))
      *gate = false;
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
  bool gate (function *) final override { return sdt_has_spots (); }
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

/* An argument of __sdt_fire() becomes an operand.  */
tree
fire_operand (tree value)
{
  /* An address as a constant has 64 bits; no other fits it whole.  */
  bool whole = TYPE_PRECISION (TREE_TYPE (value)) == 64;

  return sdt_build_operand (whole ? "rme" : "rmn", value, NULL_TREE);
}

/* Where functions keep a frame pointer so that the stack can be unwound by it,
   an asm statement that calls must use the frame, or it might be placed where
   the frame does not stand yet.  Where they do not, that would cost one.  */
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

void
replace_fire (gimple_stmt_iterator *gsi, gcall *call)
{
  vec<tree, va_gc> *inputs = NULL, *clobbers = NULL;
  unsigned spot = tree_to_uhwi (gimple_call_arg (call, 0));
  gasm *g;

  vec_safe_push (inputs, sdt_build_mark (SDT_MARK_CALL, spot));
  for (unsigned i = 1; i < gimple_call_num_args (call); i++)
    vec_safe_push (inputs, fire_operand (gimple_call_arg (call, i)));
  if (!flag_omit_frame_pointer)
    vec_safe_push (inputs, frame_operand (gsi));
  vec_safe_push (clobbers,
		 build_tree_list (NULL_TREE,
				  build_string (sizeof ("memory"), "memory")));
  g = gimple_build_asm_vec ("", inputs, NULL, clobbers, NULL);
  gimple_asm_set_volatile (g, true);
  gimple_asm_set_inline (g, true);
  gimple_set_location (g, gimple_location (call));
  gsi_replace (gsi, g, false);
}

const pass_data fire_pass_data = {
  GIMPLE_PASS,			/* type */
  "sdt_fire",			/* name */
  OPTGROUP_NONE,
  TV_NONE,
  PROP_cfg | PROP_ssa,		/* properties_required */
  0, 0, 0, 0
};

class fire_pass : public gimple_opt_pass
{
public:
  fire_pass (gcc::context *ctxt) : gimple_opt_pass (fire_pass_data, ctxt) {}
  bool gate (function *) final override { return sdt_has_spots (); }
  unsigned int execute (function *) final override;
};

unsigned int
fire_pass::execute (function *fun)
{
  basic_block bb;
  bool found = false;

  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      {
	gcall *call = dyn_cast <gcall *> (gsi_stmt (gsi));

	if (call && gimple_call_fndecl (call) == sdt_fire_decl)
	  {
	    replace_fire (&gsi, call);
	    found = true;
	  }
      }
  if (!found)
    return 0;
  /* Unlike the call the statement counts as one that writes memory.  */
  mark_virtual_operands_for_renaming (fun);
  return TODO_update_ssa_only_virtuals;
}

} /* anonymous namespace */

opt_pass *
sdt_make_cold_pass (gcc::context *ctxt)
{
  return new cold_pass (ctxt);
}

opt_pass *
sdt_make_fire_pass (gcc::context *ctxt)
{
  return new fire_pass (ctxt);
}
