// SPDX-License-Identifier: GPL-2.0-only
/*
 * modules.c - load and unload modules with probes
 *
 * The life of a module's probes:
 *
 *	MODULE_STATE_COMING	make them, and offer the tracing core their events; when it
 *				has taken these, attach handlers, publish other events, call
 *				notifiers; all before the module's init code runs
 *	MODULE_STATE_LIVE	the same, if sdt.ko was not there at COMING
 *	MODULE_STATE_GOING	leave the events to the core, but for those that outlive the
 *				module; when it has removed them, call notifiers, close
 *				the sites, free them
 *	sdt.ko is loaded	as COMING for all modules that are loaded, with one
 *				use of the gate, and no offer
 *	sdt.ko is unloaded	close the sites, withdraw events, free all; the
 *				modules are as if sdt.ko had never been loaded
 *
 * There are two notifiers.  The first one has priority 2, and so runs before the kernel's jump
 * labels and the tracing core (priority 1).  At COMING it makes the probes, because the core
 * publishes what it is offered before; at GOING it tells events/ that the core will remove the
 * events.  So sdt.ko can withdraw the events of a module whose exit function runs, which can take
 * any time.  The second one has priority 0: at COMING, sites can be enabled, and at GOING, the events
 * are gone.  Between the two, a module that is coming is in the list "coming".
 *
 * Probes are made, announced and closed with sdt_modules_lock (core/registry.c) held, which also
 * protects the lists of modules in this file.  They are freed without it.  An insmod that waits for
 * the lock in the first notifier can be killed.
 */
#define pr_fmt(fmt) "sdt: " fmt

#include <linux/err.h>
#include <linux/kobject.h>
#include <linux/mm.h>
#include <linux/notifier.h>
#include <linux/slab.h>

#include "interfaces/interfaces.h"
#include "compat.h"
#include "core/core.h"
#include "events/events.h"
#include "main.h"
#include "wait.h"

static LIST_HEAD(coming);	/* between the two notifications of a module that is coming */
static LIST_HEAD(given_up);	/* closed for good: sdt.ko is being unloaded */
static LIST_HEAD(abandoned);	/* of modules that could not be loaded, until sdt.ko goes */
static bool taking_up;			/* new modules: after the scan, before the exit */

static struct sdt_module_probes *find_in(struct list_head *list,
					 const struct module *mod)
{
	struct sdt_module_probes *mp;

	list_for_each_entry(mp, list, list)
		if (mp->mod == mod)
			return mp;
	return NULL;
}

static struct sdt_module_probes *find_probes(const struct module *mod)
{
	lockdep_assert_held(&sdt_modules_lock);
	return find_in(&sdt_modules, mod) ?:
	       find_in(&sdt_refused, mod) ?:
	       find_in(&given_up, mod);
}

/* When this returns, all handlers and counters that the module's probes match are attached. */
static void add_to_registry(struct sdt_module_probes *mp)
{
	static unsigned long last_id;

	sdt_lock();
	mp->id = ++last_id;
	list_add_tail(&mp->list, &sdt_modules);
	sdt_translators_join(mp);
	sdt_handlers_join(mp);
	sdt_counters_join(mp);
	sdt_unlock();
}

/* Also closes the module's sites.  CPUs may still be running its listeners. */
static void remove_from_registry(struct sdt_module_probes *mp)
{
	sdt_lock();
	list_del_init(&mp->list);
	sdt_module_probes_clear(mp);
	sdt_counters_leave(mp);
	sdt_unlock();
}

/* The refused probes are kept so that the module is refused only once. */
static void refuse(struct sdt_module_probes *mp)
{
	mutex_lock(&sdt_mutex);
	list_add_tail(&mp->list, &sdt_refused);
	sdt_nr_refused++;
	mutex_unlock(&sdt_mutex);
}

static void forget_refused(struct sdt_module_probes *mp)
{
	mutex_lock(&sdt_mutex);
	list_del(&mp->list);
	mutex_unlock(&sdt_mutex);
}

/* Returns NULL if the module has no probes, or there is no memory for them. */
static struct sdt_module_probes *make_probes(struct module *mod, bool prepared)
{
	struct sdt_module_probes *mp = sdt_module_probes_create(mod, prepared);

	if (!IS_ERR_OR_NULL(mp) && !mp->refused)
		sdt_sites_arm(mp);
	if (!IS_ERR(mp))
		return mp;
	pr_err("%s: no memory for its probes\n", mod->name);
	return NULL;
}

/*
 * Adds the module's probes to @batch, unless it has none or they are refused.  They are in the list
 * of those that are coming if its first notification has made them.
 */
static void take_up(struct module *mod, struct list_head *batch)
{
	struct sdt_module_probes *mp = find_in(&coming, mod);

	lockdep_assert_held(&sdt_modules_lock);
	if (mp) {
		list_del_init(&mp->list);
		if (!mp->refused)
			sdt_init_code_patch(mod, true);
	} else if (taking_up && !find_probes(mod)) {
		mp = make_probes(mod, true);
	}
	if (mp && mp->refused) {
		refuse(mp);
	} else if (mp) {
		add_to_registry(mp);
		sdt_tables_add(mp);
		list_add_tail(&mp->batch, batch);
	}
}

static void announce(struct list_head *batch)
{
	struct sdt_module_probes *mp;

	lockdep_assert_held(&sdt_modules_lock);
	sdt_events_publish(batch, NULL);
	list_for_each_entry(mp, batch, batch) {
		sdt_controls_apply(mp);
		sdt_notify(mp, SDT_PROBE_COMES);
	}
}

static void take_up_one(struct module *mod)
{
	LIST_HEAD(batch);

	take_up(mod, &batch);
	announce(&batch);
}

/*
 * Makes the probes of a module that is coming, and offers the core its events.  Returns -EINTR if
 * insmod was killed meanwhile.
 */
static int module_comes(struct module *mod)
{
	struct sdt_module_probes *mp = NULL;

	if (mutex_lock_killable(&sdt_modules_lock))
		return -EINTR;
	if (taking_up)
		mp = make_probes(mod, false);
	if (mp)
		list_add_tail(&mp->list, &coming);
	if (mp && !mp->refused)
		sdt_events_offer(mp);
	mutex_unlock(&sdt_modules_lock);
	return 0;
}

/*
 * Another notifier has refused a module that is coming.  If the core has taken its events, it removes
 * them after this, and sdt.ko is not called any more: what they need is kept until sdt.ko goes.
 */
static void module_fails(struct sdt_module_probes *mp)
{
	bool is_kept;

	mutex_lock(&sdt_modules_lock);
	list_del_init(&mp->list);
	is_kept = !mp->refused && sdt_events_abandon(mp);
	if (is_kept)
		list_add_tail(&mp->list, &abandoned);
	mutex_unlock(&sdt_modules_lock);
	if (is_kept)
		return;
	if (!mp->refused)
		sdt_events_free(mp);
	sdt_module_probes_free(mp);
}

static void module_is_there(struct module *mod)
{
	struct sdt_module_probes *mp;

	mutex_lock(&sdt_modules_lock);
	take_up_one(mod);
	mp = find_in(&sdt_modules, mod);
	if (mp)
		mp->is_live = mod->state == MODULE_STATE_LIVE;
	if (mp && mp->is_live) {
		/* Wait for whoever still patches the init code, which the kernel frees after this. */
		mutex_lock(&sdt_mutex);
		mutex_unlock(&sdt_mutex);
	}
	mutex_unlock(&sdt_modules_lock);
}

/*
 * The module's code no longer runs, and the core has removed its events.  The sites
 * are closed all the same: if a driver leaves something running, it calls nothing
 * instead of what was freed.
 *
 * If a module is unloaded after sdt_modules_exit() has given up its probes and before it
 * has freed them, this runs for them once more, and changes nothing.
 */
static void module_goes(struct module *mod)
{
	struct sdt_module_probes *mp;

	mutex_lock(&sdt_modules_lock);
	mp = find_probes(mod);
	if (mp && mp->refused) {
		forget_refused(mp);
	} else if (mp) {
		sdt_notify(mp, SDT_PROBE_GOES);
		sdt_tables_remove(mp);
		remove_from_registry(mp);
	}
	mutex_unlock(&sdt_modules_lock);
	if (!mp)
		return;
	synchronize_rcu();
	if (!sdt_events_free(mp))
		sdt_module_probes_free(mp);
}

static bool is_carrier(const struct module *mod)
{
	return !strcmp(mod->name, "sdt_carrier");
}

static int modules_notify(struct notifier_block *nb, unsigned long state,
			  void *data)
{
	switch (state) {
	case MODULE_STATE_COMING:
		if (is_carrier(data))
			sdt_carrier_has_come();
		module_is_there(data);
		break;
	case MODULE_STATE_LIVE:
		sdt_init_code_patch(data, false);
		module_is_there(data);
		break;
	case MODULE_STATE_GOING:
		mutex_lock(&sdt_modules_lock);
		sdt_notifiers_drop(data);	/* first: they can attach handlers */
		mutex_unlock(&sdt_modules_lock);
		sdt_handlers_drop(data);
		sdt_translators_drop(data);	/* last: handlers can call them */
		module_goes(data);
		break;
	}
	return NOTIFY_OK;
}

static struct notifier_block modules_nb = {
	.notifier_call = modules_notify,
};

static void module_leaves(struct module *mod)
{
	struct sdt_module_probes *mp;

	mutex_lock(&sdt_modules_lock);
	mp = find_in(&coming, mod);
	mutex_unlock(&sdt_modules_lock);
	if (mp)
		module_fails(mp);
	else
		sdt_events_leave(mod);
}

static int first_notify(struct notifier_block *nb, unsigned long state, void *data)
{
	if (is_carrier(data) && state == MODULE_STATE_COMING)
		sdt_carrier_comes(data);
	else if (is_carrier(data) && state == MODULE_STATE_GOING)
		sdt_carrier_has_come();		/* if another notifier has refused it */
	else if (state == MODULE_STATE_COMING)
		return notifier_from_errno(module_comes(data));
	else if (state == MODULE_STATE_GOING)
		module_leaves(data);
	return NOTIFY_OK;
}

static struct notifier_block first_nb = {
	.notifier_call = first_notify,
	.priority = 2,			/* before the tracing core's, 1 */
};

/*
 * List up to @size modules that are loaded and not being unloaded.  The kobject of a
 * module is in the kset for as long as its struct module exists.  Returns the number
 * of all of them.
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
			continue;	/* parameters of built-in code; sdt.ko */
		if (READ_ONCE(mk->mod->state) == MODULE_STATE_GOING)
			continue;
		if (nr < size)
			mods[nr] = mk->mod;
		nr++;
	}
	spin_unlock(&kset->list_lock);
	return nr;
}

/* Returns an array of all of them, to be freed by the caller, or NULL if out of memory. */
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
 * The module notifiers are registered, and sdt_modules_lock is held all the time.  So a
 * module that was not GOING when it was listed cannot be freed before the scan is done:
 * its GOING notifier waits for the lock.  The same applies to modules whose init code
 * fails, which a reference would not keep.
 *
 * The notifier takes up no module before the list exists, so there is nothing to undo
 * if there is no memory for it.  A module that is loaded meanwhile is in the list, or
 * is taken up when it is LIVE.
 */
static int scan_loaded_modules(void)
{
	struct module **mods;
	unsigned int i, nr;
	LIST_HEAD(batch);

	mutex_lock(&sdt_modules_lock);
	mods = get_modules(&nr);
	taking_up = mods;
	for (i = 0; taking_up && i < nr; i++)
		take_up(mods[i], &batch);
	announce(&batch);
	mutex_unlock(&sdt_modules_lock);
	kvfree(mods);
	return mods ? 0 : -ENOMEM;
}

/**
 * sdt_modules_init - take up the modules that are loaded, and from now on new ones
 *
 * Context: Process context, sleeps.
 * Return: 0 or -ENOMEM.
 */
int sdt_modules_init(void)
{
	int err;

	err = register_module_notifier(&first_nb);
	if (err)
		return err;
	err = register_module_notifier(&modules_nb);
	if (err)
		goto err_first;
	err = scan_loaded_modules();
	if (err)
		goto err_modules;
	return 0;

err_modules:
	unregister_module_notifier(&modules_nb);
err_first:
	unregister_module_notifier(&first_nb);
	return err;
}

/*
 * Withdraw all events and close all sites.  Returns the error of sdt_events_withdraw(), or
 * -EAGAIN if a module is just coming, and then nothing was given up.
 */
static int give_up_all(void)
{
	struct sdt_module_probes *mp, *next;
	int err;

	mutex_lock(&sdt_modules_lock);
	taking_up = false;
	err = list_empty(&coming) ? sdt_events_withdraw() : -EAGAIN;
	if (err)
		goto out;
	list_for_each_entry_safe(mp, next, &sdt_modules, list) {
		remove_from_registry(mp);
		sdt_init_code_patch(mp->mod, false);
		list_add_tail(&mp->list, &given_up);
	}
out:
	mutex_unlock(&sdt_modules_lock);
	return err;
}

/* No module's events outlive it any more.  As for sdt_departed_drop(). */
static int drop_departed(void)
{
	int err;

	mutex_lock(&sdt_modules_lock);
	err = sdt_departed_drop(NULL, true);
	mutex_unlock(&sdt_modules_lock);
	return err;
}

static void free_all(void)
{
	struct sdt_module_probes *mp, *next;

	lockdep_assert_held(&sdt_modules_lock);
	list_for_each_entry_safe(mp, next, &given_up, list) {
		list_del(&mp->list);
		sdt_sites_disarm(mp);
		sdt_events_free(mp);
		sdt_module_probes_free(mp);
	}
	list_for_each_entry_safe(mp, next, &sdt_refused, list) {
		forget_refused(mp);
		sdt_module_probes_free(mp);
	}
	list_for_each_entry_safe(mp, next, &abandoned, list) {
		list_del(&mp->list);
		sdt_events_free(mp);
		sdt_module_probes_free(mp);
	}
}

/**
 * sdt_modules_exit - release all modules, as if sdt.ko had never been loaded
 *
 * When it returns, no site calls sdt.ko, no CPU and no task is in sdt.ko's code
 * because of a site, and the tracing core has no event of sdt.ko's but the gate.
 *
 * sdt_wait_for_code() can take as long as any task runs in the kernel without
 * sleeping.  sdt_modules_lock is not held meanwhile, nor while sdt_gate_wait() waits, so
 * modules can be loaded and unloaded: a new module is left alone, and an unloaded one
 * takes its probes with it.  The exit function of another module is not waited for.
 *
 * Context: Process context, sleeps.  No handler is attached and no event is in use.
 */
void sdt_modules_exit(void)
{
	int err;

	synchronize_rcu();	/* for CPUs in the sinks of the last users of events */
	while ((err = give_up_all()))
		sdt_gate_wait(err);

	/*
	 * Waits for notifier chains that run.  So module_goes() has freed the probes whose
	 * events were left to the core.
	 */
	unregister_module_notifier(&first_nb);
	while ((err = drop_departed()))
		sdt_gate_wait(err);
	sdt_wait_for_code();
	sdt_wait_for_tasks_callbacks();

	mutex_lock(&sdt_modules_lock);
	free_all();
	mutex_unlock(&sdt_modules_lock);
	/* Also waits for the rest of module_goes(). */
	unregister_module_notifier(&modules_nb);
}
