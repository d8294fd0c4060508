/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * constants.cc - share constants across a site
 *
 * On a machine whose instructions take few constants, GCC loads a constant into a
 * register once for all that follow without a join.  Behind a site the cold block joins
 * the hot path, and GCC loads the constant again.  This pass replaces the second register
 * by the first.
 */

#include "arch/arch.h"
#include "middle-end/middle_end.h"
#include "middle-end/site_blocks.h"
#include "rtl.h"
#include "basic-block.h"
#include "bitmap.h"
#include "cfgrtl.h"
#include "df.h"
#include "insn-config.h"
#include "recog.h"

namespace {

/* The register that INSN loads a constant into, if nothing else sets it.  */
rtx
loaded_register (rtx_insn *insn)
{
  rtx set = NONJUMP_INSN_P (insn) ? single_set (insn) : NULL;

  if (!set || !CONST_INT_P (SET_SRC (set)) || !REG_P (SET_DEST (set))
      || HARD_REGISTER_P (SET_DEST (set))
      || DF_REG_DEF_COUNT (REGNO (SET_DEST (set))) != 1)
    return NULL;
  return SET_DEST (set);
}

/* A register of BB with the same constant as INSN's REG.  */
rtx
find_loaded (basic_block bb, rtx_insn *insn, rtx reg)
{
  rtx_insn *other;

  FOR_BB_INSNS (bb, other)
    if (NONDEBUG_INSN_P (other))
      {
	rtx loaded = loaded_register (other);

	if (loaded && GET_MODE (loaded) == GET_MODE (reg)
	    && SET_SRC (single_set (other)) == SET_SRC (single_set (insn)))
	  return loaded;
      }
  return NULL;
}

/* Replaces FROM, which INSN loads, by TO everywhere.  */
void
replace (rtx_insn *insn, rtx from, rtx to)
{
  auto_vec<rtx_insn *> users;
  bool is_replaced = true;

  for (df_ref use = DF_REG_USE_CHAIN (REGNO (from)); use; use = DF_REF_NEXT_REG (use))
    users.safe_push (DF_REF_INSN (use));
  for (rtx_insn *user : users)
    is_replaced &= validate_replace_rtx (from, to, user);
  if (is_replaced)
    delete_insn (insn);
}

/* Is the block of the site's jump the only way to where the hot path goes on?  */
bool
is_only_way (const sdt_site_blocks &s)
{
  edge_iterator ei;
  edge e;

  FOR_EACH_EDGE (e, ei, s.hot->preds)
    if (e->src != s.jump && !bitmap_bit_p (s.region, e->src->index))
      return false;
  return s.hot != s.jump;
}

/* What is behind the site takes what is loaded before it, and before earlier sites.  */
void
share (const sdt_site_blocks &s, void *data)
{
  basic_block *before = (basic_block *) data;
  rtx_insn *insn, *next;

  if (!is_only_way (s))
    return;
  before[s.hot->index] = s.jump;
  FOR_BB_INSNS_SAFE (s.hot, insn, next)
    {
      rtx reg = NONDEBUG_INSN_P (insn) ? loaded_register (insn) : NULL;
      rtx loaded = NULL;

      if (!reg || DF_REG_EQ_USE_CHAIN (REGNO (reg)))
	continue;
      for (basic_block bb = s.jump; bb && !loaded; bb = before[bb->index])
	loaded = find_loaded (bb, insn, reg);
      if (loaded)
	replace (insn, reg, loaded);
    }
}

} /* anonymous namespace */

unsigned int
sdt_run_constants (function *fun)
{
  if (!sdt_loads_constants || !optimize || !sdt_has_site (fun))
    return 0;

  auto_vec<basic_block> before;

  before.safe_grow_cleared (last_basic_block_for_fn (fun));
  df_analyze ();
  sdt_for_each_site (fun, share, before.address ());
  return 0;
}
