// SPDX-License-Identifier: GPL-2.0-only
/*
 * catalog.c - read modules, and choose probes of theirs by patterns
 */
#include <errno.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>

#include "loaded/loaded.h"
#include "lib/output.h"
#include "lib/util.h"
#include "selection.h"

bool selection_is_file(const char *word)
{
	static const char *const ends[] = {
		".ko", ".ko.xz", ".ko.zst", ".ko.gz",
	};
	size_t i;

	for (i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
		if (text_ends_with(word, strlen(word), ends[i]))
			return true;
	return false;
}

/* Does it name the probe? */
bool pattern_match(const struct sdt_pattern *pattern, const char *module,
			  const struct probe *probe)
{
	const struct sdt_names names = probe_rule_names(probe, module);

	return sdt_module_match(pattern->module, module) &&
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

bool pattern_match_probe(const struct sdt_pattern *pattern,
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
		if (pattern_match_probe(&catalog->patterns[i].pattern, module, probe)) {
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

void catalog_add_module(struct catalog *catalog, struct module *module)
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

/* A file is closed when it has been read: there can be many. */
enum exit_code catalog_read_file(struct catalog *catalog, const char *path,
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
enum exit_code catalog_read_folder(struct catalog *catalog, const char *folder)
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

/* @name: of the one module to read; NULL: all */
static enum exit_code read_loaded(struct catalog *catalog, const char *name)
{
	struct loaded_modules loaded;
	enum exit_code code;
	size_t i;

	code = loaded_modules_read(&loaded, name,
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
	names_free(&catalog->refused);
	catalog->refused = loaded.refused;
	memset(&loaded.refused, 0, sizeof(loaded.refused));
	loaded_modules_free(&loaded);
	return code;
}

enum exit_code catalog_read_running(struct catalog *catalog)
{
	return read_loaded(catalog, NULL);
}

void catalog_read_some(struct catalog *catalog, const struct name_list *names)
{
	struct name_list loaded = { 0 };
	size_t i;

	loaded_instrumented(&loaded);
	for (i = 0; i < names->nr; i++)
		if (names_have(&loaded, names->list[i]))
			read_loaded(catalog, names->list[i]);
	names_free(&loaded);
}

void catalog_forget(struct catalog *catalog)
{
	size_t i;

	for (i = 0; i < catalog->nr_modules; i++) {
		module_free(catalog->modules[i]);
		free(catalog->modules[i]);
	}
	free(catalog->modules);
	names_free(&catalog->refused);
	free(catalog->probes);
	catalog->modules = NULL;
	catalog->probes = NULL;
	catalog->nr_modules = catalog->nr_probes = catalog->nr_ids = 0;
	for (i = 0; i < catalog->nr_patterns; i++)
		catalog->patterns[i].nr_probes = 0;
}
