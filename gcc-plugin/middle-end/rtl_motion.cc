/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * rtl_motion.cc - move instructions over a site's jump
 *
 * GCC combines an instruction with those that use its result, if they are in the same
 * block: on a machine whose instructions extend their operands on the way, a narrow
 * parameter or an index costs nothing.  A site ends the block, and the cold block uses the
 * result, too.  So before GCC combines, this pass moves such an instruction to where the
 * hot path goes on, and copies it to the cold block.
 *
 * This is code_motion.cc's work for what the cold block uses as well, and for what
 * expansion to RTL adds, like the extension of a parameter.  An extension has one input,
 * so the hot path needs no more registers when it is moved.
 */

#include "arch/arch.h"
#include "middle-end/middle_end.h"
#include "middle-end/site_blocks.h"
#include "rtl.h"
#include "basic-block.h"
#include "bitmap.h"
#include "cfgrtl.h"
#include "df.h"
#include "memmodel.h"
#include "emit-rtl.h"
#include "insn-config.h"
#include "recog.h"

namespace {

/* The register that INSN extends, if it does nothing else, and in *TO where to.  */
rtx
extended_register (rtx_insn *insn, rtx *to)
{
  rtx set = NONJUMP_INSN_P (insn) ? single_set (insn) : NULL;

  if (!set || !REG_P (SET_DEST (set)) || HARD_REGISTER_P (SET_DEST (set))
      || (GET_CODE (SET_SRC (set)) != ZERO_EXTEND
	  && GET_CODE (SET_SRC (set)) != SIGN_EXTEND))
    return NULL;

  rtx from = XEXP (SET_SRC (set), 0);

  *to = SET_DEST (set);
  if (SUBREG_P (from) && subreg_lowpart_p (from))
    from = SUBREG_REG (from);
  return REG_P (from) ? from : NULL;
}

/* Is REG set in the site's region, or after INSN in the block of its jump?  */
bool
is_set_later (const sdt_site_blocks &s, rtx_insn *insn, rtx reg)
{
  for (df_ref def = DF_REG_DEF_CHAIN (REGNO (reg)); def; def = DF_REF_NEXT_REG (def))
    if (!DF_REF_IS_ARTIFICIAL (def)
	&& bitmap_bit_p (s.region, DF_REF_BBNO (def)))
      return true;
  for (rtx_insn *i = NEXT_INSN (insn); i != NEXT_INSN (BB_END (s.jump));
       i = NEXT_INSN (i))
    if (NONDEBUG_INSN_P (i) && reg_set_p (reg, i))
      return true;
  return false;
}

/*
 * Could GCC combine INSN, which extends FROM, with what sets FROM in its block? Not if the
 * hot path has another use for FROM.
 */
bool
has_other_partner (const sdt_site_blocks &s, rtx_insn *insn, rtx from)
{
  if (HARD_REGISTER_P (from))
    return false;
  for (df_ref use = DF_REG_USE_CHAIN (REGNO (from)); use; use = DF_REF_NEXT_REG (use))
    if (!DF_REF_IS_ARTIFICIAL (use) && NONDEBUG_INSN_P (DF_REF_INSN (use))
	&& DF_REF_INSN (use) != insn
	&& !bitmap_bit_p (s.cold_blocks, DF_REF_BBNO (use)))
      return false;
  for (rtx_insn *i = BB_HEAD (s.jump); i != insn; i = NEXT_INSN (i))
    if (NONDEBUG_INSN_P (i) && reg_set_p (from, i))
      return true;
  return false;
}

/*
 * Is REG set once, by an instruction in the block of the site's jump, and used both in the
 * site's region, by the instructions that are added to USERS, and after the site, but not
 * before? Debuggers do not count; what they would learn too early is added to TOO_EARLY.
 */
bool
is_used_both_ways (const sdt_site_blocks &s, rtx reg, vec<rtx_insn *> *users,
		   vec<rtx_insn *> *too_early)
{
  bool is_used_cold = false, is_used_hot = false;

  if (DF_REG_DEF_COUNT (REGNO (reg)) != 1 || DF_REG_EQ_USE_CHAIN (REGNO (reg)))
    return false;
  for (df_ref use = DF_REG_USE_CHAIN (REGNO (reg)); use; use = DF_REF_NEXT_REG (use))
    {
      bool is_debug = !DF_REF_IS_ARTIFICIAL (use)
		      && DEBUG_INSN_P (DF_REF_INSN (use));

      if (DF_REF_IS_ARTIFICIAL (use))
	return false;
      if (bitmap_bit_p (s.region, DF_REF_BBNO (use)))
	{
	  users->safe_push (DF_REF_INSN (use));
	  is_used_cold |= !is_debug;
	}
      else if (DF_REF_BBNO (use) != s.jump->index)
	is_used_hot |= !is_debug;
      else if (is_debug)
	too_early->safe_push (DF_REF_INSN (use));
      else
	return false;
    }
  return is_used_cold && is_used_hot;
}

/* Moves INSN, which extends FROM to TO, and gives the region of S one of its own.  */
void
move (const sdt_site_blocks &s, rtx_insn *insn, rtx from, rtx to,
      const vec<rtx_insn *> &users)
{
  rtx extension = SET_SRC (single_set (insn));
  rtx copy = gen_reg_rtx (GET_MODE (to));

  /* A parameter as it was passed.  */
  if (HARD_REGISTER_P (from))
    {
      rtx passed = gen_reg_rtx (GET_MODE (to));

      emit_insn_before (gen_rtx_SET (passed, gen_rtx_REG (GET_MODE (to),
							 REGNO (from))),
			insn);
      extension = gen_rtx_fmt_e (GET_CODE (extension), GET_MODE (extension),
				 gen_lowpart (GET_MODE (XEXP (extension, 0)),
					      passed));
    }
  emit_insn_after (gen_rtx_SET (copy, copy_rtx (extension)), bb_note (s.cold));
  for (rtx_insn *user : users)
    {
      bool is_replaced = validate_replace_rtx (to, copy, user);

      gcc_assert (is_replaced);
    }
  emit_insn_after (gen_rtx_SET (to, copy_rtx (extension)), bb_note (s.hot));
  delete_insn (insn);
}

void
move_extensions (const sdt_site_blocks &s, void *)
{
  rtx_insn *insn, *previous;

  if (!sdt_is_only_way (s) || !sdt_is_only_exit (s))
    return;
  FOR_BB_INSNS_REVERSE_SAFE (s.jump, insn, previous)
    {
      auto_vec<rtx_insn *> users, too_early;
      rtx to, from = extended_register (insn, &to);

      if (!from || !is_used_both_ways (s, to, &users, &too_early)
	  || is_set_later (s, insn, from) || has_other_partner (s, insn, from))
	continue;
      for (rtx_insn *debug : too_early)
	{
	  INSN_VAR_LOCATION_LOC (debug) = gen_rtx_UNKNOWN_VAR_LOC ();
	  df_insn_rescan (debug);
	}
      move (s, insn, from, to, users);
    }
}

} /* anonymous namespace */

unsigned int
sdt_run_rtl_motion (function *fun)
{
  if (!sdt_extends_operands || !optimize || !sdt_has_site (fun))
    return 0;
  df_analyze ();
  sdt_for_each_site (fun, move_extensions, NULL);
  return 0;
}
