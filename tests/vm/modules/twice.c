// SPDX-License-Identifier: GPL-2.0-only
/*
 * twice.c - an instrumented module whose probe "step" has several sites
 *
 *	echo N > /sys/module/twice/parameters/fire
 *
 * fires it N times in line FIRST, 10 * N times in line SECOND, and 100 * N times
 * in line THIRD, which is in another function.
 */
#include <linux/module.h>
#include <linux/sdt.h>

#include "license.h"

static noinline void other(unsigned int n)
{
	DTRACE_PROBE2(step, unsigned int, n, const char *, "other"); /* THIRD */
}

static int fire(const char *text, const struct kernel_param *kp)
{
	unsigned int i, n;
	int err = kstrtouint(text, 0, &n);

	if (err)
		return err;
	for (i = 0; i < n; i++)
		DTRACE_PROBE2(step, unsigned int, i, const char *, "a"); /* FIRST */
	for (i = 0; i < 10 * n; i++)
		DTRACE_PROBE2(step, unsigned int, i, const char *, "b"); /* SECOND */
	for (i = 0; i < 100 * n; i++)
		other(i);
	return 0;
}

static int get_enabled(char *buf, const struct kernel_param *kp)
{
	return scnprintf(buf, PAGE_SIZE, "%d\n",
			 DTRACE_PROBE_ENABLED(step));
}

static const struct kernel_param_ops fire_ops = { .set = fire };
static const struct kernel_param_ops enabled_ops = { .get = get_enabled };
module_param_cb(fire, &fire_ops, NULL, 0200);
module_param_cb(enabled, &enabled_ops, NULL, 0400);

MODULE_LICENSE(PROPRIETARY);
MODULE_DESCRIPTION("An instrumented module with several sites of one probe");
