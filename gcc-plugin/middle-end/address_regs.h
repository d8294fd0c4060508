/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * address_regs.h - the registers in the addresses of a statement's operands
 */
#ifndef SDT_ADDRESS_REGS_H
#define SDT_ADDRESS_REGS_H

#include "compat.h"
#include "tree.h"
#include "gimple.h"
#include "vec.h"

/* What is in the address of an operand: SSA names, or null.  */
struct sdt_operand_address
{
  tree base, index;

  bool operator== (const sdt_operand_address &other) const
  {
    return base == other.base && index == other.index;
  }
};

/* The registers that a statement's operands in memory take.  */
struct sdt_address_regs
{
  auto_vec<sdt_operand_address> addresses;
  hash_set<tree> names;			/* in these */
  unsigned nr = 0;
};

gassign *sdt_find_load (basic_block bb, bitmap cold, tree value);
bool sdt_take_address_regs (sdt_address_regs *regs, gassign *load);

#endif /* SDT_ADDRESS_REGS_H */
