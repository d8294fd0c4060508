/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * pattern.c - DTrace's four names with wildcards, as sdt.ko takes them
 *
 * Serves the verbs that choose probes.
 */
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "pattern.h"

/* As in the shell, but '[' and '\' are characters like others. */
static bool field_match(const char *pattern, const char *text)
{
	const char *star = NULL, *taken = NULL;

	if (!pattern || !*pattern)
		return true;
	for (;;) {
		if (*pattern == '*') {
			star = ++pattern;
			taken = text;
		} else if (*text && (*pattern == '?' || *pattern == *text)) {
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

/* "file:line" or "file", which may hold ':' before that */
static const char *parse_place(struct pattern *pattern, char *text)
{
	char *colon = strrchr(text, ':');
	unsigned long long line;

	pattern->file = text;
	if (!colon)
		return *text ? NULL : "there is no file behind '@'";
	*colon++ = '\0';
	line = strtoull(colon, NULL, 10);
	if (!*text || strspn(colon, "0123456789") != strlen(colon) ||
	    !line || line > UINT32_MAX)
		return "behind '@' stands FILE:LINE or FILE, and a line is a number from 1";
	pattern->line = line;
	return NULL;
}

static const char *parse_names(struct pattern *pattern, char *text)
{
	const char **fields[] = {
		&pattern->provider, &pattern->module, &pattern->function,
		&pattern->name,
	};
	char *colon;
	int i;

	for (i = 3; i >= 0; i--) {
		colon = strrchr(text, ':');
		*fields[i] = colon ? colon + 1 : text;
		if (!colon)
			return NULL;
		*colon = '\0';
	}
	return "it has more than PROVIDER:MODULE:FUNCTION:NAME";
}

const char *pattern_parse(struct pattern *pattern, const char *text)
{
	const char *wrong = NULL;
	char *place;

	memset(pattern, 0, sizeof(*pattern));
	if (!*text)
		return "it is empty";
	pattern->text = xasprintf("%s", text);
	place = strchr(pattern->text, '@');
	if (place) {
		*place++ = '\0';
		wrong = parse_place(pattern, place);
	}
	return wrong ? wrong : parse_names(pattern, pattern->text);
}

void pattern_free(struct pattern *pattern)
{
	free(pattern->text);
	memset(pattern, 0, sizeof(*pattern));
}

bool pattern_match_module(const struct pattern *pattern, const char *module)
{
	return field_match(pattern->module, module);
}

bool pattern_match(const struct pattern *pattern, const struct probe *probe)
{
	return field_match(pattern->name, probe->name) &&
	       field_match(pattern->function, probe->function) &&
	       field_match(pattern->provider, probe->provider);
}

/* A path is named by its last components. */
bool pattern_match_site(const struct pattern *pattern, const char *file,
			uint32_t line)
{
	if (pattern->line && pattern->line != line)
		return false;
	while (!field_match(pattern->file, file)) {
		file = strchr(file, '/');
		if (!file++)
			return false;
	}
	return true;
}
