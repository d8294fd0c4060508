// SPDX-License-Identifier: GPL-2.0-only
/*
 * enabled.c - DTRACE_PROBE_ENABLED() of a probe with another name; see refused.c
 */
#include <linux/sdt.h>

DTRACE_PROVIDER(mine);

int asks(int a);
int asks(int a)
{
	DTRACE_PROBE1(read__entry, int, a);	/* note: 'read__entry' is here */
	DTRACE_PROBE1(both, int, a);
	if (DTRACE_PROBE_ENABLED(read_entry))	/* error: unknown probe 'read_entry'; did you mean 'read__entry'? */
		a++;
	DTRACE_PROBE1(__mine_read__exit, int, a);	/* note: 'mine:::read__exit' is here */
	if (DTRACE_PROBE_ENABLED(__mine_read_exit))	/* error: unknown probe 'mine:::read_exit'; did you mean 'mine:::read__exit'? */
		a++;
	DTRACE_IO0(start);		/* note: 'io:::start' is here */
	if (DTRACE_PROBE_ENABLED(io_start))	/* error: unknown probe 'io_start'; did you mean 'io:::start'? */
		a++;
	/* A word that is no provider is a part of the name. */
	DTRACE_PROBE1(__own_read__exit, int, a);	/* note: '__own_read__exit' is here */
	if (DTRACE_PROBE_ENABLED(__own_read_exit))	/* error: unknown probe '__own_read_exit'; did you mean '__own_read__exit'? */
		a++;
	/* Another unit may have it. */
	if (DTRACE_PROBE_ENABLED(read__entri) || DTRACE_PROBE_ENABLED(both))
		a++;
	return a;
}
