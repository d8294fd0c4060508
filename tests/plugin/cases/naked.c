// SPDX-License-Identifier: GPL-2.0-only
/*
 * naked.c - probes in functions that have no prologue: see refused.c
 */
#include <linux/sdt.h>

__attribute__((naked)) void naked(void);
__attribute__((naked)) void naked(void)
{
	DTRACE_PROBE(p);		/* error: probe 'p' in 'naked' function 'naked' */
					/* note: a 'naked' function can contain only assembler code; move the probe to a caller */
					/* plain: nothing (a probe in a `noinstr` or `naked` function) */
	if (DTRACE_PROBE_ENABLED(p))	/* error: probe 'p' in 'naked' function 'naked' */
					/* note: a 'naked' function can contain only assembler code; move the probe to a caller */
					/* plain: nothing (a probe in a `noinstr` or `naked` function) */
		asm ("nop");
}
