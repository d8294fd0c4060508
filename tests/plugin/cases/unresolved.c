// SPDX-License-Identifier: GPL-2.0-only
/*
 * unresolved.c - text before arguments that is no type
 *
 * See refused.c.  Compilers could repeat what they say of a macro's argument, and none of it is
 * about what the macros are made of.
 */
#include <linux/sdt.h>

void unresolved(int x);
void unresolved(int x)
{
	DTRACE_PROBE(p, nosuch *, x);	/* warning: probe argument 1 is declared 'nosuch *', which is not a known type */
					/* note: the type of the expression is used, ... */
					/* plain: error: unknown type name (text that is not a C type) */
	DTRACE_PROBE(p, nosuch *, x, int, x);	/* warning: probe argument 1 is declared 'nosuch *', which is not a known type */
					/* note: the type of the expression is used, ... */
					/* plain: error: unknown type name (text that is not a C type) */
	DTRACE_PROBE(p, int, x, nosuch *, x);	/* warning: probe argument 2 is declared 'nosuch *', which is not a known type */
					/* note: the type of the expression is used, ... */
					/* plain: error: unknown type name (text that is not a C type) */
	DTRACE_PROBE(p, struct char *, "x");
					/* plain: error: text before argument 1 is not a type (text that is not a C type) */
	DTRACE_PROBE(p, int, x, struct char *, "x", int, x);
					/* plain: error: text before argument 2 is not a type (text that is not a C type) */
	DTRACE_PROBE(p, x + 1, x);	/* warning: probe argument 1 is declared 'x + 1', which is not a known type */
					/* note: the type of the expression is used, ... */
					/* plain: error: unknown type name|expected declaration specifiers (text that is not a C type) */
	DTRACE_PROBE(p, x, int);	/* error: expected expression before 'int' */
	DTRACE_PROBE(p, int, x, -, x);	/* warning: probe argument 2 is declared '-', which is not a known type */
					/* note: the type of the expression is used, ... */
					/* plain: error: text before an argument is not a type (text that is not a C type) */
	DTRACE_PROBE(p, -, x);	/* warning: probe argument 1 is declared '-', which is not a known type */
					/* note: the type of the expression is used, ... */
					/* plain: error: text before an argument is not a type (text that is not a C type) */
	DTRACE_PROBE(p, "int", x);	/* warning: probe argument 1 is declared '"int"', which is not a known type */
					/* note: the type of the expression is used, ... */
					/* plain: error: text before an argument is not a type (text that is not a C type) */
	DTRACE_PROBE(p, what it is, x);	/* warning: probe argument 1 is declared 'what it is', which is not a known type */
					/* note: the type of the expression is used, ... */
					/* plain: error: unknown type name (text that is not a C type) */
	/* To clang, a parameter that has no type */
	DTRACE_PROBE(p, int, x, int *m, &x, nosuch, x);	/* warning: probe argument 3 is declared 'nosuch', which is not a known type */
					/* note: the type of the expression is used, ... */
					/* plain: error (text that is not a C type) */
}
