// SPDX-License-Identifier: GPL-2.0-only
/*
 * enabled.c - DTRACE_PROBE_ENABLED() of a probe that has another name; as refused.c
 */
#include <linux/sdt.h>

int asks(int a);
int asks(int a)
{
	DTRACE_PROBE1(read__entry, int, a);	/* note: 'read__entry' is here */
	DTRACE_PROBE1(both, int, a);
	if (DTRACE_PROBE_ENABLED(read_entry))	/* error: there is no probe 'read_entry'; did you mean 'read__entry'? */
		a++;
	/* Another unit may have it. */
	if (DTRACE_PROBE_ENABLED(read__entri) || DTRACE_PROBE_ENABLED(both))
		a++;
	return a;
}
