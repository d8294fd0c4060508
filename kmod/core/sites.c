// SPDX-License-Identifier: GPL-2.0-only
/*
 * sites.c - enable and disable a module's sites, and connect them to sdt.ko
 *
 * A site is a jump label of the kernel.  Its record begins with the static key, and
 * static_key_enable() and _disable() patch the code.
 *
 * All sites of a module call the module's trampoline: it returns, or it leads to
 * sdt_dispatch().  <linux/sdt_abi.h> describes it.
 *
 * The life of a module's sites: arm, open; enable and disable, many times; close; disarm.
 * Arm, open, close and disarm require that all sites of the module are disabled and that
 * the caller keeps the module from being unloaded.  Enable and disable are called with
 * sdt_lock() held.  Open and close may take the kernel's cpu_hotplug_lock, and all but arm
 * and disarm may take text_mutex.
 */
#include <linux/jump_label.h>

#include "arch/arch.h"
#include "core/internal.h"

static_assert(sizeof(struct static_key) <=
	      sizeof_field(struct sdt_site_record, key));

static struct static_key *site_key(const struct sdt_site_rt *site)
{
	return (struct static_key *)site->record->key;
}

/**
 * sdt_site_point - make the record of a site point to the site
 * @site: the site
 * @several: mark the address: the site has several listeners
 *
 * A hit may have read the record before this, with the other mark.  It is delivered all
 * the same; only the stack traces that its sinks take are not as they should be.
 *
 * Context: Process context, with sdt_lock() held unless the site is not open yet.
 */
void sdt_site_point(const struct sdt_site_rt *site, bool several)
{
	unsigned long addr = (unsigned long)&site->pub;

	if (several)
		addr &= ~SDT_UNMARKED;
	/* with all that is in it; the reader depends on the address */
	smp_store_release(&site->record->runtime, (u64)addr);
}

/**
 * sdt_sites_arm - make the site records of a module point to their sites
 * @mp: the module's probes
 *
 * A task may be in the code of a site since an earlier sdt.ko was loaded, and may have
 * read the record before this.  It then passes NULL.
 *
 * Context: Process context.
 */
void sdt_sites_arm(struct sdt_module_probes *mp)
{
	unsigned int i;

	for (i = 0; i < mp->nr_sites; i++)
		sdt_site_point(&mp->sites[i], false);
}

static void set_trampoline(struct sdt_module_probes *mp, void *func)
{
	struct sdt_trampoline *trampoline = mp->trampoline;

	sdt_trampoline_set(trampoline, (void *)&trampoline->code + trampoline->code, func);
}

/**
 * sdt_sites_open - make the sites of a module call sdt_dispatch()
 * @mp: the module's probes
 *
 * Context: Process context, sleeps.
 */
void sdt_sites_open(struct sdt_module_probes *mp)
{
	set_trampoline(mp, sdt_dispatch);
}

/**
 * sdt_sites_close - make the sites of a module call nothing
 * @mp: the module's probes
 *
 * A task may still be in the code of a site, and sleep while it evaluates an argument.
 * When it continues, it calls the trampoline, which returns.
 *
 * Context: Process context, sleeps.
 */
void sdt_sites_close(struct sdt_module_probes *mp)
{
	set_trampoline(mp, NULL);
}

/**
 * sdt_sites_disarm - undo sdt_sites_arm()
 * @mp: a module's probes, closed, with no CPU and no preempted task left in a call
 *
 * Context: Process context.
 */
void sdt_sites_disarm(struct sdt_module_probes *mp)
{
	unsigned int i;

	for (i = 0; i < mp->nr_sites; i++)
		WRITE_ONCE(mp->sites[i].record->runtime, 0);
}

static void enable_keys(const struct sdt_site_rt *sites, unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		static_key_enable_cpuslocked(site_key(&sites[i]));
}

static void disable_keys(const struct sdt_site_rt *sites, unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		static_key_disable_cpuslocked(site_key(&sites[i]));
}

/**
 * sdt_site_enable - enable a site
 * @site: a disabled site whose sink is set
 *
 * Also enables the is-enabled sites of its group if it is the first enabled site there,
 * and those that ask for all probes if it is the first one of its module.
 *
 * Context: Process context, with sdt_lock() held.  Sleeps.
 */
void sdt_site_enable(struct sdt_site_rt *site)
{
	const struct sdt_probe_rt *probe = sdt_probe_rt(site->pub.probe);
	struct sdt_group *group = probe->group;
	struct sdt_module_probes *mp = probe->mp;

	lockdep_assert_held(&sdt_mutex);
	enable_keys(site, 1);
	if (!group->nr_on++)
		enable_keys(group->enabled_sites, group->nr_enabled_sites);
	if (!mp->nr_on++)
		enable_keys(mp->any_sites, mp->nr_any_sites);
}

/**
 * sdt_site_disable - undo sdt_site_enable()
 * @site: an enabled site
 *
 * CPUs may still be in the code of the site on return.
 *
 * Context: Process context, with sdt_lock() held.  Sleeps.
 */
void sdt_site_disable(struct sdt_site_rt *site)
{
	const struct sdt_probe_rt *probe = sdt_probe_rt(site->pub.probe);
	struct sdt_group *group = probe->group;
	struct sdt_module_probes *mp = probe->mp;

	lockdep_assert_held(&sdt_mutex);
	if (!--mp->nr_on)
		disable_keys(mp->any_sites, mp->nr_any_sites);
	if (!--group->nr_on)
		disable_keys(group->enabled_sites, group->nr_enabled_sites);
	disable_keys(site, 1);
}
