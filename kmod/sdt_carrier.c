// SPDX-License-Identifier: GPL-2.0-only
/*
 * sdt_carrier.c - brings the tracing core events of other modules: sdt_carrier.ko
 *
 * Where sdt.ko cannot add events to the core, the core takes them only from a module that is being
 * loaded and has a license compatible with the GPL.  This is one: events/offer.c.  It does nothing
 * itself, can be removed at once, and is loaded again for modules that have come since.
 */
#include <linux/init.h>
#include <linux/module.h>
#include <linux/sdt_version.h>

static int __init carrier_init(void)
{
	return 0;
}

static void __exit carrier_exit(void)
{
}

module_init(carrier_init);
module_exit(carrier_exit);

MODULE_DESCRIPTION("Publishes the probes of modules that have no events yet");
MODULE_VERSION(SDT_VERSION);
MODULE_LICENSE("GPL");
