/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * recorder.h - trace instances that keep the last hits after sdtinfo has ended
 *
 * Recorders are such on purpose; killed runs of trace leave some as well.
 */
#ifndef SDTINFO_RECORDER_H
#define SDTINFO_RECORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/error.h"
#include "select/selection.h"
#include "tracefs/tracing.h"

struct instance_state;

/*
 * struct record_request - what to record
 * @catalog: the chosen probes of the running kernel, with sites
 * @name: the recorder's
 * @is_global: record in the kernel's own buffer instead, without a @name
 * @size: of the buffers of all CPUs together, in bytes; 0: 4M, of the kernel's own as they are
 * @filter: record only hits for which it is true, of the events that have its fields; or NULL
 * @tasks: ... and only hits of these processes, which the kernel goes on to select
 * @until: the last pattern of @catalog is that of the hits which stop it
 * @until_filter: ... if this filter is true of them; NULL: each of them
 * @after: ... when so many more have been recorded
 * @with_stacks: also who called, for each hit
 * @with_wall_clock: by the clock from which the time of the day follows
 */
struct record_request {
	const struct catalog *catalog;
	const char *name;
	bool is_global;
	uint64_t size;
	const char *filter;
	struct tasks_wanted tasks;
	const char *until;
	const char *until_filter;
	uint64_t after;
	bool with_stacks;
	bool with_wall_clock;
};

/*
 * record.c
 */

/* record_start() - start a recorder; it goes on when the program ends */
enum exit_code record_start(const struct record_request *request);

/* record_again() - let a recorder that has stopped go on, until the next such hit */
enum exit_code record_again(const struct record_request *request);

/* record_is_empty() - report that it has neither hits nor events, as their modules are gone, if so */
bool record_is_empty(const char *name);

/* record_stop() - remove it, and print what it had; in the global buffer, disable the events */
enum exit_code record_stop(const struct record_request *request);

/*
 * stopped.c
 */

/* record_find_stop() - if a hit has stopped a recorder that was shown, keep its time for the list */
void record_find_stop(const char *name);

/*
 * list.c
 */

/* record_list() - print all recorders, and what killed runs have left */
enum exit_code record_list(bool is_json);

/*
 * until.c
 */

struct traced_events;
struct tracefs_instance;

/*
 * until_choose() - find the events whose hits stop a recorder
 * @stops: these, with the filters of such hits; zeroed
 * @events: what is recorded; filters change so that these hits are
 */
int until_choose(struct traced_events *stops, struct traced_events *events,
		 const struct record_request *request);

/* until_arm() - have the kernel stop the recorder, once */
int until_arm(const struct traced_events *stops, struct tracefs_instance *instance);

/* until_arm_again() - the same, for hits that have stopped it */
int until_arm_again(const struct instance_state *state, struct tracefs_instance *instance);

/* sdt_recorder_start() - have sdt.ko start the recorder, to stop some hits later; @size: bytes */
int sdt_recorder_start(const struct record_request *request, uint64_t size);

/* sdt_recorder_remove() - have sdt.ko remove the recorder with this name */
int sdt_recorder_remove(const char *name);

#endif /* SDTINFO_RECORDER_H */
