/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * common.cc - what the instructions of a site have in common on all architectures
 */

/* GCC's headers declare some things only for a target's own files.  */
#define IN_TARGET_CODE 1

#include "arch/internal.h"
#include "tree.h"
#include "function.h"
#include "memmodel.h"
#include "emit-rtl.h"
#include "regs.h"
#include "stringpool.h"
#include "attribs.h"

/* The constraint of an operand whose address is wanted.  */
const char sdt_address_constraint[] = "m";

/* Adds a line of instructions to CODE.  */
void
sdt_append (struct sdt_code *code, const char *format, ...)
{
  va_list args;
  char *more, *all;

  va_start (args, format);
  more = xvasprintf (format, args);
  va_end (args);
  all = concat (code->text ? code->text : "", more, "\n\t", NULL);
  free (code->text);
  free (more);
  code->text = all;
}

/* Is register REGNO in CODE's operands, as a value or in an address?  */
bool
sdt_mentions (const struct sdt_code *code, unsigned regno)
{
  return reg_mentioned_p (gen_rtx_REG (DImode, regno), code->asm_operands);
}

/*
 * Does a function of type FNTYPE have C's calling convention, or one that preserves
 * more?
 */
bool
sdt_has_usual_convention (tree fntype)
{
  static const char *const others[]
    = { "ms_abi", "no_callee_saved_registers", "preserve_none" };

  for (const char *name : others)
    if (lookup_attribute (name, TYPE_ATTRIBUTES (fntype)))
      return false;
  return true;
}

/*
 * Are the registers that IS_SAVED () tells of all that a C function may change? Not in
 * the few files that may use vector registers.
 */
bool
sdt_are_all_saved (bool (*is_saved) (unsigned regno))
{
  for (unsigned i = 0; i < FIRST_PSEUDO_REGISTER; i++)
    if (TEST_HARD_REG_BIT (regs_invalidated_by_call, i) && !fixed_regs[i]
	&& !is_saved (i))
      return false;
  return true;
}
