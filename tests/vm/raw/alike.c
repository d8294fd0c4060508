// SPDX-License-Identifier: GPL-2.0-only
/*
 * alike.c - pairs of events: the pattern of one also matches the other
 *
 * A pattern without a function matches a probe whose author named one, and a pattern's name
 * is also compared with the name that the probe has in dtrace(1).
 */
#include <linux/sdt_providers.h>
#include <sys/sdt.h>

#include "fire.h"

SDT_PROBE_DEFINE1(sdt, , named, same, "int");

static void fire(void)
{
	SDT_PROBE1(sdt, , named, same, 1);
	DTRACE_PROBE2(same, int, 2, int, 3);
	DTRACE_IO1(start, int, 4);
	DTRACE_IO1(io__start, int, 5);
	DTRACE_IO1(done, int, 6);
	DTRACE_IO2(io__done, int, 7, int, 8);
}
