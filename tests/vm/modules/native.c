// SPDX-License-Identifier: GPL-2.0-only
/*
 * native.c - probes beside trace events of the module's own, of one system
 *
 * The event of a probe and that of a TRACE_EVENT have the same name, "both".
 */
#include <linux/module.h>
#include <linux/sdt.h>

#define CREATE_TRACE_POINTS
#include "native_trace.h"

static int fire_set(const char *val, const struct kernel_param *kp)
{
	DTRACE_PROBE1(probe, int, 1);
	DTRACE_PROBE1(both, int, 2);
	trace_heavy(3);
	trace_both(4);
	return 0;
}

static const struct kernel_param_ops fire_ops = { .set = fire_set };
module_param_cb(fire, &fire_ops, NULL, 0200);

static int __init native_init(void)
{
	return 0;
}

static void __exit native_exit(void)
{
}

module_init(native_init);
module_exit(native_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Probes and trace events of one system");
