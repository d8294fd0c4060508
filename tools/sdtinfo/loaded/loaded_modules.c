// SPDX-License-Identifier: GPL-2.0-only
/*
 * loaded_modules.c - modules of the running kernel: tables, sites and users
 *
 * Reads what sdt.ko shows.
 */
#include <elf.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <linux/sdt_abi.h>

#include "lib/util.h"
#include "loaded.h"
#include "table/probe.h"

static bool is_file(const char *path)
{
	struct stat st;

	return !stat(path, &st) && !S_ISDIR(st.st_mode);
}

char *loaded_name(const char *word)
{
	char *c, *name = xasprintf("%s", word);

	for (c = name; *c; c++)
		if (*c == '-')
			*c = '_';
	return name;
}

bool loaded_module_is_meant(const char *word)
{
	char *name = loaded_name(word);
	bool meant = event_is_word(name) && (loaded_is(name) || !is_file(word));

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

static int by_probe_names(const void *x, const void *y)
{
	return probe_compare_names(x, y);
}

/* The number of a probe in its module's table, or NO_PROBE */
static uint32_t find_probe(const struct module *module, const struct probe *names)
{
	const struct probe_table *table = &module->table;
	const struct probe *found = NULL;

	if (table->nr_probes)
		found = bsearch(names, table->probes, table->nr_probes, sizeof(*names),
				by_probe_names);
	return found ? found - table->probes : NO_PROBE;
}

/* The module, and the number of the probe in its table, or NO_PROBE; NULL: there is no such module */
static struct module *find_names(const struct loaded_modules *loaded,
				 const struct site_names *names, uint32_t *number)
{
	struct module *module = find_module(loaded, names->module);

	if (module)
		*number = find_probe(module, &names->probe);
	return module;
}

/* "sdt:revdev:revdev_read:read-entry sites=1 users=0 event=1"; an older sdt.ko has no event= */
static void see_probe(char *line, void *data)
{
	struct module *module = NULL;
	uint64_t users = 0, event = 1;
	struct site_names names;
	uint32_t number;

	debugfs_number(line, "users", &users);
	debugfs_number(line, "event", &event);
	line[strcspn(line, " ")] = '\0';
	if (site_names_split(&names, line))
		module = find_names(data, &names, &number);
	if (module && module->uses && number != NO_PROBE)
		module->uses[number] = (struct probe_use){
			.users = users,
			.is_published = event,
		};
}

/* "sdt:revdev:revdev_read:read-entry@rev_dev.c:57 kind=fire enabled=0 symbol=SYMBOL init=18" */
static void see_site(char *text, void *data)
{
	const char *kind = debugfs_value(text, "kind"), *symbol = debugfs_value(text, "symbol");
	struct probe_site *added;
	struct site_names names;
	struct module *module;
	uint64_t enabled = 0, init = 0;
	uint32_t number;
	bool is_init;

	debugfs_number(text, "enabled", &enabled);
	is_init = debugfs_number(text, "init", &init);
	text[strcspn(text, " ")] = '\0';
	if (!kind || !site_names_split(&names, text) || !names.site.file)
		return;
	module = find_names(data, &names, &number);
	if (!module)
		return;
	debugfs_unescape(names.site.file);
	added = module_add_record(module);
	added->probe = number;
	added->file = xasprintf("%s", names.site.file);
	added->line = names.site.line;
	/* "revdev_read+0x12/0xc0 [revdev]", or "?" */
	if (symbol && *symbol != '?')
		added->place = xasprintf("%.*s", (int)strcspn(symbol, "/ "), symbol);
	added->is_enabled = !strncmp(kind, "is-enabled", strlen("is-enabled"));
	added->is_on = enabled;
	added->is_init = is_init;
	added->init_offset = init;
}

static int read_loaded_sites(struct loaded_modules *loaded,
			     const struct debugfs *debugfs)
{
	int failed;
	size_t i;

	for (i = 0; i < loaded->nr_modules; i++)
		loaded->modules[i]->uses =
			xcalloc(loaded->modules[i]->table.nr_probes,
				sizeof(struct probe_use));
	failed = debugfs_lines(debugfs, "probes", see_probe, loaded) ||
		 debugfs_lines(debugfs, "sites", see_site, loaded);
	for (i = 0; i < loaded->nr_modules; i++)
		module_sort_sites(loaded->modules[i]);
	return failed ? -1 : 0;
}

void loaded_read_uses(struct module **modules, size_t nr_modules)
{
	struct loaded_modules loaded = { .modules = modules, .nr_modules = nr_modules };
	struct debugfs debugfs;

	if (!debugfs_open(&debugfs))
		debugfs_lines(&debugfs, "probes", see_probe, &loaded);
	debugfs_close(&debugfs);
}

/*
 * Tables
 */

/* A module that was unloaded meanwhile is left out. */
static int add_loaded_module(struct loaded_modules *loaded,
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
	probe_table_read(&module->table, bytes, size, SDT_TABLE_MODULE,
			 SDT_TABLE_SECTION, &module->findings);
	free(bytes);
	return 0;
}

static enum exit_code not_loaded(const char *word, const char *name)
{
	char *file = module_installed(name);

	error_file(word, "neither a loaded module nor a file%s%s",
		   file ? "; the module's file is " : "", file ? file : "");
	free(file);
	return EXIT_FAILED;
}

static enum exit_code report_no_probes(const struct debugfs *debugfs, const char *name)
{
	if (names_have(&debugfs->refused, name))
		error_file(name, "sdt.ko refused its probes: see the kernel log");
	else
		error_file(name, "no probes in it");
	return EXIT_NO_PROBES;
}

static enum exit_code read_loaded_modules(struct loaded_modules *loaded,
					  const struct debugfs *debugfs,
					  const char *name, bool with_sites)
{
	enum exit_code code = EXIT_DONE;
	size_t i;

	if (name && !names_have(&debugfs->modules, name))
		return report_no_probes(debugfs, name);
	for (i = 0; i < debugfs->refused.nr; i++)
		names_add(&loaded->refused, debugfs->refused.list[i]);
	for (i = 0; i < debugfs->modules.nr; i++)
		if ((!name || !strcmp(name, debugfs->modules.list[i])) &&
		    add_loaded_module(loaded, debugfs, debugfs->modules.list[i]))
			code = EXIT_FAILED;
	if (with_sites && read_loaded_sites(loaded, debugfs))
		code = EXIT_FAILED;
	if (name && !loaded->nr_modules && code == EXIT_DONE)
		code = not_loaded(name, name);	/* unloaded meanwhile */
	return code;
}

enum exit_code loaded_modules_read(struct loaded_modules *loaded,
				   const char *word, enum loaded_what what)
{
	char *name = word ? loaded_name(word) : NULL;
	enum exit_code code = EXIT_FAILED;
	struct debugfs debugfs;
	int failed = debugfs_open(&debugfs);

	memset(loaded, 0, sizeof(*loaded));
	if (name && sysfs_is_mounted() && !loaded_is(name))
		code = not_loaded(word, name);
	else if (!failed)
		code = read_loaded_modules(loaded, &debugfs, name, what != LOADED_TABLES);
	else
		code = loaded_files_read(loaded, name, &debugfs);
	debugfs_close(&debugfs);
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
	names_free(&loaded->refused);
	memset(loaded, 0, sizeof(*loaded));
}
