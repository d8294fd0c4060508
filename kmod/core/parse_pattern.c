// SPDX-License-Identifier: GPL-2.0-only
/*
 * parse_pattern.c - patterns of handlers, counters, lookups and events
 *
 * rules/pattern.c has the rules.  No state, no lock.
 */
#define pr_fmt(fmt) "sdt: " fmt

#include <linux/errno.h>
#include <linux/mm.h>
#include <linux/printk.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "core/core.h"

/**
 * sdt_pattern_parse - read a pattern
 * @pattern: filled, its @text with that of @text; free it with sdt_pattern_free()
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
	const char *written = text ?: "", *wrong;
	const size_t size = strlen(written) + 1;
	char *copies = kvmalloc_array(2, size, GFP_KERNEL);

	if (!copies)
		return -ENOMEM;
	memcpy(copies, written, size);
	memcpy(copies + size, written, size);
	wrong = sdt_pattern_split(pattern, copies + size);
	pattern->text = copies;
	if (!wrong)
		return 0;
	sdt_pattern_free(pattern);
	pr_notice_ratelimited("'%*pE' is not a pattern: %s\n",
			      (int)min_t(size_t, size - 1, 64), written, wrong);
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
	kvfree(pattern->text);
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
