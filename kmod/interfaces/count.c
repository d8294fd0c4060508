// SPDX-License-Identifier: GPL-2.0-only
/*
 * count.c - count hits all the time: parameter "count"
 *
 * A file sdt/counters counts for a program, until that ends.  For monitoring, which runs a
 * program now and then, sdt.ko counts for itself what this parameter names, and shows it in
 * the file sdt/counted.  docs/debugfs.md describes both.
 *
 * The kernel holds param_lock when it calls the functions below, except count_free(), which
 * it calls when nothing of sdt.ko runs any more, or its init function has failed.  sdt_mutex
 * protects the pointer against readers of the file.  The parameter can be set before sdt.ko's
 * init function runs, when there are no modules yet, and after its exit function has given up
 * all of them.
 */
#include <linux/err.h>
#include <linux/moduleparam.h>
#include <linux/string.h>
#include <linux/sysfs.h>

#include "interfaces/internal.h"

static struct sdt_counters *counted;

/* Old counters end when the new ones count; without memory for these they go on. */
static int count_set(const char *val, const struct kernel_param *kp)
{
	struct sdt_patterns *patterns = sdt_patterns_parse_param(val, kp);
	struct sdt_counters *new = NULL;

	if (IS_ERR(patterns))
		return PTR_ERR(patterns);
	if (patterns->nr)
		new = sdt_counters_create_listed(patterns);
	else
		sdt_patterns_free(patterns);
	if (IS_ERR(new))
		return PTR_ERR(new);
	mutex_lock(&sdt_mutex);
	swap(counted, new);
	mutex_unlock(&sdt_mutex);
	mutex_lock(&sdt_modules_lock);
	if (counted)
		sdt_patterns_report(sdt_counters_list(counted), kp->name);
	mutex_unlock(&sdt_modules_lock);
	sdt_counters_free(new);
	return 0;
}

static int count_get(char *buf, const struct kernel_param *kp)
{
	return sysfs_emit(buf, "%s\n", counted ? sdt_counters_list(counted)->text : "");
}

static void count_free(void *arg)
{
	sdt_counters_free(counted);
	counted = NULL;
}

static const struct kernel_param_ops count_ops = {
	.set = count_set,
	.get = count_get,
	.free = count_free,
};

module_param_cb(count, &count_ops, NULL, 0644);
MODULE_PARM_DESC(count, "patterns of the probes whose hits are counted: \"module\", \"module:event\", ... (default: none)");

/**
 * sdt_counted - what the parameter has counted
 *
 * Context: Process context, with sdt_mutex held.
 * Return: the counters, valid until sdt_mutex is released, or NULL.
 */
const struct sdt_counters *sdt_counted(void)
{
	lockdep_assert_held(&sdt_mutex);
	return counted;
}
