// SPDX-License-Identifier: GPL-2.0-only
/*
 * check_sites.c - find a module's sites, and check that they lie in its text
 *
 * Sites are found through the module's jump label entries: an entry is a site if its
 * static key lies inside the module and has the magic of a site record with a place.  The
 * kernel has sorted the entries by key, so the entries of one site record are adjacent.
 *
 * No state, no lock; nothing is written to the module.  The reason for refusing a site is
 * returned as text for one line of the log in @why, which has SDT_WHY_SIZE bytes.  The
 * caller must keep the module from being unloaded.
 */
#include <linux/jump_label.h>
#include <linux/kernel.h>
#include <linux/sched.h>
#include <linux/string.h>

#include "arch/arch.h"
#include "compat.h"
#include "core/core_internal.h"

/* Iterates over the site records of a module, each once. */
struct site_record_iter {
	const struct module *mod;
	unsigned int next;			/* jump entry */
	const struct jump_entry *entry;		/* the first one of @record */
	struct sdt_site_record *record;
};

static bool next_site_record(struct site_record_iter *it)
{
	const struct module *mod = it->mod;

	while (it->next < mod->num_jump_entries) {
		const struct jump_entry *entry = &mod->jump_entries[it->next++];
		struct sdt_site_record *record =
			(struct sdt_site_record *)jump_entry_key(entry);

		if (record == it->record)
			continue;
		if (!IS_ALIGNED((unsigned long)record, sizeof(u64)) ||
		    sdt_module_room(mod, (unsigned long)record) < sizeof(*record) ||
		    !sdt_is_site_record(record) || record->place == SDT_NO_PLACE)
			continue;
		it->entry = entry;
		it->record = record;
		return true;
	}
	return false;
}

/* The next jump entry of the current site record, or NULL */
static const struct jump_entry *next_entry(const struct site_record_iter *it,
					   const struct jump_entry *entry)
{
	const struct module *mod = it->mod;

	return ++entry < mod->jump_entries + mod->num_jump_entries &&
	       jump_entry_key(entry) == (void *)it->record ? entry : NULL;
}

/*
 * The address of the current site: of its first code that the kernel does not free after the
 * module's init function, if there is any.
 */
static unsigned long site_ip(const struct site_record_iter *it)
{
	const struct jump_entry *entry;

	for (entry = it->entry; entry; entry = next_entry(it, entry))
		if (!jump_entry_is_init(entry))
			return jump_entry_code(entry);
	return jump_entry_code(it->entry);
}

static bool is_nop(const void *code, size_t room)
{
	static const u8 nop[] = { SDT_NOP };

	return room >= sizeof(nop) && !memcmp(code, nop, sizeof(nop));
}

/*
 * Check that the code of all sites with the current site record is in the module's text.
 * Code of init sections may be freed already.
 */
static const char *check_code(const struct site_record_iter *it)
{
	const struct module *mod = it->mod;
	const struct jump_entry *entry;
	size_t room;

	for (entry = it->entry; entry; entry = next_entry(it, entry)) {
		if (jump_entry_is_branch(entry))
			return "is enabled by default";
		if (!within_module(jump_entry_code(entry), mod)) {
			if (jump_entry_is_init(entry))
				continue;
			return "refers to code outside the module";
		}
		room = sdt_module_code_room(mod, jump_entry_code(entry));
		if (!room ||
		    !sdt_module_code_room(mod, jump_entry_target(entry)))
			return "refers to code outside the module's text";
		if (!is_nop((const void *)jump_entry_code(entry), room))
			return "has no NOP at its address";
	}
	return NULL;
}

/*
 * The kernel has put the address of the first entry into the key, but has kept the low
 * bits, which are flags.
 */
static bool key_ok(const struct site_record_iter *it)
{
	struct static_key *key = sdt_site_key(it->record);

	return !static_key_count(key) && key->entries == it->entry;
}

static int check_site_record(const struct site_record_iter *it, char *why)
{
	const struct sdt_site_record *record = it->record;
	const char *what;

	if (!sdt_abi_ok("site record", record->version, why))
		return -EINVAL;
	if (!sdt_module_writable(it->mod, (unsigned long)record,
				 sizeof(*record)))
		what = "is not in writable memory";
	else if (!key_ok(it) || record->runtime > SDT_SITE_USED)	/* also if it overlaps another */
		what = "is in use already";
	else if (sdt_is_any_site(record) && !sdt_is_enabled_site(record))
		what = "is of an unknown kind";
	else
		what = check_code(it);
	return what ? sdt_refuse(why, "a site record %s", what) : 0;
}

/* Returns the number of a module's site records, which have not been checked. */
unsigned int sdt_sites_count(const struct module *mod)
{
	struct site_record_iter it = { .mod = mod };
	unsigned int nr = 0;

	while (next_site_record(&it))
		nr++;
	return nr;
}

/*
 * Finds and checks a module's sites, in the order of their records; @nr is what
 * sdt_sites_count() returned.  Fills @sites, except for their probes and files.  Returns 0, or
 * -EINVAL with the reason in @why.  Sleeps.
 */
int sdt_sites_find(const struct module *mod, struct sdt_site_rt *sites,
		   unsigned int nr, char *why)
{
	struct site_record_iter it = { .mod = mod };
	struct sdt_site_rt *site;
	int err;

	for (site = sites; site < sites + nr && next_site_record(&it); site++) {
		err = check_site_record(&it, why);
		if (err)
			return err;
		site->record = it.record;
		site->pub.line = it.record->line & SDT_SITE_LINE;
		site->pub.ip = site_ip(&it);
		RCU_INIT_POINTER(site->listener, &sdt_nobody);
		cond_resched();
	}
	if (site < sites + nr)
		return sdt_refuse(why, "its site records changed while they were read");
	return 0;
}
