// SPDX-License-Identifier: GPL-2.0-only
/*
 * loaded_module_check.c - check what sdt.ko shows of a loaded module
 *
 * Serves "sdtinfo verify".
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linux/sdt_abi.h>

#include "lib/error.h"
#include "lib/util.h"
#include "loaded_module_check.h"
#include "module/module.h"

#define BUILD_ID_SECTION	".note.gnu.build-id"

/* More than the longest build ID note, in bytes */
#define BUILD_ID_MAX		256

/*
 * The table and the sites
 */

static void check_sites(struct module *module)
{
	const struct probe_table *table = &module->table;
	size_t i, j, nr, fire, nr_strays = 0;

	for (i = 0; i < module->nr_records; i++)
		nr_strays += module->records[i].probe == NO_PROBE;
	if (nr_strays)
		findings_add(&module->findings, SDT_TABLE_SECTION,
			     "%zu site%s of probes that are not in the probe table",
			     nr_strays, nr_strays == 1 ? "" : "s");
	for (i = 0; i < table->nr_probes; i++) {
		const struct probe *probe = &table->probes[i];
		const struct probe_site *sites = module_sites(module, probe, &nr);

		for (j = 0, fire = 0; j < nr; j++)
			fire += !sites[j].is_enabled;
		if (fire < probe->nr_sites)
			findings_add(&module->findings, SDT_TABLE_SECTION,
				     "probe %zu, %s:%s:%s: the table counts %u of its sites, sdt.ko shows %zu",
				     i, probe->provider, probe->function,
				     probe->name, probe->nr_sites, fire);
	}
	if (module->nr_records < table->nr_sites)
		findings_add(&module->findings, SDT_TABLE_SECTION,
			     "the probe table counts %u sites, sdt.ko shows %zu",
			     table->nr_sites, module->nr_records);
}

static void check_table(struct module *module)
{
	if (strcmp(module->table.module, module->name))
		findings_add(&module->findings, SDT_TABLE_SECTION,
			     "the probe table is of module %s",
			     module->table.module);
	module_check_table(module);
	check_sites(module);
}

/*
 * The installed file
 */

/* Do the file and the loaded module have the same build ID? */
static bool is_same_build(const char *name, struct module_elf *elf)
{
	char *path = xasprintf("/sys/module/%s/notes/" BUILD_ID_SECTION, name);
	const struct elf_section *section;
	char bytes[BUILD_ID_MAX];
	FILE *file = fopen(path, "re");
	const void *in_file;
	size_t n = 0;

	if (file) {
		n = fread(bytes, 1, sizeof(bytes), file);
		fclose(file);
	}
	free(path);
	section = module_elf_section(elf, BUILD_ID_SECTION, NULL);
	if (!n || !section || section->size != n)
		return false;
	in_file = module_elf_data(elf, section);
	return in_file && !memcmp(bytes, in_file, n);
}

/* The module's installed file, if it is of this build; caller frees */
static char *find_file(const char *name, int *failed)
{
	char *path = module_installed(name);
	struct module_elf *elf;

	if (!path)
		return NULL;
	elf = module_elf_open(path);
	*failed = elf ? 0 : -1;
	if (!elf || !is_same_build(name, elf)) {
		free(path);
		path = NULL;
	}
	if (elf)
		module_elf_close(elf);
	return path;
}

/* In memory and in the file, tables differ only in the offset of the trampoline. */
static void compare_tables(struct module *module, const struct module *file)
{
	const size_t from = offsetof(struct sdt_table, trampoline);
	const size_t to = from + sizeof(((struct sdt_table *)NULL)->trampoline);
	const unsigned char *loaded = module->bytes, *bytes = file->bytes;

	if (!file->table_section)
		return;
	if (!bytes || file->table.size != module->table.size ||
	    memcmp(bytes, loaded, from) ||
	    memcmp(bytes + to, loaded + to, file->table.size - to))
		findings_add(&module->findings, SDT_TABLE_SECTION,
			     "the probe table in memory is not that of %s, the file of this build",
			     file->name);
}

static int check_file(struct module *module, const char *path, bool has_table)
{
	struct module file;
	size_t i;
	int failed;

	failed = module_open(&file, path) == EXIT_FAILED || module_check(&file);
	for (i = 0; i < file.findings.count; i++)
		findings_add(&module->findings, file.findings.list[i].where, "%s",
			     file.findings.list[i].what);
	if (!failed && has_table)
		compare_tables(module, &file);
	module_free(&file);
	return failed ? -1 : 0;
}

int loaded_module_check(struct module *module, char **file)
{
	bool has_table = !module->findings.count;
	int failed = 0;

	if (has_table)
		check_table(module);
	*file = find_file(module->name, &failed);
	if (*file)
		failed = check_file(module, *file, has_table);
	return failed;
}
