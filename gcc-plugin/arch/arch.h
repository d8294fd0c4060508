/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * arch.h - what an architecture's file provides: x86.cc
 */
#ifndef SDT_ARCH_H
#define SDT_ARCH_H

#include "probe.h"
#include "hard-reg-set.h"

extern const char sdt_address_constraint[];

bool sdt_can_keep_registers (tree fntype, unsigned nr_args);
bool sdt_target_check (location_t loc, bool complain);
char *sdt_jump_template (unsigned jump, unsigned site, unsigned label_operand);
bool sdt_is_changed_by_calls (unsigned regno);
char *sdt_fire_template (rtx asm_operands, const HARD_REG_SET &live,
			 unsigned site, const struct sdt_spot *spot);
char *sdt_call_template (rtx asm_operands, const HARD_REG_SET &live,
			 const struct sdt_call *call);

/* The label of a site's record in the assembler's input.  */
#define SDT_SITE_LABEL ".Lsdt_site%u"

#endif /* SDT_ARCH_H */
