/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * watch.h - print the hits of probes, measure the time between them, and when to stop
 *
 * For trace, latency and top.  docs/watching.md describes what users see of it.
 */
#ifndef SDTINFO_WATCH_H
#define SDTINFO_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/error.h"
#include "lib/util.h"
#include "select/selection.h"
#include "text/histogram.h"

/*
 * struct watch_request - which hits to print, and how
 * @catalog: the chosen probes of the running kernel, with sites
 * @filter: in the syntax of the kernel's event filters; NULL: all hits
 * @command: the only one to watch, with its children; NULL: all processes
 * @output: a trace.dat file to write instead of printing; NULL: none
 * @is_json: print a JSON object a line
 * @with_stacks: also who called, for each hit
 * @with_lines: also the source line of each hit
 * @hits: end after that many; 0: no limit
 * @seconds: end after that time; 0: no limit
 */
struct watch_request {
	const struct catalog *catalog;
	const char *filter;
	char **command;
	const char *output;
	bool is_json;
	bool with_stacks;
	bool with_lines;
	uint64_t hits;
	double seconds;
};

/*
 * struct latency_request - what to measure
 * @from: one event of the running kernel, with sites
 * @to: another one
 * @from_key: a hit of @to belongs to the last one of @from with the same value of this
 *	field of its event
 * @to_key: ... and this field of the event of @to
 * @command: the only one to measure, with its children; NULL: all processes
 * @seconds: end after that time; 0: no limit
 * @begin: called when it has begun
 * @data: passed to that
 */
struct latency_request {
	const struct catalog *from;
	const struct catalog *to;
	const char *from_key;
	const char *to_key;
	char **command;
	double seconds;
	void (*begin)(void *data);
	void *data;
};

struct latency {
	struct histogram times;	/* nanoseconds */
	uint64_t from_hits;
	uint64_t to_hits;
	uint64_t no_room;	/* hits whose key had no room in the kernel's table */
	double seconds;		/* that were measured */
	struct name_list from_fields; /* that can be a key, beside those of every event */
	struct name_list to_fields;
	struct name_list shared_fields;	/* that both events have */
};

/*
 * watch_is_possible() - was sdtinfo built with libtracefs, and does the kernel let root trace?
 *
 * Reports why not.
 */
bool watch_is_possible(void);

/*
 * watch() - print hits until a limit, the command's end, a signal or a closed pipe
 *
 * Returns EXIT_DONE, or EXIT_FAILED when it has reported what went wrong.  In any case
 * nothing is left behind in tracefs.
 */
enum exit_code watch(const struct watch_request *request);

/*
 * latency_measure() - measure until a limit, the command's end or a signal
 * @latency: zeroed; to be freed in any case: times, and the lists of fields
 *
 * Returns as watch() does.
 */
enum exit_code latency_measure(const struct latency_request *request,
			       struct latency *latency);

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
