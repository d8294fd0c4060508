// SPDX-License-Identifier: GPL-2.0-only
/*
 * pattern.c - DTrace's four names with wildcards
 *
 * "provider:module:function:name", where each field may hold '*' and '?' and
 * an empty field matches anything.  As in DTrace, fewer fields are the last
 * ones: "name", "function:name", "module:function:name".  No state, no lock.
 */
#include <linux/errno.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "internal.h"

/*
 * On a mismatch go back to the last '*' and let it take one character more.
 * Not glob_match(), which gives '[' and '\' a meaning too.
 */
static bool field_match(const char *pat, const char *str)
{
	const char *star = NULL, *resume = NULL;

	if (!*pat)
		return true;
	while (*str) {
		if (*pat == '*') {
			star = ++pat;
			resume = str;
		} else if (*pat == '?' || *pat == *str) {
			pat++;
			str++;
		} else if (star) {
			pat = star;
			str = ++resume;
		} else {
			return false;
		}
	}
	while (*pat == '*')
		pat++;
	return !*pat;
}

/**
 * sdt_pattern_parse - read a pattern
 * @pattern: filled; to be freed with sdt_pattern_free()
 * @text: "provider:module:function:name" or the last fields of that
 *
 * Context: process, may sleep.
 * Return: 0, -EINVAL for an empty pattern or one of more than four fields,
 * -ENOMEM.
 */
int sdt_pattern_parse(struct sdt_pattern *pattern, const char *text)
{
	const char *field[4] = { "", "", "", "" };
	char *rest, *end;
	int i = 4;

	if (!text || !*text)
		return -EINVAL;
	pattern->text = kstrdup(text, GFP_KERNEL);
	if (!pattern->text)
		return -ENOMEM;

	rest = pattern->text;
	while (i > 0) {
		end = strrchr(rest, ':');
		field[--i] = end ? end + 1 : rest;
		if (!end)
			break;
		*end = '\0';
		if (!i) {		/* a fifth field */
			sdt_pattern_free(pattern);
			return -EINVAL;
		}
	}

	pattern->provider = field[0];
	pattern->module = field[1];
	pattern->function = field[2];
	pattern->name = field[3];
	return 0;
}

/**
 * sdt_pattern_free - free what sdt_pattern_parse() allocated
 * @pattern: a pattern that was parsed
 *
 * Context: any.
 */
void sdt_pattern_free(struct sdt_pattern *pattern)
{
	kfree(pattern->text);
	pattern->text = NULL;
}

/**
 * sdt_pattern_match - does a pattern name a probe?
 * @pattern: a pattern that was parsed
 * @probe: any probe
 *
 * Context: any.
 * Return: whether each of the four fields matches.
 */
bool sdt_pattern_match(const struct sdt_pattern *pattern,
		       const struct sdt_probe *probe)
{
	return field_match(pattern->name, probe->name) &&
	       field_match(pattern->module, probe->module) &&
	       field_match(pattern->function, probe->function) &&
	       field_match(pattern->provider, probe->provider);
}
