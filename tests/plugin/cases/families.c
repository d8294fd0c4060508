// SPDX-License-Identifier: GPL-2.0-only
/*
 * families.c - misuse of the families' macros; see refused.c
 */
#include <sys/sdt.h>
#include "families.h"

#undef NULL
#define NULL	((void *)0)

struct pair { long a, b; };

/* ---- providers ----------------------------------------------------------- */

DTRACE_PROVIDER(two words);	/* error: 'two words' cannot name a provider: only an identifier can */
DTRACE_PROVIDER();		/* error: '' cannot name a provider: only an identifier can */
SDT_PROVIDER_DEFINE(ends__);	/* error: 'ends__' cannot name a provider: a part of 'ends-' is empty */
SDT_PROVIDER_DECLARE(__begins);	/* error: '__begins' cannot name a provider: a part of '-begins' is empty */
DTRACE_PROVIDER(mine);

SDT_PROBE_DEFINE(io, , , start); /* error: provider 'io' of probe 'start' has not been declared */
				/* note: write 'SDT_PROVIDER_DECLARE (io);' before it, and 'SDT_PROVIDER_DEFINE (io);' once in the module */
SDT_PROBE_DECLARE(io, , , done);	/* error: provider 'io' of probe 'done' has not been declared */
				/* note: write 'SDT_PROVIDER_DECLARE (io);' before it, and 'SDT_PROVIDER_DEFINE (io);' once in the module */
SDT_PROBE_DEFINE(, , , nobody);	/* error: '' cannot name a provider: only an identifier can */

SDT_PROVIDER_DEFINE(foo);
SDT_PROVIDER_DEFINE(foo);

/* ---- definitions --------------------------------------------------------- */

SDT_PROBE_DEFINE1(foo, , , twice, "int");	/* note: previous definition is here */
SDT_PROBE_DEFINE(foo, , , twice);	/* error: probe 'foo:::twice' is defined twice */
SDT_PROBE_DEFINE(foo, , func, twice);	/* note: previous definition is here */
SDT_PROBE_DEFINE(foo, , func, twice);	/* error: probe 'foo::func:twice' is defined twice */
SDT_PROBE_DEFINE(sdt, , , plain);	/* note: previous definition is here */
SDT_PROBE_DEFINE0(sdt, , , plain);	/* error: probe 'plain' is defined twice */
SDT_PROBE_DECLARE(foo, , , twice);
SDT_PROBE_DECLARE(foo, , , twice);

SDT_PROBE_DEFINE(foo, , , read-entry);	/* error: 'read-entry' cannot name a probe: only an identifier can */
					/* note: write a dash in a probe's name as two underscores */
SDT_PROBE_DEFINE(foo, , , read__);	/* error: 'read__' cannot name a probe: its name has an empty part before, between or after the dashes */
					/* note: two underscores become a dash, which must be between two parts of the name */
SDT_PROBE_DEFINE(foo, , a b, named);	/* error: 'a b' cannot name a function: only an identifier can */
SDT_PROBE_DEFINE(sdt, , , enable);	/* error: 'enable' cannot name a probe: no event can be named enable: tracefs has a file of that name beside a module's events */
					/* note: rename the probe */
SDT_PROBE_DEFINE(foo, , , enable);
SDT_PROBE_DEFINE1(foo, , , number, 3);	/* error: the type of argument 1 of probe 'number' is not a string */
					/* note: put it in quotation marks, or write 'NULL' to leave it to the sites */
SDT_PROBE_DEFINE2(foo, , , wide, "int", L"int"); /* error: the type of argument 2 of probe 'wide' is not a string */
					/* note: put it in quotation marks, or write 'NULL' to leave it to the sites */
SDT_PROBE_DEFINE1_XLATE(foo, , , xnumber, "int", 3);	/* error: the type of argument 1 of probe 'xnumber' is not a string */
					/* note: put it in quotation marks, or write 'NULL' to leave it to the sites */
SDT_PROBE_DEFINE1(foo, , , floating, "double");	/* error: probe argument 1 has type 'double': a floating-point value cannot be passed to a probe */
					/* note: kernel code has no floating-point values; pass an integer */
SDT_PROBE_DEFINE1(foo, , , structure, "struct pair");	/* error: probe argument 1 has type 'struct pair': only scalar values can be passed to a probe */
					/* note: pass its address, or one of its members */
SDT_PROBE_DEFINE2(foo, , , names, "int a", "long a");	/* error: argument 2 of probe 'names' has the same name as another: 'a' */
SDT_PROBE_DEFINE1(foo, , , reserved, "int common_pid");	/* error: argument 1 of probe 'reserved' cannot be called 'common_pid' */
					/* note: names that begin with common_ or __probe_ are those of fields that every event has */
SDT_PROBE_DEFINE1(foo, , , list, "int : (a, , b)");	/* error: argument 1 of probe 'list' cannot be shown as '(a, , b)' */
					/* note: write a type, a list of types in parentheses, or nothing after ':' */
SDT_PROBE_DEFINE1_XLATE(foo, , , xlist, "int", "a, b");	/* error: argument 1 of probe 'xlist' cannot be shown as 'a, b' */
					/* note: write a type, a list of types in parentheses, or nothing after ':' */
SDT_PROBE_DEFINE1_XLATE(foo, , , xcomma, "int", "(foo_t *,)");	/* error: argument 1 of probe 'xcomma' cannot be shown as '(foo_t *,)' */
				/* note: write a type, a list of types in parentheses, or nothing after ':' */
SDT_PROBE_DEFINE1_XLATE(foo, , , xopen, "int", "foo_t *)");	/* error: argument 1 of probe 'xopen' cannot be shown as 'foo_t *)' */
				/* note: write a type, a list of types in parentheses, or nothing after ':' */
SDT_PROBE_DEFINE1_XLATE(foo, , , xmixed, "int", "foo_t (x]");	/* error: argument 1 of probe 'xmixed' cannot be shown as 'foo_t (x]' */
				/* note: write a type, a list of types in parentheses, or nothing after ':' */
SDT_PROBE_DEFINE1_XLATE(foo, , , xnumbers, "int", "(3)");	/* error: argument 1 of probe 'xnumbers' cannot be shown as '(3)' */
				/* note: write a type, a list of types in parentheses, or nothing after ':' */
SDT_PROBE_DEFINE1_XLATE(foo, , , xreserved, "int", "foo_t *common_pid");	/* error: argument 1 of probe 'xreserved' cannot be called 'common_pid' */
				/* note: names that begin with common_ or __probe_ are those of fields that every event has */
SDT_PROBE_DEFINE2_XLATE(foo, , , xsame, "int", "foo_t *same", "int", "bar_t *same");	/* error: two translated arguments of probe 'xsame' have the same name: 'same' */
SDT_PROBE_DEFINE1(foo, , , nothing, ": foo_t *");	/* error: argument 1 of probe 'nothing' has no type before ':' */
				/* note: write the argument's own type before it, and the translated type after it */
SDT_PROBE_DEFINE1(foo, , , wider, "unsigned __int128");	/* error: probe argument 1 has type '__int128 unsigned': more than 64 bits cannot be passed to a probe */
				/* note: pass it in two halves, or declare a 64-bit type */
SDT_PROBE_DEFINE1_XLATE(foo, , , xhex, "int", "DTRACE_HEX int");	/* warning: 'DTRACE_HEX', 'DTRACE_FLAGS' and 'DTRACE_TRUSTED' do not apply to the translation of argument 1 of probe 'xhex', 'DTRACE_HEX int' */
				/* note: write them before ':', for the argument itself */
SDT_PROBE_DEFINE2_XLATE(foo, , , xgood, "int", "(foo_t *one, foo_t (*two)(int, long), foo::bar_t)", "int", "()");
SDT_PROBE_DEFINE2_XLATE(foo, , , xcolon, "int : foo_t", "bar_t", "int :", NULL);	/* error: the type of argument 1 of probe 'xcolon' has a ':'; write the translated type as a separate string */
					/* error: the type of argument 2 of probe 'xcolon' has a ':'; write the translated type as a separate string */
SDT_PROBE_DEFINE1(foo, , , brackets, "int : (a, b");	/* error: the brackets in the type of argument 1 of probe 'brackets' do not match: 'int : (a, b' */
SDT_PROBE_DEFINE2(foo, , , shown, "int : (int a, int b)", "int b");	/* error: two translated arguments of probe 'shown' have the same name: 'b' */

SDT_PROBE_DEFINE2(foo, , , typed, "int", "struct pair *");
	/* note: defined here */
	/* note: defined here */
	/* note: probe 'foo:::typed' is defined here */
	/* note: probe 'foo:::typed' is defined here */
	/* note: probe 'foo:::typed' is defined here */
	/* note: 'foo:::typed' is another probe: its function differs */
SDT_PROBE_DEFINE(foo, , , untyped);
SDT_PROBE_DEFINE1(foo, , , unknown, "vnode_t *");	/* note: probe 'foo:::unknown' is defined here */

/* ---- sites --------------------------------------------------------------- */

#define MY_PROBE1(name, x)	SDT_PROBE1(foo, , , name, x)

void sites(int a, long l, struct pair *p, float f);
void sites(int a, long l, struct pair *p, float f)
{
	SDT_PROBE0(nobody, , , probe);	/* error: provider 'nobody' of probe 'probe' has not been declared */
					/* note: write 'SDT_PROVIDER_DECLARE (nobody);' before it, and 'SDT_PROVIDER_DEFINE (nobody);' once in the module */
	SDT_PROBE1(foo, , , missing, a);	/* error: probe 'foo:::missing' has been neither declared nor defined */
					/* note: write 'SDT_PROBE_DECLARE' before it, and 'SDT_PROBE_DEFINE' once in the module */
	SDT_PROBE1(sdt, , , missing, a);	/* error: probe 'missing' has been neither declared nor defined */
					/* note: write 'SDT_PROBE_DECLARE' before it, and 'SDT_PROBE_DEFINE' once in the module */
	MY_PROBE1(missing, a);		/* error: probe 'foo:::missing' has been neither declared nor defined */
					/* note: write 'SDT_PROBE_DECLARE' before it, and 'SDT_PROBE_DEFINE' once in the module */
	if (SDT_PROBE_ENABLED(foo, , , missing))	/* error: probe 'foo:::missing' has been neither declared nor defined */
					/* note: write 'SDT_PROBE_DECLARE' before it, and 'SDT_PROBE_DEFINE' once in the module */
		a++;
	SDT_PROBE1(foo, , other, typed, a);	/* error: probe 'foo::other:typed' has been neither declared nor defined */
	SDT_PROBE1(foo, , , typed, a);	/* error: probe 'foo:::typed' has 1 argument here, and 2 in its definition */
	SDT_PROBE3(foo, , , typed, a, p, a);	/* error: probe 'foo:::typed' has 3 arguments here, and 2 in its definition */
	SDT_PROBE2(foo, , , typed, p, p);	/* warning: probe argument 1 is declared 'int', but has type 'struct pair *' */
					/* note: the value is converted to 'int' */
					/* plain: nothing (arguments of `SDT_PROBEn()` after the definition) */
	SDT_PROBE2(foo, , , typed, a, l);	/* warning: probe argument 2 is declared 'struct pair *', but has type 'long int' */
					/* note: the value is converted to 'struct pair *' */
					/* plain: nothing (arguments of `SDT_PROBEn()` after the definition) */
	SDT_PROBE2(foo, , , typed, f, p);	/* error: probe argument 1 has type 'float': a floating-point value cannot be passed to a probe */
					/* note: kernel code has no floating-point values; pass an integer */
	SDT_PROBE1(foo, , , untyped, f);	/* error: probe argument 1 has type 'float': a floating-point value cannot be passed to a probe */
					/* note: kernel code has no floating-point values; pass an integer */
	SDT_PROBE1(foo, , , untyped, a++);	/* warning: probe argument 1 has a side effect, which happens only while the probe is enabled */
					/* note: it changes 'a' */
					/* note: compute the value before the probe, or, if the effect is intended, write 'DTRACE_PURE (...)' around the argument */
					/* plain: nothing (side effects of an argument) */
	SDT_PROBE1(foo, , , unknown, p);	/* warning: probe argument 1 is declared 'vnode_t *', which is not a known type */
					/* note: the type of the expression is used, ... */
					/* plain: nothing (the type in a definition) */
	SDT_PROBE1(foo, , , untyped, a, l);	/* error: 'SDT_PROBE1' takes 1 argument, but probe 'untyped' has 2 */
					/* note: use 'SDT_PROBE2' */
	SDT_PROBE3(foo, , , untyped, a, l);	/* error: 'SDT_PROBE3' takes 3 arguments, but probe 'untyped' has 2 */
					/* note: use 'SDT_PROBE2' */
	SDT_PROBE2(foo, , , untyped);	/* error: 'SDT_PROBE2' takes 2 arguments, but probe 'untyped' has 0 */
					/* note: use 'SDT_PROBE0' */
	SDT_PROBE0(foo, , , untyped, a);	/* error: 'SDT_PROBE0' takes 0 arguments, but probe 'untyped' has 1 */
					/* note: use 'SDT_PROBE1' */
	SDT_PROBE7(foo, , , untyped, a, a, a, a, a, a, a, a);	/* error: 'SDT_PROBE7' takes 7 arguments, but probe 'untyped' has 8 */
					/* note: pass the address of a structure instead of its members */
	SDT_PROBE1(foo, , , untyped, (struct pair){1, 2}.a);	/* error: probe 'untyped' has a comma outside of parentheses in a type or an argument */
					/* note: the comma ends the argument of a macro; put the argument in parentheses */
	/* The definition has had its error. */
	SDT_PROBE1(foo, , , number, a);
					/* plain: error (a probe whose definition has an error) */
	SDT_PROBE0(io, , , done);
					/* plain: error (a probe whose definition has an error) */
	SDT_PROBE0(foo, , , read__);	/* error: 'read__' cannot name a probe: its name has an empty part before, between or after the dashes */
					/* note: two underscores become a dash, which must be between two parts of the name */
}

/* Too late */
SDT_PROBE_DEFINE(foo, , , missing);

void own(int a, struct pair pair);
void own(int a, struct pair pair)
{
	DTRACE_SDT_PROBE(pro vider, mod, name, func);	/* error: 'pro vider' cannot name a provider: only an identifier can */
	DTRACE_SDT_PROBE(provider, mod, , func);	/* error: '' cannot name a probe: only an identifier can */
	DTRACE_SDT_PROBE1(provider, mod, name, func, pair);	/* error: probe argument 1 has type 'struct pair': only scalar values can be passed to a probe */
					/* note: pass its address, or one of its members */
}

/* ---- names and types of DTRACE_PROBE () ----------------------------------- */

void prefixes(int a);
void prefixes(int a)
{
	DTRACE_PROBE(__entry);		/* error: '__entry' cannot name a probe: its name has an empty part before, between or after the dashes */
					/* note: two underscores become a dash, which must be between two parts of the name */
	DTRACE_PROBE(__io_);		/* error: '__io_' cannot name a probe: its name has an empty part before, between or after the dashes */
					/* note: two underscores become a dash, which must be between two parts of the name */
	DTRACE_PROBE(__io____x);	/* error: 'io:::___x' cannot name a probe: its name has an empty part before, between or after the dashes */
					/* note: two underscores become a dash, which must be between two parts of the name */
	DTRACE_IO(start__);		/* error: 'io:::start__' cannot name a probe: its name has an empty part before, between or after the dashes */
					/* note: two underscores become a dash, which must be between two parts of the name */
	DTRACE_PROBE(__own_start__);	/* error: '__own_start__' cannot name a probe: its name has an empty part before, between or after the dashes */
					/* note: two underscores become a dash, which must be between two parts of the name */
	DTRACE_PROBE(__sdt_enable);	/* error: '__sdt_enable' cannot name a probe: no event can be named enable: tracefs has a file of that name beside a module's events */
					/* note: rename the probe */
	DTRACE_PROBE(__mine_enable);
	DTRACE_PROBE(__my_enable);
}

void translations(int a, struct pair *p);
void translations(int a, struct pair *p)
{
	DTRACE_PROBE1(x, : int, a);	/* error: argument 1 of probe 'x' has no type before ':' */
					/* note: write the argument's own type before it, and the translated type after it */
	DTRACE_PROBE1(x, :, a);		/* error: argument 1 of probe 'x' has no type before ':' */
					/* note: write the argument's own type before it, and the translated type after it */
	DTRACE_PROBE2(x, int, a, int : (b, ), a);	/* error: argument 2 of probe 'x' cannot be shown as '(b, )' */
					/* note: write a type, a list of types in parentheses, or nothing after ':' */
	DTRACE_PROBE1(x, int : (, b), a);	/* error: argument 1 of probe 'x' cannot be shown as '(, b)' */
					/* note: write a type, a list of types in parentheses, or nothing after ':' */
	DTRACE_PROBE1(x, int : ((b)), a);	/* error: argument 1 of probe 'x' cannot be shown as '((b))' */
					/* note: write a type, a list of types in parentheses, or nothing after ':' */
	DTRACE_PROBE1(x, int : (b) c, a);	/* error: argument 1 of probe 'x' cannot be shown as '(b) c' */
					/* note: write a type, a list of types in parentheses, or nothing after ':' */
	DTRACE_PROBE1(x, int : b : c, a);	/* error: argument 1 of probe 'x' cannot be shown as 'b : c' */
					/* note: write a type, a list of types in parentheses, or nothing after ':' */
	DTRACE_PROBE1(x, int : 3, a);	/* error: argument 1 of probe 'x' cannot be shown as '3' */
					/* note: write a type, a list of types in parentheses, or nothing after ':' */
	DTRACE_PROBE1(x, int : foo_t common_x, a);	/* error: argument 1 of probe 'x' cannot be called 'common_x' */
					/* note: names that begin with common_ or __probe_ are those of fields that every event has */
	DTRACE_PROBE1(x, int : (int x, int x), a);	/* error: two translated arguments of probe 'x' have the same name: 'x' */
	DTRACE_PROBE1(x, int : (a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a), a);	/* error: probe 'x' has more than 32 translated arguments */
	DTRACE_PROBE2(x, int : (a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a), a, int, a);	/* error: probe 'x' has more than 32 translated arguments */
	DTRACE_PROBE1(x, int : (a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a), a);
					/* plain: error (translated types) */
	/* No word about types that are D's, and one about what is none of C's */
	DTRACE_PROBE1(x, struct pair * : pairinfo_t *, p);
					/* plain: error (translated types) */
	DTRACE_PROBE1(x, pair_t * : pairinfo_t *, p);	/* warning: probe argument 1 is declared 'pair_t *', which is not a known type; did you mean 'struct pair *'? */
					/* note: the type of the expression is used, ... */
					/* plain: error (translated types) */
}
