// SPDX-License-Identifier: GPL-2.0-only
/*
 * enable.c - enable events that a list of patterns names
 *
 * Each event is enabled by its name.  A module can have trace events of its own in the same
 * system, which are not sdt.ko's to enable.
 */
#define pr_fmt(fmt) "sdt: " fmt

#include <linux/sched.h>
#include <linux/trace_events.h>

#include "events/internal.h"

/**
 * sdt_events_enable - enable published events of a module
 * @mp: the module's probes
 * @added: the patterns of the events; NULL: none
 * @before: those of events that are left as they are; NULL: none
 *
 * Failures are logged.
 *
 * Context: Process context, sleeps.  The caller holds sdt_modules_lock and not
 * sdt_mutex.
 */
void sdt_events_enable(const struct sdt_module_probes *mp, const struct sdt_patterns *added,
		       const struct sdt_patterns *before)
{
	unsigned int i;
	int err;

	lockdep_assert_held(&sdt_modules_lock);
	for (i = 0; i < mp->nr_groups; i++) {
		const struct sdt_group *group = &mp->groups[i];

		cond_resched();
		if (!group->event || !sdt_patterns_match(added, group) ||
		    sdt_patterns_match(before, group))
			continue;
		err = trace_set_clr_event(mp->mod->name, group->event->name, 1);
		if (err)
			pr_warn("%s:%s cannot be enabled (%d)\n", mp->mod->name,
				group->event->name, err);
	}
}

/**
 * sdt_events_enable_all - enable published events of all modules
 * @added: as for sdt_events_enable()
 * @before: likewise
 *
 * Events that a list does not name any more stay enabled: others can have enabled them, too.
 * Failures and context as for sdt_events_enable().
 */
void sdt_events_enable_all(const struct sdt_patterns *added, const struct sdt_patterns *before)
{
	struct sdt_module_probes *mp;

	lockdep_assert_held(&sdt_modules_lock);
	list_for_each_entry(mp, &sdt_modules, list)
		sdt_events_enable(mp, added, before);
}
