// SPDX-License-Identifier: GPL-2.0-only
/*
 * pattern_list.c - lists of patterns: parameters of sdt.ko, and what is written to sdt/publish
 */
#define pr_fmt(fmt) "sdt: " fmt

#include <linux/err.h>
#include <linux/jiffies.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/printk.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "core/core.h"

#define SEPARATORS	" ,\t\n"

static unsigned int count_words(const char *text)
{
	unsigned int nr = 0;

	for (;;) {
		text += strspn(text, SEPARATORS);
		if (!*text)
			return nr;
		text += strcspn(text, SEPARATORS);
		nr++;
	}
}

/**
 * sdt_patterns_parse - read a list of patterns
 * @text: patterns, as for sdt_pattern_parse(), separated by commas or white space; may be
 *	  empty
 *
 * Context: Process context, may sleep.
 * Return: the list, to be freed with sdt_patterns_free(), or an ERR_PTR(): -EINVAL if a
 * word is not a pattern, which is logged; -ENOMEM.
 */
struct sdt_patterns *sdt_patterns_parse(const char *text)
{
	char *words = kstrdup(text, GFP_KERNEL), *rest = words, *word;
	struct sdt_patterns *patterns;
	int err = 0;

	patterns = kvzalloc(struct_size(patterns, list, count_words(text)), GFP_KERNEL);
	if (patterns)
		patterns->text = kstrdup(skip_spaces(text), GFP_KERNEL);
	if (!words || !patterns || !patterns->text)
		err = -ENOMEM;
	while (!err && (word = strsep(&rest, SEPARATORS))) {
		if (!*word)
			continue;
		err = sdt_pattern_parse(&patterns->list[patterns->nr], word);
		patterns->nr += !err;
	}
	kfree(words);
	if (err) {
		sdt_patterns_free(patterns);
		return ERR_PTR(err);
	}
	strim(patterns->text);
	return patterns;
}

/**
 * sdt_patterns_ended - find the end of the last word of a list that is complete
 * @text: as for sdt_patterns_parse()
 *
 * Context: Any context.
 * Return: the length of @text up to and including its last separator; 0 if it has none.
 */
size_t sdt_patterns_ended(const char *text)
{
	size_t size = strlen(text);

	while (size && !strchr(SEPARATORS, text[size - 1]))
		size--;
	return size;
}

/**
 * sdt_patterns_free - free a list of patterns
 * @patterns: the list; NULL and an ERR_PTR() are ignored
 *
 * Context: Process context.
 */
void sdt_patterns_free(struct sdt_patterns *patterns)
{
	if (IS_ERR_OR_NULL(patterns))
		return;
	while (patterns->nr--)
		sdt_pattern_free(&patterns->list[patterns->nr]);
	kfree(patterns->text);
	kvfree(patterns);
}

static bool listed_matches_probe(const struct sdt_pattern *pattern,
				 const struct sdt_probe_rt *probe)
{
	return sdt_module_match(pattern->module, probe->pub.module) &&
	       sdt_probe_matches(probe, pattern);
}

/* Does it match any probe of the module? */
static bool matches_module(const struct sdt_pattern *pattern, const struct sdt_module_probes *mp)
{
	unsigned int i;

	for (i = 0; i < mp->nr_probes; i++)
		if (listed_matches_probe(pattern, &mp->probes[i]))
			return true;
	return false;
}

/**
 * sdt_patterns_match - test whether any of a list of patterns matches any probe of a group
 * @patterns: the list; NULL matches nothing
 * @group: the group
 *
 * Context: Process context, may sleep.
 * Return: true if one does.
 */
bool sdt_patterns_match(const struct sdt_patterns *patterns, const struct sdt_group *group)
{
	unsigned int i;

	for (i = 0; i < group->nr_probes; i++)
		if (sdt_patterns_match_probe(patterns, group->probes[i]))
			return true;
	return false;
}

/**
 * sdt_patterns_match_probe - test whether any of a list of patterns matches a probe
 * @patterns: the list; NULL matches nothing
 * @probe: the probe
 *
 * Context: Process context, may sleep.
 * Return: true if one does, or selects any of the probe's sites.
 */
bool sdt_patterns_match_probe(const struct sdt_patterns *patterns,
			      const struct sdt_probe_rt *probe)
{
	unsigned int i;

	for (i = 0; patterns && i < patterns->nr; i++) {
		if (listed_matches_probe(&patterns->list[i], probe))
			return true;
		cond_resched();
	}
	return false;
}

/*
 * Parameters
 *
 * When sdt.ko is loaded, a list can have any length.  Later, sysfs passes on at most a page for
 * each write, and the rest of a longer list would come as another write, which replaces the list.
 * So a write of a page is refused, and so are writes of the same process right afterwards: shells
 * go on after an error.
 *
 * kernel_param_lock() protects what is remembered of a refused write.
 */

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
		const struct sdt_pattern *pattern = &patterns->list[i];

		if (names_module(pattern, mp) && !matches_module(pattern, mp))
			pr_warn("%s=%*pE: %s has no such probe\n", name,
				(int)strlen(pattern->text), pattern->text, mp->mod->name);
		cond_resched();
	}
}

/* A pattern that names a module has been checked: sdt_patterns_check(). */
static bool matches_any(const struct sdt_pattern *pattern)
{
	const struct sdt_module_probes *mp;

	list_for_each_entry(mp, &sdt_modules, list)
		if (names_module(pattern, mp) || matches_module(pattern, mp))
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
		if (matches_any(&patterns->list[i]))
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
