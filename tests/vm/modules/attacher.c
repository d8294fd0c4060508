// SPDX-License-Identifier: GPL-2.0-only
/*
 * attacher.c - handlers that stay and handlers that come and go, for torture.c
 *
 *	.../parameters/hits	how often each of torture.c's probes task, softirq
 *				and hardirq was delivered to the handler that stays
 *	.../sums		the sums of their first arguments
 *	.../wrong		hits whose arguments are not those of one hit
 *	.../late		hits delivered to a handler after its detach
 *	.../turns		how often each thread attached and detached
 *	.../guests		hits delivered to handlers that come and go
 *	.../refused		how often sdt_attach() failed
 *	echo 1 > .../stop	no more come, and those that go have gone
 *	insmod ... alone=1	no handlers stay, and one thread attaches to all of torture.c
 *	insmod ... aside=9	that many handlers stay that match nothing
 *
 * Every thread attaches and detaches patterns, which overlap, in an order of its
 * own.  A handler that is attached then has a reference to the module: to be
 * removed it must be stopped first.
 */
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/sdt_handler.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/sysfs.h>

#define NR_THREADS	3

static const char * const resident_patterns[] = {
	"sdt:torture:fire_task:task",
	"sdt:torture::softirq",
	":torture:*_hardirq:hardirq",
};

static const char * const guest_patterns[] = {
	"*:*:*:*", "toggled", "sdt:torture::t*", "sdt:probed::", "fire_*:",
	":revdev::*-entry", "sdt:v*::", "sdt:none::",
};

/* All sites of a module with one handler: the direct calls of kmod/core/direct.c */
static const char alone_pattern[] = "sdt:torture::";
static bool alone;
module_param(alone, bool, 0400);

#define MAX_ASIDE	20U
static struct sdt_handler *asides[MAX_ASIDE];
static unsigned int aside;
module_param(aside, uint, 0400);

#define NR_RESIDENTS	ARRAY_SIZE(resident_patterns)
#define NR_GUESTS	ARRAY_SIZE(guest_patterns)

static struct resident {
	struct sdt_handler *handler;
	atomic64_t hits, sum;
} residents[NR_RESIDENTS];

/* Is freed after the detach: a handler that runs on runs into it. */
struct guest {
	bool attached;
};

static struct task_struct *threads[NR_THREADS];
static atomic_long_t turns[NR_THREADS];
static atomic_long_t wrong, late, guests, refused;

static void check_arguments(const struct sdt_hit *hit)
{
	const struct sdt_probe *probe = hit->site->probe;

	if (!strcmp(probe->module, "torture") &&
	    (probe->nr_args != 2 || hit->args[0] != ~hit->args[1]))
		atomic_long_inc(&wrong);
}

static void resident_hit(const struct sdt_hit *hit, void *cookie)
{
	struct resident *resident = cookie;

	check_arguments(hit);
	atomic64_inc(&resident->hits);
	atomic64_add(hit->args[0], &resident->sum);
}

static void guest_hit(const struct sdt_hit *hit, void *cookie)
{
	const struct guest *guest = cookie;

	check_arguments(hit);
	atomic_long_inc(&guests);
	if (!READ_ONCE(guest->attached))
		atomic_long_inc(&late);
}

static void take_turn(const char *pattern, unsigned int flags)
{
	struct guest *guest = kmalloc(sizeof(*guest), GFP_KERNEL);
	struct sdt_handler *handler;

	if (!guest)
		return;
	guest->attached = true;
	handler = sdt_attach_flags(pattern, guest_hit, guest, flags);
	if (IS_ERR(handler))
		atomic_long_inc(&refused);
	else
		usleep_range(100, 5000);
	sdt_detach(handler);
	WRITE_ONCE(guest->attached, false);
	kfree(guest);
}

static int attacher_thread(void *data)
{
	unsigned long number = (unsigned long)data, n = 0;

	while (!kthread_should_stop()) {
		/* Odd steps, another for each thread: each meets all patterns. */
		take_turn(alone ? alone_pattern : guest_patterns[n % NR_GUESTS],
			  n & 2 ? SDT_HANDLER_REENTRANT : 0);
		n += 2 * number + 1;
		atomic_long_inc(&turns[number]);
		usleep_range(100, 20000);	/* others want to, too */
	}
	return 0;
}

static int get_hits(char *buf, const struct kernel_param *kp)
{
	return sysfs_emit(buf, "%lld %lld %lld\n",
			  atomic64_read(&residents[0].hits),
			  atomic64_read(&residents[1].hits),
			  atomic64_read(&residents[2].hits));
}

static int get_sums(char *buf, const struct kernel_param *kp)
{
	return sysfs_emit(buf, "%lld %lld %lld\n",
			  atomic64_read(&residents[0].sum),
			  atomic64_read(&residents[1].sum),
			  atomic64_read(&residents[2].sum));
}

static int get_turns(char *buf, const struct kernel_param *kp)
{
	return sysfs_emit(buf, "%ld %ld %ld\n", atomic_long_read(&turns[0]),
			  atomic_long_read(&turns[1]),
			  atomic_long_read(&turns[2]));
}

static const struct kernel_param_ops hits_ops = { .get = get_hits };
static const struct kernel_param_ops sums_ops = { .get = get_sums };
static const struct kernel_param_ops turns_ops = { .get = get_turns };

module_param_cb(hits, &hits_ops, NULL, 0400);
module_param_cb(sums, &sums_ops, NULL, 0400);
module_param_cb(turns, &turns_ops, NULL, 0400);
module_param_named(wrong, wrong.counter, ullong, 0400);
module_param_named(late, late.counter, ullong, 0400);
module_param_named(guests, guests.counter, ullong, 0400);
module_param_named(refused, refused.counter, ullong, 0400);

static void stop_threads(void)
{
	unsigned int i;

	for (i = 0; i < NR_THREADS; i++) {
		if (!IS_ERR_OR_NULL(threads[i]))
			kthread_stop(threads[i]);
		threads[i] = NULL;
	}
}

/* Parameters are set by one at a time. */
static int set_stop(const char *text, const struct kernel_param *kp)
{
	stop_threads();
	return 0;
}

static const struct kernel_param_ops stop_ops = { .set = set_stop };
module_param_cb(stop, &stop_ops, NULL, 0200);

static void leave(void)
{
	unsigned int i;

	stop_threads();
	for (i = 0; i < NR_RESIDENTS; i++)
		sdt_detach(residents[i].handler);
	for (i = 0; i < MAX_ASIDE; i++)
		sdt_detach(asides[i]);
}

static int __init attacher_init(void)
{
	unsigned long i;
	int err = 0;

	for (i = 0; i < min(aside, MAX_ASIDE) && !err; i++) {
		asides[i] = sdt_attach("sdt:none::", guest_hit, &asides[i]);
		err = PTR_ERR_OR_ZERO(asides[i]);
	}
	for (i = 0; i < NR_RESIDENTS && !alone && !err; i++) {
		residents[i].handler = sdt_attach(resident_patterns[i],
						  resident_hit, &residents[i]);
		err = PTR_ERR_OR_ZERO(residents[i].handler);
	}
	for (i = 0; i < (alone ? 1 : NR_THREADS) && !err; i++) {
		threads[i] = kthread_run(attacher_thread, (void *)i,
					 "attacher/%lu", i);
		err = PTR_ERR_OR_ZERO(threads[i]);
	}
	if (err)
		leave();
	return err;
}

static void __exit attacher_exit(void)
{
	leave();
}

module_init(attacher_init);
module_exit(attacher_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Handlers that stay, and handlers that come and go");
