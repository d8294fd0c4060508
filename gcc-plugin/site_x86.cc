/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * site_x86.cc - the instructions of a site on x86-64
 *
 * The jump label is the kernel's: the address of a NOP, of the code to jump to
 * when it is enabled and of the static key, which is the first field of the
 * site's record.  See arch/x86/include/asm/jump_label.h.  Where the kernel's build
 * has objtool make the NOPs out of jumps, ours are made so, too: two bytes where
 * the cold block is near.
 *
 * The call that fires follows <linux/sdt_abi.h>: arguments and record go on the
 * stack, so that no register has to be free: an argument may be an operand
 * wherever GCC has it.  %rax is borrowed, to extend what is shorter than 64 bits
 * and for the indirect call, which goes through the kernel's thunk where it asks
 * for that.
 *
 * A call that an argument makes follows the ABI of C functions between the
 * instructions that save and restore the registers which that gives away.
 */

/* For what GCC's headers have for a target's own files alone.  */
#define IN_TARGET_CODE 1

#include "sdt_plugin.h"
#include "c-family/c-pragma.h"
#include "target.h"
#include "tm_p.h"
#include "function.h"
#include "memmodel.h"
#include "emit-rtl.h"
#include "stringpool.h"
#include "attribs.h"

/* Is the code that is compiled what is known here?  If not, COMPLAIN is for an
   error at LOC that says so.  */
bool
sdt_target_check (location_t loc, bool complain)
{
  auto_diagnostic_group group;

  if (TARGET_64BIT && !TARGET_X32)
    return true;
  if (complain)
    {
      error_at (loc, "a probe cannot be compiled with %qs",
		TARGET_X32 ? "-mx32" : "-m32");
      inform (loc, "probes are for 64-bit kernel code; compile this file with "
	      "%<-m64%>");
    }
  return false;
}

/* Does the kernel that this unit is for have objtool make the NOPs?  The length
   of one is then that of the jump, which only the assembler knows.  */
static bool
objtool_makes_nops (void)
{
  static const char macro[] = "CONFIG_HAVE_JUMP_LABEL_HACK";

  return cpp_defined (parse_in, (const unsigned char *) macro,
		      sizeof (macro) - 1);
}

/* The NOP and its __jump_table entry.  JUMP makes the label unique; LABEL_OPERAND
   is the number of the asm statement's label.  Bit 1 of the key tells objtool to
   make a NOP of the jump.  */
char *
sdt_jump_template (unsigned jump, unsigned site, unsigned label_operand)
{
  bool by_objtool = objtool_makes_nops ();
  char *nop = by_objtool ? xasprintf ("jmp %%l%u", label_operand)
			 : xstrdup (".byte 0x0f,0x1f,0x44,0x00,0x00");
  char *text = xasprintf (".Lsdt_jump%u:\n"
			  "\t%s\n"
			  "\t.pushsection __jump_table,\"aw\"\n"
			  "\t.balign 8\n"
			  "\t.long .Lsdt_jump%u - .\n"
			  "\t.long %%l%u - .\n"
			  "\t.quad " SDT_SITE_LABEL " + %d - .\n"
			  "\t.popsection",
			  jump, nop, jump, label_operand, site,
			  by_objtool ? 2 : 0);

  free (nop);
  return text;
}

/* ---- instructions that push -------------------------------------------- */

/* Instructions of an asm statement as text that grows, and what they have done to
   the stack.  */
struct code
{
  rtx asm_operands;
  unsigned nr_outputs;		/* they are numbered before the inputs */
  char *text;
  unsigned grown;		/* what has been pushed, in bytes */
  unsigned saved_rax;		/* ... when %rax had been pushed */
  bool rax_is_lost;
};

static void ATTRIBUTE_PRINTF_2
append (struct code *code, const char *format, ...)
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

static void
append_push (struct code *code, const char *reg)
{
  append (code, "pushq %%%%%s", reg);
  code->grown += 8;
}

static void
append_pop (struct code *code, const char *reg)
{
  append (code, "popq %%%%%s", reg);
  code->grown -= 8;
}

static void
append_save_rax (struct code *code)
{
  append_push (code, "rax");
  code->saved_rax = code->grown;
}

/* Pushes the constant VALUE, which as an operand would lose its type's sign.  */
static void
append_push_constant (struct code *code, unsigned size, bool is_signed,
		      HOST_WIDE_INT value)
{
  if (!is_signed && size < 8)
    value &= (HOST_WIDE_INT_1 << 8 * size) - 1;
  if (IN_RANGE (value, -0x80000000LL, 0x7fffffffLL))
    {
      append (code, "pushq $" HOST_WIDE_INT_PRINT_DEC, value);
      code->grown += 8;
      return;
    }
  append (code, "movq $" HOST_WIDE_INT_PRINT_DEC ", %%%%rax", value);
  append_push (code, "rax");
  code->rax_is_lost = true;
}

/* Pushes the address that is in %rax, or the low SIZE bytes of it.  */
static void
append_push_address (struct code *code, unsigned size, bool is_signed)
{
  if (size < 8)
    append (code, "shlq $%u, %%%%rax\n\t%s $%u, %%%%rax", 64 - 8 * size,
	    is_signed ? "sarq" : "shrq", 64 - 8 * size);
  append_push (code, "rax");
  code->rax_is_lost = true;
}

/* Pushes input INDEX, of SIZE bytes, as 64 bits: what is there, or where it is if
   sdt_address_constraint says so.  On the stack it is addressed anew, since that
   has grown.  */
static void
append_push_operand (struct code *code, unsigned index, unsigned size,
		     bool is_signed)
{
  static const char *const extend[2][3] = {
    { "movzbl %%%u, %%%%eax", "movzwl %%%u, %%%%eax", "movl %%%u, %%%%eax" },
    { "movsbq %%%u, %%%%rax", "movswq %%%u, %%%%rax", "movslq %%%u, %%%%rax" }
  };
  rtx *in = &ASM_OPERANDS_INPUT (code->asm_operands, index);
  const char *constraint
    = ASM_OPERANDS_INPUT_CONSTRAINT (code->asm_operands, index);
  unsigned number = code->nr_outputs + index;

  if (CONST_INT_P (*in))
    {
      append_push_constant (code, size, is_signed, INTVAL (*in));
      return;
    }
  if (REG_P (*in) && REGNO (*in) == STACK_POINTER_REGNUM)
    {
      append (code, "leaq %u(%%%%rsp), %%%%rax", code->grown);
      append_push_address (code, size, is_signed);
      return;
    }
  if (code->rax_is_lost
      && reg_overlap_mentioned_p (gen_rtx_REG (DImode, AX_REG), *in))
    {
      append (code, "movq %u(%%%%rsp), %%%%rax", code->grown - code->saved_rax);
      code->rax_is_lost = false;
    }
  if (MEM_P (*in) && reg_mentioned_p (stack_pointer_rtx, XEXP (*in, 0)))
    *in = replace_equiv_address_nv (*in, plus_constant (Pmode, XEXP (*in, 0),
							code->grown));
  if (!strcmp (constraint, sdt_address_constraint))
    {
      append (code, "leaq %%%u, %%%%rax", number);
      append_push_address (code, size, is_signed);
      return;
    }
  if (size == 8)
    {
      append (code, "pushq %%%u", number);
      code->grown += 8;
      return;
    }
  append (code, extend[is_signed][size >> 1], number);
  append_push (code, "rax");
  code->rax_is_lost = true;
}

static const char *
indirect_call_target (void)
{
  return cfun->machine->indirect_branch_type == indirect_branch_thunk_extern
	 ? "__x86_indirect_thunk_rax" : "*%%rax";
}

/* ---- the call that fires ----------------------------------------------- */

/* The call from SITE with SPOT's arguments, which are the inputs of the asm
   statement ASM_OPERANDS behind its mark.  */
char *
sdt_fire_template (rtx asm_operands, unsigned site, const struct sdt_spot *spot)
{
  struct code code = {};

  code.asm_operands = asm_operands;
  append_save_rax (&code);
  for (unsigned i = spot->nr_args; i-- > 0; )
    append_push_operand (&code, 1 + i, spot->args[i].size,
			 spot->args[i].flags & SDT_ARG_SIGNED);
  append (&code, "pushq $" SDT_SITE_LABEL, site);
  append (&code, "movq " SDT_SITE_LABEL "+%u(%%%%rip), %%%%rax", site,
	  SDT_SITE_ENTRY_OFFSET);
  append (&code, "testq %%%%rax, %%%%rax");
  append (&code, "jz 1f");
  append (&code, "call %s", indirect_call_target ());
  append (&code, "1:\taddq $%u, %%%%rsp", code.grown);
  append_pop (&code, "rax");
  return code.text;
}

/* ---- calls that arguments make ----------------------------------------- */

/* What is saved around the call, with %rax, which is saved last.  */
static const struct
{
  const char *name;
  unsigned regno;
} saved_regs[] = {
  { "rcx", CX_REG }, { "rdx", DX_REG }, { "rsi", SI_REG }, { "rdi", DI_REG },
  { "r8", R8_REG }, { "r9", R9_REG }, { "r10", R10_REG }, { "r11", R11_REG }
};
static const unsigned nr_saved_regs = sizeof (saved_regs) / sizeof (*saved_regs);

static bool
is_saved (unsigned regno)
{
  for (auto &reg : saved_regs)
    if (reg.regno == regno)
      return true;
  return regno == AX_REG || regno == FLAGS_REG;
}

/* Does it save all that a C function may change?  Not in the few files that may
   use vector registers.  */
static bool
saves_all (void)
{
  for (unsigned i = 0; i < FIRST_PSEUDO_REGISTER; i++)
    if (TEST_HARD_REG_BIT (regs_invalidated_by_call, i) && !fixed_regs[i]
	&& !is_saved (i))
      return false;
  return true;
}

/* Is a function of type FNTYPE called as C functions are, and keeps what these
   keep?  One that keeps more is fine.  */
static bool
has_usual_convention (tree fntype)
{
  static const char *const others[]
    = { "ms_abi", "no_callee_saved_registers", "preserve_none" };

  for (const char *name : others)
    if (lookup_attribute (name, TYPE_ATTRIBUTES (fntype)))
      return false;
  return true;
}

/* Can a call of a function of type FNTYPE with NR_ARGS values in general
   registers be made by sdt_call_template ()?  The stack is not aligned beyond a
   push there.  */
bool
sdt_can_keep_registers (tree fntype, unsigned nr_args)
{
  return nr_args <= SDT_MAX_CALL_ARGS
	 && PREFERRED_STACK_BOUNDARY <= BITS_PER_WORD
	 && has_usual_convention (fntype) && saves_all ();
}

/* The call CALL, of the function that is the first input of the asm statement
   ASM_OPERANDS behind its mark, with the further inputs, into its output.  */
char *
sdt_call_template (rtx asm_operands, const struct sdt_call *call)
{
  static const char *const args[SDT_MAX_CALL_ARGS]
    = { "rdi", "rsi", "rdx", "rcx", "r8", "r9" };
  struct code code = {};

  code.asm_operands = asm_operands;
  code.nr_outputs = call->has_result;
  /* Room for the result.  */
  if (call->has_result)
    append_push (&code, "rax");
  for (auto &reg : saved_regs)
    append_push (&code, reg.name);
  append_save_rax (&code);

  if (!call->is_direct)
    append_push_operand (&code, 1, 8, false);
  for (unsigned i = call->nr_args; i-- > 0; )
    append_push_operand (&code, 2 + i, call->args[i].size,
			 call->args[i].is_signed);
  for (unsigned i = 0; i < call->nr_args; i++)
    append_pop (&code, args[i]);

  if (call->is_direct)
    append (&code, "call %%P%u", code.nr_outputs + 1);
  else
    {
      append_pop (&code, "rax");
      append (&code, "call %s", indirect_call_target ());
    }

  if (call->has_result)
    append (&code, "movq %%%%rax, %u(%%%%rsp)", code.grown - 8);
  append_pop (&code, "rax");
  for (unsigned i = nr_saved_regs; i-- > 0; )
    append_pop (&code, saved_regs[i].name);
  if (call->has_result)
    append (&code, "popq %%q0");
  return code.text;
}
