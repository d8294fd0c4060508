// SPDX-License-Identifier: GPL-2.0-only
/*
 * selection.c - select the probes that a command line names
 *
 * Serves list, args, gen, trace, top and latency.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/error.h"
#include "lib/util.h"
#include "pattern.h"
#include "selection.h"
#include "table/probe_table.h"
#include "text/probe_json.h"

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

static bool is_object(const char *word)
{
	size_t length = strlen(word);

	return length > 2 && !strcmp(word + length - 2, ".o");
}

/* Can it only be meant as a file?  What follows an '@' is the place of a probe. */
static bool is_path(const char *word)
{
	return memchr(word, '/', strcspn(word, "@")) ||
	       (is_object(word) && !strchr(word, '@')) ||
	       !strcmp(word, ".") || !strcmp(word, "..") || !strcmp(word, "-");
}

static void refuse_path(const char *word)
{
	struct stat st;

	if (!strcmp(word, "-"))
		error_usage("'-' is standard input, which is not read: name FILE.ko or a pattern");
	if (!stat(word, &st) && S_ISDIR(st.st_mode))
		error_usage("'%s' is a directory: name the modules in it, FILE.ko", word);
	if (is_object(word))
		error_usage("'%s' is an object of a module: name the module, FILE.ko", word);
	error_usage("'%s' is neither a pattern nor FILE.ko", word);
}

static void add_pattern(struct selection *selection, const char *text)
{
	const char *wrong;

	if (is_path(text))
		refuse_path(text);
	wrong = catalog_add_pattern(&selection->catalog, text);
	if (wrong)
		error_usage("'%s' is not a pattern: %s", text, wrong);
}

/* Patterns and files, each in their order */
void selection_words(struct selection *selection, char **words, int nr_words)
{
	struct catalog_source *source = &selection->source;
	int i;

	source->files = words;
	for (i = 0; i < nr_words; i++)
		if (catalog_is_module(words[i]))
			source->files[source->nr_files++] = words[i];
		else
			add_pattern(selection, words[i]);
	if (selection->kernel && !selection->all)
		error_usage("--kernel needs --all");
	if (selection->kernel && !*selection->kernel)
		error_usage("--kernel needs a RELEASE");
	if (selection->all && source->nr_files)
		error_usage("either --all or files, not both");
	if (selection->all)
		selection->folder = selection->kernel &&
				    strchr(selection->kernel, '/') ?
				    xasprintf("%s", selection->kernel) :
				    module_folder(selection->kernel);
	source->folder = selection->folder;
}

void selection_loaded(struct selection *selection, char **words, int nr_words)
{
	int i;

	for (i = 0; i < nr_words; i++)
		if (catalog_is_module(words[i]))
			error_usage("'%s' is a file: only probes of loaded modules fire", words[i]);
	selection_words(selection, words, nr_words);
}

/* What there was to choose from, for a message */
static const char *where(const struct selection *selection)
{
	const struct catalog_source *source = &selection->source;

	if (source->folder)
		return source->folder;
	if (source->nr_files)
		return source->nr_files == 1 ? source->files[0] : "these files";
	return "the running kernel";
}

/* The pattern as it was probably meant, or NULL; caller frees */
static char *meant(const struct catalog *catalog, const struct pattern *pattern)
{
	const struct probe_table *table;
	char *text = NULL;
	size_t i, j;

	for (i = 0; i < catalog->nr_modules && !text; i++) {
		table = &catalog->modules[i]->table;
		for (j = 0; j < table->nr_probes && !text; j++)
			text = pattern_suggest(pattern, table->module,
					       &table->probes[j]);
	}
	return text;
}

/* "; 1 module refused: ..." or ""; caller frees */
static char *refused(const struct selection *selection)
{
	const char *text = selection->catalog.refused;

	return xasprintf("%s%s", text ? "; " : "", text ? text : "");
}

static void no_match(const struct selection *selection,
		     const struct catalog_pattern *pattern)
{
	char *text = meant(&selection->catalog, &pattern->pattern);
	char *hint = text ? suggest_text(text) : refused(selection);

	error_file(where(selection), "no probe matches '%s'%s", pattern->text, hint);
	free(hint);
	free(text);
}

/* Report the patterns that match nothing; are there any? */
static bool lacks_match(const struct selection *selection)
{
	const struct catalog *catalog = &selection->catalog;
	bool lacks = false;
	size_t i;

	for (i = 0; i < catalog->nr_patterns; i++)
		if (!catalog->patterns[i].nr_probes) {
			no_match(selection, &catalog->patterns[i]);
			lacks = true;
		}
	return lacks;
}

static void no_probes(const struct selection *selection)
{
	char *hint = refused(selection);

	error_file(where(selection), "no probes in it%s", hint);
	free(hint);
}

enum exit_code selection_read(struct selection *selection)
{
	struct catalog *catalog = &selection->catalog;
	enum exit_code code = catalog_read(catalog, &selection->source);

	if (code == EXIT_FAILED || (code == EXIT_NO_PROBES && !catalog->nr_ids))
		return code;
	if (!catalog->nr_ids)
		no_probes(selection);
	else if (!lacks_match(selection))
		return code;
	return EXIT_NO_PROBES;
}

void selection_free(struct selection *selection)
{
	catalog_free(&selection->catalog);
	free(selection->folder);
}

/* Modules without chosen probes are left out. */
static void add_probes(const struct catalog *catalog,
		       struct json_document *document,
		       const struct selection_view *view)
{
	const struct module *module = NULL;
	struct json_object *probes = NULL, *probe;
	size_t i;

	for (i = 0; i < catalog->nr_probes; i++) {
		const struct catalog_probe *chosen = &catalog->probes[i];

		if (chosen->module != module) {
			module = chosen->module;
			probes = json_add_list(json_module(document,
							   module_file(module),
							   &module->table),
					       "probes");
		}
		probe = json_probe(probes, chosen->probe);
		json_add_number(probe, "id", chosen->id);
		view->add(probe, chosen);
	}
}

enum exit_code selection_show(struct selection *selection, const char *verb,
			      const struct selection_view *view)
{
	const bool is_json = selection->form != JSON_NONE;
	struct catalog *catalog = &selection->catalog;
	struct json_document json;
	enum exit_code code;

	json_begin(&json, selection->form, verb, selection->providers ? "providers" : "modules");
	catalog->with_sites = view->with_sites && !selection->providers &&
			      (selection->verbose || is_json);
	code = selection_read(selection);
	if (selection->providers && is_json)
		view->add_providers(catalog, json.items);
	else if (selection->providers && catalog->nr_probes)
		view->print_providers(catalog, selection->verbose);
	else if (is_json)
		add_probes(catalog, &json, view);
	else if (catalog->nr_probes)
		view->print(catalog);
	json_end(&json);
	selection_free(selection);
	return code;
}
