// SPDX-License-Identifier: GPL-2.0-only
/*
 * counts.c - probes with 0 to 13 arguments
 */
#include <linux/sdt.h>

#include "fire.h"

static void fire(void)
{
	DTRACE_PROBE0(n0);
	DTRACE_PROBE(n1, int, 1);
	DTRACE_PROBE(n2, int, 1, int, 2);
	DTRACE_PROBE(n3, int, 1, int, 2, int, 3);
	DTRACE_PROBE(n4, int, 1, int, 2, int, 3, int, 4);
	DTRACE_PROBE(n5, int, 1, int, 2, int, 3, int, 4, int, 5);
	DTRACE_PROBE(n6, int, 1, int, 2, int, 3, int, 4, int, 5, int, 6);
	DTRACE_PROBE(n7, int, 1, int, 2, int, 3, int, 4, int, 5, int, 6, int, 7);
	DTRACE_PROBE(n8, int, 1, int, 2, int, 3, int, 4, int, 5, int, 6, int, 7, int, 8);
	DTRACE_PROBE(n9, int, 1, int, 2, int, 3, int, 4, int, 5, int, 6, int, 7, int, 8,
		     int, 9);
	DTRACE_PROBE(n10, int, 1, int, 2, int, 3, int, 4, int, 5, int, 6, int, 7, int, 8,
		     int, 9, int, 10);
	DTRACE_PROBE(n11, int, 1, int, 2, int, 3, int, 4, int, 5, int, 6, int, 7, int, 8,
		     int, 9, int, 10, int, 11);
	DTRACE_PROBE(n12, int, 1, int, 2, int, 3, int, 4, int, 5, int, 6, int, 7, int, 8,
		     int, 9, int, 10, int, 11, int, 12);
	DTRACE_PROBE(n13, int, 1, int, 2, int, 3, int, 4, int, 5, int, 6, int, 7, int, 8,
		     int, 9, int, 10, int, 11, int, 12, int, 13);
}
