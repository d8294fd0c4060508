// SPDX-License-Identifier: GPL-2.0-only
/*
 * sites.c - site records: what their code calls, switching them on and off
 *
 * A site is a jump label of the kernel's: the record begins with its static
 * key, and static_key_slow_inc() and _dec() patch the code.  They count, so an
 * is-enabled site can be used by several probes.
 *
 * arm, close and disarm write the records of a set while all its sites are off.
 * enable and disable are called with sdt_mutex held and take
 * cpu_hotplug_lock, jump_label_mutex and text_mutex in the kernel.
 */
#include <linux/jump_label.h>

#include "internal.h"

static_assert(sizeof(struct static_key) <=
	      sizeof_field(struct sdt_site_record, key));

static struct static_key *site_key(const struct sdt_site_rt *site)
{
	return (struct static_key *)site->record->key;
}

/**
 * sdt_sites_arm - tell the records of a set what to call
 * @set: a set whose sites are all off
 *
 * Context: process.  The caller sees to it that the module stays.
 */
void sdt_sites_arm(struct sdt_set *set)
{
	unsigned int i;

	for (i = 0; i < set->nr_sites; i++) {
		struct sdt_site_rt *site = &set->sites[i];

		WRITE_ONCE(site->record->runtime, (u64)(uintptr_t)site);
		WRITE_ONCE(site->record->entry, (u64)(uintptr_t)sdt_entry);
	}
}

/**
 * sdt_sites_close - no call to sdt_entry() begins any more
 * @set: a set whose sites are all off
 *
 * A task may still be in the code of a site, and sleep while it evaluates an
 * argument: when it goes on, it finds nothing to call.
 *
 * Context: process.  The caller sees to it that the module stays.
 */
void sdt_sites_close(struct sdt_set *set)
{
	unsigned int i;

	for (i = 0; i < set->nr_sites; i++)
		WRITE_ONCE(set->sites[i].record->entry, 0);
}

/**
 * sdt_sites_disarm - make the records what they were before sdt_sites_arm()
 * @set: a set that was closed, with no CPU and no preempted task left in a call
 *
 * Context: process.  The caller sees to it that the module stays.
 */
void sdt_sites_disarm(struct sdt_set *set)
{
	unsigned int i;

	for (i = 0; i < set->nr_sites; i++)
		WRITE_ONCE(set->sites[i].record->runtime, 0);
}

/**
 * sdt_probe_enable - switch the sites of a probe on
 * @probe: a probe that is off and whose sinks are set
 *
 * Also counts as a user of the is-enabled sites of its provider and name.
 *
 * Context: process, with sdt_mutex held.  Sleeps.
 */
void sdt_probe_enable(struct sdt_probe_rt *probe)
{
	struct sdt_group *group = probe->group;
	unsigned int i;

	lockdep_assert_held(&sdt_mutex);
	for (i = 0; i < probe->nr_sites; i++)
		static_key_slow_inc(site_key(&probe->sites[i]));
	for (i = 0; i < group->nr_enabled_sites; i++)
		static_key_slow_inc(site_key(&group->enabled_sites[i]));
}

/**
 * sdt_probe_disable - undo sdt_probe_enable()
 * @probe: a probe that is on
 *
 * CPUs may still be in the code of the sites when this returns.
 *
 * Context: process, with sdt_mutex held.  Sleeps.
 */
void sdt_probe_disable(struct sdt_probe_rt *probe)
{
	struct sdt_group *group = probe->group;
	unsigned int i;

	lockdep_assert_held(&sdt_mutex);
	for (i = 0; i < group->nr_enabled_sites; i++)
		static_key_slow_dec(site_key(&group->enabled_sites[i]));
	for (i = 0; i < probe->nr_sites; i++)
		static_key_slow_dec(site_key(&probe->sites[i]));
}
