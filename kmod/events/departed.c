// SPDX-License-Identifier: GPL-2.0-only
/*
 * departed.c - events that outlive their modules
 *
 * The core empties each trace buffer that has had an event of a module enabled when it removes
 * that event with its module.  Then the hits of a module whose init function fails cannot be
 * read.  So an event that sdt.ko itself has enabled stays in the core, with its records and its
 * format, until
 *
 *  - a module of that name is loaded, which gets its events anew;
 *  - no request enables the event any more: parameters "enable" and "record".
 *
 * Then it is withdrawn like any event (publish.c), and the core empties the buffers.
 *
 * An event cannot be withdrawn while somebody uses it.  So it only outlives its module if its
 * users are instances in which sdt.ko enables events.  They keep their references to sdt.ko.  It
 * gets no new users, but a trigger can keep an old one.  Then the next module of that name goes
 * without the event, which is logged.
 *
 * The event needs the descriptions of its probes, so struct sdt_module_probes outlives the module,
 * too, without the module's memory.
 *
 * All of this runs in process context with sdt_modules_lock held, which protects the list.
 */
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/trace_events.h>

#include "events/events_internal.h"

static LIST_HEAD(departed);	/* struct sdt_module_probes */

/* Its records can be printed when the kernel no longer knows the names of the module's code. */
static void name_sites(struct sdt_module_probes *mp, struct sdt_event *event)
{
	if (!mp->all)
		sdt_all_code_find(mp);
	WRITE_ONCE(event->fields.all, mp->all);
}

/*
 * Chooses the events of a module that outlive it.  Runs before the core removes the others, with
 * the module's symbols there.
 */
void sdt_departed_leave(struct sdt_module_probes *mp)
{
	unsigned int i;

	lockdep_assert_held(&sdt_modules_lock);
	for (i = 0; i < mp->nr_groups; i++) {
		struct sdt_event *event = mp->groups[i].event;

		cond_resched();
		if (event && event->is_published && event->outlives && sdt_event_outlive(event))
			name_sites(mp, event);
	}
}

static bool has_events(const struct sdt_module_probes *mp)
{
	unsigned int i;

	for (i = 0; i < mp->nr_groups; i++)
		if (mp->groups[i].event)
			return true;
	return false;
}

/*
 * Takes over the probes of a module that goes if any event has outlived it; the others are freed.
 * Returns false if none has.  Takes sdt_modules_lock.
 */
bool sdt_departed_add(struct sdt_module_probes *mp)
{
	unsigned int i;

	if (!has_events(mp))
		return false;
	for (i = 0; i < mp->nr_groups; i++)
		if (mp->groups[i].event)
			sdt_event_detach(mp->groups[i].event);
	mutex_lock(&sdt_modules_lock);
	mp->mod = NULL;
	list_add_tail(&mp->list, &departed);
	mutex_unlock(&sdt_modules_lock);
	return true;
}

/* Ends the use of an event by sdt.ko itself. */
static void disable_event(const struct sdt_module_probes *mp, const struct sdt_event *event)
{
	const struct sdt_request *request;

	list_for_each_entry(request, &sdt_requests, list)
		if (request->enables)
			trace_array_set_clr_event(request->enables, mp->name, event->name, false);
}

static void find_events(struct sdt_module_probes *mp, bool all, struct list_head *events)
{
	unsigned int i;

	for (i = 0; i < mp->nr_groups; i++) {
		struct sdt_group *group = &mp->groups[i];

		cond_resched();
		if (!group->event || (!all && sdt_group_outlives(group)))
			continue;
		disable_event(mp, group->event);
		list_add(&group->event->list, events);
	}
}

/* Runs with event_mutex held. */
static void withdraw_work(void *data)
{
	struct sdt_event *event, *next;
	struct list_head *events = data;

	list_for_each_entry_safe(event, next, events, list)
		if (sdt_event_is_used(event) || !sdt_event_withdraw(event))
			list_del(&event->list);
}

/* Forgets the events that were withdrawn.  Moves the modules that have no others to @done. */
static void forget_events(struct list_head *done)
{
	struct sdt_module_probes *mp, *next;
	unsigned int i;

	list_for_each_entry_safe(mp, next, &departed, list) {
		for (i = 0; i < mp->nr_groups; i++)
			if (mp->groups[i].event && !mp->groups[i].event->is_published)
				mp->groups[i].event = NULL;
		if (!has_events(mp))
			list_move(&mp->list, done);
	}
}

/**
 * sdt_departed_drop - withdraw events that have outlived their modules
 * @module: those of a module with this name; NULL: of any
 * @all: also those that a request enables
 *
 * Context: Process context, with sdt_modules_lock held.  Sleeps.
 * Return: 0, or as for sdt_gate_run(), and then nothing was withdrawn.
 */
int sdt_departed_drop(const char *module, bool all)
{
	struct sdt_module_probes *mp, *next;
	LIST_HEAD(events);
	LIST_HEAD(done);
	int err;

	lockdep_assert_held(&sdt_modules_lock);
	list_for_each_entry(mp, &departed, list)
		if (!module || !strcmp(module, mp->name))
			find_events(mp, all, &events);
	if (list_empty(&events))
		return 0;
	synchronize_rcu();	/* for CPUs in the sinks of the last users */
	err = sdt_gate_run(withdraw_work, &events);
	if (err)
		return err;
	forget_events(&done);
	sdt_events_free_withdrawn(&events);
	list_for_each_entry_safe(mp, next, &done, list)
		sdt_module_probes_free(mp);
	return 0;
}
