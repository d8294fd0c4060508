// SPDX-License-Identifier: GPL-2.0-only
/*
 * twin_foo.c - a probe whose raw tracepoint is named like one of twin.c
 */
#include <linux/sdt.h>

#include "fire.h"

static void fire(void)
{
	DTRACE_PROBE1(bar, int, 6);
}
