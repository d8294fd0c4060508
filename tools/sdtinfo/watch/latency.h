/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * latency.h - measure the time from one probe to another in the kernel
 *
 * For latency.  docs/watching.md describes what users see of it.
 */
#ifndef SDTINFO_LATENCY_H
#define SDTINFO_LATENCY_H

#include <stdint.h>

#include "lib/error.h"
#include "select/selection.h"
#include "text/histogram.h"

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
};

/*
 * latency_measure() - measure until a limit, the command's end or a signal
 * @latency: zeroed; to be freed with histogram_free(&latency->times)
 *
 * Returns EXIT_DONE, or EXIT_FAILED when it has reported what went wrong.  In any case
 * nothing is left behind in tracefs.
 */
enum exit_code latency_measure(const struct latency_request *request,
			       struct latency *latency);

#endif /* SDTINFO_LATENCY_H */
