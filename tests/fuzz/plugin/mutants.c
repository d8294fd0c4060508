// SPDX-License-Identifier: GPL-2.0-only
/*
 * mutants.c - probes in all that C has, for mutate to break
 *
 * Compiles as it stands.
 */
#include <sys/sdt.h>

typedef unsigned char u8;
typedef unsigned long size;
typedef struct { int a, b; } pair;
typedef int (*callback)(struct box *b, int n);
typedef enum { RED, GREEN = 5, BLUE } color;

enum level { LOW = -1, HIGH = LOW + 3, WIDE = 0x12345678 };

struct box {
	struct box *next;
	enum level level;
	color color;
	int bits : 3;
	u8 bytes[8];
	union { long word; u8 half[2]; };
	pair pair;
	callback call;
	char *name;
};

extern struct box boxes[4], *first;
extern volatile int changing;
int outer(int a, struct box *b);
void nothing(int a);

#define TWO(x, y)	DTRACE_PROBE2(two, int, x, int, y)
#define MAXIMUM(x, y)	({ __typeof__(x) __x = (x); __typeof__(y) __y = (y); __x > __y ? __x : __y; })

static inline int pick(const struct box *b, int n)
{
	int i = 0;

	switch (n) {
	case 1 ... 3:
		i = b->bits;
		break;
	case LOW:
	default:
		i = b->bytes[n & 7];
	}
	return i;
}

static int old_style(a, b)
	int a;
	struct box *b;
{
	DTRACE_PROBE2(old__style, int, a, struct box *, b);
	return a + b->bits;
}

static void many(struct box *b, u8 c, size n, _Bool t, color k, char *s)
{
	DTRACE_PROBE0(none);
	DTRACE_PROBE(members, enum level, b->level, color, b->color, int, b->bits, u8 *, b->bytes,
		     u8, b->half[1], int, b->pair.a, callback, b->call, char *, b->name);
	DTRACE_PROBE8(values, u8, c, size_t, n, bool, t, color, k, char *, s, const char *, "text",
		      enum level, HIGH, void *, first);
	DTRACE_PROBE3(unknown, file *, b, struct nowhere *, b, "len=%d", n);
	DTRACE_PROBE2(types, int (*)(struct box *, int), b->call, u8[8], b->bytes);
	DTRACE_PROBE1(user, const char __attribute__((unused)) *, s);
}

int outer(int a, struct box *b)
{
	enum local { HERE = 7, THERE } where = a ? HERE : THERE;
	typedef struct box inner;
	int total = 0;

	int nested(int q)
	{
		if (q > 3)
			DTRACE_PROBE2(nested, int, q, int, total);
		return q + a;
	}

	TWO(a, total);
	TWO(MAXIMUM(a, total), pick(b, a));
	DTRACE_PROBE2(local, enum local, where, inner *, b);
	for (int i = 0; i < a; i++) {
		struct box copy = { .bits = i, .pair = { i, a } };

		DTRACE_PROBE3(copy, struct box *, &copy, int, copy.pair.b, int,
			      ({ int t = 0; for (int j = 0; j < i; j++) t += b->bytes[j & 7]; t; }));
		if (DTRACE_PROBE_ENABLED(copy))
			total += pick(&copy, i);
		else
			continue;
		total += nested(i);
	}
	while (changing) {
		DTRACE_PROBE1(ternary, long, a ? b->word : (long)sizeof(struct box));
		if (b->next == first)
			goto out;
		do {
			DTRACE_PROBE2(inside, int, ({ DTRACE_PROBE1(deep, int, a + 1); a; }),
				      int, ((a << 3) | (total & ~7)));
		} while (old_style(a--, b));
	}
	switch (where) {
	case HERE:
		DTRACE_PROBE1(here, int, b->call ? b->call(b, a) : -1);
		break;
	case THERE:
		nothing(total);
	}
	many(b, a, total, a == 3, BLUE, b->name);
out:
	DTRACE_PROBE1(out, color, (color)total);
	return total;
}

DTRACE_PROVIDER(mine);
SDT_PROVIDER_DEFINE(own);
SDT_PROVIDER_DECLARE(other);
SDT_PROBE_DECLARE(other, , , far__away);
SDT_PROBE_DEFINE3(own, , , typed, "struct box *", "int n", "char *name : string");
SDT_PROBE_DEFINE2_XLATE(own, , pick, shown, "struct box *", "boxinfo_t *", "level_t", (void *)0);
SDT_PROBE_DEFINE(own, , , untyped);

#define FAIL(x)	({ int __x = (x); SDT_PROBE1(own, , , untyped, (size)__x); __x; })

int families(struct box *b, int n)
{
	DTRACE_IO3(start, struct box * : (boxinfo_t *box, string), b, int :, n, char *, b->name);
	DTRACE_PROBE2(__mine_begin, struct box *b : boxinfo_t *, b, int, b->bits);
	SDT_PROBE3(own, , , typed, b, n * 2, 0);
	SDT_PROBE2(own, , pick, shown, b->next, b->level);
	SDT_PROBE1(other, , , far__away, &b->pair);
	DTRACE_SDT_PROBE1(anybody, module, name, function, b->word);
	if (SDT_PROBE_ENABLED(other, , , far__away) || DTRACE_IO_ENABLED(start))
		n++;
	if (n > 3 && SDT_PROBES_ENABLED())
		return FAIL(FAIL(n) - 1);
	return b->call ? FAIL(b->call(b, n)) : 0;
}
