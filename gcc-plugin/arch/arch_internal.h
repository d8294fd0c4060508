/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * arch_internal.h - what the architectures' files share, in common.cc
 */
#ifndef SDT_ARCH_INTERNAL_H
#define SDT_ARCH_INTERNAL_H

#include "arch/arch.h"
#include "rtl.h"

/* The instructions of an asm statement, as far as they are written.  */
struct sdt_code
{
  sdt_code (rtx_insn *insn, const HARD_REG_SET &live_behind);

  rtx asm_operands;
  const HARD_REG_SET &live;	/* after the statement */
  bool has_cfi;			/* debuggers must know where the stack pointer is */
  unsigned nr_outputs = 0;	/* they are numbered before the inputs */
  char *text = NULL;
};

void sdt_append (struct sdt_code *code, const char *format, ...)
  ATTRIBUTE_PRINTF_2;
void sdt_append_cfi (struct sdt_code *code, const char *format, ...)
  ATTRIBUTE_PRINTF_2;
void sdt_find_setters (rtx_insn *insn, unsigned regno, vec<rtx_insn *> &setters);
bool sdt_mentions (const struct sdt_code *code, unsigned regno);
bool sdt_has_usual_convention (tree fntype, unsigned nr_args,
			       bool (*is_saved) (unsigned regno));
void sdt_frame_address (rtx mem, unsigned *base, HOST_WIDE_INT *offset);
unsigned HOST_WIDE_INT sdt_constant_value (rtx in, unsigned size, bool is_signed);
char *sdt_nop_template (const char *nop, unsigned jump, unsigned site,
			unsigned label_operand);

#endif /* SDT_ARCH_INTERNAL_H */
