// SPDX-License-Identifier: GPL-2.0-only
/*
 * loaded_modules.c - modules of the running kernel: tables, sites, users and hits
 *
 * Serves catalog.c, dump and verify.  Puts together what debugfs.c reads.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <linux/sdt_abi.h>

#include "debugfs.h"
#include "lib/error.h"
#include "lib/util.h"
#include "loaded_modules.h"
#include "table/probe.h"

static bool is_file(const char *path)
{
	struct stat st;

	return !stat(path, &st) && !S_ISDIR(st.st_mode);
}

/* A module that is built into the kernel has no such file. */
static bool is_loaded(const char *name)
{
	char *path = xasprintf("/sys/module/%s/initstate", name);
	bool found = !access(path, F_OK);

	free(path);
	return found;
}

/* As the kernel spells it; caller frees. */
static char *spelled(const char *word)
{
	char *c, *name = xasprintf("%s", word);

	for (c = name; *c; c++)
		if (*c == '-')
			*c = '_';
	return name;
}

bool loaded_module_is_meant(const char *word)
{
	char *name = spelled(word);
	bool meant = event_is_word(name) && (is_loaded(name) || !is_file(word));

	free(name);
	return meant;
}

/*
 * Users, hits and sites
 */

static int by_name(const void *x, const void *y)
{
	const struct module *const *b = y;

	return strcmp(x, (*b)->name);
}

static struct module *find_module(const struct loaded_modules *loaded, const char *name)
{
	struct module **found = NULL;

	if (loaded->nr_modules)
		found = bsearch(name, loaded->modules, loaded->nr_modules,
				sizeof(*loaded->modules), by_name);
	return found && !(*found)->findings.count ? *found : NULL;
}

static int by_names(const void *x, const void *y)
{
	return probe_compare_names(x, y);
}

/* The number of a probe in the table, or NO_PROBE */
static uint32_t find_probe(const struct module *module,
			   const struct debugfs_names *names)
{
	const struct probe_table *table = &module->table;
	const struct probe *found = NULL, key = {
		.provider = names->provider,
		.function = names->function,
		.name = names->name,
	};

	if (table->nr_probes)
		found = bsearch(&key, table->probes, table->nr_probes,
				sizeof(key), by_names);
	return found ? found - table->probes : NO_PROBE;
}

static void see_probe(const struct debugfs_probe *probe, void *data)
{
	struct module *module = find_module(data, probe->names.module);
	uint32_t number;

	if (!module)
		return;
	number = find_probe(module, &probe->names);
	if (number == NO_PROBE)
		return;
	module->uses[number] = (struct probe_use){ .users = probe->users };
}

static void see_site(const struct debugfs_site *site, void *data)
{
	struct module *module = find_module(data, site->names.module);
	struct probe_site *added;

	if (!module)
		return;
	added = module_add_record(module);
	added->probe = find_probe(module, &site->names);
	added->file = xasprintf("%s", site->file);
	added->line = site->line;
	/* "revdev_read+0x12/0xc0 [revdev]" */
	if (strcmp(site->symbol, "?"))
		added->place = xasprintf("%.*s",
					 (int)strcspn(site->symbol, "/ "),
					 site->symbol);
	added->is_enabled = site->is_enabled;
	added->is_on = site->is_on;
}

static int read_sites(struct loaded_modules *loaded,
		      const struct debugfs *debugfs)
{
	int failed;
	size_t i;

	for (i = 0; i < loaded->nr_modules; i++)
		loaded->modules[i]->uses =
			xcalloc(loaded->modules[i]->table.nr_probes,
				sizeof(struct probe_use));
	failed = debugfs_probes(debugfs, see_probe, loaded) ||
		 debugfs_sites(debugfs, see_site, loaded);
	for (i = 0; i < loaded->nr_modules; i++)
		module_sort_sites(loaded->modules[i]);
	return failed ? -1 : 0;
}

/*
 * Tables
 */

/* A module that was unloaded meanwhile is left out. */
static int add_module(struct loaded_modules *loaded,
		      const struct debugfs *debugfs, const char *name)
{
	struct module *module;
	size_t size;
	void *bytes;
	int failed;

	bytes = debugfs_table(debugfs, name, &size, &failed);
	if (!bytes)
		return failed;
	loaded->modules = xroom_for_one(loaded->modules, loaded->nr_modules,
					sizeof(*loaded->modules));
	module = xcalloc(1, sizeof(*module));
	loaded->modules[loaded->nr_modules++] = module;
	module->name = xasprintf("%s", name);
	module->is_loaded = true;
	module->bytes = bytes;
	probe_table_read(&module->table, bytes, size, SDT_TABLE_MODULE,
			 SDT_TABLE_SECTION, &module->findings);
	return 0;
}

static bool is_among(char **names, size_t nr, const char *name)
{
	size_t i;

	for (i = 0; i < nr; i++)
		if (!strcmp(names[i], name))
			return true;
	return false;
}

/* "2 modules refused: kv, zfs, see the kernel log"; NULL: none; caller frees */
static char *refused_text(const struct debugfs *debugfs)
{
	char *names, *longer, *text;
	size_t i;

	if (!debugfs->nr_refused)
		return NULL;
	names = xasprintf("%s", debugfs->refused[0]);
	for (i = 1; i < debugfs->nr_refused; i++) {
		longer = xasprintf("%s, %s", names, debugfs->refused[i]);
		free(names);
		names = longer;
	}
	text = xasprintf("%zu module%s refused: %s, see the kernel log", debugfs->nr_refused,
			 debugfs->nr_refused == 1 ? "" : "s", names);
	free(names);
	return text;
}

/* A loaded module with a similar name, or NULL; caller frees */
static char *nearly(const char *name)
{
	FILE *modules = fopen("/proc/modules", "re");
	char *line = NULL, *found = NULL;
	size_t room = 0;

	while (modules && !found && getline(&line, &room, modules) > 0) {
		line[strcspn(line, "\n ")] = '\0';
		if (suggest_is_near(name, line))
			found = xasprintf("%s", line);
	}
	if (modules)
		fclose(modules);
	free(line);
	return found;
}

static enum exit_code not_loaded(const char *word, const char *name)
{
	char *meant = nearly(name), *hint = suggest_text(meant);
	char *file = module_installed(name);

	error_file(word, "neither a loaded module nor a file%s%s%s",
		   hint, file ? "; the module's file is " : "",
		   file ? file : "");
	free(file);
	free(hint);
	free(meant);
	return EXIT_FAILED;
}

static enum exit_code no_probes(const struct debugfs *debugfs, const char *name)
{
	if (is_among(debugfs->refused, debugfs->nr_refused, name))
		error_file(name, "sdt.ko refused its probes: see the kernel log");
	else
		error_file(name, "no probes in it");
	return EXIT_NO_PROBES;
}

static enum exit_code read_modules(struct loaded_modules *loaded,
				   const struct debugfs *debugfs,
				   const char *name, bool with_sites)
{
	enum exit_code code = EXIT_DONE;
	size_t i;

	if (name && !is_among(debugfs->modules, debugfs->nr_modules, name))
		return no_probes(debugfs, name);
	loaded->refused = refused_text(debugfs);
	for (i = 0; i < debugfs->nr_modules; i++)
		if ((!name || !strcmp(name, debugfs->modules[i])) &&
		    add_module(loaded, debugfs, debugfs->modules[i]))
			code = EXIT_FAILED;
	if (with_sites && read_sites(loaded, debugfs))
		code = EXIT_FAILED;
	if (name && !loaded->nr_modules && code == EXIT_DONE)
		code = not_loaded(name, name);	/* unloaded meanwhile */
	return code;
}

enum exit_code loaded_modules_read(struct loaded_modules *loaded,
				   const char *word, bool with_sites)
{
	char *name = word ? spelled(word) : NULL;
	enum exit_code code = EXIT_FAILED;
	struct debugfs debugfs;

	memset(loaded, 0, sizeof(*loaded));
	if (name && !is_loaded(name)) {
		code = not_loaded(word, name);
	} else {
		if (!debugfs_open(&debugfs))
			code = read_modules(loaded, &debugfs, name, with_sites);
		debugfs_close(&debugfs);
	}
	free(name);
	return code;
}

void loaded_modules_free(struct loaded_modules *loaded)
{
	size_t i;

	for (i = 0; i < loaded->nr_modules; i++) {
		if (loaded->modules[i])
			module_free(loaded->modules[i]);
		free(loaded->modules[i]);
	}
	free(loaded->modules);
	free(loaded->refused);
	memset(loaded, 0, sizeof(*loaded));
}
