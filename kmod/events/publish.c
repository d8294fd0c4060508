// SPDX-License-Identifier: GPL-2.0-only
/*
 * publish.c - publish and withdraw the events of modules
 *
 * Each group of probes has one event.  The event's system is the module; its name is
 * [PROVIDER-][FUNCTION-]NAME, without the provider "sdt", and with the function only if
 * the probes are qualified by it.  '_' replaces '-', except with layout=dtrace.
 *
 * An event is wanted while the list of any request has a pattern that matches one of its
 * probes.  Nothing else decides.  controls.c makes the requests.
 *
 * The life of an event:
 * 1. When it is wanted, and its module is loaded, the event is allocated, checked for name
 *    clashes, and added to the tracing core through the gate.
 * 2. Users start and stop using the event: event.c.
 * 3. When it is no longer wanted, it is withdrawn, which means removed from the core, and
 *    freed.  An event in use stays until what is wanted changes again.  Withdrawing it as soon
 *    as its use ends would break the program that ends it: with echo '!hist:keys=n' > trigger,
 *    opening the file ends the use, and the write follows.
 * 4. When the module is unloaded, the core's module notifier, which runs before
 *    sdt.ko's, removes the event because of call->module, unless it outlives its module, and
 *    can be the next load's: departed.c.  When sdt.ko is unloaded, sdt_events_withdraw()
 *    removes it.
 * 5. sdt_events_free() frees it, or keeps it for perf: event.c.
 *
 * publish_event() and withdraw.c are where an event of a loaded module comes and goes.
 *
 * The core holds event_mutex when it calls event.c, which takes sdt_mutex, and the gate
 * takes event_mutex.  So nothing here uses the gate with sdt_mutex held.
 *
 * Events are published and withdrawn with sdt_modules_lock held, which also protects
 * group->event and the list of modules with events that only sdt.ko removes.  A module that goes
 * meanwhile waits for it in sdt_events_leave(), before the core removes its events.  Afterwards its
 * events are left alone here.
 */
#define pr_fmt(fmt) "sdt: " fmt

#include <linux/err.h>
#include <linux/init.h>
#include <linux/mutex.h>
#include <linux/sched.h>
#include <linux/trace_events.h>

#include "events/events_internal.h"

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
	err = sdt_messages_init();
	if (err)
		goto err_record;
	err = sdt_gate_init();
	if (!err)
		return 0;
	if (err == -ENOSPC)
		pr_err("the kernel has no free event number\n");
	else
		pr_err("cannot reach the tracing core (%d)\n", err);
	sdt_messages_exit();
err_record:
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
	sdt_departed_free();
	sdt_messages_exit();
	sdt_record_exit();
}

static void free_event(struct sdt_group *group)
{
	if (group->event)
		sdt_event_free(group->event);
	group->event = NULL;
}

/* Each change of what is wanted tries again, but a failure is logged once. */
static bool is_new_failure(struct sdt_group *group)
{
	bool had_failed = group->has_failed;

	group->has_failed = true;
	return !had_failed;
}

/* Does the tracing core have another event with that name? */
static bool exists(const struct sdt_event *event)
{
	struct trace_event_file *file;

	file = trace_get_event_file(NULL, event->class.system, event->name);
	if (!IS_ERR(file))
		trace_put_event_file(file);
	return !IS_ERR(file) || PTR_ERR(file) == -EBUSY;
}

static void create_event(const struct sdt_module_probes *mp, struct sdt_group *group)
{
	group->event = sdt_event_create(group);
	if (!group->event) {
		pr_warn("%s: no memory for the event of probe %s\n",
			mp->mod->name, group->probes[0]->pub.name);
	} else if (exists(group->event)) {
		if (is_new_failure(group))
			pr_warn("%s: event %s is not published: an event with that name exists\n",
				mp->mod->name, group->event->name);
		free_event(group);
	}
}

/*
 * A module whose exit function runs gets no more events, nor does one whose events are left to the
 * core: if a notifier refuses a module that comes, it leaves without being GOING.
 */
static bool is_staying(const struct sdt_module_probes *mp)
{
	return module_is_live(mp->mod) && !mp->is_leaving;
}

/* Returns true if the module has events to be published or withdrawn. */
static bool prepare_events(struct sdt_module_probes *mp, const struct sdt_patterns *added)
{
	bool wanted, is_needed = false;
	unsigned int i;

	for (i = 0; i < mp->nr_groups; i++) {
		struct sdt_group *group = &mp->groups[i];

		cond_resched();
		wanted = sdt_group_is_wanted(group, added);
		if (wanted && !group->event && is_staying(mp))
			create_event(mp, group);
		if (!group->event)
			continue;
		group->event->is_wanted = wanted;
		if (!added)
			group->event->outlives = sdt_group_outlives(group);
		is_needed |= group->event->is_published != wanted ||
			     !group->event->call.module;
	}
	return is_needed;
}

/* The changes that one use of the gate makes */
struct change {
	struct list_head *batch;	/* modules */
	struct list_head withdrawn;	/* events */
};

/* The core removes the event with @mod. */
static int publish_event(struct sdt_event *event, struct module *mod)
{
	int err = trace_add_event_call(&event->call);

	if (err)
		return err;
	sdt_fields_listed(&event->fields, &event->class);
	event->call.module = mod;
	event->is_published = true;
	return 0;
}

static void publish_wanted(struct sdt_module_probes *mp)
{
	unsigned int i, failed = 0;
	bool is_new = false;
	int err, last = 0;

	if (!is_staying(mp))
		return;
	if (list_empty(&mp->published))
		list_add_tail(&mp->published, &published);
	for (i = 0; i < mp->nr_groups; i++) {
		struct sdt_group *group = &mp->groups[i];

		cond_resched();
		if (!group->event)
			continue;
		if (group->event->is_published) {
			if (!group->event->call.module)
				sdt_event_join(group->event, mp->mod);
			continue;
		}
		err = publish_event(group->event, mp->mod);
		if (err) {
			free_event(group);
			is_new |= is_new_failure(group);
			failed++;
			last = err;
		} else {
			group->has_failed = false;
		}
	}
	if (!is_new)
		return;
	if (last == -ENODEV)
		pr_warn("%s: the kernel has no free event number for %u of its events\n",
			mp->mod->name, failed);
	else
		pr_warn("%s: the kernel refused %u of its events (%d)\n",
			mp->mod->name, failed, last);
}

/*
 * Without kprobes there is no way to empty trace buffers of its records: empty_buffers().
 * Then an event that ftrace has recorded stays as long as its module.
 */
static bool can_withdraw(const struct sdt_event *event)
{
	return event && event->is_published && !event->is_wanted &&
	       (IS_ENABLED(CONFIG_KPROBE_EVENTS) || !event->was_recorded);
}

static void find_unwanted(struct sdt_module_probes *mp, struct list_head *unwanted)
{
	unsigned int i;

	if (list_empty(&mp->published))
		return;
	for (i = 0; i < mp->nr_groups; i++)
		if (can_withdraw(mp->groups[i].event))
			list_add(&mp->groups[i].event->list, unwanted);
}

/* Runs with event_mutex held. */
static void change_work(void *data)
{
	struct change *change = data;
	struct sdt_module_probes *mp;

	list_for_each_entry(mp, change->batch, batch)
		find_unwanted(mp, &change->withdrawn);
	/* first: it gives event numbers back */
	sdt_events_withdraw_unused(&change->withdrawn);
	list_for_each_entry(mp, change->batch, batch)
		publish_wanted(mp);
}

/* Returns the number of events that are not published. */
static unsigned int report_failure(struct sdt_module_probes *mp, int err)
{
	unsigned int i, nr = 0;

	for (i = 0; i < mp->nr_groups; i++) {
		struct sdt_group *group = &mp->groups[i];

		if (group->event && !group->event->is_published) {
			free_event(group);
			nr++;
		}
	}
	if (nr)
		pr_warn("%s: %u of its events are not published: cannot reach the tracing core (%d)\n",
			mp->mod->name, nr, err);
	return nr;
}

/* A module gets the events that have outlived its load before, if their form is the same. */
static void take_back_events(struct sdt_module_probes *mp)
{
	if (!is_staying(mp))
		return;
	if (sdt_departed_return(mp) && list_empty(&mp->published))
		list_add_tail(&mp->published, &published);
	sdt_departed_drop(mp->name, true);
}

/**
 * sdt_events_publish - publish the wanted events of modules, and withdraw the others
 * @batch: modules' probes that are in the registry
 * @added: patterns that were added to what is wanted, and all that has changed; NULL: anything
 *	   may have changed
 *
 * Failures are logged.  Handlers can use the probes all the same.
 *
 * Context: Process context, with sdt_modules_lock held, not sdt_mutex.  Sleeps.
 */
void sdt_events_publish(struct list_head *batch, const struct sdt_patterns *added)
{
	struct change change = {
		.batch = batch,
		.withdrawn = LIST_HEAD_INIT(change.withdrawn),
	};
	struct sdt_module_probes *mp;
	unsigned int nr_failed = 0;
	bool is_needed = false;
	int err;

	lockdep_assert_held(&sdt_modules_lock);
	list_for_each_entry(mp, batch, batch)
		take_back_events(mp);
	list_for_each_entry(mp, batch, batch)
		is_needed |= prepare_events(mp, added);
	if (!is_needed)
		return;
	err = sdt_gate_run(change_work, &change);
	sdt_events_free_withdrawn(&change.withdrawn);
	if (!err)
		return;
	list_for_each_entry(mp, batch, batch)
		nr_failed += report_failure(mp, err);
	if (!nr_failed)
		pr_warn("cannot reach the tracing core (%d): no event is withdrawn\n", err);
}

/**
 * sdt_events_update - sdt_events_publish() for all modules
 * @added: likewise
 *
 * To be called when what is wanted has changed.  Context as for sdt_events_publish().
 */
void sdt_events_update(const struct sdt_patterns *added)
{
	struct sdt_module_probes *mp;
	LIST_HEAD(batch);

	if (!added)
		sdt_departed_drop(NULL, false);
	list_for_each_entry(mp, &sdt_modules, list)
		list_add_tail(&mp->batch, &batch);
	sdt_events_publish(&batch, added);
}

/* The core finds its newest event first, so the last one that was published goes first. */
static void withdraw_module(struct sdt_module_probes *mp)
{
	unsigned int i;

	for (i = mp->nr_groups; i-- > 0;) {
		struct sdt_group *group = &mp->groups[i];

		if (group->event && group->event->is_published && !sdt_event_withdraw(group->event))
			group->event = NULL;	/* leak it: it is in use */
	}
}

/* Runs with event_mutex held. */
static void withdraw_work(void *data)
{
	struct sdt_module_probes *mp, *next;

	list_for_each_entry_safe_reverse(mp, next, &published, published) {
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

	if (!list_empty(&published))
		err = sdt_gate_run(withdraw_work, NULL);
	return err;
}

/**
 * sdt_events_leave - leave a module's events to the tracing core, which will remove most
 * @mod: a module that is being unloaded; its exit function has run
 *
 * Context: Process context, before the core's module notifier.  Sleeps.
 */
void sdt_events_leave(const struct module *mod)
{
	struct sdt_module_probes *mp;

	mutex_lock(&sdt_modules_lock);
	list_for_each_entry(mp, &sdt_modules, list) {
		if (mp->mod != mod)
			continue;
		mp->is_leaving = true;
		if (list_empty(&mp->published))
			continue;
		list_del_init(&mp->published);
		sdt_departed_leave(mp);
	}
	mutex_unlock(&sdt_modules_lock);
}

/**
 * sdt_events_free - free the events of a module, except those that perf has open
 * @mp: a module's probes, whose events the tracing core does not have, or has removed at
 *	 least an RCU grace period ago; it still has those that outlive the module
 *
 * Context: Process context, with neither event_mutex nor sdt_mutex held.  Sleeps.  If events can
 * outlive the module, without sdt_modules_lock, too.
 * Return: true if events outlive the module: then @mp is theirs.
 */
bool sdt_events_free(struct sdt_module_probes *mp)
{
	unsigned int i, kept = 0;

	for (i = 0; i < mp->nr_groups; i++) {
		struct sdt_group *group = &mp->groups[i];

		if (group->event && !group->event->has_outlived && sdt_event_keep(group->event)) {
			group->event = NULL;
			kept++;
		}
	}
	if (kept)
		pr_warn("%s: unloaded while perf or BPF uses %u of its events: sdt.ko keeps them until they are closed\n",
			mp->mod->name, kept);
	sdt_events_settle();
	for (i = 0; i < mp->nr_groups; i++)
		if (mp->groups[i].event && !mp->groups[i].event->has_outlived)
			free_event(&mp->groups[i]);
	return sdt_departed_add(mp);
}
