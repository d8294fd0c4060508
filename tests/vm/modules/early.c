// SPDX-License-Identifier: GPL-2.0-only
/*
 * early.c - probes in init code, which the kernel frees, and elsewhere, of one event
 *
 *	insmod early.ko delay=MS			# two in init code, after so long
 *	insmod early.ko fail=ERRNO			# these, one elsewhere, and it fails
 *	echo 1 > /sys/module/early/parameters/fire	# one elsewhere
 */
#include <linux/delay.h>
#include <linux/module.h>
#include <linux/sdt.h>

static unsigned int delay;
module_param(delay, uint, 0400);

static int fail;
module_param(fail, int, 0400);

static noinline int fire_set(const char *val, const struct kernel_param *kp)
{
	DTRACE_PROBE1(step, int, 3);
	return 0;
}

static const struct kernel_param_ops fire_ops = { .set = fire_set };

module_param_cb(fire, &fire_ops, NULL, 0200);
MODULE_PARM_DESC(fire, "any value: fire");

static int one = 1;	/* from memory, so that there is no clone of early_first() */

static noinline int __init early_first(int n)
{
	DTRACE_PROBE1(step, int, n);
	return n;
}

static int __init early_init(void)
{
	int n;

	msleep(delay);
	n = early_first(READ_ONCE(one)) + 1;
	DTRACE_PROBE1(step, int, n);
	return fail ? -fail - fire_set(NULL, NULL) : 0;
}

static void __exit early_exit(void)
{
}

module_init(early_init);
module_exit(early_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Probes in init code");
