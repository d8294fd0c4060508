// SPDX-License-Identifier: GPL-2.0-only
/*
 * tracing.c - the part of a report about trace instances: who uses events of modules with
 * probes, and what the buffers have lost
 *
 * Only files are read, so libtracefs is not needed.
 */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/access.h"
#include "lib/util.h"
#include "report.h"

/* Records that an instance has lost, in all CPUs' buffers */
struct losses {
	uint64_t overrun;	/* the oldest records, overwritten by new ones */
	uint64_t dropped;	/* new ones that had no room */
};

static uint64_t number_behind(const char *line, const char *key)
{
	return strncmp(line, key, strlen(key)) ? 0 : strtoull(line + strlen(key), NULL, 10);
}

/* Add those of a CPU: "overrun: 12", "commit overrun: 0", ...  Returns 0, or an errno. */
static int add_losses(struct losses *losses, const char *instance, const char *cpu)
{
	char *text = file_text(NULL, "%s/per_cpu/%s/stats", instance, cpu), *rest = text, *line;

	if (!text)
		return errno;
	while ((line = text_line(&rest))) {
		losses->overrun += number_behind(line, "overrun: ");
		losses->dropped += number_behind(line, "commit overrun: ") +
				   number_behind(line, "dropped events: ");
	}
	free(text);
	return 0;
}

/* Returns 0, or an errno. */
static int read_losses(struct losses *losses, const char *instance)
{
	struct name_list cpus = { 0 };
	int error = folder_names(&cpus, "%s/per_cpu", instance) ? errno : 0;
	size_t i;

	for (i = 0; i < cpus.nr && !error; i++)
		error = add_losses(losses, instance, cpus.list[i]);
	names_free(&cpus);
	return error;
}

static bool has_event(const struct module *module, const char *name)
{
	const struct probe *probe = module->table.probes;
	size_t i;

	for (i = 0; i < module->table.nr_probes; i++, probe++)
		if ((!module->uses || module->uses[i].is_published) &&
		    (!strcmp(probe->event, name) || !strcmp(probe->dtrace_event, name)))
			return true;
	return false;
}

/*
 * Is "revdev:write_entry" the event of a probe?  A module can have others of its own, which
 * only sdt.ko's files tell apart.
 */
static bool is_event(const struct report *report, char *text)
{
	const struct loaded_modules *loaded = &report->loaded;
	const char *system = strsep(&text, ":");
	size_t i;

	if (report->debugfs.closed)
		return names_have(&report->modules, system);
	for (i = 0; text && i < loaded->nr_modules; i++)
		if (!strcmp(loaded->modules[i]->name, system))
			return has_event(loaded->modules[i], text);
	return false;
}

/* How many enabled events of an instance are those of probes? */
static uint64_t count_enabled(const struct report *report, const char *instance)
{
	char *text = file_text(NULL, "%s/set_event", instance), *rest = text, *line;
	uint64_t nr = 0;

	while ((line = text_line(&rest)))
		nr += is_event(report, line);
	free(text);
	return nr;
}

static void report_instance(const struct report *report, struct json_object *list,
			    const char *name, const char *folder)
{
	struct losses losses = { 0 };
	const int error = read_losses(&losses, folder);
	struct json_object *object;

	if (error == ENOENT)	/* it has ended meanwhile */
		return;
	if (error) {
		report_missing(report, name, "%s", access_reason(error));
		return;
	}
	object = json_item(list);
	json_add_string(object, "instance", name);
	json_add_number(object, "enabled", count_enabled(report, folder));
	json_add_number(object, "overwritten", losses.overrun);
	json_add_number(object, "dropped", losses.dropped);
}

static void report_instances(const struct report *report, struct json_object *list,
			     const char *tracefs)
{
	struct name_list instances = { 0 };
	char *folder;
	size_t i;

	if (folder_names(&instances, "%s/instances", tracefs)) {
		report_missing(report, "instances", "%s: %s", tracefs, access_reason(errno));
		return;
	}
	report_instance(report, list, "top level", tracefs);
	for (i = 0; i < instances.nr; i++) {
		folder = xasprintf("%s/instances/%s", tracefs, instances.list[i]);
		report_instance(report, list, instances.list[i], folder);
		free(folder);
	}
	names_free(&instances);
}

void report_tracing(struct report *report)
{
	struct json_object *list = json_add_list(report->json.root, "instances");
	char *tracefs = access_mounted("tracefs");

	if (tracefs)
		report_instances(report, list, tracefs);
	else
		report_missing(report, "instances", "tracefs is not mounted");
	free(tracefs);
}
