// SPDX-License-Identifier: GPL-2.0-only
/*
 * suggest.c - what was meant by a word that is not a pattern, or matches nothing
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/util.h"
#include "selection.h"

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

static void doubt_module(struct doubt *doubt, const char *typed, const char *module)
{
	doubt->matches |= sdt_module_match(typed, module);
	doubt_field(doubt, typed, module);
}

/* The name as in the source: "read__entry" means "read-entry". */
static void doubt_source_name(struct doubt *doubt, const char *typed, const char *name)
{
	char *meant;

	if (doubt->matches || doubt->meant)
		return;
	meant = xasprintf("%s", typed);
	sdt_dashed_name(meant, meant);
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

char *suggest_place(const char *text)
{
	const size_t length = strcspn(text, ":@");
	const char *line = text + length + !!text[length];

	if (!text_ends_with(text, length, ".c") && !text_ends_with(text, length, ".h"))
		return NULL;
	if ((text[length] && !*line) || line[strspn(line, "0123456789")])
		return NULL;
	return xasprintf("@%.*s%s%s", (int)length, text, *line ? ":" : "", line);
}

char *suggest_event(const char *text)
{
	static const char *const prefixes[] = { "tracepoint:", "t:" };
	static const char letters[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-*?";
	const char *event = text, *name;
	size_t i;

	for (i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]) && event == text; i++)
		if (!strncmp(text, prefixes[i], strlen(prefixes[i])))
			event += strlen(prefixes[i]);
	i = strspn(event, letters);
	name = event + i + !!event[i];
	if (!i || !*name || name[strspn(name, letters)] ||
	    !strchr(event > text ? ":/." : "/.", event[i]))
		return NULL;
	return xasprintf("%.*s:%s", (int)i, event, name);
}

static bool is_program(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISREG(st.st_mode) && !access(path, X_OK);
}

char *suggest_command(const char *word)
{
	char *paths = xasprintf("%s", getenv("PATH") ?: ""), *rest = paths, *folder, *path;
	bool found = strchr(word, '/') && is_program(word);

	while (!found && !strchr(word, '/') && (folder = strsep(&rest, ":"))) {
		path = xasprintf("%s/%s", folder, word);
		found = is_program(path);
		free(path);
	}
	free(paths);
	return found ? xasprintf("-- %s", word) : NULL;
}

/* The fields as they were typed, with what was meant in place of the wrong one */
static char *pattern_of_doubts(const struct doubt *doubts, unsigned int nr)
{
	char *text = xasprintf("%s", "");

	while (nr--)
		text = xappend(text, "%s%s",
			       doubts[nr].matches ? doubts[nr].typed : doubts[nr].meant,
			       nr ? ":" : "");
	return text;
}

/* One field with a typing mistake */
static char *pattern_corrected(const struct sdt_pattern *pattern, const char *module,
			       const struct probe *probe)
{
	struct doubt doubts[4] = { 0 };	/* from the right */
	unsigned int i, wrong = 0, hopeless = 0;
	char *text = NULL;

	doubt_name(&doubts[0], pattern, probe);
	if (pattern->owner) {
		doubt_field(&doubts[1], pattern->owner, probe->function);
		doubt_module(&doubts[1], pattern->owner, module);
	} else if (pattern->nr_fields > 2) {
		doubt_field(&doubts[1], pattern->function, probe->function);
		doubt_module(&doubts[2], pattern->module, module);
		doubt_field(&doubts[3], pattern->provider, probe->provider);
	}
	for (i = 0; i < pattern->nr_fields; i++) {
		wrong += !doubts[i].matches;
		hopeless += !doubts[i].matches && !doubts[i].meant;
	}
	if (wrong == 1 && !hopeless)
		text = pattern_of_doubts(doubts, pattern->nr_fields);
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
static char *pattern_of_words(const char *const *words, unsigned int mask, const char *module,
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

/* The same words in other fields: "zfs::start" for "zfs:::start"; @name is the last one */
static char *pattern_moved(const struct sdt_pattern *pattern, const char *name,
			   const char *module, const struct probe *probe)
{
	const char *const typed[] = {
		pattern->provider, pattern->module, pattern->owner, pattern->function, name,
	};
	const char *words[4];
	unsigned int i, mask, nr = 0;
	char *text = NULL;

	for (i = 0; i < sizeof(typed) / sizeof(typed[0]); i++)
		if (typed[i] && *typed[i])
			words[nr++] = typed[i];
	/* Fields with a provider come last: few people mean one. */
	for (i = 0; i < 16 && !text; i++) {
		mask = (7 - i) & 15;
		if ((unsigned int)__builtin_popcount(mask) == nr)
			text = pattern_of_words(words, mask, module, probe);
	}
	return text;
}

/*
 * A pattern that matches the probe, which @pattern does not, if one field of @pattern is a
 * typing mistake away from that, or if its words do in other fields, also with such a mistake
 * in the name; else NULL
 */
static char *pattern_suggest(const struct sdt_pattern *pattern, const char *module,
			     const struct probe *probe)
{
	struct doubt name = { 0 };
	char *text;

	if (pattern->file)
		return NULL;
	text = pattern_corrected(pattern, module, probe);
	if (!text)
		text = pattern_moved(pattern, pattern->name, module, probe);
	if (text)
		return text;
	doubt_name(&name, pattern, probe);
	if (name.meant)
		text = pattern_moved(pattern, name.meant, module, probe);
	free(name.meant);
	return text;
}

/* The text, if it is a pattern that matches a probe of a module; else it is freed, and NULL */
static char *if_it_matches(char *text, const struct module *module)
{
	char *copy = xasprintf("%s", text);
	struct sdt_pattern pattern;
	bool matches = false;
	size_t i;

	if (!sdt_pattern_split(&pattern, copy))
		for (i = 0; i < module->table.nr_probes && !matches; i++)
			matches = pattern_match_probe(&pattern, module, i);
	free(copy);
	if (!matches)
		free(text);
	return matches ? text : NULL;
}

static uint32_t nearer(uint32_t wanted, uint32_t a, uint32_t b)
{
	return !b || llabs((long long)a - wanted) < llabs((long long)b - wanted) ? a : b;
}

/* "@rev_dev.c:56" with the nearest line that has a site; NULL: the file has none; likewise */
static char *suggest_line(const struct catalog *catalog, const struct catalog_pattern *wrong)
{
	struct sdt_pattern pattern = wrong->pattern;
	const struct probe_site *sites;
	const struct module *module;
	uint32_t line = 0;
	size_t i, j, k, nr;

	pattern.line = 0;
	for (i = 0; i < catalog->nr_modules; i++) {
		module = catalog->modules[i];
		for (j = 0; j < module->table.nr_probes; j++) {
			if (!pattern_match(&pattern, module->table.module, &module->table.probes[j]))
				continue;
			sites = module_sites(module, &module->table.probes[j], &nr);
			for (k = 0; k < nr; k++)
				if (!sites[k].is_enabled &&
				    sdt_pattern_match_site(&pattern, sites[k].file, sites[k].line))
					line = nearer(wrong->pattern.line, sites[k].line, line);
		}
	}
	return line ? xasprintf("%.*s:%u", (int)(strrchr(wrong->text, ':') - wrong->text),
				wrong->text, line) : NULL;
}

char *suggest_pattern(const struct catalog *catalog, const struct catalog_pattern *wrong)
{
	const struct probe_table *table;
	char *text = NULL;
	size_t i, j;

	if (wrong->pattern.line)
		return suggest_line(catalog, wrong);
	for (i = 0; i < catalog->nr_modules && !text; i++) {
		table = &catalog->modules[i]->table;
		text = suggest_event(wrong->text);
		if (text)
			text = if_it_matches(text, catalog->modules[i]);
		for (j = 0; j < table->nr_probes && !text; j++)
			text = pattern_suggest(&wrong->pattern, table->module,
					       &table->probes[j]);
	}
	return text;
}
