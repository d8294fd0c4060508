/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * copy_propagation.cc - keep what is known of registers across a site
 *
 * After register allocation GCC removes copies whose source can be used instead.  It
 * forgets what it knows where paths join, and a cold block joins the hot path after its
 * site.  So this pass runs GCC's once more while cold blocks seem to lead nowhere.  The
 * registers that they change, which are dead where the paths join, seem to be changed by
 * the hot path.
 */

#include "middle-end/middle_end.h"
#include "middle-end/site_blocks.h"
#include "rtl.h"
#include "context.h"
#include "tree-pass.h"
#include "basic-block.h"
#include "bitmap.h"
#include "cfg.h"
#include "cfganal.h"
#include "df.h"
#include "memmodel.h"
#include "emit-rtl.h"
#include "cfgrtl.h"
#include "regs.h"

namespace {

/* An edge that is removed for a while.  */
struct taken_edge
{
  basic_block src, dest;
  basic_block hot;		/* where the hot path goes on */
  int flags;
  profile_probability probability;
};

/* Adds to REGS the registers that BB changes.  */
void
add_changed (basic_block bb, bitmap regs)
{
  rtx_insn *insn;
  df_ref def;

  FOR_BB_INSNS (bb, insn)
    if (NONDEBUG_INSN_P (insn))
      FOR_EACH_INSN_DEF (def, insn)
	bitmap_set_bit (regs, DF_REF_REGNO (def));
}

/* Does copy propagation track register REGNO? Flags are not copied.  */
bool
is_copied (unsigned regno)
{
  return reg_raw_mode[regno] != VOIDmode
	 && GET_MODE_CLASS (reg_raw_mode[regno]) != MODE_CC;
}

bool
changes_register (basic_block bb)
{
  auto_bitmap changed;
  bitmap_iterator bi;
  unsigned regno;

  add_changed (bb, changed);
  EXECUTE_IF_SET_IN_BITMAP (changed, 0, regno, bi)
    if (is_copied (regno))
      return true;
  return false;
}

/*
 * Remembers the edge by which a site's cold block returns to the hot path, if it passes
 * nothing there in a register, and changes none that is live where the hot path goes
 * on: the block may return to another place.
 */
void
choose_edge (const sdt_site_blocks &s, void *data)
{
  vec<taken_edge> *taken = (vec<taken_edge> *) data;
  auto_bitmap changed;

  if (bitmap_count_bits (s.region) != 1 || !single_succ_p (s.cold)
      || single_succ (s.cold) == s.cold)
    return;
  edge e = single_succ_edge (s.cold);
  add_changed (s.cold, changed);
  if (!bitmap_intersect_p (changed, DF_LR_IN (e->dest))
      && !bitmap_intersect_p (changed, DF_LR_IN (s.hot)))
    taken->safe_push ({ e->src, e->dest, s.hot, e->flags, e->probability });
}

void
take_edge (const taken_edge &t)
{
  remove_edge (find_edge (t.src, t.dest));
}

void
put_edge_back (const taken_edge &t)
{
  make_edge (t.src, t.dest, t.flags)->probability = t.probability;
}

/*
 * Does all that is known of registers where T leads hold on T as well? If only one
 * other edge leads there, it is what is known at the end of that edge's source.
 */
bool
is_known_there (const taken_edge &t)
{
  return t.dest == t.hot || !single_pred_p (t.dest)
	 || (single_pred (t.dest) == t.hot && single_pred_p (t.hot)
	     && !changes_register (t.hot));
}

/* Is T the only way to where it leads, now that the edges are removed?  */
bool
is_only_edge (const taken_edge &t)
{
  return !(t.dest->flags & BB_REACHABLE);
}

/*
 * ... or are registers live there that are not live on the hot path? What sets them
 * would be dead.
 */
bool
is_needed (const taken_edge &t)
{
  return bitmap_intersect_compl_p (DF_LR_IN (t.dest), DF_LR_IN (t.hot))
	 || !is_known_there (t);
}

/* Restores those of EDGES for which MUST_BE is true. Returns whether there were any.  */
bool
put_edges_back (vec<taken_edge> *edges, bool (*must_be) (const taken_edge &))
{
  bool found = false;

  for (unsigned i = edges->length (); i-- > 0; )
    if (must_be ((*edges)[i]))
      {
	put_edge_back ((*edges)[i]);
	edges->unordered_remove (i);
	found = true;
      }
  return found;
}

/*
 * Removes EDGES from the graph, puts back those that are needed and leaves the others
 * in EDGES. Tests again when some are back, because more is live then.
 */
void
take_edges (vec<taken_edge> *edges)
{
  for (const taken_edge &t : *edges)
    take_edge (t);
  /* First these: df_analyze () removes unreachable blocks.  */
  do
    find_unreachable_blocks ();
  while (put_edges_back (edges, is_only_edge));
  while (!edges->is_empty ())
    {
      df_analyze ();
      if (!put_edges_back (edges, is_needed))
	break;
    }
}

/*
 * Clobbers what the cold block changes at the start of the hot path, by instructions
 * that are added to CLOBBERS.
 */
void
clobber_changed (const taken_edge &t, vec<rtx_insn *> *clobbers)
{
  auto_bitmap changed;
  bitmap_iterator bi;
  unsigned regno;

  add_changed (t.src, changed);
  EXECUTE_IF_SET_IN_BITMAP (changed, 0, regno, bi)
    if (is_copied (regno))
      {
	rtx reg = gen_rtx_REG (reg_raw_mode[regno], regno);

	clobbers->safe_push (emit_insn_after (gen_rtx_CLOBBER (VOIDmode, reg),
					      bb_note (t.hot)));
      }
}

} /* anonymous namespace */

unsigned int
sdt_run_copy_propagation (function *fun)
{
  static opt_pass *cprop_hardreg;
  auto_vec<taken_edge> taken;
  auto_vec<rtx_insn *> clobbers;

  if (!cprop_hardreg)
    cprop_hardreg = make_pass_cprop_hardreg (g);
  if (!sdt_has_site (fun) || !cprop_hardreg->gate (fun))
    return 0;
  df_analyze ();
  sdt_for_each_site (fun, choose_edge, &taken);
  take_edges (&taken);
  if (taken.is_empty ())
    return 0;
  for (const taken_edge &t : taken)
    clobber_changed (t, &clobbers);
  cprop_hardreg->execute (fun);
  for (rtx_insn *insn : clobbers)
    delete_insn (insn);
  for (const taken_edge &t : taken)
    put_edge_back (t);
  return 0;
}
