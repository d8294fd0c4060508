// SPDX-License-Identifier: GPL-2.0-only
/*
 * edges.c - every type with the edges of what it can hold
 *
 *	echo N > /sys/module/edges/parameters/fire	# the Nth group, from 0
 *
 * Each value is followed by an u64 that says what it is in 64 bits:
 * edges.t compares the two as a handler gets them.  Beyond the last
 * group, writing to the parameter fails, as it would if a removed probe were enabled.
 *
 * Some of the types are too narrow on purpose, so this is compiled without
 * warnings.
 */
#include <linux/module.h>
#include <linux/sdt.h>

enum plain { PLAIN };
enum minus { MINUS = -1 };
enum __packed tiny { TINY };
enum __packed tiny_minus { TINY_MINUS = -1 };
enum huge { HUGE = 1ULL << 63 };
enum huge_minus { HUGE_MINUS = -1LL << 63 };
typedef long (*call_t)(char *text, int n);

/*
 * The edges of an integer, a pointer, an enumeration.  A signed minimum has all
 * bits above the sign, an unsigned type has the highest bit alone instead.
 */
#define NR_EDGES	6
#define BITS(t)		(8 * sizeof(t))
#define SIGNED(t)	((t)-1 < (t)1)
#define MASK(bits)	(~0ULL >> (64 - (bits)))
#define EDGE(n, is_signed, bits)					\
	((n) == 0 ? 0ULL :						\
	 (n) == 1 ? 1ULL :						\
	 (n) == 2 ? (is_signed) ? ~0ULL : MASK(bits) :			\
	 (n) == 3 ? MASK(bits) >> 1 :					\
	 (n) == 4 ? (is_signed) ? ~(MASK(bits) >> 1) :			\
		    1ULL << ((bits) - 1) :				\
		    0x5555555555555555ULL & (MASK(bits) >> 1))
#define TYPE_EDGE(n, t)	EDGE(n, SIGNED(t), BITS(t))

/* A type: its values from where the compiler may find them. */
#define TYPE(id, t)							\
static t memory_##id;							\
static noinline __noclone void from_memory_##id(u64 want)		\
{									\
	DTRACE_PROBE2(id##__memory, t, READ_ONCE(memory_##id), u64, want); \
}									\
static noinline __noclone t from_register_##id(t value, u64 want)	\
{									\
	DTRACE_PROBE2(id##__register, t, value, u64, want);		\
	return value;							\
}									\
/* The register's upper bits are not the value's. */			\
static noinline __noclone void from_dirty_##id(u64 dirty, u64 want)	\
{									\
	DTRACE_PROBE2(id##__dirty, t, (t)dirty, u64, want);		\
}									\
static noinline __noclone void from_constant_##id(void)			\
{									\
	DTRACE_PROBE8(id##__constant,					\
		      t, (t)TYPE_EDGE(1, t), u64, TYPE_EDGE(1, t),	\
		      t, (t)TYPE_EDGE(2, t), u64, TYPE_EDGE(2, t),	\
		      t, (t)TYPE_EDGE(3, t), u64, TYPE_EDGE(3, t),	\
		      t, (t)TYPE_EDGE(4, t), u64, TYPE_EDGE(4, t));	\
}									\
static void fire_##id(void)						\
{									\
	u64 above = ~0ULL << (BITS(t) - 1) << 1;			\
	unsigned int n;							\
									\
	from_constant_##id();						\
	for (n = 0; n < NR_EDGES; n++) {				\
		u64 want = TYPE_EDGE(n, t);				\
									\
		WRITE_ONCE(memory_##id, (t)want);			\
		from_memory_##id(want);					\
		from_register_##id((t)want, want);			\
		from_dirty_##id(want ^ above, want);			\
	}								\
}

#define TYPES(one)							\
	one(char, char) one(s8, s8) one(u8, u8)				\
	one(s16, short) one(u16, u16) one(s32, int) one(u32, unsigned int) \
	one(slong, long) one(ulong, unsigned long)			\
	one(s64, long long) one(u64, u64) one(size, size_t)		\
	one(plain, enum plain) one(minus, enum minus)			\
	one(tiny, enum tiny) one(tiny_minus, enum tiny_minus)		\
	one(huge, enum huge) one(huge_minus, enum huge_minus)		\
	one(void, void *) one(string, const char *) one(user, char __user *) \
	one(bytes, u8 *) one(struct, struct module *)			\
	one(unknown, struct unknown *) one(pointer, char **)		\
	one(call, call_t)

TYPES(TYPE)

/* A bit-field of each sign, with other bits around it; and a bool. */
#define FIELD(bits, base)						\
static struct {								\
	unsigned long before : 3;					\
	signed base minus : bits;					\
	unsigned base plus : bits;					\
	bool truth : 1;							\
} field_##bits = { 5, };						\
static noinline __noclone						\
void from_field_##bits(u64 minus, u64 plus, u64 truth)			\
{									\
	DTRACE_PROBE6(field__##bits, signed base, field_##bits.minus,	\
		      u64, minus, unsigned base, field_##bits.plus,	\
		      u64, plus, bool, field_##bits.truth, u64, truth);	\
	/* The field's own type, and one that is just wide enough. */	\
	DTRACE_PROBE6(field__own__##bits, -, field_##bits.minus, u64, minus, \
		      -, field_##bits.plus, u64, plus,			\
		      u64, field_##bits.plus, u64, plus);		\
}									\
static void fire_##bits(void)						\
{									\
	unsigned int n;							\
									\
	for (n = 0; n < NR_EDGES; n++) {				\
		u64 minus = bits == 1 ? -(n & 1ULL) : EDGE(n, true, bits); \
		u64 plus = bits == 1 ? n & 1 : EDGE(n, false, bits);	\
									\
		field_##bits.minus = minus;				\
		field_##bits.plus = plus;				\
		field_##bits.truth = n & 1;				\
		from_field_##bits(minus, plus, n & 1);			\
	}								\
}

#define FIELDS(one)							\
	one(1, int) one(2, int) one(3, int) one(4, int) one(5, int)	\
	one(6, int) one(7, int) one(8, int) one(9, int) one(10, int)	\
	one(11, int) one(12, int) one(13, int) one(14, int) one(15, int) \
	one(16, int) one(17, int) one(18, int) one(19, int) one(20, int) \
	one(21, int) one(22, int) one(23, int) one(24, int) one(25, int) \
	one(26, int) one(27, int) one(28, int) one(29, int) one(30, int) \
	one(31, int) one(32, int) one(33, long)

FIELDS(FIELD)

/* A value of one type in an argument that was declared with another. */
#define CONVERSION(id, from, to, value, want)				\
static from source_##id;						\
static noinline __noclone void converted_##id(from reg)			\
{									\
	DTRACE_PROBE6(id, to, READ_ONCE(source_##id), u64, want,	\
		      to, reg, u64, want,				\
		      to, (from)(value), u64, want);			\
}									\
static void fire_##id(void)						\
{									\
	WRITE_ONCE(source_##id, (from)(value));				\
	converted_##id((from)(value));					\
}

#define CONVERSIONS(one)						\
	/* wider: the expression's sign says how */			\
	one(s8_long, s8, long, -128, 0xffffffffffffff80)		\
	one(s8_u32, s8, u32, -128, 0xffffff80)				\
	one(s8_u64, s8, u64, -1, 0xffffffffffffffff)			\
	one(schar_long, signed char, long, -1, 0xffffffffffffffff)	\
	one(char_long, char, long, 'a', 0x61)				\
	one(u8_long, u8, long, 0xff, 0xff)				\
	one(u8_s16, u8, s16, 0x80, 0x80)				\
	one(u16_s64, u16, s64, 0x8000, 0x8000)				\
	one(u32_s64, u32, s64, 0x80000000, 0x80000000)			\
	one(s32_u64, s32, u64, -2, 0xfffffffffffffffe)			\
	one(minus_long, enum minus, long, MINUS, 0xffffffffffffffff)	\
	one(tiny_int, enum tiny, int, 0xff, 0xff)			\
	one(bool_long, bool, long, true, 1)				\
	/* of the same width: the declared sign says how */		\
	one(u8_s8, u8, s8, 0x80, 0xffffffffffffff80)			\
	one(s32_u32, s32, u32, -1, 0xffffffff)				\
	one(u32_s32, u32, int, 0x80000000, 0xffffffff80000000)		\
	one(s64_u64, s64, u64, -1, 0xffffffffffffffff)			\
	one(int_plain, int, enum plain, -1, 0xffffffff)			\
	/* narrower: the lower bits */					\
	one(int_u8, int, u8, 0x1ff, 0xff)				\
	one(int_s8, int, s8, 0x180, 0xffffffffffffff80)			\
	one(long_u32, long, u32, -1, 0xffffffff)			\
	one(long_int, long, int, 0x180000000, 0xffffffff80000000)	\
	one(u64_tiny, u64, enum tiny, 0x101, 1)				\
	/* truth values: not the lowest bit */				\
	one(bool_no, bool, bool, false, 0)				\
	one(bool_yes, bool, bool, true, 1)				\
	one(int_bool, int, bool, 0x100, 1)				\
	one(zero_bool, long, bool, 0, 0)				\
	one(high_bool, u64, bool, 1ULL << 63, 1)			\
	one(pointer_bool, void *, bool, 0x100000000, 1)			\
	one(null_bool, char *, bool, NULL, 0)				\
	/* pointers and numbers */					\
	one(pointer_long, char *, long, -16, 0xfffffffffffffff0)	\
	one(pointer_u32, char *, u32, -16, 0xfffffff0)			\
	one(long_pointer, long, void *, -16, 0xfffffffffffffff0)	\
	one(int_pointer, int, char *, -16, 0xfffffffffffffff0)		\
	one(u32_pointer, u32, char *, -16, 0xfffffff0)			\
	one(call_pointer, call_t, void *, -16, 0xfffffffffffffff0)	\
	/* a text that is no type leaves it as it is */			\
	one(s8_own, s8, no_type, -128, 0xffffffffffffff80)		\
	one(u32_own, u32, no_type, -1, 0xffffffff)			\
	one(pointer_own, u8 *, no *, -16, 0xfffffffffffffff0)

CONVERSIONS(CONVERSION)

/* An array is the address of its first element, a function its own. */
static char array[4];
static char rows[2][4];

static void fire_decay(void)
{
	u64 at = (unsigned long)array, row = (unsigned long)&rows[1];
	u64 call = (unsigned long)fire_decay;

	DTRACE_PROBE8(arrays, char *, array, u64, at, char[4], array, u64, at,
		      char (*)[4], &array, u64, at, char *, rows[1], u64, row);
	DTRACE_PROBE6(functions, void (*)(void), fire_decay, u64, call,
		      void (void), &fire_decay, u64, call,
		      call_t, fire_decay, u64, call);
}

#define FIRE(id, ...)	fire_##id,
static void (*const groups[])(void) = {
	TYPES(FIRE) FIELDS(FIRE) CONVERSIONS(FIRE) fire_decay
};

static int fire(const char *text, const struct kernel_param *kp)
{
	unsigned int n;
	int err = kstrtouint(text, 0, &n);

	if (err)
		return err;
	if (n >= ARRAY_SIZE(groups))
		return -ERANGE;
	if (IS_ENABLED(CONFIG_SDT_NOTHING))
		DTRACE_PROBE(removed);
	if (DTRACE_PROBE_ENABLED(removed))
		return -EBADE;
	groups[n]();
	return 0;
}

static const struct kernel_param_ops fire_ops = { .set = fire };

module_param_cb(fire, &fire_ops, NULL, 0200);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Probes with the edges of every type");
