// SPDX-License-Identifier: GPL-2.0-only
/*
 * runtime.c - runs a random program in user space, and prints what its probes
 * fire and what it computes
 *
 *  1. It does what kernel and sdt.ko do: patches the jump labels' NOPs and the
 *     trampoline, fills the records, is called by the sites, and has what the module's
 *     table says of them.
 *  2. Program and reference run in all modes (see below), one after the other.
 *     Their outputs must be the same.
 *  3. It has the functions that programs call.  They leave nothing in the
 *     registers that the ABI lets them change, nor above a narrow result.
 *
 * An argument that is a pointer is printed as what it leads to: stack and data
 * have other addresses in each program.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RUNTIME
#include "program.h"
#include <linux/sdt_abi.h>

/* What is enabled */
enum mode {
	OFF,
	ON,
	HALF,			/* the probes in odd lines */
	GONE,			/* all jumps, but the trampoline returns: sdt.ko has gone */
	NR_MODES
};

/* How often the program runs in each mode, with other data each time */
#define RUNS	8

static enum mode mode;

struct box boxes[4];
long numbers[8];
volatile int changing;
int never;
int fuel;
int ticks;

/* ---- sites --------------------------------------------------------------- */

_Bool is_enabled(int line)
{
	return mode == ON || mode == GONE || (mode == HALF && line % 2);
}

static void give_up(const char *why)
{
	printf("%s\n", why);
	exit(1);
}

#include "sites.h"

struct hit {
	struct sdt_site_record *record;
	u64 args[];
};

/* main()'s */
static const void *outermost_frame;

#ifdef __aarch64__
#include "arch/arm64/runtime.h"
#else
#include "arch/x86/runtime.h"
#endif

/* ---- what is printed ----------------------------------------------------- */

static const char *args_of(int line)
{
	for (int i = 0; i < nr_probes; i++)
		if (probes[i].line == line)
			return probes[i].args;
	give_up("no probe in this line");
	return NULL;
}

static void print_arg(char how, u64 arg)
{
	if (how == 'v')			/* a value */
		printf(" %lx", arg);
	else if (how == 'a')		/* the low byte of an aligned address */
		printf(" %lx", arg & ~0xf8UL);
	else if (!arg)
		printf(" null");
	else if (how == 'l')		/* points to a long */
		printf(" *%lx", *(long *)arg);
	else if (how == 'c')		/* ... to a byte */
		printf(" *%x", *(u8 *)arg);
	else if (how == 's')		/* ... to a string */
		printf(" \"%.8s\"", (char *)arg);
	else if (how == 'b')		/* ... to a box */
		printf(" box %x %lx", ((struct box *)arg)->i, ((struct box *)arg)->l);
	else				/* ... to a function */
		printf(" %s", arg == (u64)ext_long ? "ext_long" : "?");
}

void fire(const char *function, const char *name, int line, int nr_args,
	  const struct arg *args)
{
	const char *how = args_of(line);

	if (mode == GONE)
		return;
	if (nr_args != (int)strlen(how))
		give_up("a probe with too few or too many arguments");
	printf("%s:%s, line %d:", function, name, line);
	for (; *how; how++, args++) {
		print_arg(*how, args->value);
		printf("/%s%d", args->is_signed ? "s" : "u", args->size);
	}
	printf("\n");
}

/* ---- the module's table -------------------------------------------------- */

/* It follows the last record. */
static struct sdt_trampoline *trampoline(void)
{
	struct sdt_trampoline *last = (void *)__stop___sdt_sites;

	if (last-- == (void *)__start___sdt_sites)
		return NULL;
	if (last->magic != SDT_TRAMPOLINE_MAGIC)
		give_up("no trampoline behind the records");
	return last;
}

void __attribute__((used)) fire_site(const struct hit *hit)
{
	const struct sdt_site_record *record = hit->record;
	const struct sdt_table *table =
		(void *)((u8 *)&trampoline()->table + trampoline()->table);
	const struct sdt_table_probe *probes = (void *)(table + 1), *probe;
	const struct sdt_table_provider *providers = (void *)(probes + table->nr_probes);
	const struct sdt_table_extra *extras = (void *)(providers + table->nr_providers);
	const struct sdt_table_place *places = (void *)(extras + table->nr_extras);
	const struct sdt_table_arg *types = (void *)(places + table->nr_places);
	const char *strings = (char *)table + table->size - 4 - table->strings_size;
	struct arg args[SDT_MAX_ARGS];

	check_record(record);
	if (record->line & SDT_SITE_IS_ENABLED)
		give_up("this is no site that fires");
	/* The program is one source file. */
	if (table->magic != SDT_TABLE_MAGIC || record->place >= table->nr_probes)
		give_up("a site without a probe in the table");
	probe = &probes[record->place];
	types += probe->first_arg;
	for (int i = 0; i < probe->nr_args; i++)
		args[i] = (struct arg) {
			hit->args[i], types[i].size, types[i].flags & SDT_ARG_SIGNED
		};
	fire(strings + probe->function, strings + probe->name, record->line,
	     probe->nr_args, args);
}

static void switch_all(void)
{
	switch_sites();
	if (trampoline())
		switch_trampoline(trampoline(), mode != GONE);
}

/* ---- what programs call -------------------------------------------------- */

/* Puts dirt into all registers that a function may change, and into the bits of
   VALUE above the low WIDTH; out of line, or the compiler would know better. */
static __attribute__((noinline, noipa)) u64 dirty(u64 value, int width)
{
	const u64 dirt = 0x5a5a5a5a5a5a5a5a;

	if (width < 64)
		value = (value & ((1UL << width) - 1)) | dirt << width;
	DIRTY_REGISTERS(dirt);
	return value;
}

u64 ext_s8(s8 a) { return dirty(a * 5 + 1, 8); }
u64 ext_u8(u8 a, s16 b) { return dirty(a ^ b, 8); }
u64 ext_s16(long a, u16 b, s8 c) { return dirty(a * b - c, 16); }
u64 ext_u16(void) { return dirty(0xfedc, 16); }
u64 ext_int(int a, u8 b, int c, long d) { return dirty(a * 3 + b + c * 7L + d, 32); }
u64 ext_u32(u32 a) { return dirty(a * 0x9e3779b9u, 32); }
u64 ext_bool(long a) { return dirty(a & 1, 8); }

long ext_long(long a, int b, long c, s16 d, long e)
{
	return dirty(a + b * 3L + c * 5 + d * 7L + e * 11, 64);
}

u64 ext_six(u64 a, u32 b, u64 c, u8 d, u64 e, u64 f)
{
	return dirty(a ^ b * 3L ^ c * 5 ^ d * 7L ^ e * 11 ^ f * 13, 64);
}

u64 ext_seven(u64 a, u64 b, u64 c, u64 d, u64 e, u64 f, u64 g)
{
	return dirty(a + b * 3 + c * 5 + d * 7 + e * 11 + f * 13 + g * 17, 64);
}

u64 ext_variadic(int n, ...)
{
	u64 sum = 0;
	va_list list;

	va_start(list, n);
	while (n-- > 0)
		sum = sum * 3 + va_arg(list, long);
	va_end(list);
	return dirty(sum, 64);
}

struct pair ext_pair(long a)
{
	dirty(0, 64);
	return (struct pair) { a, a ^ 0xff, -a };
}

struct box *ext_box(const struct box *b, int n)
{
	return (struct box *)dirty((u64)(n % 2 ? b->next : &boxes[1]), 64);
}

long ext_sum(const long *p, int n)
{
	long sum = 0;

	while (n-- > 0)
		sum = sum * 3 + *p++;
	return dirty(sum, 64);
}

u64 ext_bytes(const u8 *p)
{
	return dirty(p[0] + 3 * p[1] - 5 * p[2], 32);
}

void ext_nothing(int a)
{
	dirty(a, 64);
}

static long table_0(long a, int b) { return dirty(a * 3 + b, 64); }
static long table_1(long a, int b) { return dirty(a ^ (long)b << 7, 64); }
long (*const ext_table[2])(long a, int b) = { table_0, table_1 };

/* The compiler must believe that *P changes. */
void opaque(void *p)
{
	dirty((u64)p, 64);
}

void stop(void)
{
	give_up("stop() was called");
	abort();
}

/* ---- what has no end ----------------------------------------------------- */

static jmp_buf endless;

/* Programs come here from wherever they are. */
void __attribute__((used, noreturn)) leave_endless(void)
{
	longjmp(endless, 1);
}

u64 guarded(u64 (*f)(long x, int n, struct box *b, u8 y),
	    long x, int n, struct box *b, u8 y)
{
	ticks = 25;
	return setjmp(endless) ? 77 : f(x, n, b, y);
}

/* What some of the kernel's configurations have the compiler call */
void __sanitizer_cov_trace_pc(void)
{
	dirty(0, 64);
}

#define KASAN_CHECK(what)						\
	void __asan_##what##_noabort(void *p, unsigned long size)	\
	{								\
		dirty(0, 64);						\
	}
#define KASAN_CHECKS(size)						\
	KASAN_CHECK(load##size)						\
	KASAN_CHECK(store##size)

KASAN_CHECKS(1)
KASAN_CHECKS(2)
KASAN_CHECKS(4)
KASAN_CHECKS(8)
KASAN_CHECKS(16)
KASAN_CHECKS(N)

void __asan_handle_no_return(void)
{
	dirty(0, 64);
}

/* ---- running ------------------------------------------------------------- */

static u64 random_number(void)
{
	static u64 state;

	state = state * 6364136223846793005u + 1442695040888963407u;
	return state >> 20;
}

static void fill_boxes(void)
{
	static const char text[] = "abcdefghijklmno";

	for (int i = 0; i < 4; i++) {
		struct box *b = &boxes[i];

		for (unsigned j = 0; j < sizeof(*b); j++)
			((u8 *)b)[j] = random_number();
		b->next = &boxes[(i + 1) % 4];
		b->truth = i % 2;
		strcpy(b->text, text + random_number() % sizeof(text));
	}
	for (int i = 0; i < 8; i++)
		numbers[i] = random_number();
	changing = random_number();
}

static u64 memory(void)
{
	u64 sum = ext_sum(numbers, 8);

	for (int i = 0; i < 4; i++) {
		boxes[i].next = NULL;
		sum += ext_sum((long *)&boxes[i], sizeof(boxes[i]) / sizeof(long)) * i;
	}
	return sum;
}

int main(void)
{
	outermost_frame = __builtin_frame_address(0);
	for (mode = OFF; mode < NR_MODES; mode++) {
		switch_all();
		for (int i = 0; i < RUNS; i++) {
			printf("mode %d, run %d\n", mode, i);
			fflush(stdout);
			fill_boxes();
			printf("result %lx\n", run(random_number() >> 5 * i));
			printf("memory %lx\n", memory());
		}
	}
	return 0;
}
