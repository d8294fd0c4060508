// SPDX-License-Identifier: GPL-2.0-only
/*
 * tasklet.c - probes around the function of a tasklet
 *
 *	echo 3 > /sys/module/tasklet/parameters/run
 *
 * runs the function three times.  The probes tasklet-entry and tasklet-exit correspond to
 * the kernel's tracepoints irq:tasklet_entry and irq:tasklet_exit.
 */
#include <linux/atomic.h>
#include <linux/interrupt.h>
#include <linux/module.h>
#include <linux/sdt.h>

typedef void (*work_fn)(int n);

static atomic_t left;

static void count_down(int n)
{
	pr_debug("%d left\n", n);
}

static work_fn work = count_down;

static void run_work(struct tasklet_struct *t)
{
	int n = atomic_dec_return(&left);

	DTRACE_PROBE2(tasklet__entry, struct tasklet_struct *, t,
		      work_fn func, work);
	work(n);
	DTRACE_PROBE2(tasklet__exit, struct tasklet_struct *, t,
		      work_fn func, work);
	if (n > 0)
		tasklet_schedule(t);
}

static DECLARE_TASKLET(tasklet, run_work);

static int set_run(const char *text, const struct kernel_param *kp)
{
	int n, err = kstrtoint(text, 0, &n);

	if (err || n <= 0)
		return err ?: -EINVAL;
	atomic_set(&left, n);
	tasklet_schedule(&tasklet);
	return 0;
}

static const struct kernel_param_ops run_ops = { .set = set_run };
module_param_cb(run, &run_ops, NULL, 0200);
MODULE_PARM_DESC(run, "how often to run the tasklet's function");

static int __init tasklet_example_init(void)
{
	return 0;
}

static void __exit tasklet_example_exit(void)
{
	tasklet_kill(&tasklet);
}

module_init(tasklet_example_init);
module_exit(tasklet_example_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("A tasklet with statically defined probes around its function");
