// SPDX-License-Identifier: GPL-2.0-only
/*
 * thief.c - a tracepoint with the name of a probe's raw tracepoint, in a module that can fail
 */
#include <linux/module.h>

#define CREATE_TRACE_POINTS
#include "thief_trace.h"

static int fail;
module_param(fail, int, 0400);

static int __init thief_init(void)
{
	trace_probed_fire(0);
	return fail ? -EIO : 0;
}

static void __exit thief_exit(void)
{
}

module_init(thief_init);
module_exit(thief_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("A tracepoint named like a probe of probed.ko");
