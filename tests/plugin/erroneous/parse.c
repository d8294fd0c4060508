// SPDX-License-Identifier: GPL-2.0-only
/* Arguments that are not expressions */
#include <linux/sdt.h>

int x;
void type(void)		{ DTRACE_PROBE1(type, x, int); }	/* parsed otherwise */
void cast(void)		{ DTRACE_PROBE1(cast, int, static_cast<int>(x)); }
void half(void)		{ DTRACE_PROBE1(half, int, x +); }
void second(void)	{ DTRACE_PROBE2(second, int, x, int, * ); }
void words(void)	{ DTRACE_PROBE1(words, int, x x); }
void closed(void)	{ DTRACE_PROBE1(closed, int, x]); }	/* parsed otherwise */
void statement(void)	{ DTRACE_PROBE1(statement, int, return 3); }
void inner(void)	{ DTRACE_PROBE1(inner, int, ({ x + ; x; })); }
void brace(void)	{ DTRACE_PROBE1(brace, int, ({ if (x) { x; })); }	/* parsed otherwise */
void nested(void)	{ DTRACE_PROBE1(nested, int, ({ DTRACE_PROBE1(deep, int, int); x; })); }
void keyword(void)	{ DTRACE_PROBE(keyword, int, struct, int, x); }	/* parsed otherwise */
void size(void)		{ DTRACE_PROBE1(size, int, sizeof(struct)); }
