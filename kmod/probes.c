// SPDX-License-Identifier: GPL-2.0-only
/*
 * probes.c - the registry: sets of probes, and who listens to each probe
 *
 * sdt_mutex protects the list of sets, the list of handlers (handlers.c), and
 * the sinks and users of every probe.  A probe's sinks are an array that is
 * replaced whole; dispatch.c reads it with preemption off, old arrays are freed
 * by kfree_rcu().
 *
 * The sites of a probe are on exactly while it has sinks that are not stubs.
 * On the way up the sinks are set before the sites are switched on, on the way
 * down the sites are switched off before the sinks go.
 */
#include <linux/slab.h>

#include "internal.h"

DEFINE_MUTEX(sdt_mutex);
LIST_HEAD(sdt_sets);

/* Stands for a sink that was removed when memory was short. */
static void stub(const struct sdt_hit *hit, void *cookie)
{
}

static struct sdt_sinks *current_sinks(struct sdt_probe_rt *probe)
{
	return rcu_dereference_protected(probe->sinks,
					 lockdep_is_held(&sdt_mutex));
}

static void replace_sinks(struct sdt_probe_rt *probe, struct sdt_sinks *new)
{
	struct sdt_sinks *old = current_sinks(probe);

	rcu_assign_pointer(probe->sinks, new);
	if (old)
		kfree_rcu(old, rcu);
}

/* A copy without stubs and without @owner's, with room for one more. */
static struct sdt_sinks *copy_sinks(const struct sdt_sinks *old,
				    unsigned int users, const void *owner)
{
	struct sdt_sinks *new;
	unsigned int i;

	new = kmalloc(struct_size(new, sink, users + 1), GFP_KERNEL);
	if (!new)
		return NULL;
	new->nr = 0;
	for (i = 0; old && i < old->nr; i++)
		if (old->sink[i].fn != stub && old->sink[i].owner != owner)
			new->sink[new->nr++] = old->sink[i];
	return new;
}

/**
 * sdt_probe_add_sink - have a function called when a probe fires
 * @probe: the probe
 * @fn: the function
 * @cookie: its second argument
 * @owner: what sdt_probe_remove_sink() will be given; not NULL, and not yet
 *	   the owner of a sink of this probe
 *
 * Switches the probe's sites on if this is the first.
 *
 * Context: process, with sdt_mutex held.  Sleeps.
 * Return: 0 or -ENOMEM.
 */
int sdt_probe_add_sink(struct sdt_probe_rt *probe, sdt_handler_fn fn,
		       void *cookie, const void *owner)
{
	struct sdt_sinks *new;

	lockdep_assert_held(&sdt_mutex);
	new = copy_sinks(current_sinks(probe), probe->users, NULL);
	if (!new)
		return -ENOMEM;
	new->sink[new->nr++] = (struct sdt_sink){ fn, cookie, owner };
	replace_sinks(probe, new);
	if (!probe->users++)
		sdt_probe_enable(probe);
	return 0;
}

static struct sdt_sink *find_sink(struct sdt_probe_rt *probe,
				  const void *owner)
{
	struct sdt_sinks *sinks = current_sinks(probe);
	unsigned int i;

	for (i = 0; sinks && i < sinks->nr; i++)
		if (sinks->sink[i].owner == owner && sinks->sink[i].fn != stub)
			return &sinks->sink[i];
	return NULL;
}

/**
 * sdt_probe_remove_sink - undo sdt_probe_add_sink(); cannot fail
 * @probe: the probe
 * @owner: whose sink; nothing happens if it has none
 *
 * Switches the probe's sites off if this was the last.  CPUs may still be in
 * the function when this returns: synchronize_rcu() waits for them.
 *
 * Context: process, with sdt_mutex held.  Sleeps.
 */
void sdt_probe_remove_sink(struct sdt_probe_rt *probe, const void *owner)
{
	struct sdt_sink *sink;
	struct sdt_sinks *new;

	lockdep_assert_held(&sdt_mutex);
	sink = find_sink(probe, owner);
	if (!sink)
		return;
	if (!--probe->users) {
		sdt_probe_disable(probe);
		replace_sinks(probe, NULL);
		return;
	}
	new = copy_sinks(current_sinks(probe), probe->users, owner);
	if (new)
		replace_sinks(probe, new);
	else
		WRITE_ONCE(sink->fn, stub);
}

/**
 * sdt_registry_add - take a module's set up
 * @set: a new set, not refused
 *
 * Handlers whose patterns name its probes are attached before this returns.
 *
 * Context: process, with modules_lock held, not sdt_mutex.  Sleeps.
 */
void sdt_registry_add(struct sdt_set *set)
{
	sdt_sites_arm(set);
	mutex_lock(&sdt_mutex);
	list_add_tail(&set->list, &sdt_sets);
	sdt_handlers_join(set);
	mutex_unlock(&sdt_mutex);
}

/**
 * sdt_registry_remove - give a module's set up
 * @set: a set that sdt_registry_add() was given
 *
 * All its sites are off then, and it is in no list.  CPUs may still be in its
 * sinks.
 *
 * Context: process, with modules_lock held, not sdt_mutex.  Sleeps.
 */
void sdt_registry_remove(struct sdt_set *set)
{
	unsigned int i;

	mutex_lock(&sdt_mutex);
	list_del_init(&set->list);
	for (i = 0; i < set->nr_probes; i++) {
		struct sdt_probe_rt *probe = &set->probes[i];

		if (!probe->users)
			continue;
		probe->users = 0;
		sdt_probe_disable(probe);
		replace_sinks(probe, NULL);
	}
	mutex_unlock(&sdt_mutex);
}
