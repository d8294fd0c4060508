// SPDX-License-Identifier: GPL-2.0-only
/*
 * naked.c - probes in functions that have no prologue: see refused.c
 */
#include <linux/sdt.h>

__attribute__((naked)) void naked(void);
__attribute__((naked)) void naked(void)
{
	DTRACE_PROBE(p);		/* error: probe 'p' in 'naked' function 'naked' */
					/* note: such a function can consist of assembler code only; move the probe to a caller */
					/* plain: nothing (a probe in a `noinstr` or `naked` function) */
	if (DTRACE_PROBE_ENABLED(p))	/* error: probe 'p' in 'naked' function 'naked' */
					/* note: such a function can consist of assembler code only; move the probe to a caller */
					/* plain: nothing (a probe in a `noinstr` or `naked` function) */
		asm ("nop");
}
