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
#include <linux/kernel.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>

#include "core/core_internal.h"

static int compare_groups(const struct sdt_probe *a, const struct sdt_probe *b)
{
	return strcmp(a->provider, b->provider) ?:
	       (int)a->is_qualified - b->is_qualified ?:
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
 * sdtinfo writes equal strings and equal enumerators only once, and a table that has them
 * twice is refused for it.  Types can be long, and any number of arguments can have them:
 * so pointers are compared.
 */
static bool is_same_type(const struct sdt_arg *a, const struct sdt_arg *b)
{
	return a->type == b->type && a->aka == b->aka &&
	       a->size == b->size && a->kind == b->kind &&
	       a->is_signed == b->is_signed && a->is_user == b->is_user &&
	       a->is_percpu == b->is_percpu && a->is_rcu == b->is_rcu &&
	       a->is_iomem == b->is_iomem && a->is_hex == b->is_hex &&
	       a->bound == b->bound &&
	       a->nr_enumerators == b->nr_enumerators &&
	       (!a->nr_enumerators || a->enumerators == b->enumerators);
}

static bool is_same_types(const struct sdt_probe *a, const struct sdt_probe *b)
{
	unsigned int i;

	if (a->nr_args != b->nr_args)
		return false;
	for (i = 0; i < a->nr_args; i++)
		if (!is_same_type(&a->args[i], &b->args[i]))
			return false;
	return true;
}

static bool is_same_view(const struct sdt_probe *a, const struct sdt_probe *b)
{
	unsigned int i;

	if (a->is_translated != b->is_translated || a->nr_xlated != b->nr_xlated)
		return false;
	for (i = 0; i < a->nr_xlated; i++)
		if (a->xlated[i].name != b->xlated[i].name ||
		    a->xlated[i].type != b->xlated[i].type ||
		    a->xlated[i].arg != b->xlated[i].arg)
			return false;
	return true;
}

/* @probe is of the same event as @first. */
static int check_probe(const struct sdt_probe *first, const struct sdt_probe *probe,
		       char *why)
{
	if (!is_same_types(first, probe))
		return sdt_refuse(why, "its probe %.48s has other arguments in %.48s() than in %.48s()",
				  probe->name, probe->function, first->function);
	if (!is_same_view(first, probe))
		return sdt_refuse(why, "its probe %.48s has other translated arguments in %.48s() than in %.48s()",
				  probe->name, probe->function, first->function);
	return 0;
}

static int find_groups(struct sdt_module_probes *mp, char *why)
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
		err = check_probe(&group->probes[0]->pub, &probe->pub, why);
		if (err)
			return err;
		group->nr_probes++;
		cond_resched();
	}
	return 0;
}

static struct sdt_names names_of(const struct sdt_probe *probe)
{
	return (struct sdt_names){
		.provider = probe->provider,
		.module = probe->module,
		.function = probe->function,
		.name = probe->name,
		.is_qualified = probe->is_qualified,
	};
}

/* The names of a group's event; returns where those of the next one go. */
static char *name_event(struct sdt_group *group, char *to)
{
	const struct sdt_names names = names_of(&group->probes[0]->pub);
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
		names = names_of(&mp->groups[i].probes[0]->pub);
		size += 2 * (sdt_event_name(NULL, 0, &names, '_') + 1);
	}
	to = mp->event_names = kvmalloc(size, GFP_KERNEL);
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

/**
 * sdt_groups_make - group the probes of a module by event
 * @mp: the module's probes, and an array of as many groups
 * @why: filled with the reason if the function returns -EINVAL
 *
 * Context: Process context, sleeps.
 * Return: 0, -ENOMEM, or -EINVAL if the table breaks a rule of groups.
 */
int sdt_groups_make(struct sdt_module_probes *mp, char *why)
{
	return find_groups(mp, why) ?: name_events(mp) ?: sort_groups(mp, why);
}
