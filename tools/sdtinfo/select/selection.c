// SPDX-License-Identifier: GPL-2.0-only
/*
 * selection.c - select the probes that a command line names
 *
 * Serves list, args, gen, trace, top and latency.
 */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/error.h"
#include "lib/util.h"
#include "module/module_dep.h"
#include "pattern.h"
#include "selection.h"
#include "table/probe_table.h"
#include "text/probe_json.h"

enum exit_code selection_option(struct selection *selection,
				const struct command *command, int letter)
{
	switch (letter) {
	case 'a':
		selection->all = true;
		break;
	case 'k':
		selection->kernel = optarg;
		break;
	case 'P':
		selection->providers = true;
		break;
	case 'v':
		selection->verbose = true;
		break;
	default:
		return json_option(&selection->form, command->name, letter);
	}
	return EXIT_DONE;
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

static enum exit_code wrong_path(const struct command *command, const char *word)
{
	struct stat st;

	if (!strcmp(word, "-"))
		return error_usage(command->name, "'-' is standard input, which is not read: name FILE.ko or a pattern");
	if (!stat(word, &st) && S_ISDIR(st.st_mode))
		return error_usage(command->name, "'%s' is a directory: name the modules in it, FILE.ko",
				   word);
	if (is_object(word))
		return error_usage(command->name, "'%s' is an object of a module: name the module, FILE.ko",
				   word);
	return error_usage(command->name, "'%s' is neither a pattern nor FILE.ko", word);
}

static enum exit_code add_pattern(struct selection *selection,
				  const struct command *command, const char *text)
{
	const char *wrong;

	if (is_path(text))
		return wrong_path(command, text);
	wrong = catalog_add_pattern(&selection->catalog, text);
	if (!wrong)
		return EXIT_DONE;
	return error_usage(command->name, "'%s' is not a pattern: %s", text, wrong);
}

/* Patterns and files, each in their order; the files move to the front of @argv. */
static enum exit_code add_words(struct selection *selection,
				const struct command *command, int argc, char **argv)
{
	struct catalog_source *source = &selection->source;
	int i;

	source->files = argv + optind;
	for (i = optind; i < argc; i++)
		if (catalog_is_module(argv[i]))
			source->files[source->nr_files++] = argv[i];
		else if (add_pattern(selection, command, argv[i]))
			return EXIT_USAGE;
	return EXIT_DONE;
}

enum exit_code selection_arguments(struct selection *selection,
				   const struct command *command, int argc,
				   char **argv)
{
	struct catalog_source *source = &selection->source;

	if (add_words(selection, command, argc, argv))
		return EXIT_USAGE;
	if (selection->kernel && !selection->all)
		return error_usage(command->name, "--kernel needs --all");
	if (selection->kernel && !*selection->kernel)
		return error_usage(command->name, "--kernel needs a RELEASE");
	if (selection->all && source->nr_files)
		return error_usage(command->name, "either --all or files, not both");
	if (selection->all)
		selection->folder = selection->kernel &&
				    strchr(selection->kernel, '/') ?
				    xasprintf("%s", selection->kernel) :
				    module_dep_folder(selection->kernel);
	source->folder = selection->folder;
	return EXIT_DONE;
}

enum exit_code selection_loaded(struct selection *selection,
				const struct command *command, int argc, char **argv)
{
	int i;

	for (i = optind; i < argc; i++)
		if (catalog_is_module(argv[i]))
			return error_usage(command->name, "'%s' is a file: only probes of loaded modules fire",
					   argv[i]);
	return selection_arguments(selection, command, argc, argv);
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
static char *meant(const struct catalog *catalog, const struct sdt_pattern *pattern)
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
	const struct catalog_module *module = NULL;
	struct json_object *probes = NULL, *probe;
	size_t i;

	for (i = 0; i < catalog->nr_probes; i++) {
		const struct catalog_probe *chosen = &catalog->probes[i];

		if (chosen->module != module) {
			module = chosen->module;
			probes = json_add_list(json_module(document,
							   module->path,
							   &module->table),
					       "probes");
		}
		probe = json_probe(probes, chosen->probe);
		json_add_number(probe, "id", chosen->id);
		view->add(probe, chosen);
	}
}

enum exit_code selection_run(const struct command *command, int argc,
			     char **argv, const struct selection_view *view)
{
	struct selection selection = { 0 };
	struct json_document json;
	enum exit_code code;
	int c;

	while ((c = command_option(command, argc, argv, &code)) > 0)
		if (selection_option(&selection, command, c))
			return EXIT_USAGE;
	if (c == OPTION_STOP)
		return code;
	code = selection_arguments(&selection, command, argc, argv);
	if (code == EXIT_DONE) {
		json_begin(&json, selection.form, command->name,
			   selection.providers ? "providers" : "modules");
		selection.catalog.with_sites = view->with_sites &&
			!selection.providers &&
			(selection.verbose || selection.form != JSON_NONE);
		code = selection_read(&selection);
		if (selection.providers && selection.form != JSON_NONE)
			view->add_providers(&selection.catalog, json.items);
		else if (selection.providers && selection.catalog.nr_probes)
			view->print_providers(&selection.catalog,
					      selection.verbose);
		else if (selection.form != JSON_NONE)
			add_probes(&selection.catalog, &json, view);
		else if (selection.catalog.nr_probes)
			view->print(&selection.catalog);
		json_end(&json);
	}
	selection_free(&selection);
	return code;
}
