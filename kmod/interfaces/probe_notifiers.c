// SPDX-License-Identifier: GPL-2.0-only
/*
 * probe_notifiers.c - notify other modules of probes that come and go
 *
 * modules.c, which has sdt.ko's own notifier, calls this with sdt_modules_lock held, which
 * protects the list, and without sdt_mutex: a notifier may attach, detach, look up probes,
 * and register and unregister translators.
 *
 * A chain of linux/notifier.h cannot be used: it stops when a function returns
 * NOTIFY_STOP, and prints a stack trace if a notifier is registered twice.  Its lock
 * would be a second one besides sdt_modules_lock, and sdt_notifiers_drop() has to walk
 * the list in any case.
 */
#define pr_fmt(fmt) "sdt: " fmt

#include <linux/export.h>
#include <linux/notifier.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>

#include "interfaces/interfaces_internal.h"

static struct notifier_block __rcu *notifiers;	/* the last one first */

/* Follow a link of the list.  There are no RCU readers. */
static struct notifier_block *deref(struct notifier_block __rcu *link)
{
	return rcu_dereference_protected(link,
					 lockdep_is_held(&sdt_modules_lock));
}

static void unlink(struct notifier_block __rcu **link)
{
	RCU_INIT_POINTER(*link, deref(deref(*link)->next));
}

static void call(struct notifier_block *nb, struct sdt_module_probes *mp,
		 enum sdt_news news)
{
	unsigned int i;

	WRITE_ONCE(sdt_notifying, current);
	for (i = 0; i < mp->nr_probes; i++)
		nb->notifier_call(nb, news, &mp->probes[i].pub);
	WRITE_ONCE(sdt_notifying, NULL);
}

/**
 * sdt_notify - call all notifiers for all probes of a module
 * @mp: the module's probes, which are in the registry
 * @news: whether the probes come or go
 *
 * Context: Process context, with sdt_modules_lock held, not sdt_mutex.  Sleeps.
 */
void sdt_notify(struct sdt_module_probes *mp, enum sdt_news news)
{
	struct notifier_block *nb;

	lockdep_assert_held(&sdt_modules_lock);
	for (nb = deref(notifiers); nb; nb = deref(nb->next))
		call(nb, mp, news);
}

/**
 * sdt_notifiers_drop - unregister the notifiers that a module left registered
 * @owner: a module that is being unloaded; its exit function has run
 *
 * Context: Process context, with sdt_modules_lock held.
 */
void sdt_notifiers_drop(const struct module *owner)
{
	struct notifier_block __rcu **link = &notifiers;
	struct notifier_block *nb;

	lockdep_assert_held(&sdt_modules_lock);
	while ((nb = deref(*link))) {
		if (within_module((unsigned long)nb->notifier_call, owner) ||
		    within_module((unsigned long)nb, owner)) {
			pr_warn("%s: unloaded with a notifier registered: unregistered it\n",
				owner->name);
			unlink(link);
		} else {
			link = &nb->next;
		}
	}
}

/* The link that points to @nb, or the last one of the list, which is NULL. */
static struct notifier_block __rcu **find(const struct notifier_block *nb)
{
	struct notifier_block __rcu **link = &notifiers;
	struct notifier_block *other;

	lockdep_assert_held(&sdt_modules_lock);
	while ((other = deref(*link)) && other != nb)
		link = &other->next;
	return link;
}

/**
 * __sdt_register_notifier - have a function called for probes that come and go
 * @nb: the notifier; its function is called with an enum sdt_news and the struct
 *	sdt_probe
 * @owner: the module that contains the function; sdt_register_notifier() passes THIS_MODULE
 *
 * Before this returns, the function is called with SDT_PROBE_COMES for each probe that
 * exists already.  Its result and @nb's priority are ignored.  The function may attach
 * and detach handlers, register and unregister translators and look up probes.  It must
 * not register or unregister notifiers, nor load or unload a module.
 *
 * Context: Process context, sleeps.  Not from a handler, nor from a notifier, nor with a
 * lock held that the function takes.
 * Return: 0, -EEXIST if @nb is registered already, or -ENODEV if @owner is being unloaded.
 */
int __sdt_register_notifier(struct notifier_block *nb, const struct module *owner)
{
	struct sdt_module_probes *mp;
	int err;

	mutex_lock(&sdt_modules_lock);
	err = READ_ONCE(owner->state) == MODULE_STATE_GOING ? -ENODEV :	/* rule 4 of owner.c */
	      deref(*find(nb)) ? -EEXIST : 0;
	if (err)
		goto out;
	RCU_INIT_POINTER(nb->next, deref(notifiers));
	RCU_INIT_POINTER(notifiers, nb);
	list_for_each_entry(mp, &sdt_modules, list)
		call(nb, mp, SDT_PROBE_COMES);
out:
	mutex_unlock(&sdt_modules_lock);
	return err;
}
EXPORT_SYMBOL_GPL(__sdt_register_notifier);

/**
 * sdt_unregister_notifier - undo sdt_register_notifier()
 * @nb: the notifier
 *
 * When this returns, the notifier's function is not running and will not be called.
 *
 * Context: Process context, sleeps.  Not from a handler, nor from a notifier, nor with a
 * lock held that the function takes.
 * Return: 0, or -ENOENT if @nb is not registered.
 */
int sdt_unregister_notifier(struct notifier_block *nb)
{
	struct notifier_block __rcu **link;
	int err = -ENOENT;

	mutex_lock(&sdt_modules_lock);
	link = find(nb);
	if (deref(*link)) {
		unlink(link);
		err = 0;
	}
	mutex_unlock(&sdt_modules_lock);
	return err;
}
EXPORT_SYMBOL_GPL(sdt_unregister_notifier);
