/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * arch.h - what an architecture's file provides: x86.cc, arm64.cc
 *
 * The plugin is built with the file of the architecture that its compiler is for, and
 * with common.cc.
 */
#ifndef SDT_ARCH_H
#define SDT_ARCH_H

#include "probe.h"
#include "hard-reg-set.h"

/*
 * Constraints of a call's operands: a value of that many bits, where one of 64 bits can
 * be a constant address; and memory whose address is passed.
 */
const char *sdt_value_constraint (unsigned bits);
extern const char sdt_address_constraint[];	/* common.cc */

/* How many registers may a call's operands in memory have in their addresses?  */
extern const unsigned sdt_max_address_regs;

/* How many operands of the call that fires can have arguments?  */
extern const unsigned sdt_max_operands;

/*
 * How many of a probe's NR_ARGS are operands of the call that fires? If those are not all,
 * the next operand is memory with the others, a word each.
 */
static inline unsigned
sdt_nr_operands (unsigned nr_args)
{
  return nr_args > sdt_max_operands ? sdt_max_operands - 1 : nr_args;
}

/* Can the unit have probes? If not, and COMPLAIN is set, there is an error at LOC.  */
bool sdt_target_check (location_t loc, bool complain);

/*
 * The NOP of a site and its __jump_table entry. JUMP makes the label unique;
 * LABEL_OPERAND is the number of the asm statement's label.
 */
char *sdt_jump_template (unsigned jump, unsigned site, unsigned label_operand);

/* May a C function change general register REGNO?  */
bool sdt_is_changed_by_calls (unsigned regno);

/*
 * The call that fires: from SITE with SPOT's arguments, which are the inputs of INSN's
 * asm statement after the mark: see sdt_nr_operands (). It must preserve LIVE.
 */
char *sdt_fire_template (rtx_insn *insn, const HARD_REG_SET &live,
			 unsigned site, const struct sdt_spot *spot);

/*
 * Can sdt_call_template () call a function of type FNTYPE with NR_ARGS values in
 * general registers?
 */
bool sdt_can_keep_registers (tree fntype, unsigned nr_args);

/*
 * The call CALL. The inputs of INSN's asm statement after the mark are the function and
 * its arguments, the output is its result. It must preserve LIVE, which does not include
 * the output.
 */
char *sdt_call_template (rtx_insn *insn, const HARD_REG_SET &live,
			 const struct sdt_call *call);

/* The label of a site's record in the assembler's input.  */
#define SDT_SITE_LABEL ".Lsdt_site%u"

#endif /* SDT_ARCH_H */
