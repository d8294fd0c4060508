/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * asm_mark.h - the plugin's asm statements, and how they are recognized
 */
#ifndef SDT_ASM_MARK_H
#define SDT_ASM_MARK_H

#include "probe.h"

/*
 * The first operand of the plugin's asm statements. The jump to the cold block and the
 * call that fires have the number of their spot in it, a call in an argument has its
 * own number.
 */
#define SDT_MARK_JUMP	((HOST_WIDE_INT) 0x5344544a << 32)	/* "SDTJ" */
#define SDT_MARK_FIRE	((HOST_WIDE_INT) 0x53445446 << 32)	/* "SDTF" */
#define SDT_MARK_CALL	((HOST_WIDE_INT) 0x53445443 << 32)	/* "SDTC" */
#define SDT_MARK_MASK	((HOST_WIDE_INT) ~0U << 32)

tree sdt_build_operand (const char *constraint, tree value, tree chain);
tree sdt_build_mark (HOST_WIDE_INT mark, unsigned number);
bool sdt_is_jump (const gimple *stmt);
rtx sdt_marked_operands (rtx_insn *insn, HOST_WIDE_INT *mark, unsigned *number);

#endif /* SDT_ASM_MARK_H */
