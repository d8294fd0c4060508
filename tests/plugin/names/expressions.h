/* SPDX-License-Identifier: GPL-2.0-only */
/* What the table expressions names.  A function for each of its lines has the parameters below. */
#include <sys/sdt.h>
#include <stdbool.h>
#include <stddef.h>

#define __force
#define IN
#define OUT
#define CONST		const
#define UNUSED		__attribute__((__unused__))
#define INT		int

typedef int my_int;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
enum color { red, green };
#define N		3
#define LAST		2
#define ONE		1
#define one		1

struct in { int x; };
struct box {
	int n, m, M, _n, __n, arr[4], two[2][2], x[2], common_x, gr_e, größe;
	u32 word;
	u8 buf[8];
	char *p, **pp;
	struct in in, ins[2];
	struct box *next;
	int (*op)(int n);
};
typedef struct box *box_p;

int get(const struct box *b);
struct box *obj(const struct box *b);
int Upper(int n);
int UPPER(int n);
int __internal(int n);
int für(int n);
extern int (*fn)(int n), (*table[2])(int n), ширина, breite_ü;

#define PARAMETERS	struct box *b, int n, char *p, char **pp, u8 *q, int rc

#define own_n(b)	((b)->n)
#define OWN_N(b)	((b)->n)
#define own_get(b)	get(b)
#define own_in(b)	((b)->in)
#define OBJ(b)		((b)->next)
#define own_stmt(b)	({ int v_ = (b)->m; v_; })
#define own_nested(b)	own_get((b)->next)
#define object		(b->next)
#define OBJECT		(b->next)

/* As the kernel's, which also use their argument twice */
#define READ_ONCE(x)	(*(const volatile __typeof__(x) *)&(x))
#define likely(x)	__builtin_expect(!!(x), 1)
#define unlikely(x)	__builtin_expect(!!(x), 0)
#define ntohs(x)	((u16)(__builtin_constant_p(x) ? (x) >> 8 : __swab(x)))
#define __be16_to_cpu(x)	ntohs(x)
#define le32_to_cpu(x)	((u32)(x))
#define rcu_dereference(p)	({ __typeof__(p) __p = READ_ONCE(p); __p; })
#define rcu_dereference_check(p, c)	({ (void)(c); rcu_dereference(p); })
int __swab(int n);

#define PAIR_M		int, b->m
#define PAIRS(b)	int, (b)->n, int, (b)->m
#define PROBE_ARGS(args)	DTRACE_PROBE args
#define PROBE_STRIP(name, args)	DTRACE_PROBE(name, STRIP args)
#define STRIP(...)	__VA_ARGS__
#define PROBE_LIST(...)	DTRACE_PROBE(__VA_ARGS__)
#define PROBE_REST(name, ...)	DTRACE_PROBE(name, ##__VA_ARGS__)
#define PROBE_VALUE(name, a)	DTRACE_PROBE1(name, __auto_type, a)
#define PROBE_BODY(name, b)	DTRACE_PROBE1(name, int, own_n(b))
#define PROBE_RC(name)	DTRACE_PROBE1(name, int, rc)

#define MSG_ARGS(args)	DTRACE_PRINTF args
#define MSG_WHILE(args)	do { if (n) DTRACE_PRINTF args; } while (0)
#define MSG_STRIP(level, args)	DTRACE_PRINTF(STRIP args)
#define MSG_REST(format, ...)	DTRACE_PRINTF(format, ##__VA_ARGS__)
#define MSG_GNU(format, args...)	DTRACE_PRINTF(format, ##args)
#define MSG_VA(...)	DTRACE_PRINTF(__VA_ARGS__)
#define MSG_LINE(format, ...)	DTRACE_PRINTF("%d: " format, __LINE__, ##__VA_ARGS__)
#define FUNC(format)	"%s: " format, __func__
#define FUNC_LINE(format)	"%s:%d: " format, __func__, __LINE__
#define FILE_LINE(format)	"%s:%d: " format, __FILE__, __LINE__
#define TWO(b)		(b)->n, (b)->m
#define NESTED(b)	STRIP(TWO(b))
#define BYTES(x)	((u8 *)(x))[0], ((u8 *)(x))[1], ((u8 *)(x))[2]
#define QUAD(x)		((u8 *)&(x))[0], ((u8 *)&(x))[1], ((u8 *)&(x))[2], ((u8 *)&(x))[3]
#define SHIFTED(x)	((x) >> 8) & 0xff, (x) & 0xff
#define TWICE(x)	(x), (x)

SDT_PROVIDER_DEFINE(prov);
SDT_PROBE_DEFINE2(prov, , , uses, "int", "int");
