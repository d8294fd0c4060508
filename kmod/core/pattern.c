// SPDX-License-Identifier: GPL-2.0-only
/*
 * pattern.c - DTrace's four names with wildcards
 *
 * docs/patterns.md describes patterns; tools/sdtinfo/select/pattern.c is sdtinfo's
 * implementation, and tests/clients/sdtinfo.t compares the two.  No state, no lock.
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "core/core.h"

/* One spelling of a name, read one character at a time. */
struct spelling {
	const char *part[4];	/* the remaining parts; NULL: no more */
	char joint;		/* read between two parts */
	const char *dash;	/* read for a '-' in a part */
	const char *rest;	/* the rest of @dash */
};

static struct spelling spelling(const char *text, const char *dash)
{
	return (struct spelling){ .part = { text }, .dash = dash, .rest = "" };
}

static void next_part(struct spelling *str)
{
	memmove(&str->part[0], &str->part[1],
		sizeof(str->part) - sizeof(str->part[0]));
	str->part[ARRAY_SIZE(str->part) - 1] = NULL;
}

static char next_char(struct spelling *str)
{
	if (*str->rest)
		return *str->rest++;
	if (!*str->part[0]) {
		if (!str->part[1])
			return '\0';
		next_part(str);
		return str->joint;
	}
	if (*str->part[0] != '-')
		return *str->part[0]++;
	str->part[0]++;
	str->rest = str->dash;
	return *str->rest++;
}

/*
 * On a mismatch, go back to the last '*' and let it match one character more.
 * glob_match() does not serve, because '[' and '\' are special to it.
 */
static bool spelling_match(const char *pat, struct spelling str)
{
	struct spelling next = str, resume = str;
	const char *star = NULL;
	char c;

	if (!*pat)
		return true;
	while ((c = next_char(&next))) {
		if (*pat == '*') {
			star = ++pat;
			resume = str;
		} else if (*pat == '?' || *pat == c) {
			pat++;
			str = next;
		} else if (star) {
			pat = star;
			next_char(&resume);
			str = resume;
		} else {
			return false;
		}
		next = str;
	}
	while (*pat == '*')
		pat++;
	return !*pat;
}

static bool field_match(const char *pat, const char *str)
{
	return spelling_match(pat, spelling(str, "-"));
}

/* The name as in DTRACE_PROBE(): "__io_start", or "__start" without a @provider. */
static struct spelling source_spelling(const char *provider, const char *name)
{
	return (struct spelling){
		.part = { "", "", provider ?: name, provider ? name : NULL },
		.joint = '_', .dash = "__", .rest = "",
	};
}

/* Some providers have a second spelling. */
static struct spelling other_source_spelling(const struct sdt_probe *probe)
{
	const char *provider = probe->provider;

	if (!strcmp(provider, SDT_DEFAULT_PROVIDER))
		provider = NULL;
	else if (!strcmp(provider, "sysinfo"))
		provider = "cpu_sysinfo";
	else if (!strcmp(provider, "vminfo"))
		provider = "cpu_vminfo";
	return source_spelling(provider, probe->name);
}

/* DTrace's name, the name in the source without and with a provider, the event's name */
static bool name_match(const char *pat, const struct sdt_probe *probe)
{
	return field_match(pat, probe->name) ||
	       spelling_match(pat, spelling(probe->name, "__")) ||
	       spelling_match(pat, source_spelling(probe->provider, probe->name)) ||
	       spelling_match(pat, other_source_spelling(probe)) ||
	       field_match(pat, sdt_probe_rt(probe)->event) ||
	       field_match(pat, sdt_probe_rt(probe)->dtrace_event);
}

/* The first of two fields is a function, as in DTrace, or a module, as in tracefs. */
static bool owner_match(const char *pat, const struct sdt_probe *probe)
{
	return field_match(pat, probe->function) ||
	       field_match(pat, probe->module);
}

/* "file:line" or "file"; with a line, the file's name may contain ':'. */
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

/* As in DTrace, missing fields are those on the left. */
static int parse_names(struct sdt_pattern *pattern, char *text)
{
	const char *field[4] = { "", "", "", "" };
	unsigned int nr = 0;
	char *end;

	do {
		if (nr == ARRAY_SIZE(field))
			return -EINVAL;
		end = strrchr(text, ':');
		field[nr++] = end ? end + 1 : text;
		if (end)
			*end = '\0';
	} while (end);
	pattern->name = field[0];
	pattern->function = nr == 2 ? "" : field[1];
	pattern->owner = nr == 2 ? field[1] : "";
	pattern->module = field[2];
	pattern->provider = field[3];
	return 0;
}

/**
 * sdt_pattern_parse - read a pattern
 * @pattern: filled; free it with sdt_pattern_free()
 * @text: "provider:module:function:name" or the last fields of it, optionally followed
 *	  by "@file:line" or "@file"
 *
 * Context: Process context, may sleep.
 * Return: 0, -EINVAL if the pattern is empty, has more than four fields or a line that
 * is not a positive number, or -ENOMEM.
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
 * Context: Any context.
 */
void sdt_pattern_free(struct sdt_pattern *pattern)
{
	kfree(pattern->text);
	pattern->text = NULL;
}

/**
 * sdt_pattern_match_module - test whether a pattern's module field matches
 * @pattern: a pattern that was parsed
 * @module: the module's name
 *
 * Context: Any context.
 * Return: true if it matches.
 */
bool sdt_pattern_match_module(const struct sdt_pattern *pattern,
			      const char *module)
{
	return field_match(pattern->module, module);
}

/**
 * sdt_pattern_match - test whether a pattern matches a probe
 * @pattern: a pattern that was parsed and matches the probe's module
 * @probe: the probe
 *
 * Context: Any context.
 * Return: true if all other fields match.
 */
bool sdt_pattern_match(const struct sdt_pattern *pattern,
		       const struct sdt_probe *probe)
{
	return owner_match(pattern->owner, probe) &&
	       field_match(pattern->function, probe->function) &&
	       field_match(pattern->provider, probe->provider) &&
	       name_match(pattern->name, probe);
}

/* Returns whether the pattern matches the last components of the path. */
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
 * sdt_pattern_match_site - test whether a pattern selects a site
 * @pattern: a pattern that was parsed and matches the site's probe
 * @site: the site
 *
 * Context: Any context.
 * Return: true if file and line match, or the pattern does not have them.
 */
bool sdt_pattern_match_site(const struct sdt_pattern *pattern,
			    const struct sdt_site *site)
{
	return (!pattern->line || pattern->line == site->line) &&
	       (!pattern->file || path_match(pattern->file, site->file));
}
