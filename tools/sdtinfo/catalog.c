/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * catalog.c - probes of many modules, of which a pattern chooses some
 *
 * Serves list, args and gen.
 */
#include <errno.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "catalog.h"
#include "module_probes.h"
#include "running.h"

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

char *catalog_folder(const char *release)
{
	struct utsname name;

	if (!release) {
		uname(&name);
		release = name.release;
	}
	return xasprintf("/lib/modules/%s", release);
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

/* Choose of a module's probes; @is_there says of each if its places match. */
static void choose_from(struct catalog *catalog,
			const struct catalog_module *module,
			bool (*is_there)(size_t probe, void *data), void *data)
{
	const struct probe_table *table = &module->table;
	const struct pattern *pattern = &catalog->pattern;
	size_t i, first = catalog->nr_ids + 1;

	catalog->nr_ids += table->nr_probes;
	if (!pattern_match_module(pattern, table->module))
		return;
	for (i = 0; i < table->nr_probes; i++)
		if (pattern_match(pattern, table->module,
				  &table->probes[i]) &&
		    (!pattern->file || is_there(i, data)))
			choose(catalog, module, &table->probes[i], first + i);
}

static struct catalog_module *add_module(struct catalog *catalog, char *path,
					 void *bytes)
{
	struct catalog_module *module = xcalloc(1, sizeof(*module));

	catalog->modules = xroom_for_one(catalog->modules, catalog->nr_modules,
					 sizeof(*catalog->modules));
	catalog->modules[catalog->nr_modules++] = module;
	module->path = path;
	module->bytes = bytes;
	return module;
}

/*
 * Files
 */

struct file_places {
	const struct module_probes *probes;
	const struct pattern *pattern;
};

static bool is_in_file(size_t probe, void *data)
{
	const struct file_places *places = data;
	const struct site *sites;
	size_t i, nr;

	sites = module_probes_sites(places->probes, probe, &nr);
	for (i = 0; i < nr; i++)
		if (!sites[i].is_enabled &&
		    pattern_match_site(places->pattern, sites[i].file,
				       sites[i].line))
			return true;
	return false;
}

/* The table is copied, so that not all of many files are open at once. */
static void add_file(struct catalog *catalog, const struct module_probes *probes)
{
	struct file_places places = { probes, &catalog->pattern };
	size_t size = probes->table.size;
	struct findings none = { 0 };
	struct catalog_module *module;
	void *bytes;

	bytes = memcpy(xcalloc(size, 1),
		       module_elf_data(probes->elf, probes->table_section),
		       size);
	module = add_module(catalog, xasprintf("%s", probes->path), bytes);
	probe_table_read(&module->table, bytes, size, SDT_TABLE_MODULE,
			 SDT_TABLE_SECTION, &none);
	choose_from(catalog, module, is_in_file, &places);
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

/* Most of a kernel's modules have no probes: of them nothing is said. */
static enum exit_code read_folder(struct catalog *catalog, const char *folder)
{
	char *paths[] = { (char *)folder, NULL };
	enum exit_code file_code, code = EXIT_DONE;
	size_t modules = 0;
	FTSENT *entry;
	FTS *fts;

	fts = fts_open(paths, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR,
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
			modules++;
			file_code = read_file(catalog, entry->fts_path, false);
			if (file_code != EXIT_NO_PROBES)
				code = exit_worse(code, file_code);
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
	if (code == EXIT_DONE && !modules) {
		error_file(folder, "no modules in it");
		return EXIT_FAILED;
	}
	return code;
}

/*
 * The running kernel
 */

struct named_places {
	const struct catalog_module *module;
	const struct pattern *pattern;
	char **names;		/* of probes with such a place; sorted */
	size_t nr_names;
};

static void see_place(const char *names, const char *file, uint32_t line,
		      void *data)
{
	struct named_places *places = data;

	if (!pattern_match_site(places->pattern, file, line))
		return;
	places->names = xroom_for_one(places->names, places->nr_names,
				      sizeof(*places->names));
	places->names[places->nr_names++] = xasprintf("%s", names);
}

static int by_name(const void *x, const void *y)
{
	return strcmp(*(char *const *)x, *(char *const *)y);
}

static bool is_in_places(size_t number, void *data)
{
	const struct named_places *places = data;
	const struct probe_table *table = &places->module->table;
	const struct probe *probe = &table->probes[number];
	char *name;
	bool found;

	if (!places->nr_names)
		return false;
	name = xasprintf("%s:%s:%s:%s", probe->provider, table->module,
			 probe->function, probe->name);
	found = bsearch(&name, places->names, places->nr_names,
			sizeof(*places->names), by_name);
	free(name);
	return found;
}

static enum exit_code read_loaded(struct catalog *catalog,
				  const struct running *running,
				  const char *name, struct named_places *places)
{
	struct findings findings = { 0 };
	struct catalog_module *module;
	size_t size;
	void *bytes;
	char *path;
	int failed;

	bytes = running_table(running, name, &size, &failed);
	if (!bytes)
		return failed ? EXIT_FAILED : EXIT_DONE;
	module = add_module(catalog, NULL, bytes);
	failed = probe_table_read(&module->table, bytes, size, SDT_TABLE_MODULE,
				  SDT_TABLE_SECTION, &findings);
	if (failed) {
		path = running_table_path(running, name);
		findings_report(&findings, path);
		free(path);
	} else {
		places->module = module;
		choose_from(catalog, module, is_in_places, places);
	}
	findings_free(&findings);
	return failed ? EXIT_FAILED : EXIT_DONE;
}

static enum exit_code read_running(struct catalog *catalog)
{
	struct named_places places = { .pattern = &catalog->pattern };
	enum exit_code code = EXIT_DONE;
	struct running running;
	size_t i;

	if (running_open(&running) ||
	    (catalog->pattern.file &&
	     running_sites(&running, see_place, &places))) {
		code = EXIT_FAILED;
		goto out;
	}
	if (places.nr_names)
		qsort(places.names, places.nr_names, sizeof(*places.names),
		      by_name);
	for (i = 0; i < running.nr_modules; i++)
		code = exit_worse(code, read_loaded(catalog, &running,
						    running.modules[i],
						    &places));
out:
	running_close(&running);
	for (i = 0; i < places.nr_names; i++)
		free(places.names[i]);
	free(places.names);
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
		free(catalog->modules[i]->path);
		free(catalog->modules[i]);
	}
	free(catalog->modules);
	free(catalog->probes);
	pattern_free(&catalog->pattern);
	memset(catalog, 0, sizeof(*catalog));
}
