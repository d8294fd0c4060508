// SPDX-License-Identifier: GPL-2.0-only
/*
 * listeners.c - add and remove the listeners of probes at their sites
 *
 * sdt_mutex protects the users of every probe and the sink of every site.  A site's
 * sink is that of its only listener, or that of an array of listeners, which is
 * replaced as a whole.  The record of a site with an array says so.  dispatch.c reads the
 * sink with preemption disabled; old arrays are freed by kfree_rcu().  So one listener at
 * any number of sites needs no memory.
 *
 * A site is enabled while it has a listener.  Its sink is set before it is enabled,
 * and removed after it is disabled.
 */
#include <linux/sched.h>
#include <linux/slab.h>

#include "core/internal.h"

static void do_nothing(const struct sdt_hit *hit, void *cookie)
{
}

/*
 * The listener of a disabled site, which a CPU may still be about to call, and the
 * replacement for a listener that was removed while memory was short.
 */
const struct sdt_listener sdt_nobody = { .sink = { .fn = do_nothing } };

/*
 * The listeners of one site
 */

static const struct sdt_sink *sink_of(const struct sdt_site_rt *site)
{
	return rcu_dereference_protected(site->sink,
					 lockdep_is_held(&sdt_mutex));
}

/* The array of listeners if the site has several, else NULL. */
static struct sdt_listeners *several(const struct sdt_site_rt *site)
{
	const struct sdt_sink *sink = sink_of(site);

	if (sink->fn != sdt_call_all)
		return NULL;
	return container_of(sink, struct sdt_listeners, sink);
}

static void replace_sink(struct sdt_site_rt *site, const struct sdt_sink *new)
{
	struct sdt_listeners *old = several(site);

	rcu_assign_pointer(site->sink, new);
	sdt_site_point(site, new->fn == sdt_call_all);
	if (old)
		kfree_rcu(old, rcu);
}

/* Returns an array of the site's listeners without @removed and with @added, if any. */
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
	new->sink.fn = sdt_call_all;
	new->sink.cookie = new;
	new->nr = 0;
	if (!old)
		new->listener[new->nr++] =
			container_of(sink_of(site), struct sdt_listener, sink);
	for (i = 0; old && i < old->nr; i++)
		if (old->listener[i] != &sdt_nobody &&
		    old->listener[i] != removed)
			new->listener[new->nr++] = old->listener[i];
	if (added)
		new->listener[new->nr++] = added;
	return new;
}

static int add_listener(struct sdt_site_rt *site,
			const struct sdt_listener *listener)
{
	struct sdt_listeners *new;

	if (sink_of(site) == &sdt_nobody.sink) {
		replace_sink(site, &listener->sink);
		sdt_site_enable(site);
		return 0;
	}
	new = copy_listeners(site, NULL, listener);
	if (!new)
		return -ENOMEM;
	replace_sink(site, &new->sink);
	return 0;
}

static void remove_last(struct sdt_site_rt *site)
{
	sdt_site_disable(site);
	replace_sink(site, &sdt_nobody.sink);
}

static void remove_one(struct sdt_site_rt *site,
		       const struct sdt_listener *listener)
{
	struct sdt_listeners *old = several(site), *new;
	const struct sdt_listener *other = NULL;
	unsigned int i, nr_others = 0;

	for (i = 0; i < old->nr; i++)
		if (old->listener[i] != listener &&
		    old->listener[i] != &sdt_nobody) {
			other = old->listener[i];
			nr_others++;
		}
	if (!nr_others) {
		remove_last(site);
		return;
	}
	if (nr_others == 1) {
		replace_sink(site, &other->sink);
		return;
	}
	new = copy_listeners(site, listener, NULL);
	if (new) {
		replace_sink(site, &new->sink);
		return;
	}
	for (i = 0; i < old->nr; i++)
		if (old->listener[i] == listener)
			WRITE_ONCE(old->listener[i], &sdt_nobody);
}

/* Cannot fail.  Returns whether @listener was a listener of the site. */
static bool remove_listener(struct sdt_site_rt *site,
			    const struct sdt_listener *listener)
{
	const struct sdt_listeners *old = several(site);
	unsigned int i;

	if (sink_of(site) == &listener->sink) {
		remove_last(site);
		return true;
	}
	for (i = 0; old && i < old->nr; i++)
		if (old->listener[i] == listener) {
			remove_one(site, listener);
			return true;
		}
	return false;
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
	const struct sdt_listeners *listeners = several(site);
	unsigned int i;

	if (sink_of(site) == &listener->sink)
		return true;
	for (i = 0; listeners && i < listeners->nr; i++)
		if (listeners->listener[i] == listener)
			return true;
	return false;
}

/*
 * Probes
 */

/**
 * sdt_probe_add - add a listener to a probe
 * @probe: the probe
 * @where: a pattern that matches the probe, and selects the sites; NULL: all sites
 * @listener: the listener; not yet a listener of this probe
 *
 * Enables those of the sites that are disabled.
 *
 * Context: Process context, with sdt_lock() held.  Sleeps.
 * Return: 1; 0 if @where selects none of the sites; or -ENOMEM, and then nothing has
 * changed.
 */
int sdt_probe_add(struct sdt_probe_rt *probe, const struct sdt_pattern *where,
		  const struct sdt_listener *listener)
{
	bool found = false;
	unsigned int i;
	int err;

	lockdep_assert_held(&sdt_mutex);
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
	return found;

err_undo:
	while (i--)
		remove_listener(&probe->sites[i], listener);
	return err;
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
	bool found = false;
	unsigned int i;

	lockdep_assert_held(&sdt_mutex);
	if (!probe->users)
		return;
	for (i = 0; i < probe->pub.nr_sites; i++) {
		found |= remove_listener(&probe->sites[i], listener);
		cond_resched();
	}
	probe->users -= found;
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

	for (i = 0; i < mp->nr_probes; i++)
		sdt_probe_remove(&mp->probes[i], listener);
}

/**
 * sdt_module_probes_add - add a listener to the probes of a module that match a pattern
 * @mp: the module's probes
 * @pattern: the pattern
 * @listener: the listener; not yet a listener of any of these probes
 *
 * Context: Process context, with sdt_lock() held.  Sleeps.
 * Return: 1; 0 if the pattern matches none of the sites; or -ENOMEM, and then nothing
 * has changed.
 */
int sdt_module_probes_add(struct sdt_module_probes *mp,
			  const struct sdt_pattern *pattern,
			  const struct sdt_listener *listener)
{
	unsigned int i;
	int ret, found = 0;

	if (!sdt_pattern_match_module(pattern, mp->mod->name))
		return 0;
	for (i = 0; i < mp->nr_probes; i++) {
		struct sdt_probe_rt *probe = &mp->probes[i];

		if (!sdt_probe_matches(probe, pattern))
			continue;
		ret = sdt_probe_add(probe, pattern, listener);
		if (ret < 0) {
			sdt_module_probes_remove(mp, listener);
			return ret;
		}
		found |= ret;
	}
	return found;
}

/**
 * sdt_module_probes_clear - remove all listeners of a module's probes
 * @mp: the module's probes
 *
 * Disables all its sites.  CPUs may still be running its listeners on return.
 *
 * Context: Process context, with sdt_lock() held.  Sleeps.
 */
void sdt_module_probes_clear(struct sdt_module_probes *mp)
{
	unsigned int i;

	lockdep_assert_held(&sdt_mutex);
	for (i = 0; i < mp->nr_sites; i++)
		if (sink_of(&mp->sites[i]) != &sdt_nobody.sink)
			remove_last(&mp->sites[i]);
	for (i = 0; i < mp->nr_probes; i++)
		mp->probes[i].users = 0;
}
