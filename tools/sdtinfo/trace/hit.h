/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * hit.h - hits: made of records, and shown
 *
 * A hit goes from buffers.c (records in order) through decode.c to a sink.
 *
 * Unless said otherwise, functions return 0, or -1 when they have reported why not; what is
 * opened is zeroed before, and closed in any case.
 */
#ifndef SDTINFO_HIT_H
#define SDTINFO_HIT_H

#include <event-parse.h>
#include <stdio.h>
#include <tracefs.h>

#include "lib/output.h"
#include "text/arg.h"
#include "tracefs/events.h"
#include "tracefs/instance.h"

struct json_object;		/* json-c's */

/*
 * task_names.c
 */

#define TASK_NAME_SIZE	16		/* TASK_COMM_LEN */
#define NR_TASK_NAMES	256

/* The name of a task, "" if it is empty */
struct task_name {
	int pid;
	uint64_t time;			/* of the hit for which it was read */
	char text[TASK_NAME_SIZE];
};

struct task_names {
	struct task_name list[NR_TASK_NAMES];
};

/*
 * task_name() - the name of a task at a time, in nanoseconds
 *
 * "<...>" if the task is gone and the kernel does not remember its name; valid until the next
 * call.
 */
const char *task_name(struct task_names *names, int pid, uint64_t time);

/* task_stack_check() - may this process read where tasks sleep? */
int task_stack_check(void);

/* task_stack() - the functions in which a task sleeps, innermost first; caller frees all */
size_t task_stack(int pid, char ***frames);

/*
 * decode.c
 */

struct hit {
	uint64_t time;		/* nanoseconds since the kernel started */
	uint64_t cpu;
	uint64_t pid;
	const char *comm;
	const char *module;
	const struct traced_event *traced; /* the event; NULL: the hit was not recorded itself */
	const struct probe *event;	/* one of the event's probes */
	const struct probe *probe;	/* the one that fired; NULL: not known */
	const struct probe_site *site;	/* of it, if the decoder is with_lines; NULL: likewise */
	const char *message;		/* the text of a DTRACE_PRINTF(); NULL: it is none */
	unsigned int nr_values;
	struct arg_value values[SDT_MAX_ARGS];
	bool has_stack;
	size_t nr_frames;
	char **frames;		/* functions, innermost first, from the probe's on */
	const struct hit *began;	/* the hit that began what this one ended, or NULL */
	uint64_t took;			/* nanoseconds since that */
};

struct held_record;

/*
 * struct decoder - makes hits of records
 * @is_recorded: no hits are made, all records go to a file
 * @with_stacks: records of stacks come, too
 * @with_lines: a hit has its site
 * @is_late: the events have been recorded; some may not exist any more
 * @past: the instance whose records are of an earlier boot, with other addresses and tasks
 * @take: called for each record with that of its stack, or NULL; returns whether to go on
 * @hit: called for each hit that was asked for; returns whether to go on
 * @data: passed to that
 */
struct decoder {
	struct traced_events events;
	bool is_recorded;
	bool with_stacks;
	bool with_lines;
	bool is_late;
	const char *past;
	bool (*take)(struct decoder *decoder, struct tep_record *record,
		     const struct tep_record *stack);
	bool (*hit)(const struct hit *hit, void *data);
	void *data;
	struct tep_handle *tep;
	bool has_symbols;		/* ... knows the kernel's */
	bool hides_addresses;		/* the kernel hides its own from this process */
	struct trace_seq message;	/* of the hit that is being shown */
	struct task_names tasks;
	struct tep_event *stack;	/* ftrace's kernel_stack */
	struct tep_format_field *frames;
	struct held_record **held;	/* of each CPU: hits whose stacks are to come */
	size_t nr_cpus;
};

/*
 * kernel_hides_addresses() - does the kernel show its addresses to nobody, or not to a process
 * without CAP_SYSLOG?
 */
bool kernel_hides_addresses(void);

/* decoder_open() - open one for records of any events, which its @take understands */
int decoder_open(struct decoder *decoder);

/* decoder_choose() - make hits of the events of the probes that were chosen */
int decoder_choose(struct decoder *decoder, const struct catalog *catalog);

/*
 * decoder_load_symbols() - read the kernel's symbols, if hits of these events need them
 *
 * As soon as the events are enabled: it takes long, and the symbols of a module go with it.
 */
void decoder_load_symbols(struct decoder *decoder);
void decoder_close(struct decoder *decoder);

/* decoder_format() - the format of an event, @known to libtraceevent; NULL with a message */
struct tep_event *decoder_format(struct decoder *decoder, const char *system, const char *name,
				 const char *known);

/* decoder_values() - the values of @event's arguments in a record with these fields */
void decoder_values(struct decoder *decoder, const struct traced_event *event,
		    const struct event_field *fields, const struct tep_record *record,
		    struct hit *hit);

/* decoder_show() - tell of a hit of @event, and of its stack; returns what @hit returned */
bool decoder_show(struct decoder *decoder, const struct traced_event *event, struct hit *hit,
		  const struct tep_record *stack);

/* decoder_take() - take a record; returns what @hit returned, or true */
bool decoder_take(struct decoder *decoder, struct tep_record *record);

/* decoder_flush() - no stacks come for a CPU's hits that are held; likewise */
bool decoder_flush(struct decoder *decoder, size_t cpu);

/*
 * pair_names.c
 */

/*
 * pair_stem() - do hits of two events begin and end something, by their names?
 * @is_call: set to whether that is a call of a function
 *
 * Returns the length of what both names begin with, such as "ioctl-"; -1: they do not.
 */
int pair_stem(const struct traced_event *from, const struct traced_event *to, bool *is_call);

/*
 * columns.c
 */

/* How many probes' names are kept, at the most */
#define NR_CACHED_NAMES	64

struct cached_names {
	const struct probe *probe;
	bool is_event;		/* its function is not known */
	char *text;
};

struct columns {
	bool is_json;
	bool with_lines;
	bool with_took;		/* a hit is shown with the one that began it, and the time */
	bool with_wall_clock;
	int64_t wall_clock;	/* what it is ahead of the times of hits, in nanoseconds */
	struct out_column probe;
	struct cached_names cache[NR_CACHED_NAMES];
};

/* columns_fit() - fit the columns to the probes of a catalog */
void columns_fit(struct columns *columns, const struct catalog *catalog);

/* columns_begin() - print their head */
void columns_begin(struct columns *columns);

/* columns_print() - a hit, with its stack */
void columns_print(struct columns *columns, const struct hit *hit);

/* columns_lost() - hits of a CPU are missing; @number: 0 if it is not known */
void columns_lost(const struct columns *columns, int cpu, uint64_t number);

/* columns_left_out() - a number of hits is not shown since that would be too many */
void columns_left_out(const struct columns *columns, uint64_t number);

/*
 * columns_set_clock() - from now on show the time of the day; CLOCK_MONOTONIC is that of hits
 *
 * To be called again from time to time: the clock of the day can be set.
 */
void columns_set_clock(struct columns *columns);

/* columns_free() - forget the probes; it can be used with others afterwards */
void columns_free(struct columns *columns);

/*
 * hit_add_details() - the message, the arguments, the stack and the source line, as JSON
 * @add: adds an argument
 */
void hit_add_details(struct json_object *object, const struct hit *hit,
		     void (*add)(struct json_object *object, const struct arg_value *value));

/*
 * timeline.c
 */

struct timeline;

/*
 * timeline_open() - begin a file of Chrome's trace events
 * @events: whose hits come
 * @filtered: only events with a filter are enabled
 * @from_key: what begins and ends in different tasks has the same value of this field of the
 *	first event, ...
 * @to_key: ... and of this one of the second; both NULL: of the first field that they share
 *
 * Returns NULL when it has reported why not.
 */
struct timeline *timeline_open(const char *path, const struct traced_events *events,
				       bool filtered, const char *from_key, const char *to_key);

/* timeline_hit() - draw a hit; returns whether to go on */
bool timeline_hit(struct timeline *chrome, const struct hit *hit);

/* timeline_lost() - hits of a CPU are missing; @number: 0 if it is not known */
void timeline_lost(struct timeline *chrome, unsigned int cpu, uint64_t number);

/* timeline_flush() - write what was drawn; 0, or -1: it cannot be written */
int timeline_flush(struct timeline *chrome);

/* timeline_finish() - complete the file */
int timeline_finish(struct timeline *chrome);

/* timeline_close() - remove it, if it is not complete */
void timeline_close(struct timeline *chrome);

/*
 * trace_dat.c
 */

struct trace_dat {
	const char *path;
	char *folder;		/* next to it, for its parts, until it is complete */
	char **argv;		/* the command that puts these together */
	FILE **cpus;		/* what was in the buffer of each */
	size_t nr_cpus;
	uint64_t keep;		/* how many older files, PATH.1 and on, to keep; 0: none */
	bool is_broken;		/* it could not be written */
};

/* trace_dat_open() - begin what becomes the file @path when it is complete */
int trace_dat_open(struct trace_dat *dat, const char *path, size_t nr_cpus, uint64_t keep);

/* trace_dat_size() - how many bytes of pages it has so far */
uint64_t trace_dat_size(const struct trace_dat *dat);

/* trace_dat_take() - take what is in the buffers; 1: may be more, 0: none, -1: reported */
int trace_dat_take(struct trace_dat *dat, struct buffers *buffers);

/* trace_dat_finish() - complete it; @is_current: all events of the beginning still exist */
int trace_dat_finish(struct trace_dat *dat, bool is_current);

/* trace_dat_close() - remove what is not part of the complete file */
void trace_dat_close(struct trace_dat *dat);

#endif /* SDTINFO_HIT_H */
