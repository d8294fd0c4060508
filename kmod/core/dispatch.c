// SPDX-License-Identifier: GPL-2.0-only
/*
 * dispatch.c - a probe fires: call the listeners of its site
 *
 * Every enabled site calls one of the functions here through its module's trampoline, in
 * the context of the instrumented code: task, softirq, hard irq, NMI, with preemption and
 * interrupts enabled or disabled.  They take no lock, allocate nothing and do not sleep.
 *
 *	sdt_dispatch()		no site of the module has several listeners
 *	sdt_dispatch_several()	some have
 *	sdt_dispatch_old()	an earlier sdt.ko has used the module's sites
 *	direct_*()		all sites have the same reentrant handler, which has a struct
 *				sdt_direct
 *
 * listeners.c chooses.  Each of the first three can do what those above it can.
 *
 * Sinks are called with preemption disabled.  This is the RCU read side that
 * listeners.c and handlers.c wait for.  While a CPU runs a sink in one context (task,
 * softirq, hard irq, NMI), further hits in that context on that CPU are dropped and
 * counted, so a sink that reaches a probe does not recurse, unless its listener says that it
 * is reentrant.  Hits in an interrupt of the sink are delivered.  Contexts nest, so only the
 * innermost one that runs a sink is recorded.
 *
 * While RCU is not watching, no grace period waits for sinks, so hits are dropped and
 * counted.  Of the code that can have probes (not noinstr code), only that of the idle
 * task runs in this state: before an interrupt's code runs, RCU watches.
 *
 * Two cases need one test each, and are most of the hits:
 * 1. A task with preemption enabled runs no sink and is not idle.  A kernel that does not
 *    count preemption cannot tell; there, both are looked up, which is still less than what
 *    other hits need.
 * 2. In a hard irq that has interrupted no sink, none runs, and RCU watches.
 * dispatch_slow() deals with the others.
 *
 * Sinks that take stack traces rely on being called by the function that the site called,
 * or by one that it jumps to.
 */
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/static_call.h>

#include "arch/arch.h"
#include "compat.h"
#include "core/core_internal.h"

#define TASK_CONTEXT	SDT_CONTEXT(0)
#define IRQ_CONTEXT	SDT_CONTEXT(2)

#define NO_CONTEXT	SDT_NO_CONTEXT

/*
 * The innermost context that runs a sink.  Preemption is disabled wherever it is used, and
 * __this_cpu_*() take fewer instructions than this_cpu_*() on some architectures.
 */
DEFINE_PER_CPU(unsigned int, sdt_context) = NO_CONTEXT;

static DEFINE_PER_CPU(struct sdt_drops, sdt_drops);

/* Is this a task that is not idle?  When in doubt, no. */
static __always_inline bool is_busy_task(void)
{
	return sdt_preempt_count_is_zero() &&
	       (IS_ENABLED(CONFIG_PREEMPT_COUNT) || !is_idle_task(current));
}

/* ... and that runs no sink */
static __always_inline bool is_plain_task(void)
{
	return is_busy_task() && (IS_ENABLED(CONFIG_PREEMPT_COUNT) ||
				  __this_cpu_read(sdt_context) == NO_CONTEXT);
}

/* Is this a hard irq that has interrupted no sink?  Likewise. */
static __always_inline bool is_plain_irq(void)
{
	return sdt_is_plain_irq(__this_cpu_read(sdt_context));
}

/*
 * Without CONFIG_PREEMPT_COUNT, preempt_disable_notrace() is only a barrier(), like the one in
 * enter(), and would make the compiler read the CPU's offset again.
 */
static __always_inline void keep_task(void)
{
	if (IS_ENABLED(CONFIG_PREEMPT_COUNT))
		preempt_disable_notrace();
}

static __always_inline void enter(unsigned int context)
{
	__this_cpu_write(sdt_context, context);
	barrier();
}

static __always_inline void leave(unsigned int outer)
{
	barrier();
	__this_cpu_write(sdt_context, outer);
}

static __always_inline const struct sdt_listener *listeners_of(const struct sdt_hit *hit)
{
	return rcu_dereference_sched(sdt_site_rt(hit->site)->listener);
}

static __always_inline void call_one(const struct sdt_listener *listener,
				     const struct sdt_hit *hit)
{
	listener->sink.fn(hit, listener->sink.cookie);
}

static __always_inline void call_each(const struct sdt_listener *listener,
				      const struct sdt_hit *hit)
{
	do
		call_one(listener, hit);
	while (listener++->more);
}

/* A sink or something that it calls has reached a probe. */
static noinline notrace void call_reentrant(const struct sdt_listener *listener,
					    const struct sdt_hit *hit)
{
	bool dropped = false;

	do {
		if (listener->reentrant)
			call_one(listener, hit);
		else
			dropped = true;
	} while (listener++->more);
	if (dropped)
		this_cpu_inc(sdt_drops.recursion);
}

/*
 * In any context.  Preemption is disabled already.  It is disabled once more, here and
 * wherever the listener can be a user of an event, because the tracing core takes one level
 * off the preemption count that it records.
 */
static noinline notrace void dispatch_slow(const struct sdt_hit *hit)
{
	unsigned int context = SDT_CONTEXT(sdt_context_level());
	unsigned int outer;

	preempt_disable_notrace();
	outer = __this_cpu_read(sdt_context);
	if (context == TASK_CONTEXT && unlikely(is_idle_task(current)) &&
	    !rcu_is_watching()) {
		this_cpu_inc(sdt_drops.rcu);
	} else if (unlikely(context == outer)) {
		call_reentrant(listeners_of(hit), hit);
	} else {
		enter(context);
		call_each(listeners_of(hit), hit);
		leave(outer);
	}
	preempt_enable_notrace();
}

/* Call the listeners of a site that can have @several, where no sink runs. */
static __always_inline void call_first(const struct sdt_hit *hit, unsigned int context,
				       bool several)
{
	enter(context);
	if (several)
		call_each(listeners_of(hit), hit);
	else
		call_one(listeners_of(hit), hit);
	leave(NO_CONTEXT);
}

static __always_inline void call_in_task(const struct sdt_hit *hit, bool several)
{
	keep_task();
	call_first(hit, TASK_CONTEXT, several);
	preempt_enable_notrace();
}

static __always_inline void call_in_irq(const struct sdt_hit *hit, bool several)
{
	if (!likely(is_plain_irq())) {
		dispatch_slow(hit);
		return;
	}
	preempt_disable_notrace();
	call_first(hit, IRQ_CONTEXT, several);
	preempt_enable_notrace();
}

/*
 * The functions that sites call
 */

static SDT_SECOND_CASE void dispatch_irq(const struct sdt_hit *hit)
{
	call_in_irq(hit, false);
}

/*
 * Calls the listener of the site that was hit.  If the site got its second listener just now,
 * after it had called this, the first one is called.
 */
notrace void sdt_dispatch(const struct sdt_hit *hit)
{
	if (likely(is_plain_task()))
		call_in_task(hit, false);
	else
		dispatch_irq(hit);
}

static SDT_SECOND_CASE void dispatch_several_irq(const struct sdt_hit *hit)
{
	call_in_irq(hit, true);
}

/* Calls all listeners of the site that was hit. */
notrace void sdt_dispatch_several(const struct sdt_hit *hit)
{
	if (likely(is_plain_task()))
		call_in_task(hit, true);
	else
		dispatch_several_irq(hit);
}

/*
 * Calls all listeners of the site that was hit, if it is armed: a task may have read the site's
 * record before sdt_sites_arm().
 */
notrace void sdt_dispatch_old(const struct sdt_hit *hit)
{
	if ((unsigned long)hit->site > SDT_SITE_USED)
		sdt_dispatch_several(hit);
}

/*
 * Direct calls
 * ------------
 * Only reentrant handlers have direct calls.  The preemption count of an interrupt stays as it
 * is: while it runs, with interrupts disabled, nothing can report a quiescent state of RCU.
 * Each function has a static call and a cookie, which direct.c sets.
 */

/* The sink of what calls nothing */
notrace void sdt_do_nothing(const struct sdt_hit *hit, void *cookie)
{
}

/* In an interrupt, RCU watches. */
static __always_inline bool is_interrupt(void)
{
	return sdt_preempt_count_has(NMI_MASK | HARDIRQ_MASK | SOFTIRQ_OFFSET);
}

#define CALL(n) static_call(sdt_direct_##n)(hit, READ_ONCE(cookie_##n))

#define DIRECT(n)							\
static void *cookie_##n;						\
DEFINE_STATIC_CALL(sdt_direct_##n, sdt_do_nothing);				\
									\
static SDT_SECOND_CASE void direct_irq_##n(const struct sdt_hit *hit)	\
{									\
	if (likely(is_interrupt()))					\
		CALL(n);						\
	else								\
		dispatch_slow(hit);					\
}									\
									\
static notrace void direct_##n(const struct sdt_hit *hit)		\
{									\
	if (likely(is_busy_task())) {					\
		keep_task();						\
		CALL(n);						\
		preempt_enable_notrace();				\
	} else {							\
		direct_irq_##n(hit);					\
	}								\
}

DIRECT(0)
DIRECT(1)
DIRECT(2)
DIRECT(3)
DIRECT(4)
DIRECT(5)
DIRECT(6)
DIRECT(7)

#define ENTRY(n) {							\
	.key = &STATIC_CALL_KEY(sdt_direct_##n),			\
	.trampoline = STATIC_CALL_TRAMP_ADDR(sdt_direct_##n),		\
	.cookie = &cookie_##n,						\
	.route = direct_##n,						\
}

struct sdt_direct sdt_directs[SDT_NR_DIRECTS] = {
	ENTRY(0), ENTRY(1), ENTRY(2), ENTRY(3), ENTRY(4), ENTRY(5), ENTRY(6), ENTRY(7),
};

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
