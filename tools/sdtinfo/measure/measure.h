/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * measure.h - times between hits, and hits counted by values
 *
 * Both are sinks of a stream of hits, for the verbs latency and top.  Also in a build without
 * libtracefs.
 */
#ifndef SDTINFO_MEASURE_H
#define SDTINFO_MEASURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/util.h"
#include "select/selection.h"
#include "text/histogram.h"
#include "text/value.h"
#include "tracefs/tracing.h"

struct hit_key;
struct hit_sink;
struct json_object;		/* json-c's */
struct traced_events;

/* How many values hits can be counted by at once */
#define MAX_BY		3

/* How many groups of hits a sink has room for: some hundred bytes each, with text and times */
#define MAX_GROUPS	100000

/* Hits with the same values */
struct group {
	const void *owner;	/* whose hits they are: an event's, or those of a pair */
	struct by_value by[MAX_BY];
	unsigned int nr_by;
	bool is_other;		/* those for whose values there is no room */
	struct hit_key *keys;	/* of groups.c: what they are compared by */
};

/*
 * latency.c
 */

/*
 * struct latency_request - what to measure
 * @catalog: the probes of the running kernel that the patterns match, with sites
 * @from_key: a hit of the second probe belongs to the last one of the first with the same
 *	value of this field of the first one's event
 * @to_key: ... and this field of the second one's event
 * @by: measure for each value of this field of one of the events, or for each comm, pid,
 *	cpu or stack of the second; or NULL
 * @over: print the calls that take longer, in nanoseconds, as they end, instead, and those that
 *	are open after that time; 0: no
 * @is_json: ... as JSON
 * @with_stacks: also read where the task of an open call sleeps
 * @are_recorded: the hits are recorded ones, whose tasks may be gone, or of another machine
 * @begin: called when the pairs are known; returns 0, or -1 when it has reported why to end
 * @data: passed to that
 */
struct latency_request {
	const struct catalog *catalog;
	const char *from_key;
	const char *to_key;
	const char *by;
	uint64_t over;
	bool is_json;
	bool with_stacks;
	bool are_recorded;
	int (*begin)(void *data);
	void *data;
};

/* The times for one value */
struct latency_value {
	struct group group;
	struct histogram times;
};

/* A pair of probes that is measured */
struct latency {
	char *from;		/* the names of both */
	char *to;
	bool is_period;		/* both are one */
	struct histogram times;	/* nanoseconds */
	struct latency_value **values;	/* by latencies_take(): the one with most time first */
	size_t nr_values;
	uint64_t from_hits;
	uint64_t to_hits;
	size_t nr_open;		/* by latencies_take() */
	struct name_list from_fields; /* that can be a key, beside those of every event */
	struct name_list to_fields;
	struct name_list shared_fields;	/* that both events have */
};

struct latencies {
	struct latency *list;
	size_t nr;
	uint64_t nr_lost;	/* hits that are missing; at least, if */
	bool are_some_lost;	/* a number of them is not known */
};

/*
 * latency_open() - a sink that measures times
 * @events: whose hits come; those that are in no pair are not enabled
 * @result: zeroed; set meanwhile, until the sink is closed
 *
 * Two patterns for each pair of probes, if each matches those of one event; else pairs are
 * those whose names belong together.  NULL when it has reported why not.
 */
struct hit_sink *latency_open(const struct latency_request *request, struct traced_events *events,
			      struct latencies *result);

/* latencies_take() - count what is open at a time of CLOCK_MONOTONIC, and sort the values */
void latencies_take(struct hit_sink *sink, uint64_t now);

/* latency_print_open() - print the calls of a pair that were open then, the oldest first */
void latency_print_open(struct hit_sink *sink, const struct latency *latency);

/* latency_add_open() - the same as JSON */
void latency_add_open(struct json_object *list, struct hit_sink *sink,
		      const struct latency *latency);

/*
 * count.c
 */

/*
 * struct count_request - what to count hits by
 * @by: fields, or comm, pid, cpu, stack
 * @sum: a field whose values are added up; or NULL
 * @quantize: a field whose distribution is counted; or NULL
 */
struct count_request {
	const char *by[MAX_BY];
	unsigned int nr_by;
	const char *sum;
	const char *quantize;
};

/* The hits of an event with the same values */
struct count_row {
	struct group group;
	const char *names;	/* of the probe, "sdt:revdev::write-entry" if it is several */
	uint64_t before;	/* hits, when counts_each() was called last */
	uint64_t total;
	int64_t sum;
	bool is_sum_signed;	/* else it is a uint64_t */
	struct histogram values;
};

/* count_open() - a sink that counts hits; NULL when it has reported why not */
struct hit_sink *count_open(const struct count_request *request, struct traced_events *events);

/* count_each() - call @see for each row, in any order */
void count_each(struct hit_sink *sink, void (*see)(struct count_row *row, void *data), void *data);

/*
 * count_lost() - how many hits were lost since the last call
 * @is_some: set to whether more were, whose number is not known
 */
uint64_t count_lost(struct hit_sink *sink, bool *is_some);

/* count_left_out() - how many events lack a field */
size_t count_left_out(const struct hit_sink *sink);

#endif /* SDTINFO_MEASURE_H */
