/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * coalesce.cc - have a cold block use the register that the hot path keeps
 *
 * When GCC computes a value in one register and copies it to that of a variable, the cold
 * block uses the first.  Both registers must then live up to the cold block, and the copy
 * stays an instruction.  So, before register allocation, this pass gives the cold block
 * the register that the hot path goes on to use: it coalesces the two.
 */

#include "middle-end/middle_end.h"
#include "middle-end/site_blocks.h"
#include "rtl.h"
#include "basic-block.h"
#include "bitmap.h"
#include "df.h"
#include "insn-config.h"
#include "recog.h"

namespace {

/* Is INSN a copy of one pseudo register to another?  */
bool
is_copy (rtx_insn *insn, rtx *to, rtx *from)
{
  rtx set = NONJUMP_INSN_P (insn) ? single_set (insn) : NULL;

  if (!set)
    return false;
  *to = SET_DEST (set);
  *from = SET_SRC (set);
  return REG_P (*to) && REG_P (*from) && !HARD_REGISTER_P (*to)
	 && !HARD_REGISTER_P (*from) && GET_MODE (*to) == GET_MODE (*from);
}

/* Replaces FROM by TO in the site's region; neither is set there.  */
void
replace_in_region (const sdt_site_blocks &s, rtx from, rtx to)
{
  auto_vec<rtx_insn *> insns;

  for (df_ref use = DF_REG_USE_CHAIN (REGNO (from)); use;
       use = DF_REF_NEXT_REG (use))
    if (!DF_REF_IS_ARTIFICIAL (use)
	&& bitmap_bit_p (s.region, DF_REF_BBNO (use)))
      insns.safe_push (DF_REF_INSN (use));
  for (rtx_insn *insn : insns)
    validate_replace_rtx (from, to, insn);
}

bool
is_set_in_region (const sdt_site_blocks &s, rtx reg)
{
  for (df_ref def = DF_REG_DEF_CHAIN (REGNO (reg)); def;
       def = DF_REF_NEXT_REG (def))
    if (!DF_REF_IS_ARTIFICIAL (def)
	&& bitmap_bit_p (s.region, DF_REF_BBNO (def)))
      return true;
  return false;
}

/* Goes up from the jump, as long as the two registers have the same value.  */
void
use_live (const sdt_site_blocks &s, void *)
{
  auto_bitmap set;
  rtx_insn *insn;

  FOR_BB_INSNS_REVERSE (s.jump, insn)
    {
      rtx to, from;
      df_ref def;

      if (!NONDEBUG_INSN_P (insn))
	continue;
      if (is_copy (insn, &to, &from)
	  && !bitmap_bit_p (set, REGNO (to))
	  && !bitmap_bit_p (set, REGNO (from))
	  && bitmap_bit_p (df_get_live_in (s.hot), REGNO (to))
	  && !bitmap_bit_p (df_get_live_in (s.hot), REGNO (from))
	  && bitmap_bit_p (df_get_live_in (s.cold), REGNO (from))
	  && !is_set_in_region (s, to) && !is_set_in_region (s, from))
	replace_in_region (s, from, to);
      FOR_EACH_INSN_DEF (def, insn)
	bitmap_set_bit (set, DF_REF_REGNO (def));
    }
}

} /* anonymous namespace */

unsigned int
sdt_run_coalesce (function *fun)
{
  if (!optimize || !sdt_has_site (fun))
    return 0;
  df_analyze ();
  sdt_for_each_site (fun, use_live, NULL);
  return 0;
}
