// SPDX-License-Identifier: GPL-2.0-only
/*
 * typed.c - probes for typed BPF programs, whose arguments are of every kind
 *
 *	echo WHAT > /sys/module/typed/parameters/fire
 *
 * fires the probe of that name.  With -DCHANGED, struct typed has another layout.
 */
#include <linux/err.h>
#include <linux/limits.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/sdt.h>
#include <linux/slab.h>
#include <linux/string.h>

enum typed_level { LOW = -2, HIGH = 7 };
enum __packed typed_tiny { TINY = 3 };

struct typed {
#ifdef CHANGED
	long inserted[64];
#endif
	int first;
	struct typed *next;
	struct task_struct *owner;
	char name[8];
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
	bool yes;
	enum typed_level level;
	enum typed_tiny tiny;
} volatile low = {
	S8_MIN, 1, S16_MIN, 2, S32_MIN, 3, S64_MIN, 4, true, LOW, TINY
}, high = {
	S8_MAX, U8_MAX, S16_MAX, U16_MAX, S32_MAX, U32_MAX, S64_MAX, U64_MAX, false, HIGH, TINY
};
static char text[] = "a text", *texts[] = { text };

static noinline void fire_low(void)
{
	DTRACE_PROBE(low, s8, low.s8, u8, low.u8, s16, low.s16, u16, low.u16, s32, low.s32,
		     u32, low.u32, s64, low.s64, u64, low.u64, bool, low.yes,
		     enum typed_level, low.level, enum typed_tiny, low.tiny);
}

static noinline void fire_high(void)
{
	DTRACE_PROBE(high, s8, high.s8, u8, high.u8, s16, high.s16, u16, high.u16, s32, high.s32,
		     u32, high.u32, s64, high.s64, u64, high.u64, bool, high.yes,
		     enum typed_level, high.level, enum typed_tiny, high.tiny);
}

static noinline void fire_many(void)
{
	DTRACE_PROBE(many, int, 1, int, 2, int, 3, int, 4, int, 5, int, 6, int, 7, int, 8,
		     int, 9, int, 10, int, 11, int, 12, int, 13, int, 14);
}

static noinline void fire_none(void)
{
	DTRACE_PROBE0(none);
}

/* A pointer of which the author promises nothing */
static noinline void fire_pointer(struct typed *t)
{
	DTRACE_PROBE(pointer, struct typed *, t);
}

/* ... and pointers that he promises to be valid or NULL */
static noinline void fire_trusted(struct typed *t, struct task_struct *task)
{
	DTRACE_PROBE(trusted, struct typed * DTRACE_TRUSTED, t,
		     const struct task_struct * DTRACE_TRUSTED, task, int, 5);
}

static noinline void fire_pointers(struct typed *t)
{
	DTRACE_PROBE(pointers, struct task_struct *, t->owner, char *, text, const void *, t,
		     u8 name[8], t->name, void (*)(void), fire_none, char **, texts,
		     struct typed *, t);
}

/* One that is no pointer at all, and one to memory that has been freed */
static void fire_bad(void)
{
	struct typed *t = kzalloc(sizeof(*t), GFP_KERNEL);

	kfree(t);
	fire_pointer(t);
	fire_pointer(NULL);
	fire_pointer(ERR_PTR(-ENOMEM));
	fire_pointer((struct typed *)16);
	fire_pointer((struct typed *)0x5a5a5a5a5a5a5a5aUL);
	fire_pointer((struct typed *)~0xffffUL);
}

static int fire(const char *value, const struct kernel_param *param)
{
	struct typed next = { .first = 43, .owner = current };
	struct typed t = { .first = 42, .next = &next, .owner = current, .name = "ours" };

	if (sysfs_streq(value, "low"))
		fire_low();
	else if (sysfs_streq(value, "high"))
		fire_high();
	else if (sysfs_streq(value, "many"))
		fire_many();
	else if (sysfs_streq(value, "none"))
		fire_none();
	else if (sysfs_streq(value, "pointer"))
		fire_pointer(&t);
	else if (sysfs_streq(value, "pointers"))
		fire_pointers(&t);
	else if (sysfs_streq(value, "trusted"))
		fire_trusted(&t, current);
	else if (sysfs_streq(value, "null"))
		fire_trusted(NULL, NULL);
	else if (sysfs_streq(value, "bad"))
		fire_bad();
	else
		return -EINVAL;
	return 0;
}

static const struct kernel_param_ops fire_ops = { .set = fire };

module_param_cb(fire, &fire_ops, NULL, 0200);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("a test");
