// SPDX-License-Identifier: GPL-2.0-only
/*
 * counters.c - count the hits of sites
 *
 * Counters have a pattern, like a handler, and count hits for each site that it matches; or
 * a list of patterns, and count at all sites of each probe that one of these matches.  They
 * also apply to modules that are loaded later.  What they counted in a module is
 * gone with the module.
 *
 * Each CPU counts in memory of its own.  A sink runs with preemption disabled, and may be
 * interrupted by another one; local_inc() allows that.
 *
 * sdt_mutex protects the list of counters and what they have for each module.
 */
#define pr_fmt(fmt) "sdt: " fmt

#include <linux/cache.h>
#include <linux/err.h>
#include <linux/mm.h>
#include <linux/moduleparam.h>
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/sysfs.h>
#include <asm/local.h>

#include "interfaces/interfaces_internal.h"

/* The counters of a module's sites. */
struct module_counters {
	struct list_head list;
	struct rcu_head rcu;
	struct sdt_module_probes *mp;
	const struct sdt_site_rt *sites; /* the module's */
	struct sdt_listener listener;
	size_t stride;			/* from one CPU's counters to the next one's */
	local_t hits[] ____cacheline_aligned;
};

struct sdt_counters {
	struct list_head list;
	struct sdt_pattern pattern;
	struct sdt_patterns *patterns;		/* instead of @pattern, or NULL */
	struct list_head modules;		/* those with a site that is counted */
};

static LIST_HEAD(all_counters);

static notrace void count_hit(const struct sdt_hit *hit, void *cookie)
{
	struct module_counters *counters = cookie;
	size_t i = sdt_site_rt(hit->site) - counters->sites;

	local_inc(&counters->hits[smp_processor_id() * counters->stride + i]);
}

static struct module_counters *module_counters_create(struct sdt_module_probes *mp)
{
	const size_t line = SMP_CACHE_BYTES / sizeof(local_t);
	size_t stride = ALIGN(mp->nr_sites, line);
	struct module_counters *counters;
	size_t size;

	size = struct_size(counters, hits, array_size(stride, nr_cpu_ids));
	counters = kvzalloc(size, GFP_KERNEL);
	if (!counters)
		return NULL;
	counters->mp = mp;
	counters->sites = mp->sites;
	counters->listener.sink = (struct sdt_sink){ count_hit, counters };
	counters->listener.kind = SDT_LISTENER_COUNTERS;
	counters->stride = stride;
	return counters;
}

/* Returns as sdt_module_probes_add(). */
static int add_listed(struct sdt_module_probes *mp, const struct sdt_patterns *patterns,
		      const struct sdt_listener *listener)
{
	int ret, found = 0;
	unsigned int i;

	for (i = 0; i < mp->nr_probes; i++) {
		if (!sdt_patterns_match_probe(patterns, &mp->probes[i]))
			continue;
		ret = sdt_probe_add(&mp->probes[i], NULL, listener);
		if (ret < 0) {
			sdt_module_probes_remove(mp, listener);
			return ret;
		}
		found |= ret;
	}
	return found;
}

/* Returns 1 if any of the module's sites is counted, else 0, or an error. */
static int join_module(struct sdt_counters *counters, struct sdt_module_probes *mp)
{
	struct module_counters *new;
	int ret;

	if (counters->patterns ? !counters->patterns->nr :
	    !sdt_module_match(counters->pattern.module, mp->mod->name))
		return 0;
	new = module_counters_create(mp);
	if (!new)
		return -ENOMEM;
	ret = counters->patterns ? add_listed(mp, counters->patterns, &new->listener) :
		sdt_module_probes_add(mp, &counters->pattern, &new->listener);
	if (ret <= 0) {
		kvfree_rcu(new, rcu);
		return ret;
	}
	list_add_tail(&new->list, &counters->modules);
	return ret;
}

static void drop_module(struct module_counters *counters)
{
	list_del(&counters->list);
	kvfree_rcu(counters, rcu);
}

/**
 * sdt_counters_join - start to count hits of a new module
 * @mp: the module's probes
 *
 * Failures are logged.
 *
 * Context: Process context, with sdt_lock() held.  Sleeps.
 */
void sdt_counters_join(struct sdt_module_probes *mp)
{
	struct sdt_counters *counters;
	int err;

	lockdep_assert_held(&sdt_mutex);
	list_for_each_entry(counters, &all_counters, list) {
		sdt_patterns_check(counters->patterns, mp, "count");
		err = join_module(counters, mp);
		if (err < 0)
			pr_warn("%s: hits of its probes cannot be counted (%d)\n",
				mp->mod->name, err);
	}
}

/**
 * sdt_counters_leave - forget what was counted in a module
 * @mp: the module's probes, which have no listeners any more
 *
 * Context: Process context, with sdt_mutex held.
 */
void sdt_counters_leave(const struct sdt_module_probes *mp)
{
	struct module_counters *of_module, *next;
	struct sdt_counters *counters;

	lockdep_assert_held(&sdt_mutex);
	list_for_each_entry(counters, &all_counters, list)
		list_for_each_entry_safe(of_module, next, &counters->modules, list)
			if (of_module->mp == mp)
				drop_module(of_module);
}

/* sdt_lock() is held. */
static void leave_modules(struct sdt_counters *counters)
{
	struct module_counters *of_module, *next;

	list_for_each_entry_safe(of_module, next, &counters->modules, list) {
		sdt_module_probes_remove(of_module->mp, &of_module->listener);
		drop_module(of_module);
	}
}

static void free_counters(struct sdt_counters *counters)
{
	sdt_pattern_free(&counters->pattern);
	sdt_patterns_free(counters->patterns);
	kfree(counters);
}

/* Takes over @patterns, which are NULL for counters with a pattern. */
static struct sdt_counters *alloc_counters(struct sdt_patterns *patterns)
{
	struct sdt_counters *counters = kzalloc(sizeof(*counters), GFP_KERNEL);

	if (!counters) {
		sdt_patterns_free(patterns);
		return NULL;
	}
	INIT_LIST_HEAD(&counters->modules);
	counters->patterns = patterns;
	return counters;
}

/* Returns as join_module(); after an error, nothing is counted. */
static int start_counters(struct sdt_counters *counters)
{
	struct sdt_module_probes *mp;
	int ret = 0, found = 0;

	sdt_lock();
	list_for_each_entry(mp, &sdt_modules, list) {
		ret = join_module(counters, mp);
		if (ret < 0)
			break;
		found |= ret;
	}
	if (ret < 0)
		leave_modules(counters);
	else
		list_add_tail(&counters->list, &all_counters);
	sdt_unlock();
	return ret < 0 ? ret : found;
}

/*
 * Counts the hits of sites that match a pattern, which is as for sdt_attach(), from 0.  Returns
 * the counters, or an ERR_PTR(): -EINVAL if the pattern is not valid; -ENOMEM; or the
 * error of a TRACE_EVENT_FN().  Sleeps.
 */
struct sdt_counters *sdt_counters_create(const char *pattern)
{
	struct sdt_counters *counters = alloc_counters(NULL);
	int ret;

	if (!counters)
		return ERR_PTR(-ENOMEM);
	ret = sdt_pattern_parse(&counters->pattern, pattern) ?: start_counters(counters);
	if (ret < 0) {
		free_counters(counters);
		return ERR_PTR(ret);
	}
	if (!ret)
		sdt_report_no_match(pattern, "counters");
	return counters;
}

/* Stops counting.  NULL is ignored.  Sleeps. */
void sdt_counters_free(struct sdt_counters *counters)
{
	if (!counters)
		return;
	sdt_lock();
	list_del(&counters->list);
	leave_modules(counters);
	sdt_unlock();
	free_counters(counters);
}

/*
 * Sets *@hits to a site's hits, summed over all CPUs; the most recent ones may be missing.
 * Returns false, and sets 0, if @counters do not count this site; NULL counts nothing.
 * sdt_mutex is held.
 */
bool sdt_counters_get(const struct sdt_counters *counters,
		      const struct sdt_site_rt *site, unsigned long *hits)
{
	const struct sdt_module_probes *mp = sdt_probe_rt(site->pub.probe)->mp;
	const struct module_counters *of_module;
	unsigned long sum = 0;
	size_t i;
	int cpu;

	lockdep_assert_held(&sdt_mutex);
	*hits = 0;
	if (!counters)
		return false;
	list_for_each_entry(of_module, &counters->modules, list) {
		if (of_module->mp != mp)
			continue;
		if (!sdt_site_has(site, &of_module->listener))
			return false;
		i = site - of_module->sites;
		for_each_possible_cpu(cpu)
			sum += local_read(&of_module->hits[cpu * of_module->stride + i]);
		*hits = sum;
		return true;
	}
	return false;
}

/*
 * Parameter "count"
 *
 * A file sdt/counters counts until the program that opened it closes it.  A monitoring program
 * runs only now and then, so sdt.ko itself counts the hits of the probes that this parameter
 * names, and shows them in the file sdt/counted.
 *
 * The kernel holds param_lock when it calls the functions below, except count_free(), which
 * it calls when nothing of sdt.ko runs any more, or its init function has failed.  sdt_mutex
 * protects the pointer against readers of the file.  The parameter can be set before sdt.ko's
 * init function runs, when there are no modules yet, and after its exit function has given up
 * all of them.
 */

static struct sdt_counters *counted;	/* NULL: never set */

/* The old counters end when the new ones count, and go on if there is no memory for these. */
static int count_set(const char *val, const struct kernel_param *kp)
{
	struct sdt_patterns *patterns = sdt_patterns_parse_param(val, kp);
	struct sdt_counters *new;
	int ret;

	if (IS_ERR(patterns))
		return PTR_ERR(patterns);
	new = alloc_counters(patterns);
	if (!new)
		return -ENOMEM;
	ret = start_counters(new);
	if (ret < 0) {
		free_counters(new);
		return ret;
	}
	mutex_lock(&sdt_mutex);
	swap(counted, new);
	mutex_unlock(&sdt_mutex);
	mutex_lock(&sdt_modules_lock);
	sdt_patterns_report(counted->patterns, kp->name);
	mutex_unlock(&sdt_modules_lock);
	sdt_counters_free(new);
	return 0;
}

static int count_get(char *buf, const struct kernel_param *kp)
{
	return sysfs_emit(buf, "%s\n", counted ? counted->patterns->text : "");
}

static void count_free(void *arg)
{
	sdt_counters_free(counted);
	counted = NULL;
}

static const struct kernel_param_ops count_ops = {
	.set = count_set,
	.get = count_get,
	.free = count_free,
};

module_param_cb(count, &count_ops, NULL, 0644);
MODULE_PARM_DESC(count, "patterns of the probes whose hits are counted: \"module\", \"module:event\", ... (default: none)");

/*
 * Returns what the parameter has counted, valid until sdt_mutex is released, which is held; or
 * NULL.
 */
const struct sdt_counters *sdt_counted(void)
{
	lockdep_assert_held(&sdt_mutex);
	return counted;
}
