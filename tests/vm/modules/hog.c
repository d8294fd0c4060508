// SPDX-License-Identifier: GPL-2.0-only
/*
 * hog.c - a module without probes; a task that does not sleep in the kernel
 *
 *	echo MS > /sys/module/hog/parameters/spin	runs for so long, or until it
 *							has a signal
 *
 * RCU Tasks waits until each task has slept or left the kernel.
 */
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/sched/signal.h>

static int spin(const char *text, const struct kernel_param *kp)
{
	unsigned int ms;
	int err = kstrtouint(text, 0, &ms);
	ktime_t end = ktime_add_ms(ktime_get(), ms);

	while (!err && ktime_before(ktime_get(), end) &&
	       !signal_pending(current))
		cpu_relax();
	return err;
}

static const struct kernel_param_ops spin_ops = { .set = spin };

module_param_cb(spin, &spin_ops, NULL, 0200);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Takes a CPU for itself");
