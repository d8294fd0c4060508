/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * middle_end.h - the passes that keep the hot path as it is without probes
 *
 * In the order in which they run on a function:
 *
 *   uninit.cc         warns about uninitialized variables that only a cold block reads
 *   inline_weight.cc  makes probes weightless when GCC decides what to inline
 *   cold.cc           tells GCC that a cold block is never executed
 *   induction.cc      keeps strength reduction from adding variables for arguments
 *   rematerialize.cc  computes again in a cold block what the hot path does not keep
 *   code_motion.cc    moves statements over the jump to where they are used
 *   calls.cc          makes calls in cold blocks that disturb no register
 *   copy_propagation.cc  keeps what is known of registers across sites
 *   layout.cc         moves cold blocks that GCC left in the hot code, keeps GCC from
 *                     copying sites
 *
 * site_blocks.cc finds the sites in the control flow graph for them, address_regs.cc
 * counts registers for calls.cc.  passes.cc says where each of them runs among GCC's;
 * sdt_run_FILE () is FILE.cc's pass.
 */
#ifndef SDT_MIDDLE_END_H
#define SDT_MIDDLE_END_H

#include "probe.h"

unsigned int sdt_run_uninit (function *fun);
unsigned int sdt_run_inline_weight (function *fun);
unsigned int sdt_run_cold (function *fun);
unsigned int sdt_run_induction (function *fun);
unsigned int sdt_run_rematerialize (function *fun);
unsigned int sdt_run_code_motion (function *fun);
unsigned int sdt_run_calls (function *fun);
unsigned int sdt_run_copy_propagation (function *fun);
unsigned int sdt_run_layout (function *fun);

/* inline_weight.cc: as its pass, for all of the unit */
void sdt_weigh_unit (void);

/* layout.cc: for all functions, before GCC's passes on RTL */
void sdt_forbid_copies (void);

/* cold.cc */
void sdt_override_gate (void *gcc_data, void *user_data);

/* calls.cc */
const struct sdt_call *sdt_get_call (unsigned call);

#endif /* SDT_MIDDLE_END_H */
