/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * watch.h - print the hits of probes, measure the time between them, and when to stop
 *
 * For trace, record, latency and top.  docs/watching.md describes what users see of it.
 */
#ifndef SDTINFO_WATCH_H
#define SDTINFO_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/error.h"
#include "lib/util.h"
#include "select/selection.h"
#include "text/arg.h"
#include "text/by_value.h"
#include "text/histogram.h"

/*
 * struct tasks_wanted - whose hits are wanted, those of their children as well; zeroed: all
 * @command: of this command, which is run; NULL: of none
 * @pids: of all threads of these processes
 * @cgroup: of the tasks in this cgroup and in those below it, a folder or a part of its name;
 *	NULL: of none
 */
struct tasks_wanted {
	char **command;
	int *pids;
	size_t nr_pids;
	const char *cgroup;
};

/*
 * struct watch_request - which hits to print, and how
 * @catalog: the chosen probes of the running kernel, with sites
 * @filter: in the syntax of the kernel's event filters; NULL: all hits
 * @tasks: those to watch
 * @output: a trace.dat file to write instead of printing; NULL: none
 * @rotate: begin another one after so many bytes of records; 0: never
 * @keep: how many files to keep then; the older ones are OUTPUT.1, OUTPUT.2, ...
 * @timeline: a file of Chrome's trace events to write instead; NULL: none
 * @from_key: in that, what other tasks can end has the same value of this field of the probe
 *	that begins it, ...
 * @to_key: ... and of this one of the other; both NULL: of the first field that they share
 * @is_json: print a JSON object a line
 * @with_stacks: also who called, for each hit
 * @with_lines: also the source line of each hit
 * @with_wall_clock: the time of the day instead of that of the kernel's log
 * @hits: end after that many; 0: no limit
 * @max_rate: print no more hits than that of a second; 0: no limit
 * @seconds: end after that time; 0: no limit
 * @ready_fd: for out_ready()
 * @choose_again: fills @catalog with the probes that there are now, when a module is there again
 *	that was removed; returns EXIT_FAILED when it has reported why not.  NULL: such modules
 *	are not watched again
 * @data: passed to it
 */
struct watch_request {
	const struct catalog *catalog;
	const char *filter;
	struct tasks_wanted tasks;
	const char *output;
	uint64_t rotate;
	uint64_t keep;
	const char *timeline;
	const char *from_key;
	const char *to_key;
	bool is_json;
	bool with_stacks;
	bool with_lines;
	bool with_wall_clock;
	uint64_t hits;
	uint64_t max_rate;
	double seconds;
	int ready_fd;
	enum exit_code (*choose_again)(void *data);
	void *data;
};

/*
 * Recorders: trace instances that keep the last hits after sdtinfo has ended
 */

/*
 * struct record_request - what to record, or whose hits to show
 * @catalog: the chosen probes of the running kernel, with sites
 * @name: the recorder's
 * @is_global: record in the kernel's own buffer instead, without a @name
 * @size: of the buffers of all CPUs together, in bytes; 0: 4M, of the kernel's own as they are
 * @filter: record only hits for which it is true, of the events that have its fields; or NULL
 * @with_stacks: also who called, for each hit
 * @is_json: to show them: print a JSON object a line
 * @with_lines: ... also the source line of each hit
 */
struct record_request {
	const struct catalog *catalog;
	const char *name;
	bool is_global;
	uint64_t size;
	const char *filter;
	bool with_stacks;
	bool is_json;
	bool with_lines;
};

/* record_check_name() - what is wrong with a recorder's name; NULL: nothing */
const char *record_check_name(const char *name);

/* record_start() - start a recorder; it goes on when the program ends */
enum exit_code record_start(const struct record_request *request);

/* record_has_lost_all() - report that the modules of all recorded events were removed, if so */
bool record_has_lost_all(const struct record_request *request);

/* record_show() - print the hits that it has; nothing is lost of them */
enum exit_code record_show(const struct record_request *request);

/* record_stop() - remove it, and print what it had; in the global buffer, disable the events */
enum exit_code record_stop(const struct record_request *request);

/* record_list() - print all recorders */
enum exit_code record_list(bool is_json);

/*
 * struct leftovers_request - what to do with hits that killed runs of trace have left
 * @catalog: the probes of the running kernel, with sites; NULL: print no hits
 * @is_json, @with_lines: as for trace
 */
struct leftovers_request {
	const struct catalog *catalog;
	bool is_json;
	bool with_lines;
};

/* leftovers_take() - print them, and remove what was printed; or only remove them */
enum exit_code leftovers_take(const struct leftovers_request *request);

/* The key for hits of the same task */
#define TASK_KEY	"common_pid"

struct latencies;

/*
 * struct latency_request - what to measure
 * @catalogs: the probes of the running kernel that each pattern matches, with sites
 * @from_key: a hit of the second probe belongs to the last one of the first with the same
 *	value of this field of the first one's event
 * @to_key: ... and this field of the second one's event
 * @by: measure for each value of this field of one of the events, or for each comm, pid,
 *	cpu or stack of the second; or NULL
 * @filter: measure only hits for which it is true, of the events that have its fields; or NULL
 * @tasks: measure only hits by these
 * @seconds: end after that time; 0: no limit
 * @over: print the calls that take longer, in nanoseconds, as they end, instead; 0: no
 * @is_json: print a JSON object for each of these
 * @with_stacks: also where the task of an open call is, or who called the probe at the end of
 *	one that is printed
 * @begin: called when it has begun; returns 0, or -1 to end it, when it has reported why
 * @interval: call @update every that many seconds; 0: never
 * @update: called with what was measured until then; returns as @begin does
 * @data: passed to both
 */
struct latency_request {
	struct catalog *const *catalogs;
	size_t nr_catalogs;
	const char *from_key;
	const char *to_key;
	const char *by;
	const char *filter;
	struct tasks_wanted tasks;
	double seconds;
	uint64_t over;
	bool is_json;
	bool with_stacks;
	int (*begin)(const struct latencies *result, void *data);
	double interval;
	int (*update)(const struct latencies *result, void *data);
	void *data;
};

/* What has begun and not ended */
struct open_call {
	uint64_t age;		/* in nanoseconds */
	uint64_t pid;		/* of the task that began it */
	uint64_t cpu;
	char *command;
	char *key;		/* "req=0xffff888004c1d400"; NULL if the task is the key */
	unsigned int nr_values;	/* of the first probe's arguments; the last ones can lack */
	struct arg_value *values;
	bool has_stack;
	size_t nr_frames;
	char **frames;		/* functions in which the task sleeps; none if it runs */
};

/* The times for one value */
struct latency_value {
	struct by_value value;
	struct histogram times;
};

/* A pair of probes that was measured */
struct latency {
	char *from;		/* the names of both */
	char *to;
	bool is_period;		/* both are one */
	struct histogram times;	/* nanoseconds */
	struct latency_value *values;	/* the one with most time first */
	size_t nr_values;
	uint64_t from_hits;
	uint64_t to_hits;
	uint64_t no_room;	/* hits whose key had no room in the kernel's table */
	struct open_call *open;	/* the oldest first */
	size_t nr_open;
	struct name_list from_fields; /* that can be a key, beside those of every event */
	struct name_list to_fields;
	struct name_list shared_fields;	/* that both events have */
};

struct latencies {
	struct latency *list;
	size_t nr;
	double seconds;		/* that were measured */
};

/* watch_has_tracefs() - was sdtinfo built with libtracefs? */
bool watch_has_tracefs(void);

/*
 * watch_is_possible() - was sdtinfo built with libtracefs, and does the kernel let this process
 * trace?
 *
 * Reports why not.
 */
bool watch_is_possible(void);

/*
 * watch() - print hits until a limit, the command's end, a signal or a closed pipe
 *
 * Without @choose_again, also until all modules of the probes were removed.
 *
 * Returns EXIT_DONE, or EXIT_FAILED when it has reported what went wrong.  In any case
 * nothing is left behind in tracefs.
 */
enum exit_code watch(const struct watch_request *request);

/*
 * latency_measure() - measure until a limit, the command's end or a signal
 * @result: zeroed; to be freed in any case
 *
 * Two patterns for each pair of probes, if each matches those of one event; else pairs are
 * those whose names belong together.  Returns as watch() does.
 */
enum exit_code latency_measure(const struct latency_request *request, struct latencies *result);
void latencies_free(struct latencies *result);

/* How many values hits can be counted by at once */
#define MAX_BY		3

/*
 * struct aggregate_request - which hits to count, and by what
 * @catalog: the chosen probes of the running kernel, with sites
 * @by: fields, or comm, pid, cpu, stack
 * @sum: a field whose values are added up; or NULL
 * @quantize: a field whose distribution is counted; or NULL
 * @filter: in the syntax of the kernel's event filters; NULL: all hits
 * @tasks: count only hits by these, without a command
 */
struct aggregate_request {
	const struct catalog *catalog;
	const char *by[MAX_BY];
	unsigned int nr_by;
	const char *sum;
	const char *quantize;
	const char *filter;
	struct tasks_wanted tasks;
};

/* The hits of an event with the same values */
struct aggregate_row {
	const char *names;	/* of the probe, "sdt:revdev::write-entry" if it is several */
	struct by_value by[MAX_BY];
	unsigned int nr_by;
	uint64_t hits;		/* since it was read before */
	uint64_t total;
	int64_t sum;
	bool is_sum_signed;	/* else it is a uint64_t */
	struct histogram values;
};

struct aggregation;

/* aggregate_open() - begin to count; NULL when it has reported why not */
struct aggregation *aggregate_open(const struct aggregate_request *request);

/* aggregate_read() - read what was counted until now; 0, or -1 when it has reported an error */
int aggregate_read(struct aggregation *aggregation);

/* aggregate_rows() - what was read last, in no order; valid until it is read again */
const struct aggregate_row *aggregate_rows(const struct aggregation *aggregation, size_t *nr);

/* aggregate_left_out() - how many events lack a field */
size_t aggregate_left_out(const struct aggregation *aggregation);

/* aggregate_dropped() - hits with values for which the kernel had no room */
uint64_t aggregate_dropped(const struct aggregation *aggregation);

/* aggregate_has_ended() - have all processes, if only theirs are counted?  To be called often. */
bool aggregate_has_ended(struct aggregation *aggregation);

/* aggregate_close() - end; nothing is left behind in tracefs */
void aggregate_close(struct aggregation *aggregation);

/*
 * What stops a run that goes on until then: signals and time.  There is one run in a
 * process.
 */

/*
 * stop_on_signals() - from now on SIGINT, SIGTERM and SIGHUP stop the run
 *
 * An ignored SIGHUP (nohup) stays ignored.  Returns 0, or -1 when it has reported why not.
 */
int stop_on_signals(void);

/* stop_set_switch() - write "0" to this file at the stop; -1: to none */
void stop_set_switch(int fd);

/* stop_after() - stop after @seconds; 0: never; returns as stop_on_signals() does */
int stop_after(double seconds);

/* stop_requested() - is the run to stop? */
bool stop_requested(void);

/* stop_is_urgent() - did another signal follow the first? */
bool stop_is_urgent(void);

/*
 * stop_wait() - wait until @file is readable, a signal comes, or @ms have passed
 * @file: -1 for none
 *
 * Returns 1 if @file is, else 0, or -1 when it has reported an error.
 */
int stop_wait(int file, int ms);

#endif /* SDTINFO_WATCH_H */
