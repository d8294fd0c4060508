// SPDX-License-Identifier: GPL-2.0-only
/*
 * messages.c - messages, beside what the object's table has for them
 *
 * The comments that begin with a colon are what table.py prints, in its order.
 */
#include <linux/in.h>
#include <linux/in6.h>
#include <linux/kern_levels.h>
#include <linux/printk.h>
#include <linux/types.h>
#include <linux/uuid.h>

#undef KBUILD_MODNAME
#define KBUILD_MODNAME		"my_driver"
#define DTRACE_PRINTF_UNNAMED	"UNIT: \n== \nGPU"
#include <linux/sdt.h>

/*: provider sdt */
/*: provider foo */

DTRACE_PROVIDER(foo);

enum state { DOWN, UP };

struct device_state {
	const char *name;
	u8 mac[6];
	unsigned int nr : 3;
	enum state state;
};

/* -- names ---------------------------------------------------------------- */

void names(int n, const char *s);
void names(int n, const char *s)
{
	DTRACE_PRINTF("buffer %d of %s too small: %d < %d\n", n, s, n, n);
	/*: probe sdt:names:buffer-of-too-small qualified sites=1 'buffer %d of %s too small: %d < %d' */
	/*:     n signed integer 4 'int' declared 'int' */
	/*:     s string 8 'const char *' declared 'const char *' */
	/*:     arg2 signed integer 4 'int' declared 'int' */
	/*:     arg3 signed integer 4 'int' declared 'int' */
	DTRACE_PRINTF("__Two__words_, _ and -> a-dash\n");
	/*: probe sdt:names:two_words-and-a-dash qualified sites=1 '__Two__words_, _ and -> a-dash' */
	DTRACE_PRINTF("0x%x: 12 of 16 at 0x%x\n", n, n);
	/*: probe sdt:names:of-16-at qualified sites=1 '0x%x: 12 of 16 at 0x%x' */
	/*:     n signed hex integer 4 'int' declared 'int' */
	/*:     arg1 signed hex integer 4 'int' declared 'int' */
	DTRACE_PRINTF("%d%%\n", n);
	/*: probe sdt:names:message qualified sites=1 '%d%%' */
	/*:     n signed integer 4 'int' declared 'int' */
	DTRACE_PRINTF("\n");
	/*: probe sdt:names:message qualified sites=1 ' ' */
	DTRACE_PRINTF("%dx%d pixels, x=%d\n", n, n, n);
	/*: probe sdt:names:pixels-x qualified sites=1 '%dx%d pixels, x=%d' */
	/*:     n signed integer 4 'int' declared 'int' */
	/*:     arg1 signed integer 4 'int' declared 'int' */
	/*:     arg2 signed integer 4 'int' declared 'int' */
	DTRACE_PRINTF("Names() doesn't know the author's 'names'\n");
	/*: probe sdt:names:doesnt-know-the-authors qualified sites=1 "Names() doesn't know the author's 'names'" */
	DTRACE_PRINTF("our message is exactly as long as the words of a name can be\n");
	/*: probe sdt:names:our-message-is-exactly-as-long-as-the-words-of-a-name-can-be qualified sites=1 'our message is exactly as long as the words of a name can be' */
	DTRACE_PRINTF("this message is exactly as long as the words of a name can be\n");
	/*: probe sdt:names:this-message-is-exactly-as-long-as-the-words-of-a-name-can qualified sites=1 'this message is exactly as long as the words of a name can be' */
	DTRACE_PRINTF("abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghi__jabcdefghij is one word\n");
	/*: probe sdt:names:abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghi qualified sites=1 'abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghi__jabcdefghij is one word' */
	DTRACE_PRINTF("caf\303\251 is French\n");
	/*: probe sdt:names:caf-is-french qualified sites=1 'café is French' */
	DTRACE_PRINTF_NAMED(read__entry, "%d bytes\n", n);
	/*: probe sdt:names:read-entry qualified sites=1 '%d bytes' */
	/*:     n signed integer 4 'int' declared 'int' */
	DTRACE_PRINTF_NAMED(__foo_Write, "%d bytes\n", n);
	/*: probe foo:names:Write qualified sites=1 '%d bytes' */
	/*:     n signed integer 4 'int' declared 'int' */
	DTRACE_PRINTF_PREFIX(__foo_, "%d bytes\n", n);
	/*: probe foo:names:bytes qualified sites=1 '%d bytes' */
	/*:     n signed integer 4 'int' declared 'int' */
	DTRACE_PRINTF_PREFIX(__foo, "other bytes\n");
	/*: probe foo:names:other-bytes qualified sites=1 'other bytes' */
	DTRACE_PRINTF_PREFIX(__foo_NET, "%d bytes\n", n);
	/*: probe foo:names:NET-bytes qualified sites=1 '%d bytes' */
	/*:     n signed integer 4 'int' declared 'int' */
	DTRACE_PRINTF_PREFIX(net__, "%d\n", n);
	/*: probe sdt:names:net-message qualified sites=1 '%d' */
	/*:     n signed integer 4 'int' declared 'int' */
}

/* What stands in front of the words and is none of them */
#define unit_dbg(format, ...)	DTRACE_PRINTF("[V] UNIT: " format, ##__VA_ARGS__)

void fronts(int n, const char *s);
void fronts(int n, const char *s)
{
	DTRACE_PRINTF("<4>digit\n");
	/*: probe sdt:fronts:digit qualified sites=1 '<4>digit' */
	DTRACE_PRINTF("[E] letter\n");
	/*: probe sdt:fronts:letter qualified sites=1 '[E] letter' */
	DTRACE_PRINTF("%s: [V][Warning]<7>several\n", s);
	/*: probe sdt:fronts:several qualified sites=1 '%s: [V][Warning]<7>several' */
	/*:     s string 8 'const char *' declared 'const char *' */
	DTRACE_PRINTF("[net] no level [E] inside, <error>\n");
	/*: probe sdt:fronts:net-no-level-e-inside-error qualified sites=1 '[net] no level [E] inside, <error>' */
	DTRACE_PRINTF("[E no bracket\n");
	/*: probe sdt:fronts:e-no-bracket qualified sites=1 '[E no bracket' */
	DTRACE_PRINTF("UNIT: text of %d\n", n);
	/*: probe sdt:fronts:text-of qualified sites=1 'UNIT: text of %d' */
	/*:     n signed integer 4 'int' declared 'int' */
	DTRACE_PRINTF("== unit: == [D] texts: UNIT: inside\n");
	/*: probe sdt:fronts:texts-unit-inside qualified sites=1 '== unit: == [D] texts: UNIT: inside' */
	DTRACE_PRINTF("Unit 1 is not the text\n");
	/*: probe sdt:fronts:unit-1-is-not-the-text qualified sites=1 'Unit 1 is not the text' */
	DTRACE_PRINTF("GPUs, not GPU\n");
	/*: probe sdt:fronts:gpus-not-gpu qualified sites=1 'GPUs, not GPU' */
	DTRACE_PRINTF("GPU%d is a word\n", n);
	/*: probe sdt:fronts:is-a-word qualified sites=1 'GPU%d is a word' */
	/*:     n signed integer 4 'int' declared 'int' */
	unit_dbg("by a macro\n");
	/*: probe sdt:fronts:by-a-macro qualified sites=1 '[V] UNIT: by a macro' */
	DTRACE_PRINTF_PREFIX(__foo_net, "UNIT: behind a prefix\n");
	/*: probe foo:fronts:net-behind-a-prefix qualified sites=1 'UNIT: behind a prefix' */
	DTRACE_PRINTF(KBUILD_MODNAME ": the module\n");
	/*: probe sdt:fronts:the-module qualified sites=1 'my_driver: the module' */
	DTRACE_PRINTF("[My-Driver] in its other form\n");
	/*: probe sdt:fronts:in-its-other-form qualified sites=1 '[My-Driver] in its other form' */
	DTRACE_PRINTF("my_driver (in a sentence)\n");
	/*: probe sdt:fronts:my_driver-in-a-sentence qualified sites=1 'my_driver (in a sentence)' */
	DTRACE_PRINTF("my_driver:\n");
	/*: probe sdt:fronts:message qualified sites=1 'my_driver:' */
	DTRACE_PRINTF("\001%d first\n", n);
	/*: probe sdt:fronts:first qualified sites=1 ' %d first' */
	/*:     n signed integer 4 'int' declared 'int' */
}

/* An event's name has at most 200 bytes. */
void a_abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghij_180(void);
void a_abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghij_180(void)
{
	DTRACE_PRINTF("words of a long function\n");
	/*: probe sdt:a_abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghij_180:words-of-a-long qualified sites=1 'words of a long function' */
}

/* -- text ----------------------------------------------------------------- */

#define PRIname	"%s"

void text(int n, const char *s);
void text(int n, const char *s)
{
	DTRACE_PRINTF(KERN_DEBUG "a level and\ta tab \n\n");
	/*: probe sdt:text:a-level-and-a-tab qualified sites=1 'a level and a tab' */
	DTRACE_PRINTF("front: " KERN_DEBUG "inside");
	/*: probe sdt:text:front-inside qualified sites=1 'front: inside' */
	DTRACE_PRINTF("parts: " PRIname
		      " and %d\n", s, n);
	/*: probe sdt:text:parts-and qualified sites=1 'parts: %s and %d' */
	/*:     s string 8 'const char *' declared 'const char *' */
	/*:     n signed integer 4 'int' declared 'int' */
	DTRACE_PRINTF(("%d in parentheses\n"), n);
	/*: probe sdt:text:in-parentheses qualified sites=1 '%d in parentheses' */
	/*:     n signed integer 4 'int' declared 'int' */
}

/* -- arguments ------------------------------------------------------------ */

void kinds(struct device_state *dev, bool on, signed char c, short h, u8 *bytes, char *text,
	   void __user *user, void (*stop)(int));
void kinds(struct device_state *dev, bool on, signed char c, short h, u8 *bytes, char *text,
	   void __user *user, void (*stop)(int))
{
	DTRACE_PRINTF("numbers %d %d %c %hd %u %llx %#lX %zu\n", dev->state, on, c, h, dev->nr,
		      1ULL << h, 2UL << h, sizeof(*dev));
	/*: probe sdt:kinds:numbers qualified sites=1 'numbers %d %d %c %hd %u %llx %#lX %zu' */
	/*:     state enum 4 'enum state' declared 'enum state' */
	/*:     on bool 1 'bool' declared 'bool' */
	/*:     c signed integer 1 'signed char' declared 'signed char' */
	/*:     h signed integer 2 'short int' declared 'short int' */
	/*:     nr integer 4 'unsigned int' declared 'unsigned int' */
	/* plain: arg4 nr long int 8-byte signed integer; not unsigned int 4-byte unsigned integer (types) */
	/*:     arg5 hex integer 8 'long long unsigned int' declared 'long long unsigned int' */
	/*:     arg6 hex integer 8 'long unsigned int' declared 'long unsigned int' */
	/*:     arg7 integer 8 'long unsigned int' declared 'long unsigned int' */
	DTRACE_PRINTF("strings %s %s %.10s %.*s %.0s %-8s\n", dev->name, bytes, text, h, text,
		      text + 1, "literal");
	/*: probe sdt:kinds:strings qualified sites=1 'strings %s %s %.10s %.*s %.0s %-8s' */
	/*:     name string 8 'const char *' declared 'const char *' */
	/*:     bytes string 8 'u8 *' declared 'u8 *' */
	/*:     text string 8 bound=10 'char *' declared 'char *' */
	/*:     h signed integer 2 'short int' declared 'short int' */
	/*:     arg4 string 8 bound=arg3 'char *' declared 'char *' */
	/*:     arg5 pointer 8 'char *' declared 'char *' */
	/*:     arg6 string 8 'char *' declared 'char *' */
	DTRACE_PRINTF("pointers %p %px %pK %ps %pS %pe %p\n", text, bytes, dev, stop, stop, dev,
		      user);
	/*: probe sdt:kinds:pointers qualified sites=1 'pointers %p %px %pK %ps %pS %pe %p' */
	/*:     text pointer 8 'char *' declared 'char *' */
	/*:     bytes pointer 8 'u8 *' declared 'u8 *' */
	/*:     dev pointer 8 'struct device_state *' declared 'struct device_state *' */
	/*:     stop function 8 'void (*)(int)' declared 'void (*)(int)' */
	/*:     arg4 function 8 'void (*)(int)' declared 'void (*)(int)' */
	/*:     arg5 pointer 8 'struct device_state *' declared 'struct device_state *' */
	/*:     user pointer 8 'void *' declared 'void *' */
}

void bytes(u8 *mac, struct in_addr *v4, struct in6_addr *v6, uuid_t *uuid, phys_addr_t *start,
	   u32 *fourcc, int n, char *text, enum state wide, bool narrow);
void bytes(u8 *mac, struct in_addr *v4, struct in6_addr *v6, uuid_t *uuid, phys_addr_t *start,
	   u32 *fourcc, int n, char *text, enum state wide, bool narrow)
{
	DTRACE_PRINTF("copies %pM %pI4 %pI6c %pUb %pap %p4cc %6ph %*phN\n", mac, v4, v6, uuid,
		      start, fourcc, text, n, text);
	/*: probe sdt:bytes:copies qualified sites=1 'copies %pM %pI4 %pI6c %pUb %pap %p4cc %6ph %*phN' */
	/*:     mac bytes 8 bound=6 'u8 *' declared 'u8 *' */
	/*:     v4 bytes 8 bound=4 'struct in_addr *' declared 'struct in_addr *' */
	/*:     v6 bytes 8 bound=16 'struct in6_addr *' declared 'struct in6_addr *' */
	/*:     uuid bytes 8 bound=16 'uuid_t *' declared 'uuid_t *' */
	/*:     start bytes 8 bound=8 'phys_addr_t *' declared 'phys_addr_t *' */
	/*:     fourcc bytes 8 bound=4 'u32 *' declared 'u32 *' */
	/*:     text bytes 8 bound=6 'char *' declared 'char *' */
	/*:     n signed integer 4 'int' declared 'int' */
	/*:     arg8 bytes 8 bound=arg7 'char *' declared 'char *' */
	DTRACE_PRINTF("stars %*d %-*s\n", wide, n, narrow, text);
	/*: probe sdt:bytes:stars qualified sites=1 'stars %*d %-*s' */
	/*:     wide integer 4 'enum state' declared 'enum state' */
	/*:     n signed integer 4 'int' declared 'int' */
	/*:     narrow integer 1 'bool' declared 'bool' */
	/*:     text string 8 'char *' declared 'char *' */
}

/* -- names of fields ------------------------------------------------------ */

void fields(struct device_state *dev, int err, int n);
void fields(struct device_state *dev, int err, int n)
{
	DTRACE_PRINTF("place %s %s:%d\n", __func__, __FILE__, __LINE__);
	/*: probe sdt:fields:place qualified sites=1 'place %s %s:%d' */
	/*:     func string 8 'const char *' declared 'const char *' */
	/*:     file string 8 'char *' declared 'char *' */
	/*:     line signed integer 4 'int' declared 'int' */
	DTRACE_PRINTF("chosen %s %s %d %d %d\n", dev ? dev->name : "none", err ? "bad" : "good",
		      n ?: 7, err < 0 ? 0 : dev->nr, n ? err : dev->state);
	/*: probe sdt:fields:chosen qualified sites=1 'chosen %s %s %d %d %d' */
	/*:     name string 8 'const char *' declared 'const char *' */
	/*:     err string 8 'char *' declared 'char *' */
	/*:     n signed integer 4 'int' declared 'int' */
	/*:     nr signed integer 4 'int' declared 'int' */
	/*:     arg4 integer 4 'unsigned int' declared 'unsigned int' */
}

/* -- macros of a code base ------------------------------------------------ */

#define dbg(format, ...)	DTRACE_PRINTF("%s: " format, __func__, ##__VA_ARGS__)
#define dbg_at(lvl, format, ...) \
	do { \
		if (level >= (lvl)) \
			dbg("<%d> " format, lvl, ##__VA_ARGS__); \
	} while (0)
#define dbg_one(format, value)	dbg_at(1, format "\n", value)
#define LOG_DEBUG(mask, format, ...) \
	DTRACE_PRINTF_PREFIX(__foo_##mask##__, format, ##__VA_ARGS__)
#define D_INFO	4
#define dbg_named(format, value)	DTRACE_PRINTF_NAMED(fixed, format, value)
#define dbg_fixed(device, value) \
	DTRACE_PRINTF("%s has %d\n", (device)->name, value)
#undef pr_fmt
#define pr_fmt(format)	"%s: " format, __func__

extern int level;

void macros(struct device_state *dev, int n);
void macros(struct device_state *dev, int n)
{
	dbg("none\n");
	/*: probe sdt:macros:none qualified sites=1 '%s: none' */
	/*:     func string 8 'const char *' declared 'const char *' */
	dbg("two %s %d\n", dev->name, n);
	/*: probe sdt:macros:two qualified sites=1 '%s: two %s %d' */
	/*:     func string 8 'const char *' declared 'const char *' */
	/*:     name string 8 'const char *' declared 'const char *' */
	/*:     n signed integer 4 'int' declared 'int' */
	if (n)
		dbg_at(2, "two %s %d\n", dev->name, n);
	/*: probe sdt:macros:two qualified sites=1 '%s: <%d> two %s %d' */
	/*:     func string 8 'const char *' declared 'const char *' */
	/*:     arg1 signed integer 4 'int' declared 'int' */
	/*:     name string 8 'const char *' declared 'const char *' */
	/*:     n signed integer 4 'int' declared 'int' */
	else
		dbg_one("one %d", dev->nr);
	/*: probe sdt:macros:one qualified sites=1 '%s: <%d> one %d' */
	/*:     func string 8 'const char *' declared 'const char *' */
	/*:     arg1 signed integer 4 'int' declared 'int' */
	/*:     nr integer 4 'unsigned int' declared 'unsigned int' */
	/* plain: arg2 nr long int 8-byte signed integer; not unsigned int 4-byte unsigned integer (types) */
	LOG_DEBUG(D_INFO, "mask of %d\n", n);
	/*: probe foo:macros:D_INFO-mask-of qualified sites=1 'mask of %d' */
	/*:     n signed integer 4 'int' declared 'int' */
	/* A caller's format goes with the caller's names. */
	dbg_named("named %d\n", dev->nr);
	/*: probe sdt:macros:fixed qualified sites=1 'named %d' */
	/*:     nr integer 4 'unsigned int' declared 'unsigned int' */
	/* plain: arg0 nr long int 8-byte signed integer; not unsigned int 4-byte unsigned integer (types) */
	dbg_fixed(dev, n);
	/*: probe sdt:macros:has qualified sites=1 '%s has %d' */
	/*:     name string 8 'const char *' declared 'const char *' */
	/*:     n signed integer 4 'int' declared 'int' */
	DTRACE_PRINTF(pr_fmt("an argument in the format\n"));
	/*: probe sdt:macros:an-argument-in-the-format qualified sites=1 '%s: an argument in the format' */
	/*:     func string 8 'const char *' declared 'const char *' */
}

/* -- a name, types and a text --------------------------------------------- */

void texts(int n, const char *s, const u8 *mac, struct in6_addr *in6);
void texts(int n, const char *s, const u8 *mac, struct in6_addr *in6)
{
	DTRACE_PROBE_TEXT(link__up, "%s: link is up, %u Mbit/s\n", const char *name, s,
			  u32 DTRACE_HEX speed, n);
	/*: probe sdt:texts:link-up sites=1 '%s: link is up, %u Mbit/s' */
	/*:     name named string 8 'const char *' declared 'const char *' */
	/*:     speed named hex integer 4 'u32' declared 'u32 DTRACE_HEX' */
	DTRACE_PROBE_TEXT(__foo_down, "down");
	/*: probe foo:texts:down sites=1 'down' */
	DTRACE_PROBE_TEXT(lengths, "%pM %.*s %s %*ph %s", const u8 hw[6], mac, int, n, const char *, s,
			  const char text[16], s, int len, n, const u8 data[len], mac,
			  const u8 word[4], mac);
	/*: probe sdt:texts:lengths sites=1 '%pM %.*s %s %*ph %s' */
	/*:     hw named bytes 8 bound=6 'const u8 *' declared 'const u8 [6]' */
	/*:     n signed integer 4 'int' declared 'int' */
	/*:     s string 8 bound=arg1 'const char *' declared 'const char *' */
	/*:     text named string 8 bound=16 'const char *' declared 'const char [16]' */
	/*:     len signed named integer 4 'int' declared 'int' */
	/*:     data named bytes 8 bound=arg4 'const u8 *' declared 'const u8 [len]' */
	/*:     word named string 8 bound=4 'const u8 *' declared 'const u8 [4]' */
	DTRACE_PROBE_TEXT(kinds, "%pI6c %p %d %p", struct in6_addr * DTRACE_TRUSTED, in6,
			  struct in6_addr * DTRACE_TRUSTED trusted, in6, enum state, n, const char *, s);
	/*: probe sdt:texts:kinds sites=1 '%pI6c %p %d %p' */
	/*:     in6 bytes 8 bound=16 'struct in6_addr *' declared 'struct in6_addr * DTRACE_TRUSTED' */
	/*:     trusted named trusted pointer 8 'struct in6_addr *' declared 'struct in6_addr * DTRACE_TRUSTED' */
	/*:     n enum 4 'enum state' declared 'enum state' */
	/*:     s pointer 8 'const char *' declared 'const char *' */
}

/* -- places --------------------------------------------------------------- */

static __always_inline int twice(int n)
{
	DTRACE_PRINTF("inlined %d\n", n);
	/*: probe sdt:twice:inlined qualified sites=2 'inlined %d' */
	/*:     n signed integer 4 'int' declared 'int' */
	return 2 * n;
}

int places(int n);
int places(int n)
{
	/* The same message twice is one probe. */
	if (n > 1)
		DTRACE_PRINTF("same %d\n", n);
	/*: probe sdt:places:same qualified sites=1 'same %d' */
	/*:     n signed integer 4 'int' declared 'int' */
	else
		DTRACE_PRINTF("same %d\n", n);
	/*: probe sdt:places:same qualified sites=1 'same %d' */
	/*:     n signed integer 4 'int' declared 'int' */
	/* A probe in an argument is there once. */
	DTRACE_PRINTF("outer %d\n", ({ DTRACE_PROBE(inner); n; }));
	/*: probe sdt:places:inner sites=1 */
	/*: probe sdt:places:outer qualified sites=1 'outer %d' */
	/*:     n signed integer 4 'int' declared 'int' */
	return twice(n) + twice(n + 1);
}
