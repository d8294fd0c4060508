/* SPDX-License-Identifier: GPL-2.0-only */
/* An inline function of a header: every object has its own copies. */
#include <linux/sdt.h>

static inline int in_header(int a)
{
	DTRACE_PROBE1(header, int, a);
	return a + 1;
}
