// SPDX-License-Identifier: GPL-2.0-only
/*
 * dispatch.c - a probe fires: call its site's sink
 *
 * Every hit of an enabled site comes here, by way of its module's trampoline, in
 * whatever context the instrumented code is in: task, softirq, hard irq, NMI, with
 * preemption and interrupts on or off.  Takes no lock, allocates nothing, cannot
 * sleep.
 *
 * Sinks are called with preemption off; that is the RCU read side that
 * listeners.c and handlers.c wait for.  While a CPU runs sinks in one context
 * (task, softirq, hard irq, NMI), further probes in the same context on that CPU
 * are dropped and counted: a sink that runs into a probe does not recurse, while
 * one that is interrupted keeps its hits apart from those of the interrupt.
 * Contexts nest, so it is enough to know the innermost one that runs sinks.
 *
 * Where RCU is not watching, no grace period waits for sinks, so hits are dropped and
 * counted.  Of the code that can have a probe (noinstr code cannot), only the idle
 * task's runs there.
 *
 * A task with preemption on runs no sinks and is not idle.  Most hits come from such
 * tasks and skip these checks.
 */
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>

#include "core/internal.h"

/* A context is an interrupt_context_level(). */
#define TASK_CONTEXT	0
#define NO_CONTEXT	(~0U)

/* The innermost that runs sinks. */
DEFINE_PER_CPU(unsigned int, sdt_context) = NO_CONTEXT;

static DEFINE_PER_CPU(struct sdt_drops, sdt_drops);

static __always_inline void call_sinks(unsigned int context, unsigned int outer,
				       const struct sdt_hit *hit)
{
	const struct sdt_sink *sink;

	if (unlikely(!hit->site))
		return;		/* read when there was no sdt.ko; or a wrong record */
	this_cpu_write(sdt_context, context);
	barrier();
	sink = rcu_dereference_sched(sdt_site_rt(hit->site)->sink);
	sink->fn(hit, sink->cookie);
	barrier();
	this_cpu_write(sdt_context, outer);
}

/*
 * Preemption is off already; it is switched off once more because the tracing
 * core knows that whoever writes an event has done so.
 */
static noinline notrace void dispatch_atomic(const struct sdt_hit *hit)
{
	unsigned int context = interrupt_context_level();
	unsigned int outer;

	preempt_disable_notrace();
	outer = this_cpu_read(sdt_context);
	if (unlikely(context == outer))
		this_cpu_inc(sdt_drops.recursion);
	else if (unlikely(is_idle_task(current)) && !rcu_is_watching())
		this_cpu_inc(sdt_drops.rcu);
	else
		call_sinks(context, outer, hit);
	preempt_enable_notrace();
}

/**
 * sdt_dispatch - deliver a hit to who listens at the site
 * @hit: what was hit, on the stack of the site
 *
 * Context: any, including NMI.
 */
notrace void sdt_dispatch(const struct sdt_hit *hit)
{
	if (!IS_ENABLED(CONFIG_PREEMPT_COUNT) || unlikely(preempt_count())) {
		dispatch_atomic(hit);
		return;
	}
	preempt_disable_notrace();
	call_sinks(TASK_CONTEXT, NO_CONTEXT, hit);
	preempt_enable_notrace();
}

/**
 * sdt_call_all - call several listeners: the sink of a site that has them
 * @hit: what was hit
 * @cookie: the struct sdt_listeners
 *
 * Context: any, including NMI, with preemption off.
 */
notrace void sdt_call_all(const struct sdt_hit *hit, void *cookie)
{
	const struct sdt_listeners *listeners = cookie;
	unsigned int i;

	for (i = 0; i < listeners->nr; i++) {
		const struct sdt_listener *l = READ_ONCE(listeners->listener[i]);

		l->sink.fn(hit, l->sink.cookie);
	}
}

/**
 * sdt_drops_sum - how many hits were not delivered
 * @sum: filled with the counts of all CPUs since sdt.ko was loaded
 *
 * Context: any.  Hits of the moment may be missing.
 */
void sdt_drops_sum(struct sdt_drops *sum)
{
	int cpu;

	*sum = (struct sdt_drops){ 0 };
	for_each_possible_cpu(cpu) {
		const struct sdt_drops *drops = &per_cpu(sdt_drops, cpu);

		sum->recursion += READ_ONCE(drops->recursion);
		sum->rcu += READ_ONCE(drops->rcu);
	}
}
