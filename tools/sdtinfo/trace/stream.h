/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stream.h - a stream of hits, from the events of probes or from a source to a sink
 *
 * For the verbs that watch hits, also in a build without libtracefs.  docs/watching.md describes
 * what users see of it.
 */
#ifndef SDTINFO_STREAM_H
#define SDTINFO_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/error.h"
#include "select/selection.h"
#include "tracefs/tracing.h"

struct hit_sink;
struct hit_source;
struct sink_request;
struct traced_events;

/*
 * struct stream_request - which hits are wanted
 * @verb: whose messages begin with it; NULL: of no interest is what was lost
 * @source: what has recorded the hits; NULL: they are watched as they happen
 * @catalog: the chosen probes of that, or of the running kernel, with sites
 * @filter: in the syntax of the kernel's event filters; NULL: all hits
 * @filters_some: events that lack a field of the filter are watched without one, not left out
 * @tasks: those to watch
 * @takes_pages: the sink takes pages, not hits
 * @with_stacks: also who called, for each hit
 * @with_lines: also the source line of each hit
 * @with_wall_clock: also the time of the day
 * @without_names: live, not the names of tasks, which cost much where most tasks end soon
 * @is_measured: all events start at once, times are those of CLOCK_MONOTONIC, and hits that a
 *	killed run has not read are discarded
 * @hits: end after that many; 0: no limit
 * @seconds: end after that time; 0: no limit
 * @size: of the buffers of all CPUs, in bytes; 0: the kernel's default
 * @ready_fd: for out_ready()
 * @sink: where hits go; or
 * @open_sink: opens the sink for hits of these events; NULL when it has reported why not
 * @choose_again: fills @catalog with the probes that there are now, when a module is there again
 *	that was removed; returns EXIT_FAILED when it has reported why not.  NULL: such modules
 *	are not watched again
 * @data: passed to these functions
 */
struct stream_request {
	const char *verb;
	struct hit_source *source;
	const struct catalog *catalog;
	const char *filter;
	bool filters_some;
	struct tasks_wanted tasks;
	bool takes_pages;
	bool with_stacks;
	bool with_lines;
	bool with_wall_clock;
	bool without_names;
	bool is_measured;
	uint64_t hits;
	double seconds;
	uint64_t size;
	int ready_fd;
	const struct sink_request *sink;
	struct hit_sink *(*open_sink)(struct traced_events *events, size_t nr_cpus, void *data);
	enum exit_code (*choose_again)(void *data);
	void *data;
};

/*
 * struct sink_request - where trace's hits go
 * @output: a trace.dat file to write instead of printing; NULL: none
 * @timeline: a file of Chrome's trace events to write instead; NULL: none
 * @filtered: with that: only events with a filter are enabled
 * @from_key: ... what other tasks can end has the same value of this field of the probe that
 *	begins it, ...
 * @to_key: ... and of this one of the other; both NULL: of the first field that they share
 * @is_json: print a JSON object a line
 * @with_lines: also the source line of each hit
 */
struct sink_request {
	const char *output;
	const char *timeline;
	bool filtered;
	const char *from_key;
	const char *to_key;
	bool is_json;
	bool with_lines;
};

struct stream;

/*
 * stream_open() - begin to record hits, or to read recorded ones; NULL when it has reported why not
 * @request: must live as long as the stream
 *
 * In any case, and whatever ends the program, nothing is left behind in tracefs but unread
 * hits.
 */
struct stream *stream_open(const struct stream_request *request);

/*
 * stream_run() - pass hits on until a time, by clock_seconds(); 0: no such time; recorded ones all
 *
 * Returns 1 when that has come; 0 at the end of the stream: a limit, the command's end, a signal or
 * a closed pipe, or, without @choose_again, that all modules of the probes were removed; -1 when
 * it has reported an error.
 */
int stream_run(struct stream *stream, double until);

/* stream_now() - the time now, by the clock of an @is_measured stream; that of the last recorded hit */
uint64_t stream_now(const struct stream *stream);

/* stream_seconds() - how long hits were watched, or from the first recorded hit to the last */
double stream_seconds(const struct stream *stream);

/* stream_close() - complete what the sink writes, and close both; @failed: an error was reported */
enum exit_code stream_close(struct stream *stream, bool failed);

/* stream_hits() - all of these */
enum exit_code stream_hits(const struct stream_request *request);

/*
 * stream_select() - choose probes of the running kernel, or of what has recorded hits
 * @from: the name of a recorder, a killed run or a trace.dat file; NULL: the running kernel, whose
 *	events are published
 * @request: its catalog and source are set, and, unless it @is_measured, whether there are stacks
 *
 * Returns as selection_read() does.  The caller closes the source in any case.
 */
enum exit_code stream_select(struct stream_request *request, struct selection *selection,
			     const char *from);

/* source_is_file() - is this the name of a trace.dat file: does it have a '/', or end in .dat? */
bool source_is_file(const char *from);

void source_close(struct hit_source *source);

#endif /* SDTINFO_STREAM_H */
