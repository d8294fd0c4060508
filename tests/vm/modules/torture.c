// SPDX-License-Identifier: GPL-2.0-only
/*
 * torture.c - a driver whose probes fire in tasks, softirqs and hard irqs at once
 *
 *	echo 1 > /sys/module/torture/parameters/run	begins, with all counts 0
 *	echo 0 > .../run		ends; nothing fires any more when it returns
 *	.../passed	how often each of the probes task, softirq, hardirq and
 *			toggled was passed, enabled or not
 *	.../evaluated	how often the arguments of each were computed
 *
 * The first argument is how often that probe was passed before, the second the
 * complement of it: a handler can tell a hit that is lost from one that came
 * twice, and both from arguments that are not those of one hit.
 */
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/hrtimer.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/sdt.h>
#include <linux/sysfs.h>
#include <linux/timer.h>

#include "compat.h"

#define NR_FIRERS	3		/* more than there are CPUs */
#define BURST		8
#define HARDIRQ_NS	1500000

enum { TASK, SOFTIRQ, HARDIRQ, TOGGLED, NR_PROBES };

static struct firer {
	struct task_struct *task;
	struct timer_list timer;
	struct hrtimer hrtimer;
} firers[NR_FIRERS];

static atomic64_t passed[NR_PROBES], evaluated[NR_PROBES];
static DEFINE_MUTEX(run_lock);
static bool running;

static u64 evaluate(unsigned int probe, u64 number)
{
	atomic64_inc(&evaluated[probe]);
	return number;
}

static u64 pass(unsigned int probe)
{
	return atomic64_fetch_inc(&passed[probe]);
}

/* Whose probe others switch on and off. */
static noinline void fire_toggled(void)
{
	u64 n = pass(TOGGLED);

	DTRACE_PROBE2(toggled, u64, evaluate(TOGGLED, n), u64, ~n);
}

static noinline void fire_task(void)
{
	u64 n = pass(TASK);

	DTRACE_PROBE2(task, u64, evaluate(TASK, n), u64, ~n);
}

static noinline void fire_softirq(struct timer_list *timer)
{
	unsigned int i;

	for (i = 0; i < BURST; i++) {
		u64 n = pass(SOFTIRQ);

		DTRACE_PROBE2(softirq, u64, evaluate(SOFTIRQ, n), u64, ~n);
	}
	fire_toggled();
}

static noinline enum hrtimer_restart fire_hardirq(struct hrtimer *hrtimer)
{
	u64 n = pass(HARDIRQ);

	DTRACE_PROBE2(hardirq, u64, evaluate(HARDIRQ, n), u64, ~n);
	fire_toggled();
	return HRTIMER_NORESTART;
}

/*
 * The timers run on the CPU where they are started, and CPUs come and go: the
 * task starts them anew wherever it is.
 */
static int firer_thread(void *data)
{
	struct firer *firer = data;
	unsigned int i;

	while (!kthread_should_stop()) {
		if (!timer_pending(&firer->timer))
			mod_timer(&firer->timer, jiffies + 1);
		if (!hrtimer_active(&firer->hrtimer))
			hrtimer_start(&firer->hrtimer,
				      ns_to_ktime(HARDIRQ_NS),
				      HRTIMER_MODE_REL_HARD);
		for (i = 0; i < BURST; i++) {
			fire_task();
			fire_toggled();
		}
		usleep_range(1000, 3000);
	}
	return 0;
}

static void firer_init(struct firer *firer)
{
	timer_setup(&firer->timer, fire_softirq, 0);
	compat_hrtimer_setup(&firer->hrtimer, fire_hardirq);
}

static void stop(void)
{
	unsigned int i;

	for (i = 0; i < NR_FIRERS && firers[i].task; i++) {
		kthread_stop(firers[i].task);
		firers[i].task = NULL;
		timer_delete_sync(&firers[i].timer);
		hrtimer_cancel(&firers[i].hrtimer);
	}
	running = false;
}

static int start(void)
{
	unsigned int i;

	for (i = 0; i < NR_PROBES; i++) {
		atomic64_set(&passed[i], 0);
		atomic64_set(&evaluated[i], 0);
	}
	running = true;
	for (i = 0; i < NR_FIRERS; i++) {
		struct task_struct *task = kthread_run(firer_thread, &firers[i],
						       "torture/%u", i);

		if (IS_ERR(task)) {
			stop();
			return PTR_ERR(task);
		}
		firers[i].task = task;
	}
	return 0;
}

static int set_run(const char *text, const struct kernel_param *kp)
{
	bool run;
	int err = kstrtobool(text, &run);

	if (err)
		return err;
	mutex_lock(&run_lock);
	if (run && !running)
		err = start();
	else if (!run && running)
		stop();
	mutex_unlock(&run_lock);
	return err;
}

static int get_counts(char *buf, const struct kernel_param *kp)
{
	const atomic64_t *count = kp->arg;

	return sysfs_emit(buf, "%lld %lld %lld %lld\n",
			  atomic64_read(&count[TASK]),
			  atomic64_read(&count[SOFTIRQ]),
			  atomic64_read(&count[HARDIRQ]),
			  atomic64_read(&count[TOGGLED]));
}

static const struct kernel_param_ops run_ops = { .set = set_run };
static const struct kernel_param_ops counts_ops = { .get = get_counts };

module_param_cb(run, &run_ops, NULL, 0200);
module_param_cb(passed, &counts_ops, passed, 0400);
module_param_cb(evaluated, &counts_ops, evaluated, 0400);

static int __init torture_init(void)
{
	unsigned int i;

	for (i = 0; i < NR_FIRERS; i++)
		firer_init(&firers[i]);
	return 0;
}

static void __exit torture_exit(void)
{
	if (running)
		stop();
}

module_init(torture_init);
module_exit(torture_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Fires probes in every context at once");
