// SPDX-License-Identifier: GPL-2.0-only
/*
 * tasklet_handler.c - prints which function a tasklet runs
 *
 * The counterpart of a module that calls register_trace_tasklet_entry().
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/err.h>
#include <linux/module.h>
#include <linux/sdt_handler.h>

static struct sdt_handler *handler;

static void show_entry(const struct sdt_hit *hit, void *cookie)
{
	pr_info("tasklet_entry %ps\n", (void *)hit->args[1]);
}

static int __init tasklet_handler_init(void)
{
	handler = sdt_attach("sdt:tasklet::tasklet-entry", show_entry, NULL);
	return PTR_ERR_OR_ZERO(handler);
}

static void __exit tasklet_handler_exit(void)
{
	sdt_detach(handler);
}

module_init(tasklet_handler_init);
module_exit(tasklet_handler_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Prints which function a tasklet runs");
