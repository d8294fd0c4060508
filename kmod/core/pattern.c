// SPDX-License-Identifier: GPL-2.0-only
/*
 * pattern.c - DTrace's four names with wildcards
 *
 * docs/handlers.md describes patterns; tools/sdtinfo/select/pattern.c is sdtinfo's
 * implementation, and tests/clients/sdtinfo.t compares the two.  No state, no lock.
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "core/core.h"

/* A name in one of its spellings, which is read a character at a time. */
struct spelling {
	const char *part[4];	/* what is left of it; NULL: none */
	char joint;		/* what is read between two parts */
	const char *dash;	/* what is read for a '-' in a part */
	const char *rest;	/* what is left of one */
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
 * On a mismatch go back to the last '*' and let it take one character more.
 * Not glob_match(), which gives '[' and '\' a meaning too.
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

/* As the event is called: "io_start", "vfs_lookup_entry"; or as DTrace calls it. */
static struct spelling event_spelling(const struct sdt_probe *probe, char joint,
				      const char *dash)
{
	struct spelling str = { .joint = joint, .dash = dash, .rest = "" };
	unsigned int nr = 0;

	if (strcmp(probe->provider, SDT_DEFAULT_PROVIDER))
		str.part[nr++] = probe->provider;
	if (probe->is_qualified)
		str.part[nr++] = probe->function;
	str.part[nr] = probe->name;
	return str;
}

/* As it is written in DTRACE_PROBE(): "__io_start"; without a @provider, "__start". */
static struct spelling source_spelling(const char *provider, const char *name)
{
	return (struct spelling){
		.part = { "", "", provider ?: name, provider ? name : NULL },
		.joint = '_', .dash = "__", .rest = "",
	};
}

/* Some can be written in two ways. */
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

/* "read-entry", as it is written without a provider, with one, as its event is called */
static bool name_match(const char *pat, const struct sdt_probe *probe)
{
	return field_match(pat, probe->name) ||
	       spelling_match(pat, spelling(probe->name, "__")) ||
	       spelling_match(pat, source_spelling(probe->provider, probe->name)) ||
	       spelling_match(pat, other_source_spelling(probe)) ||
	       spelling_match(pat, event_spelling(probe, '_', "_")) ||
	       spelling_match(pat, event_spelling(probe, '-', "-"));
}

/* The first of two fields is a function, as in DTrace, or an event's group. */
static bool owner_match(const char *pat, const struct sdt_probe *probe)
{
	return field_match(pat, probe->function) ||
	       field_match(pat, probe->module);
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

/* DTrace fills the fields from the right. */
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
 * Return: whether the other fields match.
 */
bool sdt_pattern_match(const struct sdt_pattern *pattern,
		       const struct sdt_probe *probe)
{
	return owner_match(pattern->owner, probe) &&
	       field_match(pattern->function, probe->function) &&
	       field_match(pattern->provider, probe->provider) &&
	       name_match(pattern->name, probe);
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
