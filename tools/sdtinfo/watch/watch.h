/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * watch.h - stream the hits of probes as they happen
 *
 * For trace.  docs/watching.md describes what users see of it.
 */
#ifndef SDTINFO_WATCH_H
#define SDTINFO_WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hit.h"
#include "lib/error.h"
#include "select/selection.h"

/*
 * struct watch_request - what to stream, and to whom
 * @catalog: the chosen probes of the running kernel, with sites
 * @filter: in the syntax of the kernel's event filters; NULL: all hits
 * @command: the only one to watch, with its children; NULL: all processes
 * @output: a trace.dat file to write instead of calling @hit; NULL: none
 * @with_stacks: also who called, for each hit
 * @hits: end after that many; 0: no limit
 * @seconds: end after that time; 0: no limit
 * @begin: called once before the first hit
 * @hit: called for each, oldest first
 * @lost: called if a CPU's buffer was full, with the number of hits, 0 if it is not known
 * @data: passed to them
 */
struct watch_request {
	const struct catalog *catalog;
	const char *filter;
	char **command;
	const char *output;
	bool with_stacks;
	uint64_t hits;
	double seconds;
	void (*begin)(void *data);
	void (*hit)(const struct hit *hit, void *data);
	void (*lost)(int cpu, uint64_t number, void *data);
	void *data;
};

/*
 * watch_is_possible() - was sdtinfo built with libtracefs, and does the kernel let root trace?
 *
 * Reports why not.
 */
bool watch_is_possible(void);

/*
 * watch() - stream hits until a limit, the command's end, a signal or a closed pipe
 *
 * Returns EXIT_DONE, or EXIT_FAILED when it has reported what went wrong.  In any case
 * nothing is left behind in tracefs.
 */
enum exit_code watch(const struct watch_request *request);

#endif /* SDTINFO_WATCH_H */
