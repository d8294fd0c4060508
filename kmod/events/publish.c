// SPDX-License-Identifier: GPL-2.0-only
/*
 * publish.c - publish and withdraw the events of modules
 *
 * Each group of probes has one event.  The event's system is the module; its name is
 * [PROVIDER-][FUNCTION-]NAME, without the provider "sdt", and with the function only if
 * the probes are qualified by it.  '_' replaces '-', except with layout=dtrace.
 *
 * The life of an event:
 * 1. When the module is loaded, sdt_events_publish() allocates the event, checks for
 *    name clashes, and adds the event to the tracing core through the gate.
 * 2. Users start and stop using the event: event.c.
 * 3. When the module is unloaded, the core's module notifier, which runs before
 *    sdt.ko's, removes the event because of call->module.  When sdt.ko is unloaded,
 *    sdt_events_withdraw() removes it.
 * 4. sdt_events_free() frees it, or keeps it for perf: event.c.
 *
 * The core holds event_mutex when it calls event.c, which takes sdt_mutex, and the gate
 * takes event_mutex.  So nothing here uses the gate with sdt_mutex held.
 *
 * published_lock protects the list of modules with events that only sdt.ko removes.  It is
 * held while they are published and withdrawn, and no longer than that takes.
 */
#define pr_fmt(fmt) "sdt: " fmt

#include <linux/init.h>
#include <linux/mutex.h>
#include <linux/trace_events.h>

#include "events/internal.h"

static DEFINE_MUTEX(published_lock);
static LIST_HEAD(published);

/**
 * sdt_events_init - prepare for publishing events
 *
 * Context: Process context, sleeps.
 * Return: 0, -ENOMEM, or the error of sdt_gate_init().
 */
int __init sdt_events_init(void)
{
	int err;

	err = sdt_record_init();
	if (err)
		return err;
	err = sdt_gate_init();
	if (err == -ENOSPC)
		pr_err("the kernel has no free event number\n");
	else if (err)
		pr_err("cannot reach the tracing core (%d)\n", err);
	if (err)
		sdt_record_exit();
	return err;
}

/**
 * sdt_events_exit - undo sdt_events_init()
 *
 * Context: Process context, sleeps, when no sink can run any more.
 */
void sdt_events_exit(void)
{
	sdt_gate_exit();
	sdt_events_settle();
	sdt_record_exit();
}

static void free_event(struct sdt_group *group)
{
	if (group->event)
		sdt_event_free(group->event);
	group->event = NULL;
}

static void create_events(struct sdt_module_probes *mp)
{
	unsigned int i;

	for (i = 0; i < mp->nr_groups; i++) {
		struct sdt_group *group = &mp->groups[i];

		cond_resched();
		group->event = sdt_event_create(group);
		if (!group->event) {
			pr_warn("%s: no memory for the event of probe %s\n",
				mp->mod->name, group->probes[0]->pub.name);
		} else if (sdt_event_exists(group->event)) {
			pr_warn("%s: event %s is not published: an event with that name exists\n",
				mp->mod->name, group->event->name);
			free_event(group);
		}
	}
}

/*
 * For a module that is being unloaded, sdt_events_leave() may have been called already.
 * The state of the module is set before that, and published_lock is held.
 */
static void publish_module(struct sdt_module_probes *mp)
{
	unsigned int i, failed = 0;
	int err, last = 0;

	if (!module_is_live(mp->mod))
		return;
	list_add_tail(&mp->published, &published);
	for (i = 0; i < mp->nr_groups; i++) {
		struct sdt_group *group = &mp->groups[i];

		cond_resched();
		if (!group->event)
			continue;
		err = sdt_event_publish(group->event, mp->mod);
		if (err) {
			free_event(group);
			failed++;
			last = err;
		}
	}
	if (last == -ENODEV)
		pr_warn("%s: the kernel has no free event number for %u of its events\n",
			mp->mod->name, failed);
	else if (last)
		pr_warn("%s: the kernel refused %u of its events (%d)\n",
			mp->mod->name, failed, last);
}

/* Runs with event_mutex held. */
static void publish_work(void *data)
{
	struct list_head *batch = data;
	struct sdt_module_probes *mp;

	list_for_each_entry(mp, batch, batch)
		publish_module(mp);
}

/**
 * sdt_events_publish - publish the probes of modules as trace events
 * @batch: modules' probes that are in the registry
 *
 * Failures are logged.  Handlers can use the probes all the same.
 *
 * Context: Process context, with sdt_modules_lock held, not sdt_mutex.  Sleeps.
 */
void sdt_events_publish(struct list_head *batch)
{
	struct sdt_module_probes *mp;
	int err;

	if (list_empty(batch))
		return;
	list_for_each_entry(mp, batch, batch)
		create_events(mp);
	mutex_lock(&published_lock);
	err = sdt_gate_run(publish_work, batch);
	mutex_unlock(&published_lock);
	if (!err)
		return;
	list_for_each_entry(mp, batch, batch) {
		pr_warn("%s: its events are not published: cannot reach the tracing core (%d)\n",
			mp->mod->name, err);
		sdt_events_free(mp);
	}
}

static void withdraw_module(struct sdt_module_probes *mp)
{
	unsigned int i;

	for (i = 0; i < mp->nr_groups; i++) {
		struct sdt_event *event = mp->groups[i].event;

		if (event && WARN_ON_ONCE(trace_remove_event_call(&event->call)))
			mp->groups[i].event = NULL;	/* leak it: it is in use */
	}
}

/* Runs with event_mutex held. */
static void withdraw_work(void *data)
{
	struct sdt_module_probes *mp, *next;

	list_for_each_entry_safe(mp, next, &published, published) {
		withdraw_module(mp);
		list_del_init(&mp->published);
	}
}

/**
 * sdt_events_withdraw - remove the events of all modules from the tracing core
 *
 * The events have not been in use for an RCU grace period and cannot come into use.
 *
 * Context: Process context, with sdt_modules_lock held, not sdt_mutex.  Sleeps.
 * Return: as for sdt_gate_run(); unless it is 0, nothing was removed.
 */
int sdt_events_withdraw(void)
{
	int err = 0;

	mutex_lock(&published_lock);
	if (!list_empty(&published))
		err = sdt_gate_run(withdraw_work, NULL);
	mutex_unlock(&published_lock);
	return err;
}

/**
 * sdt_events_leave - leave a module's events to the tracing core, which will remove them
 * @mod: a module that is being unloaded; its exit function has run
 *
 * Context: Process context, before the core's module notifier.  Sleeps.
 */
void sdt_events_leave(const struct module *mod)
{
	struct sdt_module_probes *mp, *next;

	mutex_lock(&published_lock);
	list_for_each_entry_safe(mp, next, &published, published)
		if (mp->mod == mod)
			list_del_init(&mp->published);
	mutex_unlock(&published_lock);
}

/**
 * sdt_events_free - free the events of a module, except those that perf has open
 * @mp: a module's probes, whose events the tracing core does not have, or has removed at
 *	 least an RCU grace period ago
 *
 * Context: Process context, with neither event_mutex nor sdt_mutex held.  Sleeps.
 */
void sdt_events_free(struct sdt_module_probes *mp)
{
	unsigned int i, kept = 0;

	for (i = 0; i < mp->nr_groups; i++) {
		struct sdt_group *group = &mp->groups[i];

		if (group->event && sdt_event_keep(group->event)) {
			group->event = NULL;
			kept++;
		}
	}
	if (kept)
		pr_warn("%s: unloaded while perf or BPF uses %u of its events, which sdt.ko keeps\n",
			mp->mod->name, kept);
	sdt_events_settle();
	for (i = 0; i < mp->nr_groups; i++)
		free_event(&mp->groups[i]);
}
