// SPDX-License-Identifier: GPL-2.0-only
/*
 * convert.c - expressions whose type differs from the declared one
 *
 * A line that ends in "warning: TEXT" in a comment must get that warning, and
 * no other line may get one, but with -Wconversion those with "conversion: TEXT".
 */
/* plain: "which is not a known type": error (text that is not a C type) */
/* plain: "which no value can have": error (text that is not a C type) */
/* plain: "is used uninitialized": nothing (an uninitialized variable) */
#include <linux/compiler.h>
#include <linux/percpu.h>
#include <linux/sdt.h>
#include <linux/types.h>

enum small { ZERO, TEN = 10 };
enum large { HUGE = 1000 };

union either { int i; };

struct box {
	signed int minus : 4;
	unsigned int plus : 8;
	unsigned int nine : 9;
	char text[16];
};

void integers(int i, unsigned int u, long l, unsigned long ul, u8 byte,
	      s8 sbyte, struct box *b, enum small small, enum large large);
void integers(int i, unsigned int u, long l, unsigned long ul, u8 byte,
	      s8 sbyte, struct box *b, enum small small, enum large large)
{
	/* Narrower: as for a parameter, with -Wconversion only, and once for each probe */
	DTRACE_PROBE1(n1, u8, i);	/* conversion: .*from .int. to .u8. */
	DTRACE_PROBE1(n1, u8, i + 1);
	DTRACE_PROBE2(n2, int, i, short, u);	/* conversion: .*from .unsigned int. to .short int. */
	DTRACE_PROBE1(n3, int, l);	/* conversion: .*from .long int. to .int. */
	DTRACE_PROBE1(n4, u32, l + 1);	/* conversion: .*from .long int. to .u32. */
	DTRACE_PROBE1(n5, u8, byte + 1);
	DTRACE_PROBE2(n6, u8, i ? i : 0, u8 other, u);	/* conversion: .*from .int. to .u8. */
	DTRACE_PROBE1(n7, u8, b->nine);	/* conversion: .*from .short unsigned int:9. to .u8. */
	DTRACE_PROBE1(n8, u8, large);
	DTRACE_PROBE1(n9, enum small, l);
	DTRACE_PROBE1(n10, u8, u >> 23);	/* conversion: .*from .unsigned int. to .u8. */
	DTRACE_PROBE1(n11, u8, i & 0x100);	/* conversion: .*from .int. to .u8. */
					/* plain: warning (a wrong type) */
	DTRACE_PROBE1(n12, u8, byte | i);	/* conversion: .*from .int. to .u8. */

	/* Constants that do not fit */
	DTRACE_PROBE1(w, u8, 256);	/* warning: .*from .int. to .u8. .*changes value from .256. to .0. .*\[-Woverflow\] */
	DTRACE_PROBE1(w, s8, 300);	/* warning: .*\[-Woverflow\] */
	DTRACE_PROBE1(w, u8, -129);	/* warning: .*\[-Woverflow\] */
	DTRACE_PROBE1(w, int, 1L << 32);	/* warning: .*\[-Woverflow\] */
	DTRACE_PROBE1(w, int, (uintptr_t)-1);	/* warning: .*\[-Woverflow\] */
	DTRACE_PROBE1(w, u32, -0x80000001L);	/* warning: .*\[-Woverflow\] */

	/* Nothing is lost: wider, or of another sign with all its bits. */
	DTRACE_PROBE4(g, long, i, unsigned int, i, int, u, u64, sbyte);
	DTRACE_PROBE4(g, int, byte, unsigned long, l, u8, sbyte, s8, byte);
	DTRACE_PROBE4(g, u8, 255, u8, -1, s8, -128, int, 0x80000000U);
	DTRACE_PROBE4(g, u64, -1, u32, -1L, u16, 'a', s64, ~0UL);
	/* The value is not as wide as its type. */
	DTRACE_PROBE1(n15, u8, i & 0xff);	/* conversion: .*from .int. to .u8. */
	DTRACE_PROBE4(g, u8, i & 0x7f, u8, (u8)i, u8, i == l, u8, !i);
	DTRACE_PROBE4(g, u8, i ? 1 : 2, u16, byte | sbyte, u8, i && u, u8, (int)byte);
	DTRACE_PROBE3(n16, u8, u >> 24, u32, ul >> 32, u8, byte | (i & 7));	/* conversion: .*from .unsigned int. to .u8. */
	/* A bit-field is as wide as it is. */
	DTRACE_PROBE4(g, s8, b->minus, u8, b->plus, u16, b->nine, int, b->nine);
	/* Truth values and enumerations */
	DTRACE_PROBE4(g, bool, l, bool, b, bool, b->text, u8, (bool)l);
	DTRACE_PROBE4(g, int, small, u8, small, enum small, i, u16, large);
	DTRACE_PROBE4(g, enum large, small, u8, TEN, enum small, 3, long, HUGE);
}

/* More than 64 bits, which only the declared type makes fewer */
void sums(__int128 wide, unsigned __int128 uwide, long l, u64 ul);
void sums(__int128 wide, unsigned __int128 uwide, long l, u64 ul)
{
	DTRACE_PROBE1(n13, long, wide);	/* conversion: .*from .__int128. to .long int. */
	DTRACE_PROBE1(n14, u64, uwide >> 63);	/* conversion: .*from .__int128 unsigned. to .u64. */
	DTRACE_PROBE1(n17, u64, uwide >> 64);	/* conversion: .*from .__int128 unsigned. to .u64. */
	DTRACE_PROBE2(g, long, (__int128)l, u64, (unsigned __int128)ul);
	DTRACE_PROBE3(g, u64, (u64)uwide, bool, wide, long, (__int128)l & 15);
}

void pointers(struct box *b, char *s, u8 *bytes, void *data, int *p, long l,
	      unsigned long ul, void (*fn)(void), char **list);
void pointers(struct box *b, char *s, u8 *bytes, void *data, int *p, long l,
	      unsigned long ul, void (*fn)(void), char **list)
{
	/* A pointer is no number. */
	DTRACE_PROBE1(w, int, s);	/* warning: .* declared .int., but has type .char \*. */
	DTRACE_PROBE1(w, unsigned long, b);	/* warning: .* declared .unsigned long., but has type .struct box \*. */
	DTRACE_PROBE1(w, void *, l);	/* warning: .* declared .void \*., but has type .long int. */
	DTRACE_PROBE1(w, struct box *, 1);	/* warning: .* declared .struct box \*., but has type .int. */
	DTRACE_PROBE1(w, int (*)(int), ul);	/* warning: .* declared .int \(\*\)\(int\)., but has type .long unsigned int. */

	/* A string would be read from there. */
	DTRACE_PROBE1(w, char *, b);	/* warning: .* declared .char \*., but has type .struct box \*. */
	DTRACE_PROBE1(w, const char *, p);	/* warning: .* declared .const char \*., but has type .int \*. */
	DTRACE_PROBE1(w, char *, list);	/* warning: .* declared .char \*., but has type .char \*\*. */
	DTRACE_PROBE1(w, char[16], fn);	/* warning: .* declared .char\[16\]., but has type .void \(\*\)\(void\). */

	/* One pointer for another, and null. */
	DTRACE_PROBE4(g, void *, b, struct box *, data, const int *, p, void *, fn);
	DTRACE_PROBE4(g, char *, bytes, char *, data, u8 *, s, char *, &b->text);
					/* plain: warning (a wrong type) */
	DTRACE_PROBE4(g, char *, NULL, struct box *, 0, char *, 0L, long, NULL);
	DTRACE_PROBE4(g, unsigned long, (unsigned long)b, char *, (char *)b,
		      char *, "text", const char *, s);
	DTRACE_PROBE2(g, int __user *, p, int __percpu *, (int __percpu *)(unsigned long)p);
}

/* Structures, as GCC has it for a parameter */
struct other { int i; };
typedef struct box box_t;
void structures(struct box *b, struct other *o, const box_t *c, struct box **list,
		union either *e);
void structures(struct box *b, struct other *o, const box_t *c, struct box **list,
		union either *e)
{
	DTRACE_PROBE1(w, struct box *, o);	/* warning: .* declared .struct box \*., but has type .struct other \*. .*\[-Wincompatible-pointer-types\] */
	DTRACE_PROBE1(w, box_t *from, o);	/* warning: .* declared .box_t \*., but has type .struct other \*. */
	DTRACE_PROBE1(w, struct other **, list);	/* warning: .* declared .struct other \*\*., but has type .struct box \*\*. */
	DTRACE_PROBE1(w, struct box *, e);	/* warning: .* declared .struct box \*., but has type .union either \*. */
	DTRACE_PROBE4(g, box_t *, b, struct box *, c, const struct box *, b, box_t **, list);
	DTRACE_PROBE3(g, void *, o, struct box *, (void *)o, struct box *, list);
					/* plain: warning (a wrong type) */
}

/* Text that names no type */
#define caddr_t		char *
#define EMPTY
#define BOUND		4
#define ALIAS		box
void unresolved(struct box *b, char *s, long l, enum small small, struct other *o,
		unsigned char *bytes);
void unresolved(struct box *b, char *s, long l, enum small small, struct other *o,
		unsigned char *bytes)
{
	DTRACE_PROBE1(w, foo, l);		/* warning: .* declared .foo., which is not a known type$ */
	DTRACE_PROBE1(w, "len=%d", l);		/* warning: .* declared ."len=%d"., which is not a known type$ */
	DTRACE_PROBE1(w, struct bx *, b);	/* warning: .* declared .struct bx \*., which is not a known type; did you mean .struct box \*.\?$ */
					/* plain: warning (text that is not a C type) */
	DTRACE_PROBE1(w, foo_t *dp, b);		/* warning: .* declared .foo_t \*., which is not a known type$ */
	DTRACE_PROBE1(w, usigned long n, l);	/* warning: .* declared .usigned long n., which is not a known type$ */
	DTRACE_PROBE1(w, long char, l);		/* warning: .* declared .long char., which is not a known type$ */
	DTRACE_PROBE1(w, int static, l);	/* warning: .* declared .int static., which is not a known type$ */
	DTRACE_PROBE1(w, l, l);			/* warning: .* declared .l., which is not a known type$ */
	/* "struct" and the like may be missing or too much, of the expression's type. */
	DTRACE_PROBE1(w, box *, o);		/* warning: .* declared .box \*., which is not a known type; did you mean .struct box \*.\?$ */
	DTRACE_PROBE1(w, struct char *, b);	/* warning: .* declared .struct char \*., which is not a known type; did you mean .char \*.\?$ */
	DTRACE_PROBE1(w, small, l);		/* warning: .* declared .small., which is not a known type; did you mean .enum small.\?$ */
	DTRACE_PROBE1(w, struct char *, bytes);	/* warning: .* declared .struct char \*., which is not a known type; did you mean .char \*.\?$ */
	DTRACE_PROBE4(g, box *, b, struct char *, s, const box *, b, struct long, l);
					/* plain: error (text that is not a C type) */
	DTRACE_PROBE4(g, union box *, b, struct box_t *, b, struct enum_none *dp, (struct enum_none *)NULL, enum u8, (u8)1);
					/* plain: error (text that is not a C type) */
	DTRACE_PROBE2(w, void, l, int, small);	/* warning: .* declared .void., which no value can have; .long int. is used$ */
	DTRACE_PROBE1(w, void, l + 1);		/* warning: .* declared .void., which no value can have; .long int. is used$ */
	/* ... but for what stands where there is nothing to pass, as on Solaris */
	DTRACE_PROBE4(g, void, NULL, void, 0, void, (void *)0, void nothing, (char *)NULL);
					/* plain: error (text that is not a C type) */
	/* What is a type in C, though it is not looked into, and macros. */
	DTRACE_PROBE4(g, typeof(l), l, typeof(b) copy, b, caddr_t, s, const caddr_t name, s);
	DTRACE_PROBE3(g, struct ALIAS *, b, EMPTY struct box EMPTY *dp, b, struct box __maybe_unused *, b);
	DTRACE_PROBE4(g, size_t, l, uintptr_t, l, atomic_t *, NULL, struct list_head *, NULL);
	/* A macro, an enumerator, an expression as the bound of an array */
	DTRACE_PROBE4(g, int (*)[BOUND], NULL, char (*names)[TEN], NULL, int (*)[2][BOUND], NULL, u8 x[][2 * BOUND], NULL);
}

/* A probe reads what has no value. */
void fill(struct box *b);
int uninitialized(int a);
int uninitialized(int a)
{
	int never, sometimes, later, element[2];
	struct { int set, unset; } members;
	struct box filled;

	members.set = 1;
	fill(&filled);
	DTRACE_PROBE1(w, int, members.unset);	/* warning: .members\.unset. is used uninitialized .*\[-Wuninitialized\] */
	DTRACE_PROBE1(w, int, element[1]);	/* warning: .element\[1\]. is used uninitialized .*\[-Wuninitialized\] */
	DTRACE_PROBE2(g, int, members.set, int, filled.minus);
	DTRACE_PROBE1(w, int, never);	/* warning: .never. is used uninitialized .*\[-Wuninitialized\] */
	if (a)
		sometimes = 1;
	DTRACE_PROBE1(g, int, sometimes);
	if (DTRACE_PROBE_ENABLED(g)) {
		later = a * 2;
		DTRACE_PROBE1(g, int, later);
	}
	return a;
}
