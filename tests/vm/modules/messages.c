// SPDX-License-Identifier: GPL-2.0-only
/*
 * messages.c - messages of every kind
 *
 *	echo 1 > /sys/module/messages/parameters/fire
 *
 * Each message is a probe, and the kernel's log has its text after "said: ".
 */
#include <linux/in6.h>
#include <linux/module.h>
#include <linux/sdt.h>
#include <linux/string.h>
#include <linux/uuid.h>
#include <linux/vmalloc.h>

/* A probe, and the same text in the log */
#define SAY(name, fmt, ...)						\
do {									\
	DTRACE_PRINTF_NAMED(name, fmt "\n", ##__VA_ARGS__);		\
	pr_info("said: " fmt "\n", ##__VA_ARGS__);			\
} while (0)

/* From memory, so that the compiler knows nothing of them. */
static u64 ones = U64_MAX, zero, one = 1;
static u8 mac[6] = { 0x02, 0, 0, 0x5e, 0x17, 0xff };
static u8 v4[4] = { 192, 0, 2, 7 };
static struct in6_addr v6 = { { { 0x20, 0x01, 0x0d, 0xb8, [14] = 0x01, 0x02 } } };
static struct in6_addr mapped = { { { [10] = 0xff, 0xff, 192, 0, 2, 7 } } };
static uuid_t uuid = UUID_INIT(0x00112233, 0x4455, 0x6677, 0x88, 0x99, 0xaa, 0xbb, 0xcc,
			       0xdd, 0xee, 0xff);
static phys_addr_t phys = 0x123456789abcULL;
static dma_addr_t dma = 0x1000;
static u32 fourcc = 0x34325258;
static u8 data[80] = { 1, 2, 3, 0xfe };
static char text[] = "abcdefghijklmnopqrstuvwxyz";
static char words[] = { 'o', 'n', 'e', 't', 'w', 'o' };

/* Longer than a page of a format, with all that is special in one */
#define LONG16	"\"quoted\" 100%% "
#define LONG256	LONG16 LONG16 LONG16 LONG16 LONG16 LONG16 LONG16 LONG16 \
		LONG16 LONG16 LONG16 LONG16 LONG16 LONG16 LONG16 LONG16
#define LONG	LONG256 LONG256 LONG256 LONG256

static noinline void numbers(s8 a, u8 b, s16 c, u16 d, int e, unsigned int f, long g,
			     unsigned long long h)
{
	SAY(decimal, "%d %d %d %d %d %d %ld %lld", a, b, c, d, e, (int)f, g, (s64)h);
	SAY(unsigned, "%u %u %u %u %u %u %lu %llu", a, b, c, d, e, f, (unsigned long)g, h);
	SAY(hex, "%x %x %x %X %x %X %lx %llX", a, b, c, d, e, f, g, h);
	SAY(octal, "%o %o %o %o %o %o %lo %llo", a, b, c, d, e, f, g, h);
	SAY(short, "%hhd %hhu %hd %hu %hhx %hx %hhu %hd", a, b, c, d, a, c, (u8)e, (s16)e);
	SAY(sizes, "%zd %zu %zx %td %i", (ssize_t)g, (size_t)h, (size_t)h, (ptrdiff_t)g, e);
	SAY(prefix, "%#x %#hhx %#llx %#X %#06x %#-8x| %#16.16llx %#o", f, b, h, f, f, f, h, f);
	SAY(padded, "%5d|%-5d|%05d|%8u|%-8lx|%08llx|%2d", e, e, e, f, g, h, a);
	SAY(precise, "%.3d %.8x %4.4x %8.8x %5.2d|%-6.3d|%16.16llx", e, f, f, f, e, e, h);
	SAY(signs, "%+d % d %+lld % hhd", e, e, (s64)h, a);
	SAY(bools, "%d %u", e == 1, f == 1);
}

static noinline void stars(int width, int length, int number)
{
	SAY(width, "%*d|%0*x|%-*d|%*s", width, number, width, number, width, number, width, text);
	SAY(precision, "%.*d %.*x", length, number, length, number);
	SAY(string, "%.*s|%-8.*s|%*.*s", length, text, length, text, width, length, text);
}

static noinline void strings(const char *string, char c, int i)
{
	SAY(plain, "%s and %s", string, text);
	SAY(padded, "%10s|%-10s|%2s", string, string, string);
	SAY(cut, "%.3s %10.3s|%-10.3s|%.10s", text, text, text, text);
	SAY(empty, "%.0s|%5.0s|%-5.s|%*.0s|", text, text, text + (i & 15), i & 7, text);
	SAY(array, "%.6s %.3s", words, words + 3);
	SAY(chars, "%c%c%c|%3c|%-3c|", c, i, (u8)(c + 1), c, i);
	SAY(literal, "%s: %s", __func__, "a literal");
}

static noinline void bytes(const u8 *from, int length)
{
	SAY(mac, "%pM %pm %pMF %pMR %pmR", mac, mac, mac, mac, mac);
	SAY(v4, "%pI4 %pi4 %pI4n %pI4h", v4, v4, v4, v4);
	SAY(v6, "%pI6 %pi6 %pI6c %pI6c", &v6, &v6, &v6, &mapped);
	SAY(uuid, "%pU %pUb %pUB %pUl %pUL", &uuid, &uuid, &uuid, &uuid, &uuid);
	SAY(physical, "%pa %pap %pad", &phys, &phys, &dma);
	SAY(fourcc, "%p4cc", &fourcc);
	SAY(dump, "%4ph %4phC %4phD %4phN|%*ph", from, from, from, from, length, from);
	SAY(mixed, "%s %pI4:%u %pM %*phC %s", text, v4, length, mac, length, from, words + 3);
}

static noinline void literals(int n)
{
	SAY(none, "nothing but text, and (a parenthesis");
	SAY(percent, "100%% of %d%%", n);
	SAY(quotes, "a \"quoted\" 'text' with \\ and \\n, REC->n: %d", n);
	/* Without the level, the ends of lines, and the tab */
	DTRACE_PRINTF(KERN_INFO "one\t%d two %d\n\n", n, n + 1);
	pr_info("said: one %d two %d\n", n, n + 1);
	DTRACE_PRINTF(LONG ": %d", n);
	pr_info("said: " LONG ": %d\n", n);
}

/* As many arguments as there can be */
static noinline void full(int a, long b, const char *string)
{
	SAY(numbers, "%d %ld %x %s %pI4 %d %ld %x %s %pM %d %ld %x %s %*ph %d %ld %x %c %s %d %ld %x %u %s %d %lu %llx %hhd %u %d",
	    a, b, a, string, v4, a + 1, b + 1, a + 1, text, mac, a + 2, b + 2, a + 2, "a literal",
	    a, data, a + 3, b + 3, a + 3, 'x', string, a + 4, b + 4, a + 4, a + 5, "s", a + 6,
	    b + 6, (unsigned long long)b, (signed char)a, a + 8, a - 9);
}

/* The log has a hash of an address, and the module of a symbol. */
static noinline void addresses(int n, const void *p, void (*fn)(void))
{
	DTRACE_PRINTF("p=%p %px %pK|%20p|%-20p|%*p", p, p, p, p, p, 18, p);
	pr_info("said: p=%px %px %px|%20px|%-20px|%*px\n", p, p, p, p, p, 18, p);
	DTRACE_PRINTF("fn=%ps code=%pS", fn, (char *)fn + 2 * one);
	pr_info("said: fn=fire_literals code=fire_literals+0x2\n");
	SAY(errors, "error=%pe %pe|%20pe|%-20pe|", ERR_PTR(-n), ERR_PTR(-ENOMEM),
	    ERR_PTR(-EPROBE_DEFER), ERR_PTR(-EIO));
	SAY(numbers, "0x%x %d %hhu %lx|%-20lX|%#o", p, p, p, p, p, p);
}

/* Addresses that cannot be read */
static noinline void faults(const char *string, const u8 *from, int n)
{
	DTRACE_PRINTF("bad: %s|%8s|%.3s|%pM|%pI4|%pI6c|%pa|%*phC|%d", string, string, string,
		      from, from, from, from, n, from, n);
	pr_info("said: bad: (fault)| (fault)|(fault)|00:00:00:00:00:00|0.0.0.0|::|0x0000000000000000||%d\n",
		n);
}

enum state { DOWN, UP };

/* Probes with a text of their own: types decide what the fields are. */
static noinline void texts(const char *string, const u8 *hw, int n, u64 large)
{
	DTRACE_PROBE_TEXT(texts_none, "nothing but text");
	pr_info("said: nothing but text\n");
	DTRACE_PROBE_TEXT(texts_link, "%s: %s is %d, %5u Mbit/s at %#x|%llu\n", const char *name, string,
			  char device[16], string, enum state state, n, u16 speed, n,
			  u32 DTRACE_HEX, n, u64, large);
	pr_info("said: %s: %.16s is %d, %5u Mbit/s at %#x|%llu\n", string, string, n, n, n, large);
	DTRACE_PROBE_TEXT(texts_bytes, "%pM %pI4 %pI6c %*ph|%4phC|%.*s|%s|%.3s", const u8 mac[6], hw,
			  void *, v4, struct in6_addr *, &v6, int len, n, u8 data[len], hw,
			  u8 four[4], hw, int, n, char *, words, u8 name[3], words, char *string, text);
	pr_info("said: %pM %pI4 %pI6c %*ph|%4phC|%.*s|%.3s|%.3s\n", hw, v4, &v6, n, hw, hw, n,
		words, words, text);
}

/* The same event from another function */
static noinline void texts_again(int n)
{
	DTRACE_PROBE_TEXT(texts_link, "%s: %s is %d, %5u Mbit/s at %#x|%llu\n", const char *name, text,
			  char device[16], "eth0", enum state state, UP, u16 speed, n,
			  u32 DTRACE_HEX, n, u64, n);
	pr_info("said: %s: eth0 is 1, %5u Mbit/s at %#x|%u\n", text, n, n, n);
}

/* perf and trace-cmd write these in their own way. */
static noinline void differ(int n, const char *null, const char *error)
{
	SAY(width, "%-20pM|%20pI4|", mac, v4);
	SAY(sign, "%+5d|% 5d", n, n);
	SAY(utf8, "%d µs – straße", n);
	SAY(star, "%*d|%*d|", -n, n, 200, n);
	SAY(ustar, "%*d|", (unsigned int)-8, n);
	SAY(zero, "%#8x", n);
	SAY(precision, "%.4pI4|%.3pe|%.3s", v4, ERR_PTR(-ENOMEM), null);
	SAY(null, "%pM|%pI4|%4ph|%s", null, null, null, error);
}

static void fire_numbers(void)
{
	numbers(zero, zero, zero, zero, zero, zero, zero, zero);
	numbers(one, one, one, one, one, one, one, one);
	numbers(ones, ones, ones, ones, ones, ones, ones, ones);
	numbers(-one << 7, one << 7, -one << 15, one << 15, -one << 31, one << 31,
		-one << 63, one << 63);
	numbers(one * 42, one * 200, one * 4242, one * 60000, one * 123456, one * 4000000000,
		one * 1234567890123, one * 1234567890123);
	stars(one * 12, one * 3, one * 77);
	stars(zero, zero, -one * 77);
	stars(one * 100, one * 30, zero);
}

static void fire_strings(void)
{
	strings(text, 'a', one * 'b');
	strings("", 'X', one * 'Y');
	strings((const char *)zero, 'm', one * 'n');
	bytes(data, one * 5);
	bytes(data + 3, zero);
	bytes(data, one * 64);
}

static void fire_literals(void)
{
	literals(one * 3);
	full(one * 4, -one, text + 20);
	full(one * 40, one << 40, "");
	addresses(one * 2, text, fire_literals);
	addresses(one * 2, NULL, fire_literals);
	faults((const char *)(one << 63), (const u8 *)(one << 63), one * 4);
	texts(text, mac, one * 5, U64_MAX);
	texts((const char *)zero, mac, one, one);
	texts_again(one * 1000);
}

/* As much as a line of the trace can have */
static noinline void page(int n)
{
	DTRACE_PRINTF_NAMED(text, LONG LONG LONG LONG "%d", n);
}

/* "page": that message, else all the others */
static int fire(const char *value, const struct kernel_param *kp)
{
	if (sysfs_streq(value, "page")) {
		page(one);
		return 0;
	}
	fire_numbers();
	fire_strings();
	fire_literals();
	differ(one * 3, (char *)zero, ERR_PTR(-(long)one));
	differ(zero, (char *)zero, ERR_PTR(-(long)one));
	return 0;
}

static const struct kernel_param_ops fire_ops = { .set = fire };
module_param_cb(fire, &fire_ops, NULL, 0200);

MODULE_DESCRIPTION("Messages of every kind");
MODULE_LICENSE("GPL");
