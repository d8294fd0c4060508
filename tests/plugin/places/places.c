// SPDX-License-Identifier: GPL-2.0-only
/*
 * places.c - a probe in every kind of place
 *
 * A line "probe FUNCTION NAME SITES" says what the module must have.
 */
#include <linux/init.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/uaccess.h>
#include "places.h"

struct some {
	unsigned int bits : 3;
	signed int minus : 4;
	char text[16];
	struct some *next;
};

int places_sink, places_other;
int places_call(int a);

/* probe in_static here 1 */
static noinline int in_static(int a)
{
	DTRACE_PROBE1(here, int, a);
	return a * 3;
}

/* Each of its three callers gets a copy, in places_calls(). */
/* probe in_inline here 3 */
static __always_inline int in_inline(int a)
{
	DTRACE_PROBE1(here, int, a);
	return a * 5;
}

/*
 * A helper whose only costly part is its probe: what partial inlining would
 * take apart.  Three callers, and each is a site or calls the one.
 */
struct inner { unsigned long ino; };
struct outer { struct inner *inner; };
static void helper(struct outer *o, size_t n)
{
	DTRACE_PROBE3(helper, struct outer *, o, unsigned long, o->inner->ino,
		      size_t, n);
}

int helped1(struct outer *o);
int helped1(struct outer *o) { helper(o, 1); return 1; }
int helped2(struct outer *o);
int helped2(struct outer *o) { helper(o, 2); return 2; }
int helped3(struct outer *o, int n);
int helped3(struct outer *o, int n) { while (n--) helper(o, n); return 3; }

/* probe places_array array 1 */
int places_array(int i);
int places_array(int i)
{
	long a[8];

	asm volatile ("" : : "r" (a) : "memory");
	DTRACE_PROBE1(array, long, a[i]);
	asm volatile ("" : : "r" (a) : "memory");
	return i;
}

/* Never called: no code, no site. */
static inline int unused(int a)
{
	DTRACE_PROBE1(unused, int, a);
	return a;
}

/* Behind a condition that is never true: removed. */
/* probe removed here 1 */
int removed(int a);
int removed(int a)
{
	DTRACE_PROBE1(here, int, a);
	if (sizeof(a) == 1)
		DTRACE_PROBE1(never, int, a);
	return a;
}

/* probe places_if one 1 */
/* probe places_if two 1 */
/* probe places_if three 1 */
int places_if(int a);
int places_if(int a)
{
	if (a > 3)
		DTRACE_PROBE1(one, int, a);
	else if (a > 2)
		DTRACE_PROBE(two);
	else
		DTRACE_PROBE2(three, int, a, int, a + 1);
	return a;
}

/* probe places_loop while 1 */
/* probe places_loop for 1 */
/* probe places_loop switch 1 */
int places_loop(struct some *s, int n);
int places_loop(struct some *s, int n)
{
	int i, sum = 0;

	while (s) {
		DTRACE_PROBE2(while, struct some *, s, int, sum);
		sum += s->bits;
		s = s->next;
	}
	for (i = 0; i < n; i++)
		DTRACE_PROBE1(for, int, i);
	switch (n) {
	case 1:
		sum++;
		fallthrough;
	case 2:
		DTRACE_PROBE1(switch, int, n);
		break;
	default:
		sum--;
	}
	return sum;
}

/* Both ways from the site lead to the loop's first block. */
/* probe places_last last 1 */
int places_last(int n);
int places_last(int n)
{
	while (n-- > 0) {
		places_sink++;
		DTRACE_PROBE1(last, int, n);
	}
	return places_sink;
}

/* Code that two cold blocks lead to, and nothing else. */
int places_common(int a);
int places_common(int a)
{
	if (DTRACE_PROBE_ENABLED(here)) {
		places_sink = 1;
		goto out;
	}
	if (places_call(a))
		return 3;
	if (DTRACE_PROBE_ENABLED(here)) {
		places_other = 2;
		goto out;
	}
	return a;
out:
	places_other += a;
	return places_call(7);
}

/* A label right before, a statement expression, a goto over it. */
/* probe places_odd after-label 1 */
/* probe places_odd in-expression 1 */
int places_odd(int a);
int places_odd(int a)
{
	if (a == 7)
		goto out;
	a = ({ DTRACE_PROBE1(in__expression, int, a); a + 1; });
out:
	DTRACE_PROBE1(after__label, int, a);
	return a;
}

/* Arguments whose evaluation branches, calls and loads. */
/* probe places_args args 1 */
int places_args(struct some *s, int a, const char __user *u);
int places_args(struct some *s, int a, const char __user *u)
{
	DTRACE_PROBE8(args, int, a > 3 ? s->bits : places_call(a),
		      signed, s->minus, char *, s->text,
		      struct task_struct *, current, const char __user *, u,
		      char *, a ? "yes" : "no", struct some *, READ_ONCE(s->next),
		      bool, a && s);
	return a;
}

/* probe places_enabled work 1 */
int places_enabled(int a);
int places_enabled(int a)
{
	if (DTRACE_PROBE_ENABLED(work)) {
		int square = places_call(a);

		DTRACE_PROBE1(work, int, square);
	}
	return a;
}

int places_calls(int a);
int places_calls(int a)
{
	return in_static(a) + in_inline(a) + in_inline(a + 1) + in_inline(7)
		+ in_header(a) + in_header(3);
}

/* Functions in a function, which reach its variables. */
/* probe places_outer around 1 */
/* probe middle nested 1 */
/* probe innermost loop 1 */
int places_outer(int a, int n);
int places_outer(int a, int n)
{
	noinline int middle(int b)
	{
		noinline int innermost(int c)
		{
			while (c--)
				DTRACE_PROBE3(loop, int, a, int, b, int, c);
			return a * b;
		}
		DTRACE_PROBE2(nested, int, a, int, b);
		return innermost(b + n);
	}
	DTRACE_PROBE1(around, int, a);
	return middle(a) + middle(n);
}

/* probe places_init init 1 */
static int __init places_init(void)
{
	DTRACE_PROBE(init);
	return places_sink;
}

/* probe places_exit exit 1 */
/* Outside of .exit.text, where GCC may split it; module_exit() gives it a second name. */
static void places_exit(void)
{
	DTRACE_PROBE1(exit, int, places_sink);
	places_sink = 0;
}

/* Two copies here and one in other.c. */
/* probe in_header header 3 */

module_init(places_init);
module_exit(places_exit);
MODULE_LICENSE("Proprietary");
MODULE_DESCRIPTION("A probe in every kind of place");
