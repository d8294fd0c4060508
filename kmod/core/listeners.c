// SPDX-License-Identifier: GPL-2.0-only
/*
 * listeners.c - add and remove the listeners of probes at their sites
 *
 * sdt_mutex protects the users of every probe and the listeners of every site.  A site has
 * its only listener, or an array of copies of several, which is replaced as a whole.
 * dispatch.c reads them with preemption disabled; old arrays are freed by kfree_rcu().  So
 * one listener at any number of sites needs no memory.
 *
 * A site is enabled while it has a listener.  Its listener is set before it is enabled,
 * and removed after it is disabled.
 *
 * The module's route is what all its sites call, and depends on their listeners.  A more general
 * route is set before a site needs it, a less general one when it serves all sites.  A direct call
 * to a listener does not look at the site.  So all used sites must have this listener only: a task
 * may be in the code of any of them (sites.c), even of a disabled one.
 */
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "core/core_internal.h"

/*
 * The listener of a disabled site, which a CPU may still be about to call, and the
 * replacement for a listener that was removed while memory was short.
 */
const struct sdt_listener sdt_nobody = { .sink = { .fn = sdt_do_nothing } };

static const struct sdt_listener *listener_of(const struct sdt_site_rt *site)
{
	return rcu_dereference_protected(site->listener,
					 lockdep_is_held(&sdt_mutex));
}

/*
 * Routes
 */

/* The least general route that serves all sites of the module */
static sdt_route_fn best_route(const struct sdt_module_probes *mp)
{
	if (mp->is_closed)
		return NULL;
	if (mp->is_old)
		return sdt_dispatch_old;
	if (mp->nr_several)
		return sdt_dispatch_several;
	if (mp->nr_main && mp->nr_main == mp->nr_used)
		return mp->main->direct->route;
	return sdt_dispatch;
}

/* When in doubt, false */
static bool route_serves(const struct sdt_module_probes *mp)
{
	return mp->route == sdt_dispatch_old || mp->route == sdt_dispatch_several ||
	       (mp->route == sdt_dispatch && !mp->nr_several) ||
	       mp->route == best_route(mp);
}

/* Without an enabled site, any route serves. */
static void improve_route(struct sdt_module_probes *mp)
{
	if (mp->nr_on)
		sdt_sites_route(mp, best_route(mp));
}

/*
 * Look for a listener that all used sites may have.  Other listeners are not counted at
 * each change, or a module in which each event has users would take long.
 */
static void choose_main(struct sdt_module_probes *mp)
{
	unsigned int i;

	mp->main = NULL;
	mp->nr_main = 0;
	for (i = 0; i < mp->nr_sites; i++) {
		const struct sdt_listener *listener = listener_of(&mp->sites[i]);

		if (!mp->main && !listener->more && listener->direct)
			mp->main = listener;
		if (listener == mp->main)
			mp->nr_main++;
	}
}

/*
 * The listeners of one site
 */

/* The array of listeners if the site has several, else NULL. */
static struct sdt_listeners *several(const struct sdt_site_rt *site)
{
	const struct sdt_listener *listener = listener_of(site);

	return listener->more ? container_of(listener, struct sdt_listeners, listener[0]) :
				NULL;
}

/* The number of a listener in the array of a site that has several, or -1 */
static int find_listener(const struct sdt_listeners *listeners,
			 const struct sdt_listener *listener)
{
	unsigned int i;

	for (i = 0; listeners && i < listeners->nr; i++)
		if (listeners->listener[i].original == listener)
			return i;
	return -1;
}

static void set_listener(struct sdt_site_rt *site, const struct sdt_listener *new)
{
	struct sdt_module_probes *mp = sdt_probe_rt(site->pub.probe)->mp;
	struct sdt_listeners *old = several(site);

	mp->nr_several += new->more - !!old;
	if (new == mp->main)
		mp->nr_main++;
	if (listener_of(site) == mp->main)
		mp->nr_main--;
	if (!route_serves(mp))
		sdt_sites_route(mp, best_route(mp));

	rcu_assign_pointer(site->listener, new);
	if (old)
		kfree_rcu(old, rcu);
}

static void append(struct sdt_listeners *listeners, const struct sdt_listener *listener)
{
	struct sdt_listener *copy = &listeners->listener[listeners->nr];

	*copy = *listener;
	copy->more = false;
	copy->original = listener;
	if (listeners->nr++)
		copy[-1].more = true;
}

/*
 * Returns an array of the site's listeners without @removed and with @added, if any.  There
 * are at least two.
 */
static struct sdt_listeners *copy_listeners(const struct sdt_site_rt *site,
					    const struct sdt_listener *removed,
					    const struct sdt_listener *added)
{
	const struct sdt_listeners *old = several(site);
	struct sdt_listeners *new;
	unsigned int i;

	new = kmalloc(struct_size(new, listener, (old ? old->nr : 1) + 1),
		      GFP_KERNEL);
	if (!new)
		return NULL;
	new->nr = 0;
	if (!old)
		append(new, listener_of(site));
	for (i = 0; old && i < old->nr; i++)
		if (old->listener[i].original != &sdt_nobody &&
		    old->listener[i].original != removed)
			append(new, old->listener[i].original);
	if (added)
		append(new, added);
	return new;
}

static int add_listener(struct sdt_site_rt *site,
			const struct sdt_listener *listener)
{
	struct sdt_listeners *new;
	int err;

	if (listener_of(site) == &sdt_nobody) {
		sdt_site_use(site);
		set_listener(site, listener);
		err = sdt_site_enable(site);
		if (err)
			set_listener(site, &sdt_nobody);
		return err;
	}
	new = copy_listeners(site, NULL, listener);
	if (!new)
		return -ENOMEM;
	set_listener(site, new->listener);
	return 0;
}

static void remove_last(struct sdt_site_rt *site)
{
	sdt_site_disable(site);
	set_listener(site, &sdt_nobody);
}

/* Remove the listener with number @nr in @old, the site's array. */
static void remove_one(struct sdt_site_rt *site, struct sdt_listeners *old, unsigned int nr)
{
	const struct sdt_listener *listener = old->listener[nr].original, *other = NULL;
	struct sdt_listeners *new;
	unsigned int i, nr_others = 0;

	for (i = 0; i < old->nr; i++)
		if (old->listener[i].original != listener &&
		    old->listener[i].original != &sdt_nobody) {
			other = old->listener[i].original;
			nr_others++;
		}
	if (!nr_others) {
		remove_last(site);
		return;
	}
	if (nr_others == 1) {
		set_listener(site, other);
		return;
	}
	new = copy_listeners(site, listener, NULL);
	if (new) {
		set_listener(site, new->listener);
		return;
	}
	WRITE_ONCE(old->listener[nr].sink.fn, sdt_nobody.sink.fn);
	old->listener[nr].original = &sdt_nobody;
}

/* Cannot fail.  Returns whether @listener was a listener of the site. */
static bool remove_listener(struct sdt_site_rt *site,
			    const struct sdt_listener *listener)
{
	struct sdt_listeners *old = several(site);
	int nr = find_listener(old, listener);

	if (listener_of(site) == listener)
		remove_last(site);
	else if (nr >= 0)
		remove_one(site, old, nr);
	else
		return false;
	return true;
}

/**
 * sdt_site_has - test whether a listener is called when a site fires
 * @site: the site
 * @listener: the listener
 *
 * Context: Process context, with sdt_mutex held.
 * Return: true if it is a listener of the site.
 */
bool sdt_site_has(const struct sdt_site_rt *site,
		  const struct sdt_listener *listener)
{
	return listener_of(site) == listener || find_listener(several(site), listener) >= 0;
}

/*
 * Probes
 */

static int add_to_probe(struct sdt_probe_rt *probe, const struct sdt_pattern *where,
			const struct sdt_listener *listener)
{
	bool found = false;
	unsigned int i;
	int err;

	for (i = 0; i < probe->pub.nr_sites; i++) {
		struct sdt_site_rt *site = &probe->sites[i];

		if (where && !sdt_pattern_match_site(where, site->pub.file, site->pub.line))
			continue;
		err = add_listener(site, listener);
		if (err)
			goto err_undo;
		found = true;
		cond_resched();
	}
	probe->users += found;
	probe->users_of[listener->kind] += found;
	return found;

err_undo:
	while (i--)
		remove_listener(&probe->sites[i], listener);
	return err;
}

static void remove_from_probe(struct sdt_probe_rt *probe,
			      const struct sdt_listener *listener)
{
	bool found = false;
	unsigned int i;

	if (!probe->users)
		return;
	for (i = 0; i < probe->pub.nr_sites; i++) {
		found |= remove_listener(&probe->sites[i], listener);
		cond_resched();
	}
	probe->users -= found;
	probe->users_of[listener->kind] -= found;
}

/**
 * sdt_probe_add - add a listener to a probe
 * @probe: the probe
 * @where: a pattern that matches the probe, and selects the sites; NULL: all sites
 * @listener: the listener; not yet a listener of this probe
 *
 * Enables those of the sites that are disabled.
 *
 * Context: Process context, with sdt_lock() held.  Sleeps.
 * Return: 1; 0 if @where selects none of the sites; or -ENOMEM, or the error of a TRACE_EVENT_FN(),
 * and then nothing has changed.
 */
int sdt_probe_add(struct sdt_probe_rt *probe, const struct sdt_pattern *where,
		  const struct sdt_listener *listener)
{
	int ret;

	lockdep_assert_held(&sdt_mutex);
	ret = add_to_probe(probe, where, listener);
	improve_route(probe->mp);
	return ret;
}

/**
 * sdt_probe_remove - remove a listener from a probe
 * @probe: the probe
 * @listener: the listener; nothing happens if it is not a listener of the probe
 *
 * Cannot fail.  Disables the sites that have no other listener.  CPUs may still be
 * running the listener's function on return; synchronize_rcu() waits for them.
 *
 * Context: Process context, with sdt_lock() held.  Sleeps.
 */
void sdt_probe_remove(struct sdt_probe_rt *probe,
		      const struct sdt_listener *listener)
{
	lockdep_assert_held(&sdt_mutex);
	remove_from_probe(probe, listener);
	improve_route(probe->mp);
}

/**
 * sdt_module_probes_remove - remove a listener from all probes of a module
 * @mp: the module's probes
 * @listener: the listener
 *
 * As sdt_probe_remove().
 *
 * Context: Process context, with sdt_lock() held.  Sleeps.
 */
void sdt_module_probes_remove(struct sdt_module_probes *mp,
			      const struct sdt_listener *listener)
{
	unsigned int i;

	lockdep_assert_held(&sdt_mutex);
	for (i = 0; i < mp->nr_probes; i++)
		remove_from_probe(&mp->probes[i], listener);
	choose_main(mp);
	improve_route(mp);
}

/**
 * sdt_module_probes_add - add a listener to the probes of a module that match a pattern
 * @mp: the module's probes
 * @pattern: the pattern
 * @listener: the listener; not yet a listener of any of these probes
 *
 * Context: Process context, with sdt_lock() held.  Sleeps.
 * Return: 1; 0 if the pattern matches none of the sites; or -ENOMEM, or the error of a
 * TRACE_EVENT_FN(), and then nothing has changed.
 */
int sdt_module_probes_add(struct sdt_module_probes *mp,
			  const struct sdt_pattern *pattern,
			  const struct sdt_listener *listener)
{
	unsigned int i;
	int ret, found = 0;

	if (!sdt_module_match(pattern->module, mp->mod->name))
		return 0;
	if (!mp->nr_main)
		mp->main = listener->direct ? listener : NULL;
	for (i = 0; i < mp->nr_probes; i++) {
		struct sdt_probe_rt *probe = &mp->probes[i];

		if (!sdt_probe_matches(probe, pattern))
			continue;
		ret = add_to_probe(probe, pattern, listener);
		if (ret < 0) {
			sdt_module_probes_remove(mp, listener);
			return ret;
		}
		found |= ret;
	}
	improve_route(mp);
	return found;
}

/**
 * sdt_module_probes_clear - remove all listeners of a module's probes, for good
 * @mp: the module's probes
 *
 * Disables all its sites, which call nothing any more.  CPUs may still be running its
 * listeners on return.
 *
 * Context: Process context, with sdt_lock() held.  Sleeps.
 */
void sdt_module_probes_clear(struct sdt_module_probes *mp)
{
	unsigned int i;

	lockdep_assert_held(&sdt_mutex);
	mp->is_closed = true;
	sdt_sites_route(mp, NULL);
	for (i = 0; i < mp->nr_sites; i++)
		if (listener_of(&mp->sites[i]) != &sdt_nobody)
			remove_last(&mp->sites[i]);
	for (i = 0; i < mp->nr_probes; i++) {
		mp->probes[i].users = 0;
		memset(mp->probes[i].users_of, 0, sizeof(mp->probes[i].users_of));
	}
}
