/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * address_regs.cc - never run out of registers for the addresses of operands
 *
 * GCC makes a loaded value that an asm statement uses an operand in memory.  Where
 * registers are short it can spill values, but not the addresses of such operands, and
 * would refuse the statement.  So calls.cc counts the registers here, and from a number
 * on it has values loaded before the statement.
 */

#include "arch/arch.h"
#include "middle-end/address_regs.h"
#include "basic-block.h"
#include "bitmap.h"
#include "gimple-iterator.h"
#include "ssa.h"
#include "fold-const.h"

/*
 * The load whose memory GCC can make an input of a statement in BB instead of VALUE, or
 * null. VALUE can be a part of what is loaded, there or in another of the COLD blocks.
 */
gassign *
sdt_find_load (basic_block bb, bitmap cold, tree value)
{
  while (TREE_CODE (value) == SSA_NAME)
    {
      gassign *def = dyn_cast <gassign *> (SSA_NAME_DEF_STMT (value));

      if (!def || (gimple_bb (def) != bb && !bitmap_bit_p (cold, gimple_bb (def)->index)))
	break;
      if (gimple_assign_load_p (def))
	return def;
      for (unsigned i = 2; i < gimple_num_ops (def); i++)
	if (!is_gimple_min_invariant (gimple_op (def, i)))
	  return NULL;
      value = gimple_assign_rhs1 (def);
      while (handled_component_p (value))
	value = TREE_OPERAND (value, 0);
    }
  return NULL;
}

namespace {

/* The SSA name that OFFSET, in an address, multiplies by 1, 2, 4 or 8; or null.  */
tree
find_index (tree offset)
{
  unsigned HOST_WIDE_INT scale = 1;

  for (;;)
    {
      gassign *def = TREE_CODE (offset) == SSA_NAME
		     ? dyn_cast <gassign *> (SSA_NAME_DEF_STMT (offset)) : NULL;
      tree_code code = def ? gimple_assign_rhs_code (def) : TREE_CODE (offset);

      if (code == MULT_EXPR)
	{
	  tree factor = def ? gimple_assign_rhs2 (def) : TREE_OPERAND (offset, 1);

	  if (!tree_fits_uhwi_p (factor) || !pow2p_hwi (tree_to_uhwi (factor))
	      || tree_to_uhwi (factor) > 8 / scale)
	    break;
	  scale *= tree_to_uhwi (factor);
	}
      else if (!CONVERT_EXPR_CODE_P (code))
	break;
      offset = def ? gimple_assign_rhs1 (def) : TREE_OPERAND (offset, 0);
    }
  return TREE_CODE (offset) == SSA_NAME ? offset : NULL_TREE;
}

/*
 * Does an instruction take the address of REF as it is: a base, an index, and a constant
 * of 32 bits? If so, it is A.
 */
bool
is_plain (tree ref, sdt_operand_address *a)
{
  poly_int64 bitsize, bitpos;
  tree offset;
  machine_mode mode;
  int is_unsigned, reverse, is_volatile;
  tree at = get_inner_reference (ref, &bitsize, &bitpos, &offset, &mode,
				 &is_unsigned, &reverse, &is_volatile);
  HOST_WIDE_INT bits, lowest = 0, constant = 0;

  *a = {};
  if (TREE_CODE (at) == MEM_REF && TREE_CODE (TREE_OPERAND (at, 0)) == SSA_NAME
      && cst_and_fits_in_hwi (TREE_OPERAND (at, 1)))
    {
      lowest = -0x80000000LL;
      constant = int_cst_value (TREE_OPERAND (at, 1));
      a->base = TREE_OPERAND (at, 0);
    }
  else if (!VAR_P (at))
    return false;
  if (offset && !(a->index = find_index (offset)))
    return false;
  if (a->base && !offset)
    {
      gassign *sum = dyn_cast <gassign *> (SSA_NAME_DEF_STMT (a->base));

      if (sum && gimple_assign_rhs_code (sum) == POINTER_PLUS_EXPR
	  && (a->index = find_index (gimple_assign_rhs2 (sum))))
	a->base = gimple_assign_rhs1 (sum);
    }
  return bitpos.is_constant (&bits)
	 && IN_RANGE (constant, -0x80000000LL, 0x7fffffffLL)
	 && IN_RANGE (constant + bits / BITS_PER_UNIT, lowest, 0x7fffffffLL);
}

/* How many registers does BASE, of an address, take? It can be a sum that GCC takes apart.  */
unsigned
count_base_regs (tree base)
{
  gassign *def = dyn_cast <gassign *> (SSA_NAME_DEF_STMT (base));

  return def && !gimple_assign_load_p (def) ? 2 : 1;
}

} /* anonymous namespace */

/*
 * Are there registers for the address of LOAD's memory as an operand? If so, they are
 * added to REGS. Equal addresses share theirs, but for constants. Others may share a base
 * or an index, but GCC can also compute each of them.
 */
bool
sdt_take_address_regs (sdt_address_regs *regs, gassign *load)
{
  unsigned count = 2;
  sdt_operand_address a;
  bool plain = is_plain (gimple_assign_rhs1 (load), &a);

  if (plain && regs->addresses.contains (a))
    return true;
  if (plain)
    {
      count = (a.base && !regs->names.contains (a.base) ? count_base_regs (a.base) : 0)
	      + (a.index && !regs->names.contains (a.index));
      if (a.base || a.index)
	count = MAX (count, 1);
    }
  if (regs->nr + count > sdt_max_address_regs)
    return false;
  regs->nr += count;
  if (plain)
    {
      regs->addresses.safe_push (a);
      for (tree name : { a.base, a.index })
	if (name)
	  regs->names.add (name);
    }
  return true;
}
