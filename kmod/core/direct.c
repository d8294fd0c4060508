// SPDX-License-Identifier: GPL-2.0-only
/*
 * direct.c - which reentrant listeners are called directly
 *
 * A few of them have functions of their own in dispatch.c, which call them by a static
 * call, with a cookie that is not looked up at the site.  listeners.c makes a module's sites
 * call these where it can.  On an architecture without static calls, they are pointers,
 * and an interrupt on each CPU orders the reads of function and cookie.
 *
 * Other listeners have none: a direct call saves them a few instructions, and a module's sites
 * cannot go back to it once any of them has had another listener.
 *
 * A task can be preempted in such a function before it has disabled preemption, and make the
 * call much later.  So when a listener goes, its static call leads to nothing, which
 * the RCU grace period that its owner waits for covers.  Another listener gets the functions
 * after a grace period of RCU tasks only, when all tasks have left them.  An idle task that
 * RCU does not watch makes no call.
 *
 * sdt_mutex protects the functions that are in use.
 */
#include <linux/smp.h>
#include <linux/static_call.h>

#include "arch/arch.h"
#include "core/core_internal.h"

static void set_call(const struct sdt_direct *direct, sdt_handler_fn fn)
{
	__static_call_update(direct->key, direct->trampoline, sdt_direct_entry(fn));
}

/**
 * sdt_direct_get - make a function that calls a listener directly
 * @listener: the listener; its sink and whether it is reentrant do not change any more
 *
 * Context: Process context, without locks of sdt.ko, sleeps.
 * Return: what becomes the listener's @direct; NULL if it is not reentrant, or all
 * functions are in use.
 */
struct sdt_direct *sdt_direct_get(const struct sdt_listener *listener)
{
	struct sdt_direct *direct = NULL;
	unsigned int i;

	if (!listener->reentrant)
		return NULL;
	mutex_lock(&sdt_mutex);
	for (i = 0; !direct && i < ARRAY_SIZE(sdt_directs); i++)
		if (!smp_load_acquire(&sdt_directs[i].used))
			direct = &sdt_directs[i];
	if (direct) {
		direct->used = true;
		WRITE_ONCE(*direct->cookie, listener->sink.cookie);
		set_call(direct, listener->sink.fn);
		/* A CPU that calls the function may have read the cookie of the one before. */
		if (!IS_ENABLED(CONFIG_HAVE_STATIC_CALL))
			kick_all_cpus_sync();
	}
	mutex_unlock(&sdt_mutex);
	return direct;
}

static void on_quiet(struct rcu_head *head)
{
	struct sdt_direct *direct = container_of(head, struct sdt_direct, rcu);

	smp_store_release(&direct->used, false);
}

/**
 * sdt_direct_put - undo sdt_direct_get()
 * @direct: what it returned; NULL is ignored
 *
 * CPUs may still be running the listener's function on return; synchronize_rcu() waits for
 * them.
 *
 * Context: Process context, without locks of sdt.ko, sleeps.  No site has the listener.
 */
void sdt_direct_put(struct sdt_direct *direct)
{
	if (!direct)
		return;
	mutex_lock(&sdt_mutex);
	set_call(direct, sdt_do_nothing);
	mutex_unlock(&sdt_mutex);
	call_rcu_tasks(&direct->rcu, on_quiet);
}
