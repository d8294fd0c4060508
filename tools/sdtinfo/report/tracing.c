// SPDX-License-Identifier: GPL-2.0-only
/*
 * tracing.c - the part of a report about trace instances: who uses events of modules with
 * probes, and what the buffers have lost
 *
 * Only files are read, so libtracefs is not needed.
 */
#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/access.h"
#include "lib/util.h"
#include "report.h"

/* What the buffers of an instance have lost, of all CPUs */
struct losses {
	uint64_t overrun;	/* the oldest records, overwritten by new ones */
	uint64_t dropped;	/* new ones that had no room */
};

static int is_cpu(const struct dirent *entry)
{
	return !strncmp(entry->d_name, "cpu", 3);
}

static int is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

/* "overrun: 12", "commit overrun: 0", "dropped events: 0".  Returns 0, or an errno. */
static int add_losses(struct losses *losses, const char *path)
{
	FILE *file = fopen(path, "re");
	char *line = NULL;
	size_t room = 0;

	if (!file)
		return errno;
	while (getline(&line, &room, file) > 0) {
		if (!strncmp(line, "overrun: ", strlen("overrun: ")))
			losses->overrun += strtoull(line + strlen("overrun: "), NULL, 10);
		else if (!strncmp(line, "commit overrun: ", strlen("commit overrun: ")))
			losses->dropped += strtoull(line + strlen("commit overrun: "), NULL, 10);
		else if (!strncmp(line, "dropped events: ", strlen("dropped events: ")))
			losses->dropped += strtoull(line + strlen("dropped events: "), NULL, 10);
	}
	fclose(file);
	free(line);
	return 0;
}

/* Returns 0, or an errno. */
static int read_losses(struct losses *losses, const char *instance)
{
	char *folder = xasprintf("%s/per_cpu", instance), *path;
	struct dirent **entries;
	int i, nr = scandir(folder, &entries, is_cpu, NULL), error = nr < 0 ? errno : 0;

	for (i = 0; i < nr; i++) {
		path = xasprintf("%s/%s/stats", folder, entries[i]->d_name);
		if (!error)
			error = add_losses(losses, path);
		free(path);
		free(entries[i]);
	}
	if (nr >= 0)
		free(entries);
	free(folder);
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
	char *path = xasprintf("%s/set_event", instance), *line = NULL;
	FILE *file = fopen(path, "re");
	uint64_t nr = 0;
	size_t room = 0;

	while (file && getline(&line, &room, file) > 0) {
		line[strcspn(line, "\n")] = '\0';
		nr += is_event(report, line);
	}
	if (file)
		fclose(file);
	free(line);
	free(path);
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
	char *instances = xasprintf("%s/instances", tracefs), *folder;
	struct dirent **entries;
	int i, nr = scandir(instances, &entries, is_visible, alphasort);

	if (nr < 0) {
		report_missing(report, "instances", "%s: %s", tracefs, access_reason(errno));
	} else {
		report_instance(report, list, "top level", tracefs);
		for (i = 0; i < nr; i++) {
			folder = xasprintf("%s/%s", instances, entries[i]->d_name);
			report_instance(report, list, entries[i]->d_name, folder);
			free(folder);
			free(entries[i]);
		}
		free(entries);
	}
	free(instances);
}

void report_tracing(struct report *report)
{
	struct json_object *list = json_add_list(report->json.root, "instances");
	char *tracefs = access_mounted("tracefs");

	if (!report->debugfs.closed)
		loaded_modules_read(&report->loaded, NULL, LOADED_SITES);
	if (tracefs)
		report_instances(report, list, tracefs);
	else
		report_missing(report, "instances", "tracefs is not mounted");
	loaded_modules_free(&report->loaded);
	free(tracefs);
}
