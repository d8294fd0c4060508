// SPDX-License-Identifier: GPL-2.0-only
/*
 * catalog.c - probes of many modules, filtered by patterns
 *
 * Serves list, args, gen and trace.
 */
#include <errno.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>

#include "catalog.h"
#include "kernel/loaded_modules.h"
#include "lib/error.h"
#include "lib/output.h"
#include "lib/util.h"

bool catalog_is_module(const char *word)
{
	static const char *const ends[] = {
		".ko", ".ko.xz", ".ko.zst", ".ko.gz",
	};
	size_t i, n, length = strlen(word);

	for (i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		n = strlen(ends[i]);
		if (length >= n && !strcmp(word + length - n, ends[i]))
			return true;
	}
	return false;
}

const char *catalog_add_pattern(struct catalog *catalog, const char *text)
{
	struct catalog_pattern *added;

	catalog->patterns = xroom_for_one(catalog->patterns, catalog->nr_patterns,
					  sizeof(*catalog->patterns));
	added = &catalog->patterns[catalog->nr_patterns++];
	*added = (struct catalog_pattern){ .text = text };
	return pattern_parse(&added->pattern, text);
}

/*
 * Choosing
 */

static void choose(struct catalog *catalog, const struct module *module,
		   const struct probe *probe, size_t id)
{
	struct catalog_probe *chosen;

	catalog->probes = xroom_for_one(catalog->probes, catalog->nr_probes,
					sizeof(*catalog->probes));
	chosen = &catalog->probes[catalog->nr_probes++];
	chosen->module = module;
	chosen->probe = probe;
	chosen->id = id;
}

/* Does one of the sites that fire a probe match? */
static bool is_there(const struct pattern *pattern,
		     const struct module *module, size_t probe)
{
	const struct probe_site *sites;
	size_t i, nr;

	sites = module_sites(module, &module->table.probes[probe], &nr);
	for (i = 0; i < nr; i++)
		if (!sites[i].is_enabled &&
		    pattern_match_site(pattern, sites[i].file, sites[i].line))
			return true;
	return false;
}

static bool match_names(const struct pattern *pattern, const char *module,
			const struct probe *probe)
{
	return pattern_match_module(pattern, module) &&
	       pattern_match(pattern, module, probe);
}

static bool matches(const struct pattern *pattern,
		    const struct module *module, size_t probe)
{
	const struct probe_table *table = &module->table;

	return match_names(pattern, table->module, &table->probes[probe]) &&
	       (!pattern->file || is_there(pattern, module, probe));
}

bool catalog_has_site(const struct catalog *catalog,
		      const struct module *module, const struct probe *probe,
		      const struct probe_site *site)
{
	const struct pattern *pattern;
	size_t i;

	for (i = 0; i < catalog->nr_patterns; i++) {
		pattern = &catalog->patterns[i].pattern;
		if (match_names(pattern, module->table.module, probe) &&
		    (!pattern->file ||
		     pattern_match_site(pattern, site->file, site->line)))
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
		if (matches(&catalog->patterns[i].pattern, module, probe)) {
			catalog->patterns[i].nr_probes++;
			chosen = true;
		}
	return chosen;
}

static void choose_from(struct catalog *catalog,
			const struct module *module)
{
	const struct probe_table *table = &module->table;
	size_t i;

	for (i = 0; i < table->nr_probes; i++) {
		catalog->nr_ids++;
		if (is_chosen(catalog, module, i))
			choose(catalog, module, &table->probes[i], catalog->nr_ids);
	}
}

static void add_module(struct catalog *catalog, struct module *module)
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

/*
 * Files
 */

/* Not all of many files are open at once. */
static enum exit_code read_file(struct catalog *catalog, const char *path,
				bool is_named)
{
	struct module *module = xcalloc(1, sizeof(*module));
	enum exit_code code = module_read(module, path);

	if (code == EXIT_NO_PROBES && is_named)
		module_no_probes(module);
	module_close(module);
	if (code == EXIT_DONE) {
		add_module(catalog, module);
	} else {
		module_free(module);
		free(module);
	}
	return code;
}

static int by_path(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

struct paths {
	char **list;
	size_t count;
};

static enum exit_code find_modules(struct paths *paths, const char *folder)
{
	char *folders[] = { (char *)folder, NULL };
	enum exit_code code = EXIT_DONE;
	FTSENT *entry;
	FTS *fts;

	fts = fts_open(folders, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR,
		       by_path);
	if (!fts) {
		error_file(folder, "%s", strerror(errno));
		return EXIT_FAILED;
	}
	while ((errno = 0, entry = fts_read(fts))) {
		switch (entry->fts_info) {
		case FTS_F:
		case FTS_SL:	/* as those in weak-updates */
			if (!catalog_is_module(entry->fts_name))
				break;
			paths->list = xroom_for_one(paths->list, paths->count,
						    sizeof(*paths->list));
			paths->list[paths->count++] =
				xasprintf("%s", entry->fts_path);
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
	if (code == EXIT_DONE && !paths->count) {
		error_file(folder, "no modules in it");
		code = EXIT_FAILED;
	}
	return code;
}

/* Modules without probes, like most of a kernel's, are not reported. */
static enum exit_code read_folder(struct catalog *catalog, const char *folder)
{
	struct paths paths = { 0 };
	enum exit_code file_code, code = find_modules(&paths, folder);
	size_t i;

	for (i = 0; i < paths.count; i++) {
		out_progress("reading modules", i, paths.count);
		file_code = read_file(catalog, paths.list[i], false);
		if (file_code != EXIT_NO_PROBES)
			code = exit_worse(code, file_code);
		free(paths.list[i]);
	}
	out_progress_end();
	free(paths.list);
	return code;
}

/*
 * The running kernel
 */

static enum exit_code read_running(struct catalog *catalog)
{
	struct loaded_modules loaded;
	enum exit_code code;
	size_t i;

	code = loaded_modules_read(&loaded, NULL, needs_sites(catalog));
	for (i = 0; i < loaded.nr_modules; i++) {
		if (loaded.modules[i]->findings.count) {
			findings_report(&loaded.modules[i]->findings,
					loaded.modules[i]->name);
			code = EXIT_FAILED;
			continue;
		}
		add_module(catalog, loaded.modules[i]);
		loaded.modules[i] = NULL;
	}
	catalog->refused = loaded.refused;
	loaded.refused = NULL;
	loaded_modules_free(&loaded);
	return code;
}

enum exit_code catalog_read(struct catalog *catalog,
			    const struct catalog_source *source)
{
	enum exit_code code = EXIT_DONE;
	size_t i;

	for (i = 0; i < source->nr_files; i++)
		code = exit_worse(code, read_file(catalog, source->files[i],
						  true));
	if (source->folder)
		code = exit_worse(code, read_folder(catalog, source->folder));
	if (!source->nr_files && !source->folder)
		code = read_running(catalog);
	return code;
}

void catalog_free(struct catalog *catalog)
{
	size_t i;

	for (i = 0; i < catalog->nr_modules; i++) {
		module_free(catalog->modules[i]);
		free(catalog->modules[i]);
	}
	free(catalog->modules);
	free(catalog->refused);
	free(catalog->probes);
	for (i = 0; i < catalog->nr_patterns; i++)
		pattern_free(&catalog->patterns[i].pattern);
	free(catalog->patterns);
	memset(catalog, 0, sizeof(*catalog));
}
