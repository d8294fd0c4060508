// SPDX-License-Identifier: GPL-2.0-only
/*
 * departed.c - events that outlive their modules
 *
 * The core empties each trace buffer that has had an event of a module enabled when it removes
 * that event with its module.  Then the hits of a module whose init function fails cannot be
 * read.  So an event that sdt.ko itself has enabled stays in the core, with its records and its
 * format, unless it is a TRACE_EVENT, or the kernel has no gate or no kprobe events, until
 *
 *  - a module of that name is loaded, whose event would be the same.  Then it is that module's,
 *    and its users get the hits;
 *  - another module of that name is loaded, or no request enables the event any more: parameters
 *    "enable" and "record".  Then it is withdrawn like any event (publish.c), and the core empties
 *    the buffers.
 *
 * An event that is in use cannot be withdrawn.  So an event only outlives the removal of its module
 * if its users are instances in which sdt.ko enables events.  If the init function fails, the event
 * stays whoever else uses it, too: people load the module again to find out why, and want the hits.
 * All users keep their references to sdt.ko.  Another user, a trigger, or a user that it gets later,
 * can keep it from being withdrawn.  Then another module of that name has no such event, which is
 * logged.
 *
 * The event needs the descriptions of its probes, so struct sdt_module_probes outlives the module,
 * too, without the module's memory: the first one as long as the event (@lender), the last one with
 * the names of the sites.
 *
 * All of this runs in process context with sdt_modules_lock held, which protects the list.
 */
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/trace_events.h>

#include "events/events_internal.h"

static LIST_HEAD(departed);	/* struct sdt_module_probes, the newest first */

static bool has_events(const struct sdt_module_probes *mp)
{
	unsigned int i;

	for (i = 0; i < mp->nr_groups; i++)
		if (mp->groups[i].event)
			return true;
	return false;
}

/* Have any events of a module with this name outlived it? */
bool sdt_departed_has(const char *module)
{
	const struct sdt_module_probes *mp;

	list_for_each_entry(mp, &departed, list)
		if (!strcmp(module, mp->name) && has_events(mp))
			return true;
	return false;
}

/* The other events leave the forms of those that stay. */
static void leave_forms(void *data)
{
	struct sdt_module_probes *mp = data;
	unsigned int i;

	for (i = 0; i < mp->nr_groups; i++) {
		struct sdt_event *event = mp->groups[i].event;

		if (event && event->is_published && event->form->survives && !event->has_outlived)
			sdt_form_leave(event);
	}
}

/*
 * Chooses the events of a module that outlive it.  Runs before the core removes the others, with
 * the module's symbols there.  Readers of a format hold event_mutex, so the others change their class
 * under it.  An event that was returned to the module can have the form of one that stays without it.
 */
void sdt_departed_leave(struct sdt_module_probes *mp)
{
	bool any = false;
	unsigned int i;

	lockdep_assert_held(&sdt_modules_lock);
	for (i = 0; i < mp->nr_groups; i++) {
		struct sdt_event *event = mp->groups[i].event;

		cond_resched();
		if (!event || !event->is_published)
			continue;
		if (sdt_event_outlive(event, !mp->is_live)) {
			event->form->survives = true;
			if (!mp->all)
				sdt_all_code_find(mp);
		}
		any |= event->form->survives;
	}
	if (any && (!sdt_has_gate || sdt_gate_run(leave_forms, mp)))
		leave_forms(mp);
}

/*
 * Takes over the probes of a module that goes if any event has outlived it; the others are freed.
 * Returns false if none has.  Takes sdt_modules_lock.
 */
bool sdt_departed_add(struct sdt_module_probes *mp)
{
	if (!has_events(mp))
		return false;
	mutex_lock(&sdt_modules_lock);
	mp->mod = NULL;
	list_add(&mp->list, &departed);
	/* What is wanted may have changed while they were in no list. */
	sdt_departed_drop(mp->name, false);
	mutex_unlock(&sdt_modules_lock);
	return true;
}

/* Ends the use of an event by sdt.ko itself. */
static void disable_event(const struct sdt_event *event)
{
	const struct sdt_request *request;

	list_for_each_entry(request, &sdt_requests, list)
		if (request->enables)
			trace_array_set_clr_event(request->enables, event->form->class.system,
						  event->name, false);
}

static void find_events(struct sdt_module_probes *mp, bool all, struct list_head *events)
{
	unsigned int i;

	for (i = 0; i < mp->nr_groups; i++) {
		struct sdt_group *group = &mp->groups[i];

		cond_resched();
		if (!group->event || (!all && sdt_group_outlives(group)))
			continue;
		disable_event(group->event);
		list_add(&group->event->list, events);
	}
}

/* Frees the probes of modules that have no events any more.  Readers can use them until now. */
static void free_probes(void)
{
	struct sdt_module_probes *mp, *next;
	LIST_HEAD(done);

	list_for_each_entry_safe(mp, next, &departed, list)
		if (!has_events(mp) && !atomic_read(&mp->nr_lent))
			list_move(&mp->list, &done);
	if (list_empty(&done))
		return;
	synchronize_rcu();
	list_for_each_entry_safe(mp, next, &done, list) {
		sdt_forms_forget(mp);
		sdt_module_probes_free(mp);
	}
}

/**
 * sdt_departed_drop - withdraw events that have outlived their modules
 * @module: those of a module with this name; NULL: of any
 * @all: also those that a request enables
 *
 * The core takes event_mutex to disable an event, so this disables the events before it uses the
 * gate.  If somebody enables one of them in between, that event stays.
 *
 * Context: Process context, with sdt_modules_lock held.  Sleeps.
 * Return: 0, or as for sdt_gate_run(), and then nothing was withdrawn, but the events are disabled.
 * The next call tries again, or the module's next load gets them, and enables them.
 */
int sdt_departed_drop(const char *module, bool all)
{
	struct sdt_module_probes *mp;
	LIST_HEAD(events);
	int err;

	lockdep_assert_held(&sdt_modules_lock);
	list_for_each_entry(mp, &departed, list)
		if (!module || !strcmp(module, mp->name))
			find_events(mp, all, &events);
	if (!list_empty(&events)) {
		err = sdt_gate_run(sdt_events_withdraw_unused, &events);
		if (err)
			return err;
		sdt_events_free_withdrawn(&events);
	}
	free_probes();
	return 0;
}

/* Frees the probes that events of loaded modules needed, when there are none any more. */
void sdt_departed_free(void)
{
	mutex_lock(&sdt_modules_lock);
	free_probes();
	mutex_unlock(&sdt_modules_lock);
}

/* Gives the event of @from, of @old, to @mp if it has the same one.  Returns true if it does. */
static bool return_event(struct sdt_module_probes *mp, struct sdt_module_probes *old,
			 struct sdt_group *from)
{
	struct sdt_group *group = sdt_group_find(mp, from);
	struct sdt_event *new = group && !group->event ? sdt_event_create(group) : NULL;
	struct sdt_event *event = from->event;
	bool is_like = new && sdt_event_is_like(event, new);

	if (new)
		sdt_event_free(new);
	if (!is_like || sdt_event_adopt(event, group))
		return false;
	from->event = NULL;
	group->event = event;
	if (!event->lender) {
		event->lender = old;
		atomic_inc(&old->nr_lent);
	}
	return true;
}

/* Returns true if there were any. */
static bool return_events(struct sdt_module_probes *mp, struct sdt_module_probes *old)
{
	bool any = false;
	unsigned int i;

	for (i = 0; i < old->nr_groups; i++) {
		cond_resched();
		if (old->groups[i].event)
			any |= return_event(mp, old, &old->groups[i]);
	}
	return any;
}

/*
 * Gives a module the events that have outlived its load before, if it has the same ones.  Returns
 * true if there were any.  The caller withdraws the others, and tells the core whose they are.
 */
bool sdt_departed_return(struct sdt_module_probes *mp)
{
	struct sdt_module_probes *old;
	bool returned, any = false;

	lockdep_assert_held(&sdt_modules_lock);
	list_for_each_entry(old, &departed, list) {
		if (strcmp(old->name, mp->name) || !has_events(old))
			continue;
		/* before the events: records have the sites of these loads */
		if (!mp->before)
			WRITE_ONCE(mp->before, old->all);
		returned = return_events(mp, old);
		if (mp->before == old->all && returned)
			WRITE_ONCE(old->all, NULL);
		else if (mp->before == old->all)
			WRITE_ONCE(mp->before, NULL);
		any |= returned;
	}
	return any;
}
