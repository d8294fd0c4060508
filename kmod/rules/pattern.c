// SPDX-License-Identifier: GPL-2.0-only
/*
 * pattern.c - DTrace's four names with wildcards
 *
 * docs/patterns.md describes patterns.
 */
#include "rules/rules.h"

/*
 * '[' and '\' are ordinary characters, so glob_match() cannot be used.  On a mismatch, the last
 * '*' takes one more character.
 */
static bool match(const char *pattern, const char *text, char dash)
{
	const char *star = NULL, *taken = NULL;

	if (!pattern || !*pattern)
		return true;
	for (;;) {
		if (*pattern == '*') {
			star = ++pattern;
			taken = text;
		} else if (*text && (*pattern == '?' || *pattern == *text ||
				     (*pattern == '-' && *text == dash))) {
			pattern++;
			text++;
		} else if (!*text && !*pattern) {
			return true;
		} else if (star && *taken) {
			pattern = star;
			text = ++taken;
		} else {
			return false;
		}
	}
}

/**
 * sdt_glob_match - compare a text with '*' and '?'
 * @pattern: the pattern; NULL or "" matches everything
 * @text: the text
 *
 * Return: true if all of @text matches.
 */
bool sdt_glob_match(const char *pattern, const char *text)
{
	return match(pattern, text, '-');
}

/**
 * sdt_module_match - compare the name of a module with '*' and '?'
 * @pattern: the pattern; NULL or "" matches everything
 * @module: the module's name, which has no '-': one in @pattern stands for '_', as for modprobe
 *
 * Return: true if all of @module matches.
 */
bool sdt_module_match(const char *pattern, const char *module)
{
	return match(pattern, module, '_');
}

/* Returns 0 if @text is not a number from 1 that fits. */
static u32 line_number(const char *text)
{
	u64 line = 0;

	do {
		if (*text < '0' || *text > '9')
			return 0;
		line = line * 10 + (*text++ - '0');
		if (line != (u32)line)
			return 0;
	} while (*text);
	return line;
}

/* "file:line" or "file", where the file may contain ':' */
static const char *split_place(struct sdt_pattern *pattern, char *text)
{
	char *line = strrchr(text, ':');

	pattern->file = text;
	if (!line)
		return *text ? NULL : "there is no file after '@'";
	*line++ = '\0';
	pattern->line = line_number(line);
	return *text && pattern->line ? NULL :
	       "after '@' it needs FILE or FILE:LINE, with a line number from 1";
}

/* As in DTrace, missing fields are those on the left. */
static const char *split_names(struct sdt_pattern *pattern, char *text)
{
	const char **const fields[] = {
		&pattern->name, &pattern->function, &pattern->module,
		&pattern->provider,
	};
	char *colon;

	do {
		if (pattern->nr_fields == ARRAY_SIZE(fields))
			return "it has more fields than PROVIDER:MODULE:FUNCTION:NAME";
		colon = strrchr(text, ':');
		*fields[pattern->nr_fields++] = colon ? colon + 1 : text;
		if (colon)
			*colon = '\0';
	} while (colon);
	if (pattern->nr_fields == 2) {
		pattern->owner = pattern->function;
		pattern->function = NULL;
	}
	return NULL;
}

/**
 * sdt_pattern_split - read a pattern
 * @pattern: filled; refers to @text
 * @text: "provider:module:function:name" or the last fields of it, optionally followed
 *	  by "@file:line" or "@file"; is changed
 *
 * Return: NULL, or the rest of a sentence that says why @text is not a pattern.
 */
const char *sdt_pattern_split(struct sdt_pattern *pattern, char *text)
{
	char *place = strchr(text, '@');
	const char *wrong = NULL;

	*pattern = (struct sdt_pattern){ .text = text };
	if (!*text)
		return "it is empty";
	if (place) {
		*place++ = '\0';
		wrong = split_place(pattern, place);
	}
	return wrong ? wrong : split_names(pattern, text);
}

/*
 * The name as DTrace has it, as the event of trace clients, as the event of dtrace(1).  A single
 * word can also be the module.
 */
static bool match_name(const struct sdt_pattern *pattern, const struct sdt_names *names)
{
	return sdt_glob_match(pattern->name, names->name) ||
	       sdt_glob_match(pattern->name, names->event) ||
	       sdt_glob_match(pattern->name, names->dtrace_event) ||
	       (pattern->nr_fields == 1 && sdt_module_match(pattern->name, names->module));
}

/**
 * sdt_pattern_match - test whether a pattern matches a probe
 * @pattern: the pattern, which matches the probe's module
 * @names: the probe
 *
 * Return: true if all fields match.
 */
bool sdt_pattern_match(const struct sdt_pattern *pattern, const struct sdt_names *names)
{
	/* The first of two fields is a function, as in DTrace, or a module, as in tracefs. */
	return (sdt_glob_match(pattern->owner, names->function) ||
		sdt_module_match(pattern->owner, names->module)) &&
	       sdt_glob_match(pattern->function, names->function) &&
	       sdt_glob_match(pattern->provider, names->provider) &&
	       match_name(pattern, names);
}

/**
 * sdt_pattern_match_site - test whether a pattern selects a site
 * @pattern: the pattern, which matches the site's probe
 * @file: the path of the site's source file
 * @line: its line there
 *
 * Return: true if the line is the pattern's and the last components of the path match its
 * file, or the pattern does not have them.
 */
bool sdt_pattern_match_site(const struct sdt_pattern *pattern, const char *file, u32 line)
{
	if (pattern->line && pattern->line != line)
		return false;
	while (!sdt_glob_match(pattern->file, file)) {
		file = strchr(file, '/');
		if (!file)
			return false;
		file++;
	}
	return true;
}
