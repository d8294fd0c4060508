/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * place.cc - give every copy of a probe that reached machine code its record
 *
 * Runs on each function's RTL after the last pass that copies, merges or moves blocks,
 * while there still is a control flow graph.  The optimizers may have made of each spot
 * one jump and one call, as written; several pairs, if the code was inlined, cloned or
 * unrolled; two jumps to one call, if a jump was copied; or one call of several.
 *
 * Connected jumps and calls form one site: the pass follows the graph from each jump's
 * target to the calls of the same spot.  Each site gets a record, and the empty asm
 * statements get their instructions.
 *
 * Until this pass a call changes no register.  Now the registers that live after the call
 * are known.  These are saved around it, and the others are declared as clobbered, so
 * that interprocedural register allocation sees them.
 */

#include "back-end/internal.h"
#include "arch/arch.h"
#include "asm_mark.h"
#include "middle-end/middle_end.h"
#include "unit.h"
#include "tree.h"
#include "rtl.h"
#include "diagnostic-core.h"
#include "basic-block.h"
#include "function.h"
#include "memmodel.h"
#include "emit-rtl.h"
#include "regs.h"
#include "function-abi.h"
#include "df.h"

namespace {

/* An asm statement of ours: a jump, or a call that fires.  */
struct place
{
  rtx_insn *insn;
  rtx operands;			/* its ASM_OPERANDS */
  unsigned spot;
  unsigned group;		/* index of a place of the same site */
};

/* An asm statement of ours that calls.  */
struct live_call
{
  rtx_insn *insn;
  HARD_REG_SET live;		/* after it, without its result */
};

typedef hash_map<rtx_insn *, unsigned> place_map;

unsigned
find_group (vec<place> &places, unsigned i)
{
  while (places[i].group != i)
    i = places[i].group;
  return i;
}

/*
 * Joins place I with each call of its spot that START leads to. INDEX has the places by
 * instruction.
 */
void
follow (vec<place> &places, place_map &index, unsigned i, basic_block start)
{
  auto_vec<basic_block> todo;
  auto_bitmap seen;

  todo.safe_push (start);
  bitmap_set_bit (seen, start->index);
  while (!todo.is_empty ())
    {
      basic_block bb = todo.pop ();
      bool found = false;
      rtx_insn *insn;

      if (bb == EXIT_BLOCK_PTR_FOR_FN (cfun))
	continue;
      FOR_BB_INSNS (bb, insn)
	{
	  unsigned *j = index.get (insn);

	  if (!j || places[*j].spot != places[i].spot)
	    continue;
	  /* The next jump of the same spot ends the search: a loop.  */
	  if (!JUMP_P (insn))
	    places[find_group (places, *j)].group = find_group (places, i);
	  found = true;
	  break;
	}
      if (found)
	continue;

      edge e;
      edge_iterator ei;
      FOR_EACH_EDGE (e, ei, bb->succs)
	if (!(e->flags & (EDGE_EH | EDGE_ABNORMAL))
	    && bitmap_set_bit (seen, e->dest->index))
	  todo.safe_push (e->dest);
    }
}

/* Makes TEXT the instructions of an asm statement of ours, and frees it.  */
void
fill (rtx operands, char *text)
{
  XSTR (operands, 0) = ggc_strdup (text);
  free (text);
}

void
fill_jump (const place &p, unsigned site)
{
  static unsigned jumps;
  unsigned label = ASM_OPERANDS_INPUT_LENGTH (p.operands);

  fill (p.operands, sdt_jump_template (jumps++, site, label));
}

/* ---- registers ----------------------------------------------------------- */

/* The operands of INSN if it is an asm statement of ours that calls, else null.  */
rtx
call_operands (rtx_insn *insn, HOST_WIDE_INT *mark, unsigned *number)
{
  rtx x = sdt_marked_operands (insn, mark, number);

  return x && *mark != SDT_MARK_JUMP ? x : NULL_RTX;
}

/* Adds the calls in BB to CALLS, with the registers that are live after them.  */
void
find_live (basic_block bb, vec<live_call> &calls)
{
  auto_bitmap live (&reg_obstack);
  HOST_WIDE_INT mark;
  unsigned number;
  rtx_insn *insn;

  bitmap_copy (live, DF_LR_OUT (bb));
  df_simulate_initialize_backwards (bb, live);
  FOR_BB_INSNS_REVERSE (bb, insn)
    {
      if (call_operands (insn, &mark, &number))
	{
	  live_call call = { insn, {} };
	  df_ref def;

	  REG_SET_TO_HARD_REG_SET (call.live, live);
	  /*
	   * What this function must preserve for its caller is live, too; it has saved
	   * only the registers that it uses.
	   */
	  for (unsigned i = 0; i < FIRST_PSEUDO_REGISTER; i++)
	    if (sdt_is_changed_by_calls (i)
		&& !crtl->abi->clobbers_full_reg_p (i))
	      SET_HARD_REG_BIT (call.live, i);
	  FOR_EACH_INSN_DEF (def, insn)
	    if (DF_REF_REGNO (def) < FIRST_PSEUDO_REGISTER)
	      CLEAR_HARD_REG_BIT (call.live, DF_REF_REGNO (def));
	  calls.safe_push (call);
	}
      df_simulate_one_insn_backwards (bb, insn, live);
    }
}

void
find_calls (function *fun, vec<live_call> &calls)
{
  HOST_WIDE_INT mark;
  unsigned number;
  basic_block bb;
  rtx_insn *insn;

  FOR_EACH_BB_FN (bb, fun)
    FOR_BB_INSNS (bb, insn)
      if (call_operands (insn, &mark, &number))
	{
	  if (calls.is_empty ())
	    df_analyze ();
	  find_live (bb, calls);
	  break;
	}
}

/* Tells GCC what CALL changes.  */
void
add_clobbers (const live_call &call)
{
  auto_vec<rtx> parts;
  rtx pattern = PATTERN (call.insn);
  rtx set = XVECEXP (pattern, 0, 0);

  for (int i = 0; i < XVECLEN (pattern, 0); i++)
    parts.safe_push (XVECEXP (pattern, 0, i));
  for (unsigned i = 0; i < FIRST_PSEUDO_REGISTER; i++)
    if (sdt_is_changed_by_calls (i) && !TEST_HARD_REG_BIT (call.live, i)
	&& !(GET_CODE (set) == SET && REGNO (SET_DEST (set)) == i))
      parts.safe_push (gen_rtx_CLOBBER (VOIDmode, gen_rtx_REG (word_mode, i)));
  PATTERN (call.insn)
    = gen_rtx_PARALLEL (VOIDmode, gen_rtvec_v (parts.length (),
					       parts.address ()));
  INSN_CODE (call.insn) = -1;
  df_insn_rescan (call.insn);
}

/* ---- errors -------------------------------------------------------------- */

/*
 * An inline function's probes are refused only where they end up in code that must not
 * be instrumented.
 */
void
refuse_noinstr (const struct sdt_spot *s, tree fndecl)
{
  auto_diagnostic_group group;
  location_t loc = DECL_SOURCE_LOCATION (fndecl);

  error_at (loc, "probe %qs of inline function %qs in %<noinstr%> function %qD",
	    s->name, s->written_in, fndecl);
  inform (s->loc, "the probe is here");
  inform (loc, "such code runs where the kernel cannot be traced; call a "
	  "function without the probe");
}

/* The optimizers must not do that; if they do, it is not the author's fault.  */
void
refuse_moved (const struct sdt_spot *s, tree fndecl)
{
  auto_diagnostic_group group;

  error_at (s->loc, "the code of probe %qs in %qD was moved to where its jump "
	    "does not lead", s->name, fndecl);
  inform (s->loc, "this is a bug in %qs or in GCC; please report it",
	  "sdt_plugin");
}

} /* anonymous namespace */

unsigned int
sdt_run_place (function *fun)
{
  auto_vec<place> places;
  auto_vec<live_call> calls;
  place_map index;
  HOST_WIDE_INT mark;
  unsigned number;
  basic_block bb;
  rtx_insn *insn;

  FOR_EACH_BB_FN (bb, fun)
    FOR_BB_INSNS (bb, insn)
      {
	rtx x = sdt_marked_operands (insn, &mark, &number);

	if (x && mark != SDT_MARK_CALL)
	  {
	    index.put (insn, places.length ());
	    places.safe_push ({ insn, x, number, places.length () });
	  }
      }

  if (!places.is_empty () && sdt_is_noinstr (fun->decl))
    refuse_noinstr (sdt_get_spot (places[0].spot), fun->decl);
  for (unsigned i = 0; i < places.length (); i++)
    if (JUMP_P (places[i].insn))
      follow (places, index, i, BLOCK_FOR_INSN (JUMP_LABEL (places[i].insn)));

  auto_sbitmap has_jump (places.length () + 1);
  bitmap_clear (has_jump);
  for (unsigned i = 0; i < places.length (); i++)
    if (JUMP_P (places[i].insn))
      bitmap_set_bit (has_jump, find_group (places, i));
  for (unsigned i = 0; i < places.length (); i++)
    if (!bitmap_bit_p (has_jump, find_group (places, i)))
      {
	refuse_moved (sdt_get_spot (places[i].spot), fun->decl);
	return 0;
      }

  auto_vec<unsigned> sites (places.length ());
  sites.safe_grow (places.length (), true);
  for (unsigned i = 0; i < places.length (); i++)
    if (find_group (places, i) == i)
      {
	sites[i] = sdt_add_site (places[i].spot);
	sdt_report_site (sdt_get_spot (places[i].spot), fun->decl);
      }
  for (unsigned i = 0; i < places.length (); i++)
    if (JUMP_P (places[i].insn))
      fill_jump (places[i], sites[find_group (places, i)]);

  find_calls (fun, calls);
  for (const live_call &call : calls)
    {
      rtx x = call_operands (call.insn, &mark, &number);

      if (mark == SDT_MARK_CALL)
	fill (x, sdt_call_template (call.insn, call.live, sdt_get_call (number)));
      else
	{
	  unsigned site = sites[find_group (places, *index.get (call.insn))];

	  fill (x, sdt_fire_template (call.insn, call.live, site,
				      sdt_get_spot (number)));
	}
      add_clobbers (call);
    }
  return 0;
}
