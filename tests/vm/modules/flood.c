// SPDX-License-Identifier: GPL-2.0-only
/*
 * flood.c - probes whose records fill a page of the ring buffer in different ways
 *
 *	echo 1000 > /sys/module/flood/parameters/empty	so many hits of this probe: 20 bytes each
 *	.../narrow	24 bytes
 *	.../wide	40 bytes
 *
 * Records of 20 bytes fill a page without a gap.
 */
#include <linux/module.h>
#include <linux/sdt.h>

static noinline void fire_empty(unsigned int n)
{
	DTRACE_PROBE(empty);
}

static noinline void fire_narrow(unsigned int n)
{
	DTRACE_PROBE1(narrow, unsigned int, n);
}

static noinline void fire_wide(unsigned int n)
{
	DTRACE_PROBE3(wide, u64 low, n, u64 high, ~(u64)n, int number, n);
}

static int set_fire(const char *value, const struct kernel_param *param)
{
	void (*fire)(unsigned int n) = param->arg;
	unsigned int i, nr;
	int error = kstrtouint(value, 0, &nr);

	for (i = 0; !error && i < nr; i++)
		fire(i);
	return error;
}

static const struct kernel_param_ops fire_ops = { .set = set_fire };

module_param_cb(empty, &fire_ops, fire_empty, 0200);
module_param_cb(narrow, &fire_ops, fire_narrow, 0200);
module_param_cb(wide, &fire_ops, fire_wide, 0200);

static int __init flood_init(void)
{
	return 0;
}

static void __exit flood_exit(void)
{
}

module_init(flood_init);
module_exit(flood_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Fills the ring buffer's pages in different ways");
