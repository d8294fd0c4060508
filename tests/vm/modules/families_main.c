// SPDX-License-Identifier: GPL-2.0-only
/*
 * families_main.c - fires all macros that there are, a function at a time
 *
 *	echo io > /sys/module/families/parameters/fire
 *	cat /sys/module/families/parameters/fire	what its *_ENABLED() said
 *
 * families.t has a line for each macro, which says what is to come of it.
 */
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/string.h>
#include <linux/sysfs.h>

#include "families.h"

volatile struct families_values val = {
	.i = -1, .l = 2, .s = "three", .c = 4, .h = -5, .q = 6, .e = RED, .b = 1,
};

static const struct {
	const char *name;
	unsigned int (*fire)(void);
} functions[] = {
	{ "sched", fire_sched },
	{ "proc", fire_proc },
	{ "io", fire_io },
	{ "iscsi", fire_iscsi },
	{ "nfsv3", fire_nfsv3 },
	{ "nfsv4", fire_nfsv4 },
	{ "smb", fire_smb },
	{ "ip", fire_ip },
	{ "tcp", fire_tcp },
	{ "udp", fire_udp },
	{ "sysevent", fire_sysevent },
	{ "xpv", fire_xpv },
	{ "fc", fire_fc },
	{ "srp", fire_srp },
	{ "lockstat", fire_lockstat },
	{ "iscsi_underscore", fire_iscsi_underscore },
	{ "nfsv3_underscore", fire_nfsv3_underscore },
	{ "nfsv4_underscore", fire_nfsv4_underscore },
	{ "smb_underscore", fire_smb_underscore },
	{ "fc_underscore", fire_fc_underscore },
	{ "srp_underscore", fire_srp_underscore },
	{ "smb_server", fire_smb_server },
	{ "solaris", fire_solaris },
	{ "revdev", fire_revdev },
	{ "messages", fire_messages },
	{ "translated", fire_translated },
	{ "freebsd", fire_freebsd },
	{ "elsewhere", fire_elsewhere },
	{ "receive", fire_receive },
	{ "errors", fire_errors },
	{ "dtrace4linux", fire_dtrace4linux },
};

static unsigned int enabled;

static int fire(const char *name, const struct kernel_param *kp)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(functions); i++)
		if (sysfs_streq(name, functions[i].name)) {
			enabled = functions[i].fire();
			return 0;
		}
	return -ENOENT;
}

static int get_enabled(char *buf, const struct kernel_param *kp)
{
	return sysfs_emit(buf, "%u\n", enabled);
}

static const struct kernel_param_ops fire_ops = {
	.set = fire,
	.get = get_enabled,
};

module_param_cb(fire, &fire_ops, NULL, 0600);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Fires the macros of all families");
