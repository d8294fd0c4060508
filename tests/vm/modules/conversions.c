// SPDX-License-Identifier: GPL-2.0-only
/*
 * conversions.c - messages with conversions of every shape
 *
 *	echo WIDTH PRECISION > /sys/module/conversions/parameters/fire
 *
 * Each has some conversion with each of several flags, widths and precisions, and the kernel's
 * log has its text after "said: ".
 */
#include <linux/in6.h>
#include <linux/module.h>
#include <linux/sdt.h>
#include <linux/uuid.h>

/* A message, and in the log the same with another conversion */
#define SAY(format, said, ...)						\
do {									\
	DTRACE_PRINTF(format "\n", ##__VA_ARGS__);			\
	pr_info("said: " said "\n", ##__VA_ARGS__);			\
} while (0)

/* Without width and precision, with both, and with stars instead */
#define SHAPES(flags, c)						\
	"%" flags c "|%" flags "3" c "|%" flags "24" c "|%" flags "." c		\
	"|%" flags ".0" c "|%" flags ".2" c "|%" flags "12.5" c		\
	"|%" flags "*" c "|%" flags ".*" c "|%" flags "*.*" c "|"
#define SHOW(flags, c, said, x)						\
	SAY(SHAPES(flags, c), SHAPES(flags, said), x, x, x, x, x, x, x,	\
	    width, x, precision, x, width, precision, x);

#define EACH_FLAG(c, said, x)						\
	SHOW("", c, said, x) SHOW("-", c, said, x) SHOW("+0", c, said, x)	\
	SHOW("# ", c, said, x) SHOW("-+ #0", c, said, x)
#define EACH(c, x)	EACH_FLAG(c, c, x)

/* From memory, so that the compiler knows nothing of them. */
static s64 number = -1234567890123;
static s8 small = -3;
static u32 word = 4000000000;
static bool on = true;
static char letter = 'x';
static u8 bytes[16] = { 192, 0, 2, 7, 0xfe, [15] = 1 };
static char *text = "a text", *null, *bad = (char *)-EIO, *low = (char *)8;
static void *error = (void *)-ENOMEM;

static noinline void numbers(int width, int precision)
{
	EACH("d", small)
	EACH("hu", number)
	EACH("li", number)
	EACH("x", word)
	EACH("hhX", number)
	EACH("llo", number)
	EACH("u", on)
	EACH("c", letter)
}

static noinline void pointers(int width, int precision)
{
	EACH("x", text)
	EACH("d", null)
	EACH("lX", (void *)bytes)
	EACH("hhi", bad)
	EACH("zu", numbers)
	EACH("c", text)
	EACH("px", text)
	EACH_FLAG("p", "px", low)
	EACH_FLAG("pK", "px", bad)
	EACH("pe", error)
}

static noinline void copies(int width, int precision)
{
	const int length = abs(width);

	EACH("s", text)
	EACH("s", null)
	EACH("ls", bad)
	EACH("pM", bytes)
	EACH("pI4h", bytes)
	EACH("pI4", null)
	EACH("pI6c", bytes)
	EACH("pUb", bad)
	EACH("pa", bytes)
	EACH("p4cc", low)
	SAY("%ph|%6phC|%70phN|%*phD|%*ph|%4ph", "%ph|%6phC|%70phN|%*phD|%*ph|%4ph", bytes, bytes,
	    bytes, length, bytes, 0, null, null);
	SAY("%%|%5%|%-5%|%.3%|%l%|%d%%%%d", "%%|%5%|%-5%|%.3%|%l%|%d%%%%d", width);
}

/* Levels are none of the text; other control characters are blanks. */
static noinline void literals(int width)
{
	SAY(KERN_ERR "level %d", "level %d", width);
	SAY(KERN_ERR KERN_CONT "levels %d", "levels %d", width);
	SAY("\001%d at first", " %d at first", width);
	SAY("%d \001d inside", "%d  d inside", width);
	SAY("%d\t\033[1m at last \001", "%d  [1m at last", width);
	SAY("\n%d in\nlines\n\n", " %d in lines", width);
	SAY("<4>%d [E] %%n", "<4>%d [E] %%n", width);
}

static int fire(const char *value, const struct kernel_param *kp)
{
	int width, precision;

	if (sscanf(value, "%d %d", &width, &precision) != 2)
		return -EINVAL;
	numbers(width, precision);
	pointers(width, precision);
	copies(width, precision);
	literals(width);
	return 0;
}

static const struct kernel_param_ops fire_ops = { .set = fire };
module_param_cb(fire, &fire_ops, NULL, 0200);

MODULE_DESCRIPTION("Messages with conversions of every shape");
MODULE_LICENSE("GPL");
