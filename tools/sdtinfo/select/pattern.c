// SPDX-License-Identifier: GPL-2.0-only
/*
 * pattern.c - patterns, and what was meant by one that matches nothing
 *
 * Serves the verbs that choose probes.  kmod/rules/pattern.c has the rules.
 */
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "pattern.h"
#include "table/probe.h"

const char *pattern_parse(struct sdt_pattern *pattern, const char *text)
{
	return sdt_pattern_split(pattern, xasprintf("%s", text));
}

void pattern_free(struct sdt_pattern *pattern)
{
	free(pattern->text);
	memset(pattern, 0, sizeof(*pattern));
}

bool pattern_match(const struct sdt_pattern *pattern, const char *module,
		   const struct probe *probe)
{
	const struct sdt_names names = probe_rule_names(probe, module);

	return sdt_pattern_match_module(pattern, module) &&
	       sdt_pattern_match(pattern, &names);
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
	doubt->matches |= sdt_glob_match(typed, name);
	if (!doubt->matches && !doubt->meant && suggest_is_near(typed, name))
		doubt->meant = xasprintf("%s", name);
}

/* The name as in the source: "read__entry" was to be "read-entry". */
static void doubt_source_name(struct doubt *doubt, const char *typed, const char *name)
{
	char *meant, *to;
	bool dash;

	if (doubt->matches || doubt->meant)
		return;
	meant = xasprintf("%s", typed);
	to = meant;
	for (; *typed; typed += 1 + dash) {
		dash = typed[0] == '_' && typed[1] == '_';
		*to++ = dash ? '-' : *typed;
	}
	*to = '\0';
	if (sdt_glob_match(meant, name))
		doubt->meant = meant;
	else
		free(meant);
}

static void doubt_name(struct doubt *doubt, const struct sdt_pattern *pattern,
		       const struct probe *probe)
{
	doubt_source_name(doubt, pattern->name, probe->name);
	doubt_field(doubt, pattern->name, probe->name);
	doubt_field(doubt, pattern->name, probe->event);
	doubt_field(doubt, pattern->name, probe->dtrace_event);
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
static char *corrected(const struct sdt_pattern *pattern, const char *module,
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
	struct sdt_pattern pattern;
	unsigned int i;

	for (i = 0; i < 4; i++)
		fields[i] = (mask & (8 >> i)) ? *words++ : "";
	pattern = (struct sdt_pattern){
		.provider = fields[0],
		.module = fields[1],
		.function = fields[2],
		.name = fields[3],
	};
	return pattern_match(&pattern, module, probe) ? pattern_text(fields) : NULL;
}

/* The same words in other fields: "zfs::start" for "zfs:::start" */
static char *moved(const struct sdt_pattern *pattern, const char *module,
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

char *pattern_suggest(const struct sdt_pattern *pattern, const char *module,
		      const struct probe *probe)
{
	char *text;

	if (pattern->file)
		return NULL;
	text = corrected(pattern, module, probe);
	return text ? text : moved(pattern, module, probe);
}
