// SPDX-License-Identifier: GPL-2.0-only
/*
 * families_dtrace4linux.c - the macros of dtrace4linux
 *
 * Twice in one function, and in a function that is inlined twice.  Also the second file
 * with sites of OpenZFS's probe.
 */
#include "families.h"

static inline void inlined(int n)
{
	DTRACE_SDT_PROBE1(hworld, families, n, inner, n);
}

unsigned int fire_dtrace4linux(void)
{
	DTRACE_SDT_PROBE(hworld, families, here, outer);
	DTRACE_SDT_PROBE(hworld, families, here, outer);
	inlined(val.i);
	inlined(val.i + 1);
	DTRACE_SDT_PROBE1(hworld, families, read__text, outer, val.s);
	return SET_ERROR(0);
}
