// SPDX-License-Identifier: GPL-2.0-only
/*
 * main.c - load and unload sdt.ko
 *
 * sdt.ko is the runtime of statically defined tracing probes in modules.  It
 * finds the probes of every module that was built with them, enables their sites
 * while they have listeners, and delivers their hits to handlers
 * (linux/sdt_handler.h) and, as trace events, to ftrace, perf and BPF.
 *
 * Start with main.h: the folders, who calls whom, and the order of locks.
 */
#include <linux/init.h>
#include <linux/module.h>
#include <linux/sdt_version.h>

#include "interfaces/interfaces.h"
#include "compat.h"
#include "events/events.h"
#include "main.h"

/*
 * Probes can fire and events can be used as soon as sdt_modules_init() has run, so
 * nothing after it may fail.
 */
static int __init sdt_init(void)
{
	int err;

	sdt_params_settle();
	err = sdt_events_init();
	if (err)
		return err;
	err = sdt_controls_init();
	if (err)
		goto err_events;
	sdt_recorders_init();
	err = sdt_modules_init();
	if (err)
		goto err_recorders;
	sdt_debugfs_init(&sdt_publish_fops);
	return 0;

err_recorders:
	sdt_recorders_exit();
err_events:
	sdt_events_exit();
	return err;
}

/* Attached handlers and events in use hold a reference to this module. */
static void __exit sdt_exit(void)
{
	sdt_debugfs_exit();
	sdt_recorders_exit();
	sdt_modules_exit();
	sdt_events_exit();
}

module_init(sdt_init);
module_exit(sdt_exit);

MODULE_DESCRIPTION("Statically defined tracing probes of kernel modules");
MODULE_VERSION(SDT_VERSION);
MODULE_LICENSE("GPL");
SDT_CARRIER
