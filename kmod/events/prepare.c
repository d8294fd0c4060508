// SPDX-License-Identifier: GPL-2.0-only
/*
 * prepare.c - make the events that are wanted of a module, and know which modules have any
 *
 * For publish.c and offer.c, which publish them.
 *
 * Process context, with sdt_modules_lock held, not sdt_mutex.
 */
#define pr_fmt(fmt) "sdt: " fmt

#include <linux/err.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/trace_events.h>

#include "events/events_internal.h"

unsigned int sdt_publish_by = SDT_PUBLISH_BY_CORE | SDT_PUBLISH_BY_GATE;
LIST_HEAD(sdt_published);		/* modules with events that the core has */

/* Frees the event of a group, which the core does not have, or has removed. */
void sdt_event_drop(struct sdt_group *group)
{
	if (group->event && !group->event->is_published)
		sdt_event_unnumber(group->event);
	if (group->event)
		sdt_event_free(group->event);
	group->event = NULL;
}

/*
 * Is it the first time that the event of a group is not published?  Each change of what is wanted tries
 * again, but a failure is logged once.
 */
bool sdt_group_fails(struct sdt_group *group)
{
	bool had_failed = group->has_failed;

	group->has_failed = true;
	return !had_failed;
}

/* Has the module a trace event of its own with that name? */
static bool is_own(const struct module *mod, const struct sdt_event *event)
{
	unsigned int i;

	for (i = 0; i < mod->num_trace_events; i++)
		if (!strcmp(trace_event_name(mod->trace_events[i]), event->name) &&
		    !strcmp(mod->trace_events[i]->class->system, event->call.class->system))
			return true;
	return false;
}

/* Does the tracing core have another event with that name, or get it with the module? */
static bool exists(const struct module *mod, const struct sdt_event *event)
{
	struct trace_event_file *file;

	if (is_own(mod, event))
		return true;
	file = trace_get_event_file(NULL, event->call.class->system, event->name);
	if (!IS_ERR(file))
		trace_put_event_file(file);
	return !IS_ERR(file) || PTR_ERR(file) == -EBUSY;
}

static void create_event(const struct sdt_module_probes *mp, struct sdt_group *group)
{
	group->event = sdt_event_create(group);
	if (!group->event) {
		pr_warn("%s: no memory for the event of probe %s\n",
			mp->mod->name, group->probes[0]->pub.name);
	} else if (exists(mp->mod, group->event)) {
		if (sdt_group_fails(group))
			pr_warn("%s: event %s is not published: an event with that name exists\n",
				mp->mod->name, group->event->name);
		sdt_event_drop(group);
	}
}

/*
 * A module whose exit function runs gets no more events, nor does one whose events are left to the
 * core: if a notifier refuses a module that comes, it leaves without being GOING.
 */
bool sdt_module_stays(const struct sdt_module_probes *mp)
{
	return module_is_live(mp->mod) && !mp->is_leaving;
}

/*
 * Makes the events of a module that are wanted, if @added is NULL, or else those that it adds.  Returns
 * true if the module has events to be published or withdrawn.
 */
bool sdt_events_prepare(struct sdt_module_probes *mp, const struct sdt_patterns *added)
{
	bool wanted, is_needed = false;
	unsigned int i;

	for (i = 0; i < mp->nr_groups; i++) {
		struct sdt_group *group = &mp->groups[i];

		cond_resched();
		wanted = sdt_group_is_wanted(group, added);
		if (wanted && !group->event && sdt_module_stays(mp))
			create_event(mp, group);
		if (!group->event)
			continue;
		group->event->is_wanted = wanted;
		if (!added)
			/* the text of a TRACE_EVENT is code of the module */
			group->event->outlives = sdt_has_gate && !group->class &&
						 sdt_group_outlives(group);
		is_needed |= group->event->is_published != wanted ||
			     !sdt_call_module(&group->event->call);
	}
	return is_needed;
}
