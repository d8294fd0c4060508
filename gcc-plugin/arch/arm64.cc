/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * arm64.cc - the instructions of a site on arm64
 *
 * The jump label is the kernel's: the address of a NOP, of the code to jump to when the
 * label is enabled, and of the static key, which is the first field of the site's record
 * (see arch/arm64/include/asm/jump_label.h).
 *
 * The call that fires follows <linux/sdt_abi.h>.  It allocates its part of the stack at
 * once:
 *
 *	sp ->	x29, x30	a frame record, if the function has none there
 *	x0 ->	runtime		what the callee gets
 *		arguments
 *		registers	those that live behind the call, and that it may change
 *
 * A probe without arguments has only the registers there, and passes the address of the
 * record's runtime.
 *
 * GCC may keep an argument anywhere, in memory too. It is loaded into one of two registers
 * that no operand mentions; if they live, they are saved. They always exist: of x0 to x17
 * and x30, sixteen operands and the frame's address take 17.
 *
 * A function that calls nothing has no frame record (AAPCS64 6.4.6), and its return
 * address lives in x30.  The call makes a record of it, from which the kernel's stack
 * traces learn of the function's caller.  If functions sign the return addresses that
 * they store, it does so, too.
 *
 * Directives tell debuggers of all this.  They use only the DWARF that the kernel's
 * scs_patch () knows, which replaces a signing instruction by a push to the shadow call
 * stack, and an authenticating one by a pop, if a .cfi_negate_ra_state follows it.
 *
 * This call and those in arguments are calls of C functions.  Live registers that such
 * functions change are saved and restored around them; so are the condition flags.
 */

/* GCC's headers declare some things only for a target's own files.  */
#define IN_TARGET_CODE 1

#include "arch/arch_internal.h"
#include "tree.h"
#include "diagnostic-core.h"
#include "basic-block.h"
#include "function.h"
#include "memmodel.h"
#include "emit-rtl.h"
#include "insn-constants.h"

/*
 * An operand mentions one register at most. Memory that is offsettable has no index, but
 * for bytes, whose last byte is the first. A symbol's address takes two instructions, and
 * no register that lives.
 */
const char *
sdt_value_constraint (unsigned bits)
{
  return bits == 64 ? "ronS" : bits > 8 ? "ron" : "rQn";
}

/* Bases and indexes can themselves be in slots that are too far from sp.  */
const unsigned sdt_max_address_regs = 10;

/* Each mentions one register at most: see above.  */
const unsigned sdt_max_operands = 16;

bool
sdt_target_check (location_t loc, bool complain)
{
  auto_diagnostic_group group;

  if (!TARGET_ILP32 && !BYTES_BIG_ENDIAN)
    return true;
  if (complain)
    {
      error_at (loc, "a probe cannot be compiled with %qs",
		TARGET_ILP32 ? "-mabi=ilp32" : "-mbig-endian");
      inform (loc, "probes are for 64-bit little-endian kernel code; compile this "
	      "file with %qs", TARGET_ILP32 ? "-mabi=lp64" : "-mlittle-endian");
    }
  return false;
}

char *
sdt_jump_template (unsigned jump, unsigned site, unsigned label_operand)
{
  return sdt_nop_template ("nop", jump, site, label_operand);
}

/* ---- registers ----------------------------------------------------------- */

/* x18 is fixed if it points to the shadow call stack.  */
bool
sdt_is_changed_by_calls (unsigned regno)
{
  return (regno <= 18 && !fixed_regs[regno]) || regno == LR_REGNUM;
}

/* What lives in x30 after a call?  */
enum link_use
{
  LINK_UNUSED,
  LINK_VALUE,
  LINK_RETURN_ADDRESS,
  LINK_SIGNED_RETURN_ADDRESS
};

/*
 * What is in x30 before INSN, where it lives: what the function got there, unless an
 * instruction sets it. In a prologue, that is one that signs the return address. A value
 * can be one that is set on some paths only.
 */
static link_use
find_link_use (rtx_insn *insn)
{
  auto_vec<rtx_insn *> setters;
  link_use use = LINK_UNUSED;

  sdt_find_setters (insn, LR_REGNUM, setters);
  for (rtx_insn *setter : setters)
    if (!setter)
      use = MAX (use, LINK_RETURN_ADDRESS);
    else if (RTX_FRAME_RELATED_P (setter))
      use = LINK_SIGNED_RETURN_ADDRESS;
    else
      return LINK_VALUE;
  return use == LINK_UNUSED ? LINK_VALUE : use;
}

/* Does this function sign a return address that it stores?  */
static bool
signs_return_addresses (void)
{
  return aarch_ra_sign_scope != AARCH_FUNCTION_NONE;
}

/* ---- the stack ----------------------------------------------------------- */

namespace {

/* What a call has on the stack, and the registers that it works with.  */
struct code : sdt_code
{
  code (rtx_insn *insn, const HARD_REG_SET &live_behind);

  link_use link;
  unsigned nr_saved = 0;
  unsigned char saved[LR_REGNUM + 1];	/* registers */
  bool saves_flags;
  unsigned scratch[2];		/* registers that no operand mentions */
  unsigned data;		/* the offset of what the callee gets, */
  unsigned saved_at;		/* ... of the saved registers, */
  unsigned size;		/* ... of what is behind it all */
  char stored[4] = "";		/* the register of a pending store, */
  unsigned stored_at = 0;	/* and where it goes */
};

} /* anonymous namespace */

static bool
has_record (const struct code *code)
{
  return code->link >= LINK_RETURN_ADDRESS;
}

static bool
signs_record (const struct code *code)
{
  return code->link == LINK_RETURN_ADDRESS && signs_return_addresses ();
}

/* A record has x30 already.  */
code::code (rtx_insn *insn, const HARD_REG_SET &live_behind)
  : sdt_code (insn, live_behind),
    link (TEST_HARD_REG_BIT (live, LR_REGNUM) ? find_link_use (insn) : LINK_UNUSED),
    saves_flags (TEST_HARD_REG_BIT (live, CC_REGNUM))
{
  unsigned nr_scratch = 0;

  for (unsigned i = LR_REGNUM + 1; i-- > 0; )
    if (sdt_is_changed_by_calls (i) && TEST_HARD_REG_BIT (live, i)
	&& !(i == LR_REGNUM && has_record (this)))
      saved[nr_saved++] = i;

  for (unsigned i = LR_REGNUM; i-- > 0 && nr_scratch < ARRAY_SIZE (scratch); )
    if (sdt_is_changed_by_calls (i) && !sdt_mentions (this, i))
      scratch[nr_scratch++] = i;
  if (nr_scratch < ARRAY_SIZE (scratch) && !sdt_mentions (this, LR_REGNUM))
    scratch[nr_scratch++] = LR_REGNUM;
  gcc_assert (nr_scratch == ARRAY_SIZE (scratch));
}

/* Writes the pending store, if there is one.  */
static void
append_stored (struct code *code)
{
  if (*code->stored)
    sdt_append (code, "str %s, [sp, %u]", code->stored, code->stored_at);
  *code->stored = '\0';
}

/* Stores register REG at OFFSET, with what was stored before it if that is beside it.  */
static void
append_store (struct code *code, const char *reg, unsigned offset)
{
  if (*code->stored && code->stored_at + 8 == offset)
    {
      sdt_append (code, "stp %s, %s, [sp, %u]", code->stored, reg,
		  code->stored_at);
      *code->stored = '\0';
      return;
    }
  append_stored (code);
  snprintf (code->stored, sizeof (code->stored), "%s", reg);
  code->stored_at = offset;
}

static void
append_store_reg (struct code *code, unsigned regno, unsigned offset)
{
  char reg[4];

  snprintf (reg, sizeof (reg), "x%u", regno % 32);
  append_store (code, reg, offset);
}

/* A scratch register to write, which the pending store does not need.  */
static unsigned
take_scratch (struct code *code)
{
  std::swap (code->scratch[0], code->scratch[1]);
  return code->scratch[0];
}

/* INSTRUCTION signs the return address, or authenticates it.  */
static void
append_sign (struct code *code, const char *instruction)
{
  sdt_append (code, "%s", instruction);
  sdt_append_cfi (code, ".cfi_negate_ra_state");
}

/*
 * Allocates what the call needs of the stack, with NR_DATA words for the callee, and
 * saves registers.
 */
static void
append_begin (struct code *code, unsigned nr_data)
{
  code->data = has_record (code) ? 16 : 0;
  code->saved_at = code->data + 8 * nr_data;
  code->size = ROUND_UP (code->saved_at + 8 * (code->nr_saved + code->saves_flags),
			 16);
  if (signs_record (code))
    append_sign (code, "paciasp");
  if (has_record (code))
    {
      sdt_append (code, "stp x29, x30, [sp, -%u]!", code->size);
      sdt_append_cfi (code, ".cfi_remember_state");
      sdt_append_cfi (code, ".cfi_adjust_cfa_offset %u", code->size);
      sdt_append_cfi (code, ".cfi_rel_offset x29, 0");
      sdt_append_cfi (code, ".cfi_rel_offset x30, 8");
    }
  else if (code->size)
    {
      sdt_append (code, "sub sp, sp, %u", code->size);
      sdt_append_cfi (code, ".cfi_adjust_cfa_offset %u", code->size);
    }
  for (unsigned i = 0; i < code->nr_saved; i++)
    append_store_reg (code, code->saved[i], code->saved_at + 8 * i);
  if (code->saves_flags)
    {
      unsigned scratch = take_scratch (code);

      /* It may be one of those that are saved.  */
      append_stored (code);
      sdt_append (code, "mrs x%u, nzcv", scratch);
      append_store_reg (code, scratch, code->saved_at + 8 * code->nr_saved);
    }
  append_stored (code);
}

/* Stack traces then find the record, if there is one.  */
static void
append_frame_pointer (struct code *code)
{
  if (has_record (code))
    sdt_append (code, "mov x29, sp");
}

/* Undoes append_begin (). The call's result goes to operand 0, if that is a register.  */
static void
append_end (struct code *code)
{
  if (code->saves_flags)
    {
      sdt_append (code, "ldr x16, [sp, %u]", code->saved_at + 8 * code->nr_saved);
      sdt_append (code, "msr nzcv, x16");
    }
  if (code->nr_outputs)
    sdt_append (code, "mov %%x0, x0");
  for (unsigned i = 0; i < code->nr_saved; i += 2)
    if (i + 1 < code->nr_saved)
      sdt_append (code, "ldp x%u, x%u, [sp, %u]", code->saved[i],
		  code->saved[i + 1], code->saved_at + 8 * i);
    else
      sdt_append (code, "ldr x%u, [sp, %u]", code->saved[i],
		  code->saved_at + 8 * i);
  if (has_record (code))
    {
      sdt_append (code, "ldp x29, x30, [sp], %u", code->size);
      sdt_append_cfi (code, ".cfi_restore_state");
    }
  else if (code->size)
    {
      sdt_append (code, "add sp, sp, %u", code->size);
      sdt_append_cfi (code, ".cfi_adjust_cfa_offset -%u", code->size);
    }
  if (signs_record (code))
    append_sign (code, "autiasp");
}

/* ---- operands ------------------------------------------------------------ */

/* Moves the constant VALUE to register REGNO.  */
static void
append_constant (struct code *code, unsigned regno, unsigned HOST_WIDE_INT value)
{
  unsigned ones = 0, zeros = 0;
  bool is_first = true;

  for (unsigned shift = 0; shift < 64; shift += 16)
    {
      ones += (value >> shift & 0xffff) == 0xffff;
      zeros += (value >> shift & 0xffff) == 0;
    }

  /* The first instruction sets all bits, the others 16 of them.  */
  unsigned others = ones > zeros ? 0xffff : 0;
  for (unsigned shift = 0; shift < 64; shift += 16)
    {
      unsigned part = value >> shift & 0xffff;

      if (part == others && !(is_first && shift == 48))
	continue;
      if (!is_first)
	sdt_append (code, "movk x%u, %u, lsl %u", regno, part, shift);
      else if (others)
	sdt_append (code, "movn x%u, %u, lsl %u", regno, part ^ 0xffff, shift);
      else
	sdt_append (code, "movz x%u, %u, lsl %u", regno, part, shift);
      is_first = false;
    }
}

/*
 * Sets register TO to the sum of register BASE and ADDEND. sp counts as it was before the
 * call.
 */
static void
append_sum (struct code *code, unsigned to, unsigned base_regno, HOST_WIDE_INT addend)
{
  char base[4];

  if (base_regno == SP_REGNUM)
    addend += code->size;
  snprintf (base, sizeof (base), base_regno == SP_REGNUM ? "sp" : "x%u",
	    base_regno % 32);

  const char *operation = addend < 0 ? "sub" : "add";
  unsigned HOST_WIDE_INT size = absu_hwi (addend);

  /* No function has such a frame.  */
  gcc_assert (size < 1 << 24);
  if (size > 0xfff)
    sdt_append (code, "%s x%u, %s, %u, lsl 12", operation, to, base,
		(unsigned) (size >> 12));
  if (size > 0xfff)
    sdt_append (code, "%s x%u, x%u, %u", operation, to, to,
		(unsigned) (size & 0xfff));
  else
    sdt_append (code, "%s x%u, %s, %u", operation, to, base, (unsigned) size);
}

/* Extends the low SIZE bytes of register FROM to register TO.  */
static void
append_extend (struct code *code, unsigned to, unsigned from, unsigned size,
	       bool is_signed)
{
  static const char *const extend[2][3]
    = { { "uxtb w%u, w%u", "uxth w%u, w%u", "mov w%u, w%u" },
	{ "sxtb x%u, w%u", "sxth x%u, w%u", "sxtw x%u, w%u" } };
  const char *format = extend[is_signed][size >> 1];

  if (size < 8)
    sdt_append (code, format, to, from);
}

/*
 * Moves the address SYMBOL, which is operand NUMBER, to register REGNO. A weak symbol
 * that nothing defines has the address 0, which can be out of reach.
 */
static void
append_symbol (struct code *code, unsigned regno, rtx symbol, unsigned number)
{
  rtx base, offset;

  split_const (symbol, &base, &offset);
  if (!SYMBOL_REF_P (base) || !SYMBOL_REF_WEAK (base))
    {
      sdt_append (code, "adrp x%u, %%c%u", regno, number);
      sdt_append (code, "add x%u, x%u, :lo12:%%c%u", regno, regno, number);
      return;
    }
  sdt_append (code, "movz x%u, :abs_g3:%%c%u", regno, number);
  for (unsigned part = 3; part-- > 0; )
    sdt_append (code, "movk x%u, :abs_g%u_nc:%%c%u", regno, part, number);
}

/* Moves the address of MEM to register TO.  */
static void
append_address (struct code *code, unsigned to, rtx mem)
{
  unsigned base;
  HOST_WIDE_INT offset;

  sdt_frame_address (mem, &base, &offset);
  append_sum (code, to, base, offset);
}

/*
 * Loads SIZE bytes from *MEM, which is operand NUMBER, to register TO. What is on the
 * stack is further away from sp now.
 */
static void
append_load_operand (struct code *code, unsigned to, rtx *mem, unsigned number,
		     unsigned size, bool is_signed)
{
  static const char *const load[2][3]
    = { { "ldrb w%u, %%%u", "ldrh w%u, %%%u", "ldr w%u, %%%u" },
	{ "ldrsb x%u, %%%u", "ldrsh x%u, %%%u", "ldrsw x%u, %%%u" } };
  rtx address = XEXP (*mem, 0);

  if (reg_mentioned_p (stack_pointer_rtx, address))
    {
      rtx old_sp = gen_rtx_REG (DImode, to);

      append_sum (code, to, SP_REGNUM, 0);
      *mem = replace_equiv_address_nv (*mem, simplify_replace_rtx
				       (address, stack_pointer_rtx, old_sp));
    }
  if (size == 8)
    sdt_append (code, "ldr x%u, %%%u", to, number);
  else
    sdt_append (code, load[is_signed][size >> 1], to, number);
}

/*
 * Moves input INDEX, of SIZE bytes, as 64 bits to register TO: its value, or its address
 * if it has sdt_address_constraint.
 */
static void
append_value (struct code *code, unsigned to, unsigned index, unsigned size,
	      bool is_signed)
{
  rtx *in = &ASM_OPERANDS_INPUT (code->asm_operands, index);
  const char *constraint
    = ASM_OPERANDS_INPUT_CONSTRAINT (code->asm_operands, index);
  unsigned number = code->nr_outputs + index;

  if (CONST_INT_P (*in))
    append_constant (code, to, sdt_constant_value (*in, size, is_signed));
  else if (!strcmp (constraint, sdt_address_constraint))
    {
      append_address (code, to, *in);
      append_extend (code, to, to, size, is_signed);
    }
  else if (MEM_P (*in))
    append_load_operand (code, to, in, number, size, is_signed);
  else if (!REG_P (*in))
    append_symbol (code, to, *in, number);
  else if (REGNO (*in) == SP_REGNUM)
    {
      append_sum (code, to, SP_REGNUM, 0);
      append_extend (code, to, to, size, is_signed);
    }
  else
    append_extend (code, to, REGNO (*in), size, is_signed);
}

/* Stores the value of input INDEX at OFFSET, from where it is if that is possible.  */
static void
append_operand (struct code *code, unsigned index, unsigned size, bool is_signed,
		unsigned offset)
{
  rtx in = ASM_OPERANDS_INPUT (code->asm_operands, index);

  if (CONST_INT_P (in) && !sdt_constant_value (in, size, is_signed))
    append_store (code, "xzr", offset);
  else if (REG_P (in) && REGNO (in) != SP_REGNUM && size == 8)
    append_store_reg (code, REGNO (in), offset);
  else
    {
      unsigned scratch = take_scratch (code);

      append_value (code, scratch, index, size, is_signed);
      append_store_reg (code, scratch, offset);
    }
}

/* Stores word NUMBER of the memory that is input INDEX at OFFSET.  */
static void
append_word (struct code *code, unsigned index, unsigned number, unsigned offset)
{
  unsigned base, scratch = take_scratch (code);
  HOST_WIDE_INT from;

  sdt_frame_address (ASM_OPERANDS_INPUT (code->asm_operands, index), &base, &from);
  from += 8 * number;
  if (base == SP_REGNUM || !IN_RANGE (from, 0, 0x7ff8))
    {
      append_sum (code, scratch, base, from);
      base = scratch;
      from = 0;
    }
  sdt_append (code, "ldr x%u, [x%u, " HOST_WIDE_INT_PRINT_DEC "]", scratch, base % 32, from);
  append_store_reg (code, scratch, offset);
}

/* ---- the call that fires ------------------------------------------------- */

/* Moves the address of SYMBOL to register REGNO.  */
static void
append_address_of (struct code *code, unsigned regno, const char *symbol)
{
  sdt_append (code, "adrp x%u, %s", regno, symbol);
  sdt_append (code, "add x%u, x%u, :lo12:%s", regno, regno, symbol);
}

/* Loads the word at SYMBOL to register REGNO.  */
static void
append_load (struct code *code, unsigned regno, const char *symbol)
{
  sdt_append (code, "adrp x%u, %s", regno, symbol);
  sdt_append (code, "ldr x%u, [x%u, :lo12:%s]", regno, regno, symbol);
}

char *
sdt_fire_template (rtx_insn *insn, const HARD_REG_SET &live, unsigned site,
		   const struct sdt_spot *spot)
{
  struct code code (insn, live);
  char *runtime = xasprintf (SDT_SITE_LABEL "+%u", site, SDT_SITE_RUNTIME_OFFSET);
  unsigned nr_operands = sdt_nr_operands (spot->nr_args);

  append_begin (&code, spot->nr_args ? 1 + spot->nr_args : 0);
  if (spot->nr_args)
    {
      unsigned scratch = take_scratch (&code);

      append_load (&code, scratch, runtime);
      append_store_reg (&code, scratch, code.data);
    }
  for (unsigned i = 0; i < nr_operands; i++)
    append_operand (&code, 1 + i, spot->args[i].size,
		    spot->args[i].flags & SDT_ARG_SIGNED, code.data + 8 * (1 + i));
  for (unsigned i = nr_operands; i < spot->nr_args; i++)
    append_word (&code, 1 + nr_operands, i - nr_operands, code.data + 8 * (1 + i));
  append_stored (&code);

  append_load (&code, 16, SDT_TRAMPOLINE_SYMBOL);
  if (spot->nr_args)
    sdt_append (&code, "add x0, sp, %u", code.data);
  else
    append_address_of (&code, 0, runtime);
  append_frame_pointer (&code);
  sdt_append (&code, "blr x16");
  append_end (&code);
  free (runtime);
  return code.text;
}

/* ---- calls that arguments make ------------------------------------------- */

bool
sdt_can_keep_registers (tree fntype, unsigned nr_args)
{
  return sdt_has_usual_convention (fntype, nr_args, sdt_is_changed_by_calls);
}

char *
sdt_call_template (rtx_insn *insn, const HARD_REG_SET &live,
		   const struct sdt_call *call)
{
  struct code code (insn, live);
  unsigned nr_args = call->nr_args;

  code.nr_outputs = call->has_result;
  append_begin (&code, nr_args + !call->is_direct);
  for (unsigned i = 0; i < nr_args; i++)
    append_operand (&code, 2 + i, call->args[i].size, call->args[i].is_signed,
		    code.data + 8 * i);
  if (!call->is_direct)
    append_operand (&code, 1, 8, false, code.data + 8 * nr_args);
  append_stored (&code);

  for (unsigned i = 0; i < nr_args; i++)
    sdt_append (&code, "ldr x%u, [sp, %u]", i, code.data + 8 * i);
  append_frame_pointer (&code);
  if (call->is_direct)
    sdt_append (&code, "bl %%c%u", code.nr_outputs + 1);
  else
    {
      sdt_append (&code, "ldr x16, [sp, %u]", code.data + 8 * nr_args);
      sdt_append (&code, "blr x16");
    }
  append_end (&code);
  return code.text;
}
