/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * wait.h - wait for code that runs
 */
#ifndef _SDT_WAIT_H
#define _SDT_WAIT_H

#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/rcupdate.h>
#include <linux/workqueue.h>

static inline long sdt_return_zero(void *unused)
{
	return 0;
}

/*
 * Wait until no CPU and no preempted task executes code that it entered before the
 * call, in any function.  Sleeps.
 */
#if defined(CONFIG_PREEMPTION) && !defined(CONFIG_TASKS_RCU)
# error "sdt.ko needs CONFIG_TASKS_RCU in a preemptible kernel (tracing selects it)"
#endif
static inline void sdt_wait_for_code(void)
{
	int cpu;

#ifdef CONFIG_TASKS_RCU
	synchronize_rcu_tasks();	/* preempted tasks */
#endif
	synchronize_rcu();		/* code with preemption disabled, interrupts */
	/*
	 * Idle tasks that RCU does not watch: each CPU runs another task.  Since 6.12,
	 * synchronize_rcu_tasks_rude() does nothing where such code cannot be traced.
	 */
	cpus_read_lock();
	for_each_online_cpu(cpu)
		work_on_cpu(cpu, sdt_return_zero, NULL);
	cpus_read_unlock();
}

/* Wait for what was passed to call_rcu_tasks() before. */
static inline void sdt_wait_for_tasks_callbacks(void)
{
#ifdef CONFIG_TASKS_RCU
	rcu_barrier_tasks();
#else
	rcu_barrier();
#endif
}

#endif /* _SDT_WAIT_H */
