// SPDX-License-Identifier: GPL-2.0-only
/*
 * facts.c - for a report: what is missing; and versions, build ID, file and parameters of a
 * loaded module
 *
 * From sysfs, which everybody can read but for addresses.
 */
#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/access.h"
#include "lib/util.h"
#include "report.h"

void report_missing(const struct report *report, const char *what, const char *format, ...)
{
	struct json_object *item = json_item(report->missing);
	va_list ap;
	char *why;

	va_start(ap, format);
	why = xvasprintf(format, ap);
	va_end(ap);
	json_add_string(item, "where", what);
	json_add_string(item, "what", why);
	free(why);
}

void report_sdt_missing(const struct report *report, const char *what)
{
	const struct debugfs *debugfs = &report->debugfs;

	report_missing(report, what, "%s: %.*s", debugfs->closed,
		       (int)strcspn(debugfs->why, ":"), debugfs->why);
}

/*
 * Add the first line of a file in /sys/module/NAME that not every module has.  Returns 0, or an
 * errno.
 */
static int add_attribute(struct json_object *object, const char *key, const char *name,
			 const char *attribute)
{
	char *path = xasprintf("/sys/module/%s/%s", name, attribute), *line = file_line(path);
	const int error = line ? 0 : errno;

	if (line && *line)
		json_add_string(object, key, line);
	free(line);
	free(path);
	return error;
}

void report_module_facts(const struct report *report, struct json_object *object, const char *name)
{
	static const char *const attributes[] = { "version", "srcversion", "taint", "refcnt" };
	char *id = loaded_build_id(name), *file;
	bool is_same;
	int error;
	size_t i;

	for (i = 0; i < sizeof(attributes) / sizeof(attributes[0]); i++)
		add_attribute(object, attributes[i], name, attributes[i]);
	if (id)
		json_add_string(object, "build_id", id);
	file = loaded_module_file(name, &is_same);
	if (file) {
		json_add_string(object, "file", file);
		json_add_bool(object, "same_build", is_same);
	}
	if (report->with_addresses) {
		/* With it, gdb's add-symbol-file finds the source lines of an oops. */
		error = add_attribute(object, "text_address", name, "sections/.text");
		if (error)
			report_missing(report, name, ".text: %s", access_reason(error));
	}
	free(file);
	free(id);
}

static int is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static void report_parameter(const struct report *report, struct json_object *list,
			     const char *folder, const char *name)
{
	char *path = xasprintf("%s/%s", folder, name), *value = file_line(path), *what;
	struct json_object *item;

	if (value) {
		item = json_item(list);
		json_add_string(item, "name", name);
		json_add_string(item, "value", value);
	} else if (errno != EACCES || !geteuid()) {
		what = xasprintf("parameter %s", name);
		report_missing(report, what, "%s", access_reason(errno));
		free(what);
	}
	free(value);
	free(path);
}

void report_parameters(const struct report *report, struct json_object *object, const char *name)
{
	char *folder = xasprintf("/sys/module/%s/parameters", name);
	struct dirent **entries;
	int i, nr = scandir(folder, &entries, is_visible, alphasort);

	object = json_add_list(object, "parameters");
	for (i = 0; i < nr; i++) {
		report_parameter(report, object, folder, entries[i]->d_name);
		free(entries[i]);
	}
	if (nr >= 0)
		free(entries);
	free(folder);
}
