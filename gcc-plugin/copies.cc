/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * copies.cc - what is known of registers in front of a site is known behind it
 *
 * When registers are allocated, GCC removes copies whose source will do; but it
 * forgets all where paths join, and a cold block joins the hot path behind its
 * site.  So that pass of GCC's is run once more, while those cold blocks that
 * change no register seem to lead nowhere.
 */

#include "sdt_plugin.h"
#include "context.h"
#include "tree-pass.h"
#include "basic-block.h"
#include "cfg.h"
#include "df.h"
#include "target.h"
#include "memmodel.h"
#include "tm_p.h"

namespace {

/* An edge that is out of the graph for a while.  */
struct taken_edge
{
  basic_block src, dest;
  int flags;
  profile_probability probability;
};

/* Does BB change a register that holds a value?  */
bool
changes_register (basic_block bb)
{
  rtx_insn *insn;
  df_ref def;

  FOR_BB_INSNS (bb, insn)
    if (NONDEBUG_INSN_P (insn))
      FOR_EACH_INSN_DEF (def, insn)
	if (GENERAL_REGNO_P (DF_REF_REGNO (def)))
	  return true;
  return false;
}

/* The edge by which the cold block that BB jumps to, if it does, comes back to
   where BB goes on.  One that leads elsewhere stays: what is only reached from
   the cold block would be dead, and with it what the hot path computes for it. */
edge
edge_back (basic_block bb)
{
  edge e = sdt_cold_edge (bb);
  edge on = find_fallthru_edge (bb->succs);

  if (!e || !on || !single_pred_p (e->dest) || !single_succ_p (e->dest)
      || single_succ (e->dest) != on->dest || changes_register (e->dest))
    return NULL;
  return single_succ_edge (e->dest);
}

void
take_edges (function *fun, vec<taken_edge> *taken)
{
  basic_block bb;

  FOR_EACH_BB_FN (bb, fun)
    if (edge e = edge_back (bb))
      {
	taken->safe_push ({ e->src, e->dest, e->flags, e->probability });
	remove_edge (e);
      }
}

void
put_edges_back (const vec<taken_edge> &taken)
{
  for (const taken_edge &t : taken)
    make_edge (t.src, t.dest, t.flags)->probability = t.probability;
}

const pass_data copies_pass_data = {
  RTL_PASS,			/* type */
  "sdt_copies",			/* name */
  OPTGROUP_NONE,
  TV_NONE,
  0, 0, 0, 0,
  TODO_df_finish		/* what the other pass needs */
};

class copies_pass : public rtl_opt_pass
{
public:
  copies_pass (gcc::context *ctxt)
    : rtl_opt_pass (copies_pass_data, ctxt),
      m_cprop_hardreg (make_pass_cprop_hardreg (ctxt)) {}
  bool gate (function *fun) final override
  {
    return sdt_has_spots () && m_cprop_hardreg->gate (fun);
  }
  unsigned int execute (function *) final override;

private:
  opt_pass *m_cprop_hardreg;
};

unsigned int
copies_pass::execute (function *fun)
{
  auto_vec<taken_edge> taken;

  take_edges (fun, &taken);
  if (!taken.is_empty ())
    m_cprop_hardreg->execute (fun);
  put_edges_back (taken);
  return 0;
}

} /* anonymous namespace */

opt_pass *
sdt_make_copies_pass (gcc::context *ctxt)
{
  return new copies_pass (ctxt);
}
