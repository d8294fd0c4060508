// SPDX-License-Identifier: GPL-2.0-only
/*
 * init_code.c - the names of sites in code that the kernel frees
 *
 * The kernel frees init code and its symbols when the init function has returned, and the rest
 * with the module.  Hits can be read later, so the names of sites in init code are kept as long
 * as the module's probes, and all of them, also of its last loads, if its events outlive it.
 *
 * No lock: what is made here does not change.  A module that was loaded before sdt.ko has no
 * init code left, and no hits of it.
 */
#include <linux/err.h>
#include <linux/kallsyms.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "compat.h"
#include "core/core_internal.h"

static bool is_init_site(const struct sdt_module_probes *mp, unsigned int i)
{
	return sdt_init_text_offset(mp->mod, mp->sites[i].pub.ip) >= 0;
}

static int add_name(struct sdt_init_code *code, const struct sdt_module_probes *mp,
		    unsigned long ip, const char *name)
{
	struct sdt_init_site *site = &code->sites[code->nr];

	site->ip = ip;
	site->offset = sdt_init_text_offset(mp->mod, ip);
	site->name = kstrdup(name, GFP_KERNEL);
	if (!site->name)
		return -ENOMEM;
	code->nr++;
	return 0;
}

static int add_site(struct sdt_init_code *code, const struct sdt_module_probes *mp,
		    unsigned long ip)
{
	const struct sdt_init_site *known = sdt_init_site_at(mp->init, ip);
	char symbol[KSYM_SYMBOL_LEN];

	snprintf(symbol, sizeof(symbol), "%pS", (void *)ip);
	symbol[strcspn(symbol, "/")] = '\0';
	return add_name(code, mp, ip, known ? known->name : symbol);
}

/* Adds the sites in init code, or all.  Returns 0 or -ENOMEM. */
static int add_sites(struct sdt_init_code *code, const struct sdt_module_probes *mp, bool all)
{
	unsigned int i;
	int err = 0;

	for (i = 0; i < mp->nr_sites && !err; i++)
		if (all || is_init_site(mp, i))
			err = add_site(code, mp, mp->sites[i].pub.ip);
	return err;
}

/* Returns NULL if there are no sites in init code, or ERR_PTR(-ENOMEM). */
static struct sdt_init_code *find_init_sites(const struct sdt_module_probes *mp)
{
	struct sdt_init_code *code;
	unsigned int i, nr = 0;

	for (i = 0; i < mp->nr_sites; i++)
		nr += is_init_site(mp, i);
	if (!nr)
		return NULL;
	code = kvzalloc(struct_size(code, sites, nr), GFP_KERNEL);
	if (!code)
		return ERR_PTR(-ENOMEM);
	if (!add_sites(code, mp, false))
		return code;
	sdt_init_code_free(code);
	return ERR_PTR(-ENOMEM);
}

/*
 * Finds the names of a module's sites in init code; @mp->init stays NULL if there are none.
 * Returns 0 or -ENOMEM.  Sleeps.
 */
int sdt_init_code_find(struct sdt_module_probes *mp)
{
	struct sdt_init_code *code = find_init_sites(mp);

	if (IS_ERR(code))
		return PTR_ERR(code);
	mp->init = code;
	return 0;
}

#define NAMED_LOADS	8	/* of a module: how many times it was loaded */

/**
 * sdt_all_code_find - find the names of all sites of a module that goes
 * @mp: the module's probes; @mp->all has those of its last loads, too, or stays NULL if there is no
 *	memory
 *
 * Context: Process context, sleeps, while the module's symbols exist.
 */
void sdt_all_code_find(struct sdt_module_probes *mp)
{
	const struct sdt_init_code *before = mp->before;
	unsigned int nr = before ? min(before->nr, (NAMED_LOADS - 1) * mp->nr_sites) : 0, i;
	struct sdt_init_code *code;
	int err;

	code = kvzalloc(struct_size(code, sites, mp->nr_sites + nr), GFP_KERNEL);
	if (!code)
		return;
	err = add_sites(code, mp, true);
	for (i = 0; i < nr && !err; i++)
		err = add_name(code, mp, before->sites[i].ip, before->sites[i].name);
	if (err)
		sdt_init_code_free(code);
	else
		smp_store_release(&mp->all, code);
}

/* Frees the names of sites, or NULL. */
void sdt_init_code_free(struct sdt_init_code *init)
{
	unsigned int i;

	for (i = 0; init && i < init->nr; i++)
		kfree(init->sites[i].name);
	kvfree(init);
}

/**
 * sdt_init_site_at - find the site at an address
 * @init: sites of a module, or NULL
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
