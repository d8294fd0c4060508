// SPDX-License-Identifier: GPL-2.0-only
/* Lists that do not fit the macro */
#include <linux/sdt.h>

int x;
void bare(void)		{ DTRACE_PROBE1; }
void open(void)		{ x = nobody; }
void unknown(void)	{ DTRACE_PROBE9(unknown, int, x); }
void value(void)	{ x = DTRACE_PROBE1(value, int, x); }
DTRACE_PROBE1(outside, int, x);
void asked(void)	{ x = DTRACE_PROBE_ENABLED() + DTRACE_PROBE_ENABLED(asked, asked) + nobody; }
void end(void)		{ DTRACE_PROBE1(end, int, x; }
