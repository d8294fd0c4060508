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

/*
 * struct record_request - what to record
 * @catalog: the chosen probes of the running kernel, with sites
 * @name: the recorder's
 * @is_global: record in the kernel's own buffer instead, without a @name
 * @size: of the buffers of all CPUs together, in bytes; 0: 4M, of the kernel's own as they are
 * @filter: record only hits for which it is true, of the events that have its fields; or NULL
 * @tasks: ... and only hits of these processes, which the kernel goes on to select
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
	bool with_stacks;
	bool with_wall_clock;
};

/*
 * record.c
 */

/* record_start() - start a recorder; it goes on when the program ends */
enum exit_code record_start(const struct record_request *request);

/* record_is_empty() - report that the modules of all events were removed with all hits, if so */
bool record_is_empty(const char *name);

/* record_stop() - remove it, and print what it had; in the global buffer, disable the events */
enum exit_code record_stop(const struct record_request *request);

/* record_list() - print all recorders */
enum exit_code record_list(bool is_json);

#endif /* SDTINFO_RECORDER_H */
