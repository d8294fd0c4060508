// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_dump.c - sdtinfo dump: show everything known about a module's probes
 *
 * For driver authors and those who trace their drivers.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "arch/arch.h"
#include "cmd.h"
#include "loaded/loaded.h"
#include "lib/error.h"
#include "lib/util.h"
#include "module/module.h"
#include "text/arg.h"
#include "text/view.h"

/* Wider cells overrun their column. */
#define MAX_COLUMN	28

static struct layout names_layout = { "", {
	{ .limit = MAX_COLUMN }, { .limit = MAX_COLUMN }, { .limit = MAX_COLUMN },
} };

/* An argument; @other is another type of it, named by @what */
static void show_arg(struct view *view, const struct probe *probe, unsigned int i,
		     const struct probe_arg *arg, const char *type, const char *what,
		     const char *other)
{
	static struct layout layout = { "    ", {
		{ .limit = MAX_COLUMN }, { .limit = MAX_COLUMN / 2 },
		{ .limit = MAX_COLUMN + MAX_COLUMN / 2 },
	} };
	const bool has_other = arg_has_comment(arg);
	char *kind = arg_kind_text(probe, arg, false);

	view_line(view, &layout, STYLE_NONE, "arg%-2u\t%s\t%s\t%s%s%s", i, arg->name, type, kind,
		  has_other ? what : "", has_other ? other : "");
	free(kind);
}

/* The fields of a translated probe's event; other arguments, or the native ones with -v */
static void show_args(struct view *view, const struct probe *probe)
{
	const bool is_translated = probe->flags & SDT_PROBE_TRANSLATED;
	struct event_fields room;
	const struct probe *fields = event_fields(probe, &room);
	const struct probe_arg *arg;
	unsigned int i;
	char *type;

	for (i = 0; i < fields->nr_args && is_translated; i++) {
		arg = &fields->args[i];
		type = arg_type_text(arg);
		show_arg(view, probe, i, arg, arg->declared, ", from ", type);
		free(type);
	}
	if (is_translated && !view->verbose)
		return;
	if (is_translated && probe->nr_args)
		view_line(view, &plain_line, STYLE_NONE, "    native:");
	for (i = 0; i < probe->nr_args; i++) {
		arg = &probe->args[i];
		type = arg_type_text(arg);
		show_arg(view, probe, i, arg, type, ", declared ", arg->declared);
		free(type);
	}
}

/* As "dtrace -lv" prints them */
static void show_attributes(struct view *view, const char *of, struct attributes a)
{
	static struct layout one = { "\t", { { 0 } } }, two = { "\t\t", { { 0 } } };

	view_line(view, &plain_line, STYLE_NONE, "%s", "");
	view_line(view, &one, STYLE_NONE, "%s Attributes", of);
	view_line(view, &two, STYLE_NONE, "Identifier Names: %s", sdt_stability_name(a.names));
	view_line(view, &two, STYLE_NONE, "Data Semantics:   %s", sdt_stability_name(a.data));
	view_line(view, &two, STYLE_NONE, "Dependency Class: %s",
		  sdt_dependency_name(a.dependency));
}

/* The bytes of a site, its NOP or what replaced it: "0f 1f 44 00 00"; caller frees */
static char *bytes_text(struct module_elf *elf, const struct probe_site *site)
{
	const unsigned char *bytes;
	char *text = xasprintf("%s", "");
	uint64_t room;
	size_t i, size;

	bytes = module_elf_bytes(elf, site->code, &room);
	size = bytes ? arch_nop_size(elf->arch, bytes, room) : 0;
	if (bytes && !size)
		size = room < NOP_MAX ? room : NOP_MAX;
	for (i = 0; i < size; i++)
		text = xappend(text, i ? " %02x" : "%02x", bytes[i]);
	return text;
}

/* Does it exist only while the module is loaded or unloaded? */
static bool is_transient(const struct elf_section *section)
{
	return elf_section_is_init(section) ||
	       !strncmp(section->name, ".exit", 5);
}

/* What only a file shows of a NOP */
static void show_nop(struct view *view, struct json_object *object,
		     const struct module *module, const struct probe_site *site)
{
	const struct elf_section *section = module_elf_section_at(module->elf, site->code);
	const struct elf_place record = module_record(module, site->record);
	char *bytes, *where;

	if (!object && !view->verbose)
		return;
	bytes = bytes_text(module->elf, site);
	where = module_elf_where(module->elf, record);
	view_line(view, &plain_line, STYLE_NONE, "           %s+0x%" PRIx64 ": %s, record %s",
		  section->name, site->code.offset, bytes, where);
	json_add_string(object, "section", section->name);
	json_add_number(object, "offset", site->code.offset);
	json_add_string(object, "bytes", bytes);
	free(where);
	free(bytes);
}

/* A site; the NOPs of a loaded module are not known. */
static void dump_site(struct view *view, struct json_object *object, const struct module *module,
		      const struct probe_site *site, size_t nr_nops)
{
	const struct elf_section *section;
	struct json_object *others;
	size_t i;

	view_site(view, object, site, nr_nops, module->uses);
	if (module->is_loaded)
		return;
	section = module_elf_section_at(module->elf, site->code);
	if (!object && is_transient(section))
		lines_append(&view->lines, ", in %s", section->name);
	show_nop(view, object, module, site);
	json_add_number(object, "record_offset", module_record(module, site->record).offset);
	others = json_add_list(object, "other_nops");
	for (i = 1; i < nr_nops; i++) {
		object = json_item(others);
		json_add_string(object, "place", site[i].place);
		show_nop(view, object, module, &site[i]);
	}
}

static void dump_probe(struct view *view, struct json_object *object,
		       const struct module *module, const struct probe *probe)
{
	const struct probe_provider *provider = probe_table_provider(&module->table, probe);
	const struct probe_site *sites;
	struct json_object *list;
	size_t i, nr, nops;

	view_line(view, &names_layout, STYLE_NAME, "%s\t%s\t%s\t%s", probe->provider,
		  module->table.module, probe->function, probe->name);
	if (view->verbose) {
		show_attributes(view, "Probe Description", stability_of_probes(provider));
		show_attributes(view, "Argument", stability_get(provider, STABILITY_OF_ARGS));
		view_line(view, &plain_line, STYLE_NONE, "%s", "");
	}
	view_add_probe(object, probe);
	view_message(view, probe);
	view_use(view, object, module_use(module, probe));
	show_args(view, probe);
	view_add_args(object, probe, NULL);
	list = json_add_list(object, "sites");
	sites = module_sites(module, probe, &nr);
	for (i = 0; i < nr; i += nops) {
		nops = module_site_nops(&sites[i], nr - i);
		dump_site(view, json_item(list), module, &sites[i], nops);
	}
}

static void dump_head(struct view *view, const struct module *module)
{
	char *sum = view_sum_text(module->table.nr_probes, &module->count);

	if (view->lines.printed)
		view_line(view, &plain_line, STYLE_NONE, "%s", "");
	if (module->is_loaded)
		view_line(view, &plain_line, STYLE_NONE, "%s: loaded, %s", module->name, sum);
	else
		view_line(view, &plain_line, STYLE_NONE, "%s: module %s, %s", module->name,
			  module->table.module, sum);
	view_line(view, &plain_line, STYLE_NONE, "%s", "");
	view_line(view, &names_layout, STYLE_HEAD, "PROVIDER\tMODULE\tFUNCTION\tNAME");
	free(sum);
}

/* Tests of probes that the module does not have */
static void dump_always_false(struct view *view, const struct module *module)
{
	const struct probe_site *site;
	char *place;
	size_t i;

	for (i = 0; i < module->nr_records; i++) {
		site = &module->records[i];
		if (!site->is_left_alone || !site->code.section)
			continue;
		place = module_elf_where(module->elf, site->code);
		view_line(view, &plain_line, STYLE_NONE,
			  "note: %s, line %u, tests a probe that has no site here: it is always false",
			  place, site->line);
		free(place);
	}
}

static void show_dump(struct view *view, const struct module *module)
{
	const struct probe_table *table = &module->table;
	struct json_object *object, *list;
	size_t i;

	dump_head(view, module);
	object = view_module(view, module_file(module), table);
	json_add_number(object, "abi", SDT_ABI_VERSION);
	view_add_sum(object, &module->count);
	list = json_add_list(object, "providers");
	for (i = 0; list && i < table->nr_providers; i++)
		view_add_provider(json_item(list), &table->providers[i]);
	list = json_add_list(object, "probes");
	for (i = 0; i < table->nr_probes; i++)
		dump_probe(view, json_item(list), module, &table->probes[i]);
	if (!module->is_loaded)
		dump_always_false(view, module);
	lines_print(&view->lines);
}

/*
 * The verb
 */

static enum exit_code dump_file(struct view *view, const char *path)
{
	struct module module;
	enum exit_code code = module_read(&module, path);

	if (code == EXIT_NO_PROBES)
		module_no_probes(&module);
	else if (code == EXIT_DONE)
		show_dump(view, &module);
	module_free(&module);
	return code;
}

static enum exit_code dump_loaded(struct view *view, const char *word)
{
	struct loaded_modules loaded;
	enum exit_code code = loaded_modules_read(&loaded, word, LOADED_SITES);

	if (code == EXIT_DONE && loaded.modules[0]->findings.count) {
		findings_report(&loaded.modules[0]->findings, loaded.modules[0]->name);
		code = EXIT_FAILED;
	} else if (code == EXIT_DONE) {
		show_dump(view, loaded.modules[0]);
	}
	loaded_modules_free(&loaded);
	return code;
}

static enum exit_code dump_module(struct view *view, const char *word)
{
	return loaded_module_is_meant(word) ? dump_loaded(view, word) : dump_file(view, word);
}

static enum exit_code dump_run(int argc, char **argv)
{
	enum exit_code code = EXIT_DONE;
	struct view view = { 0 };
	int i;

	argc = command_parse(&cmd_dump, argc, argv, &view, NULL);
	json_begin(&view.json, view.json.form, "dump", "modules");
	for (i = 1; i <= argc; i++)
		code = exit_worse(code, dump_module(&view, argv[i]));
	json_end(&view.json);
	return code;
}

static const struct verb_option dump_options[] = {
	{ "verbose", 'v', NULL,
	  "also print the stability of the names, the native arguments of translated ones, and the section, bytes and site record of each NOP",
	  SETS_FLAG(struct view, verbose) },
	JSON_OPTIONS(struct view, json.form),
	{ 0 }
};

const struct command cmd_dump = {
	.name = "dump",
	.summary = "show everything known about the probes of modules",
	.options = dump_options,
	.forms = { { .arguments = "FILE.ko | MODULE..." } },
	.lacks = "a module: FILE.ko, or the name of a loaded module",
	.help =
"For each probe, print its four names, the text of a message, its arguments\n"
"and its sites.\n"
"\n"
"An argument has a field name, its C type, {aka that type without typedefs}, size\n"
"and kind, the first enumerators of an enum, the number of bytes that a pointer\n"
"points to, and the type that the author declared if that is different.\n"
"\n"
"A site is the NOP that is patched when the probe is enabled, shown as\n"
"function+offset, and the source line.  Several NOPs that share one call are one\n"
"site.  A site marked is-enabled is a DTRACE_PROBE_ENABLED.  A site in init code\n"
"that the kernel has freed is (freed).  Modules compressed with xz, zstd or gzip\n"
"are read directly.\n"
"\n"
"MODULE is the name of a loaded module: a word without '.' or '/'.  If no such\n"
"module is loaded, the word is a file name.  The data comes from sdt.ko, and\n"
"includes the number of listeners of each probe and whether each site is enabled.\n"
"Without debugfs, and for users who cannot read it, the data comes from the\n"
"module's installed file.\n",
	.run = dump_run,
};
