// SPDX-License-Identifier: GPL-2.0-only
/*
 * contexts.c - probes in every context that a module's code can be in
 *
 *	echo softirq > /sys/module/contexts/parameters/fire
 *
 * fires the probe "softirq" 100 times (ROUNDS) from a softirq; places[] lists the
 * names.  The first argument of each probe counts from 0, the second is what
 * this_context() says there (contexts.h).
 *
 * Other probes fire by themselves: "init" and "exit" once, from the module's own;
 * "online" and "offline", on the processor in question, "prepare" and "dead", on
 * another one, when a processor comes or goes.  With idle=1 or idle=2 the module
 * is the cpuidle driver, and "idle" fires whenever a processor is idle: without
 * RCU watching or, if 2, with; .../idled counts that.
 *
 * "nested" has the depth as its first argument and a function as its last.  A
 * handler is expected to call that (witness.c does): it has the handler
 * interrupted by a context in which "nested" fires as well, and waits for that.
 */
#include <linux/completion.h>
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/cpuidle.h>
#include <linux/interrupt.h>
#include <linux/irq_work.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/sdt.h>
#include <linux/smp.h>
#include <linux/spinlock.h>
#include <linux/srcu.h>
#include <linux/timer.h>
#include <linux/workqueue.h>

#include "compat.h"
#include "contexts.h"
#include "nmi.h"

#define ROUNDS		100
/* How long one context waits for another: in vain, a probe's hit is missing. */
#define PATIENCE_NS	(2 * NSEC_PER_SEC)

#define FIRE(name, value)						\
do {									\
	unsigned int context = this_context();				\
									\
	DTRACE_PROBE2(name, unsigned int n, value, unsigned int, context);	\
} while (0)

/* Whether this kernel knows if preemption is off */
static bool counts_preemption = IS_ENABLED(CONFIG_PREEMPT_COUNT);
module_param(counts_preemption, bool, 0400);

static unsigned int round;

/* -- contexts that a task goes into by itself ------------------------------ */

static void fire_task(void)
{
	FIRE(task, round);
}

static void fire_preempt_off(void)
{
	preempt_disable();
	FIRE(preempt__off, round);
	preempt_enable();
}

static void fire_irqs_off(void)
{
	local_irq_disable();
	FIRE(irqs__off, round);
	local_irq_enable();
}

static void fire_bh_off(void)
{
	local_bh_disable();
	FIRE(bh__off, round);
	local_bh_enable();
}

static void fire_spinlock(void)
{
	static DEFINE_SPINLOCK(lock);

	spin_lock(&lock);
	FIRE(spinlock, round);
	spin_unlock(&lock);
}

static void fire_spinlock_irq(void)
{
	static DEFINE_SPINLOCK(lock);

	spin_lock_irq(&lock);
	FIRE(spinlock__irq, round);
	spin_unlock_irq(&lock);
}

static void fire_raw_spinlock(void)
{
	static DEFINE_RAW_SPINLOCK(lock);

	raw_spin_lock(&lock);
	FIRE(raw__spinlock, round);
	raw_spin_unlock(&lock);
}

static void fire_rcu(void)
{
	rcu_read_lock();
	FIRE(rcu, round);
	rcu_read_unlock();
}

DEFINE_STATIC_SRCU(srcu);

static void fire_srcu(void)
{
	int index = srcu_read_lock(&srcu);

	FIRE(srcu, round);
	srcu_read_unlock(&srcu, index);
}

/* -- other tasks ----------------------------------------------------------- */

static int thread(void *done)
{
	FIRE(kthread, round);
	complete(done);
	return 0;
}

static void fire_kthread(void)
{
	DECLARE_COMPLETION_ONSTACK(done);

	if (!IS_ERR(kthread_run(thread, &done, "contexts")))
		wait_for_completion(&done);
}

static void work_fn(struct work_struct *work)
{
	FIRE(workqueue, round);
}

static DECLARE_WORK(work, work_fn);

static void fire_workqueue(void)
{
	schedule_work(&work);
	flush_work(&work);
}

/* -- interrupts ------------------------------------------------------------ */

static DECLARE_COMPLETION(interrupted);

static void tasklet_fn(struct tasklet_struct *tasklet)
{
	FIRE(softirq, round);
	complete(&interrupted);
}

static DECLARE_TASKLET(tasklet, tasklet_fn);

static void fire_softirq(void)
{
	tasklet_schedule(&tasklet);
	wait_for_completion(&interrupted);
}

static void timer_fn(struct timer_list *timer)
{
	FIRE(timer, round);
	complete(&interrupted);
}

static DEFINE_TIMER(timer, timer_fn);

static void fire_timer(void)
{
	mod_timer(&timer, jiffies + 1);
	wait_for_completion(&interrupted);
}

static void hardirq_fn(struct irq_work *work)
{
	FIRE(hardirq, round);
}

static struct irq_work hardirq = IRQ_WORK_INIT_HARD(hardirq_fn);

static void fire_hardirq(void)
{
	irq_work_queue(&hardirq);
	irq_work_sync(&hardirq);
}

static void ipi_fn(void *info)
{
	FIRE(ipi, round);
}

/* An interrupt on every other processor. */
static void fire_ipi(void)
{
	smp_call_function(ipi_fn, NULL, 1);
}

static void fire_in_nmi(void)
{
	FIRE(nmi, round);
}

static void fire_nmi(void)
{
	in_an_nmi(fire_in_nmi);
}

static void nmi_irqs_off_job(void)
{
	FIRE(nmi__irqs__off, round);
}

static void fire_nmi_irqs_off(void)
{
	local_irq_disable();
	in_an_nmi(nmi_irqs_off_job);
	local_irq_enable();
}

/* -- a context in a handler in a context ----------------------------------- */

static unsigned int arrived;	/* how many levels of "nested" have been left */

static void nested(unsigned int depth, void (*deeper)(void))
{
	unsigned int context = this_context();

	DTRACE_PROBE3(nested, unsigned int, depth, unsigned int, context,
		      void (*)(void), deeper);
	WRITE_ONCE(arrived, arrived + 1);
}

static void queue_and_wait(struct irq_work *work)
{
	unsigned int before = READ_ONCE(arrived);
	u64 start = ktime_get_mono_fast_ns();

	irq_work_queue(work);
	while (READ_ONCE(arrived) == before &&
	       ktime_get_mono_fast_ns() - start < PATIENCE_NS)
		cpu_relax();
}

static void nested_nmi_job(void)
{
	nested(3, NULL);
}

static void nested_nmi(void)
{
	in_an_nmi(nested_nmi_job);
}

static void nested_hardirq_fn(struct irq_work *work)
{
	nested(2, nested_nmi);
}

static struct irq_work nested_hardirq_work = IRQ_WORK_INIT_HARD(nested_hardirq_fn);

static void nested_hardirq(void)
{
	queue_and_wait(&nested_hardirq_work);
}

static void nested_tasklet_fn(struct tasklet_struct *tasklet)
{
	nested(1, nested_hardirq);
}

static DECLARE_TASKLET(nested_tasklet, nested_tasklet_fn);

/* A softirq begins where an interrupt ends. */
static void schedule_fn(struct irq_work *work)
{
	tasklet_schedule(&nested_tasklet);
}

static struct irq_work schedule_softirq = IRQ_WORK_INIT_HARD(schedule_fn);

static void nested_softirq(void)
{
	queue_and_wait(&schedule_softirq);
}

/* task, softirq, hard irq, NMI */
static void fire_nested(void)
{
	nested(0, nested_softirq);
	tasklet_kill(&nested_tasklet);		/* waits for it */
}

/* task, hard irq, NMI */
static void fire_nested_in_task(void)
{
	nested(0, nested_hardirq);
}

/* softirq, hard irq, NMI */
static void fire_nested_in_softirq(void)
{
	tasklet_schedule(&nested_tasklet);
	tasklet_kill(&nested_tasklet);
}

/* -- processors come and go ------------------------------------------------ */

static int online(unsigned int cpu)
{
	FIRE(online, cpu);
	return 0;
}

static int offline(unsigned int cpu)
{
	FIRE(offline, cpu);
	return 0;
}

static int prepare(unsigned int cpu)
{
	FIRE(prepare, cpu);
	return 0;
}

static int dead(unsigned int cpu)
{
	FIRE(dead, cpu);
	return 0;
}

/* -- an idle processor ----------------------------------------------------- */

static atomic_t idled;

static int idle_enter(struct cpuidle_device *dev, struct cpuidle_driver *drv,
		      int index)
{
	FIRE(idle, 0);
	atomic_inc(&idled);
	return index;
}

static struct cpuidle_driver idle_driver = {
	.name = "contexts",
	.states = { {
		.enter = idle_enter,
		.exit_latency = 1,
		.target_residency = 1,
		.name = "PROBE",
		.desc = "fires a probe",
	} },
	.state_count = 1,
};

/* -------------------------------------------------------------------------- */

#define PLACE(name)	{ #name, fire_##name }

static const struct {
	const char *name;
	void (*fire)(void);
} places[] = {
	PLACE(task), PLACE(preempt_off), PLACE(irqs_off), PLACE(bh_off),
	PLACE(spinlock), PLACE(spinlock_irq), PLACE(raw_spinlock), PLACE(rcu),
	PLACE(srcu), PLACE(kthread), PLACE(workqueue), PLACE(softirq),
	PLACE(timer), PLACE(hardirq), PLACE(ipi), PLACE(nmi),
	PLACE(nmi_irqs_off), PLACE(nested), PLACE(nested_in_task),
	PLACE(nested_in_softirq),
};

static int fire(const char *text, const struct kernel_param *kp)
{
	unsigned int i;
	int err;

	for (i = 0; i < ARRAY_SIZE(places); i++)
		if (sysfs_streq(text, places[i].name))
			break;
	if (i == ARRAY_SIZE(places))
		return -EINVAL;
	err = nmi_renew();
	if (err)
		return err;
	for (round = 0; round < ROUNDS; round++)
		places[i].fire();
	return 0;
}

static const struct kernel_param_ops fire_ops = { .set = fire };

static int idle;
module_param(idle, int, 0400);
module_param_cb(fire, &fire_ops, NULL, 0200);
module_param_named(idled, idled.counter, int, 0400);

static int hp_online, hp_prepare;

static int __init contexts_init(void)
{
	int err;

	FIRE(init, 0);
	err = nmi_begin();
	if (err)
		return err;
	hp_online = cpuhp_setup_state_nocalls(CPUHP_AP_ONLINE_DYN,
					      "contexts:online", online, offline);
	hp_prepare = cpuhp_setup_state_nocalls(CPUHP_BP_PREPARE_DYN,
					       "contexts:prepare", prepare, dead);
	if (idle == 2)
		idle_driver.states[0].flags = CPUIDLE_FLAG_RCU_IDLE;
	err = hp_online < 0 ? hp_online : hp_prepare < 0 ? hp_prepare :
	      idle ? cpuidle_register(&idle_driver, NULL) : 0;
	if (!err)
		return 0;

	if (hp_prepare > 0)
		cpuhp_remove_state_nocalls(hp_prepare);
	if (hp_online > 0)
		cpuhp_remove_state_nocalls(hp_online);
	nmi_end();
	return err;
}

static void __exit contexts_exit(void)
{
	if (idle)
		cpuidle_unregister(&idle_driver);
	cpuhp_remove_state_nocalls(hp_prepare);
	cpuhp_remove_state_nocalls(hp_online);
	nmi_end();
	FIRE(exit, 0);
}

module_init(contexts_init);
module_exit(contexts_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Probes in every context");
