// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_link.c - sdtinfo link: merge the probe tables of a module's objects
 *
 * For the Kbuild build: kbuild/join assembles the output and links it to the module's object.
 *
 *  1. read the sites of all objects, and check what "sdtinfo verify" checks of a module's
 *  2. read their tables, or make them of their marks
 *  3. merge these; report conflicts; each site has to be of a probe
 *  4. write the module's table and trampoline
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <linux/sdt_sites.h>

#include "arch/arch.h"
#include "cmd.h"
#include "lib/error.h"
#include "lib/output.h"
#include "lib/util.h"
#include "link/link.h"
#include "marks/marks.h"
#include "module/debug_info.h"
#include "module/module.h"
#include "table/probe_table.h"

struct link {
	const char *name;	/* as it was given */
	char *module;
	const char *output;
	bool allow_empty;
	bool btf;
	char **objects;
	int nr_objects;
	struct module *modules;	/* the objects as they were read */
	struct probe_table *tables;
	size_t nr_tables;
	const struct arch *arch;
	const char *arch_path;	/* the object that it is known from */
	char *returns;		/* how functions return in the objects' kernel, or NULL */
	struct probe_merge merge;
	struct event_classes classes;
	struct name_list names;
};

/*
 * Reading
 */

static struct probe_table *add_table(struct link *link)
{
	link->tables = xroom_for_one(link->tables, link->nr_tables, sizeof(*link->tables));
	return &link->tables[link->nr_tables++];
}

/*
 * Read the tables in one section: one after the other if the object was
 * linked from several, with zeros between them where the linker aligned them.
 */
static int read_section(struct link *link, struct module_elf *elf,
			const char *path, const struct elf_section *section)
{
	const unsigned char *bytes = module_elf_data(elf, section);
	struct findings findings = { 0 };
	struct probe_table *table;
	size_t offset = 0;
	char *where;
	int failed;

	if (!bytes)
		return -1;
	while (offset < section->size) {
		if (section->size - offset >= 4 && !memcmp(bytes + offset, "\0\0\0", 4)) {
			offset += 4;
			continue;
		}
		table = add_table(link);
		where = xasprintf("%s+0x%zx", section->name, offset);
		failed = probe_table_read(table, bytes + offset,
					  section->size - offset,
					  SDT_TABLE_OBJECT, where, &findings);
		free(where);
		findings_report(&findings, path);
		findings_free(&findings);
		if (failed)
			return -1;
		offset += table->size;
	}
	return 0;
}

static int read_sections(struct link *link, const struct module *object)
{
	const struct elf_section *section = NULL;
	size_t i, first = link->nr_tables, nr_live = 0;
	uint64_t expected = 0;

	if (marks_read(add_table(link), object))
		return -1;
	while ((section = module_elf_section(object->elf, SDT_OBJECT_SECTION, section)))
		if (read_section(link, object->elf, object->name, section))
			return -1;
	for (i = first; i < link->nr_tables; i++)
		expected += link->tables[i].nr_sites;
	for (i = 0; i < object->nr_records; i++)
		nr_live += object->records[i].code.section != 0;
	if (nr_live != expected)
		return error_file(object->name, "its probe tables count %llu sites, but it has %zu: compile it again",
				  (unsigned long long)expected, nr_live);
	return 0;
}

/* The parts of such a section come from one object, or from several that were linked. */
static int read_classes(struct link *link, const struct module *object, const char *name,
			int (*read)(struct event_classes *classes, const char *bytes, size_t size))
{
	const struct elf_section *section = NULL;
	const char *bytes;

	while ((section = module_elf_section(object->elf, name, section))) {
		bytes = module_elf_data(object->elf, section);
		if (!bytes)
			return -1;
		if (read(&link->classes, bytes, section->size))
			return error_file(object->name, "its section %s is not what <linux/sdt_tracepoint.h> writes: compile it again",
					  name);
	}
	return 0;
}

static int read_events(struct link *link, const struct module *object)
{
	return read_classes(link, object, __SDT_EVENTS_SECTION, event_classes_read) ||
	       read_classes(link, object, __SDT_ENUMS_SECTION, event_enums_read) ? -1 : 0;
}

/* All objects are for the same architecture, which is that of the table. */
static int read_arch(struct link *link, const struct module_elf *elf, const char *path)
{
	const struct arch *arch = elf->arch;

	if (!arch)
		return error_file(path, "is for an architecture without probes: build it for x86-64 or arm64");
	if (link->arch && arch != link->arch)
		return error_file(path, "is for %s, but %s is for %s: build all objects of a module with the same compiler",
				  arch->name, link->arch_path, link->arch->name);
	link->arch = arch;
	link->arch_path = path;
	return 0;
}

/* All objects are for the same kernel. */
static int read_returns(struct link *link, struct module_elf *elf, const char *path)
{
	const struct elf_section *section = module_elf_section(elf, SDT_RETURN_SECTION, NULL);
	const char *returns;

	if (!section || link->returns)
		return 0;
	returns = module_elf_data(elf, section);
	if (!returns)
		return -1;
	if (!memchr(returns, '\0', section->size))
		return error_file(path, "its section %s has no end: compile it again",
				  SDT_RETURN_SECTION);
	link->returns = xasprintf("%s", returns);
	return 0;
}

/* The rules for sites that sdt.ko has, so that a module that is built is not refused */
static int check_sites(struct module *object)
{
	if (module_check(object))
		return -1;
	findings_report(&object->findings, object->name);
	return object->findings.count ? -1 : 0;
}

static int read_object(struct link *link, struct module *object, const char *path)
{
	return module_open_object(object, path) || read_arch(link, object->elf, path) ||
	       check_sites(object) || read_sections(link, object) ||
	       read_events(link, object) || read_returns(link, object->elf, path) ? -1 : 0;
}

/* Finds the probe of each site; those that no code leads to have none. */
static int add_sites(struct link *link, const struct module *object)
{
	const struct probe_site *record = object->records, *end = record + object->nr_records;

	for (; record < end; record++)
		if (!probe_merge_site(&link->merge, record->symbol, !record->code.section))
			return error_file(object->name, "a site uses symbol %s, which its probe tables do not have: compile it again",
					  record->symbol);
	return 0;
}

static void read_names(struct link *link)
{
	struct debug_info *info;
	int i;

	for (i = 0; i < link->nr_objects; i++) {
		module_elf_tracepoints(link->modules[i].elf, &link->names);
		info = debug_info_open(link->objects[i]);
		if (info)
			debug_info_structs(info, &link->names);
		debug_info_close(info);
	}
}

/*
 * The verb
 */

/* The kernel's own rule: a module's name has no dashes. */
static char *module_name(const char *name)
{
	char *s, *module = xasprintf("%s", name);

	for (s = module; *s; s++)
		if (*s == '-')
			*s = '_';
	return module;
}

static void check_module_name(const char *name)
{
	const char *c;

	for (c = name; *c; c++)
		if (*c <= ' ' || *c >= 0x7f || strchr("/\"\\:", *c))
			break;
	if (!*name || *c)
		error_usage("'%s' is not a module name", name);
}

static void check_words(const struct link *link)
{
	int i;

	check_module_name(link->name);
	for (i = 0; i < link->nr_objects; i++)
		if (out_is(link->objects[i], link->output))
			error_usage("%s is both an object and the output", link->output);
}

/* A module without probes may have any name. */
static int check_module_events(const struct link *link)
{
	char why[SDT_WHY_SIZE];

	if (!link->merge.nr_probes || sdt_event_group_ok(link->module, why, sizeof(why)))
		return 0;
	error_file(link->module, "%s: rename it", why);
	return -1;
}

static enum exit_code link_objects(struct link *link)
{
	int i, failed = 0;

	link->modules = xcalloc(link->nr_objects, sizeof(*link->modules));
	for (i = 0; i < link->nr_objects; i++)
		failed |= read_object(link, &link->modules[i], link->objects[i]);
	if (failed)
		return EXIT_FAILED;
	for (i = 0; i < (int)link->nr_tables; i++)
		probe_merge_add(&link->merge, &link->tables[i]);
	link->merge.module = link->module;
	probe_merge_finish(&link->merge);
	if (merge_report(&link->merge) || event_classes_check(&link->classes, &link->merge) ||
	    check_module_events(link))
		return EXIT_FAILED;
	if (!link->merge.nr_probes && !link->allow_empty) {
		error_file(link->module, "no probes in its objects (allowed with --allow-empty)");
		return EXIT_NO_PROBES;
	}
	for (i = 0; i < link->nr_objects; i++)
		if (add_sites(link, &link->modules[i]))
			return EXIT_FAILED;
	if (!link->merge.nr_probes && !link->merge.nr_symbols) {
		out_remove(link->output);
		return EXIT_DONE;
	}
	if (link->btf)
		read_names(link);
	failed = table_write(link->output, link->module, &link->merge, &link->classes, link->arch,
			     link->returns, link->btf ? &link->names : NULL);
	return failed ? EXIT_FAILED : EXIT_DONE;
}

static void free_link(struct link *link)
{
	size_t i;

	for (i = 0; i < (size_t)link->nr_objects && link->modules; i++)
		module_free(&link->modules[i]);
	free(link->modules);
	for (i = 0; i < link->nr_tables; i++)
		probe_table_free(&link->tables[i]);
	free(link->tables);
	probe_merge_free(&link->merge);
	event_classes_free(&link->classes);
	names_free(&link->names);
	free(link->module);
	free(link->returns);
}

static enum exit_code link_run(int argc, char **argv)
{
	struct link link = { .objects = argv + 1 };
	enum exit_code code;

	link.nr_objects = command_parse(&cmd_link, argc, argv, &link, NULL);
	check_words(&link);
	link.module = module_name(link.name);
	code = link_objects(&link);
	if (code != EXIT_DONE)
		out_remove(link.output);
	free_link(&link);
	return code;
}

static const struct verb_option link_options[] = {
	{ "module", 'm', "NAME", "the module's name; '-' in it becomes '_'",
	  SETS_TEXT(struct link, name) },
	{ "output", 'o', "OUT.s", "write to OUT.s; '-' is standard output",
	  SETS_TEXT(struct link, output) },
	{ "allow-empty", 0, NULL,
	  "if there are no probes, remove OUT.s instead of failing with exit code 3",
	  SETS_FLAG(struct link, allow_empty) },
	{ "btf", 0, NULL, "also write the types of raw tracepoints, for the module's BTF",
	  SETS_FLAG(struct link, btf) },
	{ 0 }
};

const struct command cmd_link = {
	.name = "link",
	.summary = "write a module's probe table from its objects (for the build)",
	.options = link_options,
	.forms = { { "module output", NULL, "OBJECT.o..." } },
	.lacks = "objects: OBJECT.o...",
	.help =
"Read the probe tables that the compiler plugin left in the objects, or the marks\n"
"of objects that were compiled without it, check that they agree, and write the\n"
"module's single table as assembler source.  On failure, no output file is left.\n",
	.run = link_run,
};
