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
#include "bitmap.h"
#include "cfg.h"
#include "cfganal.h"
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

/* Remembers the edge by which a site's cold block comes back to the hot path.  */
void
choose_edge (const sdt_fork &s, void *data)
{
  vec<taken_edge> *taken = (vec<taken_edge> *) data;

  if (bitmap_count_bits (s.region) != 1 || !single_succ_p (s.cold)
      || single_succ (s.cold) == s.cold || changes_register (s.cold))
    return;
  edge e = single_succ_edge (s.cold);
  taken->safe_push ({ e->src, e->dest, e->flags, e->probability });
}

void
take_edges (const vec<taken_edge> &taken)
{
  for (const taken_edge &t : taken)
    remove_edge (find_edge (t.src, t.dest));
}

/* Are all blocks of FUN reached?  One that only cold blocks lead to is not while
   their edges are away; it would be dead, and with it what the hot path computes
   for it.  */
bool
all_reached (function *fun)
{
  basic_block bb;

  find_unreachable_blocks ();
  FOR_EACH_BB_FN (bb, fun)
    if (!(bb->flags & BB_REACHABLE))
      return false;
  return true;
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

  sdt_for_each_fork (fun, choose_edge, &taken);
  if (taken.is_empty ())
    return 0;
  take_edges (taken);
  if (all_reached (fun))
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
