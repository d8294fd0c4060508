// SPDX-License-Identifier: GPL-2.0-only
/*
 * pattern_params.c - lists of patterns as parameters of sdt.ko
 *
 * When sdt.ko is loaded, a list can have any length.  Later, sysfs passes on at most a page of
 * what is written, and whatever the writer adds as another write, which would replace the
 * list.  So a page is refused, and with it what the same process writes to the parameter right
 * afterwards: shells go on after an error.
 *
 * kernel_param_lock() protects what is remembered of a refused write.
 */
#define pr_fmt(fmt) "sdt: " fmt

#include <linux/err.h>
#include <linux/jiffies.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/printk.h>
#include <linux/sched.h>
#include <linux/string.h>

#include "core/core.h"

/* How long what a process writes belongs to the list that was refused */
#define REFUSED_FOR	(2 * HZ)

static struct {
	const struct kernel_param *param;	/* NULL: none */
	pid_t process;
	unsigned long until;			/* jiffies */
} refused;

static bool is_live(void)
{
	return THIS_MODULE->state == MODULE_STATE_LIVE;
}

static bool is_rest(const struct kernel_param *param)
{
	return refused.param == param && refused.process == current->tgid &&
	       time_before(jiffies, refused.until);
}

/**
 * sdt_patterns_parse_param - read a list that a parameter of sdt.ko is set to
 * @text: as for sdt_patterns_parse()
 * @param: the parameter
 *
 * Context: Process context, may sleep, with kernel_param_lock() held.
 * Return: as for sdt_patterns_parse(), or ERR_PTR(-E2BIG), which is logged.
 */
struct sdt_patterns *sdt_patterns_parse_param(const char *text, const struct kernel_param *param)
{
	if (!is_live() || (strlen(text) < PAGE_SIZE && !is_rest(param)))
		return sdt_patterns_parse(text);
	if (!is_rest(param))
		pr_notice_ratelimited("%s: a list of %lu bytes or more cannot be written: set it when sdt.ko is loaded\n",
				      param->name, PAGE_SIZE);
	refused.param = param;
	refused.process = current->tgid;
	refused.until = jiffies + REFUSED_FOR;
	return ERR_PTR(-E2BIG);
}

/* Does it name the module, without wildcards? */
static bool names_module(const struct sdt_pattern *pattern, const struct sdt_module_probes *mp)
{
	const char *module = pattern->module ?: pattern->owner;

	return module && *module && !strpbrk(module, "*?") &&
	       sdt_module_match(module, mp->mod->name);
}

/**
 * sdt_patterns_check - log the patterns of a list that name a module, but none of its probes
 * @patterns: the list; NULL is empty
 * @mp: the module's probes
 * @name: of the parameter with the list
 *
 * Context: Process context, may sleep.
 */
void sdt_patterns_check(const struct sdt_patterns *patterns,
			const struct sdt_module_probes *mp, const char *name)
{
	unsigned int i;

	for (i = 0; patterns && i < patterns->nr; i++) {
		const struct sdt_pattern *pattern = &patterns->list[i].pattern;
		const char *text = patterns->list[i].text;

		if (names_module(pattern, mp) && !sdt_listed_matches(pattern, mp))
			pr_warn("%s=%*pE: %s has no such probe\n", name, (int)strlen(text), text,
				mp->mod->name);
		cond_resched();
	}
}

/* A pattern that names a module has been checked: sdt_patterns_check(). */
static bool matches_any(const struct sdt_pattern *pattern)
{
	const struct sdt_module_probes *mp;

	list_for_each_entry(mp, &sdt_modules, list)
		if (names_module(pattern, mp) || sdt_listed_matches(pattern, mp))
			return true;
	return false;
}

/**
 * sdt_patterns_report - log how many patterns of a list match no probe of a loaded module
 * @patterns: the list
 * @name: of the parameter that was set to it
 *
 * Does nothing while sdt.ko is being loaded, when it does not know the modules.
 *
 * Context: Process context, with sdt_modules_lock held.  May sleep.
 */
void sdt_patterns_report(const struct sdt_patterns *patterns, const char *name)
{
	const struct sdt_module_probes *mp;
	const char *first = NULL;
	unsigned int i, nr = 0;

	lockdep_assert_held(&sdt_modules_lock);
	if (!is_live())
		return;
	list_for_each_entry(mp, &sdt_modules, list)
		sdt_patterns_check(patterns, mp, name);
	for (i = 0; i < patterns->nr; i++) {
		cond_resched();
		if (matches_any(&patterns->list[i].pattern))
			continue;
		first = first ?: patterns->list[i].text;
		nr++;
	}
	if (nr > 1)
		pr_notice("%s: %u of %u patterns match no probe of a loaded module; the first one is:\n",
			  name, nr, patterns->nr);
	if (first)
		sdt_report_no_match(first, name);
}
