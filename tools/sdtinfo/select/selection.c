// SPDX-License-Identifier: GPL-2.0-only
/*
 * selection.c - select the probes that a command line names
 *
 * Serves list, args, gen, trace, top and latency.
 */
#include <errno.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "loaded/loaded.h"
#include "lib/access.h"
#include "lib/error.h"
#include "lib/util.h"
#include "selection.h"

/*
 * Reading modules, and choosing
 */

/* Do the first @length characters of a word end so? */
static bool ends_with(const char *word, size_t length, const char *end)
{
	const size_t n = strlen(end);

	return length >= n && !strncmp(word + length - n, end, n);
}

bool selection_is_file(const char *word)
{
	static const char *const ends[] = {
		".ko", ".ko.xz", ".ko.zst", ".ko.gz",
	};
	size_t i;

	for (i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
		if (ends_with(word, strlen(word), ends[i]))
			return true;
	return false;
}

/* Does it name the probe? */
static bool pattern_match(const struct sdt_pattern *pattern, const char *module,
			  const struct probe *probe)
{
	const struct sdt_names names = probe_rule_names(probe, module);

	return sdt_pattern_match_module(pattern, module) &&
	       sdt_pattern_match(pattern, &names);
}

/* Does one of the sites that fire a probe match? */
static bool matches_site(const struct sdt_pattern *pattern,
			 const struct module *module, size_t probe)
{
	const struct probe_site *sites;
	size_t i, nr;

	sites = module_sites(module, &module->table.probes[probe], &nr);
	for (i = 0; i < nr; i++)
		if (!sites[i].is_enabled &&
		    sdt_pattern_match_site(pattern, sites[i].file, sites[i].line))
			return true;
	return false;
}

static bool matches_probe(const struct sdt_pattern *pattern,
			  const struct module *module, size_t probe)
{
	const struct probe_table *table = &module->table;

	return pattern_match(pattern, table->module, &table->probes[probe]) &&
	       (!pattern->file || matches_site(pattern, module, probe));
}

bool catalog_has_site(const struct catalog *catalog,
		      const struct module *module, const struct probe *probe,
		      const struct probe_site *site)
{
	const struct sdt_pattern *pattern;
	size_t i;

	for (i = 0; i < catalog->nr_patterns; i++) {
		pattern = &catalog->patterns[i].pattern;
		if (pattern_match(pattern, module->table.module, probe) &&
		    (!pattern->file ||
		     sdt_pattern_match_site(pattern, site->file, site->line)))
			return true;
	}
	return !catalog->nr_patterns;
}

static bool is_chosen(struct catalog *catalog,
		      const struct module *module, size_t probe)
{
	bool chosen = !catalog->nr_patterns;
	size_t i;

	for (i = 0; i < catalog->nr_patterns; i++)
		if (matches_probe(&catalog->patterns[i].pattern, module, probe)) {
			catalog->patterns[i].nr_probes++;
			chosen = true;
		}
	return chosen;
}

static void choose_from(struct catalog *catalog, const struct module *module)
{
	const struct probe_table *table = &module->table;
	size_t i;

	for (i = 0; i < table->nr_probes; i++) {
		catalog->nr_ids++;
		if (!is_chosen(catalog, module, i))
			continue;
		catalog->probes = xroom_for_one(catalog->probes, catalog->nr_probes,
						sizeof(*catalog->probes));
		catalog->probes[catalog->nr_probes++] = (struct catalog_probe){
			module, &table->probes[i], catalog->nr_ids,
		};
	}
}

static void catalog_add_module(struct catalog *catalog, struct module *module)
{
	catalog->modules = xroom_for_one(catalog->modules, catalog->nr_modules,
					 sizeof(*catalog->modules));
	catalog->modules[catalog->nr_modules++] = module;
	choose_from(catalog, module);
}

static bool needs_sites(const struct catalog *catalog)
{
	size_t i;

	for (i = 0; i < catalog->nr_patterns; i++)
		if (catalog->patterns[i].pattern.file)
			return true;
	return catalog->with_sites;
}

/* Not all of many files are open at once. */
static enum exit_code catalog_read_file(struct catalog *catalog, const char *path,
					bool is_named)
{
	struct module *module = xcalloc(1, sizeof(*module));
	enum exit_code code = module_read(module, path);

	if (code == EXIT_NO_PROBES && is_named)
		module_no_probes(module);
	module_close(module);
	if (code == EXIT_DONE) {
		catalog_add_module(catalog, module);
	} else {
		module_free(module);
		free(module);
	}
	return code;
}

static int files_by_name(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

static enum exit_code find_modules(struct name_list *paths, const char *folder)
{
	char *folders[] = { (char *)folder, NULL };
	enum exit_code code = EXIT_DONE;
	FTSENT *entry;
	FTS *fts;

	fts = fts_open(folders, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR,
		       files_by_name);
	if (!fts) {
		error_file(folder, "%s", strerror(errno));
		return EXIT_FAILED;
	}
	while ((errno = 0, entry = fts_read(fts))) {
		switch (entry->fts_info) {
		case FTS_F:
		case FTS_SL:	/* as those in weak-updates */
			if (selection_is_file(entry->fts_name))
				names_add(paths, entry->fts_path);
			break;
		case FTS_DNR:
		case FTS_ERR:
		case FTS_NS:
			error_file(entry->fts_path, "%s",
				   strerror(entry->fts_errno));
			code = EXIT_FAILED;
			break;
		}
	}
	if (errno) {
		error_file(folder, "%s", strerror(errno));
		code = EXIT_FAILED;
	}
	fts_close(fts);
	if (code == EXIT_DONE && !paths->nr) {
		error_file(folder, "no modules in it");
		code = EXIT_FAILED;
	}
	return code;
}

/* Modules without probes, like most of a kernel's, are not reported. */
static enum exit_code catalog_read_folder(struct catalog *catalog, const char *folder)
{
	struct name_list paths = { 0 };
	enum exit_code file_code, code = find_modules(&paths, folder);
	size_t i;

	for (i = 0; i < paths.nr; i++) {
		out_progress("reading modules", i, paths.nr);
		file_code = catalog_read_file(catalog, paths.list[i], false);
		if (file_code != EXIT_NO_PROBES)
			code = exit_worse(code, file_code);
	}
	out_progress_end();
	names_free(&paths);
	return code;
}

static enum exit_code catalog_read_running(struct catalog *catalog)
{
	struct loaded_modules loaded;
	enum exit_code code;
	size_t i;

	code = loaded_modules_read(&loaded, NULL,
				   needs_sites(catalog) ? LOADED_SITES : LOADED_TABLES);
	for (i = 0; i < loaded.nr_modules; i++) {
		if (loaded.modules[i]->findings.count) {
			findings_report(&loaded.modules[i]->findings,
					loaded.modules[i]->name);
			code = EXIT_FAILED;
			continue;
		}
		catalog_add_module(catalog, loaded.modules[i]);
		loaded.modules[i] = NULL;
	}
	catalog->refused = loaded.refused;
	loaded.refused = NULL;
	loaded_modules_free(&loaded);
	return code;
}

/* What a file lacks or has wrong was reported; EXIT_NO_PROBES: a file has no probes. */
static enum exit_code read_catalog(struct selection *selection)
{
	enum exit_code code = EXIT_DONE;
	size_t i;

	for (i = 0; i < selection->nr_files; i++)
		code = exit_worse(code, catalog_read_file(&selection->catalog,
							  selection->files[i], true));
	if (selection->folder)
		code = exit_worse(code, catalog_read_folder(&selection->catalog,
							    selection->folder));
	if (!selection->nr_files && !selection->folder)
		code = catalog_read_running(&selection->catalog);
	return code;
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

static void doubt_module(struct doubt *doubt, const char *typed, const char *module)
{
	doubt->matches |= sdt_module_match(typed, module);
	doubt_field(doubt, typed, module);
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

/* "rev_dev.c:20", "rev_dev.c@20" or "rev_dev.c", as a pattern; NULL: it is none; caller frees */
static char *suggest_place(const char *text)
{
	const size_t length = strcspn(text, ":@");
	const char *line = text + length + !!text[length];

	if (!ends_with(text, length, ".c") && !ends_with(text, length, ".h"))
		return NULL;
	if ((text[length] && !*line) || line[strspn(line, "0123456789")])
		return NULL;
	return xasprintf("@%.*s%s%s", (int)length, text, *line ? ":" : "", line);
}

/*
 * An event as other tools name it, "tracepoint:revdev:write_entry", "revdev/write_entry" or
 * "revdev.write_entry", as a pattern; likewise
 */
static char *suggest_event(const char *text)
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

/* A program, by its path or as the shell finds it, without the "--" before it; likewise */
static char *suggest_command(const char *word)
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
	/* With a provider last: few people mean one */
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

/*
 * The command line
 */

bool selection_option(struct selection *selection, int letter, const char *value)
{
	switch (letter) {
	case 'a':
		selection->all = true;
		return true;
	case 'k':
		selection->kernel = value;
		return true;
	case 'P':
		selection->providers = true;
		return true;
	case 'v':
		selection->verbose = true;
		return true;
	default:
		return json_option(&selection->form, letter);
	}
}

error_t selection_parse(int key, char *value, struct argp_state *state)
{
	return selection_option(state->input, key, value) ? 0 : ARGP_ERR_UNKNOWN;
}

static bool is_object_file(const char *word)
{
	size_t length = strlen(word);

	return length > 2 && !strcmp(word + length - 2, ".o");
}

/* Can it only be meant as a file?  What follows an '@' is the place of a probe. */
static bool is_path(const char *word)
{
	return memchr(word, '/', strcspn(word, "@")) ||
	       (is_object_file(word) && !strchr(word, '@')) ||
	       !strcmp(word, ".") || !strcmp(word, "..") || !strcmp(word, "-");
}

/* The suggestion for a word that is not a pattern or matches nothing, or NULL; caller frees */
static char *suggest_other(const struct selection *selection, const char *word)
{
	const struct argp_option *option;
	char *meant = suggest_place(word);

	for (option = selection->options; option && option->name && !meant; option++)
		if (!strcmp(option->name, word))
			meant = xasprintf("--%s", word);
	if (!meant && selection->first && word != selection->first)
		meant = suggest_command(word);
	return meant;
}

static void refuse_path(const struct selection *selection, const char *word)
{
	char *meant = suggest_other(selection, word);
	struct stat st;

	if (!strcmp(word, "-"))
		error_usage("'-' is standard input, which is not read: name FILE.ko or a pattern");
	if (!stat(word, &st) && S_ISDIR(st.st_mode))
		error_usage("'%s' is a directory: name the modules in it, FILE.ko", word);
	if (is_object_file(word))
		error_usage("'%s' is an object of a module: name the module, FILE.ko", word);
	if (!meant && stat(word, &st))
		meant = suggest_event(word);
	if (!meant && selection->first)
		error_usage("'%s' is neither a pattern nor FILE.ko; '--' begins a COMMAND", word);
	error_usage("'%s' is neither a pattern nor FILE.ko%s", word, suggest_text(meant));
}

static void add_pattern(struct selection *selection, const char *text)
{
	struct catalog *catalog = &selection->catalog;
	struct catalog_pattern *added;
	const char *wrong;

	if (is_path(text))
		refuse_path(selection, text);
	catalog->patterns = xroom_for_one(catalog->patterns, catalog->nr_patterns,
					  sizeof(*catalog->patterns));
	added = &catalog->patterns[catalog->nr_patterns++];
	*added = (struct catalog_pattern){ .text = text };
	wrong = sdt_pattern_split(&added->pattern, xasprintf("%s", text));
	if (wrong)
		error_usage("'%s' is not a pattern: %s", text, wrong);
}

/* Patterns and files, each in their order */
void selection_words(struct selection *selection, char **words, int nr_words)
{
	int i;

	selection->files = words;
	for (i = 0; i < nr_words; i++)
		if (selection_is_file(words[i]))
			selection->files[selection->nr_files++] = words[i];
		else
			add_pattern(selection, words[i]);
	if (selection->kernel && !selection->all)
		error_usage("--kernel needs --all");
	if (selection->kernel && !*selection->kernel)
		error_usage("--kernel needs a RELEASE");
	if (selection->all && selection->nr_files)
		error_usage("either --all or files, not both");
	if (selection->all)
		selection->folder = selection->kernel &&
				    strchr(selection->kernel, '/') ?
				    xasprintf("%s", selection->kernel) :
				    module_folder(selection->kernel);
}

void selection_loaded(struct selection *selection, char **words, int nr_words)
{
	int i;

	for (i = 0; i < nr_words; i++)
		if (selection_is_file(words[i]))
			error_usage("'%s' is a file: only probes of loaded modules fire", words[i]);
	selection_words(selection, words, nr_words);
}

void selection_publish(struct selection *selection)
{
	const struct catalog *catalog = &selection->catalog;
	const char **texts = xcalloc(catalog->nr_patterns + 1, sizeof(*texts));
	size_t i;
	int file;

	for (i = 0; i < catalog->nr_patterns; i++)
		texts[i] = catalog->patterns[i].text;
	file = loaded_publish(texts, catalog->nr_patterns);
	free(texts);
	if (selection->has_published)
		close(selection->published);
	selection->published = file;
	selection->has_published = file >= 0;
	loaded_read_uses(catalog->modules, catalog->nr_modules);
}

/* What there was to choose from, for a message */
static const char *selected_from(const struct selection *selection)
{
	if (selection->folder)
		return selection->folder;
	if (selection->nr_files)
		return selection->nr_files == 1 ? selection->files[0] : "these files";
	return "the running kernel";
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
			matches = matches_probe(&pattern, module, i);
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

/* The pattern as it was probably meant, or NULL; caller frees */
static char *meant_pattern(const struct catalog *catalog, const struct catalog_pattern *wrong)
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

/* Report that there is nothing; @hint, freed here, or that modules are left out */
static void report_none(const struct selection *selection, const char *what, char *hint)
{
	const char *refused = selection->catalog.refused;

	if (!hint && refused)
		hint = xasprintf("; %s", refused);
	error_file(selected_from(selection), "%s%s", what, hint ? hint : "");
	free(hint);
}

/* Report the patterns that match nothing, or nothing yet; are there any? */
static bool lacks_match(const struct selection *selection, bool waits)
{
	const struct catalog *catalog = &selection->catalog;
	bool lacks = false;
	char *text, *what;
	size_t i;

	for (i = 0; i < catalog->nr_patterns; i++) {
		if (catalog->patterns[i].nr_probes)
			continue;
		lacks = true;
		text = suggest_other(selection, catalog->patterns[i].text);
		if (!text)
			text = meant_pattern(catalog, &catalog->patterns[i]);
		what = xasprintf(waits ? "waiting: no probe matches '%s' yet" : "no probe matches '%s'",
				 catalog->patterns[i].text);
		report_none(selection, what, text ? suggest_text(text) : NULL);
		free(what);
		free(text);
	}
	return lacks;
}

/* How often to look for modules that are waited for */
#define WAIT_MS		200

static void forget_modules(struct catalog *catalog)
{
	size_t i;

	for (i = 0; i < catalog->nr_modules; i++) {
		module_free(catalog->modules[i]);
		free(catalog->modules[i]);
	}
	free(catalog->modules);
	free(catalog->refused);
	free(catalog->probes);
	catalog->modules = NULL;
	catalog->refused = NULL;
	catalog->probes = NULL;
	catalog->nr_modules = catalog->nr_probes = catalog->nr_ids = 0;
	for (i = 0; i < catalog->nr_patterns; i++)
		catalog->patterns[i].nr_probes = 0;
}

static bool is_complete(const struct catalog *catalog)
{
	size_t i;

	for (i = 0; i < catalog->nr_patterns; i++)
		if (!catalog->patterns[i].nr_probes)
			return false;
	return catalog->nr_ids;
}

/* What was read once more, when there was something to read */
static enum exit_code wait_for_modules(struct selection *selection, enum exit_code code)
{
	struct catalog *catalog = &selection->catalog;

	if (code != EXIT_FAILED && !catalog->nr_ids && !catalog->nr_patterns)
		report_none(selection, "waiting: no probes in it yet", NULL);
	else if (code != EXIT_FAILED)
		lacks_match(selection, true);
	while (code != EXIT_FAILED && !is_complete(catalog)) {
		forget_modules(catalog);
		usleep(1000 * WAIT_MS);
		code = read_catalog(selection);
	}
	return code;
}

enum exit_code selection_read(struct selection *selection)
{
	struct catalog *catalog = &selection->catalog;
	enum exit_code code = read_catalog(selection);

	if (selection->waits)
		code = wait_for_modules(selection, code);
	if (code == EXIT_FAILED || (code == EXIT_NO_PROBES && !catalog->nr_ids))
		return code;
	if (!catalog->nr_ids)
		report_none(selection, "no probes in it", NULL);
	else if (!lacks_match(selection, false))
		return code;
	return EXIT_NO_PROBES;
}

void report_foreign(const char *module, const char *names)
{
	error_file(module, "left out: event %s is not the probe's, but another one of that name: rename one of them",
		   names);
}

/* sdt.ko does not publish an event if there is one with its name. */
static bool is_foreign(const struct catalog_probe *chosen, const char *tracefs, const char *event)
{
	const struct probe_use *use = module_use(chosen->module, chosen->probe);
	char *path = xasprintf("%s/events/%s/%s", tracefs, chosen->module->name, event);
	const bool is = use && !use->is_published && !access(path, F_OK);

	free(path);
	return is;
}

void selection_drop_foreign(struct selection *selection, bool is_dtrace)
{
	struct catalog *catalog = &selection->catalog;
	char *tracefs = access_mounted("tracefs");
	struct catalog_probe *chosen = catalog->probes;
	const char *event;
	size_t i, nr = 0;

	for (i = 0; i < catalog->nr_probes && tracefs; i++, chosen++) {
		event = is_dtrace ? chosen->probe->dtrace_event : chosen->probe->event;
		if (is_foreign(chosen, tracefs, event))
			report_foreign(chosen->module->name, event);
		else
			catalog->probes[nr++] = *chosen;
	}
	if (tracefs)
		catalog->nr_probes = nr;
	free(tracefs);
}

enum exit_code selection_read_again(struct selection *selection)
{
	enum exit_code code;

	forget_modules(&selection->catalog);
	code = read_catalog(selection);
	if (code != EXIT_FAILED)
		selection_publish(selection);
	return code;
}

void selection_free(struct selection *selection)
{
	struct catalog *catalog = &selection->catalog;
	size_t i;

	if (selection->has_published)
		close(selection->published);
	forget_modules(catalog);
	for (i = 0; i < catalog->nr_patterns; i++)
		free(catalog->patterns[i].pattern.text);
	free(catalog->patterns);
	free(selection->folder);
}

/* Modules without chosen probes are left out. */
static void show_probes(struct view *view, const struct catalog *catalog,
			const struct selection_view *how)
{
	struct json_object *probes = NULL, *object;
	const struct catalog_probe *chosen;
	size_t i;

	for (i = 0; i < catalog->nr_probes; i++) {
		chosen = &catalog->probes[i];
		if (!i || chosen->module != chosen[-1].module)
			probes = json_add_list(view_module(view, module_file(chosen->module),
							   &chosen->module->table), "probes");
		object = json_item(probes);
		view_add_probe(object, chosen->probe);
		json_add_number(object, "id", chosen->id);
		how->probe(view, object, chosen);
	}
}

enum exit_code selection_show(struct selection *selection, const char *verb,
			      const struct selection_view *how)
{
	const bool is_json = selection->form != JSON_NONE;
	struct view view = { .verbose = selection->verbose };
	struct catalog *catalog = &selection->catalog;
	enum exit_code code;

	json_begin(&view.json, selection->form, verb,
		   selection->providers ? "providers" : "modules");
	catalog->with_sites = how->with_sites && !selection->providers &&
			      (selection->verbose || is_json);
	code = selection_read(selection);
	if (!selection->providers)
		show_probes(&view, catalog, how);
	else if (is_json || catalog->nr_probes)
		how->providers(&view, catalog);
	lines_print(&view.lines);
	json_end(&view.json);
	selection_free(selection);
	return code;
}
