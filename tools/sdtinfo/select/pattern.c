// SPDX-License-Identifier: GPL-2.0-only
/*
 * pattern.c - DTrace's four names with wildcards, as sdt.ko accepts them
 *
 * Serves the verbs that choose probes.  docs/patterns.md has the rules.
 */
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "pattern.h"
#include "table/probe.h"

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

/*
 * The spellings of a probe's name: DTrace's "read-entry", the author's "read__entry",
 * that with the provider, "__io_read__entry", in two ways for some, and the event's in
 * both layouts, "io_read_entry" and "io-read-entry"
 */
#define NR_SPELLINGS	6

static char *source_spelling(const char *written, const struct probe *probe)
{
	char *provider = probe_raw_name(written);
	char *name = probe_raw_name(probe->name);
	char *text = xasprintf("__%s%s%s", provider, *provider ? "_" : "", name);

	free(name);
	free(provider);
	return text;
}

/* Another spelling of the provider in a probe's name, or NULL */
static const char *other_provider(const struct probe *probe)
{
	if (!strcmp(probe->provider, SDT_DEFAULT_PROVIDER))
		return "";
	if (!strcmp(probe->provider, "sysinfo"))
		return "cpu_sysinfo";
	if (!strcmp(probe->provider, "vminfo"))
		return "cpu_vminfo";
	return probe->provider;
}

/* Caller frees. */
static char *spelling(const struct probe *probe, unsigned int i)
{
	switch (i) {
	case 0:
		return xasprintf("%s", probe->name);
	case 1:
		return probe_raw_name(probe->name);
	case 2:
		return source_spelling(probe->provider, probe);
	case 3:
		return source_spelling(other_provider(probe), probe);
	case 4:
		return xasprintf("%s", probe->event);
	default:
		return xasprintf("%s", probe->dtrace_event);
	}
}

static bool name_match(const char *pattern, const struct probe *probe)
{
	bool match = field_match(pattern, probe->name);
	unsigned int i;
	char *name;

	for (i = 1; i < NR_SPELLINGS && !match; i++) {
		name = spelling(probe, i);
		match = field_match(pattern, name);
		free(name);
	}
	return match;
}

/* "file:line" or "file", where the file may contain ':' */
static const char *parse_place(struct pattern *pattern, char *text)
{
	char *colon = strrchr(text, ':');
	unsigned long long line;

	pattern->file = text;
	if (!colon)
		return *text ? NULL : "there is no file after '@'";
	*colon++ = '\0';
	line = strtoull(colon, NULL, 10);
	if (!*text || strspn(colon, "0123456789") != strlen(colon) ||
	    !line || line > UINT32_MAX)
		return "after '@' it needs FILE or FILE:LINE, with a line number from 1";
	pattern->line = line;
	return NULL;
}

/* DTrace fills the fields from the right. */
static const char *parse_names(struct pattern *pattern, char *text)
{
	const char **fields[] = {
		&pattern->name, &pattern->function, &pattern->module,
		&pattern->provider,
	};
	char *colon;

	do {
		if (pattern->nr_fields == 4)
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

static bool owner_match(const char *owner, const char *module,
			const struct probe *probe)
{
	return field_match(owner, probe->function) || field_match(owner, module);
}

bool pattern_match(const struct pattern *pattern, const char *module,
		   const struct probe *probe)
{
	return owner_match(pattern->owner, module, probe) &&
	       field_match(pattern->function, probe->function) &&
	       field_match(pattern->provider, probe->provider) &&
	       name_match(pattern->name, probe);
}

/* The last components of a path match it. */
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

/*
 * Did you mean
 */

/* A field that was typed, and what it was meant to be, unless it matches */
struct doubt {
	const char *typed;
	bool matches;
	char *meant;		/* NULL: not known */
};

static void doubt_field(struct doubt *doubt, const char *typed, const char *name)
{
	doubt->typed = typed;
	doubt->matches |= field_match(typed, name);
	if (!doubt->matches && !doubt->meant && suggest_is_near(typed, name))
		doubt->meant = xasprintf("%s", name);
}

static void doubt_name(struct doubt *doubt, const struct pattern *pattern,
		       const struct probe *probe)
{
	unsigned int i;
	char *name;

	for (i = 0; i < NR_SPELLINGS; i++) {
		name = spelling(probe, i);
		doubt_field(doubt, pattern->name, name);
		free(name);
	}
}

/* The fields as they were typed, with what was meant in place of the wrong one */
static char *suggestion(const struct doubt *doubts, unsigned int nr)
{
	char *text = xasprintf("%s", ""), *longer;

	while (nr--) {
		longer = xasprintf("%s%s%s", text, doubts[nr].matches ?
				   doubts[nr].typed : doubts[nr].meant,
				   nr ? ":" : "");
		free(text);
		text = longer;
	}
	return text;
}

/* One field with a typing mistake */
static char *corrected(const struct pattern *pattern, const char *module,
		       const struct probe *probe)
{
	struct doubt doubts[4] = { 0 };	/* from the right */
	unsigned int i, wrong = 0, hopeless = 0;
	char *text = NULL;

	doubt_name(&doubts[0], pattern, probe);
	if (pattern->owner) {
		doubt_field(&doubts[1], pattern->owner, probe->function);
		doubt_field(&doubts[1], pattern->owner, module);
	} else if (pattern->nr_fields > 2) {
		doubt_field(&doubts[1], pattern->function, probe->function);
		doubt_field(&doubts[2], pattern->module, module);
		doubt_field(&doubts[3], pattern->provider, probe->provider);
	}
	for (i = 0; i < pattern->nr_fields; i++) {
		wrong += !doubts[i].matches;
		hopeless += !doubts[i].matches && !doubts[i].meant;
	}
	if (wrong == 1 && !hopeless)
		text = suggestion(doubts, pattern->nr_fields);
	for (i = 0; i < 4; i++)
		free(doubts[i].meant);
	return text;
}

/* As few fields as possible; caller frees. */
static char *pattern_text(const char *const fields[4])
{
	char *all = xasprintf("%s:%s:%s:%s", fields[0], fields[1], fields[2], fields[3]);
	char *text = xasprintf("%s", all + strspn(all, ":"));

	free(all);
	return text;
}

/* The words @words, in their order, in the fields whose bits are in @mask: 8 is the first */
static char *matching(const char *const *words, unsigned int mask, const char *module,
		      const struct probe *probe)
{
	const char *fields[4];
	struct pattern pattern;
	unsigned int i;

	for (i = 0; i < 4; i++)
		fields[i] = (mask & (8 >> i)) ? *words++ : "";
	pattern = (struct pattern){
		.provider = fields[0],
		.module = fields[1],
		.function = fields[2],
		.name = fields[3],
	};
	return pattern_match_module(&pattern, module) &&
	       pattern_match(&pattern, module, probe) ? pattern_text(fields) : NULL;
}

/* The same words in other fields: "zfs::start" for "zfs:::start" */
static char *moved(const struct pattern *pattern, const char *module,
		   const struct probe *probe)
{
	const char *const typed[] = {
		pattern->provider, pattern->module, pattern->owner, pattern->function,
		pattern->name,
	};
	const char *words[4];
	unsigned int i, mask, nr = 0;
	char *text = NULL;

	for (i = 0; i < sizeof(typed) / sizeof(typed[0]); i++)
		if (typed[i] && *typed[i])
			words[nr++] = typed[i];
	/* With a provider last: few people mean one */
	for (i = 0; i < 16 && !text; i++) {
		mask = (7 - i) & 15;
		if ((unsigned int)__builtin_popcount(mask) == nr)
			text = matching(words, mask, module, probe);
	}
	return text;
}

char *pattern_suggest(const struct pattern *pattern, const char *module,
		      const struct probe *probe)
{
	char *text;

	if (pattern->file)
		return NULL;
	text = corrected(pattern, module, probe);
	return text ? text : moved(pattern, module, probe);
}
