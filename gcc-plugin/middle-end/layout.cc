/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * layout.cc - move cold blocks to the end of the function, keep GCC from copying sites
 *
 * GCC puts them into .text.unlikely when it optimizes for speed.  It does not split
 * functions that it optimizes for size or that have a section of their own, like __init,
 * or an alias (cold.cc), and leaves a cold block where it is, with a jump around it.  In
 * these this pass moves the blocks to the function's end, close enough for a jump of two
 * bytes.  It also places the continuation of the hot path next to the site if no other
 * block needs it: when GCC orders blocks for size, it ignores a site's jump.
 *
 * GCC also copies short blocks to save jumps to them, and a site is one, as its asm
 * statement has no length yet.  That saves a jump in a cold block, but costs another NOP
 * and another entry in the jump table.  It is forbidden for all passes on RTL, so these
 * do not unroll a loop with a site either.
 */

#include "asm_mark.h"
#include "middle-end/middle_end.h"
#include "middle-end/site_blocks.h"
#include "rtl.h"
#include "basic-block.h"
#include "bitmap.h"
#include "cfgrtl.h"
#include "function.h"
#include "memmodel.h"
#include "emit-rtl.h"
#include "target.h"

namespace {

/* The target's own hook  */
bool (*target_cannot_copy_insn_p) (rtx_insn *insn);

bool
cannot_copy_insn_p (rtx_insn *insn)
{
  HOST_WIDE_INT mark;
  unsigned number;

  return (sdt_marked_operands (insn, &mark, &number) && mark == SDT_MARK_JUMP)
	 || (target_cannot_copy_insn_p && target_cannot_copy_insn_p (insn));
}

bool
falls_into (basic_block a, basic_block b)
{
  edge e = find_fallthru_edge (a->succs);

  return e && e->dest == b;
}

/*
 * Moves the block where the hot path goes on after site JUMP to behind it, with those
 * that it falls into, if no other block falls into it.
 */
void
join (vec<basic_block> *order, basic_block jump)
{
  edge e = find_fallthru_edge (jump->succs);
  unsigned from, to, end;

  if (!e)
    return;
  for (from = 0; from < order->length () && (*order)[from] != e->dest; from++)
    ;
  for (to = 0; (*order)[to] != jump; to++)
    ;
  if (from == 0 || from == order->length () || falls_into ((*order)[from - 1],
							   e->dest))
    return;
  for (end = from + 1; end < order->length ()
		       && falls_into ((*order)[end - 1], (*order)[end]); end++)
    ;
  if (to >= from && to < end)
    return;

  auto_vec<basic_block> blocks;
  for (unsigned i = from; i < end; i++)
    blocks.safe_push ((*order)[i]);
  order->block_remove (from, end - from);
  if (to >= end)
    to -= end - from;
  for (basic_block bb : blocks)
    order->safe_insert (++to, bb);
}

} /* anonymous namespace */

void
sdt_forbid_copies (void)
{
  if (targetm.cannot_copy_insn_p == cannot_copy_insn_p)
    return;
  target_cannot_copy_insn_p = targetm.cannot_copy_insn_p;
  targetm.cannot_copy_insn_p = cannot_copy_insn_p;
}

unsigned int
sdt_run_layout (function *fun)
{
  auto_bitmap cold;
  auto_vec<basic_block> order, jumps;
  basic_block bb;

  if (crtl->has_bb_partition)
    return 0;
  sdt_find_cold_blocks (fun, cold);
  if (bitmap_empty_p (cold))
    return 0;

  cfg_layout_initialize (0);
  FOR_EACH_BB_FN (bb, fun)
    if (!bitmap_bit_p (cold, bb->index))
      {
	order.safe_push (bb);
	if (sdt_cold_edge (bb))
	  jumps.safe_push (bb);
      }
  for (basic_block jump : jumps)
    join (&order, jump);
  FOR_EACH_BB_FN (bb, fun)
    if (bitmap_bit_p (cold, bb->index))
      order.safe_push (bb);
  for (unsigned i = 0; i + 1 < order.length (); i++)
    order[i]->aux = order[i + 1];
  cfg_layout_finalize ();
  return 0;
}
