// SPDX-License-Identifier: GPL-2.0-only
/*
 * rev_mod.c - revdev, a device that gives back reversed what was written to it
 *
 * The module's start and end; the device itself is rev_dev.c.
 */
#include <linux/miscdevice.h>
#include <linux/module.h>

#include "revdev.h"

static struct miscdevice revdev = {
	.minor	= MISC_DYNAMIC_MINOR,
	.name	= REVDEV_NAME,
	.fops	= &revdev_fops,
	.mode	= 0600,
};

module_misc_device(revdev);
MODULE_LICENSE("Dual BSD/GPL");
MODULE_DESCRIPTION("Example device with statically defined probes");
