// SPDX-License-Identifier: GPL-2.0-only
/*
 * groups.c - group the probes of a module by event
 *
 * All probes with the same provider and name form one event, whichever functions they
 * are in.  If their author named the function (is_qualified), it is the same, too.
 * "sdtinfo link" makes sure that the probes of an event have the same argument types and
 * the same translated types, and that no two events have the same name.  A table that
 * breaks these rules is refused.
 *
 * Serves module_probes.c; no locks.
 */
#include <linux/bsearch.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>

#include "core/core_internal.h"

static int compare_groups(const struct sdt_probe *a, const struct sdt_probe *b)
{
	return strcmp(a->provider, b->provider) ?:
	       (int)a->is_qualified - b->is_qualified ?:
	       (int)a->is_event - b->is_event ?:
	       (a->is_qualified ? strcmp(a->function, b->function) : 0) ?:
	       strcmp(a->name, b->name);
}

/* By provider and name, then in the table's order. */
static int compare_by_name(const void *pa, const void *pb)
{
	const struct sdt_probe_rt *a = *(const struct sdt_probe_rt **)pa;
	const struct sdt_probe_rt *b = *(const struct sdt_probe_rt **)pb;

	return compare_groups(&a->pub, &b->pub) ?: (a < b ? -1 : 1);
}

static int compare_by_event(const void *pa, const void *pb)
{
	const struct sdt_group *a = pa, *b = pb;

	return strcmp(a->probes[0]->event, b->probes[0]->event);
}

/* The same, and never 0: the order of events of one name is that of their probes. */
static int compare_and_order(const void *pa, const void *pb)
{
	const struct sdt_group *a = pa, *b = pb;

	return compare_by_event(a, b) ?: (a->probes[0] < b->probes[0] ? -1 : 1);
}

/*
 * Arguments of one type differ in their names and the text of their declarations at most: sdtinfo
 * writes equal strings and equal enumerators only once, and a table that has them twice is refused
 * for it.
 */
static bool is_same_types(const struct sdt_table_view *view, u32 a, u32 b)
{
	const struct sdt_table_arg *args = &view->args[view->probes[a].first_arg];
	const struct sdt_table_arg *others = &view->args[view->probes[b].first_arg];
	unsigned int i;

	if (view->probes[a].nr_args != view->probes[b].nr_args)
		return false;
	for (i = 0; i < view->probes[a].nr_args; i++)
		if (memcmp(&args[i].type, &others[i].type,
			   sizeof(*args) - offsetof(struct sdt_table_arg, type)))
			return false;
	return true;
}

static bool is_same_view(const struct sdt_table_view *view, u32 a, u32 b)
{
	const struct sdt_table_extra x = sdt_table_extra(view, a), y = sdt_table_extra(view, b);

	return (view->probes[a].flags & SDT_PROBE_TRANSLATED) ==
	       (view->probes[b].flags & SDT_PROBE_TRANSLATED) && x.nr_xlated == y.nr_xlated &&
	       !memcmp(&view->xlated[x.first_xlated], &view->xlated[y.first_xlated],
		       x.nr_xlated * sizeof(*view->xlated));
}

/* @probe is of the same event as @first. */
static int check_probe(const struct sdt_module_probes *mp, const struct sdt_table_view *view,
		       const struct sdt_probe_rt *first, const struct sdt_probe_rt *probe,
		       char *why)
{
	const u32 a = first - mp->probes, b = probe - mp->probes;

	if (!is_same_types(view, a, b))
		return sdt_refuse(why, "its probe %.48s has other arguments in %.48s() than in %.48s()",
				  probe->pub.name, probe->pub.function, first->pub.function);
	if (!is_same_view(view, a, b))
		return sdt_refuse(why, "its probe %.48s has other translated arguments in %.48s() than in %.48s()",
				  probe->pub.name, probe->pub.function, first->pub.function);
	if (strcmp(first->pub.message, probe->pub.message))
		return sdt_refuse(why, "its probe %.48s has another message in %.48s() than in %.48s()",
				  probe->pub.name, probe->pub.function, first->pub.function);
	return 0;
}

static int find_groups(struct sdt_module_probes *mp, const struct sdt_table_view *view,
		       char *why)
{
	struct sdt_group *group = NULL;
	unsigned int i;
	int err;

	sort(mp->by_name, mp->nr_probes, sizeof(*mp->by_name),
	     compare_by_name, NULL);
	for (i = 0; i < mp->nr_probes; i++) {
		struct sdt_probe_rt *probe = mp->by_name[i];

		if (!group || compare_groups(&group->probes[0]->pub, &probe->pub)) {
			group = &mp->groups[mp->nr_groups++];
			group->probes = &mp->by_name[i];
		}
		err = check_probe(mp, view, group->probes[0], probe, why);
		if (err)
			return err;
		group->nr_probes++;
		cond_resched();
	}
	return 0;
}

/* What the rules for names need to know of a probe */
struct sdt_names sdt_names_of(const struct sdt_probe *probe)
{
	return (struct sdt_names){
		.provider = probe->provider,
		.module = probe->module,
		.function = probe->function,
		.name = probe->name,
		.is_qualified = probe->is_qualified,
		.is_event = probe->is_event,
	};
}

/* The names of a group's event; returns where those of the next one go. */
static char *name_event(struct sdt_group *group, char *to)
{
	const struct sdt_names names = sdt_names_of(&group->probes[0]->pub);
	const char *event = to, *dtrace_event;
	unsigned int i;

	to += sdt_event_name(to, SDT_MAX_EVENT_NAME + 1, &names, '_') + 1;
	dtrace_event = to;
	to += sdt_event_name(to, SDT_MAX_EVENT_NAME + 1, &names, '-') + 1;
	for (i = 0; i < group->nr_probes; i++) {
		group->probes[i]->event = event;
		group->probes[i]->dtrace_event = dtrace_event;
	}
	return to;
}

static int name_events(struct sdt_module_probes *mp)
{
	struct sdt_names names;
	size_t size = 0;
	unsigned int i;
	char *to;

	for (i = 0; i < mp->nr_groups; i++) {
		names = sdt_names_of(&mp->groups[i].probes[0]->pub);
		size += 2 * (sdt_event_name(NULL, 0, &names, '_') + 1);
	}
	to = mp->event_names = sdt_array(size, 1);
	if (!to)
		return -ENOMEM;		/* the caller frees */
	for (i = 0; i < mp->nr_groups; i++)
		to = name_event(&mp->groups[i], to);
	return 0;
}

/* Sort the groups by event.  No two may have the same one. */
static int sort_groups(struct sdt_module_probes *mp, char *why)
{
	unsigned int i, j;

	sort(mp->groups, mp->nr_groups, sizeof(*mp->groups), compare_and_order, NULL);
	for (i = 0; i < mp->nr_groups; i++) {
		struct sdt_group *group = &mp->groups[i];
		const struct sdt_probe *probe = &group->probes[0]->pub, *last;

		if (i && !compare_by_event(group - 1, group)) {
			last = &group[-1].probes[0]->pub;
			return sdt_refuse(why, "its probes %.24s:%.24s:%.24s and %.24s:%.24s:%.24s would be one event",
					  last->provider, last->function, last->name,
					  probe->provider, probe->function, probe->name);
		}
		for (j = 0; j < group->nr_probes; j++)
			group->probes[j]->group = group;
		cond_resched();
	}
	return 0;
}

/*
 * Groups the probes of a module by event, in @mp->groups, an array of as many groups.  Returns
 * 0, -ENOMEM, or -EINVAL with the reason in @why if the table breaks a rule of groups.  Sleeps.
 */
int sdt_groups_make(struct sdt_module_probes *mp, const struct sdt_table_view *view, char *why)
{
	return find_groups(mp, view, why) ?: name_events(mp) ?: sort_groups(mp, why);
}

/**
 * sdt_group_find - find the group of a module with the event name of another group
 * @mp: the module's probes
 * @like: the other group, of any module
 *
 * Context: Any context.
 * Return: the group, or NULL.
 */
struct sdt_group *sdt_group_find(const struct sdt_module_probes *mp, const struct sdt_group *like)
{
	return bsearch(like, mp->groups, mp->nr_groups, sizeof(*like), compare_by_event);
}
