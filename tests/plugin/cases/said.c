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
	DTRACE_PRINTF("error %m");	/* warning: '%m' of 'DTRACE_PRINTF' is not a conversion of the kernel; it is shown as text */
					/* note: '-fplugin-arg-sdt_plugin-no-warn-messages' turns this warning off */

	DTRACE_PRINTF(variable);	/* error: the format of a 'DTRACE_PRINTF' is not a string literal */
	DTRACE_PRINTF(array);		/* error: the format of a 'DTRACE_PRINTF' is not a string literal */
	DTRACE_PRINTF(n ? "a" : "b");	/* error: the format of a 'DTRACE_PRINTF' is not a string literal */
	DTRACE_PRINTF(L"wide");		/* error: the format of a 'DTRACE_PRINTF' is not a string literal */
	DTRACE_PRINTF(n);		/* error: the format of a 'DTRACE_PRINTF' is not a string literal */
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
		      s, n);	/* error: argument 1 of probe 'star' is the number for a '*', but has type 'const char *' */
	DTRACE_PRINTF("pair %d",
		      pair);	/* error: probe argument 1 has type 'struct pair': only scalar values can be passed to a probe */
				/* note: pass its address, or one of its members */
	DTRACE_PRINTF("%pV",		/* warning: '%pV' of 'DTRACE_PRINTF' shows what its argument points to, which a record cannot hold; the address is recorded */
					/* note: '-fplugin-arg-sdt_plugin-no-warn-messages' turns this warning off */
		      vaf);
	DTRACE_PRINTF("%n", &n);	/* warning: '%n' of 'DTRACE_PRINTF' shows nothing; the address is recorded */
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
