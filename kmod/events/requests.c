// SPDX-License-Identifier: GPL-2.0-only
/*
 * requests.c - which events are wanted, and where they are enabled
 *
 * An event is wanted while the list of any request has a pattern that matches one of its probes.
 * Requests are made by controls.c and recorders.c.
 *
 * sdt_modules_lock protects the list of requests, and is held in all functions here.
 */
#define pr_fmt(fmt) "sdt: " fmt

#include <linux/sched.h>
#include <linux/trace_events.h>

#include "events/events_internal.h"

/* Parameters, and what was written to open files sdt/publish */
LIST_HEAD(sdt_requests);

/* Does sdt.ko itself enable the event of the group, so that it shall outlive its module? */
bool sdt_group_outlives(const struct sdt_group *group)
{
	const struct sdt_request *request;

	list_for_each_entry(request, &sdt_requests, list)
		if (request->enables && sdt_patterns_match(request->patterns, group))
			return true;
	return false;
}

/*
 * Is the event of the group wanted?  If @added is not NULL, the only change of what is wanted is
 * that it includes @added.
 */
bool sdt_group_is_wanted(const struct sdt_group *group, const struct sdt_patterns *added)
{
	const struct sdt_request *request;

	if (added)
		return (group->event && group->event->is_wanted) ||
		       sdt_patterns_match(added, group);
	list_for_each_entry(request, &sdt_requests, list)
		if (sdt_patterns_match(request->patterns, group))
			return true;
	return false;
}

/*
 * Does sdt.ko itself enable events in the trace instance?  What someone else enables there counts as
 * sdt.ko's: the core does not tell them apart.
 */
bool sdt_requests_enable_in(const struct trace_array *instance)
{
	const struct sdt_request *request;

	list_for_each_entry(request, &sdt_requests, list)
		if (request->enables == instance)
			return true;
	return false;
}

/*
 * Enables the published events of a module that a request names, and @before does not.  Each is
 * enabled by its name: a module can have trace events of its own in the same system.  The core may
 * have removed those of a module that leaves.
 */
void sdt_request_enable(const struct sdt_request *request, const struct sdt_module_probes *mp,
			const struct sdt_patterns *before)
{
	const char *system;
	unsigned int i;
	int err;

	lockdep_assert_held(&sdt_modules_lock);
	if (mp->is_leaving)
		return;
	for (i = 0; i < mp->nr_groups; i++) {
		const struct sdt_group *group = &mp->groups[i];

		cond_resched();
		if (!group->event || !sdt_patterns_match(request->patterns, group) ||
		    sdt_patterns_match(before, group))
			continue;
		system = group->event->form->class.system;
		err = trace_array_set_clr_event(request->enables, system, group->event->name, true);
		if (err)
			pr_warn("%s:%s cannot be enabled (%d)\n", system, group->event->name, err);
	}
}
