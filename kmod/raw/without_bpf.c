// SPDX-License-Identifier: GPL-2.0-only
/*
 * without_bpf.c - all of sdt_raw.ko where the kernel has no raw tracepoints: it cannot be loaded
 */
#define pr_fmt(fmt) "sdt_raw: " fmt

#include <linux/errno.h>
#include <linux/module.h>
#include <linux/sdt_version.h>

static int __init sdt_raw_init(void)
{
	pr_notice("no raw tracepoints: this kernel is built without CONFIG_BPF_EVENTS\n");
	return -EOPNOTSUPP;
}

module_init(sdt_raw_init);

MODULE_DESCRIPTION("Statically defined tracing probes as raw tracepoints");
MODULE_VERSION(SDT_VERSION);
MODULE_LICENSE("GPL");
