// SPDX-License-Identifier: GPL-2.0-only
/*
 * shown.c - arguments whose author says how they are shown, beside what the object's
 * table has for them
 *
 * The comments that begin with a colon are what table.py prints, in its order.
 */
#include <linux/etherdevice.h>
#include <linux/if_ether.h>
#include <linux/in6.h>
#include <linux/skbuff.h>
#include <linux/types.h>
#include <sys/sdt.h>

/*: provider sdt */
/*: provider io */
/*: provider foo */

enum bits { URGENT = 0x01, LAST = 0x02 };
typedef enum bits bits_t;
enum __packed one_byte { ONLY };
enum { KEY_LEN = 32, ZERO = 0 };
enum { SHADOWED = 4, SELF = 3 };
#define SHADOWED	8
#define SELF		SELF
#define NAME_LEN	(IFNAMSIZ + 1)
#define KEY_BITS	128
#define EMPTY
#define HALF		KEY_LEN / 2
#define len		99
#define uint32_hex_t	u32 DTRACE_HEX
typedef u8 mac_t[ETH_ALEN];
typedef char text_t[16];
typedef u8 byte_t;

struct frame {
	u8 dest[ETH_ALEN];
	u32 regs[4];
	char text[16];
	bool set[8];
	enum one_byte small[2];
	void *data;
	unsigned long word;
	u8 *bytes;
};

void words(u32 status, long l, enum bits bits, struct frame *f, char c, u64 wide);
void words(u32 status, long l, enum bits bits, struct frame *f, char c, u64 wide)
{
	DTRACE_PROBE(hex, u32 DTRACE_HEX status, status, DTRACE_HEX long, l,
		     const u64 DTRACE_HEX v, wide, foo_t DTRACE_HEX x, (s16)l,
		     uint32_hex_t, status, typeof(l) DTRACE_HEX t, l);
	/*: probe sdt:words:hex sites=1 */
	/*:     status named hex integer 4 'u32' declared 'u32 DTRACE_HEX' */
	/*:     l signed hex integer 8 'long int' declared 'DTRACE_HEX long' */
	/*:     v named hex integer 8 'u64' declared 'const u64 DTRACE_HEX' */
	/*:     x signed named hex integer 2 'short int' declared 'foo_t DTRACE_HEX' */
	/*:     arg4 hex integer 4 'u32' declared 'uint32_hex_t' */
	/*:     t signed named hex integer 8 'long int' declared 'typeof(l) DTRACE_HEX' */
	DTRACE_PROBE4(flags, enum bits DTRACE_FLAGS, bits, bits_t DTRACE_FLAGS f, status,
		      DTRACE_FLAGS enum bits g, (enum bits)f->word,
		      enum one_byte DTRACE_FLAGS small, f->small[0]);
	/*: probe sdt:words:flags sites=1 */
	/*:     bits bitmask 4 'enum bits' declared 'enum bits DTRACE_FLAGS' */
	/*:     f named bitmask 4 'bits_t' declared 'bits_t DTRACE_FLAGS' */
	/*:     g named bitmask 4 'enum bits' declared 'DTRACE_FLAGS enum bits' */
	/*:     small named bitmask 1 'enum one_byte' declared 'enum one_byte DTRACE_FLAGS' */
	DTRACE_PROBE(trusted, struct frame * DTRACE_TRUSTED, f, const struct frame DTRACE_TRUSTED *g, f,
		     typeof(f) DTRACE_TRUSTED t, f, struct frame * DTRACE_TRUSTED v, (void *)l);
	/*: probe sdt:words:trusted sites=1 */
	/*:     f trusted pointer 8 'struct frame *' declared 'struct frame * DTRACE_TRUSTED' */
	/*:     g named trusted pointer 8 'const struct frame *' declared 'const struct frame DTRACE_TRUSTED *' */
	/*:     t named trusted pointer 8 'struct frame *' declared 'typeof(f) DTRACE_TRUSTED' */
	/*:     v named trusted pointer 8 'struct frame *' declared 'struct frame * DTRACE_TRUSTED' */
	/* An author's own macro expands what it passes on. */
#define PASS(name, t, a)	DTRACE_PROBE1(name, t, a)
	PASS(passed, u32 DTRACE_HEX s, status);
	/*: probe sdt:words:passed sites=1 */
	/*:     s named hex integer 4 'u32' declared 'u32 DTRACE_HEX' */
	PASS(array, u8 mac[ETH_ALEN], f->dest);
	/*: probe sdt:words:array sites=1 */
	/*:     mac named bytes 8 bound=6 'u8 *' declared 'u8 [6]' */
}

void constants(struct frame *f, const struct ethhdr *hdr, const void *data, char *s,
	       char __user *user, struct in6_addr *in6);
void constants(struct frame *f, const struct ethhdr *hdr, const void *data, char *s,
	       char __user *user, struct in6_addr *in6)
{
	DTRACE_PROBE8(number, u8 mac[6], hdr->h_dest, const u8[0x6UL], data,
		     char text[16], s, signed char b[ 2 ], f->data,
		     const char __user buf[8], user, u8 (nested)[3], f->dest,
		     u8 s[static const 4], f->bytes, u8 e[EMPTY 5 EMPTY], f->bytes);
	/*: probe sdt:constants:number sites=1 */
	/*:     mac named bytes 8 bound=6 'u8 *' declared 'u8 [6]' */
	/*:     data bytes 8 bound=6 'const u8 *' declared 'const u8[0x6UL]' */
	/*:     text named string 8 bound=16 'char *' declared 'char [16]' */
	/*:     b named bytes 8 bound=2 'signed char *' declared 'signed char [ 2 ]' */
	/*:     buf user named string 8 bound=8 'const char *' declared 'const char __user [8]' */
	/*:     nested named bytes 8 bound=3 'u8 *' declared 'u8 ()[3]' */
	/*:     s named bytes 8 bound=4 'u8 *' declared 'u8 [static const 4]' */
	/*:     e named bytes 8 bound=5 'u8 *' declared 'u8 [EMPTY 5 EMPTY]' */
	DTRACE_PROBE8(symbols, u8 a[ETH_ALEN], hdr->h_source, u8 k[KEY_LEN], data,
		      char n[NAME_LEN], s, u8 x[KEY_BITS / 8], data,
		      u8 i[sizeof(struct in6_addr)], in6, u8 h[HALF + 1], data,
		      u8 c[1 << (2 + 3) - 1], data, char w[0x10 - 2 * (5 - 3)], s);
	/*: probe sdt:constants:symbols sites=1 */
	/*:     a named bytes 8 bound=6 'u8 *' declared 'u8 [ETH_ALEN]' */
	/*:     k named bytes 8 bound=32 'u8 *' declared 'u8 [KEY_LEN]' */
	/*:     n named string 8 bound=17 'char *' declared 'char [NAME_LEN]' */
	/*:     x named bytes 8 bound=16 'u8 *' declared 'u8 [KEY_BITS / 8]' */
	/*:     i named bytes 8 bound=16 'u8 *' declared 'u8 [sizeof(struct in6_addr)]' */
	/*:     h named bytes 8 bound=17 'u8 *' declared 'u8 [HALF + 1]' */
	/*:     c named bytes 8 bound=16 'u8 *' declared 'u8 [1 << (2 + 3) - 1]' */
	/*:     w named string 8 bound=12 'char *' declared 'char [0x10 - 2 * (5 - 3)]' */
	DTRACE_PROBE4(typedefs, mac_t mac, hdr->h_dest, text_t, f->text, byte_t b[2], data,
		      const mac_t m, hdr->h_dest);
	/*: probe sdt:constants:typedefs sites=1 */
	/*:     mac named bytes 8 bound=6 'u8 *' declared 'mac_t' */
	/*:     text string 8 bound=16 'char *' declared 'text_t' */
	/*:     b named bytes 8 bound=2 'byte_t *' declared 'byte_t [2]' */
	/*:     m named bytes 8 bound=6 'const u8 *' declared 'const mac_t' */
	{
		enum { INNER = 5 };
		DTRACE_PROBE1(inner, u8 a[INNER], data);
		/*: probe sdt:constants:inner sites=1 */
		/*:     a named bytes 8 bound=5 'u8 *' declared 'u8 [INNER]' */
	}
	/* A macro hides an enumerator, unless it stands for it. */
	DTRACE_PROBE2(hidden, u8 a[SHADOWED], data, u8 b[SELF], data);
	/*: probe sdt:constants:hidden sites=1 */
	/*:     a named bytes 8 bound=8 'u8 *' declared 'u8 [SHADOWED]' */
	/*:     b named bytes 8 bound=3 'u8 *' declared 'u8 [SELF]' */
	/* A type that is not looked into has no bound. */
	DTRACE_PROBE2(opaque, u8 rows[2][f->n], f->bytes, typeof(*f) frames[6], f->bytes);
	/*: probe sdt:constants:opaque sites=1 */
	/*:     rows named pointer 8 'u8 *' declared 'u8 [2][f->n]' */
	/*:     frames named pointer 8 'u8 *' declared 'typeof(*f) [6]' */
	/* A number's suffix is part of it. */
	DTRACE_PROBE1(suffix, u8 (*row)[6UL], data);
	/*: probe sdt:constants:suffix sites=1 */
	/*:     row named pointer 8 'u8 (*)[6]' declared 'u8 (*)[6UL]' */
	/* The bounds of other arrays are no bounds of bytes. */
	DTRACE_PROBE8(others, u8 data[], data, char text[], s, u32 regs[4], f->regs,
		      bool set[8], f->set, enum one_byte small[2], f->small,
		      u8 rows[2][3], data, u8 (*row)[3], data, u8 *list[3], data);
	/*: probe sdt:constants:others sites=1 */
	/*:     data named pointer 8 'u8 *' declared 'u8 []' */
	/*:     text named string 8 'char *' declared 'char []' */
	/*:     regs named pointer 8 'u32 *' declared 'u32 [4]' */
	/*:     set named pointer 8 'bool *' declared 'bool [8]' */
	/*:     small named pointer 8 'enum one_byte *' declared 'enum one_byte [2]' */
	/*:     rows named pointer 8 'u8 (*)[3]' declared 'u8 [2][3]' */
	/*:     row named pointer 8 'u8 (*)[3]' declared 'u8 (*)[3]' */
	/*:     list named pointer 8 'u8 **' declared 'u8 *[3]' */
}

void arguments(size_t n, const struct sk_buff *skb, char *s, u8 count);
void arguments(size_t n, const struct sk_buff *skb, char *s, u8 count)
{
	/* An argument comes before a macro of that name. */
	DTRACE_PROBE2(given, size_t len, n, u8 data[len], skb->data);
	/*: probe sdt:arguments:given sites=1 */
	/*:     len named integer 8 'size_t' declared 'size_t' */
	/*:     data named bytes 8 bound=arg0 'u8 *' declared 'u8 [len]' */
	DTRACE_PROBE2(macro, size_t, n, u8 data[len], skb->data);
	/*: probe sdt:arguments:macro sites=1 */
	/*:     n integer 8 'size_t' declared 'size_t' */
	/*:     data named bytes 8 bound=99 'u8 *' declared 'u8 [len]' */
	DTRACE_PROBE(derived, char text[count], s, u8, count, const u8 d[data_len], skb->head,
		     unsigned int, skb->data_len, u8[count], s);
	/*: probe sdt:arguments:derived sites=1 */
	/*:     text named string 8 bound=arg1 'char *' declared 'char [count]' */
	/*:     count integer 1 'u8' declared 'u8' */
	/*:     d named bytes 8 bound=arg3 'const u8 *' declared 'const u8 [data_len]' */
	/*:     data_len integer 4 'unsigned int' declared 'unsigned int' */
	/*:     s bytes 8 bound=arg1 'u8 *' declared 'u8[count]' */
	DTRACE_IO(any, int n, 3, u8 data[n], s);
	/*: probe io:arguments:any sites=1 */
	/*:     n signed named integer 4 'int' declared 'int' */
	/*:     data named bytes 8 bound=arg0 'u8 *' declared 'u8 [n]' */
	DTRACE_IO2(numbered, char text[n], s, short DTRACE_HEX n, count);
	/*: probe io:arguments:numbered sites=1 */
	/*:     text named string 8 bound=arg1 'char *' declared 'char [n]' */
	/*:     n signed named hex integer 2 'short int' declared 'short DTRACE_HEX' */
	/* A bound is that of the native argument. */
	DTRACE_PROBE3(slots, u8 mac[6] : mac_t *, skb->data, int n : (), count,
		      char text[n] : (string s, int size), s);
	/*: probe sdt:arguments:slots translated sites=1 */
	/*:     mac named bytes 8 bound=6 'u8 *' declared 'u8 [6]' */
	/*:     n signed named integer 4 'int' declared 'int' */
	/*:     text named string 8 bound=arg1 'char *' declared 'char [n]' */
	/*:     shown as 'mac_t *' of 0 */
	/*:     shown as s 'string' of 2 */
	/*:     shown as size 'int' of 2 */
	/* What DTrace sees of an argument without a translation has no such words. */
	DTRACE_PROBE4(views, int :, count, u8 mac[6], skb->data, int DTRACE_HEX h, count,
		      char text[], s);
	/*: probe sdt:arguments:views translated sites=1 */
	/*:     count signed integer 4 'int' declared 'int' */
	/*:     mac named bytes 8 bound=6 'u8 *' declared 'u8 [6]' */
	/*:     h signed named hex integer 4 'int' declared 'int DTRACE_HEX' */
	/*:     text named string 8 'char *' declared 'char []' */
	/*:     shown as mac 'u8 *' of 1 */
	/*:     shown as h 'int' of 2 */
	/*:     shown as text 'char []' of 3 */
	/* A parameter of a macro is replaced in the type, too. */
#define SEND(p, count)	DTRACE_PROBE2(send, size_t count, count, u8 data[count], p)
	SEND(s, n);
	/*: probe sdt:arguments:send sites=1 */
	/*:     n named integer 8 'size_t' declared 'size_t' */
	/*:     data named bytes 8 bound=arg0 'u8 *' declared 'u8 [n]' */
}

/* ---- definitions ----------------------------------------------------------- */

SDT_PROVIDER_DECLARE(foo);
SDT_PROBE_DECLARE(foo, , , elsewhere);
	/*: declaration foo::elsewhere */
SDT_PROBE_DEFINE4(foo, , , later, "u8 data[count]", "u32 DTRACE_HEX", "size_t count", "char[16]");
	/*: definition foo::later */
	/*:     data named bytes 8 bound=arg2 'u8 *' declared 'u8 [count]' */
	/*:     - hex integer 4 'u32' declared 'u32 DTRACE_HEX' */
	/*:     count named integer 8 'size_t' declared 'size_t' */
	/*:     - string 8 bound=16 'char *' declared 'char[16]' */
SDT_PROBE_DEFINE2(foo, , , earlier, "size_t n", "const char text[n]");
	/*: definition foo::earlier */
	/*:     n named integer 8 'size_t' declared 'size_t' */
	/*:     text named string 8 bound=arg0 'const char *' declared 'const char [n]' */
SDT_PROBE_DEFINE2_XLATE(foo, , , xlate, "u8 mac[ETH_ALEN]", "mac_t *", "enum bits DTRACE_FLAGS", NULL);
	/*: definition foo::xlate translated */
	/*:     mac named bytes 8 bound=6 'u8 *' declared 'u8 [ETH_ALEN]' */
	/*:     - bitmask 4 'enum bits' declared 'enum bits DTRACE_FLAGS' */
	/*:     shown as 'mac_t *' of 0 */
	/*:     shown as 'enum bits' of 1 */
SDT_PROBE_DEFINE2(foo, , , unknown, "later_t m[6]", "later_e DTRACE_FLAGS");
	/*: definition foo::unknown */
	/*:     m named unknown 0 '' declared 'later_t [6]' */
	/*:     - unknown 0 '' declared 'later_e DTRACE_FLAGS' */

void sites(struct sk_buff *skb, size_t n, char *s, u32 bits);
void sites(struct sk_buff *skb, size_t n, char *s, u32 bits)
{
	typedef u8 later_t;

	SDT_PROBE4(foo, , , later, skb->data, bits, n, s);
	/*: probe foo:sites:later use sites=1 */
	/*:     data named bytes 8 bound=arg2 'u8 *' declared 'u8 [count]' */
	/*:     bits hex integer 4 'u32' declared 'u32 DTRACE_HEX' */
	/*:     count named integer 8 'size_t' declared 'size_t' */
	/*:     s string 8 bound=16 'char *' declared 'char[16]' */
	SDT_PROBE2(foo, , , earlier, 0, NULL);
	/*: probe foo:sites:earlier use sites=1 */
	/*:     n named zero integer 8 'size_t' declared 'size_t' */
	/*:     text named zero string 8 bound=arg0 'const char *' declared 'const char [n]' */
	SDT_PROBE2(foo, , , xlate, eth_hdr(skb)->h_dest, bits);
	/*: probe foo:sites:xlate translated use sites=1 */
	/*:     mac named bytes 8 bound=6 'u8 *' declared 'u8 [ETH_ALEN]' */
	/*:     bits bitmask 4 'enum bits' declared 'enum bits DTRACE_FLAGS' */
	/*:     shown as 'mac_t *' of 0 */
	/*:     shown as 'enum bits' of 1 */
	SDT_PROBE2(foo, , , unknown, (later_t *)s, (enum bits)bits);
	/*: probe foo:sites:unknown use sites=1 */
	/*:     m named pointer 8 'later_t *' declared 'later_t [6]' */
	/*:     bits bitmask 4 'enum bits' declared 'later_e DTRACE_FLAGS' */
	/* Where only a declaration is known, the sites' types are the expressions'. */
	SDT_PROBE1(foo, , , elsewhere, skb->data);
	/*: probe foo:sites:elsewhere use sites=1 */
	/*:     data pointer 8 'unsigned char *' declared 'unsigned char *' */
}
