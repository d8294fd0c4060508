// SPDX-License-Identifier: GPL-2.0-only
/*
 * modules.c - load and unload modules with probes
 *
 * What happens to a module's set of probes:
 *
 *	MODULE_STATE_COMING	set made, armed, opened, handlers attached,
 *				published, told of; all before the module's init
 *				code runs
 *	MODULE_STATE_LIVE	the same, if COMING was before our time
 *	MODULE_STATE_GOING	told of, given up and freed
 *	sdt.ko comes		the same as COMING for what is loaded already, with
 *				one use of the gate for all of it
 *	sdt.ko goes		given up; the module is left as if sdt.ko had
 *				never been
 *
 * The notifier has priority 0: at COMING the kernel's jump labels (1) have
 * prepared the module, at GOING the tracing core (1) has removed its events.
 *
 * All of this runs with sdt_modules_lock (core/registry.c) held, which also protects
 * the lists of sets in this file.
 */
#define pr_fmt(fmt) "sdt: " fmt

#include <linux/err.h>
#include <linux/kobject.h>
#include <linux/notifier.h>
#include <linux/slab.h>
#include <linux/wait.h>

#include "clients/clients.h"
#include "compat.h"
#include "core/core.h"
#include "events/events.h"
#include "main.h"

static LIST_HEAD(refused_sets);		/* so that each is refused once */
static LIST_HEAD(given_up_sets);	/* sdt.ko goes: no site calls it any more */
static bool taking_up;			/* modules; not before the scan or while we go */
static DECLARE_WAIT_QUEUE_HEAD(all_gone);

static struct sdt_set *find_set_in(struct list_head *sets,
				   const struct module *mod)
{
	struct sdt_set *set;

	list_for_each_entry(set, sets, list)
		if (set->mod == mod)
			return set;
	return NULL;
}

static struct sdt_set *find_set(const struct module *mod)
{
	lockdep_assert_held(&sdt_modules_lock);
	return find_set_in(&sdt_sets, mod) ?:
	       find_set_in(&refused_sets, mod) ?:
	       find_set_in(&given_up_sets, mod);
}

/* Handlers whose patterns match its probes are attached when this returns. */
static void add_to_registry(struct sdt_set *set)
{
	sdt_lock();
	list_add_tail(&set->list, &sdt_sets);
	sdt_translators_join(set);
	sdt_handlers_join(set);
	sdt_unlock();
}

/* It is in no list then, its sites are off.  CPUs may still be with its listeners. */
static void remove_from_registry(struct sdt_set *set)
{
	sdt_lock();
	list_del_init(&set->list);
	sdt_probes_clear(set);
	sdt_unlock();
}

/* Adds the module's set to @batch, unless it has no probes or they are refused. */
static void take_up(struct module *mod, struct list_head *batch)
{
	struct sdt_set *set;

	lockdep_assert_held(&sdt_modules_lock);
	if (!taking_up || find_set(mod))
		return;
	set = sdt_set_create(mod);
	if (IS_ERR(set)) {
		pr_err("%s: no memory for its probes\n", mod->name);
	} else if (set && set->refused) {
		list_add(&set->list, &refused_sets);
	} else if (set) {
		sdt_sites_arm(set);
		sdt_sites_open(set);
		add_to_registry(set);
		sdt_tables_add(set);
		list_add_tail(&set->batch, batch);
	}
}

static void announce(struct list_head *batch)
{
	struct sdt_set *set;

	lockdep_assert_held(&sdt_modules_lock);
	sdt_events_publish(batch);
	list_for_each_entry(set, batch, batch) {
		sdt_enable_wanted(set);
		sdt_notify(set, SDT_PROBE_COMES);
	}
}

static void module_comes(struct module *mod)
{
	LIST_HEAD(batch);

	mutex_lock(&sdt_modules_lock);
	take_up(mod, &batch);
	announce(&batch);
	mutex_unlock(&sdt_modules_lock);
}

/*
 * The module's code does not run any more, and the core has removed its events.
 * The sites are closed all the same: a driver that leaves something behind
 * which still runs then finds nothing to call instead of what was freed.  They are
 * closed before the set leaves the list, as sdt_modules_exit() expects.
 *
 * A set that was given up goes through this again if its module goes before
 * sdt_modules_exit() has freed it.  That changes nothing in the set.
 */
static void module_goes(struct module *mod)
{
	struct sdt_set *set;

	mutex_lock(&sdt_modules_lock);
	set = find_set(mod);
	if (set && set->refused) {
		list_del(&set->list);
	} else if (set) {
		sdt_notify(set, SDT_PROBE_GOES);
		sdt_tables_remove(set);
		sdt_sites_close(set);
		remove_from_registry(set);
	}
	mutex_unlock(&sdt_modules_lock);
	if (!set)
		return;
	wake_up_all(&all_gone);
	synchronize_rcu();
	sdt_events_free(set);
	sdt_set_free(set);
}

static int modules_notify(struct notifier_block *nb, unsigned long state,
			  void *data)
{
	switch (state) {
	case MODULE_STATE_COMING:
	case MODULE_STATE_LIVE:
		module_comes(data);
		break;
	case MODULE_STATE_GOING:
		mutex_lock(&sdt_modules_lock);
		sdt_notifiers_drop(data);	/* they could attach handlers */
		mutex_unlock(&sdt_modules_lock);
		sdt_handlers_drop(data);
		sdt_translators_drop(data);	/* which these could ask */
		module_goes(data);
		break;
	}
	return NOTIFY_OK;
}

static struct notifier_block modules_nb = {
	.notifier_call = modules_notify,
};

/*
 * The modules that are loaded and not on their way out, as far as they fit.
 * The kobject of a module is in the kset for as long as its struct module is
 * there.  Returns how many there are.
 */
static unsigned int list_modules(struct module **mods, unsigned int size)
{
	struct kset *kset = THIS_MODULE->mkobj.kobj.kset;
	struct kobject *kobj;
	unsigned int nr = 0;

	spin_lock(&kset->list_lock);
	list_for_each_entry(kobj, &kset->list, entry) {
		struct module_kobject *mk =
			container_of(kobj, struct module_kobject, kobj);

		if (!mk->mod || mk->mod == THIS_MODULE)
			continue;	/* parameters of built-in code; we */
		if (READ_ONCE(mk->mod->state) == MODULE_STATE_GOING)
			continue;
		if (nr < size)
			mods[nr] = mk->mod;
		nr++;
	}
	spin_unlock(&kset->list_lock);
	return nr;
}

/* All of them, in an array for the caller to free; NULL if there is no memory. */
static struct module **get_modules(unsigned int *nr)
{
	unsigned int size = list_modules(NULL, 0);
	struct module **mods;

	for (;; size = *nr) {
		mods = kvcalloc(size, sizeof(*mods), GFP_KERNEL);
		if (!mods)
			return NULL;
		*nr = list_modules(mods, size);
		if (*nr <= size)
			return mods;
		kvfree(mods);
	}
}

/*
 * Our notifier is registered and sdt_modules_lock is held over all of it, so that
 * a module that was not going when it was listed cannot be freed before we are
 * done: its GOING notifier waits for us.  That goes for modules whose init code
 * fails, too, which no reference would keep.
 *
 * The notifier takes nothing up before the list is there, so if there is no memory
 * for it there is nothing to undo.  A module that comes meanwhile is in the list, or
 * is taken up when it is LIVE.
 */
static int scan_loaded_modules(void)
{
	struct module **mods;
	unsigned int i, nr;
	LIST_HEAD(batch);

	mutex_lock(&sdt_modules_lock);
	mods = get_modules(&nr);
	taking_up = mods != NULL;
	for (i = 0; taking_up && i < nr; i++)
		take_up(mods[i], &batch);
	announce(&batch);
	mutex_unlock(&sdt_modules_lock);
	kvfree(mods);
	return mods ? 0 : -ENOMEM;
}

/**
 * sdt_modules_init - take up what is loaded and what will be
 *
 * Context: process, sleeps.
 * Return: 0 or -ENOMEM.
 */
int sdt_modules_init(void)
{
	int err;

	err = register_module_notifier(&modules_nb);
	if (err)
		return err;
	err = scan_loaded_modules();
	if (err)
		unregister_module_notifier(&modules_nb);
	return err;
}

/*
 * Take all events back and close all sites.  Sets of modules that are going stay
 * for their notifier.
 */
static void give_up_all(void)
{
	struct sdt_set *set, *next;
	LIST_HEAD(batch);

	lockdep_assert_held(&sdt_modules_lock);
	list_for_each_entry(set, &sdt_sets, list)
		list_add_tail(&set->batch, &batch);
	sdt_events_withdraw(&batch);
	list_for_each_entry_safe(set, next, &batch, batch) {
		sdt_sites_close(set);
		remove_from_registry(set);
		list_add_tail(&set->list, &given_up_sets);
	}
}

static void free_all(void)
{
	struct sdt_set *set, *next;

	lockdep_assert_held(&sdt_modules_lock);
	list_for_each_entry_safe(set, next, &given_up_sets, list) {
		list_del(&set->list);
		sdt_sites_disarm(set);
		sdt_events_free(set);
		sdt_set_free(set);
	}
	list_for_each_entry_safe(set, next, &refused_sets, list) {
		list_del(&set->list);
		sdt_set_free(set);
	}
}

/**
 * sdt_modules_exit - give everything up, as if sdt.ko had never been there
 *
 * When it returns, no site calls sdt.ko, no CPU and no task is in sdt.ko's code
 * because of a site, and the tracing core knows no event of ours but the gate.
 *
 * sdt_wait_for_code() can take as long as any task runs in the kernel without
 * sleeping.  sdt_modules_lock is not held meanwhile, so that modules can come and
 * go: a module that comes is left alone, and one that goes takes its set with it.
 *
 * Context: process, sleeps.  No handler is attached, no event is in use.
 */
void sdt_modules_exit(void)
{
	synchronize_rcu();	/* the last users of events have left our sinks */
	mutex_lock(&sdt_modules_lock);
	taking_up = false;
	give_up_all();
	mutex_unlock(&sdt_modules_lock);

	/* From here on no site is open. */
	wait_event(all_gone, list_empty(&sdt_sets));
	sdt_wait_for_code();

	mutex_lock(&sdt_modules_lock);
	free_all();
	mutex_unlock(&sdt_modules_lock);
	/* Waits for the rest of module_goes(), too. */
	unregister_module_notifier(&modules_nb);
}
