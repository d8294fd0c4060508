// SPDX-License-Identifier: GPL-2.0-only
/*
 * rev_mod.c - revdev, a device that returns the text written to it reversed
 *
 * Loads and unloads the module; rev_dev.c is the device itself.
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
