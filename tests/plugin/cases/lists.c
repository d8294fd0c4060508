// SPDX-License-Identifier: GPL-2.0-only
/*
 * lists.c - lists of types and arguments that no probe can have
 *
 * See refused.c.  It needs no header of the kernel, so that any compiler compiles it, and
 * also where the macros are nothing.
 */
#include <linux/sdt.h>

struct pair { long a, b; };

#define TYPE_LIST	int, long

void lists(int a, struct pair *p);
void lists(int a, struct pair *p)
{
	DTRACE_PROBE(p, int);		/* error: probe 'p' has an odd number of types and arguments, 1 */
					/* note: write a type before each argument: 'DTRACE_PROBE (name, type, argument, ...)' */
	DTRACE_PROBE(p, int, a, long);	/* error: probe 'p' has an odd number of types and arguments, 3 */
					/* note: write a type before each argument: 'DTRACE_PROBE (name, type, argument, ...)' */
	DTRACE_PROBE(p, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a); /* error: probe 'p' has 33 arguments; at most 32 are possible */
					/* note: pass the address of a structure instead of its members */
	DTRACE_PROBE(p, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a); /* error: probe 'p' has an odd number of types and arguments, 65 */
					/* note: write a type before each argument: 'DTRACE_PROBE (name, type, argument, ...)' */
	DTRACE_PROBE(p, int, (struct pair){1, 2}.a); /* error: probe 'p' has a comma outside of parentheses in a type or an argument */
					/* note: the comma ends the argument of a macro; put the argument in parentheses */
	DTRACE_PROBE(p, TYPE_LIST, a);	/* error: probe 'p' has an odd number of types and arguments, 3 */
					/* note: write a type before each argument: 'DTRACE_PROBE (name, type, argument, ...)' */
	DTRACE_PROBE1(p, int, (struct pair){1, 2}.a); /* error: probe 'p' has a comma outside of parentheses in a type or an argument */
					/* note: the comma ends the argument of a macro; put the argument in parentheses */
	DTRACE_IO2(start, int, (struct pair){a, a}.a, int, a); /* error: probe 'start' has a comma outside of parentheses in a type or an argument */
					/* note: the comma ends the argument of a macro; put the argument in parentheses */
	/* Numbered macros with another number of pairs, or without types */
	DTRACE_PROBE2(p, int, a);	/* error: 'DTRACE_PROBE2' takes 4 types and arguments, but probe 'p' has 2 */
					/* note: write a type before each argument: 'DTRACE_PROBE (name, type, argument, ...)' */
					/* note: use 'DTRACE_PROBE1' */
	DTRACE_PROBE2(p, a, p->a);	/* error: 'DTRACE_PROBE2' takes 4 types and arguments, but probe 'p' has 2 */
					/* note: write a type before each argument: 'DTRACE_PROBE (name, type, argument, ...)' */
					/* note: use 'DTRACE_PROBE1' */
	DTRACE_PROBE3(p, a, int, p->a);	/* error: 'DTRACE_PROBE3' takes 6 types and arguments, but probe 'p' has 3 */
					/* note: write a type before each argument: 'DTRACE_PROBE (name, type, argument, ...)' */
					/* note: 'DTRACE_PROBE' takes up to 32 pairs */
	DTRACE_PROBE1(p, int, a, int, a, int, a); /* error: 'DTRACE_PROBE1' takes 2 types and arguments, but probe 'p' has 6 */
					/* note: use 'DTRACE_PROBE3' */
	DTRACE_PROBE0(p, int, a);	/* error: 'DTRACE_PROBE0' takes 0 types and arguments, but probe 'p' has 2 */
					/* note: use 'DTRACE_PROBE1' */
	DTRACE_PROBE8(p, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a); /* error: 'DTRACE_PROBE8' takes 16 types and arguments, but probe 'p' has 18 */
					/* note: 'DTRACE_PROBE' takes up to 32 pairs */
	DTRACE_NFSV3_2(start, int, a);	/* error: 'DTRACE_NFSV32' takes 4 types and arguments, but probe 'start' has 2 */
					/* note: write a type before each argument: 'DTRACE_PROBE (name, type, argument, ...)' */
					/* note: use 'DTRACE_NFSV31' */
	/* A provider in front, as in user space */
	DTRACE_PROBE(p, start);		/* error: probe 'p' has an odd number of types and arguments, 1 */
					/* note: write a type before each argument: 'DTRACE_PROBE (name, type, argument, ...)' */
					/* note: the macro takes no provider; if 'p' is one, write 'DTRACE_PROVIDER (p)' and 'DTRACE_PROBE (__p_start, type, argument, ...)' */
	DTRACE_PROBE2(p, start, a, p->a); /* error: 'DTRACE_PROBE2' takes 4 types and arguments, but probe 'p' has 3 */
					/* note: write a type before each argument: 'DTRACE_PROBE (name, type, argument, ...)' */
					/* note: 'DTRACE_PROBE' takes up to 32 pairs */
					/* note: the macro takes no provider; if 'p' is one, write 'DTRACE_PROVIDER (p)' and 'DTRACE_PROBE (__p_start, type, argument, ...)' */
	DTRACE_PROBE3(p, start, a, a, p->a); /* error: 'DTRACE_PROBE3' takes 6 types and arguments, but probe 'p' has 4 */
					/* note: use 'DTRACE_PROBE2' */
					/* note: the macro takes no provider; if 'p' is one, write 'DTRACE_PROVIDER (p)' and 'DTRACE_PROBE (__p_start, type, argument, ...)' */
}

/* What GCC itself refuses, at the author's line. */
void not_compiled(int a);
void not_compiled(int a)
{
	DTRACE_PROBE1(p, int, );	/* error: expected expression before ')' token */
	DTRACE_PROBE(p, int, );		/* error: expected expression before ')' token */
	DTRACE_PROBE(p, int, undeclared);	/* error: 'undeclared' undeclared (first use in this function) */
					/* note: each undeclared identifier is reported only once for each function it appears in */
	/* Whatever an argument is, it is not used at file scope. */
	DTRACE_PROBE1(literal, __auto_type, (&(struct pair){ a, 2 }));
	DTRACE_PRINTF("%ld\n", ((struct pair){ a, 2 }).b);
	DTRACE_PROBE1(block, __auto_type, ({ struct pair s = { a, a }; s.b; }));
	not_compiled(a);
	a = DTRACE_PROBE1(p, int, a);	/* error: expected expression before 'do' */
	if (DTRACE_PROBE(p))		/* error: expected expression before 'do' */
		a++;
	DTRACE_PROBE9(p, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a);	/* error: static assertion failed: "there is no DTRACE_PROBE9(): use DTRACE_PROBE(), which takes up to 32 pairs of a type and an argument" */
	DTRACE_PROBE(p, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a);	/* error: probe 'p' has 40 arguments; at most 32 are possible */
					/* note: pass the address of a structure instead of its members */
}

DTRACE_PROBE(p);			/* error: expected identifier or '(' before 'do' */
					/* error: expected identifier or '(' before 'while' */
