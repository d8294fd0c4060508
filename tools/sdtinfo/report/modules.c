// SPDX-License-Identifier: GPL-2.0-only
/*
 * modules.c - the parts of a report about modules with probes, those that were refused, and
 * who listens
 *
 * A loaded module with probes has a section __sdt_table, which everybody can see in sysfs,
 * whether sdt.ko is loaded or not.  What sdt.ko knows of it comes from its files.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report.h"
#include "lib/access.h"
#include "lib/util.h"

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
	char *line = file_line("/sys/module/%s/%s", name, attribute);
	const int error = line ? 0 : errno;

	if (line && *line)
		json_add_string(object, key, line);
	free(line);
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
		/* gdb's add-symbol-file needs it to find the source lines of an oops. */
		error = add_attribute(object, "text_address", name, "sections/.text");
		if (error)
			report_missing(report, name, ".text: %s", access_reason(error));
	}
	free(file);
	free(id);
}

/* sdt.ko's parameter record has a line for each recorder. */
static void report_parameter(const struct report *report, struct json_object *list,
			     const char *module, const char *name)
{
	char *text = file_text(NULL, "/sys/module/%s/parameters/%s", module, name);
	char *rest = text, *line = text_line(&rest), *what;
	struct json_object *item;

	if (text) {
		do {
			item = json_item(list);
			json_add_string(item, "name", name);
			json_add_string(item, "value", line ?: "");
		} while ((line = text_line(&rest)));
	} else if (errno != EACCES || !geteuid()) {
		what = xasprintf("parameter %s", name);
		report_missing(report, what, "%s", access_reason(errno));
		free(what);
	}
	free(text);
}

void report_parameters(const struct report *report, struct json_object *object, const char *name)
{
	struct name_list parameters = { 0 };
	size_t i;

	object = json_add_list(object, "parameters");
	folder_names(&parameters, "/sys/module/%s/parameters", name);
	for (i = 0; i < parameters.nr; i++)
		report_parameter(report, object, name, parameters.list[i]);
	names_free(&parameters);
}

void report_find_modules(struct report *report)
{
	const struct name_list *tables = &report->debugfs.modules;
	size_t n;

	loaded_instrumented(&report->modules);	/* none, if sysfs is not mounted */
	for (n = 0; n < tables->nr; n++)	/* a kernel without sections there */
		if (!names_have(&report->modules, tables->list[n]))
			names_add(&report->modules, tables->list[n]);
	names_sort(&report->modules);
	if (!report->debugfs.closed)
		loaded_modules_read(&report->loaded, NULL, LOADED_SITES);
}

/*
 * A module
 */

static void report_counts(struct json_object *object, const struct module *module)
{
	uint64_t published = 0, enabled = 0;
	size_t i;

	for (i = 0; i < module->table.nr_probes; i++) {
		published += module->uses[i].is_published;
		enabled += module->uses[i].users > 0;
	}
	json_add_number(object, "probes", module->table.nr_probes);
	json_add_number(object, "sites", module->count.fire);
	json_add_number(object, "enabled", enabled);
	json_add_number(object, "published", published);
}

/* What sdt.ko knows of a module, or why this sdtinfo cannot read it */
static void report_table(const struct report *report, struct json_object *object,
			 const struct module *module)
{
	const struct finding *first = module->findings.list;

	if (module->findings.count)
		report_missing(report, module->name, "%s: %s", first->where, first->what);
	else
		report_counts(object, module);
}

/* As sdt.ko shows it; NULL: it does not know the module, or has refused it. */
static const struct module *find_loaded(const struct report *report, const char *name)
{
	size_t i;

	for (i = 0; i < report->loaded.nr_modules; i++)
		if (!strcmp(report->loaded.modules[i]->name, name))
			return report->loaded.modules[i];
	return NULL;
}

void report_modules(struct report *report)
{
	const struct module *module;
	struct json_object *object;
	size_t i;

	for (i = 0; i < report->modules.nr; i++) {
		const char *name = report->modules.list[i];

		object = json_item(report->json.items);
		json_add_string(object, "module", name);
		report_module_facts(report, object, name);
		module = find_loaded(report, name);
		if (module)
			report_table(report, object, module);
		else if (!report->debugfs.closed && !names_have(&report->debugfs.refused, name))
			report_missing(report, name, "sdt.ko shows no probe table of it: see the kernel log");
		if (report->with_strings)
			report_parameters(report, object, name);
	}
	if (report->debugfs.closed)
		report_sdt_missing(report, "probes");
}

/*
 * Modules that were refused
 */

/* "victim its probe table is truncated" */
static void see_refused(char *line, void *data)
{
	struct json_object *object = json_item(data);
	char *why = strchr(line, ' ');

	if (why)
		*why++ = '\0';
	json_add_string(object, "module", line);
	if (why)
		json_add_string(object, "why", why);
}

void report_refused(struct report *report)
{
	struct json_object *list = json_add_list(report->json.root, "refused");

	if (report->debugfs.closed)
		report_sdt_missing(report, "refused");
	else
		debugfs_lines(&report->debugfs, "refused", see_refused, list);
}

/*
 * Who listens
 */

static const char *const kinds[] = { "handlers", "counters", "ftrace", "perf" };

#define NR_KINDS	(sizeof(kinds) / sizeof(kinds[0]))

static void see_listener(char *line, void *data)
{
	struct json_object *object;
	uint64_t users = 0, number;
	char *name;
	size_t i;

	debugfs_number(line, "users", &users);
	if (!users)
		return;
	object = json_item(data);
	name = xasprintf("%.*s", (int)strcspn(line, " "), line);
	json_add_string(object, "probe", name);
	free(name);
	json_add_number(object, "users", users);
	for (i = 0; i < NR_KINDS; i++)
		if (debugfs_number(line, kinds[i], &number))
			json_add_number(object, kinds[i], number);
}

static void see_handler(char *line, void *data)
{
	json_item_string(data, line);
}

void report_listeners(struct report *report)
{
	struct json_object *listeners = json_add_list(report->json.root, "listeners");
	struct json_object *handlers = json_add_list(report->json.root, "handlers");

	if (report->debugfs.closed) {
		report_sdt_missing(report, "listeners");
		return;
	}
	debugfs_lines(&report->debugfs, "probes", see_listener, listeners);
	debugfs_lines(&report->debugfs, "handlers", see_handler, handlers);
}
