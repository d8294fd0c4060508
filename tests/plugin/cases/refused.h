/* SPDX-License-Identifier: GPL-2.0-only */
/* refused.h - a probe in a header, and one in a macro of a header */

static inline void in_header(struct pair p)
{
	DTRACE_PROBE1(f, struct pair, p);	/* error: probe argument 1 has type 'struct pair': only scalar values can be passed to a probe */
						/* note: pass its address, or one of its members */
}

#define TWICE(name, a)	DTRACE_PROBE2(name, int, a, int, a)
#define OUTER(name, a)	TWICE(name, a)
