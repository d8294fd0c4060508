/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * report.h - what a bug report needs of a machine
 *
 *	machine.c	the kernel, the distribution, sdtinfo itself; sdt.ko and its statistics
 *	modules.c	modules with probes, those that were refused, who listens; what is missing
 *	tracing.c	trace instances and what their buffers have lost
 *
 * A report is a JSON document, which is printed as text unless JSON is asked for.  It is made on
 * machines where sdt.ko is not loaded, debugfs is not mounted or the user is not root.  So
 * what cannot be read is listed in the report, and nothing fails.
 */
#ifndef SDTINFO_REPORT_H
#define SDTINFO_REPORT_H

#include <stdbool.h>

#include "lib/error.h"
#include "lib/json.h"
#include "loaded/loaded.h"

/*
 * struct report - a report that is being made
 * @json: its document
 * @missing: the list of what cannot be read
 * @with_addresses: also addresses of the kernel
 * @with_strings: also what can hold secrets: the command line of the kernel, parameters of
 *	modules with probes
 * @has_tracefs: was sdtinfo built with libtracefs?
 * @debugfs: sdt.ko's files, if nothing of it is closed
 * @loaded: ... and what they show
 * @modules: the names of loaded modules with probes, sorted: report_find_modules()
 */
struct report {
	struct json_document json;
	struct json_object *missing;
	bool with_addresses;
	bool with_strings;
	bool has_tracefs;
	struct debugfs debugfs;
	struct loaded_modules loaded;
	struct name_list modules;
};

/*
 * modules.c, for the others
 */

/* report_missing() - add that @what is not known, and why */
void report_missing(const struct report *report, const char *what, const char *format, ...)
	SDTINFO_PRINTF(3, 4);

/* report_sdt_missing() - add why @what of sdt.ko's files is not known */
void report_sdt_missing(const struct report *report, const char *what);

/* report_module_facts() - version, build ID, file and so on of a loaded module */
void report_module_facts(const struct report *report, struct json_object *object,
			 const char *name);

/* report_parameters() - its parameters */
void report_parameters(const struct report *report, struct json_object *object,
		       const char *name);

/* The parts */
void report_system(struct report *report);
void report_runtime(struct report *report);
void report_find_modules(struct report *report);
void report_modules(struct report *report);
void report_refused(struct report *report);
void report_listeners(struct report *report);
void report_statistics(struct report *report);
void report_tracing(struct report *report);

#endif /* SDTINFO_REPORT_H */
