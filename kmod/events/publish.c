// SPDX-License-Identifier: GPL-2.0-only
/*
 * publish.c - publish and withdraw the events of modules
 *
 * Each group of probes has one event.  The event's system is the module; its name is
 * [PROVIDER-][FUNCTION-]NAME, without a provider that is "sdt" or the module, and with the function
 * only if the probes are qualified by it.  '_' replaces '-', except with layout=dtrace.  A
 * TRACE_EVENT keeps its own system and name.
 *
 * An event is wanted while the list of any request has a pattern that matches one of its probes.
 * Nothing else decides.  controls.c and recorders.c make the requests.
 *
 * The life of an event:
 * 1. When it is wanted, and its module is loaded, the event is allocated, checked for name
 *    clashes, and published: either the core gets it with the module, before the module's init code
 *    runs (offer.c), or sdt.ko adds it to the core at any time, through the gate.
 * 2. Users start and stop using the event: event.c.
 * 3. When it is no longer wanted, it is withdrawn, which means removed from the core, and
 *    freed.  An event in use stays until what is wanted changes again.  Withdrawing it as soon
 *    as its use ends would break the program that ends it: with echo '!hist:keys=n' > trigger,
 *    opening the file ends the use, and the write follows.
 * 4. When the module is unloaded, the core's module notifier, which runs between
 *    sdt.ko's two, removes the event because of call->module, unless it outlives its module, and
 *    can be the next load's: departed.c.  When sdt.ko is unloaded, sdt_events_withdraw()
 *    removes it.
 * 5. sdt_events_free() frees it, or keeps it for perf: event.c.
 *
 * Without the gate, because the kernel has no exports for it, events can only be offered, and are not
 * withdrawn.  Then a module with events has a reference to sdt.ko.
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

static int __init find_gate(void)
{
	int err;

	if (!SDT_CAN_ADD_EVENTS || !(sdt_publish_by & SDT_PUBLISH_BY_GATE)) {
		pr_info("events are published only with modules that are loaded from now on and have a GPL-compatible license; sdt_carrier.ko publishes others when it is loaded\n");
		return 0;
	}
	err = sdt_gate_init();
	if (err == -ENOSPC)
		pr_err("the kernel has no free event number\n");
	else if (err == -ENOMEM)
		pr_err("no memory to reach the tracing core\n");
	else if (err)
		pr_warn("cannot reach the tracing core (%d): only modules that are loaded from now on have events, and keep them\n",
			err);
	sdt_has_gate = !err;
	return err == -ENOSPC || err == -ENOMEM ? err : 0;
}

/**
 * sdt_events_init - prepare for publishing events
 *
 * Context: Process context, sleeps.
 * Return: 0, -ENOMEM, or -ENOSPC if there is no free event number.
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
	err = find_gate();
	if (!err)
		return 0;
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
	if (sdt_has_gate)
		sdt_gate_exit();
	sdt_events_settle();
	sdt_departed_free();
	sdt_messages_exit();
	sdt_record_exit();
}

/* The changes that one use of the gate makes */
struct change {
	struct list_head *batch;	/* modules */
	struct list_head withdrawn;	/* events */
};

/* The core removes the event with @mod. */
static int publish_event(struct sdt_event *event, struct module *mod)
{
	int err = sdt_event_number(event) ? sdt_add_event_call(&event->call) : -ENODEV;

	if (err)
		return err;
	sdt_call_module(&event->call) = mod;
	sdt_event_has_come(event);
	return 0;
}

static void publish_wanted(struct sdt_module_probes *mp)
{
	unsigned int i, failed = 0;
	bool is_new = false;
	int err, last = 0;

	if (!sdt_module_stays(mp))
		return;
	if (list_empty(&mp->published))
		list_add_tail(&mp->published, &sdt_published);
	for (i = 0; i < mp->nr_groups; i++) {
		struct sdt_group *group = &mp->groups[i];

		cond_resched();
		if (!group->event)
			continue;
		if (group->event->is_published) {
			if (!sdt_call_module(&group->event->call))
				sdt_event_join(group->event, mp->mod);
			continue;
		}
		err = publish_event(group->event, mp->mod);
		if (err) {
			sdt_event_drop(group);
			is_new |= sdt_group_fails(group);
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

/* Returns the number of events that are not published.  @why is for the log. */
static unsigned int report_failure(struct sdt_module_probes *mp, const char *why)
{
	unsigned int i, nr = 0;
	bool is_new = false;

	for (i = 0; i < mp->nr_groups; i++) {
		struct sdt_group *group = &mp->groups[i];

		if (group->event && !group->event->is_published && !group->event->is_offered) {
			sdt_event_drop(group);
			is_new |= sdt_group_fails(group);
			nr++;
		}
	}
	if (is_new)
		pr_warn("%s: %u of its events are not published: %s\n", mp->mod->name, nr, why);
	return nr;
}

/* A module gets the events that have outlived its load before, if their form is the same. */
static void take_back_events(struct sdt_module_probes *mp)
{
	if (!sdt_module_stays(mp))
		return;
	if (sdt_departed_return(mp) && list_empty(&mp->published))
		list_add_tail(&mp->published, &sdt_published);
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
	const char *why = "sdt.ko came after it, its license is not compatible with the GPL, or memory was short: load sdt_carrier.ko (again)";
	unsigned int nr_failed = 0;
	bool is_needed = false;
	int err = 0;

	lockdep_assert_held(&sdt_modules_lock);
	list_for_each_entry(mp, batch, batch) {
		sdt_offer_end(mp, false);
		take_back_events(mp);
	}
	list_for_each_entry(mp, batch, batch)
		is_needed |= sdt_events_prepare(mp, added);
	if (!is_needed)
		return;
	if (sdt_has_gate) {
		err = sdt_gate_run(change_work, &change);
		sdt_events_free_withdrawn(&change.withdrawn);
		if (!err)
			return;
		why = "out of memory";
	}
	list_for_each_entry(mp, batch, batch)
		nr_failed += report_failure(mp, why);
	if (err && !nr_failed)
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

	list_for_each_entry_safe_reverse(mp, next, &sdt_published, published) {
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

	if (!list_empty(&sdt_published))
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
	sdt_events_unpin(mp);
	for (i = 0; i < mp->nr_groups; i++)
		if (mp->groups[i].event && !mp->groups[i].event->has_outlived)
			sdt_event_drop(&mp->groups[i]);
	if (sdt_departed_add(mp))
		return true;
	sdt_forms_forget(mp);
	return false;
}
