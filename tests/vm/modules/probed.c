// SPDX-License-Identifier: GPL-2.0-only
/*
 * probed.c - an instrumented module that counts what its probes should tell
 *
 *	echo N > /sys/module/probed/parameters/fire	fires "fire" N times
 *	.../evaluated	how often the argument of "fire" was computed
 *	.../enabled	what DTRACE_PROBE_ENABLED(fire) says
 *	echo MS > .../slow	fires "slow", whose argument sleeps so long
 *
 * With fail=1 its init code fails.
 *
 * Not licensed as GPL: an instrumented module may have any licence.
 */
#include <linux/delay.h>
#include <linux/module.h>
#include <linux/sdt.h>

#include "license.h"

static atomic_long_t evaluated;

static unsigned long evaluate(unsigned long i)
{
	atomic_long_inc(&evaluated);
	return i;
}

static int fire(const char *text, const struct kernel_param *kp)
{
	unsigned long i, n;
	int err = kstrtoul(text, 0, &n);

	for (i = 0; !err && i < n; i++)
		DTRACE_PROBE2(fire, unsigned long, evaluate(i),
			      unsigned long, n);
	return err;
}

static unsigned int sleep_for(unsigned int ms)
{
	msleep(ms);
	return ms;
}

static int slow(const char *text, const struct kernel_param *kp)
{
	unsigned int ms;
	int err = kstrtouint(text, 0, &ms);

	if (!err)
		DTRACE_PROBE1(slow, unsigned int, sleep_for(ms));
	return err;
}

static int get_evaluated(char *buf, const struct kernel_param *kp)
{
	return scnprintf(buf, PAGE_SIZE, "%ld\n",
			 atomic_long_read(&evaluated));
}

static int get_enabled(char *buf, const struct kernel_param *kp)
{
	return scnprintf(buf, PAGE_SIZE, "%d\n",
			 DTRACE_PROBE_ENABLED(fire));
}

static const struct kernel_param_ops fire_ops = { .set = fire };
static const struct kernel_param_ops slow_ops = { .set = slow };
static const struct kernel_param_ops evaluated_ops = { .get = get_evaluated };
static const struct kernel_param_ops enabled_ops = { .get = get_enabled };

static bool fail;
module_param(fail, bool, 0400);
module_param_cb(fire, &fire_ops, NULL, 0200);
module_param_cb(slow, &slow_ops, NULL, 0200);
module_param_cb(evaluated, &evaluated_ops, NULL, 0400);
module_param_cb(enabled, &enabled_ops, NULL, 0400);

static int __init probed_init(void)
{
	DTRACE_PROBE1(init, int, 42);
	return fail ? -EIO : 0;
}

static void __exit probed_exit(void)
{
	DTRACE_PROBE1(exit, int, 43);
}

module_init(probed_init);
module_exit(probed_exit);
MODULE_LICENSE(PROPRIETARY);
MODULE_DESCRIPTION("An instrumented module that counts");
