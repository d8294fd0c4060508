/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * place.cc - gives every copy of a probe that reached machine code its record
 *
 * Runs on each function's RTL after the last pass that copies, merges or moves
 * blocks, while the control flow graph still stands.  There it sees what the
 * optimizers made of each spot: one jump and one call as they were written;
 * several pairs, where the code was inlined, cloned or unrolled; a jump that
 * was copied, so that two lead to one call; or calls that were merged.
 *
 * Jumps and calls that are connected are one site: from each jump's target the
 * graph is followed to the calls of the same spot.  Each site gets a record,
 * and the empty asm statements get their instructions.
 */

#include "sdt_plugin.h"
#include "basic-block.h"
#include "cfg.h"
#include "function.h"
#include "memmodel.h"
#include "emit-rtl.h"

namespace {

/* An asm statement of ours.  */
struct place
{
  rtx_insn *insn;
  rtx operands;			/* its ASM_OPERANDS */
  unsigned spot;
  unsigned group;		/* index of a place of the same site */
};

typedef hash_map<rtx_insn *, unsigned> place_map;

unsigned
find_group (vec<place> &places, unsigned i)
{
  while (places[i].group != i)
    i = places[i].group;
  return i;
}

/* Joins place I with each call of its spot that START leads to.  INDEX finds
   the place that an instruction is.  */
void
follow (vec<place> &places, place_map &index, unsigned i, basic_block start)
{
  auto_vec<basic_block> todo;
  auto_sbitmap seen (last_basic_block_for_fn (cfun));

  bitmap_clear (seen);
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

void
fill_jump (const place &p, unsigned site)
{
  static unsigned jumps;
  unsigned label = ASM_OPERANDS_INPUT_LENGTH (p.operands);
  char *text = sdt_jump_template (jumps++, site, label);

  XSTR (p.operands, 0) = ggc_strdup (text);
  free (text);
}

void
fill_fire (const place &p, unsigned site)
{
  char *text = sdt_fire_template (p.operands, site, sdt_get_spot (p.spot));

  XSTR (p.operands, 0) = ggc_strdup (text);
  free (text);
}

/* A call that an argument makes.  */
void
fill_call (rtx operands, unsigned call)
{
  char *text = sdt_call_template (operands, sdt_get_call (call));

  XSTR (operands, 0) = ggc_strdup (text);
  free (text);
}

/* An inline function's probes are refused only where they end up in code that
   must not be instrumented.  */
void
refuse_noinstr (const struct sdt_spot *s, tree fndecl)
{
  auto_diagnostic_group group;
  location_t loc = DECL_SOURCE_LOCATION (fndecl);

  error_at (loc, "probe %qs of inline function %qs in %<noinstr%> function %qD",
	    s->name, s->function, fndecl);
  inform (s->loc, "the probe is here");
  inform (loc, "such code runs where the kernel cannot be traced; call a "
	  "function without the probe");
}

/* The optimizers must not do that, and if they do it is not the author's fault. */
void
refuse_moved (const struct sdt_spot *s, tree fndecl)
{
  auto_diagnostic_group group;

  error_at (s->loc, "the code of probe %qs in %qD was moved where its jump does "
	    "not lead", s->name, fndecl);
  inform (s->loc, "this is a fault of %qs or of GCC, please report it",
	  "sdt_plugin");
}

} /* anonymous namespace */

unsigned int
sdt_run_place (function *fun)
{
  auto_vec<place> places;
  place_map index;
  basic_block bb;
  rtx_insn *insn;

  FOR_EACH_BB_FN (bb, fun)
    FOR_BB_INSNS (bb, insn)
      {
	HOST_WIDE_INT mark;
	unsigned number;
	rtx x = sdt_marked_operands (insn, &mark, &number);

	if (x && mark == SDT_MARK_CALL)
	  fill_call (x, number);
	else if (x)
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
	sdt_tell_site (sdt_get_spot (places[i].spot), fun->decl);
      }
  for (unsigned i = 0; i < places.length (); i++)
    {
      unsigned site = sites[find_group (places, i)];

      if (JUMP_P (places[i].insn))
	fill_jump (places[i], site);
      else
	fill_fire (places[i], site);
    }
  return 0;
}
