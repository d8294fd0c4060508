// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_verify.c - sdtinfo verify: check a module's probe data for consistency
 *
 * For packagers and build systems, and to find out why sdt.ko refused a module.
 */
#include <stdlib.h>

#include "cmd.h"
#include "loaded/loaded.h"
#include "lib/error.h"
#include "lib/json.h"
#include "lib/output.h"
#include "module/module.h"
#include "text/view.h"

static void print_verdict_line(const struct module *module, const char *where,
			       enum out_style style, const char *what)
{
	out_text(stdout, module->name);
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

static void print_verdict(const struct module *module)
{
	const struct findings *findings = &module->findings;
	char *sum;
	size_t i;

	for (i = 0; i < findings->count; i++) {
		print_verdict_line(module, findings->list[i].where, STYLE_BAD,
				   findings->list[i].what);
		putchar('\n');
	}
	if (!findings->count) {
		print_verdict_line(module, NULL, STYLE_GOOD, "ok");
		sum = view_sum_text(module->table.nr_probes, &module->count);
		printf(", %s\n", sum);
		free(sum);
	}
}

static void add_verdict(struct json_document *json, const struct module *module)
{
	struct json_object *object;

	object = json_item(json->items);
	view_add_module(object, module_file(module), &module->table);
	view_add_sum(object, &module->count);
	json_add_bool(object, "ok", !module->findings.count);
	json_findings(json_add_list(object, "findings"), &module->findings);
}

/* Print the result for a module that was read with @code; returns the exit code. */
static enum exit_code show_verdict(struct json_document *json, enum exit_code code,
				   const struct module *module)
{
	if (code == EXIT_DONE || module->findings.count) {
		if (json->form == JSON_NONE)
			print_verdict(module);
		else
			add_verdict(json, module);
	}
	return module->findings.count ? exit_worse(code, EXIT_DIFFERS) : code;
}

static enum exit_code verify_file(struct json_document *json, const char *path)
{
	struct module module;
	enum exit_code code = module_open(&module, path);

	if (code == EXIT_NO_PROBES && !module.findings.count) {
		module_no_probes(&module);
	} else {
		if (code == EXIT_DONE && module_check(&module))
			code = EXIT_FAILED;
		code = show_verdict(json, code, &module);
	}
	module_free(&module);
	return code;
}

/* A loaded module is its installed file, if that is of the same build. */
static enum exit_code verify_loaded(struct json_document *json, const char *word)
{
	char *name = loaded_name(word), *file;
	enum exit_code code = EXIT_FAILED;
	bool is_same;

	file = loaded_module_file(name, &is_same);
	if (!file)
		error_file(word, "no module of this name is installed: name its file, FILE.ko");
	else if (loaded_is(name) && !is_same)
		error_file(word, "its installed file %s is not of the loaded module's build: name the file, FILE.ko",
			   file);
	else
		code = verify_file(json, file);
	free(file);
	free(name);
	return code;
}

static enum exit_code verify_module(struct json_document *json, const char *word)
{
	return loaded_module_is_meant(word) ? verify_loaded(json, word) : verify_file(json, word);
}

static enum exit_code verify_run(int argc, char **argv)
{
	struct json_document json = { 0 };
	enum exit_code code = EXIT_DONE;
	int i;

	argc = command_parse(&cmd_verify, argc, argv, &json, NULL);
	json_begin(&json, json.form, "verify", "modules");
	for (i = 1; i <= argc; i++)
		code = exit_worse(code, verify_module(&json, argv[i]));
	json_end(&json);
	return code;
}

static const struct verb_option verify_options[] = {
	JSON_OPTIONS(struct json_document, form),
	{ 0 }
};

const struct command cmd_verify = {
	.name = "verify",
	.summary = "check a module's probe data for consistency",
	.options = verify_options,
	.forms = { { .arguments = "FILE.ko | MODULE..." } },
	.lacks = "a module: FILE.ko, or the name of an installed one",
	.help =
"Each site must be a NOP in code, as long as the jump that replaces it; each jump\n"
"label must have a site record, and each record a jump label; all strings, counts\n"
"and offsets must be within bounds; the table must be sorted; probes with the\n"
"same name must form one event.  If the module is for the running kernel and\n"
"sdt.mk recorded the base of its BTF, that must be the kernel's.  Each\n"
"inconsistency is printed as FILE: PLACE: WHAT, and the exit code is 4.\n"
"\n"
"MODULE is the name of an installed module.  If it is loaded, its file must have\n"
"the same build ID.\n",
	.run = verify_run,
};
