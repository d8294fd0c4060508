// SPDX-License-Identifier: GPL-2.0-only
/*
 * modules.c - the modules that have probes come and go
 *
 * What happens to a module's set of probes:
 *
 *	MODULE_STATE_COMING	set made, armed, opened, handlers attached,
 *				published, told of; all before the module's init
 *				code runs
 *	MODULE_STATE_LIVE	the same, if COMING was before our time
 *	MODULE_STATE_GOING	told of, given up and freed
 *	sdt.ko comes		the same as COMING for what is loaded already
 *	sdt.ko goes		given up; the module is left as if sdt.ko had
 *				never been
 *
 * The notifier has priority 0: at COMING the kernel's jump labels (1) have
 * prepared the module, at GOING the tracing core (1) has removed its events.
 *
 * sdt_modules_lock is held over each of these, so that a set is whole or not there.
 * While it is held by us no module with probes can be freed: the GOING notifier
 * waits for it.  It is taken inside the kernel's notifier chain, and before
 * event_mutex and sdt_mutex.
 */
#define pr_fmt(fmt) "sdt: " fmt

#include <linux/err.h>
#include <linux/kobject.h>
#include <linux/mm.h>
#include <linux/notifier.h>
#include <linux/slab.h>
#include <linux/wait.h>

#include "compat.h"
#include "internal.h"

DEFINE_MUTEX(sdt_modules_lock);
static LIST_HEAD(refused_sets);		/* so that each is refused once */
static bool leaving;			/* sdt.ko goes: take nothing up */
static DECLARE_WAIT_QUEUE_HEAD(all_gone);

static struct sdt_set *find_set(const struct module *mod)
{
	struct sdt_set *set;

	lockdep_assert_held(&sdt_modules_lock);
	list_for_each_entry(set, &sdt_sets, list)
		if (set->mod == mod)
			return set;
	list_for_each_entry(set, &refused_sets, list)
		if (set->mod == mod)
			return set;
	return NULL;
}

static void module_comes(struct module *mod)
{
	struct sdt_set *set;

	lockdep_assert_held(&sdt_modules_lock);
	if (leaving || find_set(mod))
		return;
	set = sdt_set_create(mod);
	if (IS_ERR(set)) {
		pr_err("%s: no memory for its probes\n", mod->name);
	} else if (set && set->refused) {
		list_add(&set->list, &refused_sets);
	} else if (set) {
		sdt_sites_arm(set);
		sdt_sites_open(set);
		sdt_registry_add(set);
		sdt_tables_add(set);
		sdt_events_publish(set);
		sdt_enable_wanted(set);
		sdt_notify(set, SDT_PROBE_COMES);
	}
}

/*
 * The module's code does not run any more, the core has removed its events.
 * The sites are closed all the same: a driver that leaves something behind
 * which still runs then finds nothing to call instead of what was freed.
 */
static void module_goes(struct module *mod)
{
	struct sdt_set *set;

	mutex_lock(&sdt_modules_lock);
	set = find_set(mod);
	if (!set)
		goto out;
	if (set->refused) {
		list_del(&set->list);
	} else {
		sdt_notify(set, SDT_PROBE_GOES);
		sdt_tables_remove(set);
		sdt_registry_remove(set);
		sdt_sites_close(set);
		synchronize_rcu();
		sdt_events_free(set);
	}
	sdt_set_free(set);
out:
	mutex_unlock(&sdt_modules_lock);
	wake_up_all(&all_gone);
}

static int modules_notify(struct notifier_block *nb, unsigned long state,
			  void *data)
{
	switch (state) {
	case MODULE_STATE_COMING:
	case MODULE_STATE_LIVE:
		mutex_lock(&sdt_modules_lock);
		module_comes(data);
		mutex_unlock(&sdt_modules_lock);
		break;
	case MODULE_STATE_GOING:
		mutex_lock(&sdt_modules_lock);
		sdt_notifiers_drop(data);
		mutex_unlock(&sdt_modules_lock);
		sdt_handlers_drop(data);
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

/*
 * Our notifier is registered and sdt_modules_lock is held over all of it, so that
 * a module that was not going when it was listed cannot be freed before we are
 * done: its GOING notifier waits for us.  That goes for modules whose init code
 * fails, too, which no reference would keep.
 */
static int scan_loaded_modules(void)
{
	struct module **mods;
	unsigned int i, nr, size;
	int err = 0;

	mutex_lock(&sdt_modules_lock);
	for (size = list_modules(NULL, 0); ; size = nr) {
		mods = kvcalloc(size, sizeof(*mods), GFP_KERNEL);
		if (!mods) {
			err = -ENOMEM;
			break;
		}
		nr = list_modules(mods, size);
		for (i = 0; i < nr && nr <= size; i++)
			module_comes(mods[i]);
		kvfree(mods);
		if (nr <= size)
			break;
	}
	mutex_unlock(&sdt_modules_lock);
	return err;
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
		sdt_modules_exit();
	return err;
}

/*
 * Take the events of every set back and switch its sites off.  Sets of modules
 * that are going stay for their notifier.  The others' modules get a reference,
 * and are moved to @given_up.
 */
static void give_up_all(struct list_head *given_up)
{
	struct sdt_set *set, *next;

	lockdep_assert_held(&sdt_modules_lock);
	list_for_each_entry_safe(set, next, &sdt_sets, list) {
		if (!try_module_get(set->mod))
			continue;
		if (!sdt_events_withdraw(set)) {
			module_put(set->mod);
			continue;
		}
		sdt_registry_remove(set);
		sdt_sites_close(set);
		list_add_tail(&set->list, given_up);
	}
}

/**
 * sdt_modules_exit - give everything up, as if sdt.ko had never been there
 *
 * When it returns, no site calls sdt.ko, no CPU and no task is in sdt.ko's code
 * because of a site, and the tracing core knows no event of ours but the gate.
 *
 * Context: process, sleeps.  No handler is attached, no event is in use.
 */
void sdt_modules_exit(void)
{
	struct sdt_set *set, *next;
	LIST_HEAD(given_up);
	bool going;

	mutex_lock(&sdt_modules_lock);
	leaving = true;
	give_up_all(&given_up);
	sdt_wait_for_code();
	list_for_each_entry_safe(set, next, &given_up, list) {
		struct module *mod = set->mod;

		sdt_sites_disarm(set);
		sdt_events_free(set);
		sdt_set_free(set);
		module_put(mod);
	}
	list_for_each_entry_safe(set, next, &refused_sets, list) {
		list_del(&set->list);
		sdt_set_free(set);
	}
	going = !list_empty(&sdt_sets);
	mutex_unlock(&sdt_modules_lock);

	/* The rest of what module_goes() does the chain's lock waits for. */
	wait_event(all_gone, list_empty(&sdt_sets));
	unregister_module_notifier(&modules_nb);
	if (going)
		sdt_wait_for_code();	/* their sites */
}
