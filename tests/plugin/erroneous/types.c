// SPDX-License-Identifier: GPL-2.0-only
/* Types that have errors, or are incomplete, in values and in the text before them */
#include <linux/sdt.h>

typedef nowhere broken;
typedef struct { nowhere a; int b; } partly;
typedef int negative[-1];
typedef broken *pointer;
typedef int (*function)(nowhere, int);
struct twice { int a; int a; };
struct twice { int b; };
struct bits { int wide : 77; int none : -1; };
enum level { LOW = nowhere, HIGH, LOW, TEXT = "text" };
enum empty { };
enum later;
union holds { struct never n; int a; };

extern broken b;
extern partly p;
extern negative n;
extern pointer q;
extern function f;
extern struct twice t;
extern struct bits s;
extern enum level l;
extern enum empty e;
extern enum later later;
extern union holds u;
extern struct never never;
extern struct never array[];
int x;

void value1(void)	{ DTRACE_PROBE1(value, int, b); }
void value2(void)	{ DTRACE_PROBE2(value, int, p.a, int, p.b); }
void value3(void)	{ DTRACE_PROBE1(value, int *, n); }
void value4(void)	{ DTRACE_PROBE2(value, void *, q, int, *q); }
void value5(void)	{ DTRACE_PROBE2(value, void *, f, int, f(1, 2)); }
void value6(void)	{ DTRACE_PROBE2(value, int, t.a, struct twice *, &t); }
void value7(void)	{ DTRACE_PROBE2(value, int, s.wide, int, s.none); }
void value8(void)	{ DTRACE_PROBE3(value, enum level, l, enum level, HIGH, int, TEXT); }
void value9(void)	{ DTRACE_PROBE2(value, enum empty, e, int, e); }
void value10(void)	{ DTRACE_PROBE1(value, enum later, later); }
void value11(void)	{ DTRACE_PROBE1(value, int, later); }
void value12(void)	{ DTRACE_PROBE1(value, void *, &u); }
void value13(void)	{ DTRACE_PROBE1(value, void *, &never); }
void value14(void)	{ DTRACE_PROBE1(value, int, never.a); }
void value15(void)	{ DTRACE_PROBE1(value, void *, array); }

void text1(void)	{ DTRACE_PROBE2(text, broken, x, broken *, &x); }
void text2(void)	{ DTRACE_PROBE2(text, partly *, &x, negative, &x); }
void text3(void)	{ DTRACE_PROBE2(text, pointer, &x, function, &x); }
void text4(void)	{ DTRACE_PROBE2(text, enum level, x, enum empty, x); }
void text5(void)	{ DTRACE_PROBE2(text, enum later, x, enum later *, &x); }
void text6(void)	{ DTRACE_PROBE2(text, union holds *, &x, struct twice *, &x); }
void text7(void)	{ DTRACE_PROBE2(text, int (*)(broken), &x, broken[3], &x); }
void text8(void)	{ DTRACE_PROBE2(text, struct never[2], &x, typeof(nowhere), x); }
