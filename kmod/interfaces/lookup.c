// SPDX-License-Identifier: GPL-2.0-only
/*
 * lookup.c - find probes and sites for other modules
 *
 * sdt_mutex is held while the caller's function runs, so that no probe goes away.  Therefore
 * the function must not attach, detach or look up probes.
 */
#include <linux/err.h>
#include <linux/export.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "core/core.h"

/* @pattern is for what @text says, while @fn runs. */
static int for_each_probe(const char *text, struct sdt_pattern *pattern,
			  int (*fn)(const struct sdt_probe *probe, void *data),
			  void *data)
{
	struct sdt_module_probes *mp;
	unsigned int i;
	int ret;

	ret = sdt_pattern_parse(pattern, text);
	if (ret)
		return ret;
	mutex_lock(&sdt_mutex);
	list_for_each_entry(mp, &sdt_modules, list) {
		if (!sdt_module_match(pattern->module, mp->mod->name))
			continue;
		for (i = 0; i < mp->nr_probes && !ret; i++)
			if (sdt_probe_matches(&mp->probes[i], pattern))
				ret = fn(&mp->probes[i].pub, data);
	}
	mutex_unlock(&sdt_mutex);
	sdt_pattern_free(pattern);
	return ret;
}

/**
 * sdt_for_each_probe - call a function for each probe that matches a pattern
 * @pattern: as for sdt_attach(); with "@file:line" or "@file", the probes that have such
 *	     a site
 * @fn: the function; it may sleep, but must not enable or disable trace events, nor call
 *	any function of linux/sdt_handler.h except sdt_site_symbol(); a result other than
 *	0 ends the iteration
 * @data: second argument of @fn
 *
 * The order is that in which the modules were loaded, and within a module by provider,
 * function and name.
 *
 * Context: Process context, may sleep.  Not from a handler.
 * Return: 0, the result of @fn that ended the iteration, or -EINVAL or -ENOMEM for the
 * pattern.
 */
int sdt_for_each_probe(const char *pattern,
		       int (*fn)(const struct sdt_probe *probe, void *data),
		       void *data)
{
	struct sdt_pattern parsed;

	return for_each_probe(pattern, &parsed, fn, data);
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
		if (sdt_pattern_match_site(&visit->pattern, sites[i].pub.file,
					   sites[i].pub.line))
			ret = visit->fn(&sites[i].pub, visit->data);
	return ret;
}

/**
 * sdt_for_each_site - call a function for each site that matches a pattern
 * @pattern: as for sdt_attach()
 * @fn: as for sdt_for_each_probe()
 * @data: second argument of @fn
 *
 * The order is that of sdt_for_each_probe(), and within a probe by address.
 *
 * Context: Process context, may sleep.  Not from a handler.
 * Return: as for sdt_for_each_probe().
 */
int sdt_for_each_site(const char *pattern,
		      int (*fn)(const struct sdt_site *site, void *data),
		      void *data)
{
	struct site_visit visit = { .fn = fn, .data = data };

	return for_each_probe(pattern, &visit.pattern, visit_sites, &visit);
}
EXPORT_SYMBOL_GPL(sdt_for_each_site);

/* Takes the first one, with a reference to its module, and refuses another. */
static int take(const struct sdt_probe *probe, void *data)
{
	struct module *mod = sdt_probe_rt(probe)->mp->mod;
	const struct sdt_probe **found = data;

	if (*found)
		return -ENOTUNIQ;
	/* A module whose init code fails is freed in spite of references. */
	if (READ_ONCE(mod->state) != MODULE_STATE_LIVE || !try_module_get(mod))
		return -EBUSY;
	*found = probe;
	return 0;
}

/**
 * sdt_get_probe - find a probe and take a reference to its module
 * @pattern: as for sdt_attach(); it must match exactly one probe
 *
 * Release the reference with sdt_put_probe().
 *
 * Context: Process context, may sleep.  Not from a handler.
 * Return: the probe, or an ERR_PTR(): -ENOENT if no probe matches, -EBUSY if the module of the
 * first one that does is just being loaded or unloaded, -ENOTUNIQ if several do, -EINVAL or
 * -ENOMEM for the pattern.
 */
const struct sdt_probe *sdt_get_probe(const char *pattern)
{
	const struct sdt_probe *found = NULL;
	struct sdt_pattern parsed;
	int err;

	err = for_each_probe(pattern, &parsed, take, &found);
	if (!err)
		return found ?: ERR_PTR(-ENOENT);
	sdt_put_probe(found);
	return ERR_PTR(err);
}
EXPORT_SYMBOL_GPL(sdt_get_probe);

/**
 * sdt_put_probe - release a probe that sdt_get_probe() returned
 * @probe: what sdt_get_probe() returned; NULL and ERR_PTR() are ignored
 *
 * Context: Any context but NMI.
 */
void sdt_put_probe(const struct sdt_probe *probe)
{
	if (!IS_ERR_OR_NULL(probe))
		module_put(sdt_probe_rt(probe)->mp->mod);
}
EXPORT_SYMBOL_GPL(sdt_put_probe);

/**
 * sdt_site_symbol - get the symbolic name of a site's address
 * @site: the site
 * @buf: filled with "function+0x1c/0x40 [module]", or "?" if the code has no name, for
 *	 example because it was init code and is gone; never with an address
 * @size: size of @buf in bytes, at least 3
 *
 * Context: Any context.
 * Return: the length of the whole name, like snprintf().
 */
int sdt_site_symbol(const struct sdt_site *site, char *buf, size_t size)
{
	struct module *mod = sdt_probe_rt(site->probe)->mp->mod;
	int len;

	if (!within_module(site->ip, mod))
		return snprintf(buf, size, "?");
	len = snprintf(buf, size, "%pS", (void *)site->ip);
	return strncmp(buf, "0x", 2) ? len : snprintf(buf, size, "?");
}
EXPORT_SYMBOL_GPL(sdt_site_symbol);

/**
 * sdt_probe_event - get the name of a probe's event
 * @probe: the probe
 *
 * Context: Any context.
 * Return: the name of the trace event with layout=linux, "write_entry"; it lives as long as
 * the probe.  Probes of a module that are one event have the same.
 */
const char *sdt_probe_event(const struct sdt_probe *probe)
{
	return sdt_probe_rt(probe)->event;
}
EXPORT_SYMBOL_GPL(sdt_probe_event);
