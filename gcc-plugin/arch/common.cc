/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * common.cc - what the instructions of a site have in common on all architectures
 */

/* GCC's headers declare some things only for a target's own files.  */
#define IN_TARGET_CODE 1

#include "arch/arch_internal.h"
#include "tree.h"
#include "basic-block.h"
#include "debug.h"
#include "function.h"
#include "memmodel.h"
#include "emit-rtl.h"
#include "regs.h"
#include "stringpool.h"
#include "attribs.h"

/* The constraint of an operand whose address is passed.  */
const char sdt_address_constraint[] = "m";

/*
 * See sdt_jump_template (). NOP is the instruction, as long as a jump.  objtool finds the
 * entries of __jump_table by what the kernel calls ANNOTATE_DATA_SPECIAL.
 */
char *
sdt_nop_template (const char *nop, unsigned jump, unsigned site, unsigned label_operand)
{
  return xasprintf (".Lsdt_jump%u:\n"
		    "\t%s\n"
		    "\t.pushsection __jump_table,\"aw\"\n"
		    "\t.balign 8\n"
		    ".Lsdt_entry%u:\n"
		    "\t.pushsection .discard.annotate_data,\"M\",%%%%progbits,8\n"
		    "\t.long .Lsdt_entry%u - ., 1\n"
		    "\t.popsection\n"
		    "\t.long .Lsdt_jump%u - .\n"
		    "\t.long %%l%u - .\n"
		    "\t.quad " SDT_SITE_LABEL " - .\n"
		    "\t.popsection",
		    jump, nop, jump, jump, jump, label_operand, site);
}

/*
 * Collects in SETTERS the instructions that can have set general register REGNO last,
 * before INSN. NULL stands for the function's caller.
 */
void
sdt_find_setters (rtx_insn *insn, unsigned regno, vec<rtx_insn *> &setters)
{
  auto_bitmap seen;
  auto_vec<basic_block> todo;
  rtx reg = gen_rtx_REG (DImode, regno);
  basic_block bb = BLOCK_FOR_INSN (insn);
  edge_iterator ei;
  edge e;

  for (insn = PREV_INSN (insn); ; insn = BB_END (bb))
    {
      while (insn != PREV_INSN (BB_HEAD (bb))
	     && !(NONDEBUG_INSN_P (insn) && reg_set_p (reg, insn)))
	insn = PREV_INSN (insn);
      if (insn != PREV_INSN (BB_HEAD (bb)))
	setters.safe_push (insn);
      else
	FOR_EACH_EDGE (e, ei, bb->preds)
	  {
	    if (e->src == ENTRY_BLOCK_PTR_FOR_FN (cfun))
	      setters.safe_push (NULL);
	    else if (bitmap_set_bit (seen, e->src->index))
	      todo.safe_push (e->src);
	  }
      if (todo.is_empty ())
	return;
      bb = todo.pop ();
    }
}

/*
 * Do GCC's directives for debuggers give the frame's address as the stack pointer plus a
 * number at INSN? If the function needs a frame pointer, they use that once it is set up.
 */
static bool
has_sp_cfi (rtx_insn *insn)
{
  auto_vec<rtx_insn *> setters;

  if (!frame_pointer_needed)
    return dwarf2out_do_cfi_asm ();
  sdt_find_setters (insn, HARD_FRAME_POINTER_REGNUM, setters);
  return dwarf2out_do_cfi_asm () && setters.contains (NULL);
}

sdt_code::sdt_code (rtx_insn *insn, const HARD_REG_SET &live_behind)
  : asm_operands (extract_asm_operands (PATTERN (insn))), live (live_behind),
    has_cfi (has_sp_cfi (insn))
{
}

static void
append (struct sdt_code *code, const char *format, va_list args)
{
  char *more = xvasprintf (format, args);
  char *all = concat (code->text ? code->text : "", more, "\n\t", NULL);

  free (code->text);
  free (more);
  code->text = all;
}

/* Adds a line of instructions to CODE.  */
void
sdt_append (struct sdt_code *code, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  append (code, format, args);
  va_end (args);
}

/*
 * Adds a directive to CODE that tells debuggers what the last instruction did to the
 * stack, unless that changes nothing for them. GCC itself ignores what asm statements do.
 */
void
sdt_append_cfi (struct sdt_code *code, const char *format, ...)
{
  va_list args;

  if (!code->has_cfi)
    return;
  va_start (args, format);
  append (code, format, args);
  va_end (args);
}

/* Is register REGNO in CODE's operands, as a value or in an address?  */
bool
sdt_mentions (const struct sdt_code *code, unsigned regno)
{
  return reg_mentioned_p (gen_rtx_REG (DImode, regno), code->asm_operands);
}

/* Sets *BASE and *OFFSET to the address of MEM, which is in the frame.  */
void
sdt_frame_address (rtx mem, unsigned *base, HOST_WIDE_INT *offset)
{
  rtx address = XEXP (mem, 0);

  *offset = 0;
  if (GET_CODE (address) == PLUS)
    {
      *offset = INTVAL (XEXP (address, 1));
      address = XEXP (address, 0);
    }
  *base = REGNO (address);
}

/* The value of the constant operand IN, of SIZE bytes. It has lost its type's sign.  */
unsigned HOST_WIDE_INT
sdt_constant_value (rtx in, unsigned size, bool is_signed)
{
  unsigned HOST_WIDE_INT value = INTVAL (in);

  return is_signed || size == 8 ? value
				: value & ((HOST_WIDE_INT_1U << 8 * size) - 1);
}

/*
 * May C functions change other registers than those that IS_SAVED () tells of? In the few
 * files that may use vector registers, they may.
 */
static bool
is_more_changed (bool (*is_saved) (unsigned regno))
{
  for (unsigned i = 0; i < FIRST_PSEUDO_REGISTER; i++)
    if (TEST_HARD_REG_BIT (regs_invalidated_by_call, i) && !fixed_regs[i]
	&& !is_saved (i))
      return true;
  return false;
}

/*
 * Does a function of type FNTYPE, called with NR_ARGS values in general registers, have
 * C's calling convention, or one that preserves more, and does the caller save all else,
 * which IS_SAVED () tells of?
 */
bool
sdt_has_usual_convention (tree fntype, unsigned nr_args,
			  bool (*is_saved) (unsigned regno))
{
  static const char *const others[]
    = { "ms_abi", "no_callee_saved_registers", "preserve_none" };

  for (const char *name : others)
    if (lookup_attribute (name, TYPE_ATTRIBUTES (fntype)))
      return false;
  return nr_args <= SDT_MAX_CALL_ARGS && !is_more_changed (is_saved);
}
