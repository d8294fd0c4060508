// SPDX-License-Identifier: GPL-2.0-only
/*
 * translated.c - probes with translated arguments
 *
 *	echo N > /sys/module/translated/parameters/fire	fires each of them N times
 *	echo N > .../nmi	fires "nmi" N times from NMIs
 *
 * translator.c has translators for them, and asker.c is a handler that uses them.
 */
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/sdt.h>

#include "nmi.h"
#include "translated.h"

/* The same in two functions: one event.  The last argument is not to be seen. */
static noinline void first(struct native_pair *pair, const char *text, int n)
{
	DTRACE_PROBE3(pair, struct native_pair *pair : (struct sum *sum, struct diff *diff),
		      pair, const char *text : string_t text, text, int n :, n);
}

static noinline void second(struct native_pair *pair, const char *text, int n)
{
	DTRACE_PROBE3(pair, struct native_pair *pair : (struct sum *sum, struct diff *diff),
		      pair, const char *text : string_t text, text, int n :, n);
	DTRACE_PROBE2(none, struct native_pair *pair : (), pair, int n :, n);
	/* One of them is as it is. */
	DTRACE_PROBE2(numbers, u8 byte, (u8)n, short half : total_t total, (short)-n);
}

static int fire(const char *text, const struct kernel_param *kp)
{
	struct native_pair pair = { .a = 30, .b = 12 };
	unsigned int i, n;
	int err = kstrtouint(text, 0, &n);

	for (i = 0; !err && i < n; i++) {
		first(&pair, "one", i);
		second(&pair, "two", i);
		cond_resched();
	}
	return err;
}

static void fire_in_nmi(void)
{
	struct native_pair pair = { .a = 30, .b = 12 };

	DTRACE_PROBE1(nmi, struct native_pair *pair : struct sum *sum, &pair);
}

static int fire_nmi(const char *text, const struct kernel_param *kp)
{
	unsigned int n;
	int err = kstrtouint(text, 0, &n);

	if (!err)
		err = nmi_begin();
	if (err)
		return err;
	while (n--)
		in_an_nmi(fire_in_nmi);
	nmi_end();
	return 0;
}

static const struct kernel_param_ops fire_ops = { .set = fire };
static const struct kernel_param_ops nmi_ops = { .set = fire_nmi };

module_param_cb(fire, &fire_ops, NULL, 0200);
module_param_cb(nmi, &nmi_ops, NULL, 0200);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Probes with translated arguments");
