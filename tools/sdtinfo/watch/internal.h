/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * internal.h - what the files of watch/ share
 *
 *	possible.c	whether this process may trace
 *	trace.c		a run of trace: set up, read, end
 *	aggregate.c	for top: hits by the values of fields, by task, CPU or stack
 *	latency.c	a run of latency: triggers that measure, and what they have counted
 *	pairs.c		which probes begin and end something
 *	open_calls.c	what has begun and not ended
 *	slow_calls.c	calls that took longer than a limit, as they end
 *	by.c		what to count hits by: a field, the task, the CPU or the stack
 *	scales.c	the distribution of a field's values, counted in the kernel
 *	triggers.c	the triggers that a run sets, and the histograms that they keep
 *	events.c	the events of the chosen probes, and their sites
 *	filter.c	a filter as people write it, as the kernel takes it
 *	instance.c	a trace instance of a run's own
 *	scope.c		the tasks whose hits are wanted: a command's, of processes, of a cgroup
 *	buffers.c	the pages of all CPUs' buffers: records in the order of their times
 *	hit_decode.c	a record: which site fired, values, stack
 *	tasks.c		the names of tasks, and where they are
 *	hit_columns.c	a hit as text in columns, or as JSON
 *	trace_dat.c	a trace.dat file of the pages
 *	chrome_trace.c	hits as a timeline, in Chrome's format
 *	record.c	instances that keep the last hits after sdtinfo has ended
 *	leftovers.c	what killed runs of trace have left behind
 *	show.c		print the hits that an instance holds
 *	pages.c		pages that were read, in files, so that they can be read again
 *	persistent.c	recorders whose buffers outlive the kernel
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

struct json_object;		/* json-c's */

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
	char *filter;		/* as the kernel takes it; NULL: none, or it is left out */
	bool is_gone;		/* with its module; or the kernel does not enable it */
	ino_t folder;		/* that it has in tracefs: another one is of another event; or 0 */
	char *text;		/* its format */
	/* Of hit_decode.c */
	struct tep_event *format;
	struct event_field field[SDT_MAX_ARGS];
	struct tep_format_field *ip;	/* NULL: the layout has none */
	struct event_ip *ips;		/* of records, as they come */
	size_t nr_ips;
	uint64_t init_code;		/* where the module's was; 0: not known */
};

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

/* event_find() - find the event in tracefs, or report that it cannot be watched */
int event_find(struct traced_event *event);

/*
 * events_find() - the same for all; the others are dropped
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

/* event_inode() - the folder of the event with these names in an instance; 0: it does not exist */
ino_t event_inode(struct tracefs_instance *instance, const char *system, const char *name);

/* event_exists() - does the event that was found still exist? */
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

/* event_field_type() - a type as synthetic events have it: "s32", "char[]"; caller frees */
char *event_field_type(const struct traced_event *event, const char *name);

/* event_names() - "sdt:revdev::write-entry", with the function if there is one; caller frees */
char *event_names(const struct traced_event *event);

/*
 * filter.c
 */

/*
 * filter_translate() - set an event's filter, as the kernel takes it
 * @lacks: fields in it that the event does not have are added, each once; then it has no filter
 *
 * Returns -1 when it has reported what is wrong with the filter.
 */
int filter_translate(struct traced_event *event, const char *filter, struct name_list *lacks);

/* filters_report() - report that no event has all of a filter's fields; returns -1 */
int filters_report(const struct traced_events *events, const struct name_list *lacks);

/*
 * filters_translate() - the filter of each event that has its fields, or NULL
 *
 * Reports how many these are, if not all; fails if none.  event_find() has found them.
 */
int filters_translate(struct traced_events *events, const char *filter);

/*
 * instance.c
 */

/* Whatever else traces on the machine is not touched. */
struct instance {
	struct tracefs_instance *tracefs;
	int lock;	/* its file tracing_on, locked while its owner lives */
};

/*
 * instance_open() - create one, and remove those whose owners were killed
 *
 * Those with hits stay, and a message says so.
 */
int instance_open(struct instance *instance);

/* instances_lock() - a file that is locked while instances are made and removed; -1: none */
int instances_lock(void);

/* instances_unlock() - close what that has returned */
void instances_unlock(int lock);

/* instances_held() - "12 hits" that an instance holds; caller frees */
char *instances_held(struct tracefs_instance *instance);

/* instance_take_over() - lock what the killed owner of an instance left behind; does it exist? */
bool instance_take_over(struct instance *stale, const char *name);

/* instance_leave() - leave it to others */
void instance_leave(struct instance *stale);

/* instance_remove_stale() - remove it; with instances_lock() */
void instance_remove_stale(struct instance *stale);

/* instance_has_hits() - does a stale one hold hits of probes? */
bool instance_has_hits(const struct instance *stale);

/* What the names of instances of killed owners match */
#define STALE_INSTANCES	"^sdtinfo-[0-9-]*$"

/* instance_close() - remove the instance with all that was set in it */
void instance_close(struct instance *instance);

#define SYNTHETIC_EVENTS	"synthetic_events"

/* synthetic_name() - a name for the synthetic event @nr of an instance; caller frees */
char *synthetic_name(const struct instance *instance, unsigned int nr);

/* synthetic_add() - make an event with fields such as "u64 time; char[] text" */
int synthetic_add(const char *name, const char *fields);

/* synthetic_disable() - record no synthetic events in an instance any more */
void synthetic_disable(struct tracefs_instance *instance);

/* synthetic_remove() - remove a synthetic event; 0, or -1 with errno */
int synthetic_remove(const char *name);

/* trigger_remove() - remove a trigger from an event by the text that added it; likewise */
int trigger_remove(struct tracefs_instance *instance, const char *system, const char *event,
		   const char *text);

/*
 * scope.c
 */

struct pollfd;

struct scope {
	const struct tasks_wanted *wanted;
	struct tracefs_instance *instance;
	pid_t child;		/* the command's process, or one that has ended; 0: all tasks */
	int start;		/* written to, the command starts */
	int failed;		/* read from: errno if it could not start */
	struct pollfd *processes;
	size_t nr_processes;
	char *cgroup;		/* its folder */
	double refreshed;	/* when it was asked for its tasks, by clock_seconds() */
	bool is_broken;		/* it is asked no more */
};

/*
 * scope_open() - find the processes and the cgroup, and create a process for the command
 *
 * To be called before stop_on_signals(): the command must not inherit what that ignores.
 */
int scope_open(struct scope *scope, const struct tasks_wanted *wanted);
void scope_close(struct scope *scope);	/* ends the command: SIGTERM, SIGKILL after two seconds */

/* scope_apply() - from now on, only these tasks and their children hit an instance's events */
int scope_apply(struct scope *scope, struct tracefs_instance *instance);

/* scope_start() - let the command go */
int scope_start(struct scope *scope);

/* scope_refresh() - to be called often: once in a while, add what was moved to the cgroup */
void scope_refresh(struct scope *scope);

/*
 * scope_has_ended() - has the command, or all that is wanted instead?
 *
 * A command stays a zombie, so that /proc still knows it.  A cgroup has ended when it is gone.
 */
bool scope_has_ended(const struct scope *scope);

/* scope_wait_ms() - how long to wait until these two are asked again; -1: for a signal */
int scope_wait_ms(const struct scope *scope);

/*
 * triggers.c
 */

struct trigger {
	const char *system;
	const char *event;
	char *text;
};

/* Triggers of events in an instance, in the order in which the kernel runs those of an event */
struct triggers {
	struct tracefs_instance *instance;
	struct trigger *list;
	size_t nr;
};

/* triggers_add() - set a trigger; @text is freed with it, or if the kernel refuses it */
int triggers_add(struct triggers *triggers, const char *system, const char *event, char *text);

/* triggers_remove_last() - remove as many of those that were added last */
void triggers_remove_last(struct triggers *triggers, size_t nr);
void triggers_free(struct triggers *triggers);

/* How many variables a histogram can have */
#define MAX_HIST_VARIABLES	16

/*
 * hist_size() - how many keys a histogram is to keep if there are as many histograms
 *
 * The kernel allocates the memory of all of them at once, some hundred bytes for each.
 */
unsigned int hist_size(size_t nr);

struct hist {
	const char *trigger;	/* its text, as the kernel shows it */
	uint64_t hits;
	uint64_t dropped;	/* hits for which there was no room */
};

/* An entry of a histogram, as the kernel shows it */
struct hist_entry {
	const struct hist *hist;	/* without its sums, which come last */
	const char *keys;	/* "common_pid:        110" */
	uint64_t hits;
	char *sums;		/* "  time:      69263" */
	bool has_max;		/* of a variable for which there is onmax() */
	uint64_t max;
	char *saved;		/* "  common_cpu: 1": what was saved with that */
};

typedef void (*hist_entry_fn)(const struct hist_entry *entry, void *data);
typedef void (*hist_fn)(const struct hist *hist, void *data);

/*
 * hist_read() - read all histograms of an event
 * @see: called for each entry
 * @end: called after the entries of a histogram, with its sums; or NULL
 */
int hist_read(struct tracefs_instance *instance, const char *system, const char *event,
	      hist_entry_fn see, hist_fn end, void *data);

/* hist_has_variable() - does its trigger define this variable? */
bool hist_has_variable(const struct hist *hist, const char *name);

/*
 * scales.c
 */

/*
 * struct scales - how to count the values of a field
 * @key: count them for each value of these further fields; or NULL
 * @filter: count only those for which this is true, as the kernel takes it; or NULL
 * @first_width: of the buckets of the smallest values, a power of two
 * @is_signed: there are negative values
 * @bits: how many a value has
 * @nr_scales: how many to have at most; the last one has no end
 * @size: how many buckets of all values of the further fields together a scale has
 */
struct scales {
	const char *field;
	const char *key;
	const char *filter;
	unsigned int first_width;
	bool is_signed;
	unsigned int bits;
	unsigned int nr_scales;
	unsigned int size;
};

int scales_add(struct triggers *triggers, const char *system, const char *event,
	       const struct scales *scales);

/*
 * scales_take() - a bucket of the values that were counted, and the sum of these
 *
 * Returns the text of the other key, "" without one; NULL if the entry is no bucket.
 */
const char *scales_take(const struct hist_entry *entry, const char *field,
			struct histogram_bucket *bucket, uint64_t *sum);

/*
 * by.c
 */

enum by_kind {
	BY_FIELD,
	BY_COMM,
	BY_PID,
	BY_CPU,
	BY_STACK,
};

/* What to count hits by; zeroed memory is nothing */
struct by {
	enum by_kind kind;
	const struct traced_event *event;
	char *key;		/* as the key of a histogram of the event; NULL: nothing */
	char *field;		/* the event's; NULL: it is not one */
	const struct probe_arg *arg;	/* whose value that is */
	bool hides_addresses;
	enum value_form form;
};

/* by_find() - find a field, or comm, pid, cpu, stack; false if there is none of this name */
bool by_find(struct by *by, const struct traced_event *event, const char *name);
void by_free(struct by *by);

/* by_names() - add "comm", "pid" and so on */
void by_names(struct name_list *names);

/* by_text() - a value, of "common_pid: bash       [   105]" in a histogram; caller frees */
char *by_text(const struct by *by, const char *keys);

/*
 * pairs.c
 */

/* Two events: a hit of the first begins what a hit of the second ends */
struct pair {
	struct traced_event *from;
	struct traced_event *to;
	bool is_period;		/* both are one event */
	unsigned int nr;	/* in the names of its variables */
	struct by by;		/* what its times are counted by */
	char *event;		/* the synthetic event that the kernel fires at the end */
	char *tick;		/* of a period: the one that it fires after that */
};

struct pairs {
	struct pair *list;
	size_t nr;
	struct traced_event **distinct;	/* each of their events once */
	size_t nr_distinct;
	struct traced_events *events;	/* of each pattern */
	size_t nr_patterns;
};

/*
 * pairs_choose() - pair the events of several patterns
 * @catalogs: of one pattern each
 */
int pairs_choose(struct pairs *pairs, struct catalog *const *catalogs, size_t nr);

/* pairs_drop() - leave out a pair */
void pairs_drop(struct pairs *pairs, size_t i);
void pairs_free(struct pairs *pairs);

/*
 * pair_stem() - do hits of two events begin and end something, by their names?
 * @is_call: set to whether that is a call of a function
 *
 * Returns the length of what both names begin with, such as "ioctl-"; -1: they do not.
 */
int pair_stem(const struct traced_event *from, const struct traced_event *to, bool *is_call);

/* A field of an event that a trigger can keep */
struct call_field {
	char *name;
	unsigned int arg;	/* whose value it is */
	bool is_string;		/* to which that points */
};

struct call_fields {
	struct call_field list[SDT_MAX_ARGS];
	unsigned int nr;
};

/* call_fields() - a field for each of the first @max arguments: a string, or its value */
void call_fields(const struct traced_event *event, unsigned int max, struct call_fields *fields);
void call_fields_free(struct call_fields *fields);

/*
 * tasks.c
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
 * open_calls.c
 */

/*
 * open_calls_begin() - the text of a trigger of @pair's first event, with $begunN; caller frees
 * @size: how many keys it is to keep
 */
char *open_calls_begin(const struct pair *pair, const char *key, unsigned int size);

/* open_calls_end() - that of a trigger of its second event; caller frees */
char *open_calls_end(const struct pair *pair, const char *key, unsigned int size);

/*
 * struct open_calls_request - how to read open calls
 * @key: the field that tells them from each other; NULL: their tasks do
 * @now: the time at which they are open
 */
struct open_calls_request {
	struct tracefs_instance *instance;
	const char *key;
	uint64_t now;
	struct task_names *names;
	bool with_stacks;
	bool hides_addresses;
};

/* open_calls_read() - what is open of @pair, and how often its events were hit */
int open_calls_read(const struct pair *pair, const struct open_calls_request *request,
		    struct latency *latency);

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
	int ready;		/* a file that is readable when there are records */
	bool (*record)(struct tep_record *record, void *data);
	void (*lost)(int cpu, unsigned long long number, void *data);
	void *data;
};

int buffers_open(struct buffers *buffers, struct tracefs_instance *instance);
void buffers_close(struct buffers *buffers);

/* buffers_wait() - wait until there are records, for the stop, or a little while */
int buffers_wait(const struct buffers *buffers);

/* buffers_read() - read until nothing is left, or @record ends it */
void buffers_read(struct buffers *buffers);

/* So that a CPU that never ceases to fire does not hold up the others */
#define PAGES_AT_ONCE	256

/* buffers_copy() - read pages to a file for each CPU; 1: may be more, 0: none, -1: errno */
int buffers_copy(struct buffers *buffers, FILE *const *files);

/* buffers_replay() - from now on read the pages of these files, which buffers_copy() wrote */
void buffers_replay(struct buffers *buffers, FILE *const *files);

/* buffers_page_size() - the bytes of each */
size_t buffers_page_size(const struct buffers *buffers);

/* buffers_count() - the records in such a page; @missed: ... and before it; -1: some; or NULL */
uint64_t buffers_count(void *bytes, int *missed);

/* buffers_set_missed() - how many records are missing before a page; -1: some */
void buffers_set_missed(void *bytes, size_t page_size, int64_t missed);

/* buffers_overrun() - how many records of a CPU were overwritten before they were read */
unsigned long long buffers_overrun(struct tracefs_instance *instance, int cpu);

/* buffers_sum() - how many records all CPUs have, and how many were overwritten */
void buffers_sum(struct tracefs_instance *instance, uint64_t *records, uint64_t *overrun);

/*
 * pages.c
 */

/* Pages of an instance's buffers, in files, so that hits can be shown again */
struct pages {
	char *folder;
	FILE **cpus;
	size_t nr_cpus;
};

/*
 * pages_take() - move what is in the buffers of an instance to the files
 * @pages: zeroed; its files are open afterwards, to be read
 *
 * The files have no more than the buffers have room for: the oldest pages go, and are counted.
 */
int pages_take(struct pages *pages, struct tracefs_instance *instance, struct buffers *buffers);
void pages_close(struct pages *pages);

/* pages_records() - how many records the files of an instance have */
uint64_t pages_records(const char *instance);

/* pages_dropped() - how many went, since there was no room for them */
uint64_t pages_dropped(const char *instance);

/* pages_remove() - remove the files of an instance */
void pages_remove(const char *instance);

/*
 * persistent.c
 */

/* persistent_is() - was this instance made on the kernel's command line, with its own memory? */
bool persistent_is(struct tracefs_instance *instance);

/* persistent_is_used() - are events enabled in it? */
bool persistent_is_used(struct tracefs_instance *instance);

/* persistent_save() - keep the formats that these events have in this boot */
int persistent_save(const char *instance, const struct traced_events *events);

/* persistent_clear() - disable the events in an instance, remove its hits and their formats */
int persistent_clear(struct tracefs_instance *instance);

/* persistent_is_past() - are its records of an earlier boot?  Fails if they cannot be decoded. */
int persistent_is_past(struct tracefs_instance *instance, bool *is_past);

/* persistent_format() - that was kept of an event; NULL: it was not recorded; caller frees */
char *persistent_format(const char *instance, const char *system, const char *name, int *size);

/* persistent_has() - was this event recorded, with the format that it has now? */
bool persistent_has(const char *instance, const char *system, const char *name);

/* persistent_report() - say which modules' hits cannot be decoded */
void persistent_report(const char *instance);

/*
 * show.c
 */

/*
 * struct show_request - which hits of an instance to print
 * @catalog: the chosen probes of the running kernel, with sites
 */
struct show_request {
	const struct catalog *catalog;
	struct tracefs_instance *instance;
	bool is_past;		/* its hits are of an earlier boot: persistent.c */
	bool is_json;
	bool with_lines;
};

/* show_hits() - print hits that an instance holds, which keeps them */
int show_hits(const struct show_request *request);

/*
 * hit_decode.c
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
 * slow_calls.c
 */

struct slow_format;

struct slow_calls {
	struct decoder *decoder;
	struct slow_format *formats;
	size_t nr;
};

/* slow_calls_fields() - of the synthetic event of a pair, as synthetic_add() takes them */
char *slow_calls_fields(const struct pair *pair);

/* slow_calls_begin(), slow_calls_end() - the triggers of both events of a pair; caller frees */
char *slow_calls_begin(const struct pair *pair, const char *key, unsigned int size);
char *slow_calls_end(const struct pair *pair, const char *key, unsigned int size);

/* slow_calls_open() - find the formats of the pairs' synthetic events, which must exist */
int slow_calls_open(struct slow_calls *calls, struct decoder *decoder,
		    const struct pairs *pairs);

/* slow_calls_take() - show the call of a record; returns whether to go on */
bool slow_calls_take(struct slow_calls *calls, struct tep_record *record,
		     const struct tep_record *stack);
void slow_calls_close(struct slow_calls *calls);

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
	bool with_took;		/* a hit is shown with the one that began it, and the time */
	bool with_wall_clock;
	int64_t wall_clock;	/* what it is ahead of the times of hits, in nanoseconds */
	struct out_column probe;
	struct cached_names cache[NR_CACHED_NAMES];
};

/* hit_columns_fit() - fit the columns to the probes of a catalog */
void hit_columns_fit(struct hit_columns *columns, const struct catalog *catalog);

/* hit_columns_begin() - print their head */
void hit_columns_begin(struct hit_columns *columns);

/* hit_columns_print() - a hit, with its stack */
void hit_columns_print(struct hit_columns *columns, const struct hit *hit);

/* hit_columns_lost() - hits of a CPU are missing; @number: 0 if it is not known */
void hit_columns_lost(const struct hit_columns *columns, int cpu, uint64_t number);

/* hit_columns_left_out() - a number of hits is not shown since that would be too many */
void hit_columns_left_out(const struct hit_columns *columns, uint64_t number);

/*
 * hit_columns_set_clock() - from now on show the time of the day; CLOCK_MONOTONIC is that of hits
 *
 * To be called again from time to time: the clock of the day can be set.
 */
void hit_columns_set_clock(struct hit_columns *columns);

/* hit_columns_free() - forget the probes; it can be used with others afterwards */
void hit_columns_free(struct hit_columns *columns);

/*
 * hit_add_details() - the message, the arguments, the stack and the source line, as JSON
 * @add: adds an argument
 */
void hit_add_details(struct json_object *object, const struct hit *hit,
		     void (*add)(struct json_object *object, const struct arg_value *value));

/*
 * chrome_trace.c
 */

struct chrome_trace;

/*
 * chrome_trace_open() - begin a file of Chrome's trace events
 * @events: whose hits come
 * @filtered: only events with a filter are enabled
 * @from_key: what begins and ends in different tasks has the same value of this field of the
 *	first event, ...
 * @to_key: ... and of this one of the second; both NULL: of the first field that they share
 *
 * Returns NULL when it has reported why not.
 */
struct chrome_trace *chrome_trace_open(const char *path, const struct traced_events *events,
				       bool filtered, const char *from_key, const char *to_key);

/* chrome_trace_hit() - draw a hit; returns whether to go on */
bool chrome_trace_hit(struct chrome_trace *chrome, const struct hit *hit);

/* chrome_trace_lost() - hits of a CPU are missing; @number: 0 if it is not known */
void chrome_trace_lost(struct chrome_trace *chrome, unsigned int cpu, uint64_t number);

/* chrome_trace_flush() - write what was drawn; 0, or -1: it cannot be written */
int chrome_trace_flush(struct chrome_trace *chrome);

/* chrome_trace_finish() - complete the file */
int chrome_trace_finish(struct chrome_trace *chrome);

/* chrome_trace_close() - remove it, if it is not complete */
void chrome_trace_close(struct chrome_trace *chrome);

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

#endif /* SDTINFO_INTERNAL_H */
