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
#include "kernel/loaded_modules.h"
#include "lib/error.h"
#include "lib/json.h"
#include "lib/output.h"
#include "lib/util.h"
#include "module/module.h"
#include "table/stability.h"
#include "text/arg_text.h"
#include "text/probe_json.h"
#include "text/site_text.h"

/* Wider cells overrun their column. */
#define MAX_COLUMN	28

/* A module, and how wide its columns are */
struct dump {
	const struct module *module;
	struct out_column names[3], arg_name, arg_type, place;
};

/* What the command line asks for, and what has been printed so far. */
struct run {
	enum json_form form;
	struct json_document json;
	bool verbose;
	bool printed;
};

/*
 * For people
 */

static void print_arg(const struct dump *dump, const struct probe *probe,
		      unsigned int i)
{
	const struct probe_arg *arg = &probe->args[i];
	char *type = arg_type_text(arg);

	printf("    arg%-2u  ", i);
	out_cell(stdout, &dump->arg_name, arg->name);
	out_cell(stdout, &dump->arg_type, type);
	arg_print_kind(probe, arg);
	if (arg_has_comment(arg)) {
		printf(", declared ");
		out_text(stdout, arg->declared);
	}
	putchar('\n');
	free(type);
}

/* A translated argument, and what it is made from */
static void print_xlated(const struct dump *dump, const struct probe *probe,
			 unsigned int i, const struct probe_arg *field)
{
	char *type = arg_type_text(field);

	printf("    arg%-2u  ", i);
	out_cell(stdout, &dump->arg_name, field->name);
	out_cell(stdout, &dump->arg_type, field->declared);
	arg_print_kind(probe, field);
	if (arg_has_comment(field)) {
		printf(", from ");
		out_text(stdout, type);
	}
	putchar('\n');
	free(type);
}

static void print_args(const struct dump *dump, const struct run *run,
		       const struct probe *probe)
{
	const bool is_translated = probe->flags & SDT_PROBE_TRANSLATED;
	struct event_fields room;
	const struct probe *fields = event_fields(probe, &room);
	unsigned int i;

	for (i = 0; i < fields->nr_args && is_translated; i++)
		print_xlated(dump, probe, i, &fields->args[i]);
	if (is_translated && !run->verbose)
		return;
	if (is_translated && probe->nr_args)
		printf("    native:\n");
	for (i = 0; i < probe->nr_args; i++)
		print_arg(dump, probe, i);
}

static void print_attributes(const char *of, struct attributes a)
{
	printf("\n\t%s Attributes\n"
	       "\t\tIdentifier Names: %s\n"
	       "\t\tData Semantics:   %s\n"
	       "\t\tDependency Class: %s\n",
	       of, stability_level(a.names), stability_level(a.data),
	       stability_dependency(a.dependency));
}

/* Find the bytes of a site, its NOP or what replaced it; returns their number. */
static size_t site_bytes(const struct dump *dump, const struct probe_site *site,
			 const unsigned char **bytes)
{
	struct module_elf *elf = dump->module->elf;
	uint64_t room;
	size_t size;

	*bytes = module_elf_bytes(elf, site->code, &room);
	if (!*bytes)
		return 0;
	size = arch_nop_size(elf->arch, *bytes, room);
	if (!size)
		size = room < NOP_MAX ? room : NOP_MAX;
	return size;
}

/* "0f 1f 44 00 00"; caller frees */
static char *hex_text(const unsigned char *bytes, size_t size)
{
	char *text = xcalloc(size + 1, strlen("00 "));
	size_t i;

	for (i = 0; i < size; i++)
		sprintf(text + 3 * i, "%02x%s", bytes[i],
			i + 1 < size ? " " : "");
	return text;
}

/* The second line of a site: what only -v shows */
static void print_site_details(const struct dump *dump, const struct probe_site *site)
{
	struct module_elf *elf = dump->module->elf;
	const unsigned char *bytes = NULL;
	size_t size = site_bytes(dump, site, &bytes);
	char *text = hex_text(bytes, size);

	printf("           ");
	out_text(stdout, module_elf_section_at(elf, site->code)->name);
	printf("+0x%" PRIx64 ": %s, record ", site->code.offset, text);
	free(text);
	text = module_elf_where(elf, module_record(dump->module, site->record));
	out_text(stdout, text);
	putchar('\n');
	free(text);
}

/* Does it exist only while the module is loaded or unloaded? */
static bool is_transient(const struct elf_section *section)
{
	return elf_section_is_init(section) ||
	       !strncmp(section->name, ".exit", 5);
}

static void print_site(const struct dump *dump, const struct run *run,
		       const struct probe_site *site)
{
	const struct elf_section *section;

	site_print(&dump->place, site, dump->module->is_loaded);
	if (dump->module->is_loaded) {
		putchar('\n');
		return;
	}
	section = module_elf_section_at(dump->module->elf, site->code);
	if (is_transient(section)) {
		printf(", in ");
		out_text(stdout, section->name);
	}
	putchar('\n');
	if (run->verbose)
		print_site_details(dump, site);
}

static void fit_columns(struct dump *dump)
{
	static const char *const heads[3] = { "PROVIDER", "MODULE", "FUNCTION" };
	const struct probe_table *table = &dump->module->table;
	size_t i;
	char *text;

	for (i = 0; i < 3; i++) {
		dump->names[i].limit = MAX_COLUMN;
		out_column_fit(&dump->names[i], heads[i]);
	}
	dump->arg_name.limit = MAX_COLUMN / 2;
	dump->arg_type.limit = MAX_COLUMN + MAX_COLUMN / 2;
	dump->place.limit = MAX_COLUMN + MAX_COLUMN / 2;
	out_column_fit(&dump->names[1], table->module);
	for (i = 0; i < table->nr_probes; i++) {
		out_column_fit(&dump->names[0], table->probes[i].provider);
		out_column_fit(&dump->names[2], table->probes[i].function);
	}
	for (i = 0; i < table->nr_args; i++) {
		out_column_fit(&dump->arg_name, table->args[i].name);
		text = arg_type_text(&table->args[i]);
		out_column_fit(&dump->arg_type, text);
		free(text);
	}
	for (i = 0; i < table->nr_xlated; i++) {
		out_column_fit(&dump->arg_name, table->xlated[i].name);
		out_column_fit(&dump->arg_type, table->xlated[i].type);
	}
	site_fit(&dump->place, dump->module->sites, dump->module->nr_sites);
}

static void print_names(const struct dump *dump, enum out_style style,
			const char *const names[4])
{
	size_t i;

	out_style(style);
	for (i = 0; i < 3; i++)
		out_cell(stdout, &dump->names[i], names[i]);
	out_text(stdout, names[3]);
	out_style(STYLE_NONE);
	putchar('\n');
}

static void print_probe(const struct dump *dump, const struct run *run,
			size_t number)
{
	const struct module *module = dump->module;
	const struct probe *probe = &module->table.probes[number];
	const struct probe_provider *provider =
		probe_table_provider(&module->table, probe);
	const char *const names[4] = {
		probe->provider, module->table.module, probe->function,
		probe->name,
	};
	const struct probe_site *sites;
	size_t i, nr_sites;

	print_names(dump, STYLE_NAME, names);
	if (run->verbose) {
		print_attributes("Probe Description",
				 stability_of_probes(provider));
		print_attributes("Argument",
				 stability_get(provider, STABILITY_OF_ARGS));
		putchar('\n');
	}
	if (module->uses)
		use_print(&module->uses[number]);
	print_args(dump, run, probe);
	sites = module_sites(module, probe, &nr_sites);
	for (i = 0; i < nr_sites; i++)
		print_site(dump, run, &sites[i]);
}

static void print_module(struct dump *dump, struct run *run)
{
	static const char *const heads[4] = {
		"PROVIDER", "MODULE", "FUNCTION", "NAME",
	};
	const struct probe_table *table = &dump->module->table;
	size_t i;

	if (run->printed)
		putchar('\n');
	run->printed = true;
	fit_columns(dump);
	out_text(stdout, dump->module->name);
	if (dump->module->is_loaded) {
		printf(": loaded");
	} else {
		printf(": module ");
		out_text(stdout, table->module);
	}
	printf(", ");
	sites_print_sum(table->nr_probes, &dump->module->count);
	printf("\n\n");
	print_names(dump, STYLE_HEAD, heads);
	for (i = 0; i < table->nr_probes; i++)
		print_probe(dump, run, i);
}

/*
 * For programs
 */

/* What only the file knows of a site */
static void add_in_file(struct json_object *object, const struct dump *dump,
			const struct probe_site *site)
{
	const unsigned char *bytes = NULL;
	size_t size = site_bytes(dump, site, &bytes);
	char *text = hex_text(bytes, size);

	json_add_string(object, "section",
			module_elf_section_at(dump->module->elf, site->code)->name);
	json_add_number(object, "offset", site->code.offset);
	json_add_string(object, "bytes", text);
	json_add_number(object, "record_offset",
			module_record(dump->module, site->record).offset);
	free(text);
}

static void add_probe(struct json_object *object, const struct dump *dump,
		      const struct probe *probe)
{
	const struct probe_use *use = module_use(dump->module, probe);
	const struct probe_site *sites;
	struct json_object *list, *site;
	size_t i, nr_sites;

	if (use)
		use_add(object, use);
	json_add_args(object, probe, NULL);
	list = json_add_list(object, "sites");
	sites = module_sites(dump->module, probe, &nr_sites);
	for (i = 0; i < nr_sites; i++) {
		site = json_item(list);
		site_add(site, &sites[i], dump->module->is_loaded);
		if (!dump->module->is_loaded)
			add_in_file(site, dump, &sites[i]);
	}
}

static void add_module(const struct dump *dump, struct run *run)
{
	const struct probe_table *table = &dump->module->table;
	struct json_object *module, *list, *probes;
	size_t i;

	module = json_module(&run->json, module_file(dump->module), table);
	json_add_number(module, "abi", SDT_ABI_VERSION);
	sites_add_sum(module, &dump->module->count);
	list = json_add_list(module, "providers");
	for (i = 0; i < table->nr_providers; i++)
		json_fill_provider(json_item(list), &table->providers[i]);
	probes = json_add_list(module, "probes");
	for (i = 0; i < table->nr_probes; i++)
		add_probe(json_probe(probes, &table->probes[i]), dump,
			  &table->probes[i]);
}

/*
 * The verb
 */

static void show_module(const struct module *module, struct run *run)
{
	struct dump dump = { .module = module };

	if (run->json.form == JSON_NONE)
		print_module(&dump, run);
	else
		add_module(&dump, run);
}

static enum exit_code dump_file(struct run *run, const char *path)
{
	struct module module;
	enum exit_code code = module_read(&module, path);

	if (code == EXIT_NO_PROBES)
		module_no_probes(&module);
	else if (code == EXIT_DONE)
		show_module(&module, run);
	module_free(&module);
	return code;
}

static enum exit_code dump_loaded(struct run *run, const char *word)
{
	struct loaded_modules loaded;
	enum exit_code code = loaded_modules_read(&loaded, word, true);

	if (code == EXIT_DONE && loaded.modules[0]->findings.count) {
		findings_report(&loaded.modules[0]->findings,
				loaded.modules[0]->name);
		code = EXIT_FAILED;
	} else if (code == EXIT_DONE) {
		show_module(loaded.modules[0], run);
	}
	loaded_modules_free(&loaded);
	return code;
}

static enum exit_code dump_module(struct run *run, const char *word)
{
	return loaded_module_is_meant(word) ? dump_loaded(run, word) : dump_file(run, word);
}

static enum exit_code dump_run(int argc, char **argv)
{
	enum exit_code code = EXIT_DONE;
	struct run run = { 0 };
	int i;

	argc = command_parse(&cmd_dump, argc, argv, &run, NULL);
	if (!argc)
		error_usage("needs a module: FILE.ko, or the name of a loaded module");
	json_begin(&run.json, run.form, "dump", "modules");
	for (i = 1; i <= argc; i++)
		code = exit_worse(code, dump_module(&run, argv[i]));
	json_end(&run.json);
	return code;
}

static error_t dump_parse(int key, char *value, struct argp_state *state)
{
	struct run *run = state->input;

	(void)value;
	if (key != 'v')
		return json_option(&run->form, key) ? 0 : ARGP_ERR_UNKNOWN;
	run->verbose = true;
	return 0;
}

static const struct argp_option dump_options[] = {
	{ "verbose", 'v', NULL, 0,
	  "also print the stability of the names, the native arguments of translated ones, and the section, bytes and record of each site",
	  0 },
	JSON_OPTIONS,
	{ 0 }
};

const struct command cmd_dump = {
	.name = "dump",
	.synopsis = "[-v | -j | -p] FILE.ko | MODULE...",
	.summary = "show everything known about the probes of modules",
	.options = dump_options,
	.help =
"For each probe, print its four names, its arguments and its sites.\n"
"\n"
"An argument has a field name, its C type, {aka that type without typedefs}, size\n"
"and kind, the first enumerators of an enum, the number of bytes that a pointer\n"
"points to, and the type that the author declared if that is different.\n"
"\n"
"A site is the NOP that is patched when the probe is enabled, shown as\n"
"function+offset, and the source line.  A site marked is-enabled is a\n"
"DTRACE_PROBE_ENABLED.  Modules compressed with xz, zstd or gzip are read\n"
"directly.\n"
"\n"
"MODULE is the name of a loaded module: a word without '.' or '/'.  If no such\n"
"module is loaded, it is taken as a file name.  The data comes from sdt.ko and\n"
"only root can read it.  It includes the users of each probe, whether each site\n"
"is enabled, and the hits if they are counted.\n",
	.parse = dump_parse,
	.run = dump_run,
};
