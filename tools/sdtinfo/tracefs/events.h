/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * events.h - the events of chosen probes in tracefs, and their filters
 *
 * Unless said otherwise, functions return 0, or -1 when they have reported why not; what is
 * opened is zeroed before, and closed in any case.
 */
#ifndef SDTINFO_EVENTS_H
#define SDTINFO_EVENTS_H

#include <event-parse.h>
#include <sys/types.h>
#include <tracefs.h>

#include "lib/error.h"
#include "lib/util.h"
#include "select/selection.h"
#include "table/probe.h"

/*
 * events.c
 */

/* A place where an event fires */
struct event_site {
	const struct probe *probe;
	const struct probe_site *site;
	bool chosen;
};

struct event_ip {
	unsigned long long ip;
	const struct event_site *site;
};

/* An argument as a field of the event, and the field with a copy of what it points to */
struct event_field {
	struct tep_format_field *value;
	struct tep_format_field *copy;	/* NULL: the event has no copy */
};

struct filter;

/* An event: all probes of a module that probe_compare_events() finds equal */
struct traced_event {
	const struct module *module;
	const char *system;
	const char *name;		/* that it has in tracefs */
	const struct probe *first;	/* the first of its probes */
	const struct probe *fields;	/* the arguments that are its fields */
	struct event_fields *room;
	struct probe_table made;	/* what the fields of a TRACE_EVENT need */
	struct event_site *sites;
	size_t nr_sites;
	bool is_one_probe;	/* all sites are of one, and are chosen */
	bool is_whole;		/* all sites are chosen */
	bool has_copies;	/* of strings and bytes, as further fields: layout=linux */
	char *filter;		/* as the kernel takes it; NULL: none, or it is left out */
	struct filter *wanted;	/* the same for hits that were recorded without it; or NULL */
	bool is_gone;		/* with its module; or it is not enabled, as nobody wants its hits */
	ino_t folder;		/* that it has in tracefs: another one is of another event; or 0 */
	ino_t load;		/* of its module, which it can outlive */
	char *text;		/* its format, until it is parsed */
	bool is_elsewhere;	/* recorded before another boot, or a reload: sites have moved */
	/* Of decode.c */
	struct tep_event *format;
	int size;			/* of a record, at least */
	struct event_field field[SDT_MAX_ARGS];
	struct tep_format_field *ip;	/* NULL: the layout has none */
	struct event_ip *ips;		/* of records, as they come */
	size_t nr_ips;
	uint64_t init_code;		/* where the module's was; 0: not known */
};

/* The name of its module */
static inline const char *event_module(const struct traced_event *event)
{
	return event->module->table.module;
}

struct traced_events {
	struct traced_event *list;
	size_t nr;
	struct name_list gone;	/* modules that were removed since they were chosen */
};

/* When so many events of a run were refused, and none was taken, so are the others. */
#define MAX_REFUSED	3

/* The field with the address of the site, with layout=linux */
#define EVENT_IP_FIELD	"__probe_ip"

/* events_choose() - the events of the probes that were chosen, with all their sites */
void events_choose(struct traced_events *events, const struct catalog *catalog);
void events_free(struct traced_events *events);
void filter_free(struct filter *filter);

/*
 * events_find() - find the events in tracefs; those that cannot be watched are reported and dropped
 *
 * Returns -1 if none is left.
 */
int events_find(struct traced_events *events);

/* module_is_gone() - is a module not loaded, or is it being removed? */
bool module_is_gone(const char *module);

/* report_gone() - report that a module was removed with so many traced events */
void report_gone(const char *module, size_t nr);

/* events_keep() - drop those for which @is_kept is false */
void events_keep(struct traced_events *events,
		 bool (*is_kept)(struct traced_event *event, void *data), void *data);

/* events_find_some() - find those that exist in tracefs; the others are dropped */
void events_find_some(struct traced_events *events);

/* event_take_fields() - give a TRACE_EVENT its fields, which no module's table has; or NULL: none */
void event_take_fields(struct traced_event *event, struct tep_event *format);

/* event_inode() - the folder of the event with these names in an instance; 0: it does not exist */
ino_t event_inode(struct tracefs_instance *instance, const char *system, const char *name);

/* module_load() - a number of the module's that is another one when it is loaded again; 0: none */
ino_t module_load(const char *module);

/* event_exists() - does the event that was found still exist, and is it of the same load? */
bool event_exists(const struct traced_event *event);

/*
 * events_enable() - enable them in an instance; or only those that have a filter
 *
 * Those that the kernel refuses are reported, and are @is_gone.  Fails if it refuses all.
 */
int events_enable(struct traced_events *events, struct tracefs_instance *instance,
		  bool with_filter);

/* function_length() - of the name in "f.cold+0x12", as if the function were in one piece */
size_t function_length(const char *place);

/* event_fires_in() - is one of its sites in a function of this name? */
bool event_fires_in(const struct traced_event *event, const char *function);

/* event_arg() - the argument that is a field with this name; NULL if there is none */
const struct probe_arg *event_arg(const struct traced_event *event, const char *name);

/* What a hit has that it can be compared and counted by */
enum hit_field_kind {
	HIT_VALUE,		/* of an argument */
	HIT_COPY,		/* what that points to */
	HIT_COMM,
	HIT_PID,
	HIT_CPU,
	HIT_STACK,
};

struct hit_field {
	enum hit_field_kind kind;
	unsigned int arg;
	const struct probe_arg *type;	/* of that; NULL: it is none */
	uint64_t unused;		/* bits of a number that are not compared */
};

/*
 * hit_field_find() - an event's field, or comm, pid, cpu, stack; common_pid and common_cpu, too
 *
 * Returns whether there is one with this name.
 */
bool hit_field_find(struct hit_field *field, const struct traced_event *event, const char *name);

/* hit_field_find_by() - the same to count by: a string or bytes by what they are, not by their address */
bool hit_field_find_by(struct hit_field *field, const struct traced_event *event, const char *name);

/* hit_field_names() - add "comm", "pid" and so on */
void hit_field_names(struct name_list *names);

/* event_names() - "sdt:revdev::write-entry", with the function if there is one; caller frees */
char *event_names(const struct traced_event *event);

/*
 * pair_stem() - do hits of two events begin and end something, by their names?
 * @is_call: set to whether that is a call of a function
 *
 * Returns the length of what both names begin with, such as "ioctl-"; -1: they do not.
 */
int pair_stem(const struct traced_event *from, const struct traced_event *to, bool *is_call);

/*
 * format_probe.c
 */

/*
 * event_format_parse() - parse the text of a format, which is changed
 *
 * Returns NULL if libtraceevent does not understand it.
 */
struct tep_event *event_format_parse(struct tep_handle *tep, const char *system, char *text);

/*
 * format_probe() - give a probe the arguments that are the fields of an event, and its text
 * @table: has what these need
 * @probe: without arguments or message
 */
void format_probe(struct probe_table *table, struct probe *probe, struct tep_event *event);

/*
 * filter.c
 */

enum filter_kind {
	FILTER_AND,
	FILTER_OR,
	FILTER_NOT,		/* @left */
	FILTER_COMPARISON,
};

/* A filter of an event for hits that were recorded */
struct filter {
	enum filter_kind kind;
	struct filter *left, *right;
	/* of a comparison */
	struct hit_field field;
	char operator[3];	/* "==", "!=", "<=", ">=", "<", ">", "&", "~" */
	char *text;		/* NULL: compare with the number */
	uint64_t number;	/* extended to 64 bits as the argument, or an int, is */
};

/*
 * filters_translate() - the filter of each event that has its fields, or NULL
 * @some: the others are watched, too; else how many these are is reported
 * @are_recorded: also make the filter for hits that were recorded
 *
 * Fails if no event has them.  The events were found.
 */
int filters_translate(struct traced_events *events, const char *filter, bool some,
		      bool are_recorded);

#endif /* SDTINFO_EVENTS_H */
