/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * layout.cc - moves cold blocks behind the function
 *
 * GCC puts them into .text.unlikely when it optimizes for speed.  Functions that
 * it optimizes for size and those with a section of their own, like __init, it
 * does not take apart, and leaves a cold block where it stands, with a jump
 * around it.  There the blocks go to the function's end: close enough for a jump
 * of two bytes.
 */

#include "sdt_plugin.h"
#include "context.h"
#include "tree-pass.h"
#include "basic-block.h"
#include "bitmap.h"
#include "cfg.h"
#include "cfgrtl.h"
#include "function.h"
#include "memmodel.h"
#include "emit-rtl.h"

namespace {

const pass_data layout_pass_data = {
  RTL_PASS,			/* type */
  "sdt_layout",			/* name */
  OPTGROUP_NONE,
  TV_NONE,
  0, 0, 0, 0, 0
};

class layout_pass : public rtl_opt_pass
{
public:
  layout_pass (gcc::context *ctxt) : rtl_opt_pass (layout_pass_data, ctxt) {}
  bool gate (function *) final override { return sdt_has_spots (); }
  unsigned int execute (function *) final override;
};

/* Appends to the chain of the new order, which ends in *LAST.  */
void
chain (basic_block *last, basic_block bb)
{
  if (*last)
    (*last)->aux = bb;
  *last = bb;
}

unsigned int
layout_pass::execute (function *fun)
{
  auto_bitmap cold;
  basic_block bb, last = NULL;

  if (crtl->has_bb_partition)
    return 0;
  sdt_find_cold_blocks (fun, cold);
  if (bitmap_empty_p (cold))
    return 0;

  cfg_layout_initialize (0);
  FOR_EACH_BB_FN (bb, fun)
    if (!bitmap_bit_p (cold, bb->index))
      chain (&last, bb);
  FOR_EACH_BB_FN (bb, fun)
    if (bitmap_bit_p (cold, bb->index))
      chain (&last, bb);
  cfg_layout_finalize ();
  return 0;
}

} /* anonymous namespace */

opt_pass *
sdt_make_layout_pass (gcc::context *ctxt)
{
  return new layout_pass (ctxt);
}
