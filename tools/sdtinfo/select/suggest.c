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

/*
 * Patterns
 *
 * What was typed is a list of words.  Each can belong to any field, as long as their order is that
 * of the fields, and one of them can have a typing mistake.
 */

/* The fields of a pattern, and bits that stand for some of them */
enum field { PROVIDER, MODULE, FUNCTION, NAME, NR_FIELDS };

#define BIT(field)	(1u << (NAME - (field)))

struct words {
	const char *list[NR_FIELDS];
	unsigned int nr;
	bool has_owner;		/* the first of two is a function or a module */
	char *dashed;		/* the last one as a name in the source, "read-entry" of "read__entry" */
};

static struct words words_of(const struct sdt_pattern *pattern)
{
	const char *const typed[] = {
		pattern->provider, pattern->module, pattern->owner, pattern->function, pattern->name,
	};
	struct words words = { .has_owner = pattern->owner };
	size_t i;

	for (i = 0; i < sizeof(typed) / sizeof(typed[0]); i++)
		if (typed[i] && *typed[i])
			words.list[words.nr++] = typed[i];
	words.dashed = xasprintf("%s", words.nr ? words.list[words.nr - 1] : "");
	sdt_dashed_name(words.dashed, words.dashed);
	return words;
}

/* The word if it matches @name, else @name if that is near; NULL: neither */
static const char *meant_by(const char *word, const char *name)
{
	return sdt_glob_match(word, name) ? word : suggest_is_near(word, name) ? name : NULL;
}

static const char *name_meant_by(const char *word, const char *dashed, const struct probe *probe)
{
	const char *const names[] = { probe->name, probe->event, probe->dtrace_event };
	const char *meant = NULL, *near = NULL;
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]) && meant != word; i++) {
		meant = meant_by(word, names[i]);
		near = near ?: meant;
	}
	return meant == word ? word : sdt_glob_match(dashed, probe->name) ? dashed : near;
}

/* What a word is meant to be in a field of the probe */
static const char *field_meant_by(const char *word, enum field field, const struct words *words,
				  const char *module, const struct probe *probe)
{
	switch (field) {
	case PROVIDER:
		return meant_by(word, probe->provider);
	case MODULE:
		return sdt_module_match(word, module) ? word : meant_by(word, module);
	case FUNCTION:
		return meant_by(word, probe->function);
	default:
		return name_meant_by(word, words->dashed, probe);
	}
}

/* As few fields as possible; @has_owner: only the module and the name, the two of "MODULE:NAME" */
static char *pattern_text(const char *const fields[NR_FIELDS], bool has_owner)
{
	char *all, *text;

	if (has_owner)
		return xasprintf("%s:%s", fields[MODULE], fields[NAME]);
	all = xasprintf("%s:%s:%s:%s", fields[PROVIDER], fields[MODULE], fields[FUNCTION],
			fields[NAME]);
	text = xasprintf("%s", all + strspn(all, ":"));
	free(all);
	return text;
}

/* The pattern with the words in the fields of @set, if it then matches the probe */
static char *pattern_of(const struct words *words, unsigned int set, const char *module,
			const struct probe *probe, unsigned int max_mistakes)
{
	const char *fields[NR_FIELDS] = { "", "", "", "" }, *word;
	unsigned int nr = 0, nr_mistakes = 0;
	enum field field;

	for (field = PROVIDER; field < NR_FIELDS; field++) {
		if (!(set & BIT(field)))
			continue;
		word = words->list[nr++];
		fields[field] = field_meant_by(word, field, words, module, probe);
		if (!fields[field])
			return NULL;
		nr_mistakes += fields[field] != word;
	}
	if (nr_mistakes > max_mistakes)
		return NULL;
	return pattern_text(fields, words->has_owner && set == (BIT(MODULE) | BIT(NAME)));
}

/* Sets of fields with a provider come last: few people mean one. */
static char *pattern_for(const struct words *words, const char *module, const struct probe *probe,
			 unsigned int max_mistakes)
{
	unsigned int i, set;
	char *text = NULL;

	for (i = 0; i < 16 && !text; i++) {
		set = (7 - i) & 15;
		if ((unsigned int)__builtin_popcount(set) == words->nr)
			text = pattern_of(words, set, module, probe, max_mistakes);
	}
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

/* One that other tools would take for an event of a module of the catalog */
static char *suggest_other_event(const struct catalog *catalog, const char *word)
{
	char *text = NULL;
	size_t i;

	for (i = 0; i < catalog->nr_modules && !text; i++) {
		text = suggest_event(word);
		if (text)
			text = if_it_matches(text, catalog->modules[i]);
	}
	return text;
}

char *suggest_pattern(const struct catalog *catalog, const struct catalog_pattern *wrong)
{
	const struct probe_table *table;
	unsigned int nr_mistakes;
	struct words words;
	size_t i, j;
	char *text;

	if (wrong->pattern.file)
		return wrong->pattern.line ? suggest_line(catalog, wrong) : NULL;
	text = suggest_other_event(catalog, wrong->text);
	words = words_of(&wrong->pattern);
	for (nr_mistakes = 0; nr_mistakes < 2; nr_mistakes++)
		for (i = 0; i < catalog->nr_modules; i++) {
			table = &catalog->modules[i]->table;
			for (j = 0; j < table->nr_probes && !text; j++)
				text = pattern_for(&words, table->module, &table->probes[j],
						   nr_mistakes);
		}
	free(words.dashed);
	return text;
}
