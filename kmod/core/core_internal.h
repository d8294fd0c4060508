/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * core_internal.h - what the files of core/ share with each other only
 */
#ifndef _SDT_CORE_INTERNAL_H
#define _SDT_CORE_INTERNAL_H

#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include "core/core.h"

/* The listeners of a site that has several */
struct sdt_listeners {
	struct rcu_head rcu;
	unsigned int nr;	/* at least 2 */
	struct sdt_listener listener[];
};

/*
 * A function of dispatch.c that calls one reentrant listener directly.  It is @used from
 * sdt_direct_get() on until nothing is left in the function after sdt_direct_put().
 */
struct sdt_direct {
	struct static_call_key *key;
	void *trampoline;
	void **cookie;
	sdt_route_fn route;
	bool used;
	struct rcu_head rcu;
};

#define SDT_NR_DIRECTS	8

/* Fills in @why, of SDT_WHY_SIZE bytes, and is -EINVAL: why a module's probes are refused */
#define sdt_refuse(why, fmt, ...)					\
	({ snprintf(why, SDT_WHY_SIZE, fmt, ##__VA_ARGS__); -EINVAL; })

/*
 * Allocates a zeroed array that lives as long as a module; kvcalloc() would round a large one up to a
 * power of two.  To be freed with kvfree().  Returns NULL if out of memory.  Sleeps.
 */
static inline void *sdt_array(size_t nr, size_t size)
{
	const size_t bytes = array_size(nr, size);

	return bytes > PAGE_SIZE && bytes < SIZE_MAX ? vzalloc(bytes) : kcalloc(nr, size, GFP_KERNEL);
}

/* find_table.c */
struct sdt_trampoline *sdt_trampoline_find(const struct module *mod,
					   struct sdt_site_record *last, char *why);
int sdt_table_find(const struct module *mod, const struct sdt_trampoline *trampoline,
		   struct sdt_table_view *view, char *why);
int sdt_events_find(const struct module *mod, const struct sdt_trampoline *trampoline,
		    const struct sdt_table_view *view, const struct sdt_events **events, char *why);
struct sdt_event_class *sdt_entry_class(const struct sdt_event_entry *entry);

/* check_sites.c */
int sdt_sites_extent(const struct module *mod, struct sdt_site_record **first, char *why);
int sdt_sites_find(struct sdt_module_probes *mp, struct sdt_site_record *first, unsigned int nr,
		   bool prepared, char *why);

static inline bool sdt_is_site_record(const struct sdt_site_record *record)
{
	return !memcmp(record->magic, SDT_SITE_MAGIC, sizeof(record->magic));
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
int sdt_groups_make(struct sdt_module_probes *mp, const struct sdt_table_view *view, char *why);

/* init_code.c */
int sdt_init_code_find(struct sdt_module_probes *mp);
void sdt_init_code_free(struct sdt_init_code *init);

/* listeners.c */
extern const struct sdt_listener sdt_nobody;

/* sites.c */
void sdt_sites_route(struct sdt_module_probes *mp, sdt_route_fn route);
void sdt_site_use(struct sdt_site_rt *site);
int sdt_site_enable(struct sdt_site_rt *site);
void sdt_site_disable(struct sdt_site_rt *site);

static inline bool sdt_site_is_used(const struct sdt_site_rt *site)
{
	return site->record->runtime;
}

/* The runtime field of a record whose site was enabled by an earlier sdt.ko */
#define SDT_SITE_USED	1

/* dispatch.c */
extern struct sdt_direct sdt_directs[SDT_NR_DIRECTS];

void sdt_dispatch(const struct sdt_hit *hit);
void sdt_dispatch_several(const struct sdt_hit *hit);
void sdt_dispatch_old(const struct sdt_hit *hit);
void sdt_do_nothing(const struct sdt_hit *hit, void *cookie);

#endif /* _SDT_CORE_INTERNAL_H */
