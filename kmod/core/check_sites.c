// SPDX-License-Identifier: GPL-2.0-only
/*
 * check_sites.c - find a module's sites, and check that they lie in its text
 *
 * Sites are found through the module's jump label entries: an entry is a site if its
 * static key lies inside the module and has the magic of a site record with a place.  Site
 * records are one array, with records between them that are left alone.  A site can have several
 * entries, in any order: the kernel has not sorted them when a module's events are given to the
 * tracing core.
 *
 * No state, and no lock but in sdt_init_code_patch(), which alone writes to the module.  The reason
 * for refusing a site is returned as text for one line of the log in @why, which has SDT_WHY_SIZE
 * bytes.  The caller must keep the module from being unloaded.
 */
#include <linux/jump_label.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "arch/arch.h"
#include "compat.h"
#include "core/core_internal.h"

/* The record of the site that a jump entry belongs to; NULL if it is no site's */
static struct sdt_site_record *record_of(const struct module *mod, const struct jump_entry *entry)
{
	struct sdt_site_record *record = (struct sdt_site_record *)jump_entry_key(entry);

	if (!IS_ALIGNED((unsigned long)record, sizeof(u64)) ||
	    sdt_module_room(mod, (unsigned long)record) < sizeof(*record) ||
	    !sdt_is_site_record(record) || record->place == SDT_NO_PLACE)
		return NULL;
	return record;
}

/* Does the kernel free the code of an entry after the module's init function? */
static bool is_init_code(const struct module *mod, const struct jump_entry *entry)
{
	return jump_entry_is_init(entry) || within_module_init(jump_entry_code(entry), mod);
}

/* Is the address of @entry, rather than that of @other, the one of their site? */
static bool is_better(const struct module *mod, const struct jump_entry *entry,
		      const struct jump_entry *other)
{
	bool in_init = is_init_code(mod, entry);

	if (in_init != is_init_code(mod, other))
		return !in_init;
	return jump_entry_code(entry) < jump_entry_code(other);
}

static bool is_nop(const void *code, size_t room)
{
	static const u8 nops[][sizeof((u8[]){ SDT_NOP })] = { { SDT_NOP }, SDT_OTHER_NOP };
	int i;

	for (i = 0; i < ARRAY_SIZE(nops); i++)
		if (room >= sizeof(nops[i]) && !memcmp(code, nops[i], sizeof(nops[i])))
			return true;
	return false;
}

/*
 * Check that the code of an entry is in the module's text.  Code of init sections may be freed
 * already.
 */
static const char *check_code(const struct module *mod, const struct jump_entry *entry)
{
	size_t room;

	if (jump_entry_is_branch(entry))
		return "is enabled by default";
	if (!within_module(jump_entry_code(entry), mod))
		return jump_entry_is_init(entry) ? NULL : "refers to code outside the module";
	room = sdt_module_code_room(mod, jump_entry_code(entry));
	if (!room || !sdt_module_code_room(mod, jump_entry_target(entry)))
		return "refers to code outside the module's text";
	if (!is_nop((const void *)jump_entry_code(entry), room))
		return "has no NOP at its address";
	return NULL;
}

/*
 * Once prepared, the kernel has put the address of the first entry into the key, but has kept the
 * low bits, which are flags.
 */
static bool key_ok(struct sdt_site_record *record, const struct jump_entry *first, bool prepared)
{
	struct static_key *key = sdt_site_key(record);

	return !static_key_count(key) && key->entries == (prepared ? first : NULL);
}

static const char *check_record(const struct sdt_site_record *record)
{
	if (record->runtime > SDT_SITE_USED)
		return "is in use already";
	if (sdt_is_any_site(record) && !sdt_is_enabled_site(record))
		return "is of an unknown kind";
	return NULL;
}

/**
 * sdt_sites_extent - find where a module's site records are
 * @mod: the module
 * @first: set to the first one
 * @why: gets the reason if they are refused
 *
 * All of them must be in the module's writable memory, which limits how far they can be apart.
 *
 * Context: Process context.
 * Return: the number of records from the first to the last one, which have not been checked further;
 * 0 if there are none; or -EINVAL with the reason in @why.
 */
int sdt_sites_extent(const struct module *mod, struct sdt_site_record **first, char *why)
{
	struct sdt_site_record *last = NULL;
	unsigned int i;

	*first = NULL;
	for (i = 0; i < mod->num_jump_entries; i++) {
		struct sdt_site_record *record = record_of(mod, &mod->jump_entries[i]);

		if (!record)
			continue;
		if (!sdt_module_writable(mod, (unsigned long)record, sizeof(*record)))
			return sdt_refuse(why, "a site record is not in writable memory");
		if (!*first || record < *first)
			*first = record;
		if (record > last)
			last = record;
	}
	return last ? last - *first + 1 : 0;
}

/*
 * Checks an entry, and makes it the one of its site if that has none, or one that is less good.
 * Returns 0, or -EINVAL with the reason in @why.
 */
static int add_entry(const struct module *mod, const struct jump_entry *entry,
		     struct sdt_site_record *record, const struct jump_entry **chosen,
		     bool prepared, char *why)
{
	const char *what = NULL;

	if (!*chosen) {
		if (!sdt_abi_ok("site record", record->version, why))
			return -EINVAL;
		what = key_ok(record, entry, prepared) ? check_record(record) :
						       "is in use already";
	}
	what = what ?: check_code(mod, entry);
	if (what)
		return sdt_refuse(why, "a site record %s", what);
	if (!*chosen || is_better(mod, entry, *chosen))
		*chosen = entry;
	return 0;
}

/* Is the key of @entry, which is no site's, in the middle of a record, where the kernel will write? */
static bool is_inside(const struct jump_entry *entry, const struct sdt_site_record *first,
		      unsigned int nr)
{
	long distance = (void *)jump_entry_key(entry) - (void *)first;

	return distance > -(long)sizeof(struct static_key) &&
	       distance < (long)(nr * sizeof(*first)) && distance % (long)sizeof(*first);
}

/* Chooses an entry for each of the @nr records from @first on; NULL: it is no site's. */
static int choose_entries(const struct module *mod, struct sdt_site_record *first, unsigned int nr,
			  const struct jump_entry **chosen, bool prepared, char *why)
{
	unsigned int i;
	int err;

	for (i = 0; i < mod->num_jump_entries; i++) {
		const struct jump_entry *entry = &mod->jump_entries[i];
		struct sdt_site_record *record = record_of(mod, entry);
		size_t distance = (void *)record - (void *)first;

		cond_resched();
		if (!record && is_inside(entry, first, nr))
			return sdt_refuse(why, "a site record overlaps another");
		if (!record)
			continue;
		if (record < first || distance / sizeof(*record) >= nr)
			return sdt_refuse(why, "its site records changed while they were read");
		if (distance % sizeof(*record))
			return sdt_refuse(why, "a site record overlaps another");
		err = add_entry(mod, entry, record, &chosen[distance / sizeof(*record)], prepared,
				why);
		if (err)
			return err;
	}
	return 0;
}

static int make_sites(struct sdt_module_probes *mp, struct sdt_site_record *first, unsigned int nr,
		      const struct jump_entry **chosen)
{
	struct sdt_site_rt *site;
	unsigned int i;

	for (i = 0; i < nr; i++)
		mp->nr_sites += !!chosen[i];
	mp->sites = sdt_array(mp->nr_sites, sizeof(*mp->sites));
	if (!mp->sites)
		return -ENOMEM;
	for (i = 0, site = mp->sites; i < nr; i++) {
		if (!chosen[i])
			continue;
		site->record = &first[i];
		site->pub.line = first[i].line & SDT_SITE_LINE;
		site->pub.ip = jump_entry_code(chosen[i]);
		RCU_INIT_POINTER(site->listener, &sdt_nobody);
		site++;
	}
	return 0;
}

/**
 * sdt_sites_find - find and check a module's sites, in the order of their records
 * @mp: the module's probes, which get the sites, except for their probes and files
 * @first: as from sdt_sites_extent()
 * @nr: what that has returned
 * @prepared: the kernel has prepared the module's jump label entries
 * @why: gets the reason if the sites are refused
 *
 * Context: Process context.  Sleeps.
 * Return: 0, -ENOMEM, or -EINVAL with the reason in @why.
 */
int sdt_sites_find(struct sdt_module_probes *mp, struct sdt_site_record *first, unsigned int nr,
		   bool prepared, char *why)
{
	const struct jump_entry **chosen = kvcalloc(nr, sizeof(*chosen), GFP_KERNEL);
	int err;

	if (!chosen)
		return -ENOMEM;
	err = choose_entries(mp->mod, first, nr, chosen, prepared, why) ?:
	      make_sites(mp, first, nr, chosen);
	kvfree(chosen);
	return err;
}

/**
 * sdt_init_code_patch - say whether the kernel patches the sites in a module's init code
 * @mod: the module, whose jump label entries are prepared
 * @yes: while the module is coming; else its init function has returned, or sdt.ko goes
 *
 * Kernels before 5.12 take no jump label in init code for one that can be patched.  An enabled site
 * stays as it is: they would find code that they do not expect.  When sdt.ko goes, the entries of a
 * module that is there can be read-only, but those are as they have to be.
 *
 * Context: Process context.  Sleeps.
 */
void sdt_init_code_patch(struct module *mod, bool yes)
{
	unsigned int i;

	for (i = 0; !SDT_PATCHES_INIT_CODE && i < mod->num_jump_entries; i++) {
		struct jump_entry *entry = &mod->jump_entries[i];

		if (!within_module_init(jump_entry_code(entry), mod) || !record_of(mod, entry))
			continue;
		sdt_lock();
		if (!yes && !jump_entry_is_init(entry))
			entry->key |= 2;
		else if (yes && !static_key_enabled(jump_entry_key(entry)))
			entry->key &= ~2;
		sdt_unlock();
	}
}
