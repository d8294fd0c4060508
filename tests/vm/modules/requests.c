// SPDX-License-Identifier: GPL-2.0-only
/*
 * requests.c - an instrumented driver whose requests have numbers of their own
 *
 *	echo N > /sys/module/requests/parameters/fire	N requests, one after the other
 *	echo 1 > /sys/module/requests/parameters/begin	one that stays open
 *	echo K > /sys/module/requests/parameters/stuck	each Kth request stays open; 0: none
 *	echo 1 > /sys/module/requests/parameters/linger	its removal waits until this is 0 again
 *	cat /sys/module/requests/parameters/counts	"STARTED DONE", since the module was loaded
 *
 * A request begins and ends in the task that writes.  Any number of tasks can do so.
 */
#include <linux/atomic.h>
#include <linux/delay.h>
#include <linux/module.h>
#include <linux/sdt.h>

static atomic64_t nr_started, nr_done;

static uint stuck;
module_param(stuck, uint, 0600);
static bool linger;
module_param(linger, bool, 0600);

/* @code: a negative number, which both probes have in several types */
static noinline u64 start_request(int code)
{
	u64 id = atomic64_inc_return(&nr_started);

	DTRACE_PROBE3(request__start, u64, id, int, code, unsigned int positive, code);
	return id;
}

static noinline void end_request(u64 id, int code)
{
	atomic64_inc(&nr_done);
	DTRACE_PROBE4(request__done, u64, id, long code, code, unsigned int positive, code,
		      unsigned short half, code);
}

static int fire(const char *text, const struct kernel_param *kp)
{
	unsigned int i, n;
	u64 id;
	int err = kstrtouint(text, 0, &n);

	for (i = 0; !err && i < n; i++) {
		id = start_request(-(int)i - 1);
		if (!stuck || id % stuck)
			end_request(id, -(int)i - 1);
	}
	return err;
}

static int begin(const char *text, const struct kernel_param *kp)
{
	start_request(0);
	return 0;
}

static int get_counts(char *buf, const struct kernel_param *kp)
{
	return sysfs_emit(buf, "%lld %lld\n", atomic64_read(&nr_started),
			  atomic64_read(&nr_done));
}

static const struct kernel_param_ops fire_ops = { .set = fire };
static const struct kernel_param_ops begin_ops = { .set = begin };
static const struct kernel_param_ops counts_ops = { .get = get_counts };
module_param_cb(fire, &fire_ops, NULL, 0200);
module_param_cb(begin, &begin_ops, NULL, 0200);
module_param_cb(counts, &counts_ops, NULL, 0400);

static int __init requests_init(void)
{
	return 0;
}

static void __exit requests_exit(void)
{
	while (READ_ONCE(linger))
		msleep(20);
}

module_init(requests_init);
module_exit(requests_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("An instrumented driver whose requests have numbers of their own");
