// SPDX-License-Identifier: GPL-2.0-only
/*
 * closed.c - a TRACE_EVENT of a module whose license has no tracepoints, in one file
 */
#include <linux/module.h>

#include "license.h"

#define CREATE_TRACE_POINTS
#include "closed_trace.h"

static int fire_set(const char *val, const struct kernel_param *kp)
{
	trace_closed_open("door", 3);
	return 0;
}

static const struct kernel_param_ops fire_ops = { .set = fire_set };
module_param_cb(fire, &fire_ops, NULL, 0200);

static int __init closed_init(void)
{
	return 0;
}

static void __exit closed_exit(void)
{
}

module_init(closed_init);
module_exit(closed_exit);
MODULE_LICENSE(PROPRIETARY);
MODULE_DESCRIPTION("A trace event of a proprietary module");
