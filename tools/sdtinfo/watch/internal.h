/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * internal.h - what the files of watch/ share
 *
 *	trace.c		a run of trace: set up, read, end
 *	latency.c	a run of latency: triggers that measure, and what they have counted
 *	events.c	the events of the chosen probes, and their sites
 *	filter.c	a filter with the names of enumerators, as the kernel takes it
 *	instance.c	a trace instance of a run's own, and the command that is traced in it
 *	buffers.c	the pages of all CPUs' buffers: records in the order of their times
 *	hit_decode.c	a record: which site fired, values, stack, name of the task
 *	hit_columns.c	a hit as text in columns, or as JSON
 *	trace_dat.c	a trace.dat file of the pages
 *	stop.c		signals and time limits, see watch.h
 *	no_tracefs.c	instead of all but stop.c in a build without libtracefs
 *
 * Unless said otherwise, functions return 0, or -1 when they have reported why not; what is
 * opened is zeroed before, and closed in any case.
 */
#ifndef SDTINFO_INTERNAL_H
#define SDTINFO_INTERNAL_H

#include <event-parse.h>
#include <stdio.h>
#include <sys/types.h>
#include <tracefs.h>

#include "lib/output.h"
#include "table/probe.h"
#include "text/arg.h"
#include "watch.h"

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

/* An event: all probes of a module that probe_compare_events() finds equal */
struct traced_event {
	const struct module *module;
	const char *system;
	const char *name;		/* that it has in tracefs */
	const struct probe *first;	/* the first of its probes */
	const struct probe *fields;	/* the arguments that are its fields */
	struct event_fields *room;
	struct event_site *sites;
	size_t nr_sites;
	bool is_one_probe;	/* all sites are of one, and are chosen */
	bool is_whole;		/* all sites are chosen */
	bool has_copies;	/* of strings and bytes, as further fields: layout=linux */
	bool is_gone;		/* with its module */
	ino_t folder;		/* that it has in tracefs: another one is of another event */
	/* Of hit_decode.c */
	struct tep_event *format;
	struct event_field field[SDT_MAX_ARGS];
	struct tep_format_field *ip;	/* NULL: the layout has none */
	struct event_ip *ips;		/* of records, as they come */
	size_t nr_ips;
};

struct traced_events {
	struct traced_event *list;
	size_t nr;
};

/* events_choose() - the events of the probes that were chosen, with all their sites */
void events_choose(struct traced_events *events, const struct catalog *catalog);
void events_free(struct traced_events *events);

/* event_find() - find the event in tracefs */
int event_find(struct traced_event *event);

/* event_folder() - the event's folder in an instance; 0: it does not exist */
ino_t event_folder(const struct traced_event *event, struct tracefs_instance *instance);

/* events_enable() - enable them in an instance, with a filter or NULL */
int events_enable(struct traced_events *events, struct tracefs_instance *instance,
		  const char *filter);

/*
 * filter.c
 */

/*
 * filter_translate() - replace names of enumerators by the event's numbers
 *
 * Returns NULL when it has reported that a name is not known.  Caller frees.
 */
char *filter_translate(const struct traced_event *event, const char *filter);

/*
 * instance.c
 */

/* Whatever else traces on the machine is not touched. */
struct instance {
	struct tracefs_instance *tracefs;
	int lock;	/* its file tracing_on, locked while its owner lives */
};

/* instance_open() - create one, and remove those whose owners were killed */
int instance_open(struct instance *instance);

/* instance_close() - remove the instance with all that was set in it */
void instance_close(struct instance *instance);

#define SYNTHETIC_EVENTS	"synthetic_events"

/* synthetic_name() - the name of an instance's synthetic event, if it has one; caller frees */
char *synthetic_name(const char *instance);

/* synthetic_remove() - remove a synthetic event; 0, or -1 with errno */
int synthetic_remove(const char *name);

/* trigger_remove() - remove a trigger from an event by the text that added it; likewise */
int trigger_remove(struct tracefs_instance *instance, const char *system, const char *event,
		   const char *text);

/* The process of the command that a run starts and traces */
struct child {
	pid_t pid;	/* 0: no process */
	int start;	/* written to, it starts */
	int failed;	/* read from: errno if it could not start */
	const char *name;
};

/*
 * child_prepare() - create a process that waits to become a command
 * @argv: NULL: there is no command, and the other functions do nothing
 *
 * To be called before stop_on_signals(): the command must not inherit what that ignores.
 */
int child_prepare(struct child *child, char **argv);

/* child_trace() - from now on, only it and its children hit an instance's events */
int child_trace(const struct child *child, struct tracefs_instance *instance);

/* child_start() - let it go */
int child_start(struct child *child);

/* child_has_ended() - it remains a zombie, so that /proc still knows it */
bool child_has_ended(const struct child *child);

/* child_close() - end it if it has not, by SIGTERM, and after two seconds by SIGKILL */
void child_close(struct child *child);

/*
 * buffers.c
 */

struct cpu_buffer;

/*
 * struct buffers - the buffers of an instance's CPUs
 * @record: called for each record, oldest first; returns false to end the reading
 * @lost: called before a record if others before it were overwritten, with their number,
 *	0 if it is not known
 * @data: passed to them
 */
struct buffers {
	struct cpu_buffer *cpus;
	size_t nr_cpus;
	bool (*record)(struct tep_record *record, void *data);
	void (*lost)(int cpu, unsigned long long number, void *data);
	void *data;
};

int buffers_open(struct buffers *buffers, struct tracefs_instance *instance);
void buffers_close(struct buffers *buffers);

/* buffers_read() - read until nothing is left, or @record ends it */
void buffers_read(struct buffers *buffers);

/* buffers_copy() - read pages to a file for each CPU; 1: may be more, 0: none, -1: errno */
int buffers_copy(struct buffers *buffers, FILE *const *files);

/* buffers_overrun() - how many records of a CPU were overwritten before they were read */
unsigned long long buffers_overrun(struct tracefs_instance *instance, int cpu);

/*
 * hit_decode.c
 */

struct hit {
	uint64_t time;		/* nanoseconds since the kernel started */
	uint64_t cpu;
	uint64_t pid;
	const char *comm;
	const char *module;
	const struct probe *event;	/* one of the event's probes */
	const struct probe *probe;	/* the one that fired; NULL: not known */
	const struct probe_site *site;	/* of it, if the decoder is with_lines; NULL: likewise */
	const char *message;		/* the text of a DTRACE_PRINTF(); NULL: it is none */
	unsigned int nr_values;
	struct arg_value values[SDT_MAX_ARGS];
	bool has_stack;
	size_t nr_frames;
	char **frames;		/* functions, innermost first, from the probe's on */
};

#define COMM_SIZE	16		/* TASK_COMM_LEN */
#define NR_COMMS	256

/* The name of a task, "" if it is empty */
struct comm {
	int pid;
	uint64_t time;			/* of the hit for which it was read */
	char text[COMM_SIZE];
};

struct held_record;

/*
 * struct decoder - makes hits of records
 * @is_recorded: no hits are made, all records go to a file
 * @with_stacks: records of stacks come, too
 * @with_lines: a hit has its site
 * @hit: called for each hit that was asked for; returns whether to go on
 * @data: passed to that
 */
struct decoder {
	struct traced_events events;
	bool is_recorded;
	bool with_stacks;
	bool with_lines;
	bool (*hit)(const struct hit *hit, void *data);
	void *data;
	struct tep_handle *tep;
	bool hides_addresses;		/* kptr_restrict=2 hides those of the kernel */
	struct trace_seq message;	/* of the hit that is being shown */
	struct comm comms[NR_COMMS];
	struct tep_event *stack;	/* ftrace's kernel_stack */
	struct tep_format_field *frames;
	struct held_record **held;	/* of each CPU: hits whose stacks are to come */
	size_t nr_cpus;
};

/* decoder_open() - find the events of the probes that were chosen, and their formats */
int decoder_open(struct decoder *decoder, const struct catalog *catalog);
void decoder_close(struct decoder *decoder);

/* decoder_take() - take a record; returns what @hit returned, or true */
bool decoder_take(struct decoder *decoder, struct tep_record *record);

/* decoder_flush() - no stacks come for a CPU's hits that are held; likewise */
bool decoder_flush(struct decoder *decoder, size_t cpu);

/*
 * hit_columns.c
 */

/* How many probes' names are kept, at the most */
#define NR_CACHED_NAMES	64

struct cached_names {
	const struct probe *probe;
	bool is_event;		/* its function is not known */
	char *text;
};

struct hit_columns {
	bool is_json;
	bool with_lines;
	struct out_column probe;
	struct cached_names cache[NR_CACHED_NAMES];
};

/* hit_columns_begin() - fit the columns to the probes of a catalog, and print their head */
void hit_columns_begin(struct hit_columns *columns, const struct catalog *catalog);

/* hit_columns_print() - a hit, with its stack */
void hit_columns_print(struct hit_columns *columns, const struct hit *hit);

/* hit_columns_lost() - hits of a CPU are missing; @number: 0 if it is not known */
void hit_columns_lost(const struct hit_columns *columns, int cpu, uint64_t number);

void hit_columns_free(struct hit_columns *columns);

/*
 * trace_dat.c
 */

struct trace_dat {
	const char *path;
	char *folder;		/* next to it, for its parts, until it is complete */
	char **argv;		/* the command that puts these together */
	FILE **cpus;		/* what was in the buffer of each */
	size_t nr_cpus;
	bool is_broken;		/* it could not be written */
};

/* trace_dat_open() - begin what becomes the file @path when it is complete */
int trace_dat_open(struct trace_dat *dat, const char *path, size_t nr_cpus);

/* trace_dat_take() - take what is in the buffers; 1: may be more, 0: none, -1: reported */
int trace_dat_take(struct trace_dat *dat, struct buffers *buffers);

/* trace_dat_finish() - complete it; @is_current: all events of the beginning still exist */
int trace_dat_finish(struct trace_dat *dat, bool is_current);

/* trace_dat_close() - remove what is not part of the complete file */
void trace_dat_close(struct trace_dat *dat);

#endif /* SDTINFO_INTERNAL_H */
