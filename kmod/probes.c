// SPDX-License-Identifier: GPL-2.0-only
/*
 * probes.c - the registry: sets of probes, and who listens at each site
 *
 * sdt_mutex protects the list of sets, the list of handlers (handlers.c), the
 * users of every probe and the sinks of every site.  A site's sinks are an array
 * that is replaced whole; dispatch.c reads it with preemption off, old arrays are
 * freed by kfree_rcu().
 *
 * A site is on exactly while it has sinks that are not stubs.  On the way up the
 * sinks are set before the site is switched on, on the way down the site is
 * switched off before the sinks go.
 */
#include <linux/sched.h>
#include <linux/slab.h>

#include "internal.h"

DEFINE_MUTEX(sdt_mutex);
LIST_HEAD(sdt_sets);

/* Stands for a sink that was removed when memory was short. */
static void stub(const struct sdt_hit *hit, void *cookie)
{
}

/* The sinks of a site without any: a CPU may be on its way to them. */
const struct sdt_sinks sdt_no_sinks = { .fn = stub };

static const struct sdt_sinks *sinks_of(const struct sdt_site_rt *site)
{
	return rcu_dereference_protected(site->sinks,
					 lockdep_is_held(&sdt_mutex));
}

static void replace_sinks(struct sdt_site_rt *site, const struct sdt_sinks *new)
{
	struct sdt_sinks *old = (struct sdt_sinks *)sinks_of(site);

	rcu_assign_pointer(site->sinks, new);
	if (old != &sdt_no_sinks)
		kfree_rcu(old, rcu);
}

/* A copy without stubs and without @owner's, with @added if that is not NULL. */
static struct sdt_sinks *copy_sinks(const struct sdt_sinks *old,
				    const void *owner,
				    const struct sdt_sink *added)
{
	struct sdt_sinks *new;
	unsigned int i;

	new = kmalloc(struct_size(new, sink, old->nr + 1), GFP_KERNEL);
	if (!new)
		return NULL;
	new->nr = 0;
	for (i = 0; i < old->nr; i++)
		if (old->sink[i].fn != stub && old->sink[i].owner != owner)
			new->sink[new->nr++] = old->sink[i];
	if (added)
		new->sink[new->nr++] = *added;
	if (new->nr == 1) {
		new->fn = new->sink[0].fn;
		new->cookie = new->sink[0].cookie;
	} else {
		new->fn = sdt_call_all;
		new->cookie = new;
	}
	return new;
}

static int add_sink(struct sdt_site_rt *site, const struct sdt_sink *sink)
{
	const struct sdt_sinks *old = sinks_of(site), *new;

	new = copy_sinks(old, NULL, sink);
	if (!new)
		return -ENOMEM;
	replace_sinks(site, new);
	if (old == &sdt_no_sinks)
		sdt_site_enable(site);
	return 0;
}

static const struct sdt_sink *find_sink(const struct sdt_site_rt *site,
					const void *owner)
{
	const struct sdt_sinks *sinks = sinks_of(site);
	unsigned int i;

	for (i = 0; i < sinks->nr; i++)
		if (sinks->sink[i].owner == owner && sinks->sink[i].fn != stub)
			return &sinks->sink[i];
	return NULL;
}

static bool is_last_sink(const struct sdt_sinks *sinks, const void *owner)
{
	unsigned int i;

	for (i = 0; i < sinks->nr; i++)
		if (sinks->sink[i].owner != owner && sinks->sink[i].fn != stub)
			return false;
	return true;
}

/* Returns whether there was one.  Cannot fail. */
static bool remove_sink(struct sdt_site_rt *site, const void *owner)
{
	const struct sdt_sinks *old = sinks_of(site), *new;
	const struct sdt_sink *sink = find_sink(site, owner);

	if (!sink)
		return false;
	if (is_last_sink(old, owner)) {
		sdt_site_disable(site);
		replace_sinks(site, &sdt_no_sinks);
		return true;
	}
	new = copy_sinks(old, owner, NULL);
	if (new)
		replace_sinks(site, new);
	else	/* there are others, so sdt_call_all() is in use */
		WRITE_ONCE(((struct sdt_sink *)sink)->fn, stub);
	return true;
}

/**
 * sdt_probe_add_sink - have a function called when a probe fires
 * @probe: the probe
 * @where: a pattern that matches it; of its sites only those that it picks
 *	   are meant.  NULL: all.
 * @sink: the function, its second argument, and its owner, which
 *	  sdt_probe_remove_sink() will be given; not NULL, and not yet the
 *	  owner of a sink of this probe
 *
 * Switches those sites on that were not.
 *
 * Context: process, with sdt_mutex held.  Sleeps.
 * Return: 0 or -ENOMEM, and then nothing has changed.
 */
int sdt_probe_add_sink(struct sdt_probe_rt *probe,
		       const struct sdt_pattern *where,
		       const struct sdt_sink *sink)
{
	bool found = false;
	unsigned int i;
	int err;

	lockdep_assert_held(&sdt_mutex);
	for (i = 0; i < probe->pub.nr_sites; i++) {
		struct sdt_site_rt *site = &probe->sites[i];

		if (where && !sdt_pattern_match_site(where, &site->pub))
			continue;
		err = add_sink(site, sink);
		if (err)
			goto err_undo;
		found = true;
		cond_resched();
	}
	probe->users += found;
	return 0;

err_undo:
	while (i--)
		remove_sink(&probe->sites[i], sink->owner);
	return err;
}

/**
 * sdt_probe_remove_sink - undo sdt_probe_add_sink(); cannot fail
 * @probe: the probe
 * @owner: whose sink; nothing happens if it has none
 *
 * Switches those sites off at which it was the last.  CPUs may still be in the
 * function when this returns: synchronize_rcu() waits for them.
 *
 * Context: process, with sdt_mutex held.  Sleeps.
 */
void sdt_probe_remove_sink(struct sdt_probe_rt *probe, const void *owner)
{
	bool found = false;
	unsigned int i;

	lockdep_assert_held(&sdt_mutex);
	if (!probe->users)
		return;
	for (i = 0; i < probe->pub.nr_sites; i++) {
		found |= remove_sink(&probe->sites[i], owner);
		cond_resched();
	}
	probe->users -= found;
}

/**
 * sdt_site_has_sink - is a function called at a site?
 * @site: the site
 * @fn: the function
 *
 * Context: process, with sdt_mutex held.
 */
bool sdt_site_has_sink(const struct sdt_site_rt *site, sdt_handler_fn fn)
{
	const struct sdt_sinks *sinks = sinks_of(site);
	unsigned int i;

	for (i = 0; i < sinks->nr; i++)
		if (sinks->sink[i].fn == fn)
			return true;
	return false;
}

/**
 * sdt_registry_add - take a module's set up
 * @set: a new set, not refused, whose sites are armed and open
 *
 * Handlers whose patterns name its probes are attached before this returns.
 *
 * Context: process, with sdt_modules_lock held, not sdt_mutex.  Sleeps.
 */
void sdt_registry_add(struct sdt_set *set)
{
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
 * Context: process, with sdt_modules_lock held, not sdt_mutex.  Sleeps.
 */
void sdt_registry_remove(struct sdt_set *set)
{
	unsigned int i;

	mutex_lock(&sdt_mutex);
	list_del_init(&set->list);
	for (i = 0; i < set->nr_sites; i++) {
		struct sdt_site_rt *site = &set->sites[i];

		if (sinks_of(site) == &sdt_no_sinks)
			continue;
		sdt_site_disable(site);
		replace_sinks(site, &sdt_no_sinks);
	}
	for (i = 0; i < set->nr_probes; i++)
		set->probes[i].users = 0;
	mutex_unlock(&sdt_mutex);
}
