/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sink.h - where hits go: a line each, as text or JSON, or a file
 *
 * Unless said otherwise, functions return 0, or -1 when they have reported why not.
 */
#ifndef SDTINFO_SINK_H
#define SDTINFO_SINK_H

#include "hit.h"
#include "lib/output.h"
#include "lib/stop.h"

struct json_object;		/* json-c's */

struct hit_sink;

/*
 * struct hit_sink_ops - what a sink does
 * @describe: for @pages: of whose buffers these are, before the events are enabled; NULL: likewise
 * @probes: these are the probes whose hits come; again when there are others; NULL: it need not know
 * @begin: called once, when hits can come; NULL: it began as it was opened
 * @hit: take a hit; returns whether to go on
 * @lost: hits of a CPU are missing; @number: 0 if it is not known; NULL: it need not know
 * @pages: take what is in the buffers as it is, in place of hits; @are_last: no more records come;
 *	1: may be more, 0: none, -1 with an error; NULL: it takes hits
 * @passed: all hits until this time, by their clock, have come; NULL: it need not know
 * @flush: write what was taken; NULL: it is printed
 * @finish: complete a file; NULL: there is none
 * @close: free it, and remove a file that is not finished
 */
struct hit_sink_ops {
	int (*describe)(struct hit_sink *sink, const struct decoder *decoder,
			const struct buffers *buffers);
	void (*probes)(struct hit_sink *sink, const struct catalog *catalog);
	void (*begin)(struct hit_sink *sink);
	bool (*hit)(struct hit_sink *sink, const struct hit *hit);
	void (*lost)(struct hit_sink *sink, int cpu, uint64_t number);
	int (*pages)(struct hit_sink *sink, struct buffers *buffers, bool are_last);
	void (*passed)(struct hit_sink *sink, uint64_t time);
	int (*flush)(struct hit_sink *sink);
	int (*finish)(struct hit_sink *sink);
	void (*close)(struct hit_sink *sink);
};

struct hit_sink {
	const struct hit_sink_ops *ops;
};

/* Of what writes to standard output: a signal can interrupt it, then what is left is not wanted. */
static inline bool stdout_takes_more(void)
{
	return !ferror(stdout) || stop_is_urgent() || !out_finish();
}

static inline int sink_describe(struct hit_sink *sink, const struct decoder *decoder,
				const struct buffers *buffers)
{
	return sink->ops->describe ? sink->ops->describe(sink, decoder, buffers) : 0;
}

static inline void sink_probes(struct hit_sink *sink, const struct catalog *catalog)
{
	if (sink->ops->probes)
		sink->ops->probes(sink, catalog);
}

static inline void sink_begin(struct hit_sink *sink)
{
	if (sink->ops->begin)
		sink->ops->begin(sink);
}

static inline void sink_passed(struct hit_sink *sink, uint64_t time)
{
	if (sink->ops->passed)
		sink->ops->passed(sink, time);
}

static inline void sink_lost(struct hit_sink *sink, int cpu, uint64_t number)
{
	if (sink->ops->lost)
		sink->ops->lost(sink, cpu, number);
}

static inline int sink_flush(struct hit_sink *sink)
{
	return sink->ops->flush ? sink->ops->flush(sink) : out_finish();
}

static inline int sink_finish(struct hit_sink *sink)
{
	return sink->ops->finish ? sink->ops->finish(sink) : 0;
}

static inline void sink_close(struct hit_sink *sink)
{
	if (sink)
		sink->ops->close(sink);
}

/*
 * columns_open() - print hits in columns
 * @with_lines: the column PROBE has room for the lines of sites
 * @with_took: a hit is printed with the one that began it, and the time between
 */
struct hit_sink *columns_open(bool with_lines, bool with_took);

/* json_lines_open() - print an object a line */
struct hit_sink *json_lines_open(void);

/*
 * timeline_open() - begin a file of Chrome's trace events
 * @events: whose hits come
 * @nr_cpus: of the machine that they are of
 * @filtered: only events with a filter are enabled
 * @from_key: what begins and ends in different tasks has the same value of this field of the
 *	first event, ...
 * @to_key: ... and of this one of the second; both NULL: of the first field that they share
 *
 * Returns NULL when it has reported why not.
 */
struct hit_sink *timeline_open(const char *path, const struct traced_events *events, size_t nr_cpus,
			       bool filtered, const char *from_key, const char *to_key);

/*
 * trace_dat_open() - begin a trace.dat file of the buffers' pages, with the formats of the decoder's
 *	events
 *
 * Returns NULL when it has reported why not.
 */
struct hit_sink *trace_dat_open(const char *path);

/* hit_print_values() - "n=5 text=\"hello\"" */
void hit_print_values(FILE *out, const struct hit *hit);

/*
 * hit_add_details() - the message, the arguments, the stack and the source line, as JSON
 * @add: adds an argument
 */
void hit_add_details(struct json_object *object, const struct hit *hit,
		     void (*add)(struct json_object *object, const struct arg_value *value));

#endif /* SDTINFO_SINK_H */
