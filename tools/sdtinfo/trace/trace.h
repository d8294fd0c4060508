/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * trace.h - print, draw or save the hits of probes as they happen
 *
 * docs/watching.md describes what users see of it.
 */
#ifndef SDTINFO_TRACE_H
#define SDTINFO_TRACE_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/error.h"
#include "select/selection.h"
#include "tracefs/tracing.h"

/*
 * struct trace_request - which hits to print, and how
 * @catalog: the chosen probes of the running kernel, with sites
 * @filter: in the syntax of the kernel's event filters; NULL: all hits
 * @tasks: those to watch
 * @output: a trace.dat file to write instead of printing; NULL: none
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
struct trace_request {
	const struct catalog *catalog;
	const char *filter;
	struct tasks_wanted tasks;
	const char *output;
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
 * trace_hits() - print hits until a limit, the command's end, a signal or a closed pipe
 *
 * Without @choose_again, also until all modules of the probes were removed.
 *
 * Returns EXIT_DONE, or EXIT_FAILED when it has reported what went wrong.  In any case
 * nothing is left behind in tracefs.
 */
enum exit_code trace_hits(const struct trace_request *request);

#endif /* SDTINFO_TRACE_H */
