/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cmd_verify.c - sdtinfo verify: is all about a module's probes as it should be?
 *
 * Serves packagers and build systems, and those who wonder why sdt.ko has refused
 * a module.
 */
#include <getopt.h>
#include <stdlib.h>

#include "cmd.h"
#include "json.h"
#include "module_check.h"
#include "output.h"

static void print_findings(const struct module_probes *probes,
			   const struct findings *findings)
{
	char *sum;
	size_t i;

	for (i = 0; i < findings->count; i++) {
		out_text(stdout, probes->path);
		printf(": ");
		out_style(STYLE_NAME);
		out_text(stdout, findings->list[i].where);
		out_style(STYLE_NONE);
		printf(": ");
		out_style(STYLE_BAD);
		out_text(stdout, findings->list[i].what);
		out_style(STYLE_NONE);
		putchar('\n');
	}
	if (findings->count)
		return;
	out_text(stdout, probes->path);
	printf(": ");
	out_style(STYLE_GOOD);
	printf("ok");
	out_style(STYLE_NONE);
	sum = module_probes_sum(probes);
	printf(", %s\n", sum);
	free(sum);
}

static void add_findings(struct json_document *json,
			 const struct module_probes *probes,
			 const struct findings *findings)
{
	struct json_object *module;

	module = json_module(json, probes->path, &probes->table);
	json_add_number(module, "sites", probes->nr_fire);
	json_add_number(module, "is_enabled_sites", probes->nr_is_enabled);
	json_add_bool(module, "ok", !findings->count);
	json_findings(json_add_list(module, "findings"), findings);
}

static enum exit_code verify_module(struct module_probes *probes,
				    struct json_document *json,
				    const char *path)
{
	struct findings findings = { 0 };
	enum exit_code code;

	code = module_probes_open(probes, path, &findings);
	if (code == EXIT_NO_PROBES && !findings.count)
		return module_probes_none(probes);
	if (code == EXIT_DONE && module_check(probes, &findings))
		code = EXIT_FAILED;
	if (code == EXIT_DONE || findings.count) {
		if (json->form == JSON_NONE)
			print_findings(probes, &findings);
		else
			add_findings(json, probes, &findings);
	}
	if (findings.count)
		code = exit_worse(code, EXIT_DIFFERS);
	findings_free(&findings);
	return code;
}

static enum exit_code run_verify(int argc, char **argv)
{
	enum json_form form = JSON_NONE;
	enum exit_code code = EXIT_DONE;
	struct module_probes probes;
	struct json_document json;
	int c;

	while ((c = command_option(&cmd_verify, argc, argv, &code)) > 0)
		if (json_option(&form, "verify", c))
			return EXIT_USAGE;
	if (c == OPTION_STOP)
		return code;
	if (optind == argc)
		return error_usage("verify", "which module? FILE.ko");
	json_begin(&json, form, "verify", "modules");
	for (; optind < argc; optind++) {
		code = exit_worse(code, verify_module(&probes, &json,
						      argv[optind]));
		module_probes_close(&probes);
	}
	json_end(&json);
	return code;
}

static const struct command_option options[] = {
	JSON_OPTIONS,
	{ 0 }
};

const struct command cmd_verify = {
	.name = "verify",
	.synopsis = "[-j | -p] FILE.ko...",
	.summary = "check that all about the probes of modules is as it should be",
	.options = options,
	.help =
"The bytes at each site are a NOP of code, as long as its jump needs; each jump\n"
"label has a site record, and each record one; all strings, counts and places\n"
"are within bounds; the table is sorted; the symbols say what it says, and none\n"
"is undefined; probes of one name are one event.  What deviates is printed as\n"
"FILE: PLACE: WHAT, and the exit code is 4.\n",
	.run = run_verify,
};
