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
#include "module/module_elf.h"
#include "module/module_probes.h"

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

static void choose(struct catalog *catalog, const struct catalog_module *module,
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

const struct probe_site *catalog_sites(const struct catalog_probe *chosen,
				       size_t *count)
{
	return probe_sites_of(&chosen->module->sites,
			      chosen->probe - chosen->module->table.probes,
			      count);
}

const struct probe_use *catalog_use(const struct catalog_probe *chosen)
{
	if (!chosen->module->uses)
		return NULL;
	return &chosen->module->uses[chosen->probe -
				     chosen->module->table.probes];
}

/* Does one of the sites that fire a probe match? */
static bool is_there(const struct sdt_pattern *pattern,
		     const struct catalog_module *module, size_t probe)
{
	const struct probe_site *sites;
	size_t i, nr;

	sites = probe_sites_of(&module->sites, probe, &nr);
	for (i = 0; i < nr; i++)
		if (!sites[i].is_enabled &&
		    sdt_pattern_match_site(pattern, sites[i].file, sites[i].line))
			return true;
	return false;
}

static bool matches(const struct sdt_pattern *pattern,
		    const struct catalog_module *module, size_t probe)
{
	const struct probe_table *table = &module->table;

	return pattern_match(pattern, table->module, &table->probes[probe]) &&
	       (!pattern->file || is_there(pattern, module, probe));
}

bool catalog_has_site(const struct catalog *catalog,
		      const struct catalog_module *module, const struct probe *probe,
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
		      const struct catalog_module *module, size_t probe)
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
			const struct catalog_module *module)
{
	const struct probe_table *table = &module->table;
	size_t i;

	for (i = 0; i < table->nr_probes; i++) {
		catalog->nr_ids++;
		if (is_chosen(catalog, module, i))
			choose(catalog, module, &table->probes[i], catalog->nr_ids);
	}
}

static struct catalog_module *add_module(struct catalog *catalog)
{
	struct catalog_module *module = xcalloc(1, sizeof(*module));

	catalog->modules = xroom_for_one(catalog->modules, catalog->nr_modules,
					 sizeof(*catalog->modules));
	catalog->modules[catalog->nr_modules++] = module;
	return module;
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

/* The table is copied, so that not all of many files are open at once. */
static void add_file(struct catalog *catalog, const struct module_probes *probes)
{
	struct catalog_module *module = add_module(catalog);
	size_t size = probes->table.size;
	struct findings none = { 0 };

	module->path = xasprintf("%s", probes->path);
	module->bytes = memcpy(xcalloc(size, 1),
			       module_elf_data(probes->elf,
					       probes->table_section),
			       size);
	probe_table_read(&module->table, module->bytes, size, SDT_TABLE_MODULE,
			 SDT_TABLE_SECTION, &none);
	if (needs_sites(catalog))
		module_probes_list_sites(probes, &module->sites);
	choose_from(catalog, module);
}

static enum exit_code read_file(struct catalog *catalog, const char *path,
				bool is_named)
{
	struct module_probes probes;
	enum exit_code code = module_probes_load(&probes, path);

	if (code == EXIT_DONE)
		add_file(catalog, &probes);
	else if (code == EXIT_NO_PROBES && is_named)
		module_probes_none(&probes);
	module_probes_close(&probes);
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

static enum exit_code add_loaded(struct catalog *catalog,
				 struct loaded_module *loaded)
{
	struct catalog_module *module;

	if (loaded->findings.count) {
		findings_report(&loaded->findings, loaded->path);
		return EXIT_FAILED;
	}
	module = add_module(catalog);
	module->table = loaded->table;
	module->bytes = loaded->bytes;
	module->uses = loaded->uses;
	module->sites = loaded->sites;
	loaded->table = (struct probe_table){ 0 };
	loaded->bytes = NULL;
	loaded->uses = NULL;
	loaded->sites = (struct probe_sites){ 0 };
	choose_from(catalog, module);
	return EXIT_DONE;
}

static enum exit_code read_running(struct catalog *catalog)
{
	struct loaded_modules loaded;
	enum exit_code code;
	size_t i;

	code = loaded_modules_read(&loaded, NULL, needs_sites(catalog));
	for (i = 0; i < loaded.nr_modules; i++)
		code = exit_worse(code, add_loaded(catalog, &loaded.modules[i]));
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
		probe_table_free(&catalog->modules[i]->table);
		free(catalog->modules[i]->bytes);
		free(catalog->modules[i]->uses);
		probe_sites_free(&catalog->modules[i]->sites);
		free(catalog->modules[i]->path);
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
