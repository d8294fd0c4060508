// SPDX-License-Identifier: GPL-2.0-only
/*
 * lookup.c - handler modules look probes up
 *
 * sdt_mutex is held while the caller's function runs, so that no probe goes away.  That
 * function must therefore not attach, detach or look probes up.
 */
#include <linux/err.h>
#include <linux/export.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "core/core.h"

static bool has_site(const struct sdt_probe_rt *probe,
		     const struct sdt_pattern *pattern)
{
	unsigned int i;

	for (i = 0; i < probe->pub.nr_sites; i++)
		if (sdt_pattern_match_site(pattern, &probe->sites[i].pub))
			return true;
	return false;
}

static int for_each_probe(const struct sdt_pattern *pattern,
			  int (*fn)(const struct sdt_probe *probe, void *data),
			  void *data)
{
	struct sdt_set *set;
	unsigned int i;
	int ret = 0;

	lockdep_assert_held(&sdt_mutex);
	list_for_each_entry(set, &sdt_sets, list) {
		if (!sdt_pattern_match_module(pattern, set->mod->name))
			continue;
		for (i = 0; i < set->nr_probes && !ret; i++) {
			const struct sdt_probe_rt *probe = &set->probes[i];

			if (sdt_pattern_match(pattern, &probe->pub) &&
			    has_site(probe, pattern))
				ret = fn(&probe->pub, data);
		}
	}
	return ret;
}

/**
 * sdt_for_each_probe - call a function for each probe of a pattern
 * @pattern: as that of sdt_attach(); what follows '@' picks the probes that
 *	     have such a site
 * @fn: the function; it may sleep, but not call a function of this header but
 *	sdt_site_symbol(), nor switch trace events; what is not 0 ends it
 * @data: its second argument
 *
 * Modules come in the order of their loading, their probes sorted by provider,
 * function and name.
 *
 * Context: process, may sleep.  Not from a handler.
 * Return: 0, what @fn returned that is not 0, or -EINVAL or -ENOMEM for the
 * pattern.
 */
int sdt_for_each_probe(const char *pattern,
		       int (*fn)(const struct sdt_probe *probe, void *data),
		       void *data)
{
	struct sdt_pattern parsed;
	int ret;

	ret = sdt_pattern_parse(&parsed, pattern);
	if (ret)
		return ret;
	mutex_lock(&sdt_mutex);
	ret = for_each_probe(&parsed, fn, data);
	mutex_unlock(&sdt_mutex);
	sdt_pattern_free(&parsed);
	return ret;
}
EXPORT_SYMBOL_GPL(sdt_for_each_probe);

struct site_visit {
	struct sdt_pattern pattern;
	int (*fn)(const struct sdt_site *site, void *data);
	void *data;
};

static int visit_sites(const struct sdt_probe *probe, void *data)
{
	const struct sdt_site_rt *sites = sdt_probe_rt(probe)->sites;
	const struct site_visit *visit = data;
	unsigned int i;
	int ret = 0;

	for (i = 0; i < probe->nr_sites && !ret; i++)
		if (sdt_pattern_match_site(&visit->pattern, &sites[i].pub))
			ret = visit->fn(&sites[i].pub, visit->data);
	return ret;
}

/**
 * sdt_for_each_site - call a function for each site of a pattern
 * @pattern: as that of sdt_attach()
 * @fn: as that of sdt_for_each_probe()
 * @data: its second argument
 *
 * The sites of a probe come in the order of their addresses.
 *
 * Context: process, may sleep.  Not from a handler.
 * Return: as sdt_for_each_probe().
 */
int sdt_for_each_site(const char *pattern,
		      int (*fn)(const struct sdt_site *site, void *data),
		      void *data)
{
	struct site_visit visit = { .fn = fn, .data = data };
	int ret;

	ret = sdt_pattern_parse(&visit.pattern, pattern);
	if (ret)
		return ret;
	mutex_lock(&sdt_mutex);
	ret = for_each_probe(&visit.pattern, visit_sites, &visit);
	mutex_unlock(&sdt_mutex);
	sdt_pattern_free(&visit.pattern);
	return ret;
}
EXPORT_SYMBOL_GPL(sdt_for_each_site);

static int take(const struct sdt_probe *probe, void *data)
{
	const struct sdt_probe **found = data;

	if (*found)
		return -ENOTUNIQ;
	*found = probe;
	return 0;
}

/* A module whose init code fails is freed, whatever references it has. */
static int hold_module(struct module *mod)
{
	if (READ_ONCE(mod->state) != MODULE_STATE_LIVE || !try_module_get(mod))
		return -EBUSY;
	return 0;
}

/**
 * sdt_get_probe - find a probe and keep its module from going
 * @pattern: as that of sdt_attach(); it must match one probe and no more
 *
 * Context: process, may sleep.  Not from a handler.
 * Return: the probe, to be given to sdt_put_probe(), or ERR_PTR(): -ENOENT if
 * there is none, -ENOTUNIQ if there are several, -EBUSY if its module is just
 * coming or going, -EINVAL or -ENOMEM for the pattern.
 */
const struct sdt_probe *sdt_get_probe(const char *pattern)
{
	const struct sdt_probe *found = NULL;
	struct sdt_pattern parsed;
	int err;

	err = sdt_pattern_parse(&parsed, pattern);
	if (err)
		return ERR_PTR(err);
	mutex_lock(&sdt_mutex);
	err = for_each_probe(&parsed, take, &found);
	if (!err)
		err = found ? hold_module(sdt_probe_rt(found)->set->mod) :
			      -ENOENT;
	mutex_unlock(&sdt_mutex);
	sdt_pattern_free(&parsed);
	return err ? ERR_PTR(err) : found;
}
EXPORT_SYMBOL_GPL(sdt_get_probe);

/**
 * sdt_put_probe - the probe is not looked at any more
 * @probe: what sdt_get_probe() returned; NULL and ERR_PTR() are ignored
 *
 * Context: any but NMI.
 */
void sdt_put_probe(const struct sdt_probe *probe)
{
	if (!IS_ERR_OR_NULL(probe))
		module_put(sdt_probe_rt(probe)->set->mod);
}
EXPORT_SYMBOL_GPL(sdt_put_probe);

/**
 * sdt_site_symbol - the name of the place that a site is at
 * @site: the site
 * @buf: for "function+0x1c/0x40 [module]"; "?" if the code has no name, as
 *	 when it was init code and is gone; never an address
 * @size: of that buffer in bytes, at least 3
 *
 * Context: any.
 * Return: the length of the whole name, as snprintf() has it.
 */
int sdt_site_symbol(const struct sdt_site *site, char *buf, size_t size)
{
	struct module *mod = sdt_probe_rt(site->probe)->set->mod;
	int len;

	if (!within_module(site->ip, mod))
		return snprintf(buf, size, "?");
	len = snprintf(buf, size, "%pS", (void *)site->ip);
	return strncmp(buf, "0x", 2) ? len : snprintf(buf, size, "?");
}
EXPORT_SYMBOL_GPL(sdt_site_symbol);
