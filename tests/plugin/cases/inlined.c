// SPDX-License-Identifier: GPL-2.0-only
/*
 * inlined.c - errors that appear only after inlining; see refused.c
 */
#include <linux/compiler.h>
#include <linux/sdt.h>

static __always_inline void probed(int a)
{
	DTRACE_PROBE1(inner, int, a);
	/* note: the probe is here */
}

void fine(int a);
void fine(int a)
{
	probed(a);
}

noinstr void outer(int a);
noinstr void outer(int a)
/* error: probe 'inner' of inline function 'probed' in 'noinstr' function 'outer' */
/* note: 'noinstr' code must not be traced; call a function without the probe */
{
	probed(a);
}
