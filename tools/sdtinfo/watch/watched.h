/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * watched.h - the events of the probes that are watched, and what their records hold
 *
 * For watch.c.
 */
#ifndef SDTINFO_WATCHED_H
#define SDTINFO_WATCHED_H

#include <event-parse.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <tracefs.h>

#include "select/selection.h"

/* A place where an event fires */
struct watched_site {
	const struct probe *probe;
	const char *place;	/* "revdev_read+0x1c"; NULL: not known */
	bool chosen;
};

struct watched_ip {
	unsigned long long ip;
	const struct watched_site *site;
};

/* An argument as a field of the event, and the field with a copy of what it points to */
struct watched_field {
	struct tep_format_field *value;
	struct tep_format_field *copy;	/* NULL: the event has no copy */
};

/* An event: all probes of a module that probe_compare_events() finds equal */
struct watched_event {
	const struct module *module;
	const char *system;
	const char *name;
	struct tep_event *event;
	const struct probe *first;	/* the first of its probes */
	const struct probe *fields;	/* the arguments that are its fields */
	struct event_fields *room;
	struct watched_field field[SDT_MAX_ARGS];
	struct tep_format_field *ip;	/* NULL: the layout has none */
	struct watched_site *sites;
	size_t nr_sites;
	struct watched_ip *ips;	/* of records, as they come */
	size_t nr_ips;
	bool is_one_probe;	/* all sites are of one, and are chosen */
	bool is_gone;		/* with its module */
	ino_t folder;		/* that it has in tracefs: another one is of another event */
};

struct watched {
	struct tep_handle *tep;
	struct watched_event *events;
	size_t nr_events;
	bool is_recorded;	/* with all hits of the events */
	bool hides_addresses;	/* kptr_restrict=2 hides those of the kernel */
};

/*
 * watched_find() - the events of the probes that were chosen
 * @watched: zeroed but for is_recorded
 * @catalog: with sites, of the running kernel
 *
 * Returns 0, or -1 when it has reported why not.  To be freed in any case.
 */
int watched_find(struct watched *watched, const struct catalog *catalog);
void watched_free(struct watched *watched);

/* watched_event() - the one of this number, or NULL */
struct watched_event *watched_event(const struct watched *watched, int id);

/* watched_folder() - the event's folder in an instance; 0: it does not exist */
ino_t watched_folder(const struct watched_event *event,
		     struct tracefs_instance *instance);

/*
 * watched_is_chosen() - is the record of a hit at a site that was chosen?
 * @data: the record
 * @probe: set to the site's probe; NULL if the kernel does not tell which it is of several
 */
bool watched_is_chosen(const struct watched *watched, struct watched_event *event,
		       void *data, const struct probe **probe);

/* watched_function() - the name of the function at an address; caller frees */
char *watched_function(const struct watched *watched, unsigned long address);

/* watched_is_in() - is a site of the event in a function of this name? */
bool watched_is_in(const struct watched_event *event, const char *function);

#endif /* SDTINFO_WATCHED_H */
