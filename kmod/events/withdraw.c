// SPDX-License-Identifier: GPL-2.0-only
/*
 * withdraw.c - remove events from the tracing core while their modules are there, or later
 *
 * For publish.c and departed.c.  An event in use stays.  The core calls nothing of an event that it
 * has removed, but records of it can be in the buffers of trace instances.
 *
 * Process context.
 */
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/trace_events.h>

#include "events/events_internal.h"

/*
 * Is the event in use?  With event_mutex held, no use begins or ends, and the core does not remove
 * an event in use.
 */
static bool is_used(const struct sdt_event *event)
{
	bool used;

	mutex_lock(&sdt_mutex);
	used = !list_empty(&event->users);
	mutex_unlock(&sdt_mutex);
	return used;
}

/*
 * Removes an event from the core, with event_mutex held.  It has not been used for an RCU grace
 * period.  Returns false if it is in use after all.
 */
bool sdt_event_withdraw(struct sdt_event *event)
{
	sdt_form_leave(event);
	if (WARN_ON_ONCE(sdt_remove_event_call(&event->call))) {
		sdt_form_stay(event);
		return false;
	}
	event->is_published = false;
	event->call.event.type = 0;	/* the core has taken it back */
	return true;
}

/*
 * Removes the events of a list that are not in use, with event_mutex held, and takes the others off
 * the list.  Sinks of the last users may still run, and use what the core frees with an event.
 */
void sdt_events_withdraw_unused(void *events)
{
	struct list_head *list = events;
	struct sdt_event *event, *next;

	list_for_each_entry_safe(event, next, list, list)
		if (is_used(event))
			list_del(&event->list);
	if (list_empty(list))
		return;
	synchronize_rcu();
	list_for_each_entry_safe(event, next, list, list) {
		cond_resched();
		if (sdt_event_withdraw(event))
			event->group->event = NULL;
		else
			list_del(&event->list);
	}
}

/*
 * Records of an event can still be in the buffers of trace instances when its number is that
 * of another event, which would print them.  The core has marked these buffers, and empties
 * them when it next removes a dynamic event.  An event of kprobes cannot have this name.
 */
static void empty_buffers(void)
{
	if (!IS_ENABLED(CONFIG_KPROBE_EVENTS))
		return;
	while (kprobe_event_delete("sdt-withdrawn") == -ENOMEM)
		schedule_timeout_uninterruptible(1);
}

/* Frees events that no one can use any more: event_mutex was held while they were removed. */
void sdt_events_free_withdrawn(struct list_head *withdrawn)
{
	struct sdt_event *event, *next;
	bool was_recorded = false;

	list_for_each_entry(event, withdrawn, list)
		was_recorded |= event->was_recorded;
	if (was_recorded)
		empty_buffers();
	list_for_each_entry_safe(event, next, withdrawn, list)
		sdt_event_free(event);
}

