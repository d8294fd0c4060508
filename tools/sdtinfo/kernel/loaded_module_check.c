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
#include "module/module_check.h"
#include "module/module_dep.h"
#include "module/module_elf.h"
#include "module/module_probes.h"
#include "table/probe.h"
#include "table/probe_sites.h"
#include "table/probe_table.h"

#define BUILD_ID_SECTION	".note.gnu.build-id"

/* More than the longest build ID note, in bytes */
#define BUILD_ID_MAX		256

/*
 * The table and the sites
 */

static void check_sites(struct loaded_module *module)
{
	const struct probe_table *table = &module->table;
	const struct probe *probe;
	size_t i, j, nr, fire;

	if (module->nr_strays)
		findings_add(&module->findings, SDT_TABLE_SECTION,
			     "%zu site%s of probes that are not in the probe table",
			     module->nr_strays,
			     module->nr_strays == 1 ? "" : "s");
	for (i = 0; i < table->nr_probes; i++) {
		const struct probe_site *sites;

		probe = &table->probes[i];
		sites = probe_sites_of(&module->sites, i, &nr);
		for (j = 0, fire = 0; j < nr; j++)
			fire += !sites[j].is_enabled;
		if (fire < probe->nr_sites)
			findings_add(&module->findings, SDT_TABLE_SECTION,
				     "probe %zu, %s:%s:%s: the table counts %u of its sites, sdt.ko shows %zu",
				     i, probe->provider, probe->function,
				     probe->name, probe->nr_sites, fire);
	}
	if (module->sites.count < table->nr_sites)
		findings_add(&module->findings, SDT_TABLE_SECTION,
			     "the probe table counts %u sites, sdt.ko shows %zu",
			     table->nr_sites, module->sites.count);
}

static void check_table(struct loaded_module *module)
{
	if (strcmp(module->table.module, module->name))
		findings_add(&module->findings, SDT_TABLE_SECTION,
			     "the probe table is of module %s",
			     module->table.module);
	module_check_table(&module->table, &module->findings);
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
	char *path = module_dep_file(name);
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
static void compare_tables(struct loaded_module *module,
			   const struct module_probes *probes)
{
	const size_t from = offsetof(struct sdt_table, trampoline);
	const size_t to = from + sizeof(((struct sdt_table *)NULL)->trampoline);
	const unsigned char *loaded = module->bytes, *file;

	if (!probes->table_section)
		return;
	file = module_elf_data(probes->elf, probes->table_section);
	if (!file || probes->table.size != module->table.size ||
	    memcmp(file, loaded, from) ||
	    memcmp(file + to, loaded + to, probes->table.size - to))
		findings_add(&module->findings, SDT_TABLE_SECTION,
			     "the probe table in memory is not that of %s, the file of this build",
			     probes->path);
}

static int check_file(struct loaded_module *module, const char *path,
		      bool has_table)
{
	struct module_probes probes;
	int failed;

	failed = module_probes_open(&probes, path, &module->findings) ==
			 EXIT_FAILED ||
		 module_check(&probes, &module->findings);
	if (!failed && has_table)
		compare_tables(module, &probes);
	module_probes_close(&probes);
	return failed ? -1 : 0;
}

int loaded_module_check(struct loaded_module *module, char **file)
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
