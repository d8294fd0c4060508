// SPDX-License-Identifier: GPL-2.0-only
/* Names that are undeclared, or mean something else */
#include <linux/sdt.h>

struct box { int a; } box;
int x;
void variable(void)	{ DTRACE_PROBE1(variable, int, nowhere); }
void again(void)	{ DTRACE_PROBE2(again, nowhere, x, int, nowhere); }
void member(void)	{ DTRACE_PROBE1(member, int, box.b); }
void pointer(void)	{ DTRACE_PROBE1(pointer, int, box->a); }
void called(void)	{ DTRACE_PROBE1(called, int, x(3)); }
void few(void)		{ DTRACE_PROBE1(few, int, ({ int f(int); f(); })); }
void label(void)	{ DTRACE_PROBE1(label, int, ({ goto nowhere_label; x; })); }
void element(void)	{ DTRACE_PROBE1(element, int, x[2]); }
void target(void)	{ DTRACE_PROBE1(target, int, *x); }
void assigned(void)	{ DTRACE_PROBE1(assigned, int, (x + 1) = 3); }
void address(void)	{ DTRACE_PROBE1(address, int *, &3); }
void size(void)		{ DTRACE_PROBE1(size, int, sizeof(struct nowhere)); }
void loop(void)		{ DTRACE_PROBE1(loop, int, ({ int i; for (i = 0; i < nowhere; i++) x += i; i; })); }
void choice(void)	{ DTRACE_PROBE1(choice, int, ({ switch (nowhere) { case x: break; } x; })); }
void leave(void)	{ DTRACE_PROBE1(leave, int, ({ break; x; })); }
void both(void)		{ DTRACE_PROBE2(both, int, nowhere, int, nobody); }
void behind(void)	{ DTRACE_PROBE1(behind, int, x); nobody = 3; }
