// SPDX-License-Identifier: GPL-2.0-only
/*
 * facts.c - for a report: versions, build ID, file and parameters of a loaded module
 *
 * From sysfs, which everybody can read but for addresses.
 */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "lib/access.h"
#include "lib/util.h"
#include "report.h"

/* A file in /sys/module/NAME that not every module has; caller frees */
static char *module_attribute(const char *name, const char *attribute)
{
	char *path = xasprintf("/sys/module/%s/%s", name, attribute);
	char *line = file_line(path);

	free(path);
	return line;
}

static void report_versions(const struct report *report, struct json_object *object,
			    const char *label, const char *name)
{
	static const struct {
		const char *attribute;
		const char *label;
	} attributes[] = {
		{ "version", "version" },
		{ "srcversion", "srcversion" },
		{ "taint", "taint" },
		{ "refcnt", "references" },
	};
	char *text = xasprintf("%s", ""), *value;
	size_t i;

	for (i = 0; i < sizeof(attributes) / sizeof(attributes[0]); i++) {
		value = module_attribute(name, attributes[i].attribute);
		if (value && *value) {
			text = xappend(text, "%s%s %s", *text ? ", " : "", attributes[i].label, value);
			json_add_string(object, attributes[i].attribute, value);
		}
		free(value);
	}
	report_line(report, label, "%s", *text ? text : "no version");
	free(text);
}

/* An oops has addresses; with this one, gdb's add-symbol-file finds the source lines. */
static void report_address(const struct report *report, struct json_object *object,
			   const char *name)
{
	char *address = module_attribute(name, "sections/.text");

	if (address)
		report_string(report, object, "text_address", "", address);
	else
		report_missing(report, name, ".text: %s", access_reason(errno));
	free(address);
}

void report_module_facts(const struct report *report, struct json_object *object,
			 const char *label, const char *name)
{
	char *id = loaded_build_id(name), *file;
	bool is_same;

	report_versions(report, object, label, name);
	report_line(report, "", "build ID %s", id ?: "not known");
	if (id)
		json_add_string(object, "build_id", id);
	file = loaded_module_file(name, &is_same);
	if (file) {
		report_line(report, "", "%s: %s", file, is_same ? "same build" : "ANOTHER BUILD");
		json_add_string(object, "file", file);
		json_add_bool(object, "same_build", is_same);
	} else {
		report_line(report, "", "no installed file");
	}
	if (report->with_addresses)
		report_address(report, object, name);
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
	char *path = xasprintf("%s/%s", folder, name), *value = file_line(path), *label;
	struct json_object *item;

	if (value) {
		report_line(report, "", "%s=%s", name, value);
		item = json_item(list);
		json_add_string(item, "name", name);
		json_add_string(item, "value", value);
	} else if (errno != EACCES || !geteuid()) {
		label = xasprintf("parameter %s", name);
		report_missing(report, label, "%s", access_reason(errno));
		free(label);
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
