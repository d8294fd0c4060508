// SPDX-License-Identifier: GPL-2.0-only
/*
 * refused.c - what the plugin refuses or warns about, and where
 *
 * A comment "error: TEXT", "warning: TEXT" or "note: TEXT" beside the code, or
 * alone on the lines after it, is a diagnostic that its line must get; TEXT may
 * end in "..." for more of it.  No line may get another one.
 */
#include <linux/compiler.h>
#include <linux/sdt.h>
#include <linux/types.h>

struct pair {
	long a, b;
};

#include "refused.h"

typedef int four __attribute__((vector_size(16)));

#pragma GCC diagnostic ignored "-Wvla"

#define TYPE_LIST	int, long

void types(struct pair p, int a, float f, double d, long double ld,
	   _Complex double c, __int128 wide, four v, int n);
void types(struct pair p, int a, float f, double d, long double ld,
	   _Complex double c, __int128 wide, four v, int n)
{
	union { int i; } u = { 1 };
	struct { int array[n]; } vla;

	DTRACE_PROBE1(p, float, f);	/* error: probe argument 1 has type 'float': a floating-point value cannot be passed to a probe */
					/* note: the kernel does not use them; pass an integer */
	DTRACE_PROBE1(p, int, d);	/* error: probe argument 1 has type 'double': a floating-point value cannot be passed to a probe */
					/* note: the kernel does not use them; pass an integer */
	DTRACE_PROBE1(p, double, a);	/* error: probe argument 1 has type 'double': a floating-point value cannot be passed to a probe */
					/* note: the kernel does not use them; pass an integer */
	DTRACE_PROBE1(p, int, ld);	/* error: probe argument 1 has type 'long double': a floating-point value cannot be passed to a probe */
					/* note: the kernel does not use them; pass an integer */
	DTRACE_PROBE1(p, int, c);	/* error: probe argument 1 has type ...: a floating-point value cannot be passed to a probe */
					/* note: the kernel does not use them; pass an integer */
	DTRACE_PROBE2(p, int, a, struct pair, p); /* error: probe argument 2 has type 'struct pair': only scalar values can be passed to a probe */
					/* note: pass its address, or one of its members */
	DTRACE_PROBE1(p, int, u);	/* error: probe argument 1 has type 'union <anonymous>': only scalar values can be passed to a probe */
					/* note: pass its address, or one of its members */
	DTRACE_PROBE1(p, four, v);	/* error: probe argument 1 has type 'four' ... */
					/* note: pass its address, or one of its members */
	DTRACE_PROBE1(p, int, vla);	/* error: probe argument 1 has type 'struct <anonymous>': only scalar values can be passed to a probe */
					/* note: pass its address, or one of its members */
	DTRACE_PROBE1(p, __int128, wide); /* error: probe argument 1 has type '__int128': more than 64 bits cannot be passed to a probe */
					/* note: pass it in two halves, or declare it as a type of 64 bits */
	DTRACE_PROBE1(p, unsigned __int128, a); /* error: probe argument 1 has type '__int128 unsigned': more than 64 bits cannot be passed to a probe */
					/* note: pass it in two halves, or declare it as a type of 64 bits */
	DTRACE_PROBE1(p, void, wide);	/* warning: probe argument 1 is declared 'void', which no value can have; '__int128' is used */
					/* error: probe argument 1 has type '__int128': more than 64 bits cannot be passed to a probe */
					/* note: pass it in two halves, or declare it as a type of 64 bits */
}

void lists(int a, struct pair *p);
void lists(int a, struct pair *p)
{
	DTRACE_PROBE(p, int);		/* error: probe 'p' has an odd number of types and arguments, 1 */
					/* note: write a type before each argument: 'DTRACE_PROBE (name, type, argument, ...)' */
	DTRACE_PROBE(p, int, a, long);	/* error: probe 'p' has an odd number of types and arguments, 3 */
					/* note: write a type before each argument: 'DTRACE_PROBE (name, type, argument, ...)' */
	DTRACE_PROBE(p, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a); /* error: probe 'p' has 17 arguments, at most 16 are possible */
					/* note: pass the address of a structure instead of its members */
	DTRACE_PROBE(p, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a); /* error: probe 'p' has an odd number of types and arguments, 33 */
					/* note: write a type before each argument: 'DTRACE_PROBE (name, type, argument, ...)' */
	DTRACE_PROBE(p, int, (struct pair){1, 2}.a); /* error: probe 'p' has a comma outside of parentheses in a type or an argument */
					/* note: to a macro it ends the argument; put the argument in parentheses */
	DTRACE_PROBE(p, TYPE_LIST, a);	/* error: probe 'p' has an odd number of types and arguments, 3 */
					/* note: write a type before each argument: 'DTRACE_PROBE (name, type, argument, ...)' */
	DTRACE_PROBE1(p, int, (struct pair){1, 2}.a); /* error: probe 'p' has a comma outside of parentheses in a type or an argument */
					/* note: to a macro it ends the argument; put the argument in parentheses */
	DTRACE_IO2(start, int, (struct pair){a, a}.a, int, a); /* error: probe 'start' has a comma outside of parentheses in a type or an argument */
					/* note: to a macro it ends the argument; put the argument in parentheses */
	/* Numbered macros with another number of pairs, or without types */
	DTRACE_PROBE2(p, int, a);	/* error: 'DTRACE_PROBE2' takes 4 types and arguments, but probe 'p' has 2 */
					/* note: write a type before each argument: 'DTRACE_PROBE (name, type, argument, ...)' */
					/* note: use 'DTRACE_PROBE1' */
	DTRACE_PROBE2(p, a, p->a);	/* error: 'DTRACE_PROBE2' takes 4 types and arguments, but probe 'p' has 2 */
					/* note: write a type before each argument: 'DTRACE_PROBE (name, type, argument, ...)' */
					/* note: use 'DTRACE_PROBE1' */
	DTRACE_PROBE3(p, a, int, p->a);	/* error: 'DTRACE_PROBE3' takes 6 types and arguments, but probe 'p' has 3 */
					/* note: write a type before each argument: 'DTRACE_PROBE (name, type, argument, ...)' */
					/* note: 'DTRACE_PROBE' takes any number of pairs up to 16 */
	DTRACE_PROBE1(p, int, a, int, a, int, a); /* error: 'DTRACE_PROBE1' takes 2 types and arguments, but probe 'p' has 6 */
					/* note: use 'DTRACE_PROBE3' */
	DTRACE_PROBE0(p, int, a);	/* error: 'DTRACE_PROBE0' takes 0 types and arguments, but probe 'p' has 2 */
					/* note: use 'DTRACE_PROBE1' */
	DTRACE_PROBE8(p, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a); /* error: 'DTRACE_PROBE8' takes 16 types and arguments, but probe 'p' has 18 */
					/* note: 'DTRACE_PROBE' takes any number of pairs up to 16 */
	DTRACE_NFSV3_2(start, int, a);	/* error: 'DTRACE_NFSV32' takes 4 types and arguments, but probe 'start' has 2 */
					/* note: write a type before each argument: 'DTRACE_PROBE (name, type, argument, ...)' */
					/* note: use 'DTRACE_NFSV31' */
	/* A provider in front, as in user space */
	DTRACE_PROBE(p, start);		/* error: probe 'p' has an odd number of types and arguments, 1 */
					/* note: write a type before each argument: 'DTRACE_PROBE (name, type, argument, ...)' */
					/* note: the macro has no argument for a provider: if 'p' is one, write 'DTRACE_PROVIDER (p)' and 'DTRACE_PROBE (__p_start, type, argument, ...)' */
	DTRACE_PROBE2(p, start, a, p->a); /* error: 'DTRACE_PROBE2' takes 4 types and arguments, but probe 'p' has 3 */
					/* note: write a type before each argument: 'DTRACE_PROBE (name, type, argument, ...)' */
					/* note: 'DTRACE_PROBE' takes any number of pairs up to 16 */
					/* note: the macro has no argument for a provider: if 'p' is one, write 'DTRACE_PROVIDER (p)' and 'DTRACE_PROBE (__p_start, type, argument, ...)' */
	DTRACE_PROBE3(p, start, a, a, p->a); /* error: 'DTRACE_PROBE3' takes 6 types and arguments, but probe 'p' has 4 */
					/* note: use 'DTRACE_PROBE2' */
					/* note: the macro has no argument for a provider: if 'p' is one, write 'DTRACE_PROVIDER (p)' and 'DTRACE_PROBE (__p_start, type, argument, ...)' */
	DTRACE_PROBE(p, , a);		/* error: argument 1 of probe 'p' has no type before it */
					/* note: write a type before each argument: 'DTRACE_PROBE (name, type, argument, ...)' */
	DTRACE_PROBE1(p, , a);		/* error: argument 1 of probe 'p' has no type before it */
					/* note: write a type before each argument: 'DTRACE_PROBE (name, type, argument, ...)' */
}

/* An ID that is a macro becomes the probe's name */
#define NUMBER_OF_PROBE		7010
#define EXPANDS(id, a)		\
	DTRACE_PROBE1(id, int, a)	/* note: macro 'EXPANDS' expands its parameter 'id'; write '__sdt_##id' here to get the name as it is passed */
#define EXPANDS_ENABLED(id)	\
	DTRACE_PROBE_ENABLED(id)	/* note: macro 'EXPANDS_ENABLED' expands its parameter 'id'; write '__sdt_##id' here to get the name as it is passed */
#define JOINS(id, a)		DTRACE_PROBE1(__sdt_##id, int, a)
#define PASSES_ON(number, a)	\
	JOINED(number, int, a)		/* note: macro 'PASSES_ON' expands its parameter 'number'; write '__sdt_##number' here to get the name as it is passed */
#define JOINED(id, t, a)	DTRACE_PROBE1(id, t, a)

void names(int a);
void names(int a)
{
	DTRACE_PROBE1(1st, int, a);	/* error: '1st' cannot name a probe: only an identifier can */
	DTRACE_PROBE(a-b);		/* error: 'a-b' cannot name a probe: only an identifier can */
					/* note: a dash in a probe's name is written as two underscores */
	DTRACE_PROBE("a");		/* error: '"a"' cannot name a probe: only an identifier can */
	EXPANDS(NUMBER_OF_PROBE, a);	/* error: '7010' cannot name a probe: only an identifier can */
	PASSES_ON(NUMBER_OF_PROBE, a);	/* error: '7010' cannot name a probe: only an identifier can */
	if (EXPANDS_ENABLED(NUMBER_OF_PROBE)) /* error: '7010' cannot name a probe: only an identifier can */
		return;
	JOINS(1st, a);			/* error: '__sdt_1st' cannot name a probe: only an identifier can */
	JOINS(NUMBER_OF_PROBE, a);
	DTRACE_PROBE0();		/* error: '' cannot name a probe: only an identifier can */
	DTRACE_PROBE(name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_);
	DTRACE_PROBE(name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_n);	/* error: 'name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_n' cannot name a probe: the name of its event has 201 bytes, at most 200 are possible */
					/* note: give the probe another name */
	/* A dash is one byte of the event's name. */
	DTRACE_PROBE(ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__ab__aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa);
	DTRACE_PROBE(name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name__); /* error: 'name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name__' cannot name a probe: it has 256 bytes, at most 255 are possible */
					/* note: give the probe or the function that it is in a shorter name */
	DTRACE_PROBE(enable);		/* error: 'enable' cannot name a probe: no event can be named enable: tracefs has a file of that name beside a module's events */
					/* note: give the probe another name */
	DTRACE_PROBE1(filter, int, a);	/* error: 'filter' cannot name a probe: no event can be named filter: tracefs has a file of that name beside a module's events */
					/* note: give the probe another name */
	DTRACE_PROBE(__entry);		/* error: '__entry' cannot name a probe: its name has an empty part before, between or after the dashes */
					/* note: two underscores are a dash, which must stand between two parts of the name */
	DTRACE_PROBE(io____start);	/* error: 'io____start' cannot name a probe: its name has an empty part before, between or after the dashes */
					/* note: two underscores are a dash, which must stand between two parts of the name */
	DTRACE_PROBE(done__);		/* error: 'done__' cannot name a probe: its name has an empty part before, between or after the dashes */
					/* note: two underscores are a dash, which must stand between two parts of the name */
	DTRACE_PROBE(__);		/* error: '__' cannot name a probe: its name has an empty part before, between or after the dashes */
					/* note: two underscores are a dash, which must stand between two parts of the name */
	if (DTRACE_PROBE_ENABLED(filter)) /* error: 'filter' cannot name a probe: no event can be named filter: tracefs has a file of that name beside a module's events */
					/* note: give the probe another name */
		return;
	/* These can. */
	DTRACE_PROBE(_entry);
	DTRACE_PROBE(done_);
	DTRACE_PROBE(a___b);
	DTRACE_PROBE(enable__entry);
	DTRACE_PROBE(enabled);
	if (DTRACE_PROBE_ENABLED(a-b))	/* error: 'a-b' cannot name a probe: only an identifier can */
					/* note: a dash in a probe's name is written as two underscores */
		return;
}

void name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_f(void);
void name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_f(void)
{
	DTRACE_PROBE(p);		/* error: 'name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_name_f' cannot name a function: it has 256 bytes, at most 255 are possible */
					/* note: give the probe or the function that it is in a shorter name */
}

/* The line is the one on which the author wrote it, through all macros. */
void locations(struct pair p, int a);
void locations(struct pair p, int a)
{
	in_header(p);
	OUTER(f, p);	/* error: probe argument 1 has type 'struct pair': only scalar values can be passed to a probe */
			/* note: pass its address, or one of its members */
			/* error: probe argument 2 has type 'struct pair': only scalar values can be passed to a probe */
			/* note: pass its address, or one of its members */
	DTRACE_PROBE2(outer, int, a,
		      int, ({
			DTRACE_PROBE1(p, struct pair, p); /* error: probe argument 1 has type 'struct pair': only scalar values can be passed to a probe */
					/* note: pass its address, or one of its members */
			a;
		      }));
	a = ({
		DTRACE_PROBE1(p, struct pair, p); /* error: probe argument 1 has type 'struct pair': only scalar values can be passed to a probe */
					/* note: pass its address, or one of its members */
		a;
	});
}

noinstr void no_instrumentation(void);
noinstr void no_instrumentation(void)
{
	DTRACE_PROBE(quiet);	/* error: probe 'quiet' in 'noinstr' function 'no_instrumentation' */
					/* note: such code runs where the kernel cannot be traced; move the probe to a caller */
	if (DTRACE_PROBE_ENABLED(quiet))	/* error: probe 'quiet' in 'noinstr' function 'no_instrumentation' */
					/* note: such code runs where the kernel cannot be traced; move the probe to a caller */
		return;
}

/* Arguments that their author gave a name. */
void declared(int a, char *s);
void declared(int a, char *s)
{
	DTRACE_PROBE2(p, int n, a, long n, a);	/* error: argument 2 of probe 'p' has the same name as another: 'n' */
	DTRACE_PROBE1(p, int common_pid, a);	/* error: argument 1 of probe 'p' cannot be called 'common_pid' */
					/* note: names that begin with common_ or __probe_ are those of fields that every event has */
	DTRACE_PROBE1(p, int __probe_ip, a);	/* error: argument 1 of probe 'p' cannot be called '__probe_ip' */
					/* note: names that begin with common_ or __probe_ are those of fields that every event has */
	/* Only derived names give way. */
	DTRACE_PROBE3(p, int, a, long a, 1, char *a_str, s);
}

/* What GCC itself refuses, at the author's line. */
void not_compiled(int a);
void not_compiled(int a)
{
	DTRACE_PROBE1(p, int, );	/* error: expected expression before ')' token */
	DTRACE_PROBE(p, int, );		/* error: expected expression before ')' token */
	DTRACE_PROBE1(p, int, not_compiled(1));	/* error: invalid use of void expression */
	DTRACE_PROBE(p, int, not_compiled(1));	/* error: invalid use of void expression */
	not_compiled(a);
	a = DTRACE_PROBE1(p, int, a);	/* error: expected expression before 'do' */
	if (DTRACE_PROBE(p))		/* error: expected expression before 'do' */
		a++;
	DTRACE_PROBE9(p, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a);	/* error: static assertion failed: "there is no DTRACE_PROBE9(): use DTRACE_PROBE(), which takes up to 16 pairs of a type and an argument" */
	DTRACE_PROBE(p, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a, int, a);	/* error: probe 'p' has 40 arguments, at most 16 are possible */
					/* note: pass the address of a structure instead of its members */
}

DTRACE_PROBE(p);			/* error: expected identifier or '(' before 'do' */
					/* error: expected identifier or '(' before 'while' */
