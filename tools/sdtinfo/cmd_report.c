// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_report.c - sdtinfo report: print what a bug report needs
 *
 * For an engineer on a customer's machine who asks a colleague.
 */
#include "cmd.h"
#include "lib/error.h"
#include "lib/json.h"
#include "report/report.h"

static enum exit_code report_run(int argc, char **argv)
{
	struct report report = { .has_tracefs = HAS_TRACEFS };

	command_parse(&cmd_report, argc, argv, &report, NULL);
	json_begin(&report.json, report.json.form == JSON_NONE ? JSON_TEXT : report.json.form,
		   "report", "modules");
	report.missing = json_add_list(report.json.root, "missing");
	debugfs_open(&report.debugfs);
	report_find_modules(&report);
	report_system(&report);
	report_runtime(&report);
	report_modules(&report);
	report_refused(&report);
	report_listeners(&report);
	report_statistics(&report);
	report_tracing(&report);
	json_end(&report.json);
	loaded_modules_free(&report.loaded);
	names_free(&report.modules);
	debugfs_close(&report.debugfs);
	return EXIT_DONE;
}

static const struct verb_option report_options[] = {
	{ "addresses", 0, NULL, "also print the kernel addresses of the modules' code",
	  SETS_FLAG(struct report, with_addresses) },
	{ "strings", 0, NULL,
	  "also print what can hold secrets: the kernel's command line, and parameters of modules with probes",
	  SETS_FLAG(struct report, with_strings) },
	JSON_OPTIONS(struct report, json.form),
	{ 0 }
};

const struct command cmd_report = {
	.name = "report",
	.summary = "print what a bug report needs to know of this machine",
	.options = report_options,
	.forms = { { .arguments = "" } },
	.help =
"Print the kernel, sdt.ko, the loaded modules with probes, those that sdt.ko has\n"
"refused and why, who listens, and what was lost, as in the JSON document.\n"
"What cannot be read, because the user is not root or sdt.ko is not loaded, is\n"
"listed as missing.\n",
	.run = report_run,
};
