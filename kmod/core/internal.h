/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * internal.h - what the files of core/ share with each other only
 */
#ifndef _SDT_CORE_INTERNAL_H
#define _SDT_CORE_INTERNAL_H

#include "core/core.h"

/* The listeners of a site that has several.  The sink calls all of them. */
struct sdt_listeners {
	struct sdt_sink sink;
	struct rcu_head rcu;
	unsigned int nr;	/* at least 1 */
	const struct sdt_listener *listener[];
};

/* table.c */
bool sdt_module_holds(const struct module *mod, const void *addr, size_t size);
const char *sdt_module_string(const struct module *mod, u64 addr);
const struct sdt_table *sdt_table_of(const struct module *mod, u64 probe,
				     char *why);
int sdt_module_table_check(const struct module *mod, const struct sdt_table *head,
			   struct sdt_table_view *view,
			   struct sdt_trampoline **trampoline, char *why);

/* check_sites.c */
unsigned int sdt_sites_count(const struct module *mod);
int sdt_sites_find(const struct module *mod, struct sdt_site_rt *sites,
		   unsigned int nr, char *why);

/* The address that a relative reference in a site record points to. */
static inline u64 sdt_target_of(const s32 *distance)
{
	return (u64)(uintptr_t)distance + *distance;
}

static inline bool sdt_is_enabled_site(const struct sdt_site_record *record)
{
	return record->line & SDT_SITE_IS_ENABLED;
}

static inline bool sdt_is_any_site(const struct sdt_site_record *record)
{
	return record->line & SDT_SITE_IS_ANY;
}

/* groups.c */
int sdt_groups_make(struct sdt_module_probes *mp, char *why);

/* listeners.c */
extern const struct sdt_listener sdt_nobody;

/* sites.c */
void sdt_site_point(const struct sdt_site_rt *site, bool several);
void sdt_site_enable(struct sdt_site_rt *site);
void sdt_site_disable(struct sdt_site_rt *site);

/*
 * A site's record points to the site.  With several listeners, the address is marked: its
 * highest bit, which is set in addresses of the kernel, is clear, as in NULL.  So one test
 * finds both, and a hit with one listener does not pay for sites with more.
 */
#define SDT_UNMARKED	(1UL << 63)

static __always_inline bool sdt_site_is_marked(const struct sdt_site *site)
{
	return !((unsigned long)site & SDT_UNMARKED);
}

static __always_inline const struct sdt_site *
sdt_unmarked_site(const struct sdt_site *site)
{
	return (void *)((unsigned long)site | SDT_UNMARKED);
}

/* dispatch.c */
void sdt_dispatch(struct sdt_hit *hit);
void sdt_call_all(const struct sdt_hit *hit, void *cookie);

#endif /* _SDT_CORE_INTERNAL_H */
