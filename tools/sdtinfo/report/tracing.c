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
#include "tracefs/instance_state.h"

/* Of a module whose table cannot be read, all events count. */
static bool has_event(const struct module *module, const char *system, const char *name)
{
	const struct probe *probe = module->table.probes;
	size_t i;

	if (module->findings.count)
		return !strcmp(module->name, system);
	for (i = 0; i < module->table.nr_probes; i++, probe++)
		if ((!module->uses || module->uses[i].is_published) && !strcmp(probe->group, system) &&
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
		if (has_event(loaded->modules[i], system, text))
			return true;
	return false;
}

/* How many enabled events of an instance are those of probes? */
static uint64_t count_enabled(const struct report *report, const struct instance_state *state)
{
	uint64_t nr = 0;
	char *event;
	size_t i;

	for (i = 0; i < state->events.nr; i++) {
		event = xasprintf("%s", state->events.list[i]);
		nr += is_event(report, event);
		free(event);
	}
	return nr;
}

static bool keeps_hits(const char *name)
{
	return instance_is_recorder(name) || instance_is_run(name);
}

/* Of sdtinfo's instances: what they record, and whether they still do */
static void report_recorder(struct json_object *object, struct instance_state *state)
{
	char *text = instance_state_text(state);

	json_add_string(object, "state", text);
	free(text);
	text = instance_state_what(state);
	json_add_string(object, "recorded", text);
	free(text);
}

static void report_instance(const struct report *report, struct json_object *list,
			    const char *name, const char *folder)
{
	struct instance_state state = { 0 };
	const int error = instance_state_read(&state, folder);
	struct json_object *object;

	if (error && error != ENOENT)	/* ENOENT: it has ended meanwhile */
		report_missing(report, name, "%s", access_reason(error));
	if (!error) {
		object = json_item(list);
		json_add_string(object, "instance", name);
		json_add_number(object, "enabled", count_enabled(report, &state));
		json_add_number(object, "overwritten", state.overrun);
		json_add_number(object, "dropped", state.dropped);
		if (keeps_hits(name))
			report_recorder(object, &state);
	}
	instance_state_free(&state);
}

static void report_instances(const struct report *report, struct json_object *list,
			     const char *tracefs)
{
	struct name_list instances = { 0 };
	char *folder;
	size_t i;
	int lock;

	if (folder_names(&instances, "%s/instances", tracefs)) {
		report_missing(report, "instances", "%s: %s", tracefs, access_reason(errno));
		return;
	}
	lock = instances_lock(tracefs);
	report_instance(report, list, "top level", tracefs);
	for (i = 0; i < instances.nr; i++) {
		folder = xasprintf("%s/instances/%s", tracefs, instances.list[i]);
		report_instance(report, list, instances.list[i], folder);
		free(folder);
	}
	instances_unlock(lock);
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
