// SPDX-License-Identifier: GPL-2.0-only
/*
 * watched.c - the events of the probes that are watched, and what their records hold
 *
 * An event stands for all probes of a module with its name, in whatever functions.  The
 * layout linux tells in the field __probe_ip which site fired; the layout dtrace does not.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/error.h"
#include "lib/util.h"
#include "watched.h"

#define IP_FIELD	"__probe_ip"

/*
 * Which events
 */

static struct watched_event *find(struct watched *watched,
				  const struct catalog_probe *chosen)
{
	size_t i;

	for (i = 0; i < watched->nr_events; i++)
		if (watched->events[i].module == chosen->module &&
		    !probe_compare_events(watched->events[i].first, chosen->probe))
			return &watched->events[i];
	return NULL;
}

static void add_site(struct watched_event *event, const struct catalog *catalog,
		     const struct probe *probe, const struct probe_site *site)
{
	struct watched_site *added;

	event->sites = xroom_for_one(event->sites, event->nr_sites,
				     sizeof(*event->sites));
	added = &event->sites[event->nr_sites++];
	added->probe = probe;
	added->place = site->place;
	added->chosen = catalog_has_site(catalog, event->module, probe, site);
	event->is_one_probe &= added->chosen && probe == event->sites[0].probe;
}

/* All sites of the event, chosen or not: each can be that of a record. */
static void add_sites(struct watched_event *event, const struct catalog *catalog)
{
	const struct probe_table *table = &event->module->table;
	const struct probe_site *sites;
	size_t i, j, nr;

	event->is_one_probe = true;
	for (i = 0; i < table->nr_probes; i++) {
		if (probe_compare_events(&table->probes[i], event->first))
			continue;
		sites = module_sites(event->module, &table->probes[i], &nr);
		for (j = 0; j < nr; j++)
			if (!sites[j].is_enabled)
				add_site(event, catalog, &table->probes[i], &sites[j]);
	}
}

static void add_event(struct watched *watched, const struct catalog *catalog,
		      const struct catalog_probe *chosen)
{
	struct watched_event *event;

	watched->events = xroom_for_one(watched->events, watched->nr_events,
					sizeof(*watched->events));
	event = &watched->events[watched->nr_events++];
	*event = (struct watched_event){
		.module = chosen->module,
		.system = chosen->module->table.module,
		.first = chosen->probe,
		.room = xcalloc(1, sizeof(*event->room)),
	};
	event->fields = event_fields(event->first, event->room);
	add_sites(event, catalog);
}

/*
 * What their records hold
 */

static int read_kptr_restrict(void)
{
	FILE *file = fopen("/proc/sys/kernel/kptr_restrict", "re");
	int value = 0;

	if (file && fscanf(file, "%d", &value) != 1)
		value = 0;
	if (file)
		fclose(file);
	return value;
}

/* libtraceevent 1.7 does not understand a dash in the first line, "name: read-entry". */
static void hide_dashes(char *format)
{
	for (; *format && *format != '\n'; format++)
		if (*format == '-')
			*format = '_';
}

/* Returns 0, 1 if there is no event of that name, or -1 when it has reported an error. */
static int read_format(struct tep_handle *tep, struct watched_event *event,
		       const char *name)
{
	char *format;
	int size, failed;

	event->name = name;
	if (!tracefs_event_file_exists(NULL, event->system, name, "format"))
		return 1;
	format = tracefs_event_file_read(NULL, event->system, name, "format", &size);
	if (!format) {
		error_file(name, "the event's format cannot be read: %s", strerror(errno));
		return -1;
	}
	hide_dashes(format);
	failed = tep_parse_event(tep, format, size, event->system);
	free(format);
	event->event = tep_find_event_by_name(tep, event->system, event->first->event);
	if (!failed && event->event)
		return 0;
	error_file(name, "libtraceevent does not understand the event's format");
	return -1;
}

static int find_fields(struct watched_event *event)
{
	unsigned int i;
	char *copy;

	event->ip = tep_find_field(event->event, IP_FIELD);
	for (i = 0; i < event->fields->nr_args; i++) {
		event->field[i].value = tep_find_field(event->event,
						       event->fields->args[i].name);
		if (!event->field[i].value) {
			error_file(event->name, "the event has no field %s",
				   event->fields->args[i].name);
			return -1;
		}
		copy = event->ip ? event_copy_field(event->fields, i) : NULL;
		if (copy)
			event->field[i].copy = tep_find_field(event->event, copy);
		free(copy);
	}
	return 0;
}

/* Choosing some of an event's sites takes an event that tells which fired, and a reader. */
static int can_choose(const struct watched *watched, const struct watched_event *event)
{
	const char *why = NULL;
	size_t i;

	if (watched->is_recorded)
		why = "a file has the hits of all its sites";
	else if (!event->ip)
		why = "with layout=dtrace, an event does not tell which of its sites fired";
	else if (watched->hides_addresses)
		why = "kptr_restrict=2 hides which of its sites fired";
	for (i = 0; i < event->nr_sites && why; i++)
		if (!event->sites[i].chosen) {
			error_file(event->name, "%s: watch them all", why);
			return -1;
		}
	return 0;
}

static int find_event(const struct watched *watched, struct watched_event *event)
{
	int missing = read_format(watched->tep, event, event->first->event);

	if (missing > 0)
		missing = read_format(watched->tep, event, event->first->dtrace_event);
	if (missing > 0)
		error_file(event->system, "the kernel has no event %s", event->name);
	if (missing || find_fields(event))
		return -1;
	return can_choose(watched, event);
}

int watched_find(struct watched *watched, const struct catalog *catalog)
{
	static const char *no_systems[1];
	size_t i;

	for (i = 0; i < catalog->nr_probes; i++)
		if (!find(watched, &catalog->probes[i]))
			add_event(watched, catalog, &catalog->probes[i]);
	watched->hides_addresses = read_kptr_restrict() > 1;
	/* With what all events have in common, and the kernel's symbols */
	watched->tep = tracefs_local_events_system(NULL, no_systems);
	if (!watched->tep) {
		error_file("tracefs", "the format of its buffers cannot be read: %s",
			   strerror(errno));
		return -1;
	}
	for (i = 0; i < watched->nr_events; i++)
		if (find_event(watched, &watched->events[i]))
			return -1;
	return 0;
}

void watched_free(struct watched *watched)
{
	size_t i;

	for (i = 0; i < watched->nr_events; i++) {
		free(watched->events[i].room);
		free(watched->events[i].sites);
		free(watched->events[i].ips);
	}
	free(watched->events);
	if (watched->tep)
		tep_free(watched->tep);
}

ino_t watched_folder(const struct watched_event *event,
		     struct tracefs_instance *instance)
{
	char *folder = xasprintf("events/%s/%s", event->system, event->name);
	char *path = tracefs_instance_get_file(instance, folder);
	struct stat st = { 0 };

	if (!path || stat(path, &st))
		st.st_ino = 0;
	tracefs_put_tracing_file(path);
	free(folder);
	return st.st_ino;
}

/*
 * A record
 */

struct watched_event *watched_event(const struct watched *watched, int id)
{
	size_t i;

	for (i = 0; i < watched->nr_events; i++)
		if (watched->events[i].event->id == id)
			return &watched->events[i];
	return NULL;
}

static const struct watched_site *find_site(struct tep_handle *tep,
					    const struct watched_event *event,
					    unsigned long long ip)
{
	const char *function = tep_find_function(tep, ip);
	const struct watched_site *found = NULL;
	char *place;
	size_t i;

	if (!function)
		return NULL;
	place = xasprintf("%s+0x%llx", function,
			  ip - tep_find_function_address(tep, ip));
	for (i = 0; i < event->nr_sites && !found; i++)
		if (event->sites[i].place && !strcmp(event->sites[i].place, place))
			found = &event->sites[i];
	free(place);
	return found;
}

/* The site at an address, from those that were looked up before if possible */
static const struct watched_site *site_at(struct tep_handle *tep,
					  struct watched_event *event,
					  unsigned long long ip)
{
	struct watched_ip *known;
	size_t i;

	for (i = 0; i < event->nr_ips; i++)
		if (event->ips[i].ip == ip)
			return event->ips[i].site;
	event->ips = xroom_for_one(event->ips, event->nr_ips, sizeof(*event->ips));
	known = &event->ips[event->nr_ips++];
	known->ip = ip;
	known->site = find_site(tep, event, ip);
	return known->site;
}

bool watched_is_chosen(const struct watched *watched, struct watched_event *event,
		       void *data, const struct probe **probe)
{
	const struct watched_site *site;
	unsigned long long ip;

	*probe = event->first;
	if (event->is_one_probe)
		return true;
	if (!event->ip || tep_read_number_field(event->ip, data, &ip)) {
		*probe = NULL;
		return true;
	}
	site = site_at(watched->tep, event, ip);
	*probe = site ? site->probe : NULL;
	return !site || site->chosen;
}

/* Without an offset, and as if the function were in one piece */
static size_t name_length(const char *place)
{
	const char *cold = strstr(place, ".cold");

	return cold ? (size_t)(cold - place) : strcspn(place, "+");
}

char *watched_function(const struct watched *watched, unsigned long address)
{
	const char *name = tep_find_function(watched->tep, address);

	if (name)
		return xasprintf("%.*s", (int)name_length(name), name);
	return xasprintf("0x%lx", watched->hides_addresses ? 0 : address);
}

bool watched_is_in(const struct watched_event *event, const char *function)
{
	const size_t length = strlen(function);
	const char *place;
	size_t i;

	for (i = 0; i < event->nr_sites; i++) {
		place = event->sites[i].place;
		if (place && name_length(place) == length && !strncmp(place, function, length))
			return true;
	}
	return false;
}
