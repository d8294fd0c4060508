// SPDX-License-Identifier: GPL-2.0-only
/*
 * selection.c - select the probes that a command line names
 *
 * Serves list, args, gen, trace, record, top and latency.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "loaded/loaded.h"
#include "lib/access.h"
#include "lib/error.h"
#include "lib/option.h"
#include "lib/util.h"
#include "selection.h"

/*
 * The command line
 */

static bool is_object_file(const char *word)
{
	return text_ends_with(word, strlen(word), ".o") && strlen(word) > 2;
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
	char *meant = suggest_place(word);

	if (!meant && options_have(selection->options, word))
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

/* Faults of files are reported; EXIT_NO_PROBES: a file has no probes. */
static enum exit_code read_catalog(struct selection *selection)
{
	enum exit_code code = EXIT_DONE;
	size_t i;

	if (selection->from)
		return selection->read(&selection->catalog, selection->data);
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
	if (selection->from)
		return selection->from;
	if (selection->folder)
		return selection->folder;
	if (selection->nr_files)
		return selection->nr_files == 1 ? selection->files[0] : "these files";
	return "the running kernel";
}

/* Does a field of a pattern that can be a module name this one?  An empty field names none. */
static bool names_module(const struct sdt_pattern *pattern, const char *module)
{
	const char *field = pattern->nr_fields == 1 ? pattern->name :
			    pattern->nr_fields == 2 ? pattern->owner : pattern->module;

	return *field && sdt_module_match(field, module);
}

static bool is_meant(const struct catalog *catalog, const char *module)
{
	size_t i;

	for (i = 0; i < catalog->nr_patterns; i++)
		if (names_module(&catalog->patterns[i].pattern, module))
			return true;
	return !catalog->nr_patterns;
}

/* "2 modules refused: kv, zfs, see the kernel log"; NULL: none; caller frees */
static char *refused_text(const struct catalog *catalog, bool only_meant)
{
	struct name_list refused = { 0 };
	char *names, *text = NULL;
	size_t i;

	for (i = 0; i < catalog->refused.nr; i++)
		if (!only_meant || is_meant(catalog, catalog->refused.list[i]))
			names_add(&refused, catalog->refused.list[i]);
	names = names_text(&refused, "");
	if (refused.nr)
		text = xasprintf("%zu module%s refused: %s, see the kernel log", refused.nr,
				 refused.nr == 1 ? "" : "s", names);
	free(names);
	names_free(&refused);
	return text;
}

/* Is there something about refused modules that were asked for which was not said before? */
static bool is_new_refused(struct selection *selection)
{
	char *refused = refused_text(&selection->catalog, true);
	const bool is_new = refused && (!selection->told || strcmp(refused, selection->told));

	free(selection->told);
	selection->told = refused;
	return is_new;
}

/* Report that there is nothing; @hint, freed here, or that modules are left out */
static void report_none(struct selection *selection, const char *what, char *hint)
{
	char *refused = refused_text(&selection->catalog, false);

	if (!hint && refused) {
		hint = xasprintf("; %s", refused);
		is_new_refused(selection);
	}
	error_file(selected_from(selection), "%s%s", what, hint ? hint : "");
	free(refused);
	free(hint);
}

/* Report refused modules that were asked for, unless that was said before */
static void report_refused(struct selection *selection)
{
	if (!selection->from && is_new_refused(selection))
		error_file(selected_from(selection), "%s", selection->told);
}

/* Report the patterns that match nothing, or nothing yet; are there any? */
static bool lacks_match(struct selection *selection, bool waits)
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
			text = suggest_pattern(catalog, &catalog->patterns[i]);
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

static bool is_complete(const struct catalog *catalog)
{
	size_t i;

	for (i = 0; i < catalog->nr_patterns; i++)
		if (!catalog->patterns[i].nr_probes)
			return false;
	return catalog->nr_ids;
}

/* Read again until all patterns match, or reading fails. */
static enum exit_code wait_for_modules(struct selection *selection, enum exit_code code)
{
	struct catalog *catalog = &selection->catalog;

	if (code != EXIT_FAILED && !catalog->nr_ids && !catalog->nr_patterns)
		report_none(selection, "waiting: no probes in it yet", NULL);
	else if (code != EXIT_FAILED)
		lacks_match(selection, true);
	report_refused(selection);
	while (code != EXIT_FAILED && !is_complete(catalog)) {
		catalog_forget(catalog);
		usleep(1000 * WAIT_MS);
		code = read_catalog(selection);
		report_refused(selection);
	}
	return code;
}

enum exit_code selection_read(struct selection *selection)
{
	struct catalog *catalog = &selection->catalog;
	enum exit_code code = read_catalog(selection);
	bool lacks = false;

	if (selection->waits)
		code = wait_for_modules(selection, code);
	if (code == EXIT_FAILED || (code == EXIT_NO_PROBES && !catalog->nr_ids))
		return code;
	if (!catalog->nr_ids)
		report_none(selection, "no probes in it", NULL);
	else
		lacks = lacks_match(selection, false);
	report_refused(selection);
	return !catalog->nr_ids || lacks ? EXIT_NO_PROBES : code;
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

	return use && !use->is_published &&
	       file_exists("%s/events/%s/%s", tracefs, chosen->probe->group, event);
}

int selection_drop_foreign(struct selection *selection, bool is_dtrace)
{
	struct catalog *catalog = &selection->catalog;
	char *tracefs = access_mounted("tracefs");
	struct catalog_probe *chosen = catalog->probes;
	const char *event;
	const size_t nr_before = catalog->nr_probes;
	size_t i, nr = 0;

	for (i = 0; i < nr_before && tracefs; i++, chosen++) {
		event = is_dtrace ? chosen->probe->dtrace_event : chosen->probe->event;
		if (is_foreign(chosen, tracefs, event))
			report_foreign(chosen->module->name, event);
		else
			catalog->probes[nr++] = *chosen;
	}
	if (tracefs)
		catalog->nr_probes = nr;
	free(tracefs);
	return catalog->nr_probes == nr_before ? 0 : -1;
}

enum exit_code selection_read_again(struct selection *selection)
{
	enum exit_code code;

	catalog_forget(&selection->catalog);
	code = read_catalog(selection);
	report_refused(selection);
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
	catalog_forget(catalog);
	for (i = 0; i < catalog->nr_patterns; i++)
		free(catalog->patterns[i].pattern.text);
	free(catalog->patterns);
	free(selection->folder);
	free(selection->told);
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
	struct view view = { .verbose = selection->verbose };
	struct catalog *catalog = &selection->catalog;
	enum exit_code code;

	json_begin(&view.json, selection->form, verb, "modules");
	catalog->with_sites = how->with_sites &&
			      (selection->verbose || selection->form != JSON_NONE);
	code = selection_read(selection);
	show_probes(&view, catalog, how);
	lines_print(&view.lines);
	json_end(&view.json);
	selection_free(selection);
	return code;
}
