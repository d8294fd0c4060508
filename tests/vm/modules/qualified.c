// SPDX-License-Identifier: GPL-2.0-only
/*
 * qualified.c - probes of several providers, and such as are named after a function
 *
 *	echo N > /sys/module/qualified/parameters/fire	fires each of them once, with N
 *	.../enabled	what SDT_PROBES_ENABLED() says, and SDT_PROBE_ENABLED() of
 *			vfs:::lookup:entry, vfs:::create:entry and vfs::::entry
 */
#include <linux/module.h>
#include <sys/sdt.h>

SDT_PROVIDER_DEFINE(vfs);
SDT_PROBE_DEFINE1(vfs, , lookup, entry, "const char *");
SDT_PROBE_DEFINE1(vfs, , create, entry, "int");
SDT_PROBE_DEFINE0(vfs, , , entry);

static noinline void one(int n)
{
	SDT_PROBE1(vfs, , lookup, entry, "a name");
	SDT_PROBE1(vfs, , create, entry, n);
	SDT_PROBE0(vfs, , , entry);
	DTRACE_IO1(start, int, n);
	DTRACE_PROC1(exec__success, int, n);
}

/* One event with those in one() */
static noinline void two(int n)
{
	SDT_PROBE1(vfs, , create, entry, n);
	SDT_PROBE0(vfs, , , entry);
}

static int fire(const char *text, const struct kernel_param *kp)
{
	int n, err = kstrtoint(text, 0, &n);

	if (!err) {
		one(n);
		two(n);
	}
	return err;
}

static int get_enabled(char *buf, const struct kernel_param *kp)
{
	return scnprintf(buf, PAGE_SIZE, "%d %d %d %d\n", SDT_PROBES_ENABLED(),
			 SDT_PROBE_ENABLED(vfs, , lookup, entry),
			 SDT_PROBE_ENABLED(vfs, , create, entry),
			 SDT_PROBE_ENABLED(vfs, , , entry));
}

static const struct kernel_param_ops fire_ops = { .set = fire };
static const struct kernel_param_ops enabled_ops = { .get = get_enabled };

module_param_cb(fire, &fire_ops, NULL, 0200);
module_param_cb(enabled, &enabled_ops, NULL, 0400);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Probes of several providers");
