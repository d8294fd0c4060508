/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * measure.h - times between probes, and hits counted by values
 *
 * For the verbs latency and top, also in a build without libtracefs.
 */
#ifndef SDTINFO_MEASURE_H
#define SDTINFO_MEASURE_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/error.h"
#include "lib/util.h"
#include "select/selection.h"
#include "text/histogram.h"
#include "text/value.h"
#include "tracefs/tracing.h"

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

/*
 * latency_measure() - measure until a limit, the command's end or a signal
 * @result: zeroed; to be freed in any case
 *
 * Two patterns for each pair of probes, if each matches those of one event; else pairs are
 * those whose names belong together.  Returns as trace_hits() does.
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

#endif /* SDTINFO_MEASURE_H */
