// SPDX-License-Identifier: GPL-2.0-only
/*
 * init_code.c - the names of sites in a module's init code
 *
 * The kernel frees that code and its symbols when the init function has returned.  Hits of its
 * sites can be read later, so their names are kept as long as the module's probes.
 *
 * No lock: what sdt_init_code_find() makes does not change.  A module that was loaded before
 * sdt.ko has no init code left, and no hits of it.
 */
#include <linux/kallsyms.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "compat.h"
#include "core/core_internal.h"

static unsigned int count_sites(const struct sdt_module_probes *mp)
{
	unsigned int i, nr = 0;

	for (i = 0; i < mp->nr_sites; i++)
		nr += sdt_init_text_offset(mp->mod, mp->sites[i].pub.ip) >= 0;
	return nr;
}

/*
 * Finds the names of a module's sites in init code; @mp->init stays NULL if there are none.
 * Returns 0 or -ENOMEM; the caller frees in any case.  Sleeps.
 */
int sdt_init_code_find(struct sdt_module_probes *mp)
{
	unsigned int i, nr = count_sites(mp);
	struct sdt_init_site *site;
	char symbol[KSYM_SYMBOL_LEN];
	long offset;

	if (!nr)
		return 0;
	mp->init = kvzalloc(struct_size(mp->init, sites, nr), GFP_KERNEL);
	if (!mp->init)
		return -ENOMEM;
	for (i = 0; i < mp->nr_sites; i++) {
		offset = sdt_init_text_offset(mp->mod, mp->sites[i].pub.ip);
		if (offset < 0)
			continue;
		snprintf(symbol, sizeof(symbol), "%pS", (void *)mp->sites[i].pub.ip);
		symbol[strcspn(symbol, "/")] = '\0';
		site = &mp->init->sites[mp->init->nr++];
		site->ip = mp->sites[i].pub.ip;
		site->offset = offset;
		site->name = kstrdup(symbol, GFP_KERNEL);
		if (!site->name)
			return -ENOMEM;
	}
	return 0;
}

/* Frees what sdt_init_code_find() has made, or NULL. */
void sdt_init_code_free(struct sdt_init_code *init)
{
	unsigned int i;

	for (i = 0; init && i < init->nr; i++)
		kfree(init->sites[i].name);
	kvfree(init);
}

/**
 * sdt_init_site_at - find the site of init code at an address
 * @init: that of a module, or NULL
 * @ip: the address
 *
 * Context: Any context, while the module's probes exist.
 * Return: the site, or NULL.
 */
const struct sdt_init_site *sdt_init_site_at(const struct sdt_init_code *init, unsigned long ip)
{
	unsigned int i;

	for (i = 0; init && i < init->nr; i++)
		if (init->sites[i].ip == ip)
			return &init->sites[i];
	return NULL;
}
