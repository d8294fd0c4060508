// SPDX-License-Identifier: GPL-2.0-only
/*
 * notify.c - tells handler modules of probes that come and go
 *
 * Called from modules.c with sdt_modules_lock held, which protects the list, and
 * without sdt_mutex: a notifier may attach, detach, look probes up, and register and
 * unregister translators.
 *
 * A chain of linux/notifier.h would do less: it stops when a function returns
 * NOTIFY_STOP, and warns with a stack trace of a notifier that is registered twice.
 * sdt_modules_lock would make its lock a second one, and sdt_notifiers_drop() has to
 * walk the list in any case.
 */
#define pr_fmt(fmt) "sdt: " fmt

#include <linux/export.h>
#include <linux/notifier.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>

#include "clients/internal.h"

static struct notifier_block __rcu *notifiers;	/* the last one first */
static struct task_struct *told;		/* the task that calls notifiers */

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

static void tell(struct notifier_block *nb, struct sdt_set *set,
		 enum sdt_news news)
{
	unsigned int i;

	WRITE_ONCE(told, current);
	for (i = 0; i < set->nr_probes; i++)
		nb->notifier_call(nb, news, &set->probes[i].pub);
	WRITE_ONCE(told, NULL);
}

/**
 * sdt_notify - tell of all probes of a set
 * @set: a set that is in the registry
 * @news: that they come or go
 *
 * Context: process, with sdt_modules_lock held, not sdt_mutex.  Sleeps.
 */
void sdt_notify(struct sdt_set *set, enum sdt_news news)
{
	struct notifier_block *nb;

	lockdep_assert_held(&sdt_modules_lock);
	for (nb = deref(notifiers); nb; nb = deref(nb->next))
		tell(nb, set, news);
}

/**
 * sdt_is_notifying - is this called by the function of a notifier?
 *
 * Context: process.
 */
bool sdt_is_notifying(void)
{
	return READ_ONCE(told) == current;
}

/**
 * sdt_notifiers_drop - unregister what a module left registered
 * @owner: a module whose code runs for the last time or has done so
 *
 * Context: process, with sdt_modules_lock held.
 */
void sdt_notifiers_drop(const struct module *owner)
{
	struct notifier_block __rcu **link = &notifiers;
	struct notifier_block *nb;

	lockdep_assert_held(&sdt_modules_lock);
	while ((nb = deref(*link))) {
		if (within_module((unsigned long)nb->notifier_call, owner)) {
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
 * sdt_register_notifier - be told of probes that come and go
 * @nb: its function is called with an enum sdt_news and the struct sdt_probe
 *
 * It is called for each probe that is there already, as if that came just now,
 * before this returns.  What it returns is ignored, and so is @nb's priority.  It
 * may attach and detach handlers, register and unregister translators and look up
 * probes, but not register or unregister notifiers, nor load or unload a module.  A
 * lock that it takes must not be held by who calls this.
 *
 * Context: process, sleeps.  Not from a handler, nor from such a function.
 * Return: 0, or -EEXIST if it is registered already.
 */
int sdt_register_notifier(struct notifier_block *nb)
{
	struct sdt_set *set;
	int err = -EEXIST;

	mutex_lock(&sdt_modules_lock);
	if (deref(*find(nb)))
		goto out;
	RCU_INIT_POINTER(nb->next, deref(notifiers));
	RCU_INIT_POINTER(notifiers, nb);
	list_for_each_entry(set, &sdt_sets, list)
		tell(nb, set, SDT_PROBE_COMES);
	err = 0;
out:
	mutex_unlock(&sdt_modules_lock);
	return err;
}
EXPORT_SYMBOL_GPL(sdt_register_notifier);

/**
 * sdt_unregister_notifier - undo sdt_register_notifier()
 * @nb: what was registered
 *
 * When this returns its function does not run and will not be called.
 *
 * Context: process, sleeps.  Not from a handler, nor from such a function, nor
 * with a lock that it takes.
 * Return: 0, or -ENOENT if it was not registered.
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
