// SPDX-License-Identifier: GPL-2.0-only
/*
 * kinds.c - probes with an argument of every kind
 *
 *	echo N > /sys/module/kinds/parameters/fire	# each of them N times
 *
 * The types are the kernel's or the module's own, of which a client can know
 * nothing but the name.
 */
#include <linux/fs.h>
#include <linux/limits.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/sdt.h>

typedef unsigned int own_u32;
typedef long own_long;
typedef enum { SMALL, LARGE } own_size;
enum own_level { LOW = -2, HIGH = 7 };
enum __packed own_tiny { TINY };
struct own {
	int first;
	int second;
};

typedef struct {
	int only;
} own_struct;
typedef struct own *own_pointer;
typedef char *own_string;
union own_union {
	int one;
};

/* From memory, so that the compiler knows nothing of them. */
static struct {
	s8 s8;
	u8 u8;
	s16 s16;
	u16 u16;
	s32 s32;
	u32 u32;
	s64 s64;
	u64 u64;
} volatile low = {
	S8_MIN, 0, S16_MIN, 0, S32_MIN, 0, S64_MIN, 0
}, high = {
	S8_MAX, U8_MAX, S16_MAX, U16_MAX, S32_MAX, U32_MAX, S64_MAX, U64_MAX
};
static bool yes = true;
static enum own_level level = LOW;
static enum own_tiny tiny = TINY;
static own_size size = LARGE;
static enum pid_type pid_type = PIDTYPE_SID;
static struct own own = { 1, 2 };
static own_struct unnamed = { 3 };
static union own_union any = { 4 };
static loff_t pos = 5;
static char text[] = "a text", *texts[] = { text };
static struct {
	int in;
} anonymous;

static noinline void fire_integers(void)
{
	DTRACE_PROBE8(low, s8, low.s8, u8, low.u8, s16, low.s16, u16, low.u16,
		      s32, low.s32, u32, low.u32, s64, low.s64, u64, low.u64);
	DTRACE_PROBE8(high, s8, high.s8, u8, high.u8, s16, high.s16,
		      u16, high.u16, s32, high.s32, u32, high.u32,
		      s64, high.s64, u64, high.u64);
	DTRACE_PROBE8(words, char, high.s8, signed char, low.s8,
		      unsigned char, high.u8, short, low.s16,
		      unsigned short, high.u16, int, low.s32,
		      long, low.s64, unsigned long, high.u64);
	DTRACE_PROBE8(words2, unsigned, high.u32, long long, low.s64,
		      unsigned long long, high.u64, long unsigned int, high.u64,
		      unsigned char, high.u8, const int, low.s32,
		      volatile int, low.s32, ssize_t, low.s64);
}

/* As many arguments as there can be */
static noinline void fire_full(struct file *fp, int n)
{
	DTRACE_PROBE(full, s8, low.s8, u8, high.u8, s16, low.s16, u16, high.u16,
		     s32, low.s32, u32, high.u32, s64, low.s64, u64, high.u64,
		     int, n, int, n + 1, int, n + 2, int, n + 3,
		     struct file *, fp, loff_t *, &pos, char *, text, const void *, &own,
		     bool, READ_ONCE(yes), enum own_level, READ_ONCE(level),
		     own_size, READ_ONCE(size), own_u32 DTRACE_HEX hex, high.u32,
		     s8, high.s8, u8, low.u8, s16, high.s16, u16, low.u16,
		     s32, high.s32, u32, low.u32, s64, high.s64, u64, low.u64,
		     u8 bytes[4], (u8 *)text, const char *, text + 2,
		     long, n * 30, short, n * 31);
}

/* One event, in two functions. */
static noinline __noclone void fire_here(int n)
{
	DTRACE_PROBE1(shared, int, n);
}

static noinline __noclone void fire_there(int n)
{
	DTRACE_PROBE1(shared, int, n);
}

static noinline void fire_kernel(struct file *fp)
{
	DTRACE_PROBE(kernel, bool, READ_ONCE(yes),
		     enum pid_type, READ_ONCE(pid_type), size_t, high.u64,
		     gfp_t, GFP_KERNEL, umode_t, high.u16, dev_t, high.u32,
		     struct file *, fp, loff_t *, &pos,
		     struct task_struct *, current, void *, &own,
		     u8 *, NULL, const void *, text);
}

static noinline void fire_strings(const char __user *user)
{
	DTRACE_PROBE6(strings, char *, text, const char *, text,
		      char __user *, (char __user *)user,
		      const char __user *, user, char **, texts,
		      unsigned char *, text);
}

static noinline void fire_own(void)
{
	DTRACE_PROBE1(own_u32, own_u32, high.u32);
	DTRACE_PROBE1(own_long, own_long, low.s64);
	DTRACE_PROBE1(own_size, own_size, READ_ONCE(size));
	DTRACE_PROBE1(own_level, enum own_level, READ_ONCE(level));
	DTRACE_PROBE1(own_tiny, enum own_tiny, READ_ONCE(tiny));
	DTRACE_PROBE1(own_struct, struct own *, &own);
	DTRACE_PROBE1(own_struct_const, const struct own *, &own);
	DTRACE_PROBE1(own_typedef, own_struct *, &unnamed);
	DTRACE_PROBE1(own_pointer, own_pointer, &own);
	DTRACE_PROBE1(own_string, own_string, text);
	DTRACE_PROBE1(own_union, union own_union *, &any);
	DTRACE_PROBE1(own_number, own_u32 *, (own_u32 *)&high.u32);
	DTRACE_PROBE1(own_enum, enum own_level *, &level);
	DTRACE_PROBE1(none, struct nowhere *, NULL);
	DTRACE_PROBE1(anonymous, -, &anonymous);
	DTRACE_PROBE1(function, void (*)(void), fire_own);
	DTRACE_PROBE1(array, char (*)[7], &text);
	DTRACE_PROBE1(remark, what it is, high.u32);
}

static int fire(const char *value, const struct kernel_param *kp)
{
	unsigned int n;
	int err = kstrtouint(value, 0, &n);

	if (err)
		return err;
	while (n--) {
		fire_integers();
		fire_full(NULL, 1);
		fire_here(1);
		fire_there(2);
		fire_kernel(NULL);
		fire_strings(NULL);
		fire_own();
	}
	return 0;
}

static const struct kernel_param_ops fire_ops = { .set = fire };

module_param_cb(fire, &fire_ops, NULL, 0200);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Probes with arguments of every kind");
