/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * report.h - what a bug report needs of a machine, and the totals for monitoring
 *
 *	page.c		lines of a report, or its JSON document
 *	system.c	the kernel, the distribution, sdtinfo itself
 *	runtime.c	sdt.ko: version, parameters, statistics
 *	facts.c		versions, build ID, file and parameters of a loaded module
 *	modules.c	modules with probes, those that were refused, who listens
 *	tracing.c	trace instances and what their buffers have lost
 *	totals.c	hits and other totals as metrics
 *
 *	runtime.c, modules.c -> facts.c
 *	system.c, runtime.c, facts.c, modules.c, tracing.c -> page.c
 *
 * A report is made on machines where sdt.ko is not loaded, debugfs is not mounted or the user
 * is not root.  So a part that cannot be read is said in its place, and nothing fails.
 */
#ifndef SDTINFO_REPORT_H
#define SDTINFO_REPORT_H

#include <stdbool.h>

#include "lib/error.h"
#include "lib/json.h"
#include "loaded/loaded.h"
#include "text/metrics.h"

/*
 * struct report - a report that is being made
 * @json: its document, if it has a form; else it is text
 * @missing: the list of what cannot be read, in the document
 * @with_addresses: also addresses of the kernel
 * @with_strings: also what can hold secrets: the command line of the kernel, parameters of
 *	modules with probes
 * @has_tracefs: was sdtinfo built with libtracefs?
 * @debugfs: sdt.ko's files, if nothing of it is closed
 * @loaded: ... and what they show; of tracing.c
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
 * page.c.  Lines are dropped in a document, and what is added to no object (NULL) in text.
 */

/* report_part() - begin a part: a heading, and a new object of the document if @key is not NULL */
struct json_object *report_part(struct report *report, const char *key, const char *title);

/* report_list() - likewise, a new list */
struct json_object *report_list(struct report *report, const char *key, const char *title);

/* report_line() - a line, wrapped at 80 columns; @label "" continues the line before */
void report_line(const struct report *report, const char *label, const char *format, ...)
	SDTINFO_PRINTF(3, 4);

/* report_string() - a line, and a string of an object */
void report_string(const struct report *report, struct json_object *object, const char *key,
		   const char *label, const char *text);

/* report_missing() - a line that says that @what is not known, and why */
void report_missing(const struct report *report, const char *what, const char *format, ...)
	SDTINFO_PRINTF(3, 4);

/* report_file() - report_string() of a file's first line, or report_missing(); is it there? */
bool report_file(const struct report *report, struct json_object *object, const char *key,
		 const char *label, const char *path);

/* access_reason() - why a file cannot be read: errno as a user would put it */
const char *access_reason(int error);

/* report_sdt_missing() - a line that says why @what of sdt.ko's files is not known */
void report_sdt_missing(const struct report *report, const char *what);

/*
 * facts.c
 */

/* report_module_facts() - version, build ID, file and so on of a loaded module */
void report_module_facts(const struct report *report, struct json_object *object,
			 const char *label, const char *name);

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

/* Whose hits are printed: sites such as "sdt:revdev:revdev_read:read-entry@rev_dev.c:57" */
struct totals_choice {
	bool (*has_site)(const char *site, void *data);
	void *data;
};

/*
 * totals_print() - what sdt.ko counts all the time, as metrics
 * @choice: the sites whose hits are printed; NULL: all
 *
 * Returns EXIT_DONE; EXIT_NO_PROBES if parameter count names nothing, or EXIT_FAILED; both of
 * these were reported.
 */
enum exit_code totals_print(FILE *out, const struct totals_choice *choice);

#endif /* SDTINFO_REPORT_H */
