// SPDX-License-Identifier: GPL-2.0-only
/*
 * sites.c - enable and disable a module's sites, and connect them to sdt.ko
 *
 * A site is a jump label of the kernel.  Its record begins with the static key, and
 * static_key_enable() and _disable() patch the code.
 *
 * All sites of a module call the module's trampoline: it returns, or it leads to a function
 * of dispatch.c, the module's route.  <linux/sdt_abi.h> describes it.
 *
 * A site is used from the time when it is enabled first.  Tasks may be in its code as long as
 * the module is loaded, and sleep while they evaluate an argument; nothing else hits a site
 * that is disabled.  The record of a used site points to the site; its value also tells
 * the next sdt.ko that the site is used.
 *
 * Enable, disable and route are called with sdt_lock() held, which keeps the module from
 * being unloaded, and may take text_mutex.
 */
#include <linux/cpu.h>
#include <linux/sdt_event_class.h>

#include "arch/arch.h"
#include "compat.h"
#include "core/core_internal.h"

/* Make the record of a site point to the site. */
static void arm(const struct sdt_site_rt *site)
{
	/* with all that is in it; the reader depends on the address */
	smp_store_release(&site->record->runtime, (u64)(unsigned long)&site->pub);
}

/**
 * sdt_sites_arm - take over the sites of a module that an earlier sdt.ko has enabled
 * @mp: the module's probes
 *
 * A task may be in the code of a site since then, and may have read the record before
 * this.  It then passes SDT_SITE_USED: as long as the module is loaded, its hits take
 * sdt_dispatch_old().
 *
 * Context: Process context.
 */
void sdt_sites_arm(struct sdt_module_probes *mp)
{
	unsigned int i;

	for (i = 0; i < mp->nr_sites; i++) {
		if (!sdt_site_is_used(&mp->sites[i]))
			continue;
		arm(&mp->sites[i]);
		mp->nr_used++;
		mp->is_old = true;
	}
}

/*
 * Sets what the sites of a module call: a function of dispatch.c, or NULL for nothing.  Sleeps,
 * with sdt_lock() held.
 *
 * CPUs and preempted tasks may be on their way into the old route on return.  A task that sleeps
 * while it evaluates an argument calls the new one when it continues.
 */
void sdt_sites_route(struct sdt_module_probes *mp, sdt_route_fn route)
{
	struct sdt_trampoline *trampoline = mp->trampoline;

	lockdep_assert_held(&sdt_mutex);
	if (route == mp->route)
		return;
	cpus_read_unlock();	/* the kernel takes it */
	sdt_trampoline_set(trampoline, (void *)&trampoline->code + trampoline->code, route);
	cpus_read_lock();
	mp->route = route;
}

/**
 * sdt_sites_disarm - undo sdt_sites_arm() and what sdt_site_enable() has added to it
 * @mp: a module's probes, closed, with no CPU and no preempted task left in a call
 *
 * Context: Process context.
 */
void sdt_sites_disarm(struct sdt_module_probes *mp)
{
	unsigned int i;

	for (i = 0; i < mp->nr_sites; i++)
		if (sdt_site_is_used(&mp->sites[i]))
			WRITE_ONCE(mp->sites[i].record->runtime, SDT_SITE_USED);
}

/* Prepares a site to be enabled, with sdt_lock() held. */
void sdt_site_use(struct sdt_site_rt *site)
{
	lockdep_assert_held(&sdt_mutex);
	if (sdt_site_is_used(site))
		return;
	arm(site);
	sdt_probe_rt(site->pub.probe)->mp->nr_used++;
}

static void set_keys(const struct sdt_site_rt *sites, unsigned int nr, bool on)
{
	for (; nr--; sites++) {
		if (on)
			static_key_enable_cpuslocked(sdt_site_key(sites->record));
		else
			static_key_disable_cpuslocked(sdt_site_key(sites->record));
	}
}

/*
 * What a TRACE_EVENT_FN() wants to be called when its event comes into use; it may enable keys.
 * As in the kernel, only what is negative is an error.
 */
static int reg_event(const struct sdt_group *group)
{
	int err = 0;

	if (group->class && group->class->reg) {
		cpus_read_unlock();
		err = group->class->reg();
		cpus_read_lock();
	}
	return min(err, 0);
}

static void unreg_event(const struct sdt_group *group)
{
	if (group->class && group->class->unreg) {
		cpus_read_unlock();
		group->class->unreg();
		cpus_read_lock();
	}
}

/*
 * Enables a disabled site that is used, and whose listener is set.  Also enables the is-enabled
 * sites of its group if it is the first enabled site there, and those that ask for all probes if
 * it is the first one of its module.  Sleeps, with sdt_lock() held.
 *
 * Returns 0, or the error of the reg function of a TRACE_EVENT_FN().
 */
int sdt_site_enable(struct sdt_site_rt *site)
{
	const struct sdt_probe_rt *probe = sdt_probe_rt(site->pub.probe);
	struct sdt_group *group = probe->group;
	struct sdt_module_probes *mp = probe->mp;
	int err;

	lockdep_assert_held(&sdt_mutex);
	err = group->nr_on ? 0 : reg_event(group);
	if (err)
		return err;
	set_keys(site, 1, true);
	if (!group->nr_on++)
		set_keys(group->enabled_sites, group->nr_enabled_sites, true);
	if (!mp->nr_on++)
		set_keys(mp->any_sites, mp->nr_any_sites, true);
	return 0;
}

/*
 * Undoes sdt_site_enable().  CPUs may still be in the code of the site on return.  Sleeps, with
 * sdt_lock() held.
 */
void sdt_site_disable(struct sdt_site_rt *site)
{
	const struct sdt_probe_rt *probe = sdt_probe_rt(site->pub.probe);
	struct sdt_group *group = probe->group;
	struct sdt_module_probes *mp = probe->mp;

	lockdep_assert_held(&sdt_mutex);
	if (!--mp->nr_on)
		set_keys(mp->any_sites, mp->nr_any_sites, false);
	if (!--group->nr_on)
		set_keys(group->enabled_sites, group->nr_enabled_sites, false);
	set_keys(site, 1, false);
	if (!group->nr_on)
		unreg_event(group);
}
