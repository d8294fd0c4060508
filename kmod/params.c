// SPDX-License-Identifier: GPL-2.0-only
/*
 * params.c - module parameters: /sys/module/sdt/parameters
 *
 *	layout		names and fields of events
 *	string_size	how much of a string is copied into an event
 *	publish_by	who publishes events, for tests: events/publish.c
 *	publish		probes that are published as events: events/controls.c
 *	enable		events that are enabled when their module is loaded: there, too
 *	record		recorders: events/recorders.c
 *	count		probes whose hits are counted: interfaces/counters.c
 *
 * docs/events.md describes them.  The settings that determine the form of events,
 * layout and whether string_size is 0, are fixed when sdt.ko is loaded.  Any other
 * change of string_size applies at once: probes read it without a lock.
 */
#define pr_fmt(fmt) "sdt: " fmt

#include <linux/moduleparam.h>
#include <linux/string.h>
#include <linux/sysfs.h>

#include "events/events.h"
#include "main.h"

/* Length of @val to log, without the newline that sysfs passes */
static int first_line(const char *val)
{
	return min_t(int, strcspn(val, "\n"), 32);
}

static const char * const layout_names[] = {
	[SDT_LAYOUT_LINUX] = "linux",
	[SDT_LAYOUT_DTRACE] = "dtrace",
};

static int layout_set(const char *val, const struct kernel_param *kp)
{
	int layout = sysfs_match_string(layout_names, val);

	if (layout < 0) {
		pr_err("layout=%.*s: must be \"linux\" or \"dtrace\"\n",
		       first_line(val), val);
		return -EINVAL;
	}
	sdt_event_layout = layout;
	return 0;
}

static int layout_get(char *buf, const struct kernel_param *kp)
{
	return sysfs_emit(buf, "%s\n", layout_names[sdt_event_layout]);
}

static bool form_settled;	/* kernel_param_lock() protects it */

/**
 * sdt_params_settle - refuse further changes of the form of events
 *
 * The files of the parameters exist before sdt.ko's init function runs, and copy.h
 * relies on an sdt_string_size above 0 once an event has copies of strings.
 *
 * Context: Process context, sleeps.
 */
void sdt_params_settle(void)
{
	kernel_param_lock(THIS_MODULE);
	form_settled = true;
	kernel_param_unlock(THIS_MODULE);
}

static int string_size_set(const char *val, const struct kernel_param *kp)
{
	unsigned int size;

	if (kstrtouint(val, 0, &size) ||
	    (size && (size < SDT_STRING_SIZE_MIN || size > SDT_STRING_SIZE_MAX))) {
		pr_err("string_size=%.*s: must be 0 or %u to %u bytes\n",
		       first_line(val), val, SDT_STRING_SIZE_MIN,
		       SDT_STRING_SIZE_MAX);
		return -EINVAL;
	}
	if (!size != !sdt_string_size && form_settled) {
		pr_err("string_size=%u: copying of strings can be turned on or off only when sdt.ko is loaded: reload it with string_size=%u\n",
		       size, size);
		return -EBUSY;
	}
	WRITE_ONCE(sdt_string_size, size);
	return 0;
}

static const struct kernel_param_ops layout_ops = {
	.set = layout_set,
	.get = layout_get,
};

static const struct kernel_param_ops string_size_ops = {
	.set = string_size_set,
	.get = param_get_uint,
};

module_param_cb(layout, &layout_ops, NULL, 0444);
MODULE_PARM_DESC(layout, "\"linux\" (default) or \"dtrace\": names and fields of events");
module_param_cb(string_size, &string_size_ops, &sdt_string_size, 0644);
MODULE_PARM_DESC(string_size, "maximum size of a copied string (with its NUL) or of copied bytes in an event (default: 64; 0: no copies)");
module_param_named(publish_by, sdt_publish_by, uint, 0444);
MODULE_PARM_DESC(publish_by, "for tests: who publishes events: 1 the tracing core with their module, 2 the gate (default: 3, both)");
