// SPDX-License-Identifier: GPL-2.0-only
/*
 * counter.c - a handler that counts
 *
 *	insmod counter.ko pattern=sdt:probed::fire
 *	cat /sys/module/counter/parameters/hits		calls of the handler
 *	cat /sys/module/counter/parameters/sum		of their first arguments
 *
 * It has a probe of its own, in the handler: one that a pattern such as
 * "counted" attaches it to, and that must not make it recurse.
 */
#include <linux/err.h>
#include <linux/module.h>
#include <linux/sdt.h>
#include <linux/sdt_handler.h>

static char *pattern = "";
module_param(pattern, charp, 0400);

static struct sdt_handler *handler;
static atomic64_t hits, sum;

static void count(const struct sdt_hit *hit, void *cookie)
{
	if (cookie != &hits)
		return;
	atomic64_inc(&hits);
	if (hit->site->probe->nr_args)
		atomic64_add(hit->args[0], &sum);
	DTRACE_PROBE1(counted, const struct sdt_hit *, hit);
}

static int get_hits(char *buf, const struct kernel_param *kp)
{
	return sysfs_emit(buf, "%lld\n", atomic64_read(&hits));
}

static int get_sum(char *buf, const struct kernel_param *kp)
{
	return sysfs_emit(buf, "%lld\n", atomic64_read(&sum));
}

static const struct kernel_param_ops hits_ops = { .get = get_hits };
static const struct kernel_param_ops sum_ops = { .get = get_sum };

module_param_cb(hits, &hits_ops, NULL, 0400);
module_param_cb(sum, &sum_ops, NULL, 0400);

static int __init counter_init(void)
{
	handler = sdt_attach(pattern, count, &hits);
	return PTR_ERR_OR_ZERO(handler);
}

static void __exit counter_exit(void)
{
	sdt_detach(handler);
}

module_init(counter_init);
module_exit(counter_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("A handler that counts");
