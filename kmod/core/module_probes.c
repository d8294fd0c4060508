// SPDX-License-Identifier: GPL-2.0-only
/*
 * module_probes.c - make a module's probes of its sites and its table
 *
 * In this order, each from what is before it:
 *
 *	the sites	the module's jump label entries, checked: check_sites.c
 *	the table	found by the trampoline behind the sites' records, checked:
 *			find_table.c
 *	the probes	as the table describes them
 *	the groups	of probes that share an event: groups.c
 *	their classes	if they are TRACE_EVENTs, which find_table.c has found
 *	the sites again	sorted, each at its probe or group
 *	the names	of those in init code: init_code.c
 *
 * No lock; nothing is written to the module.  The caller must keep the module from being
 * unloaded.  Process context, may sleep.
 */
#define pr_fmt(fmt) "sdt: " fmt

#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>

#include "core/core_internal.h"

static int find_table(struct sdt_module_probes *mp, struct sdt_table_view *view,
		      const struct sdt_events **events, char *why)
{
	int err;

	mp->trampoline = sdt_trampoline_find(mp->mod, mp->sites[mp->nr_sites - 1].record,
					     why);
	if (!mp->trampoline)
		return -EINVAL;
	err = sdt_table_find(mp->mod, mp->trampoline, view, why) ?:
	      sdt_events_find(mp->mod, mp->trampoline, view, events, why);
	if (err)
		return err;
	mp->table = view->head;
	mp->strings = sdt_array(view->head->strings_size, 1);
	if (!mp->strings)
		return -ENOMEM;
	memcpy(mp->strings, view->strings, view->head->strings_size);
	view->strings = mp->strings;
	return 0;
}

static struct sdt_attributes attributes(const u8 *numbers)
{
	return (struct sdt_attributes){
		.name = sdt_stability_name(numbers[0]),
		.data = sdt_stability_name(numbers[1]),
		.dependency = sdt_dependency_name(numbers[2]),
	};
}

static struct sdt_stability stability_of(const struct sdt_table_provider *p)
{
	return (struct sdt_stability){
		.provider = attributes(p->stability),
		.module = attributes(p->stability + 3),
		.function = attributes(p->stability + 6),
		.name = attributes(p->stability + 9),
		.args = attributes(p->stability + 12),
	};
}

static int allocate(struct sdt_module_probes *mp, const struct sdt_table *head,
		    unsigned int nr_slots)
{
	mp->probes = sdt_array(head->nr_probes, sizeof(*mp->probes));
	mp->by_name = sdt_array(head->nr_probes, sizeof(*mp->by_name));
	mp->groups = sdt_array(head->nr_probes, sizeof(*mp->groups));
	mp->args = sdt_array(head->nr_args, sizeof(*mp->args));
	mp->enumerators = sdt_array(head->nr_enumerators, sizeof(*mp->enumerators));
	mp->xlated = sdt_array(head->nr_xlated, sizeof(*mp->xlated));
	mp->translators = sdt_array(nr_slots, sizeof(*mp->translators));
	mp->stability = sdt_array(head->nr_providers, sizeof(*mp->stability));
	if (!mp->probes || !mp->by_name || !mp->groups || !mp->args ||
	    !mp->xlated || !mp->translators || !mp->enumerators ||
	    !mp->stability)
		return -ENOMEM;		/* the caller frees */
	return 0;
}

static void fill_enumerators(struct sdt_module_probes *mp, const struct sdt_table_view *view)
{
	unsigned int i;

	for (i = 0; i < view->head->nr_enumerators; i++) {
		const struct sdt_table_enumerator *e = &view->enumerators[i];

		mp->enumerators[i] = (struct sdt_enumerator){
			.name = view->strings + e->name,
			.value = (u64)e->value_high << 32 | e->value_low,
		};
	}
}

static void fill_arg(struct sdt_module_probes *mp, struct sdt_arg *to,
		     const struct sdt_table_arg *arg, const char *strings)
{
	bool has_bound = arg->kind == SDT_ARG_BYTES || arg->kind == SDT_ARG_STRING;

	*to = (struct sdt_arg){
		.name = strings + arg->name,
		.declared = strings + arg->declared,
		.type = strings + arg->type,
		.aka = strings + (arg->aka ? arg->aka : arg->type),
		.enumerators = arg->nr_enumerators ?
			mp->enumerators + arg->first_enumerator : NULL,
		.bound = has_bound ? arg->bound : 0,
		.nr_enumerators = arg->nr_enumerators,
		.size = arg->size,
		.kind = arg->kind,
		.is_signed = arg->flags & SDT_ARG_SIGNED,
		.is_user = arg->flags & SDT_ARG_USER,
		.is_percpu = arg->flags & SDT_ARG_PERCPU,
		.is_rcu = arg->flags & SDT_ARG_RCU,
		.is_iomem = arg->flags & SDT_ARG_IOMEM,
		.is_hex = arg->kind == SDT_ARG_INTEGER && (arg->flags & SDT_ARG_HEX),
		.is_trusted = arg->kind == SDT_ARG_POINTER && (arg->flags & SDT_ARG_TRUSTED),
	};
}

static void fill_args(struct sdt_module_probes *mp, const struct sdt_table_view *view)
{
	unsigned int i;

	for (i = 0; i < view->head->nr_args; i++)
		fill_arg(mp, &mp->args[i], &view->args[i], view->strings);
	for (i = 0; i < view->head->nr_xlated; i++) {
		const struct sdt_table_xlated *xlated = &view->xlated[i];

		mp->xlated[i] = (struct sdt_xlated){
			.name = view->strings + xlated->name,
			.type = view->strings + xlated->type,
			.arg = xlated->arg,
		};
	}
}

static void fill_probe(struct sdt_module_probes *mp, unsigned int i,
		       const struct sdt_table_view *view, const struct sdt_table_extra *extra)
{
	const struct sdt_table_probe *probe = &view->probes[i];
	bool is_translated = probe->flags & SDT_PROBE_TRANSLATED;
	const char *s = view->strings;

	mp->probes[i].pub = (struct sdt_probe){
		.provider = s + view->providers[probe->provider].name,
		.module = mp->name,
		.function = s + probe->function,
		.name = s + probe->name,
		.stability = &mp->stability[probe->provider],
		.nr_args = probe->nr_args,
		.args = mp->args + probe->first_arg,
		.nr_xlated = extra->nr_xlated,
		.xlated = is_translated ? mp->xlated + extra->first_xlated : NULL,
		.is_translated = is_translated,
		.is_qualified = probe->flags & SDT_PROBE_QUALIFIED,
		.is_event = probe->flags & SDT_PROBE_IS_EVENT,
		.message = s + extra->message,
	};
	mp->probes[i].mp = mp;
	mp->by_name[i] = &mp->probes[i];
}

static int make_probes(struct sdt_module_probes *mp,
		       const struct sdt_table_view *view)
{
	struct sdt_translator __rcu **translators;
	unsigned int i, nr_slots = 0;
	int err;

	for (i = 0; i < view->head->nr_extras; i++)
		nr_slots += view->extras[i].nr_xlated;
	err = allocate(mp, view->head, nr_slots);
	if (err)
		return err;
	mp->nr_probes = view->head->nr_probes;
	for (i = 0; i < view->head->nr_providers; i++)
		mp->stability[i] = stability_of(&view->providers[i]);
	fill_enumerators(mp, view);
	fill_args(mp, view);
	translators = mp->translators;
	for (i = 0; i < mp->nr_probes; i++) {
		const struct sdt_table_extra extra = sdt_table_extra(view, i);

		fill_probe(mp, i, view, &extra);
		mp->probes[i].translators = translators;
		translators += extra.nr_xlated;
	}
	return 0;
}

static int site_rank(const struct sdt_site_rt *site)
{
	return sdt_is_enabled_site(site->record) + sdt_is_any_site(site->record);
}

/*
 * Sites that fire come first, by probe; then is-enabled sites, by group; then those
 * that ask for all probes.  Sites of one probe are sorted by address.
 */
static int compare_sites(const void *pa, const void *pb)
{
	const struct sdt_site_rt *a = pa, *b = pb;
	const struct sdt_probe_rt *ap = sdt_probe_rt(a->pub.probe);
	const struct sdt_probe_rt *bp = sdt_probe_rt(b->pub.probe);

	if (site_rank(a) != site_rank(b))
		return site_rank(a) - site_rank(b);
	if (sdt_is_enabled_site(a->record)) {
		if (ap->group != bp->group)
			return ap->group < bp->group ? -1 : 1;
	} else if (ap != bp) {
		return ap < bp ? -1 : 1;
	}
	return a->pub.ip < b->pub.ip ? -1 : a->pub.ip > b->pub.ip;
}

static int connect_site(struct sdt_module_probes *mp, struct sdt_site_rt *site,
			const struct sdt_table_view *view, char *why)
{
	const struct sdt_table *head = view->head;
	const struct sdt_site_record *record = site->record;
	struct sdt_table_place place;

	if (record->place >= (u64)head->nr_probes + head->nr_places)
		return sdt_refuse(why, "a site has number %u, but its probe table has %u probes and %u places",
				  record->place, head->nr_probes, head->nr_places);
	place = sdt_table_place(view, record->place);
	if (sdt_is_any_site(record) && place.probe)
		return sdt_refuse(why, "a site that tests all probes refers to probe %u of the probe table, not to the first one",
				  place.probe);
	site->pub.probe = &mp->probes[place.probe].pub;
	site->pub.file = view->strings + place.file;
	return 0;
}

/* Find the probe and the file of each site. */
static int connect_sites(struct sdt_module_probes *mp,
			 const struct sdt_table_view *view, char *why)
{
	unsigned int i;
	int err;

	for (i = 0; i < mp->nr_sites; i++) {
		err = connect_site(mp, &mp->sites[i], view, why);
		if (err)
			return err;
	}
	if (mp->nr_sites != view->head->nr_sites)
		return sdt_refuse(why, "its probe table counts %u sites, but the module has %u",
				  view->head->nr_sites, mp->nr_sites);
	return 0;
}

/* Sort the sites, and tell each probe and group which ones are its own. */
static int place_sites(struct sdt_module_probes *mp, char *why)
{
	unsigned int i;

	sort(mp->sites, mp->nr_sites, sizeof(*mp->sites), compare_sites,
	     NULL);
	for (i = 0; i < mp->nr_sites; i++) {
		struct sdt_site_rt *site = &mp->sites[i];
		struct sdt_probe_rt *probe = sdt_probe_rt(site->pub.probe);

		if (sdt_is_any_site(site->record)) {
			if (!mp->nr_any_sites++)
				mp->any_sites = site;
		} else if (sdt_is_enabled_site(site->record)) {
			if (!probe->group->nr_enabled_sites++)
				probe->group->enabled_sites = site;
		} else if (!probe->pub.nr_sites++) {
			probe->sites = site;
		}
	}
	for (i = 0; i < mp->nr_probes; i++)
		if (!mp->probes[i].pub.nr_sites)
			return sdt_refuse(why, "probe %u of its probe table has no sites", i);
	return 0;
}

/* Tell each group of a TRACE_EVENT its class. */
static int connect_classes(struct sdt_module_probes *mp, const struct sdt_events *events,
			   char *why)
{
	const struct sdt_event_entry *entry;
	unsigned int i;

	if (!events)
		return 0;
	mp->event_enums = mp->enumerators + events->first_enumerator;
	mp->nr_event_enums = events->nr_enumerators;
	entry = (const void *)(events + 1);
	for (i = 0; i < events->nr_events; i++) {
		struct sdt_group *group = mp->probes[entry[i].probe].group;
		struct sdt_event_class *class = sdt_entry_class(&entry[i]);

		if (group->class && group->class != class)
			return sdt_refuse(why, "TRACE_EVENT %.64s has two classes",
					  group->probes[0]->pub.name);
		group->class = class;
	}
	return 0;
}

static int make_all(struct sdt_module_probes *mp, char *why)
{
	const struct sdt_events *events;
	struct sdt_table_view view;

	return find_table(mp, &view, &events, why) ?:
	       make_probes(mp, &view) ?:
	       connect_sites(mp, &view, why) ?:
	       sdt_groups_make(mp, &view, why) ?:
	       connect_classes(mp, events, why) ?:
	       place_sites(mp, why) ?:
	       sdt_init_code_find(mp);
}

static void free_contents(struct sdt_module_probes *mp)
{
	sdt_init_code_free(mp->init);
	sdt_init_code_free(mp->all);
	sdt_init_code_free(mp->before);
	kvfree(mp->strings);
	kvfree(mp->stability);
	kvfree(mp->enumerators);
	kvfree(mp->translators);
	kvfree(mp->xlated);
	kvfree(mp->args);
	kvfree(mp->sites);
	kvfree(mp->event_names);
	kvfree(mp->groups);
	kvfree(mp->by_name);
	kvfree(mp->probes);
}

/**
 * sdt_module_probes_create - make a module's probes
 * @mod: a module
 * @prepared: the kernel has prepared the module's jump label entries
 *
 * If the site records or the table are wrong, logs the reason, and returns probes that are
 * marked as refused and keep the reason: the log does not last.
 *
 * Context: Process context, may sleep.
 * Return: the probes, NULL if the module has none, or ERR_PTR(-ENOMEM).
 */
struct sdt_module_probes *sdt_module_probes_create(struct module *mod, bool prepared)
{
	struct sdt_site_record *first;
	struct sdt_module_probes *mp;
	char why[SDT_WHY_SIZE];
	int nr_records = sdt_sites_extent(mod, &first, why);
	int err;

	if (!nr_records)
		return NULL;
	mp = kzalloc(sizeof(*mp), GFP_KERNEL);
	if (!mp)
		return ERR_PTR(-ENOMEM);
	INIT_LIST_HEAD(&mp->list);
	INIT_LIST_HEAD(&mp->published);
	mp->mod = mod;
	mp->is_live = READ_ONCE(mod->state) == MODULE_STATE_LIVE;
	strscpy(mp->name, mod->name, sizeof(mp->name));
	err = nr_records < 0 ? nr_records :
	      sdt_sites_find(mp, first, nr_records, prepared, why) ?: make_all(mp, why);
	if (!err)
		return mp;

	free_contents(mp);
	if (err == -ENOMEM) {
		kfree(mp);
		return ERR_PTR(err);
	}
	pr_err("%s: probes refused: %s\n", mod->name, why);
	*mp = (struct sdt_module_probes){
		.mod = mod,
		.refused = true,
		.why = kstrdup(why, GFP_KERNEL),
	};
	return mp;
}

/**
 * sdt_module_probes_free - free a module's probes
 * @mp: the probes, which are in no list, whose sites are disabled and which no CPU uses
 *	any more
 *
 * Context: Process context, may sleep.
 */
void sdt_module_probes_free(struct sdt_module_probes *mp)
{
	free_contents(mp);
	kfree(mp->why);
	kfree(mp);
}
