// SPDX-License-Identifier: GPL-2.0-only
/*
 * pattern.c - DTrace's four names with wildcards
 *
 * "provider:module:function:name", where each field may hold '*' and '?' and
 * an empty field matches anything.  As in DTrace, fewer fields are the last
 * ones: "name", "function:name", "module:function:name".  Beyond DTrace,
 * "@file:line" or "@file" behind it picks some of a probe's sites.  No state, no
 * lock.
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

/* "file:line" or "file"; a file's name may hold ':' before that. */
static int parse_place(struct sdt_pattern *pattern, char *text)
{
	char *line = strrchr(text, ':');

	pattern->file = text;
	if (!line)
		return *text ? 0 : -EINVAL;
	*line++ = '\0';
	if (!*text || kstrtouint(line, 10, &pattern->line) || !pattern->line)
		return -EINVAL;
	return 0;
}

static int parse_names(struct sdt_pattern *pattern, char *text)
{
	const char *field[4] = { "", "", "", "" };
	char *end;
	int i;

	for (i = 3; i >= 0; i--) {
		end = strrchr(text, ':');
		field[i] = end ? end + 1 : text;
		if (!end)
			break;
		*end = '\0';
	}
	if (i < 0)		/* a fifth field */
		return -EINVAL;
	pattern->provider = field[0];
	pattern->module = field[1];
	pattern->function = field[2];
	pattern->name = field[3];
	return 0;
}

/**
 * sdt_pattern_parse - read a pattern
 * @pattern: filled; to be freed with sdt_pattern_free()
 * @text: "provider:module:function:name" or the last fields of that, and
 *	  "@file:line" or "@file" behind it
 *
 * Context: process, may sleep.
 * Return: 0, -EINVAL for an empty pattern, one of more than four fields, or a
 * line that is no number from 1, -ENOMEM.
 */
int sdt_pattern_parse(struct sdt_pattern *pattern, const char *text)
{
	char *place;
	int err = 0;

	*pattern = (struct sdt_pattern){ 0 };
	if (!text || !*text)
		return -EINVAL;
	pattern->text = kstrdup(text, GFP_KERNEL);
	if (!pattern->text)
		return -ENOMEM;

	place = strchr(pattern->text, '@');
	if (place) {
		*place++ = '\0';
		err = parse_place(pattern, place);
	}
	if (!err)
		err = parse_names(pattern, pattern->text);
	if (err)
		sdt_pattern_free(pattern);
	return err;
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
 * sdt_pattern_match_module - does a pattern name probes of a module?
 * @pattern: a pattern that was parsed
 * @module: the module's name
 *
 * Context: any.
 * Return: whether that field matches.
 */
bool sdt_pattern_match_module(const struct sdt_pattern *pattern,
			      const char *module)
{
	return field_match(pattern->module, module);
}

/**
 * sdt_pattern_match - does a pattern name a probe?
 * @pattern: a pattern that was parsed, and that matches the probe's module
 * @probe: the probe
 *
 * Context: any.
 * Return: whether each of the other three fields matches.
 */
bool sdt_pattern_match(const struct sdt_pattern *pattern,
		       const struct sdt_probe *probe)
{
	return field_match(pattern->name, probe->name) &&
	       field_match(pattern->function, probe->function) &&
	       field_match(pattern->provider, probe->provider);
}

/* Whether a pattern names a path by its last components. */
static bool path_match(const char *pat, const char *path)
{
	while (!field_match(pat, path)) {
		path = strchr(path, '/');
		if (!path++)
			return false;
	}
	return true;
}

/**
 * sdt_pattern_match_site - does a pattern pick a site of a probe?
 * @pattern: a pattern that was parsed, and that matches the probe
 * @site: the site
 *
 * Context: any.
 * Return: whether file and line match, as far as they are given.
 */
bool sdt_pattern_match_site(const struct sdt_pattern *pattern,
			    const struct sdt_site *site)
{
	return (!pattern->line || pattern->line == site->line) &&
	       (!pattern->file || path_match(pattern->file, site->file));
}
