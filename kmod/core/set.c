// SPDX-License-Identifier: GPL-2.0-only
/*
 * set.c - make a set of probes of a module's site records and table
 *
 * Sites are found through the module's jump label entries: an entry is a site if its
 * static key lies inside the module and is followed by the magic of a site record.  The
 * kernel has sorted the entries by key, so the entries of one record are adjacent.
 *
 * Everything is checked before anything is created, and nothing is written to the
 * module.  The caller must keep the module from being unloaded.  sdt_mutex protects the
 * list of refused sets; all else needs no lock.  Process context, may sleep.
 */
#define pr_fmt(fmt) "sdt: " fmt

#include <linux/atomic.h>
#include <linux/jump_label.h>
#include <linux/kasan.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>

#include "sdt_arch.h"
#include "compat.h"
#include "core/internal.h"

static LIST_HEAD(refused_sets);		/* by sdt_set.batch */
static atomic_long_t nr_refused;
static atomic_long_t last_id;

/**
 * sdt_set_nr_refused - count the modules whose probes were refused
 *
 * Context: Any context.
 * Return: the number since sdt.ko was loaded.
 */
unsigned long sdt_set_nr_refused(void)
{
	return atomic_long_read(&nr_refused);
}

/**
 * sdt_set_show_refused - print the names of the loaded modules whose probes were refused
 * @m: gets a line for each
 *
 * Context: Process context, takes sdt_mutex.
 */
void sdt_set_show_refused(struct seq_file *m)
{
	struct sdt_set *set;

	mutex_lock(&sdt_mutex);
	list_for_each_entry(set, &refused_sets, batch)
		seq_printf(m, "%s\n", set->mod->name);
	mutex_unlock(&sdt_mutex);
}

/* Iterates over the site records of a module, each once. */
struct record_iter {
	const struct module *mod;
	unsigned int next;			/* jump entry */
	const struct jump_entry *entry;		/* the first one of @record */
	struct sdt_site_record *record;
	struct sdt_site_record *previous;	/* the record before @record */
};

static bool next_record(struct record_iter *it)
{
	const struct module *mod = it->mod;

	while (it->next < mod->num_jump_entries) {
		const struct jump_entry *entry = &mod->jump_entries[it->next++];
		struct sdt_site_record *record =
			(struct sdt_site_record *)jump_entry_key(entry);

		if (record == it->record)
			continue;
		if (!IS_ALIGNED((unsigned long)record, sizeof(u64)) ||
		    !sdt_module_holds(mod, record, sizeof(*record)) ||
		    memcmp(record->magic, SDT_SITE_MAGIC, sizeof(record->magic)))
			continue;
		it->entry = entry;
		it->previous = it->record;
		it->record = record;
		return true;
	}
	return false;
}

/* Check all places of the current record.  Code of init sections may be freed already. */
static const char *check_places(const struct record_iter *it)
{
	const struct module *mod = it->mod;
	const struct jump_entry *end = mod->jump_entries + mod->num_jump_entries;
	const struct jump_entry *entry;
	size_t room;

	for (entry = it->entry; entry < end; entry++) {
		if (jump_entry_key(entry) != (void *)it->record)
			break;
		if (jump_entry_is_branch(entry))
			return "is enabled by default";
		if (!within_module(jump_entry_code(entry), mod)) {
			if (jump_entry_is_init(entry))
				continue;
			return "has its code outside the module";
		}
		room = sdt_module_code_room(mod, jump_entry_code(entry));
		if (!room ||
		    !sdt_module_code_room(mod, jump_entry_target(entry)))
			return "has its code outside the module's text";
		if (!sdt_is_nop((const void *)jump_entry_code(entry), room))
			return "has no NOP at its address: did objtool run on its object?";
	}
	return NULL;
}

/*
 * The kernel has put the address of the first entry into the key, but has kept the low
 * bits, which are flags.
 */
static bool key_ok(const struct record_iter *it)
{
	struct static_key *key = (struct static_key *)it->record->key;

	return !static_key_count(key) && key->entries == it->entry;
}

/* The address that a relative reference in a record points to. */
static u64 target_of(const s32 *distance)
{
	return (u64)(uintptr_t)distance + *distance;
}

static const char *record_file(const struct record_iter *it)
{
	return sdt_module_string(it->mod, target_of(&it->record->file));
}

static bool file_ok(const struct record_iter *it)
{
	const char *str = record_file(it);

	return str && *str && sdt_text_ok(str);
}

static bool is_enabled_site(const struct sdt_site_record *record)
{
	return record->line & SDT_SITE_IS_ENABLED;
}

static bool is_any_site(const struct sdt_site_record *record)
{
	return record->line & SDT_SITE_IS_ANY;
}

static bool kind_ok(const struct sdt_site_record *record)
{
	return !is_any_site(record) || is_enabled_site(record);
}

static int check_record(const struct record_iter *it, char *why)
{
	const struct sdt_site_record *record = it->record;
	const char *what;

	if (record->version != SDT_ABI_VERSION) {
		snprintf(why, SDT_WHY_SIZE,
			 "a site record has ABI version %u, this sdt.ko knows version %u",
			 record->version, SDT_ABI_VERSION);
		return -EINVAL;
	}
	if (!sdt_module_writable(it->mod, (unsigned long)record,
				 sizeof(*record)))
		what = "is not in writable memory";
	else if (!key_ok(it) || record->runtime)
		what = "is in use already";
	else if (it->previous &&
		 (void *)record - (void *)it->previous < sizeof(*record))
		what = "overlaps another";
	else if (!file_ok(it))
		what = "has no source file name in the module";
	else if (!kind_ok(record))
		what = "is of an unknown kind";
	else
		what = check_places(it);
	if (!what)
		return 0;
	snprintf(why, SDT_WHY_SIZE, "a site record %s", what);
	return -EINVAL;
}

/* The index of the probe that a record refers to, after the table has been checked. */
static int record_probe(const struct sdt_table_view *view,
			const struct sdt_site_record *record, char *why)
{
	u64 offset = target_of(&record->probe) - (u64)(uintptr_t)view->probes;
	u64 index = offset / sizeof(*view->probes);

	if (offset % sizeof(*view->probes) || index >= view->head->nr_probes) {
		snprintf(why, SDT_WHY_SIZE,
			 "a site's probe pointer does not point to a probe of its probe table");
		return -EINVAL;
	}
	if (is_any_site(record) && index) {
		snprintf(why, SDT_WHY_SIZE,
			 "a site that asks for all probes points to probe %llu of its probe table, not to the first",
			 index);
		return -EINVAL;
	}
	return index;
}

/* First pass: check every record and the table, and count the records in @nr. */
static int check_module(struct module *mod, struct sdt_table_view *view,
			struct sdt_trampoline **trampoline, unsigned int *nr, char *why)
{
	struct record_iter it = { .mod = mod };
	int err;

	*nr = 0;
	while (next_record(&it)) {
		err = check_record(&it, why);
		if (err)
			return err;
		if (!(*nr)++) {
			const struct sdt_table *head;

			head = sdt_table_of(mod, target_of(&it.record->probe),
					    why);
			if (!head)
				return -EINVAL;
			err = sdt_module_table_check(mod, head, view, trampoline, why);
			if (err)
				return err;
		}
		err = record_probe(view, it.record, why);
		if (err < 0)
			return err;
		cond_resched();
	}
	if (*nr && *nr != view->head->nr_sites) {
		snprintf(why, SDT_WHY_SIZE,
			 "its probe table counts %u sites, but the module has %u",
			 view->head->nr_sites, *nr);
		return -EINVAL;
	}
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

static void make_probes(struct sdt_set *set, const struct sdt_table_view *view)
{
	struct sdt_translator __rcu **translators = set->translators;
	const char *s = view->strings;
	unsigned int i;

	for (i = 0; i < view->head->nr_providers; i++)
		set->stability[i] = stability_of(&view->providers[i]);
	for (i = 0; i < view->head->nr_enumerators; i++) {
		const struct sdt_table_enumerator *e = &view->enumerators[i];

		set->enumerators[i] = (struct sdt_enumerator){
			.name = s + e->name,
			.value = (u64)e->value_high << 32 | e->value_low,
		};
	}
	for (i = 0; i < view->head->nr_args; i++) {
		const struct sdt_table_arg *arg = &view->args[i];
		bool has_bound = arg->kind == SDT_ARG_BYTES ||
				 arg->kind == SDT_ARG_STRING;

		set->args[i] = (struct sdt_arg){
			.name = s + arg->name,
			.declared = s + arg->declared,
			.type = s + arg->type,
			.aka = s + (arg->aka ? arg->aka : arg->type),
			.enumerators = arg->nr_enumerators ?
				set->enumerators + arg->first_enumerator : NULL,
			.bound = has_bound ? arg->bound : 0,
			.nr_enumerators = arg->nr_enumerators,
			.size = arg->size,
			.kind = arg->kind,
			.is_signed = arg->flags & SDT_ARG_SIGNED,
			.is_user = arg->flags & SDT_ARG_USER,
			.is_percpu = arg->flags & SDT_ARG_PERCPU,
			.is_rcu = arg->flags & SDT_ARG_RCU,
			.is_iomem = arg->flags & SDT_ARG_IOMEM,
			.is_hex = arg->flags & SDT_ARG_HEX,
		};
	}
	for (i = 0; i < view->head->nr_xlated; i++) {
		const struct sdt_table_xlated *xlated = &view->xlated[i];

		set->xlated[i] = (struct sdt_xlated){
			.name = s + xlated->name,
			.type = s + xlated->type,
			.arg = xlated->arg,
		};
	}
	for (i = 0; i < set->nr_probes; i++) {
		const struct sdt_table_probe *probe = &view->probes[i];
		bool is_translated = probe->flags & SDT_PROBE_TRANSLATED;

		set->probes[i].pub = (struct sdt_probe){
			.provider = s + view->providers[probe->provider].name,
			.module = set->mod->name,
			.function = s + probe->function,
			.name = s + probe->name,
			.stability = &set->stability[probe->provider],
			.nr_args = probe->nr_args,
			.args = set->args + probe->first_arg,
			.nr_xlated = probe->nr_xlated,
			.xlated = is_translated ?
				  set->xlated + probe->first_xlated : NULL,
			.is_translated = is_translated,
			.is_qualified = probe->flags & SDT_PROBE_QUALIFIED,
		};
		set->probes[i].event = s + probe->event;
		set->probes[i].dtrace_event = s + probe->dtrace_event;
		set->probes[i].set = set;
		set->probes[i].translators = translators;
		translators += probe->nr_xlated;
		set->by_name[i] = &set->probes[i];
	}
}

static int site_rank(const struct sdt_site_rt *site)
{
	return is_enabled_site(site->record) + is_any_site(site->record);
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
	if (is_enabled_site(a->record)) {
		if (ap->group != bp->group)
			return ap->group < bp->group ? -1 : 1;
	} else if (ap != bp) {
		return ap < bp ? -1 : 1;
	}
	return a->pub.ip < b->pub.ip ? -1 : a->pub.ip > b->pub.ip;
}

static int make_sites(struct sdt_set *set, const struct sdt_table_view *view,
		      char *why)
{
	struct record_iter it = { .mod = set->mod };
	struct sdt_site_rt *site = set->sites;
	unsigned int i;

	for (; site < set->sites + set->nr_sites && next_record(&it); site++) {
		site->record = it.record;
		site->pub.probe =
			&set->probes[record_probe(view, it.record, why)].pub;
		site->pub.file = record_file(&it);
		site->pub.line = it.record->line & SDT_SITE_LINE;
		site->pub.ip = jump_entry_code(it.entry);
		RCU_INIT_POINTER(site->sink, &sdt_nobody.sink);
	}
	sort(set->sites, set->nr_sites, sizeof(*set->sites), compare_sites,
	     NULL);

	for (i = 0; i < set->nr_sites; i++) {
		struct sdt_probe_rt *probe;

		site = &set->sites[i];
		probe = sdt_probe_rt(site->pub.probe);
		if (is_any_site(site->record)) {
			if (!set->nr_any_sites++)
				set->any_sites = site;
		} else if (is_enabled_site(site->record)) {
			if (!probe->group->nr_enabled_sites++)
				probe->group->enabled_sites = site;
		} else if (!probe->pub.nr_sites++) {
			probe->sites = site;
		}
	}
	for (i = 0; i < set->nr_probes; i++) {
		if (set->probes[i].pub.nr_sites == view->probes[i].nr_sites)
			continue;
		snprintf(why, SDT_WHY_SIZE,
			 "its probe table counts %u sites of probe %u, but the module has %u",
			 view->probes[i].nr_sites, i,
			 set->probes[i].pub.nr_sites);
		return -EINVAL;
	}
	return 0;
}

static int make_set(struct sdt_set *set, const struct sdt_table_view *view,
		    struct sdt_trampoline *trampoline, unsigned int nr_sites, char *why)
{
	unsigned int nr_probes = view->head->nr_probes;
	unsigned int i, nr_slots = 0;
	int err;

	for (i = 0; i < nr_probes; i++)
		nr_slots += view->probes[i].nr_xlated;

	set->probes = kvcalloc(nr_probes, sizeof(*set->probes), GFP_KERNEL);
	set->by_name = kvcalloc(nr_probes, sizeof(*set->by_name), GFP_KERNEL);
	set->groups = kvcalloc(nr_probes, sizeof(*set->groups), GFP_KERNEL);
	set->sites = kvcalloc(nr_sites, sizeof(*set->sites), GFP_KERNEL);
	set->args = kvcalloc(view->head->nr_args, sizeof(*set->args),
			     GFP_KERNEL);
	set->enumerators = kvcalloc(view->head->nr_enumerators,
				    sizeof(*set->enumerators), GFP_KERNEL);
	set->xlated = kvcalloc(view->head->nr_xlated, sizeof(*set->xlated),
			       GFP_KERNEL);
	set->translators = kvcalloc(nr_slots, sizeof(*set->translators),
				    GFP_KERNEL);
	set->stability = kvcalloc(view->head->nr_providers,
				  sizeof(*set->stability), GFP_KERNEL);
	if (!set->probes || !set->by_name || !set->groups || !set->sites ||
	    !set->args || !set->xlated || !set->translators ||
	    !set->enumerators || !set->stability)
		return -ENOMEM;		/* the caller frees */

	/* A tag is in bits of the address, where sdt_site_point() has a mark. */
	set->sites = kasan_reset_tag(set->sites);
	set->nr_probes = nr_probes;
	set->nr_sites = nr_sites;
	set->id = atomic_long_inc_return(&last_id);
	set->table = view->head;
	set->trampoline = trampoline;
	make_probes(set, view);
	err = sdt_groups_make(set, why);
	return err ? err : make_sites(set, view, why);
}

static void free_contents(struct sdt_set *set)
{
	kvfree(set->stability);
	kvfree(set->enumerators);
	kvfree(set->translators);
	kvfree(set->xlated);
	kvfree(set->args);
	kvfree(set->sites);
	kvfree(set->groups);
	kvfree(set->by_name);
	kvfree(set->probes);
}

/**
 * sdt_set_create - make a set of a module's probes
 * @mod: a module whose jump label entries the kernel has prepared
 *
 * If the records or the table are wrong, logs the reason and returns a set that is
 * marked as refused.
 *
 * Context: Process context, may sleep, takes sdt_mutex.
 * Return: the set, NULL if the module has no probes, or ERR_PTR(-ENOMEM).
 */
struct sdt_set *sdt_set_create(struct module *mod)
{
	struct sdt_trampoline *trampoline;
	struct sdt_table_view view;
	char why[SDT_WHY_SIZE];
	struct sdt_set *set;
	unsigned int nr_sites;
	int err;

	err = check_module(mod, &view, &trampoline, &nr_sites, why);
	if (!err && !nr_sites)
		return NULL;

	set = kzalloc(sizeof(*set), GFP_KERNEL);
	if (!set)
		return ERR_PTR(-ENOMEM);
	INIT_LIST_HEAD(&set->list);
	INIT_LIST_HEAD(&set->published);
	set->mod = mod;
	if (!err)
		err = make_set(set, &view, trampoline, nr_sites, why);
	if (!err)
		return set;

	free_contents(set);
	if (err == -ENOMEM) {
		kfree(set);
		return ERR_PTR(err);
	}
	pr_err("%s: probes refused: %s\n", mod->name, why);
	atomic_long_inc(&nr_refused);
	*set = (struct sdt_set){ .mod = mod, .refused = true };
	INIT_LIST_HEAD(&set->list);
	mutex_lock(&sdt_mutex);
	list_add_tail(&set->batch, &refused_sets);
	mutex_unlock(&sdt_mutex);
	return set;
}

/**
 * sdt_set_free - free a set
 * @set: a set that is in no list, whose sites are disabled and whose probes no CPU
 *	 uses any more; its module, if it was refused, is still there
 *
 * Context: Process context, may sleep, takes sdt_mutex.
 */
void sdt_set_free(struct sdt_set *set)
{
	if (set->refused) {
		mutex_lock(&sdt_mutex);
		list_del(&set->batch);
		mutex_unlock(&sdt_mutex);
	}
	free_contents(set);
	kfree(set);
}
