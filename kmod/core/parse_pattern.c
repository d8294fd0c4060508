// SPDX-License-Identifier: GPL-2.0-only
/*
 * parse_pattern.c - patterns of handlers, counters and lookups
 *
 * rules/pattern.c has the rules.  No state, no lock.
 */
#define pr_fmt(fmt) "sdt: " fmt

#include <linux/errno.h>
#include <linux/printk.h>
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
 * Return: true if all fields match.
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

	return sdt_pattern_match(pattern, &names);
}
