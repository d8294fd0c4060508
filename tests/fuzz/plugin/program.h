/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * program.h - what a random program includes: its types, what it calls in
 * runtime.c, and, with REFERENCE defined, probes that are plain calls
 */

/* What a kernel with such flags has set */
#ifdef FRAME_POINTERS
#define CONFIG_FRAME_POINTER 1
#endif
#ifdef FIXED_X18
#define CONFIG_SHADOW_CALL_STACK 1
#endif

#include <linux/sdt.h>

typedef signed char s8;
typedef unsigned char u8;
typedef short s16;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long u64;

enum level { LOW = -3, MIDDLE = 5, HIGH = 77 };
enum wide { NARROW = -5, WIDE = 0x123456789abcL };

struct box {
	struct box *next;
	s8 c;
	s16 s;
	int i;
	long l;
	unsigned bits3 : 3;
	int bits5 : 5;
	long bits40 : 40;
	u64 ubits40 : 40;
	_Bool flag : 1;
	_Bool truth;
	enum level level;
	enum wide wide;
	long array[8];
	u16 us;
	char text[16];
};

/* A probe of the program: which line it is in and, a letter for each argument,
   what is printed of it (see runtime.c). */
struct probe {
	int line;
	const char *args;
};
extern const struct probe probes[];
extern const int nr_probes;

extern struct box boxes[4];
extern long numbers[8];
extern volatile int changing;
extern int never;		/* 0, but the compiler does not know */
extern int fuel;		/* calls that the program may still make */
extern int ticks;		/* rounds that an endless function may still make */

/* The program; runtime.c calls it several times. */
u64 run(u64 seed);

/* Calls F, which need not return: the runtime leaves it when its ticks are used up. */
u64 guarded(u64 (*f)(long x, int n, struct box *b, u8 y),
	    long x, int n, struct box *b, u8 y);

/* TICK(): one round of what has no end.  No call, so that such a loop can do without a
   frame, and without registers that calls keep.
   GOTO_IF_EVEN(NUMBER, LABEL): an asm goto to LABEL if NUMBER, in memory, is even. */
#ifdef __aarch64__
#include "arch/arm64/program.h"
#else
#include "arch/x86/program.h"
#endif

void opaque(void *p);
void stop(void) __attribute__((noreturn));

#ifndef RUNTIME
/* Of these the runtime returns dirt in the bits above the type's. */
s8 ext_s8(s8 a);
u8 ext_u8(u8 a, s16 b) __attribute__((pure));
s16 ext_s16(long a, u16 b, s8 c);
u16 ext_u16(void);
int ext_int(int a, u8 b, int c, long d);
int ext_bytes(const u8 *p);
u32 ext_u32(u32 a) __attribute__((const));
_Bool ext_bool(long a);
#endif
long ext_long(long a, int b, long c, s16 d, long e) __attribute__((pure));
u64 ext_six(u64 a, u32 b, u64 c, u8 d, u64 e, u64 f);
u64 ext_seven(u64 a, u64 b, u64 c, u64 d, u64 e, u64 f, u64 g);
u64 ext_variadic(int n, ...);
struct pair { long a, b, c; } ext_pair(long a);
struct box *ext_box(const struct box *b, int n);
long ext_sum(const long *p, int n) __attribute__((pure));
void ext_nothing(int a);
extern long (*const ext_table[2])(long a, int b);
unsigned long strlen(const char *s);
int strcmp(const char *a, const char *b);

/* An argument of a probe: its value, and the size and sign of its type */
struct arg {
	u64 value;
	int size;
	_Bool is_signed;
};

/* Called by a reference's probes: is that of this line enabled, does it fire? */
_Bool is_enabled(int line);
void fire(const char *function, const char *name, int line, int nr_args,
	  const struct arg *args);

#ifdef REFERENCE
#define VALUE(nr, t, a)		{ (u64)(t)(a), sizeof(t), (t)-1 < (t)0 },

#undef DTRACE_PROBE
#define DTRACE_PROBE(name, ...)						\
	do {								\
		if (is_enabled(__LINE__))				\
			fire(__func__, #name, __LINE__,			\
			     __SDT_NR_PAIRS(0, ##__VA_ARGS__),		\
			     (struct arg[]) {				\
			     __SDT_PAIRS(__SDT_NR_PAIRS(0, ##__VA_ARGS__))	\
			     (VALUE, 1, __VA_ARGS__) });		\
	} while (0)
#define DTRACE_PROBE0	DTRACE_PROBE
#define DTRACE_PROBE1	DTRACE_PROBE
#define DTRACE_PROBE2	DTRACE_PROBE
#define DTRACE_PROBE3	DTRACE_PROBE
#define DTRACE_PROBE4	DTRACE_PROBE
#define DTRACE_PROBE5	DTRACE_PROBE
#define DTRACE_PROBE6	DTRACE_PROBE
#define DTRACE_PROBE7	DTRACE_PROBE
#define DTRACE_PROBE8	DTRACE_PROBE
#undef DTRACE_PROBE_ENABLED
#define DTRACE_PROBE_ENABLED(name)	is_enabled(__LINE__)
#endif
