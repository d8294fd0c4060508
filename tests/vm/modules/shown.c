// SPDX-License-Identifier: GPL-2.0-only
/*
 * shown.c - probes whose authors say how values are shown
 *
 *	echo 1 > /sys/module/shown/parameters/fire
 *
 * Hexadecimal numbers, flags, functions, bytes and strings with a length.  The comments
 * have the text of each record with string_size=16, without the pointers, p_*.
 */
#include <linux/fs.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/sched/mm.h>
#include <linux/sdt.h>
#include <linux/string.h>
#include <linux/vmalloc.h>

enum colour { RED = 1, GREEN = 2, YELLOW = 3, BLUE = 4, NO_COLOUR = 0, BLACK = 0 };
enum mode { MODE_X = 1, MODE_W = 2, MODE_R = 4, MODE_RWX = 7, HIGHEST = 1U << 31 };
enum __packed small { LOW = 1, TOP = 0x80 };
enum wide { FIRST = 1, BIT_62 = 1ULL << 62, BIT_63 = 1ULL << 63 };
enum minus { MINUS = -2, ONE = 1 };
enum nothing { NOTHING };

typedef void (*function_t)(void);

#define LENGTH	4

/* From memory, so that the compiler knows nothing of them. */
static u64 ones = U64_MAX, zero, one = 1;
static u8 mac[16] = { 0x02, 0, 0, 0, 0, 0x17, 0x18, 0x19 };
static char text[] = "abcdefghijklmnopqrstuvwxyz";
static char words[] = { 'o', 'n', 'e', 't', 'w', 'o' };

static noinline void fire_hex(void)
{
	DTRACE_PROBE(hex, u8 DTRACE_HEX a, (u8)(one * 0x1f), s8 DTRACE_HEX b, (s8)ones,
		     u16 DTRACE_HEX c, (u16)ones, s16 DTRACE_HEX d, (s16)(one << 15),
		     u32 DTRACE_HEX e, (u32)ones, int DTRACE_HEX f, (int)ones,
		     unsigned long DTRACE_HEX g, ones, s64 DTRACE_HEX h, (s64)ones);
	/* event: hex: a=0x1f b=0xff c=0xffff d=0x8000 e=0xffffffff f=0xffffffff g=0xffffffffffffffff h=0xffffffffffffffff */
	DTRACE_PROBE(hex__zero, u8 DTRACE_HEX a, (u8)zero, s64 DTRACE_HEX b, (s64)zero,
		     int c, (int)zero);
	/* event: hex_zero: a=0x0 b=0x0 c=0 */
}

/* What the kernel has no enum for: a device, and a word of macros */
#define READ_AHEAD	0x1
#define WRITE_BACK	0x4
enum io_names { AHEAD = READ_AHEAD, BACK = WRITE_BACK };
enum gfp_names { GFP_IO = (__force int)__GFP_IO, GFP_FS = (__force int)__GFP_FS };

static noinline void fire_words(unsigned int flags, gfp_t gfp)
{
	DTRACE_PROBE(device, dev_t dev, MKDEV((int)one * 8, (int)one * 17), const dev_t, (dev_t)zero,
		     dev_t last, (dev_t)ones, dev_t DTRACE_HEX raw, MKDEV((int)one * 8, (int)one),
		     enum io_names DTRACE_FLAGS io, flags,
		     enum gfp_names DTRACE_FLAGS gfp, (__force int)gfp);
	/* event: device: dev=8:17 zero=0:0 last=4095:1048575 raw=0x800001 io=AHEAD|BACK|0x8 gfp=GFP_IO|GFP_FS */
}

static noinline void flags(enum colour colour, enum mode mode, enum small small,
			   enum wide wide, enum minus minus, enum nothing nothing)
{
	DTRACE_PROBE(flags, enum colour DTRACE_FLAGS colour, colour,
		     enum mode DTRACE_FLAGS mode, mode,
		     enum small DTRACE_FLAGS small, small,
		     enum wide DTRACE_FLAGS wide, wide,
		     enum minus DTRACE_FLAGS minus, minus,
		     enum nothing DTRACE_FLAGS nothing, nothing);
}

static void fire_flags(void)
{
	flags(zero, zero, zero, zero, zero, zero);
	/* event: flags: colour=NO_COLOUR mode=0x0 small=0x0 wide=0x0 minus=0x0 nothing=NOTHING */
	flags(one * 3, one * 5, one, one, one, one * 2);
	/* event: flags: colour=RED|GREEN mode=MODE_X|MODE_R small=LOW wide=FIRST minus=ONE nothing=0x2 */
	flags(one * 12, one * 7 | one << 31, one * 0x82, one | one << 62 | one << 63,
	      -one, ones >> 32);
	/* event: flags: colour=BLUE|0x8 mode=MODE_X|MODE_W|MODE_R|HIGHEST small=TOP|0x2 wide=FIRST|BIT_62|0x8000000000000000 minus=MINUS|ONE nothing=0xffffffff */
	flags(one * 16, one << 30, one * 0x40, one << 63, one << 31, one);
	/* event: flags: colour=0x10 mode=0x40000000 small=0x40 wide=0x8000000000000000 minus=0x80000000 nothing=0x1 */
}

/* Names that another enum has, too, with other values */
static noinline void fire_light(void)
{
	enum light { MODE_R = 2, MODE_X = 8 };

	DTRACE_PROBE(light, enum light DTRACE_FLAGS mode, (enum light)(one * 2));
	/* event: light: mode=MODE_R */
	DTRACE_PROBE(light, enum light DTRACE_FLAGS mode, (enum light)(one * 10));
	/* event: light: mode=MODE_R|MODE_X */
}

static noinline void function(function_t fn)
{
	DTRACE_PROBE1(function, function_t fn, fn);
}

static noinline void fire_functions(void)
{
	function(fire_functions);
	/* event: function: fn=fire_functions */
	function((function_t)((unsigned long)fire_functions + one));
	/* event: function: fn=fire_functions */
	function((function_t)yield);
	/* event: function: fn=yield */
	function((function_t)zero);
	/* event: function: fn=0x0 */
	function((function_t)(one << 12));
	/* event: function: fn=0x1000 */
}

/* Bounds that do not change, and what can be at the addresses. */
static noinline void constants(const u8 *bytes, const char *string)
{
	DTRACE_PROBE(constants, const u8 p_mac[6], bytes, u8 p_last[LENGTH], (u8 *)bytes + 1,
		     const char p_name[3], string);
}

static noinline void fire_constants(void)
{
	u8 *page = vmalloc(PAGE_SIZE);

	constants(mac, text);
	/* event: constants: p_mac_bytes=02 00 00 00 00 17 p_last_bytes=00 00 00 00 p_name_str="abc" */
	constants((const u8 *)text, (const char *)mac + 1);
	/* event: constants: p_mac_bytes=61 62 63 64 65 66 p_last_bytes=62 63 64 65 p_name_str="" */
	constants((u8 *)zero, (const char *)zero);
	/* event: constants: p_mac_bytes= p_last_bytes= p_name_str="(null)" */
	constants((u8 *)(one << 63 | one << 61), (const char *)(one << 63));
	/* event: constants: p_mac_bytes= p_last_bytes= p_name_str="(fault)" */
	if (!page)
		return;
	/* Behind a page of vmalloc() there is none. */
	memset(page + PAGE_SIZE - 8, 'x', 8);
	constants(page + PAGE_SIZE - 6, (char *)page + PAGE_SIZE - 3);
	/* event: constants: p_mac_bytes=78 78 78 78 78 78 p_last_bytes=78 78 78 78 p_name_str="xxx" */
	constants(page + PAGE_SIZE - 5, (char *)page + PAGE_SIZE - 2);
	/* event: constants: p_mac_bytes= p_last_bytes=78 78 78 78 p_name_str="(fault)" */
	vfree(page);
}

/* Three copies, of which one ends with a NUL only. */
static noinline void lengths(int n, const u8 *data, const char *name)
{
	DTRACE_PROBE(lengths, const u8 p_data[n], data, int n, n, const char *p_plain, name,
		     const char p_part[n], name);
}

static void fire_lengths(void)
{
	lengths(one * 3, mac, text);
	/* event: lengths: n=3 p_data_bytes=02 00 00 p_plain_str="abcdefghijklmno" p_part_str="abc" */
	lengths(zero, mac, text);
	/* event: lengths: n=0 p_data_bytes= p_plain_str="abcdefghijklmno" p_part_str="" */
	lengths(zero, (u8 *)zero, (const char *)zero);
	/* event: lengths: n=0 p_data_bytes= p_plain_str="(null)" p_part_str="" */
	lengths(ones, mac, text);
	/* event: lengths: n=-1 p_data_bytes= p_plain_str="abcdefghijklmno" p_part_str="" */
	lengths(ones >> 33, mac, text);
	/* event: lengths: n=2147483647 p_data_bytes=02 00 00 00 00 17 18 19 00 00 00 00 00 00 00 00 p_plain_str="abcdefghijklmno" p_part_str="abcdefghijklmno" */
	lengths(one * 16, mac, text);
	/* event: lengths: n=16 p_data_bytes=02 00 00 00 00 17 18 19 00 00 00 00 00 00 00 00 p_plain_str="abcdefghijklmno" p_part_str="abcdefghijklmno" */
}

/* A length is what C says of it, as wide as it is. */
static noinline void widths(u64 len, u8 small, s8 minus, const char *name)
{
	DTRACE_PROBE(widths, u64 len, len, u8 small, small, s8 minus, minus,
		     const char p_a[len], name, const char p_b[small], name,
		     const char p_c[minus], name);
}

static void fire_widths(void)
{
	widths(ones, ones, ones, text);
	/* event: widths: len=18446744073709551615 small=255 minus=-1 p_a_str="abcdefghijklmno" p_b_str="abcdefghijklmno" p_c_str="" */
	widths(one * 3, one * 128, one * 127, text);
	/* event: widths: len=3 small=128 minus=127 p_a_str="abc" p_b_str="abcdefghijklmno" p_c_str="abcdefghijklmno" */
	widths(one << 32, one, -one << 7, text);
	/* event: widths: len=4294967296 small=1 minus=-128 p_a_str="abcdefghijklmno" p_b_str="a" p_c_str="" */
}

/* Not the kernel's memory */
static noinline void elsewhere(const void *p, size_t len)
{
	DTRACE_PROBE(elsewhere, size_t len, len,
		     const char __user p_string[8], (const char __user *)p,
		     const u8 __user p_bytes[len], (const u8 __user *)p,
		     const u8 __iomem p_regs[4], (const u8 __iomem *)p,
		     const u8 __percpu p_counts[4], (const u8 __percpu *)(unsigned long)p);
	/* event: elsewhere: len=2 */
}

/* Not said to be of user space, but there: the command of the task */
static noinline void fire_user(const u8 *command)
{
	DTRACE_PROBE(user, const u8 p_bytes[2], command, const char p_text[2],
		     (const char *)command);
}

/* What clients see has no length, and another order. */
static noinline void translated(size_t len, const u8 *data, const char *name)
{
	DTRACE_PROBE(translated, size_t len :, len,
		     const char p_text[len] : (string_t p_twice, string_t p_again), name,
		     const u8 p_data[len] : bytes_t p_raw, data,
		     u16 DTRACE_HEX mask : mask_t shown, 31);
	/* event: translated: shown=0x1f p_twice_str="onetwo" p_again_str="onetwo" p_raw_bytes=02 00 00 00 00 17 */
}

/* Together longer than a line of the trace can be */
static noinline void page(size_t n, const u8 *data)
{
	DTRACE_PROBE(page, size_t n, n, const u8 p_a[n], data, const u8 p_b[n], data);
}

/* "page": those records, else all the others */
static int fire(const char *value, const struct kernel_param *kp)
{
	static const u8 data[1024];

	if (sysfs_streq(value, "page")) {
		page(one * 3, data);
		page(sizeof(data), data);
		page(one * 2, data);
		return 0;
	}
	fire_hex();
	fire_words((unsigned int)one * 0xd, __GFP_IO | __GFP_FS);
	fire_flags();
	fire_light();
	fire_functions();
	fire_constants();
	fire_lengths();
	fire_widths();
	elsewhere(text, 2);
	fire_user((const u8 *)current->mm->arg_start);
	translated(sizeof(words), mac, words);
	return 0;
}

static const struct kernel_param_ops fire_ops = { .set = fire };

module_param_cb(fire, &fire_ops, NULL, 0200);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Probes that say how their values are shown");
