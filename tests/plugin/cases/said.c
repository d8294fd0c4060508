// SPDX-License-Identifier: GPL-2.0-only
/* said.c - messages with something wrong; diagnostics as in refused.c */
#include <linux/printk.h>
#include <linux/types.h>
#include <linux/sdt.h>

extern int next(void);
extern const char *const variable;

static const char array[] = "array";

struct pair { int a, b; };

#define dbg(format, ...)	DTRACE_PRINTF("%s: " format, __func__, ##__VA_ARGS__)

void formats(int n, const char *s, long l);
void formats(int n, const char *s, long l)
{
	DTRACE_PRINTF("text %s", n);	/* warning: format '%s' expects argument of type 'char *', but argument 2 has type 'int' */
	DTRACE_PRINTF("number %u", l);	/* warning: format '%u' expects argument of type 'unsigned int', but argument 2 has type 'long int' */
	dbg("text %s", n);		/* warning: format '%s' expects argument of type 'char *', but argument 3 has type 'int' */
	DTRACE_PRINTF("extra %d", n, s);	/* warning: too many arguments for format */
	DTRACE_PRINTF("end %");		/* warning: spurious trailing '%' in format */
	DTRACE_PRINTF("error %m");	/* warning: '%m' of a message is not a conversion of the kernel; it is shown as text */
					/* note: '-fplugin-arg-sdt_plugin-no-warn-messages' turns this warning off */

	DTRACE_PRINTF(variable);	/* error: the format of a message is not a string literal */
	DTRACE_PRINTF(array);		/* error: the format of a message is not a string literal */
	DTRACE_PRINTF(n ? "a" : "b");	/* error: the format of a message is not a string literal */
	DTRACE_PRINTF(L"wide");		/* error: the format of a message is not a string literal */
	DTRACE_PRINTF(n);		/* error: the format of a message is not a string literal */
}

void arguments(int n, const char *s, struct pair pair, struct va_format *vaf);
void arguments(int n, const char *s, struct pair pair, struct va_format *vaf)
{
	DTRACE_PRINTF("none %d");	/* error: probe 'none' has 0 arguments, but its format takes 1 */
	DTRACE_PRINTF("few %*d", n);	/* error: probe 'few' has 1 argument, but its format takes 2 */
	DTRACE_PRINTF_NAMED(many, "%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d",	/* error: probe 'many' has 33 arguments; at most 32 are possible */
					/* note: split the message */
			    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33);
	DTRACE_PRINTF("star %*d",
		      s, n);	/* error: argument 1 of probe 'star', declared 'const char *', does not fit its conversion */
	DTRACE_PRINTF("pair %d",
		      pair);	/* error: probe argument 1 has type 'struct pair': only scalar values can be passed to a probe */
				/* note: pass its address, or one of its members */
	DTRACE_PRINTF("%pV",		/* warning: '%pV' of a message shows what its argument points to, which a record cannot hold; the address is recorded */
					/* note: '-fplugin-arg-sdt_plugin-no-warn-messages' turns this warning off */
		      vaf);
	DTRACE_PRINTF("%n", &n);	/* warning: '%n' of a message shows nothing; the address is recorded */
					/* note: '-fplugin-arg-sdt_plugin-no-warn-messages' turns this warning off */
	/* A function may format a value. */
	DTRACE_PRINTF("next %d", next());
	DTRACE_PRINTF("number %d",
		      n++);	/* warning: probe argument 1 has a side effect, which happens only while the probe is enabled */
				/* note: it changes 'n' */
				/* note: compute the value before the probe, or, if the effect is intended, write 'DTRACE_PURE (...)' around the argument */
					/* plain: nothing (side effects of an argument) */
	DTRACE_PRINTF("pure %d", DTRACE_PURE(n++));
	/* An argument is compiled once. */
	DTRACE_PRINTF("member %d", pair.c);	/* error: 'struct pair' has no member named 'c' */
	DTRACE_PRINTF_NAMED(1st, "name");	/* error: 'sdt::arguments:1st' cannot name a probe: only an identifier can */
}

struct buf;

void texts(int n, const char *s, long l, const u8 *mac, struct buf *bp);
void texts(int n, const char *s, long l, const u8 *mac, struct buf *bp)
{
	DTRACE_PROBE_TEXT(text__s, "%s", int, n);	/* warning: format '%s' expects argument of type 'char *', but argument 2 has type 'int' */
	DTRACE_PROBE_TEXT(text__d, "%d", long, n);	/* warning: format '%d' expects argument of type 'int', but argument 2 has type 'long int' */
	DTRACE_PROBE_TEXT(text__p, "%s", struct buf *, bp);	/* warning: format '%s' expects argument of type 'char *', but argument 2 has type 'struct buf *' */
	/* The value has the type before it. */
	DTRACE_PROBE_TEXT(text__int, "%d %lu %s", int, l, unsigned long, n, const char *, (void *)s);
	DTRACE_PROBE_TEXT(text__extra, "%d", int, n, const char *, s);	/* warning: too many arguments for format */
	DTRACE_PROBE_TEXT(text__few, "%*d", int, n);	/* error: probe 'text__few' has 1 argument, but its format takes 2 */
	DTRACE_PROBE_TEXT(text__star, "%*d",
			  const char *, s, int, n);	/* error: argument 1 of probe 'text__star', declared 'const char *', does not fit its conversion */
	DTRACE_PROBE_TEXT(text__mac, "%pM",
			  const u8 mac[8], mac);	/* error: argument 1 of probe 'text__mac', declared 'const u8 [8]', does not fit its conversion */
	DTRACE_PROBE_TEXT(text__cut, "%.4s",
			  const char cut[5], s);	/* error: argument 1 of probe 'text__cut', declared 'const char [5]', does not fit its conversion */
	DTRACE_PROBE_TEXT(text__odd, "%d", n);	/* error: probe 'text__odd' has an odd number of types and arguments, 1 */
				/* note: write a type before each argument: 'DTRACE_PROBE (name, type, argument, ...)' */
	DTRACE_PROBE_TEXT(text__variable, variable);	/* error: the format of a message is not a string literal */
	DTRACE_PROBE_TEXT(text__shown, "%p", struct buf * : bufinfo_t *, bp);	/* error: probe 'text__shown' has a text and translated arguments */
				/* note: a text shows the arguments of the source; use 'DTRACE_PROBE' */
	DTRACE_PROBE_TEXT(text__effect, "%d", int,
			  n++);	/* warning: probe argument 1 has a side effect, which happens only while the probe is enabled */
				/* note: it changes 'n' */
				/* note: compute the value before the probe, or, if the effect is intended, write 'DTRACE_PURE (...)' around the argument */
					/* plain: nothing (side effects of an argument) */
}
