/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * site_x86.cc - the instructions of a site on x86-64
 *
 * The jump label is the kernel's: the address of a NOP, of the code to jump to
 * when it is enabled and of the static key, which is the first field of the
 * site's record.  See arch/x86/include/asm/jump_label.h.
 *
 * The call follows <linux/sdt_abi.h>: arguments and record go on the stack, so
 * that no register has to be free: an argument may be an operand wherever GCC
 * has it.  %rax is borrowed, to extend what is shorter than 64 bits and for the
 * indirect call, which goes through the kernel's thunk where it asks for that.
 */

#include "sdt_plugin.h"
#include "target.h"
#include "tm_p.h"
#include "function.h"
#include "memmodel.h"
#include "emit-rtl.h"

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

/* A five-byte NOP and its __jump_table entry.  JUMP makes the label unique;
   LABEL_OPERAND is the number of the asm statement's label.  */
char *
sdt_jump_template (unsigned jump, unsigned site, unsigned label_operand)
{
  return xasprintf (".Lsdt_jump%u:\n"
		    "\t.byte 0x0f,0x1f,0x44,0x00,0x00\n"
		    "\t.pushsection __jump_table,\"aw\"\n"
		    "\t.balign 8\n"
		    "\t.long .Lsdt_jump%u - .\n"
		    "\t.long %%l%u - .\n"
		    "\t.quad " SDT_SITE_LABEL " - .\n"
		    "\t.popsection",
		    jump, jump, label_operand, site);
}

static bool
uses_thunk (void)
{
  return cfun->machine->indirect_branch_type == indirect_branch_thunk_extern;
}

/* Text that grows.  */
static void ATTRIBUTE_PRINTF_2
append (char **text, const char *format, ...)
{
  va_list args;
  char *more, *all;

  va_start (args, format);
  more = xvasprintf (format, args);
  va_end (args);
  all = concat (*text, more, NULL);
  free (*text);
  free (more);
  *text = all;
}

/* Operand IN as it must be addressed when the stack has grown by BYTES.  */
static rtx
adjust_for_push (rtx in, int bytes)
{
  if (!MEM_P (in) || !reg_mentioned_p (stack_pointer_rtx, XEXP (in, 0)))
    return in;
  return replace_equiv_address_nv (in, plus_constant (Pmode, XEXP (in, 0),
						      bytes));
}

/* Appends the instructions that push the constant VALUE, which as an operand
   would lose its type's sign.  True if they leave something else in %rax.  */
static bool
append_push_constant (char **text, const struct sdt_arg *arg,
		      HOST_WIDE_INT value)
{
  if (!(arg->flags & SDT_ARG_SIGNED) && arg->size < 8)
    value &= (HOST_WIDE_INT_1 << 8 * arg->size) - 1;
  if (IN_RANGE (value, -0x80000000LL, 0x7fffffffLL))
    {
      append (text, "\tpushq $" HOST_WIDE_INT_PRINT_DEC "\n", value);
      return false;
    }
  append (text, "\tmovq $" HOST_WIDE_INT_PRINT_DEC ", %%%%rax\n"
	  "\tpushq %%%%rax\n", value);
  return true;
}

/* Appends the instructions that push operand NUMBER, which is IN, as 64 bits,
   when the stack has grown by BYTES.  True if they leave something else in
   %rax.  */
static bool
append_push (char **text, const struct sdt_arg *arg, rtx in, unsigned number,
	     unsigned bytes)
{
  static const char *const extend[2][3] = {
    { "movzbl %%%u, %%%%eax", "movzwl %%%u, %%%%eax", "movl %%%u, %%%%eax" },
    { "movsbq %%%u, %%%%rax", "movswq %%%u, %%%%rax", "movslq %%%u, %%%%rax" }
  };

  if (CONST_INT_P (in))
    return append_push_constant (text, arg, INTVAL (in));
  if (REG_P (in) && REGNO (in) == STACK_POINTER_REGNUM)
    {
      append (text, "\tleaq %u(%%%%rsp), %%%%rax\n", bytes);
      if (arg->size < 8)
	append (text, "\tshlq $%u, %%%%rax\n\t%s $%u, %%%%rax\n",
		64 - 8 * arg->size,
		arg->flags & SDT_ARG_SIGNED ? "sarq" : "shrq",
		64 - 8 * arg->size);
      append (text, "\tpushq %%%%rax\n");
      return true;
    }
  if (arg->size == 8)
    {
      append (text, "\tpushq %%%u\n", number);
      return false;
    }
  append (text, "\t");
  append (text, extend[!!(arg->flags & SDT_ARG_SIGNED)][arg->size >> 1],
	  number);
  append (text, "\n\tpushq %%%%rax\n");
  return true;
}

/* The call from SITE with SPOT's arguments, which are the inputs of the asm
   statement ASM_OPERANDS behind its mark.  Its operands on the stack are
   adjusted to what has been pushed when they are.  */
char *
sdt_call_template (rtx asm_operands, unsigned site, const struct sdt_spot *spot)
{
  rtx rax = gen_rtx_REG (DImode, AX_REG);
  bool rax_is_lost = false;
  unsigned pushed = 0;		/* since %rax was */
  char *text = xstrdup ("pushq %%rax\n");

  for (unsigned i = spot->nr_args; i-- > 0; pushed++)
    {
      rtx *in = &ASM_OPERANDS_INPUT (asm_operands, 1 + i);

      if (rax_is_lost && reg_overlap_mentioned_p (rax, *in))
	{
	  append (&text, "\tmovq %u(%%%%rsp), %%%%rax\n", 8 * pushed);
	  rax_is_lost = false;
	}
      *in = adjust_for_push (*in, 8 * (pushed + 1));
      if (append_push (&text, &spot->args[i], *in, 1 + i, 8 * (pushed + 1)))
	rax_is_lost = true;
    }
  append (&text,
	  "\tpushq $" SDT_SITE_LABEL "\n"
	  "\tmovq " SDT_SITE_LABEL "+%u(%%%%rip), %%%%rax\n"
	  "\ttestq %%%%rax, %%%%rax\n"
	  "\tjz 1f\n"
	  "\tcall %s\n"
	  "1:\taddq $%u, %%%%rsp\n"
	  "\tpopq %%%%rax",
	  site, site, SDT_SITE_ENTRY_OFFSET,
	  uses_thunk () ? "__x86_indirect_thunk_rax" : "*%%rax",
	  8 * (pushed + 1));
  return text;
}
