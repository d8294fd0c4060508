/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * hit.h - hits, which are made of records
 *
 * A hit goes from buffers.c (records in order) through decode.c to a sink, see sink.h.
 *
 * Unless said otherwise, functions return 0, or -1 when they have reported why not; what is
 * opened is zeroed before, and closed in any case.
 */
#ifndef SDTINFO_HIT_H
#define SDTINFO_HIT_H

#include <event-parse.h>
#include <stdio.h>
#include <tracefs.h>

#include "text/value.h"
#include "tracefs/events.h"
#include "tracefs/instance.h"

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
	uint64_t wall_time;	/* nanoseconds since 1970; 0: not asked for */
	uint64_t cpu;
	uint64_t pid;
	const char *comm;
	const char *module;
	const struct traced_event *traced;
	const struct probe *event;	/* one of the event's probes */
	const struct probe *probe;	/* the one that fired; NULL: not known */
	const struct probe_site *site;	/* of it, if the decoder is with_lines; NULL: likewise */
	const char *message;		/* the text of a message; NULL: it has none */
	bool has_stack;
	size_t nr_frames;
	char **frames;		/* functions, innermost first, from the probe's on */
	const struct hit *began;	/* the hit that began what this one ended, or NULL */
	bool is_open;			/* what it began has not ended yet */
	uint64_t took;			/* nanoseconds since @began, or that it is open */
	unsigned int nr_values;
	struct arg_value values[SDT_MAX_ARGS];
};

/*
 * hit.c
 */

/* hit_copy() - a copy that outlives the record, without its stack; free() frees it */
struct hit *hit_copy(const struct hit *hit);

/* What makes two hits belong together: a number, or bytes of the hit; zeroed memory is none */
struct hit_key {
	uint64_t number;
	const char *bytes;	/* NULL: the number is it */
	size_t length;
};

/* hit_field_key() - the value of a field other than a stack */
struct hit_key hit_field_key(const struct hit_field *field, const struct hit *hit);
int hit_key_compare(const struct hit_key *a, const struct hit_key *b);

/*
 * hit_fields_match() - let the numbers of two fields match as C compares them
 *
 * Of an int and an unsigned int, -1 equals 4294967295.  Other types are extended to 64 bits, as
 * hits have them.
 */
void hit_fields_match(struct hit_field *a, struct hit_field *b);

/* hit_field_shown() - the same for hits whose values of a field, not a stack, look the same */
struct hit_key hit_field_shown(const struct hit_field *field, const struct hit *hit);

/* hit_field_text() - the value of a field as it is shown; caller frees its text */
struct by_value hit_field_text(const struct hit_field *field, const struct hit *hit);

/*
 * wanted.c
 */

/* hit_passes() - is a filter true for a hit? */
bool hit_passes(const struct filter *filter, const struct hit *hit);

/* hit_is_of_task() - is it of one of these tasks?  Of processes, only the main threads are known. */
bool hit_is_of_task(const struct hit *hit, const struct tasks_wanted *tasks);

/*
 * decode.c
 */

struct held_record;
struct hit_source;

/*
 * struct decoder - makes hits of records
 * @is_recorded: no hits are made, all records go to a file
 * @with_stacks: records of stacks come, too
 * @with_lines: a hit has its site
 * @with_wall_clock: ... and the time of the day; the instance's clock is CLOCK_MONOTONIC
 * @without_names: no hit has the name of its task
 * @source: that the records are of; NULL: they are of the running kernel
 * @hit: called for each hit that was asked for; returns whether to go on
 * @data: passed to that
 */
struct decoder {
	struct traced_events events;
	bool is_recorded;
	bool with_stacks;
	bool with_lines;
	bool with_wall_clock;
	bool without_names;
	struct hit_source *source;
	bool (*hit)(const struct hit *hit, void *data);
	void *data;
	struct tep_handle *tep;
	bool is_foreign;		/* its numbers have another byte order */
	struct tep_format_field *type;	/* of any event: its number */
	struct tep_format_field *pid;
	int common_size;		/* of what a record of any event begins with */
	struct traced_event **by_id;	/* the events, by that number; NULL: it is not ours */
	unsigned int nr_ids;
	uint64_t nr_unknown;		/* recorded hits left out: at some site, it is not known which */
	int64_t wall_clock;		/* what it is ahead of the instance's clock, nanoseconds */
	bool has_symbols;		/* ... knows the kernel's, */
	unsigned long long kernel, kernel_end;	/* where these are that no module has */
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

/* decoder_open() - open one, of no events yet */
int decoder_open(struct decoder *decoder);

/* decoder_choose() - make hits of the events of the probes that were chosen */
int decoder_choose(struct decoder *decoder, const struct catalog *catalog);

/* decoder_is_here() - are the records of the running kernel? */
bool decoder_is_here(const struct decoder *decoder);

/* decoder_names_functions() - do hits of the decoder's events have functions of the whole kernel? */
bool decoder_names_functions(const struct decoder *decoder);

/* decoder_needs_symbols() - ... or does the site, by its symbol, say which function was hit? */
bool decoder_needs_symbols(const struct decoder *decoder);

/*
 * decoder_load_symbols() - read the kernel's symbols, if hits of these events need them
 *
 * As soon as the events are enabled: it takes long, and the symbols of a module go with it.
 */
void decoder_load_symbols(struct decoder *decoder);
void decoder_close(struct decoder *decoder);

/* wall_clock_ahead() - how many nanoseconds the time of the day is later than CLOCK_MONOTONIC's */
int64_t wall_clock_ahead(void);

/* decoder_set_clock() - read the time of the day, which can be set meanwhile */
void decoder_set_clock(struct decoder *decoder);

/* decoder_take() - take a record; returns what @hit returned, or true */
bool decoder_take(struct decoder *decoder, struct tep_record *record);

/* decoder_flush() - no stacks come for a CPU's hits that are held; likewise */
bool decoder_flush(struct decoder *decoder, size_t cpu);

/*
 * decoder_lost() - records of a CPU were lost, so no stacks come for its hits that are held
 *
 * Returns how many hits are among them; 0: not known.
 */
uint64_t decoder_lost(struct decoder *decoder, size_t cpu, uint64_t records);

#endif /* SDTINFO_HIT_H */
