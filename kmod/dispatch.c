// SPDX-License-Identifier: GPL-2.0-only
/*
 * dispatch.c - a probe fires: call its sinks
 *
 * Called by entry_*.S at every hit of an enabled site, in whatever context the
 * instrumented code is in: task, softirq, hard irq, NMI, with preemption and
 * interrupts on or off.  Takes no lock, allocates nothing, cannot sleep.
 *
 * Sinks are called with preemption off; that is the RCU read side that
 * probes.c and handlers.c wait for.  While a CPU runs sinks in one context
 * (task, softirq, hard irq, NMI), further probes in the same context on that CPU
 * are dropped and counted: a sink that runs into a probe does not recurse, while
 * one that is interrupted keeps its hits apart from those of the interrupt.
 * Contexts nest, so it is enough to know the innermost one that runs sinks.
 *
 * Where RCU does not watch, nobody waits for us, and hits are dropped and counted.
 * Of the code that can have a probe (noinstr code cannot) only the idle task's is
 * ever there.
 */
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>

#include "internal.h"

#define NO_CONTEXT	(~0U)

struct sdt_cpu {
	unsigned int context;	/* that runs sinks: interrupt_context_level() */
	struct sdt_drops drops;
};

static DEFINE_PER_CPU(struct sdt_cpu, sdt_cpu) = { .context = NO_CONTEXT };

static __always_inline void call_sinks(const struct sdt_site_rt *site,
				       const u64 *args)
{
	const struct sdt_probe_rt *probe = sdt_probe_rt(site->pub.probe);
	const struct sdt_sinks *sinks = rcu_dereference_sched(probe->sinks);
	const struct sdt_hit hit = {
		.site = &site->pub,
		.probe = &probe->pub,
		.args = args,
	};
	unsigned int i;

	if (!sinks)
		return;		/* being disabled */
	for (i = 0; i < sinks->nr; i++)
		READ_ONCE(sinks->sink[i].fn)(&hit, sinks->sink[i].cookie);
}

/* interrupt_context_level(), which is mostly 0. */
static __always_inline unsigned int context_level(void)
{
	if (likely(!(preempt_count() &
		     (NMI_MASK | HARDIRQ_MASK | SOFTIRQ_OFFSET))))
		return 0;
	return interrupt_context_level();
}

/**
 * sdt_dispatch - deliver a hit to the probe's sinks
 * @record: the record of the site that was hit
 * @args: the arguments, as many as the probe has, on the stack of the site
 *
 * Context: any, including NMI.
 */
notrace void sdt_dispatch(struct sdt_site_record *record, const u64 *args)
{
	const struct sdt_site_rt *site;
	unsigned int context, outer;

	preempt_disable_notrace();
	context = context_level();
	outer = this_cpu_read(sdt_cpu.context);
	if (unlikely(context == outer)) {
		this_cpu_inc(sdt_cpu.drops.recursion);
		goto out;
	}
	if (unlikely(is_idle_task(current)) && !rcu_is_watching()) {
		this_cpu_inc(sdt_cpu.drops.rcu);
		goto out;
	}

	this_cpu_write(sdt_cpu.context, context);
	barrier();
	/* Zero once the probe has been given up and its module is going. */
	site = (const struct sdt_site_rt *)(uintptr_t)READ_ONCE(record->runtime);
	if (likely(site))
		call_sinks(site, args);
	barrier();
	this_cpu_write(sdt_cpu.context, outer);
out:
	preempt_enable_notrace();
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
		const struct sdt_drops *drops = &per_cpu(sdt_cpu, cpu).drops;

		sum->recursion += READ_ONCE(drops->recursion);
		sum->rcu += READ_ONCE(drops->rcu);
	}
}
