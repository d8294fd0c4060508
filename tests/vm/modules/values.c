// SPDX-License-Identifier: GPL-2.0-only
/*
 * values.c - probes whose arguments are the edges of their types
 *
 *	echo 1 > /sys/module/values/parameters/fire
 *
 * Each argument's value is what it is in 64 bits beside it; values.t
 * compares what a handler gets with that.
 */
#include <linux/limits.h>
#include <linux/module.h>
#include <linux/sdt.h>

enum level { LOW = -2, HIGH = 7, ALSO_HIGH = 7 };
enum __packed tiny { TINY, LARGEST = 255 };
enum huge { HUGE = 1ULL << 63 };
typedef enum { IDLE = 5, BUSY } mode_type;

struct bits {
	signed int minus : 4;
	unsigned int plus : 3;
	mode_type mode : 4;
};

/* From memory, so that the compiler knows nothing of them. */
static s8 s8_min = S8_MIN;
static u8 u8_max = U8_MAX;
static s16 s16_min = S16_MIN;
static u16 u16_max = U16_MAX;
static s32 s32_min = S32_MIN;
static u32 u32_max = U32_MAX;
static s64 s64_min = S64_MIN;
static u64 u64_max = U64_MAX;
static bool yes = true;
static enum level low = LOW;
static enum level high = HIGH;
static enum tiny largest = LARGEST;
static enum huge huge = HUGE;
static struct bits bits = { .minus = -5, .plus = 5, .mode = BUSY };

static noinline void from_memory(void)
{
	DTRACE_PROBE8(memory, s8, READ_ONCE(s8_min), /* 0xffffffffffffff80 */
		      u8, READ_ONCE(u8_max),	/* 0xff */
		      s16, READ_ONCE(s16_min),	/* 0xffffffffffff8000 */
		      u16, READ_ONCE(u16_max),	/* 0xffff */
		      s32, READ_ONCE(s32_min),	/* 0xffffffff80000000 */
		      u32, READ_ONCE(u32_max),	/* 0xffffffff */
		      s64, READ_ONCE(s64_min),	/* 0x8000000000000000 */
		      u64, READ_ONCE(u64_max));	/* 0xffffffffffffffff */
}

static noinline void constants(void)
{
	DTRACE_PROBE8(constants, s8, -1,	/* 0xffffffffffffffff */
		      u8, 255,			/* 0xff */
		      s16, -2,			/* 0xfffffffffffffffe */
		      u16, 65535,		/* 0xffff */
		      s32, -3,			/* 0xfffffffffffffffd */
		      u32, 0x80000000U,		/* 0x80000000 */
		      u64, 0x8000000000000001ULL, /* 0x8000000000000001 */
		      void *, NULL);		/* 0x0 */
}

static noinline void others(void)
{
	DTRACE_PROBE6(others, bool, READ_ONCE(yes),	/* 0x1 */
		      enum level, READ_ONCE(low),	/* 0xfffffffffffffffe (LOW) */
		      int, bits.minus,			/* 0xfffffffffffffffb */
		      unsigned int, bits.plus,		/* 0x5 */
		      long, READ_ONCE(s8_min),		/* 0xffffffffffffff80 */
		      bool, READ_ONCE(u64_max));	/* 0x1 */
	DTRACE_PROBE4(truth, bool, READ_ONCE(s64_min),	/* 0x1 */
		      bool, &bits,			/* 0x1 */
		      bool, READ_ONCE(u16_max) & 0x100,	/* 0x1 */
		      bool, !READ_ONCE(yes));		/* 0x0 */
}

/* By name where the enum has one, and it is the first one. */
static noinline void enums(void)
{
	DTRACE_PROBE8(enums, enum level, READ_ONCE(low), /* 0xfffffffffffffffe (LOW) */
		      enum level, READ_ONCE(high),	/* 0x7 (HIGH) */
		      enum level, READ_ONCE(low) + 1,	/* 0xffffffffffffffff */
		      enum tiny, READ_ONCE(largest),	/* 0xff (LARGEST) */
		      enum huge, READ_ONCE(huge),	/* 0x8000000000000000 (HUGE) */
		      of its own, bits.mode,		/* 0x6 (BUSY) */
		      int, READ_ONCE(high),		/* 0x7 */
		      enum tiny, 1);			/* 0x1 */
	/* event: low=LOW high=HIGH arg2=0xffffffff largest=LARGEST huge=HUGE mode=BUSY arg6=7 arg7=0x1 */
}

/* Parameters in registers and on the stack, and values that live on. */
static noinline long many(long a, long b, long c, long d, long e, long f,
			  long g, int h)
{
	DTRACE_PROBE8(many, long, a,	/* 0x1 */
		      long, b,		/* 0x2 */
		      long, c,		/* 0x3 */
		      long, d,		/* 0x4 */
		      long, e,		/* 0x5 */
		      long, f,		/* 0x6 */
		      long, g,		/* 0x7 */
		      int, h);		/* 0xfffffffffffffff8 */
	return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h;
}

/* Everything computed, in a function that keeps its own values on the stack. */
static noinline long pressure(const volatile long *v)
{
	long a = v[0], b = v[1], c = v[2], d = v[3], e = v[4], f = v[5];
	long g = v[6], h = v[7], i = v[8], j = v[9], k = v[10], l = v[11];
	volatile long kept[3] = { a, b, c };

	DTRACE_PROBE8(pressure, long, a + l,	/* 0xd */
		      long, b * k,		/* 0x16 */
		      int, (int)(c - j),	/* 0xfffffffffffffff9 */
		      u8, (u8)(d - i),	/* 0xfb */
		      long, e + h,		/* 0xd */
		      s16, (s16)(f - g),	/* 0xffffffffffffffff */
		      long, kept[2],		/* 0x3 */
		      u32, (u32)(a - b));	/* 0xffffffff */
	return a + b + c + d + e + f + g + h + i + j + k + l + kept[0];
}

/* As many arguments as there can be: locals, memory, constants, computed. */
static noinline long full(const volatile long *v, long a, int b)
{
	long c = v[2], d = v[3], e = v[4];

	DTRACE_PROBE(full, long, a,	/* 0x1 */
		     int, b,		/* 0xfffffffffffffffe */
		     long, c,		/* 0x3 */
		     long, d,		/* 0x4 */
		     long, e,		/* 0x5 */
		     u8, (u8)v[5],	/* 0x6 */
		     s16, (s16)-v[6],	/* 0xfffffffffffffff9 */
		     u32, 8,		/* 0x8 */
		     long, a + 8,	/* 0x9 */
		     u64, 0x8000000000000010ULL, /* 0x8000000000000010 */
		     s8, -11,		/* 0xfffffffffffffff5 */
		     long, c * d,	/* 0xc */
		     bool, v[7],	/* 0x1 */
		     long, e + v[8],	/* 0xe */
		     void *, NULL,	/* 0x0 */
		     s32, b * 8,	/* 0xfffffffffffffff0 */
		     long, v[9],	/* 0xa */
		     u16, (u16)-v[0],	/* 0xffff */
		     int, b - 1,	/* 0xfffffffffffffffd */
		     u8, 255,		/* 0xff */
		     long, d * e,	/* 0x14 */
		     s8, (s8)v[10],	/* 0xb */
		     bool, !b,		/* 0x0 */
		     u64, ~0ULL,	/* 0xffffffffffffffff */
		     long, a - 26,	/* 0xffffffffffffffe7 */
		     u32, (u32)(b - 1),	/* 0xfffffffd */
		     long, v[11],	/* 0xc */
		     s16, -28,		/* 0xffffffffffffffe4 */
		     int, c + b,	/* 0x1 */
		     long, c * v[1],	/* 0x6 */
		     enum level, READ_ONCE(high), /* 0x7 (HIGH) */
		     s32, b * 16);	/* 0xffffffffffffffe0 */
	/* event: a=1 b=-2 c=3 d=4 e=5 v_5=6 arg6=-7 arg7=8 arg8=9 arg9=9223372036854775824 arg10=-11 arg11=12 v_7=1 arg13=14 arg14=0x0 arg15=-16 v_9=10 arg17=65535 arg18=-3 arg19=255 arg20=20 v_10=11 arg22=0 arg23=18446744073709551615 arg24=-25 arg25=4294967293 v_11=12 arg27=-28 arg28=1 arg29=6 high=HIGH arg31=-32 */
	return a + 2 * b + 3 * c + 4 * d + 5 * e;
}

/* Where a local variable is, and a part of that, where registers are short. */
static noinline long addressed(const volatile long *v)
{
	char text[4] = { 'p', 'q', 'r' };
	long a = v[0], b = v[1], c = v[2], d = v[3], e = v[4], f = v[5];
	long g = v[6], h = v[7], i = v[8], j = v[9], k = v[10], l = v[11];

	DTRACE_PROBE(addressed, char *, text,
		     char *, &text[1],	/* event: text_str="pqr" text_1_str="qr" */
		     u32, (u32)(unsigned long)text,
		     s16, (s16)(unsigned long)text,
		     long, a, long, b, long, c, long, d, long, e, long, f,
		     long, g, long, h, long, i, long, j, long, k, long, l);
	return a + b + c + d + e + f + g + h + i + j + k + l;
}

/* Only the probe reads what is stored here; the caller's stores as well. */
static noinline void show(char *shown)
{
	DTRACE_PROBE1(shown, char *, shown);	/* event: shown_str="xyz" */
}

static noinline void stored(int c)
{
	char local[4] = { c, c + 1, c + 2 };
	char passed[4] = { 'x', 'y', 'z' };

	DTRACE_PROBE1(stored, char *, local);	/* event: local_str="abc" */
	show(passed);
}

static volatile long seen;

static noinline long result_of(long a)
{
	barrier();
	return a;
}

/* What runs only while a probe is enabled meets the other way where that has
 * changed the value, where another path comes in, and behind a loop.
 */
static noinline long changed(long a, long b)
{
	long r = result_of(a);

	if (DTRACE_PROBE_ENABLED(stored)) {
		seen = 1;
	} else {
		seen = r;
		r = b;
	}
	seen = r;
	return r;
}

static noinline long joined(long a, long b)
{
	long r;

	if (a == 3) {
		r = result_of(1);
		goto out;
	}
	r = result_of(2);
	if (DTRACE_PROBE_ENABLED(stored)) {
		seen = 1;
		goto out;
	}
	return b;
out:
	seen = r;
	return r;
}

static noinline long looped(long a, long b)
{
	long r = a * b, i;

	if (!DTRACE_PROBE_ENABLED(stored))
		return b;
	for (i = 0; i < a; i++)
		seen = r++;
	return r;
}

static bool enabled_changed_a_value(void)
{
	bool on = DTRACE_PROBE_ENABLED(stored);

	return changed(5, 9) != (on ? 5 : 9) || joined(3, 9) != 1 ||
	       joined(4, 9) != (on ? 2 : 9) || looped(4, 5) != (on ? 24 : 5);
}

/* For patterns: providers and names that are written in other ways */
static noinline void written(void)
{
	DTRACE_PROBE(__cpu_sysinfo_xcalls);
	DTRACE_PROBE(__cpu_vminfo_fs__pgin);
	DTRACE_PROBE(__word_write);
}

static int fire(const char *text, const struct kernel_param *kp)
{
	static const volatile long v[12] = {
		1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
	};

	from_memory();
	constants();
	others();
	enums();
	written();
	stored('a');
	/* What the probes left of the registers. */
	if (many(1, 2, 3, 4, 5, 6, 7, -8) != 76 || pressure(v) != 79 ||
	    full(v, 1, -2) != 47 || addressed(v) != 78 ||
	    enabled_changed_a_value())
		pr_err("a probe changed a value\n");
	return 0;
}

static const struct kernel_param_ops fire_ops = { .set = fire };

module_param_cb(fire, &fire_ops, NULL, 0200);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Probes with arguments of many types");
