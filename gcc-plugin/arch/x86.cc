/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * x86.cc - the instructions of a site on x86-64
 *
 * The jump label is the kernel's: the address of a NOP, of the code to jump to when the
 * label is enabled, and of the static key, which is the first field of the site's record
 * (see arch/x86/include/asm/jump_label.h).  Kernels can have objtool turn jumps into NOPs;
 * here it is a NOP from the start, of five bytes, which every kernel can patch.
 *
 * The call that fires follows <linux/sdt_abi.h>.  Arguments are pushed, so that an
 * argument can be an operand wherever GCC has it, and no register has to be free.  A
 * value shorter than 64 bits is extended in a dead register, or else in %rax, which is
 * saved first.  Without arguments, the call needs no stack: it gets the address of the
 * record's runtime field.  objtool reads the pushes in the code; debuggers get directives.
 *
 * This call and those in arguments are calls of C functions.  Live registers that such
 * functions change are saved and restored around them.
 */

/* GCC's headers declare some things only for a target's own files.  */
#define IN_TARGET_CODE 1

#include "arch/arch_internal.h"
#include "tree.h"
#include "diagnostic-core.h"
#include "function.h"
#include "memmodel.h"
#include "emit-rtl.h"
#include "insn-config.h"

/* An address in the kernel fits the 32 bits that are sign-extended, a number need not.  */
const char *
sdt_value_constraint (unsigned bits)
{
  return bits == 64 ? "rmen" : "rmn";
}

/*
 * There are 16. Not available are %rsp, %rbp, one for a function that aligns its stack,
 * one for the address of the frame, and those that the author has fixed.
 */
const unsigned sdt_max_address_regs = 8;

/* All that GCC allows, but for the mark and the frame's address.  */
const unsigned sdt_max_operands = MAX_RECOG_OPERANDS - 2;

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

#define BYTES(...)	BYTES_ (__VA_ARGS__)
#define BYTES_(...)	".byte " #__VA_ARGS__

char *
sdt_jump_template (unsigned jump, unsigned site, unsigned label_operand)
{
  return sdt_nop_template (BYTES (SDT_X86_NOP), jump, site, label_operand);
}

/* ---- instructions that push -------------------------------------------- */

/* The general registers that a C function may change.  */
static const struct changed_reg
{
  const char *name, *low_half;
  unsigned regno;
} changed_regs[] = {
  { "rax", "eax", AX_REG }, { "rcx", "ecx", CX_REG }, { "rdx", "edx", DX_REG },
  { "rsi", "esi", SI_REG }, { "rdi", "edi", DI_REG }, { "r8", "r8d", R8_REG },
  { "r9", "r9d", R9_REG }, { "r10", "r10d", R10_REG }, { "r11", "r11d", R11_REG }
};

static const unsigned nr_changed_regs
  = sizeof (changed_regs) / sizeof (*changed_regs);

bool
sdt_is_changed_by_calls (unsigned regno)
{
  for (auto &reg : changed_regs)
    if (reg.regno == regno)
      return true;
  return false;
}

/* What the instructions so far have done to the stack and the scratch register.  */
struct code : sdt_code
{
  using sdt_code::sdt_code;

  unsigned grown = 0;		/* what has been pushed, in bytes */
  unsigned kept = 0;		/* ... to be restored, not just removed */
  const changed_reg *scratch = NULL;
  unsigned saved_scratch = 0;	/* what had been pushed with it */
  bool scratch_is_lost = false;
};

/* Counts the BYTES that the last instruction has pushed, or popped if they are negative.  */
static void
count (struct code *code, int bytes)
{
  code->grown += bytes;
  sdt_append_cfi (code, ".cfi_adjust_cfa_offset %d", bytes);
}

static void
append_push (struct code *code, const char *reg)
{
  sdt_append (code, "pushq %%%%%s", reg);
  count (code, 8);
}

static void
append_pop (struct code *code, const char *reg)
{
  sdt_append (code, "popq %%%%%s", reg);
  count (code, -8);
}

/*
 * Saves the live registers that a C function may change, and chooses a scratch
 * register: one that nothing needs, else the first, whose value is then on the stack to
 * be read again.
 */
static void
append_saves (struct code *code)
{
  code->scratch = &changed_regs[0];
  for (unsigned i = nr_changed_regs; i-- > 0; )
    if (TEST_HARD_REG_BIT (code->live, changed_regs[i].regno))
      append_push (code, changed_regs[i].name);
    else if (!sdt_mentions (code, changed_regs[i].regno))
      code->scratch = &changed_regs[i];
  code->kept = code->grown;
  if (!TEST_HARD_REG_BIT (code->live, code->scratch->regno)
      && sdt_mentions (code, code->scratch->regno))
    append_push (code, code->scratch->name);
  code->saved_scratch = code->grown;
}

/*
 * Undoes that and removes all that was pushed since then. If this adds to the stack
 * pointer anyway, that is the last step: the kernel needs ten bytes of unwinding data
 * for each POP.
 */
static void
append_restores (struct code *code)
{
  bool add = code->grown > code->kept;
  unsigned saved = code->kept;

  for (auto &reg : changed_regs)
    if (TEST_HARD_REG_BIT (code->live, reg.regno))
      {
	if (add)
	  sdt_append (code, "movq %u(%%%%rsp), %%%%%s", code->grown - saved,
		  reg.name);
	else
	  append_pop (code, reg.name);
	saved -= 8;
      }
  if (add)
    {
      sdt_append (code, "addq $%u, %%%%rsp", code->grown);
      count (code, -(int) code->grown);
    }
}

/* Pushes the scratch register, which has been written.  */
static void
append_push_scratch (struct code *code)
{
  append_push (code, code->scratch->name);
  code->scratch_is_lost = true;
}

static void
append_push_constant (struct code *code, HOST_WIDE_INT value)
{
  if (IN_RANGE (value, -0x80000000LL, 0x7fffffffLL))
    {
      sdt_append (code, "pushq $" HOST_WIDE_INT_PRINT_DEC, value);
      count (code, 8);
      return;
    }
  sdt_append (code, "movq $" HOST_WIDE_INT_PRINT_DEC ", %%%%%s", value,
	  code->scratch->name);
  append_push_scratch (code);
}

/* Pushes the address in the scratch register, or its low SIZE bytes.  */
static void
append_push_address (struct code *code, unsigned size, bool is_signed)
{
  if (size < 8)
    sdt_append (code, "shlq $%u, %%%%%s\n\t%s $%u, %%%%%s", 64 - 8 * size,
	    code->scratch->name, is_signed ? "sarq" : "shrq", 64 - 8 * size,
	    code->scratch->name);
  append_push_scratch (code);
}

/*
 * Pushes input INDEX, of SIZE bytes, as 64 bits: its value, or its address if it has
 * sdt_address_constraint. If it is on the stack, its address takes into account what
 * has been pushed.
 */
static void
append_push_operand (struct code *code, unsigned index, unsigned size,
		     bool is_signed)
{
  static const char *const extend[2][3]
    = { { "movzbl", "movzwl", "movl" }, { "movsbq", "movswq", "movslq" } };
  const changed_reg *scratch = code->scratch;
  rtx *in = &ASM_OPERANDS_INPUT (code->asm_operands, index);
  const char *constraint
    = ASM_OPERANDS_INPUT_CONSTRAINT (code->asm_operands, index);
  unsigned number = code->nr_outputs + index;

  if (CONST_INT_P (*in))
    {
      append_push_constant (code, sdt_constant_value (*in, size, is_signed));
      return;
    }
  if (REG_P (*in) && REGNO (*in) == STACK_POINTER_REGNUM)
    {
      sdt_append (code, "leaq %u(%%%%rsp), %%%%%s", code->grown, scratch->name);
      append_push_address (code, size, is_signed);
      return;
    }
  if (code->scratch_is_lost
      && reg_mentioned_p (gen_rtx_REG (DImode, scratch->regno), *in))
    {
      sdt_append (code, "movq %u(%%%%rsp), %%%%%s",
	      code->grown - code->saved_scratch, scratch->name);
      code->scratch_is_lost = false;
    }
  if (MEM_P (*in) && reg_mentioned_p (stack_pointer_rtx, XEXP (*in, 0)))
    *in = replace_equiv_address_nv (*in, plus_constant (Pmode, XEXP (*in, 0),
							code->grown));
  if (!strcmp (constraint, sdt_address_constraint))
    {
      sdt_append (code, "leaq %%%u, %%%%%s", number, scratch->name);
      append_push_address (code, size, is_signed);
      return;
    }
  if (size == 8)
    {
      sdt_append (code, "pushq %%%u", number);
      count (code, 8);
      return;
    }
  sdt_append (code, "%s %%%u, %%%%%s", extend[is_signed][size >> 1], number,
	  is_signed ? scratch->name : scratch->low_half);
  append_push_scratch (code);
}

/* Pushes word NUMBER of the memory that is input INDEX.  */
static void
append_push_word (struct code *code, unsigned index, unsigned number)
{
  unsigned base;
  HOST_WIDE_INT offset;

  sdt_frame_address (ASM_OPERANDS_INPUT (code->asm_operands, index), &base, &offset);
  if (base == STACK_POINTER_REGNUM)
    offset += code->grown;
  sdt_append (code, "pushq " HOST_WIDE_INT_PRINT_DEC "(%%%%%s%s)", offset + 8 * number,
	      LEGACY_INT_REGNO_P (base) ? "r" : "", reg_names[base]);
  count (code, 8);
}

static const char *
indirect_call_target (void)
{
  return cfun->machine->indirect_branch_type == indirect_branch_thunk_extern
	 ? "__x86_indirect_thunk_rax" : "*%%rax";
}

/* ---- the call that fires ----------------------------------------------- */

char *
sdt_fire_template (rtx_insn *insn, const HARD_REG_SET &live, unsigned site,
		   const struct sdt_spot *spot)
{
  struct code code (insn, live);
  unsigned nr_operands = sdt_nr_operands (spot->nr_args);

  append_saves (&code);
  for (unsigned i = spot->nr_args; i-- > nr_operands; )
    append_push_word (&code, 1 + nr_operands, i - nr_operands);
  for (unsigned i = nr_operands; i-- > 0; )
    append_push_operand (&code, 1 + i, spot->args[i].size,
			 spot->args[i].flags & SDT_ARG_SIGNED);
  if (spot->nr_args)
    {
      sdt_append (&code, "pushq " SDT_SITE_LABEL "+%u(%%%%rip)", site,
		  SDT_SITE_RUNTIME_OFFSET);
      count (&code, 8);
      sdt_append (&code, "movq %%%%rsp, %%%%rdi");
    }
  else
    sdt_append (&code, "leaq " SDT_SITE_LABEL "+%u(%%%%rip), %%%%rdi", site,
		SDT_SITE_RUNTIME_OFFSET);
  sdt_append (&code, "call " SDT_TRAMPOLINE_SYMBOL);
  append_restores (&code);
  return code.text;
}

/* ---- calls that arguments make ----------------------------------------- */

/* The call aligns the stack no more than a push does.  */
bool
sdt_can_keep_registers (tree fntype, unsigned nr_args)
{
  return PREFERRED_STACK_BOUNDARY <= BITS_PER_WORD
	 && sdt_has_usual_convention (fntype, nr_args, sdt_is_changed_by_calls);
}

char *
sdt_call_template (rtx_insn *insn, const HARD_REG_SET &live,
		   const struct sdt_call *call)
{
  static const char *const args[SDT_MAX_CALL_ARGS]
    = { "rdi", "rsi", "rdx", "rcx", "r8", "r9" };
  struct code code (insn, live);

  code.nr_outputs = call->has_result;
  append_saves (&code);

  if (!call->is_direct)
    append_push_operand (&code, 1, 8, false);
  for (unsigned i = call->nr_args; i-- > 0; )
    append_push_operand (&code, 2 + i, call->args[i].size,
			 call->args[i].is_signed);
  for (unsigned i = 0; i < call->nr_args; i++)
    append_pop (&code, args[i]);

  if (call->is_direct)
    sdt_append (&code, "call %%P%u", code.nr_outputs + 1);
  else
    {
      append_pop (&code, "rax");
      sdt_append (&code, "call %s", indirect_call_target ());
    }

  if (call->has_result)
    sdt_append (&code, "movq %%%%rax, %%q0");
  append_restores (&code);
  return code.text;
}
