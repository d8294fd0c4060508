// SPDX-License-Identifier: GPL-2.0-only
/*
 * changed.c - a module whose probes were changed since it was loaded last
 */
#include <linux/sdt.h>

#include "fire.h"

static void fire(void)
{
#ifdef OLD
	DTRACE_PROBE3(count, int, 1, int, 2, int, 3);
	DTRACE_PROBE3(write_entry, int, 4, int, 5, int, 6);
	DTRACE_PROBE1(order, int, 7);
#else
	DTRACE_PROBE1(count, int, 11);
	DTRACE_PROBE1(write__entry, int, 14);
	DTRACE_PROBE1(order, int, 17);
#endif
}
