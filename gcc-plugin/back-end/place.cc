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

#include "back-end/back_end_internal.h"
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
  place *group;			/* another place of the same site, or this one */
  unsigned site;		/* of the first place of a group */
};

/* The places of a function.  */
struct place_list
{
  auto_vec<place> places;
  hash_map<rtx_insn *, place *> index;
};

/* ---- sites --------------------------------------------------------------- */

void
find_places (function *fun, place_list &list)
{
  HOST_WIDE_INT mark;
  unsigned spot;
  basic_block bb;
  rtx_insn *insn;

  FOR_EACH_BB_FN (bb, fun)
    FOR_BB_INSNS (bb, insn)
      {
	rtx x = sdt_marked_operands (insn, &mark, &spot);

	if (x && mark != SDT_MARK_CALL)
	  list.places.safe_push ({ insn, x, spot, NULL, 0 });
      }
  for (place &p : list.places)
    {
      p.group = &p;
      list.index.put (p.insn, &p);
    }
}

/* The first place of the group that P belongs to.  */
place *
first_of_group (place *p)
{
  while (p->group != p)
    p = p->group;
  return p;
}

/* The first place of SPOT in BB, or null.  */
place *
find_in_block (place_list &list, basic_block bb, unsigned spot)
{
  rtx_insn *insn;

  FOR_BB_INSNS (bb, insn)
    if (place **p = list.index.get (insn))
      if ((*p)->spot == spot)
	return *p;
  return NULL;
}

/* Joins JUMP with each call of its spot that it leads to.  */
void
follow (place_list &list, place *jump)
{
  auto_vec<basic_block> todo;
  auto_bitmap seen;
  basic_block start = BLOCK_FOR_INSN (JUMP_LABEL (jump->insn));

  todo.safe_push (start);
  bitmap_set_bit (seen, start->index);
  while (!todo.is_empty ())
    {
      basic_block bb = todo.pop ();
      edge e;
      edge_iterator ei;

      if (bb == EXIT_BLOCK_PTR_FOR_FN (cfun))
	continue;
      if (place *p = find_in_block (list, bb, jump->spot))
	{
	  /* The next jump of the same spot ends the search: a loop.  */
	  if (!JUMP_P (p->insn))
	    first_of_group (p)->group = first_of_group (jump);
	  continue;
	}
      FOR_EACH_EDGE (e, ei, bb->succs)
	if (!(e->flags & (EDGE_EH | EDGE_ABNORMAL))
	    && bitmap_set_bit (seen, e->dest->index))
	  todo.safe_push (e->dest);
    }
}

/* Joins jumps and calls.  Returns a call that no jump leads to, or null.  */
const place *
join (place_list &list)
{
  for (place &p : list.places)
    if (JUMP_P (p.insn))
      follow (list, &p);
  /* The first place of a group that has a jump is one.  */
  for (place &p : list.places)
    if (!JUMP_P (first_of_group (&p)->insn))
      return &p;
  return NULL;
}

/* Gives each group of places its record.  */
void
add_sites (place_list &list, tree fndecl)
{
  for (place &p : list.places)
    if (p.group == &p)
      {
	p.site = sdt_add_site (p.spot);
	sdt_report_site (sdt_get_spot (p.spot), fndecl);
      }
}

/* ---- instructions -------------------------------------------------------- */

/* Makes TEXT the instructions of an asm statement of ours, and frees it.  */
void
fill (rtx operands, char *text)
{
  XSTR (operands, 0) = ggc_strdup (text);
  free (text);
}

void
fill_jumps (place_list &list)
{
  static unsigned jumps;

  for (place &p : list.places)
    if (JUMP_P (p.insn))
      fill (p.operands, sdt_jump_template (jumps++, first_of_group (&p)->site,
					   ASM_OPERANDS_INPUT_LENGTH (p.operands)));
}

/* An asm statement of ours that calls.  */
struct live_call
{
  rtx_insn *insn;
  rtx operands;			/* its ASM_OPERANDS */
  HOST_WIDE_INT mark;
  unsigned number;		/* of its spot, or of its struct sdt_call */
  HARD_REG_SET live;		/* after it, without its result */
};

/* Is INSN an asm statement of ours that calls? If so, fills in all of CALL but LIVE.  */
bool
is_our_call (rtx_insn *insn, live_call *call)
{
  call->insn = insn;
  call->operands = sdt_marked_operands (insn, &call->mark, &call->number);
  return call->operands && call->mark != SDT_MARK_JUMP;
}

/* Adds the calls in BB to CALLS, with the registers that are live after them.  */
void
find_live (basic_block bb, vec<live_call> &calls)
{
  auto_bitmap live (&reg_obstack);
  live_call call;
  rtx_insn *insn;

  bitmap_copy (live, DF_LR_OUT (bb));
  df_simulate_initialize_backwards (bb, live);
  FOR_BB_INSNS_REVERSE (bb, insn)
    {
      if (is_our_call (insn, &call))
	{
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
  live_call call;
  basic_block bb;
  rtx_insn *insn;

  FOR_EACH_BB_FN (bb, fun)
    FOR_BB_INSNS (bb, insn)
      if (is_our_call (insn, &call))
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

void
fill_calls (function *fun, place_list &list)
{
  auto_vec<live_call> calls;

  find_calls (fun, calls);
  for (const live_call &call : calls)
    {
      if (call.mark == SDT_MARK_CALL)
	fill (call.operands,
	      sdt_call_template (call.insn, call.live, sdt_get_call (call.number)));
      else
	fill (call.operands,
	      sdt_fire_template (call.insn, call.live,
				 first_of_group (*list.index.get (call.insn))->site,
				 sdt_get_spot (call.number)));
      add_clobbers (call);
    }
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
  inform (loc, "%<noinstr%> code must not be traced; call a function without "
	  "the probe");
}

/* The optimizers must not do that; if they do, it is not the author's fault.  */
void
refuse_moved (const struct sdt_spot *s, tree fndecl)
{
  auto_diagnostic_group group;

  error_at (s->loc, "the jump of probe %qs in %qD does not lead to the probe%'s "
	    "code", s->name, fndecl);
  inform (s->loc, "this is a bug in %qs or in GCC; please report it",
	  "sdt_plugin");
}

} /* anonymous namespace */

unsigned int
sdt_run_place (function *fun)
{
  place_list list;

  find_places (fun, list);
  if (!list.places.is_empty () && sdt_is_noinstr (fun->decl))
    refuse_noinstr (sdt_get_spot (list.places[0].spot), fun->decl);
  if (const place *lost = join (list))
    {
      refuse_moved (sdt_get_spot (lost->spot), fun->decl);
      return 0;
    }
  add_sites (list, fun->decl);
  fill_jumps (list);
  fill_calls (fun, list);
  return 0;
}
