// SPDX-License-Identifier: GPL-2.0-only
/*
 * events.c - the events of a set: published, given another form, withdrawn
 *
 * One event for the probes of a module that share provider and name.  Its
 * group is the module, its name the probe's with '-' turned into '_' and,
 * unless the provider is "sdt", the provider and '_' in front.  In DTrace's style
 * '-' stays, also behind the provider.
 *
 * The life of an event:
 * 1. sdt_events_publish(), when the module comes: allocated, checked for name
 *    clashes, and given to the tracing core through the gate.
 * 2. It is used and not used any more: event.c.
 * 3. sdt_events_restyle(), when a parameter changes: one that is not in use is
 *    removed, and another of the same probes published.
 * 4. The module goes: the core's own module notifier, which runs before ours,
 *    removes the event, as it has call->module.  Or sdt.ko goes:
 *    sdt_events_withdraw() removes it.
 * 5. sdt_events_free().
 *
 * The core has event_mutex when it tells event.c of a user, which takes sdt_mutex;
 * the gate takes event_mutex.  So nothing here uses the gate with sdt_mutex held.
 */
#define pr_fmt(fmt) "sdt: " fmt

#include <linux/mm.h>
#include <linux/string.h>
#include <linux/trace_events.h>

#include "event.h"

#define EVENT_NAME_LENGTH	200	/* it is a directory in tracefs */

static void give_up_event(struct sdt_group *group, const char *why)
{
	pr_warn("%s: event %s is not published: %s\n",
		group->event->class.system, group->event->name, why);
	sdt_event_free(group->event);
	group->event = NULL;
}

static enum sdt_form wanted_form(const struct sdt_group *group)
{
	return sdt_layout_form(&group->probes[0]->pub);
}

static void create_events(struct sdt_set *set)
{
	unsigned int i;

	for (i = 0; i < set->nr_groups; i++) {
		struct sdt_group *group = &set->groups[i];

		group->event = sdt_event_create(group, wanted_form(group));
		if (!group->event)
			pr_warn("%s: no memory for the event of probe %s\n",
				set->mod->name, group->probes[0]->pub.name);
		else if (strlen(group->event->name) > EVENT_NAME_LENGTH)
			give_up_event(group, "the name is too long");
		else if (sdt_event_exists(group->event))
			give_up_event(group, "there is an event of that name");
	}
}

/*
 * Runs with event_mutex held.  A module that is going may have passed the
 * core's notifier, which would then not remove what we add; the state of the
 * module is set before that notifier takes event_mutex.
 */
static void publish_work(void *data)
{
	struct sdt_set *set = data;
	unsigned int i, failed = 0;

	for (i = 0; i < set->nr_groups && module_is_live(set->mod); i++) {
		struct sdt_event *event = set->groups[i].event;

		if (event && !sdt_event_publish(event, set->mod))
			failed++;
	}
	if (failed)
		pr_warn("%s: the kernel refused %u of its events\n",
			set->mod->name, failed);
}

/**
 * sdt_events_publish - publish the probes of a set as trace events
 * @set: a set that is in the registry
 *
 * What cannot be published is told in the log; the probes work for handlers
 * all the same.
 *
 * Context: process, with sdt_modules_lock held, not sdt_mutex.  Sleeps.
 */
void sdt_events_publish(struct sdt_set *set)
{
	int err;

	create_events(set);
	err = sdt_gate_run(publish_work, set);
	if (err)
		pr_warn("%s: its events are not published: no way to the tracing core (%d)\n",
			set->mod->name, err);
}

/* Takes an event that was published in this form before out of the retired ones. */
static struct sdt_event *unretire(struct sdt_group *group, enum sdt_form form)
{
	struct sdt_event **p, *event;

	for (p = &group->retired; (event = *p); p = &event->next) {
		if (event->layout.form != form)
			continue;
		*p = event->next;
		return event;
	}
	return NULL;
}

static void retire(struct sdt_group *group, struct sdt_event *event)
{
	event->next = group->retired;
	group->retired = event;
}

static bool needs_restyle(const struct sdt_group *group)
{
	return group->event && group->event->published &&
	       group->event->layout.form != wanted_form(group);
}

/* What a group's event is to become; NULL, and a line in the log, if it cannot. */
static struct sdt_event *find_successor(struct sdt_group *group)
{
	const struct sdt_event *event = group->event;
	enum sdt_form form = wanted_form(group);
	struct sdt_event *next;

	next = unretire(group, form) ?: sdt_event_create(group, form);
	if (!next) {
		pr_warn("%s:%s stays as it is: no memory\n",
			event->class.system, event->name);
		return NULL;
	}
	if (strcmp(event->name, next->name) && sdt_event_exists(next)) {
		pr_warn("%s:%s stays as it is: there is an event %s\n",
			event->class.system, event->name, next->name);
		retire(group, next);
		return NULL;
	}
	return next;
}

static unsigned int find_successors(struct sdt_set *set)
{
	unsigned int i, nr = 0;

	for (i = 0; i < set->nr_groups; i++) {
		struct sdt_group *group = &set->groups[i];

		if (!needs_restyle(group))
			continue;
		group->successor = find_successor(group);
		nr += !!group->successor;
	}
	return nr;
}

/* The core has the successor instead of the event, or the event is in use. */
static void replace_event(struct sdt_set *set, struct sdt_group *group)
{
	struct sdt_event *event = group->event;

	if (trace_remove_event_call(&event->call)) {
		pr_warn("%s:%s is in use and stays as it is\n",
			set->mod->name, event->name);
		return;
	}
	event->published = false;
	swap(group->event, group->successor);
	if (!sdt_event_publish(group->event, set->mod))
		pr_warn("%s:%s: the kernel refused it\n",
			set->mod->name, group->event->name);
}

/* As withdraw_work() and publish_work(). */
static void restyle_work(void *data)
{
	struct sdt_set *set = data;
	unsigned int i;

	if (!module_is_live(set->mod))
		return;
	synchronize_rcu();
	for (i = 0; i < set->nr_groups; i++)
		if (set->groups[i].successor)
			replace_event(set, &set->groups[i]);
}

/* Those that were replaced, or could not replace. */
static void retire_successors(struct sdt_set *set)
{
	unsigned int i;

	for (i = 0; i < set->nr_groups; i++) {
		struct sdt_group *group = &set->groups[i];

		if (group->successor)
			retire(group, group->successor);
		group->successor = NULL;
	}
}

/**
 * sdt_events_restyle - give the events of a set the form that is wanted now
 * @set: a set that is in the registry
 *
 * Those in use keep theirs, and the log says which.  What they were stays in memory
 * as long as the set: it prints the records that were made of it, and a file of
 * tracefs that is open may point to it.
 *
 * Context: process, with sdt_modules_lock held, not sdt_mutex.  Sleeps.
 */
void sdt_events_restyle(struct sdt_set *set)
{
	int err;

	if (!find_successors(set))
		return;
	err = sdt_gate_run(restyle_work, set);
	if (err)
		pr_warn("%s: its events stay as they are: no way to the tracing core (%d)\n",
			set->mod->name, err);
	retire_successors(set);
}

struct withdrawal {
	struct sdt_set *set;
	bool done;
};

/*
 * Runs with event_mutex held, so that no event becomes used meanwhile; those
 * of the last moment may still be running.
 */
static void withdraw_work(void *data)
{
	struct withdrawal *w = data;
	unsigned int i;

	if (!module_is_live(w->set->mod))
		return;		/* the core removes them or has done so */
	synchronize_rcu();
	for (i = 0; i < w->set->nr_groups; i++) {
		struct sdt_event *event = w->set->groups[i].event;

		if (!event || !event->published)
			continue;
		if (WARN_ON_ONCE(trace_remove_event_call(&event->call)))
			w->set->groups[i].event = NULL;	/* leaked: it is in use */
		else
			event->published = false;
	}
	w->done = true;
}

/**
 * sdt_events_withdraw - take the events of a set back from the tracing core
 * @set: a set whose events are not in use and cannot become so
 *
 * Context: process, with sdt_modules_lock held, not sdt_mutex.  Sleeps.
 * Return: true, or false if the module is on its way out and thus the core
 * removes its events.
 */
bool sdt_events_withdraw(struct sdt_set *set)
{
	struct withdrawal w = { .set = set };
	unsigned int i;

	for (i = 0; i < set->nr_groups; i++)
		if (set->groups[i].event && set->groups[i].event->published)
			break;
	if (i == set->nr_groups)
		return module_is_live(set->mod);
	/* Somebody may be playing with the gate; giving up is no choice. */
	while (sdt_gate_run(withdraw_work, &w))
		cond_resched();
	return w.done;
}

/**
 * sdt_events_free - free the events of a set
 * @set: a set whose events the tracing core does not have, or has removed at
 *	 least an RCU grace period ago
 *
 * Context: process.
 */
void sdt_events_free(struct sdt_set *set)
{
	unsigned int i;

	for (i = 0; i < set->nr_groups; i++) {
		struct sdt_group *group = &set->groups[i];
		struct sdt_event *event;

		if (group->event)
			sdt_event_free(group->event);
		group->event = NULL;
		while ((event = group->retired)) {
			group->retired = event->next;
			sdt_event_free(event);
		}
	}
}
