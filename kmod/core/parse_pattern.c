// SPDX-License-Identifier: GPL-2.0-only
/*
 * parse_pattern.c - patterns of handlers, counters, lookups and events
 *
 * rules/pattern.c has the rules.  No state, no lock.
 */
#define pr_fmt(fmt) "sdt: " fmt

#include <linux/err.h>
#include <linux/errno.h>
#include <linux/printk.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "core/core.h"

/**
 * sdt_pattern_parse - read a pattern
 * @pattern: filled; free it with sdt_pattern_free()
 * @text: "provider:module:function:name" or the last fields of it, optionally followed
 *	  by "@file:line" or "@file"
 *
 * Logs what is wrong with a text that is not a pattern.
 *
 * Context: Process context, may sleep.
 * Return: 0, -EINVAL if @text is NULL, empty, has more than four fields or a line that
 * is not a positive number, or -ENOMEM.
 */
int sdt_pattern_parse(struct sdt_pattern *pattern, const char *text)
{
	char *copy = kstrdup(text ?: "", GFP_KERNEL);
	const char *wrong;

	if (!copy)
		return -ENOMEM;
	wrong = sdt_pattern_split(pattern, copy);
	if (!wrong)
		return 0;
	sdt_pattern_free(pattern);
	pr_notice_ratelimited("'%*pE' is not a pattern: %s\n",
			      (int)min_t(size_t, strlen(text ?: ""), 64), text ?: "",
			      wrong);
	return -EINVAL;
}

/**
 * sdt_pattern_free - free what sdt_pattern_parse() allocated
 * @pattern: a pattern that was parsed
 *
 * Context: Any context.
 */
void sdt_pattern_free(struct sdt_pattern *pattern)
{
	kfree(pattern->text);
	pattern->text = NULL;
}

/**
 * sdt_probe_matches - test whether a pattern matches a probe
 * @probe: the probe
 * @pattern: a pattern that matches the probe's module
 *
 * Context: Any context.
 * Return: true if all fields match, and those of a place any of the probe's sites.
 */
bool sdt_probe_matches(const struct sdt_probe_rt *probe,
		       const struct sdt_pattern *pattern)
{
	const struct sdt_names names = {
		.provider = probe->pub.provider,
		.module = probe->pub.module,
		.function = probe->pub.function,
		.name = probe->pub.name,
		.event = probe->event,
		.dtrace_event = probe->dtrace_event,
	};
	unsigned int i;

	if (!sdt_pattern_match(pattern, &names))
		return false;
	for (i = 0; i < probe->pub.nr_sites; i++)
		if (sdt_pattern_match_site(pattern, probe->sites[i].pub.file,
					   probe->sites[i].pub.line))
			return true;
	return false;
}

/*
 * Lists of patterns
 */

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

static int add_word(struct sdt_patterns *patterns, const char *word)
{
	struct sdt_listed_pattern *listed = &patterns->list[patterns->nr];
	int err = sdt_pattern_parse(&listed->pattern, word);

	if (err)
		return err;
	patterns->nr++;
	listed->text = kstrdup(word, GFP_KERNEL);
	return listed->text ? 0 : -ENOMEM;
}

/**
 * sdt_patterns_parse - read a list of patterns
 * @text: patterns, as for sdt_pattern_parse(), separated by commas or white space; may be
 *	  empty
 *
 * In a list, a word without ':' and '@' also names a module, as in set_event.
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
	while (!err && (word = strsep(&rest, SEPARATORS)))
		if (*word)
			err = add_word(patterns, word);
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
 * @patterns: the list; NULL is ignored
 *
 * Context: Process context.
 */
void sdt_patterns_free(struct sdt_patterns *patterns)
{
	if (!patterns)
		return;
	while (patterns->nr--) {
		sdt_pattern_free(&patterns->list[patterns->nr].pattern);
		kfree(patterns->list[patterns->nr].text);
	}
	kfree(patterns->text);
	kvfree(patterns);
}

static bool listed_matches_probe(const struct sdt_pattern *pattern,
				 const struct sdt_probe_rt *probe)
{
	if (!pattern->file && pattern->nr_fields == 1 &&
	    sdt_module_match(pattern->name, probe->pub.module))
		return true;
	return sdt_pattern_match_module(pattern, probe->pub.module) &&
	       sdt_probe_matches(probe, pattern);
}

/**
 * sdt_listed_matches - test whether a pattern of a list matches any probe of a module
 * @pattern: the pattern
 * @mp: the module's probes
 *
 * Context: Any context.
 * Return: true if it does.
 */
bool sdt_listed_matches(const struct sdt_pattern *pattern, const struct sdt_module_probes *mp)
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
		if (listed_matches_probe(&patterns->list[i].pattern, probe))
			return true;
		cond_resched();
	}
	return false;
}

/**
 * sdt_report_no_match - log that a pattern matches no probe of a loaded module
 * @pattern: the pattern
 * @who: who wants it: the name of a module, a file, a parameter
 *
 * Either the module with the probes is loaded later, or the pattern is misspelt.
 *
 * Context: Process context.
 */
void sdt_report_no_match(const char *pattern, const char *who)
{
	pr_notice_ratelimited("%s: no probe of a loaded module matches '%*pE': it applies to modules that are loaded later\n",
			      who, (int)min_t(size_t, strlen(pattern), 256), pattern);
}
