// SPDX-License-Identifier: GPL-2.0-only
/*
 * events.c - the events of the chosen probes, and their sites
 *
 * An event stands for all probes of a module with its name, in whatever functions.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "internal.h"
#include "lib/util.h"

/*
 * Which events
 */

static struct traced_event *event_of(const struct traced_events *events,
				     const struct catalog_probe *chosen)
{
	size_t i;

	for (i = 0; i < events->nr; i++)
		if (events->list[i].module == chosen->module &&
		    !probe_compare_events(events->list[i].first, chosen->probe))
			return &events->list[i];
	return NULL;
}

static void add_event_site(struct traced_event *event, const struct catalog *catalog,
			   const struct probe *probe, const struct probe_site *site)
{
	struct event_site *added;

	event->sites = xroom_for_one(event->sites, event->nr_sites, sizeof(*event->sites));
	added = &event->sites[event->nr_sites++];
	added->probe = probe;
	added->site = site;
	added->chosen = catalog_has_site(catalog, event->module, probe, site);
	event->is_whole &= added->chosen;
	event->is_one_probe &= added->chosen && probe == event->sites[0].probe;
}

/* All sites of the event, chosen or not: each can be that of a record. */
static void add_event_sites(struct traced_event *event, const struct catalog *catalog)
{
	const struct probe_table *table = &event->module->table;
	const struct probe_site *sites;
	size_t i, j, nr;

	for (i = 0; i < table->nr_probes; i++) {
		if (probe_compare_events(&table->probes[i], event->first))
			continue;
		sites = module_sites(event->module, &table->probes[i], &nr);
		for (j = 0; j < nr; j++)
			if (!sites[j].is_enabled)
				add_event_site(event, catalog, &table->probes[i], &sites[j]);
	}
}

void events_choose(struct traced_events *events, const struct catalog *catalog)
{
	const struct catalog_probe *chosen = catalog->probes;
	struct traced_event *event;

	for (; chosen < catalog->probes + catalog->nr_probes; chosen++) {
		if (event_of(events, chosen))
			continue;
		events->list = xroom_for_one(events->list, events->nr, sizeof(*events->list));
		event = &events->list[events->nr++];
		*event = (struct traced_event){
			.module = chosen->module,
			.system = chosen->module->table.module,
			.first = chosen->probe,
			.room = xcalloc(1, sizeof(*event->room)),
			.is_one_probe = true,
			.is_whole = true,
		};
		event->fields = event_fields(event->first, event->room);
		add_event_sites(event, catalog);
	}
}

static void free_event(struct traced_event *event)
{
	free(event->filter);
	free(event->room);
	free(event->sites);
	free(event->ips);
}

void events_free(struct traced_events *events)
{
	while (events->nr)
		free_event(&events->list[--events->nr]);
	free(events->list);
}

size_t function_length(const char *place)
{
	const char *cold = strstr(place, ".cold");

	return cold ? (size_t)(cold - place) : strcspn(place, "+");
}

bool event_fires_in(const struct traced_event *event, const char *function)
{
	const size_t length = strlen(function);
	const char *place;
	size_t i;

	for (i = 0; i < event->nr_sites; i++) {
		place = event->sites[i].site->place;
		if (place && function_length(place) == length && !strncmp(place, function, length))
			return true;
	}
	return false;
}

const struct probe_arg *event_arg(const struct traced_event *event, const char *name)
{
	unsigned int i;

	for (i = 0; i < event->fields->nr_args; i++)
		if (!strcmp(event->fields->args[i].name, name))
			return &event->fields->args[i];
	return NULL;
}

char *event_field_type(const struct traced_event *event, const char *name)
{
	const struct probe_arg *arg = event_arg(event, name);

	if (arg)
		return xasprintf("%c%u", arg->flags & SDT_ARG_SIGNED ? 's' : 'u', 8 * arg->size);
	if (!strcmp(name, "common_pid"))
		return xasprintf("s32");
	if (!strcmp(name, "common_cpu"))
		return xasprintf("u32");
	return xasprintf("char[]");		/* the copy of a string */
}

char *event_names(const struct traced_event *event)
{
	return probe_names(event->first, event->system,
			   event->is_one_probe ? event->first->function : "");
}

/*
 * In tracefs
 */

static bool find_event(struct traced_event *event)
{
	event->name = event->first->event;
	event->has_copies = tracefs_event_file_exists(NULL, event->system, event->name, "format");
	if (event->has_copies)
		return true;
	event->name = event->first->dtrace_event;
	return tracefs_event_file_exists(NULL, event->system, event->name, "format");
}

int event_find(struct traced_event *event)
{
	if (find_event(event))
		return 0;
	return error_file(event->system, "the kernel has no event %s: see the kernel log, or add %s:%s to /sys/module/sdt/parameters/publish",
			  event->first->event, event->system, event->first->event);
}

void events_keep(struct traced_events *events,
		 bool (*is_kept)(struct traced_event *event, const void *data), const void *data)
{
	size_t i, nr = 0;

	for (i = 0; i < events->nr; i++)
		if (is_kept(&events->list[i], data))
			events->list[nr++] = events->list[i];
		else
			free_event(&events->list[i]);
	events->nr = nr;
}

static bool is_found(struct traced_event *event, const void *data)
{
	(void)data;
	return find_event(event);
}

void events_find_some(struct traced_events *events)
{
	events_keep(events, is_found, NULL);
}

ino_t event_inode(struct tracefs_instance *instance, const char *system, const char *name)
{
	char *folder = xasprintf("events/%s/%s", system, name);
	char *path = tracefs_instance_get_file(instance, folder);
	struct stat st = { 0 };

	if (!path || stat(path, &st))
		st.st_ino = 0;
	tracefs_put_tracing_file(path);
	free(folder);
	return st.st_ino;
}

ino_t event_folder(const struct traced_event *event, struct tracefs_instance *instance)
{
	return event_inode(instance, event->system, event->name);
}

/*
 * The kernel answers to a wrong filter with two lines in the file: the filter and below it
 * a '^' where it is wrong.  Then comes the reason.
 */
static void report_filter(const struct traced_event *event, struct tracefs_instance *instance,
			  const char *filter, int error)
{
	char *answer = tracefs_event_file_read(instance, event->system, event->name, "filter",
					       NULL);
	char *caret = answer ? strrchr(answer, '^') : NULL;
	const char *why = caret ? strchr(caret, '\n') : NULL;
	size_t position = 0, length = strlen(filter);

	if (why) {
		while (caret > answer && caret[-1] != '\n') {
			caret--;
			position++;
		}
		why++;
		why += strncmp(why, "parse_error: ", 13) ? 0 : 13;
		error_file(event->name, "--filter '%s': %.*s, at '%s'", filter,
			   (int)strcspn(why, "\n"), why,
			   position < length ? filter + position : "");
	} else {
		error_file(event->name, "--filter '%s': %s", filter, strerror(error));
	}
	free(answer);
}

static int event_filter(const struct traced_event *event, struct tracefs_instance *instance)
{
	if (tracefs_event_file_write(instance, event->system, event->name, "filter",
				     event->filter) >= 0)
		return 0;
	report_filter(event, instance, event->filter, errno);
	return -1;
}

static int event_enable(struct traced_event *event, struct tracefs_instance *instance)
{
	if (event->filter && event_filter(event, instance))
		return -1;
	if (tracefs_event_file_write(instance, event->system, event->name, "enable", "1") >= 0)
		return 0;
	return error_file(event->name, "the event cannot be enabled: %s", strerror(errno));
}

int events_enable(struct traced_events *events, struct tracefs_instance *instance,
		  bool with_filter)
{
	struct traced_event *event;
	size_t i;

	for (i = 0; i < events->nr; i++) {
		event = &events->list[i];
		event->folder = event_folder(event, instance);
		if ((!with_filter || event->filter) && event_enable(event, instance))
			return -1;
	}
	return 0;
}
