// SPDX-License-Identifier: GPL-2.0-only
/*
 * dispatch.c - a probe fires: call its site's sink
 *
 * Every enabled site calls this through its module's trampoline, in the context of the
 * instrumented code: task, softirq, hard irq, NMI, with preemption and interrupts
 * enabled or disabled.  It takes no lock, allocates nothing and does not sleep.
 *
 * Sinks are called with preemption disabled.  This is the RCU read side that
 * listeners.c and handlers.c wait for.  While a CPU runs a sink in one context (task,
 * softirq, hard irq, NMI), further hits in that context on that CPU are dropped and
 * counted, so a sink that reaches a probe does not recurse.  Hits in an interrupt of
 * the sink are delivered.  Contexts nest, so only the innermost one that runs a sink
 * is recorded.
 *
 * While RCU is not watching, no grace period waits for sinks, so hits are dropped and
 * counted.  Of the code that can have probes (not noinstr code), only that of the idle
 * task runs in this state: before an interrupt's code runs, RCU watches.
 *
 * A task with preemption enabled runs no sink and is not idle.  Most hits come from
 * such tasks and skip these checks.  A kernel that does not count preemption cannot
 * tell; there, both are looked up, which is still less than what other hits need.
 */
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>

#include "core/internal.h"

#define NO_CONTEXT	0
#define TASK_CONTEXT	1

/* The bits that an interrupt sets in preempt_count(), and its number rounded to bytes. */
#define CONTEXT_MASK	(NMI_MASK | HARDIRQ_MASK | SOFTIRQ_OFFSET)
#define CONTEXT_OF(bit)	(((bit) + 12) / 8)

static_assert(CONTEXT_OF(0) == TASK_CONTEXT);
static_assert(CONTEXT_OF(SOFTIRQ_SHIFT) == 2);
static_assert(CONTEXT_OF(HARDIRQ_SHIFT) == 3);
static_assert(CONTEXT_OF(HARDIRQ_SHIFT + HARDIRQ_BITS - 1) == 3);
static_assert(CONTEXT_OF(NMI_SHIFT) == 4);
static_assert(CONTEXT_OF(NMI_SHIFT + NMI_BITS - 1) == 4);

/*
 * The innermost context that runs a sink.  Preemption is disabled wherever it is used, and
 * __this_cpu_*() take fewer instructions than this_cpu_*() on some architectures.
 */
DEFINE_PER_CPU(unsigned int, sdt_context);

static DEFINE_PER_CPU(struct sdt_drops, sdt_drops);

/* The same as interrupt_context_level(), which takes more instructions. */
static __always_inline unsigned int context_of(unsigned int count)
{
	return CONTEXT_OF(__fls((count & CONTEXT_MASK) | 1));
}

static __always_inline void call_each(const struct sdt_listeners *listeners,
				      const struct sdt_hit *hit)
{
	unsigned int i = 0;

	do {
		const struct sdt_listener *l = READ_ONCE(listeners->listener[i]);

		l->sink.fn(hit, l->sink.cookie);
	} while (++i < listeners->nr);
}

/* Preemption is disabled.  @several is a constant. */
static __always_inline void call_sinks(unsigned int context, unsigned int outer,
				       const struct sdt_hit *hit,
				       const struct sdt_site *site, bool several)
{
	const struct sdt_sink *sink;

	__this_cpu_write(sdt_context, context);
	barrier();
	sink = rcu_dereference_sched(sdt_site_rt(site)->sink);
	if (several && likely(sink->fn == sdt_call_all))
		call_each(sink->cookie, hit);
	else
		sink->fn(hit, sink->cookie);
	barrier();
	__this_cpu_write(sdt_context, outer);
}

/* Is this a task that neither runs a sink nor is idle?  Rather no than wrong. */
static __always_inline bool is_plain_task(void)
{
	if (preempt_count())
		return false;
	return IS_ENABLED(CONFIG_PREEMPT_COUNT) ||
	       (__this_cpu_read(sdt_context) == NO_CONTEXT && !is_idle_task(current));
}

static __always_inline void dispatch_task(const struct sdt_hit *hit,
					  const struct sdt_site *site, bool several)
{
	/*
	 * Without CONFIG_PREEMPT_COUNT this is only a barrier(), as the other one below,
	 * and would make the compiler read the CPU's offset again.
	 */
	if (IS_ENABLED(CONFIG_PREEMPT_COUNT))
		preempt_disable_notrace();
	call_sinks(TASK_CONTEXT, NO_CONTEXT, hit, site, several);
	preempt_enable_notrace();
}

/*
 * Preemption is disabled already.  It is disabled once more because the tracing core
 * takes one level off the preemption count that it records.
 */
static __always_inline void dispatch_context(const struct sdt_hit *hit,
					     const struct sdt_site *site, bool several)
{
	unsigned int context = context_of(preempt_count());
	unsigned int outer;

	preempt_disable_notrace();
	outer = __this_cpu_read(sdt_context);
	if (unlikely(context == outer))
		this_cpu_inc(sdt_drops.recursion);
	else if (context == TASK_CONTEXT && unlikely(is_idle_task(current)) &&
		 !rcu_is_watching())
		this_cpu_inc(sdt_drops.rcu);
	else
		call_sinks(context, outer, hit, site, several);
	preempt_enable_notrace();
}

static noinline notrace void dispatch_atomic(const struct sdt_hit *hit,
					     const struct sdt_site *site)
{
	dispatch_context(hit, site, false);
}

static noinline notrace void dispatch_several_task(const struct sdt_hit *hit,
						   const struct sdt_site *site)
{
	dispatch_task(hit, site, true);
}

static noinline notrace void dispatch_several_atomic(const struct sdt_hit *hit,
						     const struct sdt_site *site)
{
	dispatch_context(hit, site, true);
}

/* Of a site with several listeners; or of none. */
static noinline notrace void dispatch_several(struct sdt_hit *hit,
					      const struct sdt_site *site)
{
	if (!site)
		return;		/* read before sdt.ko was loaded; or a wrong record */
	site = sdt_unmarked_site(site);
	hit->site = site;
	if (likely(is_plain_task()))
		dispatch_several_task(hit, site);
	else
		dispatch_several_atomic(hit, site);
}

/**
 * sdt_dispatch - call the sink of the site that was hit
 * @hit: the hit, on the stack of the instrumented code
 *
 * Sinks that take stack traces rely on being called by the function that the site called:
 * this one, or one that it jumps to.
 *
 * Context: Any context, including NMI.
 */
notrace void sdt_dispatch(struct sdt_hit *hit)
{
	const struct sdt_site *site = hit->site;

	if (unlikely(sdt_site_is_marked(site)))
		dispatch_several(hit, site);
	else if (likely(is_plain_task()))
		dispatch_task(hit, site, false);
	else
		dispatch_atomic(hit, site);
}

/**
 * sdt_call_all - the sink of a site with several listeners: call all of them
 * @hit: the hit
 * @cookie: the struct sdt_listeners
 *
 * Called only if the site got its second listener just now, after the hit had read the
 * record: see sdt_site_point().
 *
 * Context: Any context, including NMI, with preemption disabled.
 */
notrace void sdt_call_all(const struct sdt_hit *hit, void *cookie)
{
	call_each(cookie, hit);
}

/**
 * sdt_drops_sum - count the hits that were not delivered
 * @sum: filled with the sums over all CPUs since sdt.ko was loaded
 *
 * The most recent hits may be missing.
 *
 * Context: Any context.
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
