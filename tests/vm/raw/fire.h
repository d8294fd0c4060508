/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * fire.h - a module with a parameter fire, which calls fire() when it is written
 */
#include <linux/module.h>

static void fire(void);

static int fire_set(const char *text, const struct kernel_param *kp)
{
	fire();
	return 0;
}

static const struct kernel_param_ops fire_ops = { .set = fire_set };

module_param_cb(fire, &fire_ops, NULL, 0200);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Probes for raw.t");
