// SPDX-License-Identifier: GPL-2.0-only
/*
 * warned.c - bounds and words that do not apply; diagnostics as in ../cases/refused.c,
 * and what is left of them in the table as in shown.c
 */
#include <linux/types.h>
#include <sys/sdt.h>

/*: provider sdt */
/*: provider foo */

enum bits { URGENT = 0x01, LAST = 0x02 };
enum { ZERO, LARGEST = 0x7fffffff };
#define bit_of(n)	(1 << (n))

void words(enum bits bits, bool b, char *s, u32 n, void (*fn)(void));
void words(enum bits bits, bool b, char *s, u32 n, void (*fn)(void))
{
	DTRACE_PROBE(hex,
		     enum bits DTRACE_HEX e, bits,	/* warning: 'DTRACE_HEX' does not apply to probe argument 1 of type 'enum bits' */
					/* note: only an integer can be shown in hexadecimal */
		     bool DTRACE_HEX b, b,	/* warning: 'DTRACE_HEX' does not apply to probe argument 2 of type 'bool' {aka '_Bool'} */
					/* note: only an integer can be shown in hexadecimal */
		     char DTRACE_HEX *p, s,	/* warning: 'DTRACE_HEX' does not apply to probe argument 3 of type 'char *' */
					/* note: only an integer can be shown in hexadecimal */
		     DTRACE_HEX void (*fn)(void), fn);	/* warning: 'DTRACE_HEX' does not apply to probe argument 4 of type 'void (*)(void)' */
					/* note: only an integer can be shown in hexadecimal */
	/*: probe sdt:words:hex sites=1 */
	/*:     e named enum 4 'enum bits' declared 'enum bits DTRACE_HEX' */
	/*:     b named bool 1 'bool' declared 'bool DTRACE_HEX' */
	/*:     p named string 8 'char *' declared 'char DTRACE_HEX *' */
	/*:     fn named function 8 'void (*)(void)' declared 'DTRACE_HEX void (*)(void)' */
	DTRACE_PROBE(flags, u32 DTRACE_FLAGS, n,	/* warning: 'DTRACE_FLAGS' does not apply to probe argument 1 of type 'u32' {aka 'unsigned int'} */
					/* note: only an enum has names for its bits; cast the argument to one */
		     enum bits DTRACE_FLAGS DTRACE_HEX both, bits);	/* warning: 'DTRACE_HEX' does not apply to probe argument 2 of type 'enum bits' */
					/* note: only an integer can be shown in hexadecimal */
	/*: probe sdt:words:flags sites=1 */
	/*:     n integer 4 'u32' declared 'u32 DTRACE_FLAGS' */
	/*:     both named bitmask 4 'enum bits' declared 'enum bits DTRACE_FLAGS DTRACE_HEX' */
}

struct object { int member; };
struct declared;

void trust(struct object *object, struct declared *declared, char __user *user);
void trust(struct object *object, struct declared *declared, char __user *user)
{
	DTRACE_PROBE(trust,
		     long DTRACE_TRUSTED l, 1,	/* warning: 'DTRACE_TRUSTED' does not apply to probe argument 1 of type 'long int' */
					/* note: only a pointer to a structure or union that is defined here can be trusted, and not one with __user, __percpu, __rcu or __iomem */
		     void * DTRACE_TRUSTED v, object,	/* warning: 'DTRACE_TRUSTED' does not apply to probe argument 2 of type 'void *' */
					/* note: only a pointer ... */
		     const char * DTRACE_TRUSTED s, "",	/* warning: 'DTRACE_TRUSTED' does not apply to probe argument 3 of type 'const char *' */
					/* note: only a pointer ... */
		     struct declared * DTRACE_TRUSTED, declared,	/* warning: 'DTRACE_TRUSTED' does not apply to probe argument 4 of type 'struct declared *' */
					/* note: only a pointer ... */
		     struct object ** DTRACE_TRUSTED pp, &object,	/* warning: 'DTRACE_TRUSTED' does not apply to probe argument 5 of type 'struct object **' */
					/* note: only a pointer ... */
		     struct object __user * DTRACE_TRUSTED u, (void *)user,	/* warning: 'DTRACE_TRUSTED' does not apply to probe argument 6 of type 'struct object *' */
					/* note: only a pointer ... */
		     struct object __rcu * DTRACE_TRUSTED r, object,	/* warning: 'DTRACE_TRUSTED' does not apply to probe argument 7 of type 'struct object *' */
					/* note: only a pointer ... */
		     void (* DTRACE_TRUSTED f)(void), NULL,	/* warning: 'DTRACE_TRUSTED' does not apply to probe argument 8 of type 'void (*)(void)' */
					/* note: only a pointer ... */
		     u8 DTRACE_TRUSTED bytes[6], NULL);	/* warning: 'DTRACE_TRUSTED' does not apply to probe argument 9 of type 'u8 *' {aka 'unsigned char *'} */
					/* note: only a pointer ... */
	/*: probe sdt:trust:trust sites=1 */
	/*:     l signed named integer 8 'long int' declared 'long DTRACE_TRUSTED' */
	/*:     v named pointer 8 'void *' declared 'void * DTRACE_TRUSTED' */
	/*:     s named string 8 'const char *' declared 'const char * DTRACE_TRUSTED' */
	/*:     declared pointer 8 'struct declared *' declared 'struct declared * DTRACE_TRUSTED' */
	/*:     pp named pointer 8 'struct object **' declared 'struct object ** DTRACE_TRUSTED' */
	/*:     u user named pointer 8 'struct object *' declared 'struct object __user * DTRACE_TRUSTED' */
	/*:     r rcu named pointer 8 'struct object *' declared 'struct object __rcu * DTRACE_TRUSTED' */
	/*:     f named function 8 'void (*)(void)' declared 'void (* DTRACE_TRUSTED)(void)' */
	/*:     bytes named bytes 8 bound=6 'u8 *' declared 'u8 DTRACE_TRUSTED [6]' */
}

void bounds(u8 *p, char *s, u32 n, bool b);
void bounds(u8 *p, char *s, u32 n, bool b)
{
	/* A variable of the function that is no argument */
	DTRACE_PROBE1(variable, u8 data[n], p);	/* warning: probe argument 1 has bound 'n', which is neither an integer constant nor the name of another argument */
					/* note: the bound is ignored; what the argument points to is not recorded */
	/*: probe sdt:bounds:variable sites=1 */
	/*:     data named pointer 8 'u8 *' declared 'u8 [n]' */
	DTRACE_PROBE(unknown,
		     u8 data[NOWHERE], p,	/* warning: probe argument 1 has bound 'NOWHERE', which is neither ... */
					/* note: the bound is ignored; ... */
		     u32, n, char text[n + 1], s,	/* warning: probe argument 3 has bound 'n + 1', which is neither ... */
					/* note: the bound is ignored; ... */
		     u8 own[own], p,	/* warning: probe argument 4 has bound 'own', which is neither ... */
					/* note: the bound is ignored; ... */
		     u8 m[bit_of(3)], p,	/* warning: probe argument 5 has bound 'bit_of(3)', which is neither ... */
					/* note: the bound is ignored; ... */
		     u8 c[(u8)8], p);	/* warning: probe argument 6 has bound '(u8)8', which is neither ... */
					/* note: the bound is ignored; ... */
	/*: probe sdt:bounds:unknown sites=1 */
	/*:     data named pointer 8 'u8 *' declared 'u8 [NOWHERE]' */
	/*:     n integer 4 'u32' declared 'u32' */
	/*:     text named string 8 'char *' declared 'char [n + 1]' */
	/*:     own named pointer 8 'u8 *' declared 'u8 [own]' */
	/*:     m named pointer 8 'u8 *' declared 'u8 [bit_of(3)]' */
	/*:     c named pointer 8 'u8 *' declared 'u8 [(u8)8]' */
	DTRACE_PROBE(kinds,
		     char *s, s, u8 data[s], p,	/* warning: probe argument 2 has bound 's', which is not an integer: argument 1 is declared 'char *' */
					/* note: the bound is ignored; ... */
		     bool b, b, char text[b], s);	/* warning: probe argument 4 has bound 'b', which is not an integer: argument 3 is declared 'bool' */
					/* note: the bound is ignored; ... */
	/*: probe sdt:bounds:kinds sites=1 */
	/*:     s named string 8 'char *' declared 'char *' */
	/*:     data named pointer 8 'u8 *' declared 'u8 [s]' */
	/*:     b named bool 1 'bool' declared 'bool' */
	/*:     text named string 8 'char *' declared 'char [b]' */
	DTRACE_PROBE(range,
		     u8 none[0], p,	/* warning: probe argument 1 has bound '0', which is not in the range 1 to 2147483647 */
					/* note: the bound is ignored; ... */
		     u8 zero[ZERO], p,	/* warning: probe argument 2 has bound 'ZERO', which is not in the range 1 to 2147483647 */
					/* note: the bound is ignored; ... */
		     u8 minus[1 - 2], p,	/* warning: probe argument 3 has bound '1 - 2', which is not in the range 1 to 2147483647 */
					/* note: the bound is ignored; ... */
		     char huge[LARGEST + 1], s,	/* warning: probe argument 4 has bound 'LARGEST + 1', which is not in the range 1 to 2147483647 */
					/* note: the bound is ignored; ... */
		     u8 largest[LARGEST], p, u8 divided[1 / ZERO], p,	/* warning: probe argument 6 has bound '1 / ZERO', which is neither ... */
					/* note: the bound is ignored; ... */
		     u8 wide[0x10000000000000000], p);	/* warning: probe argument 7 has bound '0x10000000000000000', which is neither ... */
					/* note: the bound is ignored; ... */
	/*: probe sdt:bounds:range sites=1 */
	/*:     none named pointer 8 'u8 *' declared 'u8 [0]' */
	/*:     zero named pointer 8 'u8 *' declared 'u8 [ZERO]' */
	/*:     minus named pointer 8 'u8 *' declared 'u8 [1 - 2]' */
	/*:     huge named string 8 'char *' declared 'char [LARGEST + 1]' */
	/*:     largest named bytes 8 bound=2147483647 'u8 *' declared 'u8 [LARGEST]' */
	/*:     divided named pointer 8 'u8 *' declared 'u8 [1 / ZERO]' */
	/*:     wide named pointer 8 'u8 *' declared 'u8 [0x10000000000000000]' */
	/* The type is none, and the expression's has no bound. */
	DTRACE_PROBE1(untyped, foo_t mac[6], p);	/* warning: probe argument 1 is declared 'foo_t [6]', which is not a known type */
					/* note: the type of the expression is used, ... */
	/*: probe sdt:bounds:untyped sites=1 */
	/*:     mac named pointer 8 'u8 *' declared 'foo_t [6]' */
}

SDT_PROVIDER_DECLARE(foo);
SDT_PROBE_DEFINE3(foo, , , defined, "u8 data[count]", "bool DTRACE_HEX", "later_t n");	/* warning: probe argument 1 has bound 'count', which is neither ... */
					/* note: the bound is ignored; ... */
					/* warning: 'DTRACE_HEX' does not apply to probe argument 2 of type 'bool' {aka '_Bool'} */
					/* note: only an integer can be shown in hexadecimal */
	/*: definition foo::defined */
	/*:     data named pointer 8 'u8 *' declared 'u8 [count]' */
	/*:     - bool 1 'bool' declared 'bool DTRACE_HEX' */
	/*:     n named unknown 0 '' declared 'later_t' */
SDT_PROBE_DEFINE2(foo, , , unsure, "char text[n]", "later_t n");	/* warning: probe argument 1 has bound 'n', which is not an integer: argument 2 is declared 'later_t' */
					/* note: the bound is ignored; ... */
	/*: definition foo::unsure */
	/*:     text named string 8 'char *' declared 'char [n]' */
	/*:     n named unknown 0 '' declared 'later_t' */

SDT_PROBE_DEFINE2(foo, , , early, "early_t DTRACE_HEX n", "early_t data[6]");	/* warning: probe argument 1 is declared 'early_t DTRACE_HEX', which is not a known type */
					/* note: its format is ignored; declare the type above the definition */
					/* warning: probe argument 2 is declared 'early_t [6]', which is not a known type */
					/* note: its format is ignored; ... */
	/*: definition foo::early */
	/*:     n named unknown 0 '' declared 'early_t DTRACE_HEX' */
	/*:     data named unknown 0 '' declared 'early_t [6]' */

typedef u32 number_t;
SDT_PROBE_DEFINE2(foo, , , shadowed, "u8 data[n]", "number_t n");
	/*: definition foo::shadowed */
	/*:     data named bytes 8 bound=arg1 'u8 *' declared 'u8 [n]' */
	/*:     n named integer 4 'number_t' declared 'number_t' */

void shadow(u8 *p, enum bits bits, u32 n);
void shadow(u8 *p, enum bits bits, u32 n)
{
	typedef enum bits number_t;
	number_t copy = bits;

	SDT_PROBE2(foo, , , shadowed, p, copy);
	/*: probe foo:shadow:shadowed use sites=1 */
	/*:     data named pointer 8 'u8 *' declared 'u8 [n]' */
	/*:     n named enum 4 'number_t' declared 'number_t' */
	DTRACE_PROBE1(behind, u32 : u32 DTRACE_HEX v, n);	/* warning: 'DTRACE_HEX', 'DTRACE_FLAGS' and 'DTRACE_TRUSTED' do not apply to the translation of argument 1 of probe 'behind', 'u32 DTRACE_HEX v' */
					/* note: write them before ':', for the argument itself */
	/*: probe sdt:shadow:behind translated sites=1 */
	/*:     n integer 4 'u32' declared 'u32' */
	/*:     shown as v 'u32 DTRACE_HEX' of 0 */
}

/* A site repeats none of what its definition got. */
void sites(u8 *p, bool b, char *s, int count);
void sites(u8 *p, bool b, char *s, int count)
{
	typedef int later_t;

	SDT_PROBE3(foo, , , defined, p, b, (later_t)count);
	/*: probe foo:sites:defined use sites=1 */
	/*:     data named pointer 8 'u8 *' declared 'u8 [count]' */
	/*:     b bool 1 'bool' declared 'bool DTRACE_HEX' */
	/*:     n signed named integer 4 'later_t' declared 'later_t' */
	SDT_PROBE2(foo, , , unsure, s, count);
	/*: probe foo:sites:unsure use sites=1 */
	/*:     text named string 8 'char *' declared 'char [n]' */
	/*:     n signed named integer 4 'later_t' declared 'later_t' */
}
