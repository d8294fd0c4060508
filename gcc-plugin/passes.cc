/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * passes.cc - the places of the plugin's passes among GCC's
 */

#include "back-end/back_end.h"
#include "middle-end/middle_end.h"
#include "passes.h"
#include "settings.h"
#include "unit.h"
#include "tree.h"
#include "gimple.h"
#include "context.h"
#include "tree-pass.h"
#include "diagnostic-core.h"

namespace {

struct pass_place
{
  opt_pass_type type;
  const char *name;
  unsigned int (*run) (function *fun);
  unsigned int todo_finish;
  const char *reference;	/* GCC's pass, or one of ours that is above */
  int instance;			/* 0: all of them */
  enum pass_positioning_ops where;
};

/* In the order in which they run on a function.  */
const pass_place places[] = {
  /* Where GCC warns about code that is always executed.  */
  { GIMPLE_PASS, "sdt_uninit", sdt_run_uninit, 0,
    SDT_EARLY_UNINIT, 1, PASS_POS_INSERT_AFTER },
  /* GCC's estimates for inlining are made again, without cold blocks.  */
  { GIMPLE_PASS, "sdt_inline_weight", sdt_run_inline_weight, 0,
    "local-fnsummary", 0, PASS_POS_INSERT_AFTER },
  /* Before anything is laid out or allocated by frequency.  */
  { GIMPLE_PASS, "sdt_cold", sdt_run_cold, 0,
    "profile_estimate", 1, PASS_POS_INSERT_AFTER },
  /* Before loops get their induction variables.  */
  { GIMPLE_PASS, "sdt_induction", sdt_run_induction, 0,
    "ivopts", 1, PASS_POS_INSERT_BEFORE },
  /* No later pass replaces a value by one that is known.  */
  { GIMPLE_PASS, "sdt_rematerialize", sdt_run_rematerialize, 0,
    "store-merging", 1, PASS_POS_INSERT_BEFORE },
  /* The optimizers are done.  */
  { GIMPLE_PASS, "sdt_code_motion", sdt_run_code_motion, 0,
    "optimized", 1, PASS_POS_INSERT_AFTER },
  { GIMPLE_PASS, "sdt_calls", sdt_run_calls, 0,
    "sdt_code_motion", 1, PASS_POS_INSERT_AFTER },
  /* GCC's pass once more, without the edges from cold blocks to the hot path.  */
  { RTL_PASS, "sdt_copy_propagation", sdt_run_copy_propagation, TODO_df_finish,
    "cprop_hardreg", 1, PASS_POS_INSERT_BEFORE },
  /* Cold blocks that GCC left in the hot code.  */
  { RTL_PASS, "sdt_layout", sdt_run_layout, 0,
    "bbro", 1, PASS_POS_INSERT_AFTER },
  /*
   * All copies of a site are final, and the control flow graph is still there to pair
   * jumps and calls; next, GCC records for debuggers where variables are.
   */
  { RTL_PASS, "sdt_place", sdt_run_place, TODO_df_finish,
    "vartrack", 1, PASS_POS_INSERT_BEFORE }
};

/* Is the pass NAME, "sdt_cold", left out by the option "without=cold"?  */
bool
is_left_out (const char *name)
{
  for (const char *pass : sdt_left_out_passes)
    if (!strcmp (name + strlen ("sdt_"), pass))
      return true;
  return false;
}

/* Reports an error if the option names no pass, or one that all code needs.  */
void
check_left_out (const char *pass)
{
  for (const pass_place &p : places)
    if (!strcmp (p.name + strlen ("sdt_"), pass) && p.run != sdt_run_calls
	&& p.run != sdt_run_place)
      return;
  error ("%qs is not a pass that can be left out", pass);
}

pass_data
data_of (const pass_place &place)
{
  unsigned int properties = place.type == GIMPLE_PASS ? PROP_cfg | PROP_ssa : 0;

  return { place.type, place.name, OPTGROUP_NONE, TV_NONE, properties, 0, 0, 0,
	   place.todo_finish };
}

template <typename base>
class function_pass : public base
{
public:
  function_pass (const pass_place &place, gcc::context *ctxt)
    : base (data_of (place), ctxt), m_place (place) {}
  opt_pass *clone () final override
  {
    return new function_pass (m_place, this->m_ctxt);
  }
  bool gate (function *) final override
  {
    return sdt_has_spots () && !is_left_out (m_place.name);
  }
  unsigned int execute (function *fun) final override
  {
    return m_place.run (fun);
  }

private:
  const pass_place &m_place;
};

const pass_data unit_pass_data = {
  IPA_PASS,			/* type */
  "sdt_inline_weight_unit",		/* name */
  OPTGROUP_NONE,
  TV_NONE,
  0, 0, 0, 0, 0
};

/*
 * Like sdt_inline_weight, for the summaries of the interprocedural passes, which a hook
 * of a pass makes.
 */
class unit_pass : public ipa_opt_pass_d
{
public:
  unit_pass (gcc::context *ctxt)
    : ipa_opt_pass_d (unit_pass_data, ctxt, sdt_weigh_unit, NULL, NULL, NULL,
		      NULL, NULL, 0, NULL, NULL) {}
  bool gate (function *) final override
  {
    return sdt_has_spots () && !is_left_out ("sdt_inline_weight");
  }
  unsigned int execute (function *) final override { return 0; }
};

void
register_pass (const char *plugin, opt_pass *pass, const char *reference,
	       int instance, enum pass_positioning_ops where)
{
  struct register_pass_info info = { pass, reference, instance, where };

  register_callback (plugin, PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
}

} /* anonymous namespace */

void
sdt_register_passes (const char *plugin)
{
  for (const char *pass : sdt_left_out_passes)
    check_left_out (pass);
  for (const pass_place &p : places)
    {
      opt_pass *pass;

      if (p.type == GIMPLE_PASS)
	pass = new function_pass<gimple_opt_pass> (p, g);
      else
	pass = new function_pass<rtl_opt_pass> (p, g);
      register_pass (plugin, pass, p.reference, p.instance, p.where);
    }
  register_pass (plugin, new unit_pass (g), "fnsummary", 1,
		 PASS_POS_INSERT_AFTER);
}
