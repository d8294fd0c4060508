// SPDX-License-Identifier: GPL-2.0-only
/*
 * types.c - arguments of every type, and their descriptions
 *
 * After each argument is what "sdtinfo dump" prints for it: its name, its
 * type, size and kind, and the declared text if that differs.  "plain: TEXT (ROW)" is
 * what it prints without the plugin; see refused.c.
 */
#include <linux/errno.h>
#include <linux/fs.h>
#include <linux/module.h>
#include <linux/sdt.h>

enum color { RED, GREEN };
enum level { LOW = -1, HIGH };
enum __packed tiny { TINY };
enum huge { HUGE = 0x100000000 };
enum __packed tiny_minus { MINUS = -128, PLUS = 127 };
enum __packed two_bytes { FIRST, LAST = 0xffff };
enum largest { LARGEST = 0xffffffffffffffff };
enum smallest { SMALLEST = -0x7fffffffffffffff - 1, NONE = 0 };
enum again { ONE = 1, UNO = ONE, TWO, EINS = 1 };
enum other_color { ROT, GRUEN };
typedef enum { OFF, ON } switch_t;
typedef enum again again_t;
enum { UNNAMED = 3 };
#define TEN(n)		n##0, n##1, n##2, n##3, n##4, n##5, n##6, n##7, n##8, n##9
#define FIFTY(n)	TEN(n##0), TEN(n##1), TEN(n##2), TEN(n##3), TEN(n##4)
#define MOST(n)		FIFTY(n##0), FIFTY(n##1), FIFTY(n##2), FIFTY(n##3), FIFTY(n##4), \
			n##_250, n##_251, n##_252, n##_253, n##_254
enum most { MOST(A) };
enum too_many { MOST(B), TOO_MUCH };
#define JOIN(a, b)	a##b
#define TWICE(n)	JOIN(n, n)
/* of 256 bytes */
enum too_long { TWICE(TWICE(TWICE(TWICE(TWICE(abcdefgh))))) };
union either { int i; long l; };
typedef unsigned short port_t;
typedef char text_t[16];
typedef int call_t(port_t port);
typedef int (*callback_t)(void *data, port_t port);
typedef struct { int count; } nameless_t;
typedef struct box box_t;
struct unknown;
#define EITHER(value, other)	\
	({ int __value = (value), __other = (other); __value ? __value : __other; })
#define COPY(value)		({ int copy__; copy__ = (value); copy__; })
/* Their names without typedefs are too long, the first's by far. */
typedef void (*deep0_t)(int);
#define DEEPER(a, b)	typedef a (*b)(a, a)
DEEPER(deep0_t, deep1_t);
DEEPER(deep1_t, deep2_t);
DEEPER(deep2_t, deep3_t);
DEEPER(deep3_t, deep4_t);
DEEPER(deep4_t, deep5_t);
DEEPER(deep5_t, deep6_t);
DEEPER(deep6_t, deep7_t);
DEEPER(deep7_t, deep8_t);
DEEPER(deep8_t, deep9_t);
DEEPER(deep9_t, deep10_t);
DEEPER(deep10_t, deep11_t);
DEEPER(deep11_t, deep12_t);
DEEPER(deep12_t, deep13_t);
DEEPER(deep13_t, deep14_t);
DEEPER(deep14_t, deep15_t);
DEEPER(deep15_t, deep16_t);

struct box {
	struct box *next;
	struct box *const *list;
	signed int minus : 4;
	unsigned int bits : 3;
	bool flag : 1;
	u64 wide : 33;
	enum color color : 2;
	switch_t on : 1;
	enum level deep : 3;
	enum { LEFT, RIGHT } side;
	port_t port;
	char text[16];
	u8 bytes[4];
	char rows[2][16];
	union either either;
	nameless_t nameless;
	int common_pid;
};

void integers(struct box *b, long *v);
void integers(struct box *b, long *v)
{
	char c = *v;
	signed char sc = *v;
	unsigned char uc = *v;
	short s = *v;
	unsigned short us = *v;
	int i = *v;
	unsigned int u = *v;
	long l = *v;
	unsigned long ul = *v;
	long long ll = *v;
	unsigned long long ull = *v;

	DTRACE_PROBE8(plain,
		      char, c,		/* c char 1-byte signed integer */
		      signed char, sc,	/* sc signed char 1-byte signed integer */
		      unsigned char, uc, /* uc unsigned char 1-byte unsigned integer */
		      short, s,		/* s short int 2-byte signed integer */
		      unsigned short, us, /* us short unsigned int 2-byte unsigned integer */
		      int, i,		/* i int 4-byte signed integer */
		      unsigned, u,	/* u unsigned int 4-byte unsigned integer */
		      long, l);		/* l long int 8-byte signed integer */
	DTRACE_PROBE3(plain2,
		      unsigned long, ul, /* ul long unsigned int 8-byte unsigned integer */
		      long long, ll,	/* ll long long int 8-byte signed integer */
		      unsigned long long, ull); /* ull long long unsigned int 8-byte unsigned integer */

	/* Any order, any spelling, qualifiers anywhere. */
	DTRACE_PROBE8(words,
		      int short unsigned, us, /* us short unsigned int 2-byte unsigned integer */
		      long unsigned int long, ull, /* ull long long unsigned int 8-byte unsigned integer */
		      char signed, sc,	/* sc signed char 1-byte signed integer */
		      __signed__ char, c, /* c signed char 1-byte signed integer, declared __signed__ char */
		      int const, i,	/* i int 4-byte signed integer, declared int const */
		      __const long volatile, l, /* l long int 8-byte signed integer, declared __const long volatile */
		      _Bool, b->flag,	/* flag _Bool 1-byte bool */
		      signed, u);	/* u int 4-byte signed integer */

	/* Typedefs: by both names. */
	DTRACE_PROBE5(typedefs,
		      port_t, b->port,	/* port port_t {aka short unsigned int} 2-byte unsigned integer */
		      const u8, uc,	/* uc u8 {aka unsigned char} 1-byte unsigned integer, declared const u8 */
		      size_t, ul,	/* ul size_t {aka long unsigned int} 8-byte unsigned integer */
		      bool, i,		/* i bool {aka _Bool} 1-byte bool */
		      __le32, (__force __le32)u); /* u __le32 {aka unsigned int} 4-byte unsigned integer */

	DTRACE_PROBE5(enums,
		      enum color, b->color, /* color enum color 4-byte unsigned enum {RED, GREEN} */
		      enum level, i,	/* i enum level 4-byte signed enum {LOW = -1, HIGH} */
		      enum tiny, uc,	/* uc enum tiny 1-byte unsigned enum {TINY} */
		      enum huge, ul,	/* ul enum huge 8-byte unsigned enum {HUGE = 4294967296} */
		      int, HIGH);	/* arg4 int 4-byte signed integer */

	/* Of each enum all names, in the order of the source. */
	DTRACE_PROBE8(enums2,
		      enum tiny_minus, sc, /* sc enum tiny_minus 1-byte signed enum {MINUS = -128, PLUS = 127} */
		      enum two_bytes, us, /* us enum two_bytes 2-byte unsigned enum {FIRST, LAST = 65535} */
		      enum largest, ul,	/* ul enum largest 8-byte unsigned enum {LARGEST = 18446744073709551615} */
		      enum smallest, l,	/* l enum smallest 8-byte signed enum {SMALLEST = -9223372036854775808, NONE = 0} */
		      enum again, 2,	/* arg4 enum again 4-byte unsigned enum {ONE = 1, UNO = 1, TWO, EINS = 1} */
		      again_t, u,	/* u again_t {aka enum again} 4-byte unsigned enum {ONE = 1, UNO = 1, TWO, EINS = 1} */
		      const enum other_color, 1, /* arg6 enum other_color 4-byte unsigned enum {ROT, GRUEN}, declared const enum other_color */
		      whatever, UNNAMED); /* arg7 int 4-byte signed integer, declared whatever */
	DTRACE_PROBE7(enums3,
		      switch_t, u,	/* u switch_t 4-byte unsigned enum {OFF, ON} */
		      whatever, b->on,	/* on switch_t 4-byte unsigned enum {OFF, ON}, declared whatever */
		      /* plain: on long int 8-byte signed integer (types) */
		      whatever, b->deep, /* deep enum level 4-byte signed enum {LOW = -1, HIGH}, declared whatever */
		      /* plain: deep long int 8-byte signed integer (types) */
		      whatever, b->side, /* side enum <anonymous> 4-byte unsigned enum {LEFT, RIGHT}, declared whatever */
		      enum most, u,	/* arg4 enum most 4-byte unsigned enum {A000, A001, A002, A003, A004, A005, A006, A007, ... 247 more} */
		      enum too_many, u,	/* arg5 enum too_many 4-byte unsigned enum */
		      enum too_long, u); /* arg6 enum too_long 4-byte unsigned enum */

	/* Without a type that is one, the type is the expression's. */
	DTRACE_PROBE5(bits,
		      int, b->minus,	/* minus int 4-byte signed integer */
		      whatever, b->bits, /* bits unsigned int 4-byte unsigned integer, declared whatever */
		      /* plain: bits long int 8-byte signed integer (types) */
		      whatever, b->flag, /* flag bool {aka _Bool} 1-byte bool, declared whatever */
		      whatever, b->wide, /* wide u64 {aka long long unsigned int} 8-byte unsigned integer, declared whatever */
		      /* plain: wide long int 8-byte signed integer (types) */
		      whatever, b->color); /* color enum color 4-byte unsigned enum {RED, GREEN}, declared whatever */
		      /* plain: color long int 8-byte signed integer (types) */
}

static int call(port_t port)
{
	return port;
}

void pointers(struct box *b, struct file *fp, callback_t fn, text_t array,
	      const void *data, u8 *bytes, struct unknown *u);
void pointers(struct box *b, struct file *fp, callback_t fn, text_t array,
	      const void *data, u8 *bytes, struct unknown *u)
{
	struct box *const *volatile list = b->list;
	const char *name = b->text;

	DTRACE_PROBE8(kinds,
		      struct box *, b->next, /* next struct box * 8-byte pointer */
		      struct unknown *, u, /* u struct unknown * 8-byte pointer */
		      union either *, &b->either, /* either union either * 8-byte pointer */
		      const void *, data, /* data const void * 8-byte pointer */
		      u8 *, bytes,	/* bytes u8 * {aka unsigned char *} 8-byte pointer */
		      volatile port_t *, &b->port, /* port volatile port_t * {aka volatile short unsigned int *} 8-byte pointer */
		      nameless_t *, &b->nameless, /* nameless nameless_t * 8-byte pointer */
		      box_t *, b);	/* b box_t * {aka struct box *} 8-byte pointer */
	DTRACE_PROBE8(strings,
		      char *, b->text,	/* text char * 8-byte string pointer */
		      const char *, name, /* name const char * 8-byte string pointer */
		      char const * volatile, name, /* arg2 const char * 8-byte string pointer, declared char const * volatile */
		      char *, "literal", /* arg3 char * 8-byte string pointer */
		      unsigned char *, bytes, /* bytes unsigned char * 8-byte pointer */
		      signed char *, array, /* array signed char * 8-byte pointer */
		      char **, NULL,	/* arg6 char ** 8-byte pointer */
		      char (*)[16], b->rows); /* rows char (*)[16] 8-byte pointer */
	DTRACE_PROBE8(functions,
		      int (*)(void *, port_t), fn, /* fn int (*)(void *, port_t) {aka int (*)(void *, short unsigned int)} 8-byte function pointer */
		      callback_t, fn,	/* arg1 callback_t {aka int (*)(void *, short unsigned int)} 8-byte function pointer */
		      call_t *, call,	/* call int (*)(port_t) {aka int (*)(short unsigned int)} 8-byte function pointer, declared call_t * */
		      call_t, call,	/* arg3 int (*)(port_t) {aka int (*)(short unsigned int)} 8-byte function pointer, declared call_t */
		      int (port_t port), call, /* arg4 int (*)(port_t) {aka int (*)(short unsigned int)} 8-byte function pointer, declared int (port_t port) */
		      void (*)(void), NULL, /* arg5 void (*)(void) 8-byte function pointer */
		      char *(*)(int fmt, ...), NULL, /* arg6 char * (*)(int, ...) 8-byte function pointer, declared char *(*)(int fmt, ...) */
		      int (**)(char [2]), NULL); /* arg7 int (**)(char *) 8-byte pointer, declared int (**)(char [2]) */

	/* A macro counts as a function. */
	DTRACE_PROBE3(variables,
		      int, EITHER(b->nameless.count, 3), /* EITHER int 4-byte signed integer */
		      int, EITHER(b->nameless.count, b->minus), /* arg1 int 4-byte signed integer */
		      int, COPY(b->minus)); /* COPY int 4-byte signed integer */
	/* What is added to a pointer has no part in its name.  A number's sum has none. */
	DTRACE_PROBE8(pointer_sums,
		      char *, b->text + array[0], /* text char * 8-byte string pointer */
		      u8 *, 1 + bytes,	/* bytes u8 * {aka unsigned char *} 8-byte pointer */
		      u8 *, bytes + 2 * b->port - 1, /* arg2 u8 * {aka unsigned char *} 8-byte pointer */
		      port_t *, (port_t *)(array + 2), /* array port_t * {aka short unsigned int *} 8-byte pointer */
		      char, *(name + 1), /* name char 1-byte signed integer */
		      port_t, (b + 1)->port, /* port port_t {aka short unsigned int} 2-byte unsigned integer */
		      int, b->port + 1,	/* arg6 int 4-byte signed integer */
		      long, data - (void *)u); /* arg7 long int 8-byte signed integer */
	/* A truth value has the name of what it is made of. */
	DTRACE_PROBE8(truths,
		      bool, b->next != NULL, /* next bool {aka _Bool} 1-byte bool */
		      bool, NULL != list, /* list bool {aka _Bool} 1-byte bool */
		      bool, b->side != 0, /* side bool {aka _Bool} 1-byte bool */
		      bool, !!b->port,	/* port bool {aka _Bool} 1-byte bool */
		      bool, !b,		/* arg4 bool {aka _Bool} 1-byte bool */
		      bool, b->next != b, /* arg5 bool {aka _Bool} 1-byte bool */
		      int, b->common_pid ?: b->nameless.count, /* arg6 int 4-byte signed integer */
		      int, ((void)0, +b->either.i)); /* i int 4-byte signed integer */
	DTRACE_PROBE1(literal, struct box *, &(struct box){ b }); /* arg0 struct box * 8-byte pointer */
	DTRACE_PROBE2(deep,
		      deep16_t, NULL,	/* arg0 deep16_t 8-byte function pointer */
		      deep6_t, NULL);	/* arg1 deep6_t 8-byte function pointer */
	/* A name inside of a declarator */
	DTRACE_PROBE8(nested,
		      int (*const first)(void *, port_t), fn, /* first int (*)(void *, port_t) {aka int (*)(void *, short unsigned int)} 8-byte function pointer, declared int (*const)(void *, port_t) */
		      int (*const)(port_t), call, /* call int (*)(port_t) {aka int (*)(short unsigned int)} 8-byte function pointer, declared int (*const)(port_t) */
		      int (**calls)(int), NULL, /* calls int (**)(int) 8-byte pointer */
		      int (*const *)(int), NULL, /* arg3 int (* const*)(int) 8-byte pointer */
		      int (*(*maker)(void))(int), NULL, /* maker int (* (*)(void))(int) 8-byte function pointer */
		      const char (*const)[16], b->rows, /* rows const char (*)[16] 8-byte pointer, declared const char (*const)[16] */
		      int (*table[4])(int), NULL, /* table int (**)(int) 8-byte pointer, declared int (*[4])(int) */
		      port_t (*row)[2], NULL); /* row port_t (*)[2] {aka short unsigned int (*)[2]} 8-byte pointer */
	DTRACE_PROBE2(nested2,
		      u8 (mac)[4], b->bytes, /* mac u8 * {aka unsigned char *} 8-byte pointer to 4 bytes, declared u8 ()[4] */
		      nameless_t (*make)(int), NULL); /* make nameless_t (*)(int) 8-byte function pointer */
	/* Words behind a name, and around a type */
	DTRACE_PROBE3(around,
		      u32 word DTRACE_HEX, b->port, /* word u32 {aka unsigned int} 4-byte unsigned integer, hex, declared u32 DTRACE_HEX */
		      register int plus, b->port, /* plus int 4-byte signed integer, declared register int */
		      _Atomic(int *) target, &b->nameless.count); /* target int * 8-byte pointer, declared _Atomic(int *) */
#define DECL_port u32 port
	DTRACE_PROBE1(hidden, DECL_port, b->port); /* port u32 {aka unsigned int} 4-byte unsigned integer, declared DECL_port */

	/* As a parameter, an array is a pointer. */
	DTRACE_PROBE8(decay,
		      text_t, array,	/* array char * 8-byte string pointer, at most 16 bytes, declared text_t */
		      /* plain: array char * 8-byte string pointer, declared text_t (a bound that is a number) */
		      char[16], b->text, /* text char * 8-byte string pointer, at most 16 bytes, declared char[16] */
		      char [], b->text, /* arg2 char * 8-byte string pointer, declared char [] */
		      char[sizeof(int)], b->text, /* arg3 char * 8-byte string pointer, at most 4 bytes, declared char[sizeof(int)] */
		      /* plain: arg3 char * 8-byte string pointer, declared char[sizeof(int)] (a bound that is a number) */
		      char[2][16], b->rows, /* rows char (*)[16] 8-byte pointer, declared char[2][16] */
		      text_t *, b->rows, /* arg5 char (*)[16] 8-byte pointer, declared text_t * */
		      int *[2], list,	/* list int ** 8-byte pointer, declared int *[2] */
		      whatever, list);	/* arg7 struct box * const* 8-byte pointer, declared whatever */
	/* How a trace shows them. */
	DTRACE_PROBE(shown,
		     u8 mac[4], b->bytes, /* mac u8 * {aka unsigned char *} 8-byte pointer to 4 bytes, declared u8 [4] */
		     unsigned short n, b->port, /* n short unsigned int 2-byte unsigned integer */
		     u8 data[n], data,	/* data u8 * {aka unsigned char *} 8-byte pointer to n bytes, declared u8 [n] */
		     u32 DTRACE_HEX word, b->bits, /* word u32 {aka unsigned int} 4-byte unsigned integer, hex, declared u32 DTRACE_HEX */
		     enum color DTRACE_FLAGS bits, b->color); /* bits enum color 4-byte unsigned bitmask {RED = 0, GREEN = 1}, declared enum color DTRACE_FLAGS */
	DTRACE_PROBE4(remarks,
		      file *, fp,	/* fp struct file * 8-byte pointer, declared file * */
		      struct char *, b->text, /* text char * 8-byte string pointer, declared struct char * */
		      typeof(b), b,	/* b struct box * 8-byte pointer, declared typeof(b) */
		      struct nowhere *, b); /* arg3 struct box * 8-byte pointer, declared struct nowhere * */
	/* The expression's type, asked for: what is in brackets is not looked into. */
#define its_type	__auto_type
	DTRACE_PROBE8(automatic,
		      __auto_type, b->next, /* next struct box * 8-byte pointer */
		      __auto_type, b->text, /* text char * 8-byte string pointer */
		      __auto_type, b->bits, /* bits unsigned int 4-byte unsigned integer */
		      /* plain: bits long int 8-byte signed integer (types) */
		      __auto_type, *(const volatile port_t *)&b->port, /* port port_t {aka short unsigned int} 2-byte unsigned integer */
		      __auto_type DTRACE_HEX status, b->minus, /* status int 4-byte signed integer, hex, declared __auto_type DTRACE_HEX */
		      /* plain: status long int 8-byte signed integer, hex, declared __auto_type DTRACE_HEX (types) */
		      its_type, call,	/* call int (*)(port_t) {aka int (*)(short unsigned int)} 8-byte function pointer, declared its_type */
		      typeof(*bytes == '('), *bytes == '(', /* arg6 int 4-byte signed integer, declared typeof(*bytes == '(') */
		      typeof("user"[0]) *, "user"); /* arg7 char * 8-byte string pointer, declared typeof("user"[0]) * */
}

#ifdef __SEG_GS
/* Per-CPU data is in a named address space, which the compiler knows. */
void named_spaces(int __seg_gs *gs);
void named_spaces(int __seg_gs *gs)
{
	DTRACE_PROBE3(named,
		      int *, gs,	/* gs int * 8-byte percpu pointer */
		      int __seg_gs *, gs, /* arg1 int * 8-byte percpu pointer, declared int __seg_gs * */
		      whatever, gs);	/* arg2 __seg_gs int * 8-byte percpu pointer, declared whatever */
}
#endif

/* Where a pointer points to. */
void spaces(char __user *user, void __iomem *io, int __percpu *percpu,
	    struct box __rcu *rcu, char *const __user *argv);
void spaces(char __user *user, void __iomem *io, int __percpu *percpu,
	    struct box __rcu *rcu, char *const __user *argv)
{
	DTRACE_PROBE7(marked,
		      char __user *, user, /* user char * 8-byte user string pointer, declared char __user * */
		      void volatile __iomem *, io, /* io volatile void * 8-byte iomem pointer, declared void volatile __iomem * */
		      int __percpu *, percpu, /* percpu int * 8-byte percpu pointer, declared int __percpu * */
		      struct box __rcu *, rcu, /* rcu struct box * 8-byte rcu pointer, declared struct box __rcu * */
		      char *const __user *, argv, /* argv char * const* 8-byte user pointer, declared char *const __user * */
		      char __user **, argv, /* arg5 char ** 8-byte pointer, declared char __user ** */
		      box __user *, rcu); /* arg6 struct box * 8-byte user pointer, declared box __user * */
	/* A value is nowhere, so this can only be meant for the target. */
	DTRACE_PROBE1(behind, char * __user, user); /* user char * 8-byte user string pointer, declared char * __user */
	/* A macro of the author's own expands what it passes on. */
#define TAGGED	__attribute__((unused)) __attribute__((btf_type_tag("user")))
#define PASS_ON(name, t, a)	DTRACE_PROBE1(name, t, a)
	PASS_ON(expanded, char TAGGED *, user);	/* user char * 8-byte user string pointer, declared char __attribute__((unused)) __attribute__((btf_type_tag("user"))) * */
}

/* Types of the function's own hide those of the file, variables hide types. */
void hidden(int color, int port_t);
void hidden(int color, int port_t)
{
	typedef signed char word_t;
	struct box { long l; } box = { color };
	word_t word = color;

	DTRACE_PROBE3(outer,
		      port_t, port_t,	/* port_t int 4-byte signed integer, declared port_t */
		      word_t, word,	/* word word_t {aka signed char} 1-byte signed integer */
		      struct box *, &box); /* box struct box * 8-byte pointer */
	{
		typedef long long word_t;
		enum color { BLUE = 1L << 40 } blue = BLUE;
		word_t wide = color;

		DTRACE_PROBE2(inner,
			      word_t, wide, /* wide word_t {aka long long int} 8-byte signed integer */
			      enum color, blue); /* blue enum color 8-byte unsigned enum {BLUE = 1099511627776} */
	}
	DTRACE_PROBE2(after,
		      word_t, 'a',	/* arg0 word_t {aka signed char} 1-byte signed integer */
		      enum color, color); /* color enum color 4-byte unsigned enum {RED, GREEN} */
}

extern int get_count(const struct box *b);
int get_count(const struct box *b)
{
	return b->nameless.count;
}

void names(struct box *b, int *p, int i, int __probe_ip, int arg1);
void names(struct box *b, int *p, int i, int __probe_ip, int arg1)
{
	volatile int careful = i;

	DTRACE_PROBE8(of,
		      int *, &i,	/* i int * 8-byte pointer */
		      int, *p,		/* p int 4-byte signed integer */
		      int, b->nameless.count, /* count int 4-byte signed integer */
		      char, b->text[i],	/* text char 1-byte signed integer */
		      u8 *, &b->bytes[1], /* bytes_1 u8 * {aka unsigned char *} 8-byte pointer */
		      bool, (bool)b->next->next, /* next bool {aka _Bool} 1-byte bool */
		      int, careful,	/* careful int 4-byte signed integer */
		      int, get_count(b)); /* get_count int 4-byte signed integer */
	DTRACE_PROBE3(of_macros,
		      int, max(b->nameless.count, 7), /* max int 4-byte signed integer */
		      struct box *, container_of(&b->port, struct box, port), /* port struct box * 8-byte pointer */
		      int, min_t(int, i, 3));	/* min_t int 4-byte signed integer */
	DTRACE_PROBE8(of2,
		      port_t, READ_ONCE(b->port), /* port port_t {aka short unsigned int} 2-byte unsigned integer */
		      whatever, READ_ONCE(b->nameless.count), /* count int 4-byte signed integer, declared whatever */
		      struct box *, rcu_dereference_raw(b->next), /* next struct box * 8-byte pointer */
		      int, p[2],	/* p_2 int 4-byte signed integer */
		      int, *(p + i),	/* p int 4-byte signed integer */
		      int, i + 1,	/* arg5 int 4-byte signed integer */
		      int, ({ int t = i; t; }), /* t int 4-byte signed integer */
		      u32, swab32(i));	/* swab32 u32 {aka unsigned int} 4-byte unsigned integer */

	/* No two are the same, nor those of every event. */
	DTRACE_PROBE6(taken,
		      int, arg1,	/* arg1 int 4-byte signed integer */
		      int, i + 1,	/* arg1_ int 4-byte signed integer */
		      int, __probe_ip,	/* arg2 int 4-byte signed integer */
		      int, b->common_pid, /* arg3 int 4-byte signed integer */
		      int, i,		/* i int 4-byte signed integer */
		      int, i);		/* arg5 int 4-byte signed integer */
}

/* Names that the author gave, as to parameters. */
void declarators(struct box *b, int port_t, const char __user *user, int (*fn)(int));
void declarators(struct box *b, int port_t, const char __user *user, int (*fn)(int))
{
	DTRACE_PROBE8(simple,
		      struct box *first, b->next, /* first struct box * 8-byte pointer */
		      const char *why, "literal", /* why const char * 8-byte string pointer */
		      u16 port, b->port, /* port u16 {aka short unsigned int} 2-byte unsigned integer */
		      unsigned n, 3,	/* n unsigned int 4-byte unsigned integer */
		      unsigned int, 3,	/* arg4 unsigned int 4-byte unsigned integer */
		      long long ll, 3,	/* ll long long int 8-byte signed integer */
		      enum color c, GREEN, /* c enum color 4-byte unsigned enum {RED, GREEN} */
		      nameless_t *const p, &b->nameless); /* p nameless_t * 8-byte pointer, declared nameless_t *const */
	DTRACE_PROBE8(harder,
		      int (*call)(int), fn, /* call int (*)(int) 8-byte function pointer */
		      int direct(int), fn, /* direct int (*)(int) 8-byte function pointer, declared int (int) */
		      int (nested)(int x), fn, /* nested int (*)(int) 8-byte function pointer, declared int ()(int x) */
		      char name[], b->text, /* name char * 8-byte string pointer, declared char [] */
		      char rows[2][16], b->rows, /* rows char (*)[16] 8-byte pointer, declared char [2][16] */
		      struct box *const *list, b->list, /* list struct box * const* 8-byte pointer */
		      const char __user *ubuf, user, /* ubuf const char * 8-byte user string pointer, declared const char __user * */
		      struct box __rcu *next, b->next); /* next struct box * 8-byte rcu pointer, declared struct box __rcu * */
	/* A name can be that of a type; a declared one makes others give way. */
	DTRACE_PROBE5(clashes,
		      unsigned u8, 1,	/* u8 unsigned int 4-byte unsigned integer */
		      struct box *box, b, /* box struct box * 8-byte pointer */
		      whatever, b,	/* arg2 struct box * 8-byte pointer, declared whatever */
		      long b, 1,	/* b long int 8-byte signed integer */
		      char *current, "c"); /* current char * 8-byte string pointer */
	/* The type is not known, but what the name is. */
	DTRACE_PROBE4(unknown,
		      foo_t *dp, b,	/* dp struct box * 8-byte pointer, declared foo_t * */
		      struct nowhere *np, b, /* np struct box * 8-byte pointer, declared struct nowhere * */
		      typeof(b) tp, b,	/* tp struct box * 8-byte pointer, declared typeof(b) */
		      box *bp, b);	/* bp struct box * 8-byte pointer, declared box * */
	/* A macro that stands for a type, and for an attribute. */
#define box_ptr_t	struct box *
#define __mine		__attribute__((unused))
	DTRACE_PROBE3(expands,
		      box_ptr_t, b->next, /* next struct box * 8-byte pointer, declared box_ptr_t */
		      const box_ptr_t mp, b, /* mp const struct box * 8-byte pointer, declared const box_ptr_t */
		      struct box __mine *ap, b); /* ap struct box * 8-byte pointer, declared struct box __mine * */
}

/*
 * A probe's macro sees what the author's macro passes, not how this calls it.
 */
#define TRACE_ERR(e)		DTRACE_PROBE1(macro_err, int, e)
#define TRACE_NEG(e)		DTRACE_PROBE(macro_neg, long, (long)(e))
#define TRACE_MEMBER(p)		DTRACE_PROBE2(macro_member, int, (p)->nameless.count, u16, READ_ONCE((p)->port))
#define TRACE_TARGET(p, i)	DTRACE_PROBE(macro_target, int, *(p), int, (p)[i], int, (i) + 1)
#define TRACE_CALL(x)		DTRACE_PROBE2(macro_call, int, get_count(x), int, READ_ONCE(x->nameless.count))
#define TRACE_AGAIN(code)	TRACE_ERR((code) + 1)
#define TRACE_LIST(name, ...)	DTRACE_PROBE(name, ##__VA_ARGS__)
#define TRACE_PAIR(t, x)	DTRACE_PROBE1(macro_pair, t, x)
#define TRACE_PAIRS(t, x, y)	DTRACE_PROBE(macro_pairs, int, y, t, (x) + 1, t, x)
#define TRACE_OWN(x)		DTRACE_PROBE1(macro_own, int err, x)
#define TRACE_FIELD(p, f)	DTRACE_PROBE1(macro_field, int, (p)->nameless.f)
#define TRACE_ALL(...)		DTRACE_PROBE(macro_all, __VA_ARGS__)
#define ONLY_IF(c, statement)	do { if (c) statement; } while (0)

extern int get_count(const struct box *b);
void in_macros(struct box *b, int rc, int *v);
void in_macros(struct box *b, int rc, int *v)
{
	TRACE_ERR(rc);		/* rc int 4-byte signed integer */
	TRACE_ERR(-EINVAL);
	TRACE_NEG(b->nameless.count);	/* count long int 8-byte signed integer */
	TRACE_MEMBER(b->next);	/* count int 4-byte signed integer */
				/* port u16 {aka short unsigned int} 2-byte unsigned integer */
	TRACE_TARGET(v, rc);	/* v int 4-byte signed integer */
				/* arg1 int 4-byte signed integer */
				/* arg2 int 4-byte signed integer */
	TRACE_CALL(b);		/* get_count int 4-byte signed integer */
				/* count int 4-byte signed integer */
	TRACE_AGAIN(rc);
	TRACE_LIST(macro_list,
		   int, b->nameless.count,	/* count int 4-byte signed integer */
		   int code, rc);	/* code int 4-byte signed integer */
	TRACE_PAIR(int, b->nameless.count);	/* count int 4-byte signed integer */
	TRACE_PAIRS(int, b->nameless.count, rc); /* rc int 4-byte signed integer */
				/* arg1 int 4-byte signed integer */
				/* count int 4-byte signed integer */
	TRACE_OWN(rc);		/* err int 4-byte signed integer */
	TRACE_FIELD(b, count);	/* count int 4-byte signed integer */
	TRACE_ALL(int, rc);	/* rc int 4-byte signed integer */
	ONLY_IF(rc, DTRACE_PROBE1(macro_if, int, b->nameless.count));	/* count int 4-byte signed integer */
}

/*
 * The same if the macro takes the probe's name from its users.
 */
#define TYPE_OF_PTR		__auto_type
#define TYPE_OF_INT		int
#define PTR			2
#define INT			1
#define seven			7010
#define EVENT(id, t, a)		DTRACE_PROBE1(open__##id, t, a)
#define EVENT2(id, set, t1, p1, t2, p2)	\
	((set) ? ({ DTRACE_PROBE2(__sdt_##id, TYPE_OF_##t1, p1, TYPE_OF_##t2, p2); 1; }) : 0)
#define EVENT4(id, p)		DTRACE_PROBE4(id, long, (long)(p), int, (p)->nameless.count, u16, READ_ONCE((p)->port), long, (long)(p) + 1)
#define EVENT_CAST(id, p)	EVENT(id, long, (long)(p))
#define EVENT_LIST(...)		DTRACE_PROBE(__VA_ARGS__)
#define EVENT_LAST(t, a, id)	DTRACE_PROBE1(macro_##id, t, a)
#define ALIAS			DTRACE_PROBE1
#define EVENT_ALIAS(id, p)	ALIAS(id, int, p)
#define EVENT_JOIN(id, p)	DTRACE_PROBE1(id, int, p##_count)
#define TRACE_LAST(p)		EVENT_LAST(struct box *, p, last)
#define TRACE_COUNT(p)		EVENT_LAST(int, (p)->nameless.count, count)
#define TRACE_REST(p)		EVENT_LIST(macro_rest, struct box *, p)
#define TRACE_ALIAS(p)		ALIAS(macro_alias, int, p)

void events_in_macros(struct box *b, int rc, int my_count);
void events_in_macros(struct box *b, int rc, int my_count)
{
	EVENT(one,
	      int, b->nameless.count);	/* count int 4-byte signed integer */
	EVENT2(seven, rc,
		PTR, b->next,		/* next struct box * 8-byte pointer, declared TYPE_OF_PTR */
		INT, rc & 1);		/* arg1 int 4-byte signed integer, declared TYPE_OF_INT */
	EVENT4(four, b->next);		/* next long int 8-byte signed integer */
					/* count int 4-byte signed integer */
					/* port u16 {aka short unsigned int} 2-byte unsigned integer */
					/* arg3 long int 8-byte signed integer */
	EVENT_CAST(cast, b->next);	/* next long int 8-byte signed integer */
	EVENT_LIST(listed, int, rc);	/* rc int 4-byte signed integer */
	EVENT_ALIAS(aliased, rc);		/* rc int 4-byte signed integer */
	EVENT_JOIN(joined, my);		/* my_count int 4-byte signed integer */
	TRACE_LAST(b->next);		/* next struct box * 8-byte pointer */
	TRACE_COUNT(b);			/* count int 4-byte signed integer */
	TRACE_REST(b->next);		/* next struct box * 8-byte pointer */
	TRACE_ALIAS(rc);		/* rc int 4-byte signed integer */
	ONLY_IF(rc, EVENT(only_if, int, rc));	/* rc int 4-byte signed integer */
}

/*
 * Macros of the author's own, with types that are none and names in pieces.
 * Their parameters' names are replaced in the types as well.
 */
#define BOX_OPEN(name, file, box)					\
	DTRACE_PROBE2(open__##name, file *, file, struct box *, box)
#define BOX_DONE(name, str)	DTRACE_PROBE1(open__##name, struct char *, str)

void pieces(struct box *b, struct file *fp);
void pieces(struct box *b, struct file *fp)
{
	BOX_OPEN(entry,
		 fp,		/* fp struct file * 8-byte pointer, declared fp * */
		 b);		/* b struct box * 8-byte pointer, declared struct b * */
	BOX_DONE(return, b->text); /* text char * 8-byte string pointer, declared struct char * */
}

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Arguments of many types");
