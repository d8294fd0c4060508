// SPDX-License-Identifier: GPL-2.0-only
/*
 * enable.c - enable events that sdt.ko's parameter "enable" names: when their module is loaded,
 *	or when it is set
 */
#define pr_fmt(fmt) "sdt: " fmt

#include <linux/string.h>
#include <linux/trace_events.h>

#include "events/internal.h"

static void enable_events(const char *system, const char *event)
{
	int err = trace_set_clr_event(system, event, 1);

	if (err)
		pr_warn("enable=%s:%s: not all events could be enabled (%d)\n", system,
			event ?: "*", err);
}

/* Warns of a pattern that names the module, but none of its events. */
static void check_pattern(const struct sdt_module_probes *mp,
			  const struct sdt_listed_pattern *listed)
{
	const char *module = listed->pattern.module ?: listed->pattern.owner;
	unsigned int i;

	if (!module || strcmp(module, mp->mod->name))
		return;
	for (i = 0; i < mp->nr_groups; i++)
		if (sdt_listed_matches(listed, &mp->groups[i]))
			return;
	pr_warn("enable=%s: no such event\n", listed->text);
}

/**
 * sdt_events_enable_added - enable the events of loaded modules that parameter enable has gained
 * @before: what it named before, or NULL
 *
 * Events that it does not name any more stay enabled: others can have enabled them, too.
 * Failures are logged.  Context: as for sdt_events_enable_wanted().
 */
void sdt_events_enable_added(const struct sdt_patterns *before)
{
	struct sdt_module_probes *mp;
	unsigned int i;

	lockdep_assert_held(&sdt_modules_lock);
	list_for_each_entry(mp, &sdt_modules, list) {
		for (i = 0; sdt_wanted_enable && i < sdt_wanted_enable->nr; i++)
			check_pattern(mp, &sdt_wanted_enable->list[i]);
		for (i = 0; i < mp->nr_groups; i++)
			if (mp->groups[i].event &&
			    sdt_patterns_match(sdt_wanted_enable, &mp->groups[i]) &&
			    !sdt_patterns_match(before, &mp->groups[i]))
				enable_events(mp->mod->name, mp->groups[i].event->name);
	}
}

/**
 * sdt_events_enable_wanted - enable the events that parameter enable names
 * @mp: a module's probes, whose events have just been published
 *
 * Failures are logged.
 *
 * Context: Process context, sleeps.  The caller holds sdt_modules_lock and not
 * sdt_mutex.
 */
void sdt_events_enable_wanted(const struct sdt_module_probes *mp)
{
	unsigned int i, nr = 0;

	lockdep_assert_held(&sdt_modules_lock);
	if (!sdt_wanted_enable)
		return;
	for (i = 0; i < sdt_wanted_enable->nr; i++)
		check_pattern(mp, &sdt_wanted_enable->list[i]);
	for (i = 0; i < mp->nr_groups; i++)
		nr += sdt_patterns_match(sdt_wanted_enable, &mp->groups[i]);
	if (nr == mp->nr_groups) {	/* at once: the core searches its list each time */
		if (nr)
			enable_events(mp->mod->name, NULL);
		return;
	}
	for (i = 0; nr && i < mp->nr_groups; i++)
		if (mp->groups[i].event && sdt_patterns_match(sdt_wanted_enable, &mp->groups[i]))
			enable_events(mp->mod->name, mp->groups[i].event->name);
}
