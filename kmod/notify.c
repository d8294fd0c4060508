// SPDX-License-Identifier: GPL-2.0-only
/*
 * notify.c - tells handler modules of probes that come and go
 *
 * Called from modules.c with sdt_modules_lock held, and not sdt_mutex: who is
 * told may attach, detach and look up.  The chain has a lock of its own, which
 * is taken after sdt_modules_lock.
 */
#include <linux/export.h>
#include <linux/notifier.h>

#include "internal.h"

static BLOCKING_NOTIFIER_HEAD(chain);

/**
 * sdt_notify - tell of all probes of a set
 * @set: a set that is in the registry
 * @news: that they come or go
 *
 * Context: process, with sdt_modules_lock held, not sdt_mutex.  Sleeps.
 */
void sdt_notify(struct sdt_set *set, enum sdt_news news)
{
	unsigned int i;

	lockdep_assert_held(&sdt_modules_lock);
	for (i = 0; i < set->nr_probes; i++)
		blocking_notifier_call_chain(&chain, news,
					     &set->probes[i].pub);
}

/**
 * sdt_register_notifier - be told of probes that come and go
 * @nb: its function is called with an enum sdt_news and the struct sdt_probe
 *
 * It is called for each probe that is there already, as if that came just now,
 * before this returns.  What it returns is ignored.  It may attach and detach
 * handlers, but not register or unregister notifiers, nor load a module.
 *
 * Context: process, sleeps.  Not from a handler, nor from such a function.
 * Return: 0, or -EEXIST if it is registered already, of which the kernel warns.
 */
int sdt_register_notifier(struct notifier_block *nb)
{
	struct sdt_set *set;
	unsigned int i;
	int err;

	mutex_lock(&sdt_modules_lock);
	err = blocking_notifier_chain_register(&chain, nb);
	if (err)
		goto out;
	list_for_each_entry(set, &sdt_sets, list)
		for (i = 0; i < set->nr_probes; i++)
			nb->notifier_call(nb, SDT_PROBE_COMES,
					  &set->probes[i].pub);
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
 * Context: process, sleeps.  Not from a handler, nor from such a function.
 * Return: 0, or -ENOENT if it was not registered.
 */
int sdt_unregister_notifier(struct notifier_block *nb)
{
	int err;

	mutex_lock(&sdt_modules_lock);
	err = blocking_notifier_chain_unregister(&chain, nb);
	mutex_unlock(&sdt_modules_lock);
	return err;
}
EXPORT_SYMBOL_GPL(sdt_unregister_notifier);
