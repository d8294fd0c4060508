// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_verify.c - sdtinfo verify: check a module's probe data for consistency
 *
 * For packagers and build systems, and to find out why sdt.ko refused a module.
 */
#include <getopt.h>
#include <stdbool.h>
#include <stdlib.h>

#include "cmd.h"
#include "kernel/loaded_module_check.h"
#include "kernel/loaded_modules.h"
#include "lib/error.h"
#include "lib/json.h"
#include "lib/options.h"
#include "lib/output.h"
#include "module/module_check.h"
#include "module/module_probes.h"
#include "table/probe_sites.h"
#include "table/probe_table.h"
#include "text/probe_json.h"
#include "text/site_text.h"

/* The result for a module */
struct verdict {
	const char *title;	/* the file, or the name of a loaded module */
	bool is_loaded;
	const char *file;	/* of a loaded module, if it was checked too; or NULL */
	const struct probe_table *table;
	struct site_count count;
	const struct findings *findings;
};

static void print_line(const struct verdict *verdict, const char *where,
		       enum out_style style, const char *what)
{
	out_text(stdout, verdict->title);
	printf(": ");
	if (where) {
		out_style(STYLE_NAME);
		out_text(stdout, where);
		out_style(STYLE_NONE);
		printf(": ");
	}
	out_style(style);
	out_text(stdout, what);
	out_style(STYLE_NONE);
}

static void print_verdict(const struct verdict *verdict)
{
	const struct findings *findings = verdict->findings;
	size_t i;

	for (i = 0; i < findings->count; i++) {
		print_line(verdict, findings->list[i].where, STYLE_BAD,
			   findings->list[i].what);
		putchar('\n');
	}
	if (!findings->count) {
		print_line(verdict, NULL, STYLE_GOOD, "ok");
		printf(", ");
		sites_print_sum(verdict->table->nr_probes, &verdict->count);
		putchar('\n');
	}
	if (!verdict->is_loaded)
		return;
	out_text(stdout, verdict->title);
	if (verdict->file) {
		printf(": its file was checked as well: ");
		out_text(stdout, verdict->file);
	} else {
		printf(": code and symbols were not checked: no file of this build is installed");
	}
	putchar('\n');
}

static void add_verdict(struct json_document *json,
			const struct verdict *verdict)
{
	struct json_object *module;

	module = json_module(json, verdict->is_loaded ? NULL : verdict->title,
			     verdict->table);
	sites_add_sum(module, &verdict->count);
	if (verdict->file)
		json_add_string(module, "checked_file", verdict->file);
	json_add_bool(module, "ok", !verdict->findings->count);
	json_findings(json_add_list(module, "findings"), verdict->findings);
}

/* Print the result for a module that was read with @code; returns the exit code. */
static enum exit_code show(struct json_document *json, enum exit_code code,
			   const struct verdict *verdict)
{
	if (code == EXIT_DONE || verdict->findings->count) {
		if (json->form == JSON_NONE)
			print_verdict(verdict);
		else
			add_verdict(json, verdict);
	}
	return verdict->findings->count ? exit_worse(code, EXIT_DIFFERS) : code;
}

static enum exit_code verify_file(struct json_document *json, const char *path)
{
	struct findings findings = { 0 };
	struct module_probes probes;
	enum exit_code code;

	code = module_probes_open(&probes, path, &findings);
	if (code == EXIT_NO_PROBES && !findings.count) {
		module_probes_none(&probes);
	} else {
		if (code == EXIT_DONE && module_check(&probes, &findings))
			code = EXIT_FAILED;
		code = show(json, code, &(struct verdict){
			.title = path,
			.table = &probes.table,
			.count = probes.count,
			.findings = &findings,
		});
	}
	findings_free(&findings);
	module_probes_close(&probes);
	return code;
}

static enum exit_code verify_loaded(struct json_document *json, const char *word)
{
	struct loaded_module *module;
	struct loaded_modules loaded;
	char *file = NULL;
	enum exit_code code;

	code = loaded_modules_read(&loaded, word, true);
	module = loaded.modules;
	if (module) {
		if (loaded_module_check(module, &file))
			code = EXIT_FAILED;
		code = show(json, code, &(struct verdict){
			.title = module->name,
			.is_loaded = true,
			.file = file,
			.table = &module->table,
			.count = probe_sites_count(&module->sites),
			.findings = &module->findings,
		});
	}
	loaded_modules_free(&loaded);
	free(file);
	return code;
}

static enum exit_code verify_module(struct json_document *json, const char *word)
{
	return loaded_module_is_meant(word) ? verify_loaded(json, word) : verify_file(json, word);
}

static enum exit_code run_verify(int argc, char **argv)
{
	enum json_form form = JSON_NONE;
	enum exit_code code = EXIT_DONE;
	struct json_document json;
	int c;

	while ((c = command_option(&cmd_verify, argc, argv, &code)) > 0)
		if (json_option(&form, "verify", c))
			return EXIT_USAGE;
	if (c == OPTION_STOP)
		return code;
	if (optind == argc)
		return error_usage("verify", "needs a module: FILE.ko, or the name of a loaded module");
	json_begin(&json, form, "verify", "modules");
	for (; optind < argc; optind++)
		code = exit_worse(code, verify_module(&json, argv[optind]));
	json_end(&json);
	return code;
}

static const struct command_option options[] = {
	JSON_OPTIONS,
	{ 0 }
};

const struct command cmd_verify = {
	.name = "verify",
	.synopsis = "[-j | -p] FILE.ko | MODULE...",
	.summary = "check a module's probe data for consistency",
	.options = options,
	.help =
"Each site must be a NOP in code, as long as the jump that replaces it; each jump\n"
"label must have a site record, and each record a jump label; all strings, counts\n"
"and offsets must be within bounds; the table must be sorted; the symbols must\n"
"agree with the table, and none may be undefined; probes with the same name must\n"
"form one event.  Each inconsistency is printed as FILE: PLACE: WHAT, and the\n"
"exit code is 4.\n"
"\n"
"For a loaded MODULE (see 'sdtinfo help dump'), verify checks the table and the\n"
"sites that sdt.ko shows.  It also checks the module's file under /lib/modules if\n"
"that has the same build ID.\n",
	.run = run_verify,
};
