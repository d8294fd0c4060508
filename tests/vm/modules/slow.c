// SPDX-License-Identifier: GPL-2.0-only
/*
 * slow.c - a module with probes that is slow to load and to unload
 *
 *	insmod slow.ko init=MS fail=1	its init function takes so long, and then fails
 *	insmod slow.ko exit=MS		its exit function takes so long
 */
#include <linux/delay.h>
#include <linux/module.h>
#include <linux/sdt.h>

static unsigned int init, exit;
static bool fail;
module_param(init, uint, 0400);
module_param(exit, uint, 0400);
module_param(fail, bool, 0400);

/* Inline in init code, which the kernel frees, and elsewhere */
static __always_inline void take(unsigned int ms)
{
	DTRACE_PROBE1(begin, unsigned int, ms);
	for (; ms >= 10; ms -= 10)
		msleep(10);
	DTRACE_PROBE1(end, unsigned int, ms);
}

static int __init slow_init(void)
{
	take(init);
	return fail ? -EIO : 0;
}

static void __exit slow_exit(void)
{
	take(exit);
}

module_init(slow_init);
module_exit(slow_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Is slow to load and to unload");
