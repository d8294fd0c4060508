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

/*
 * struct record_request - what to record, or whose hits to show
 * @catalog: the chosen probes of the running kernel, with sites
 * @name: the recorder's
 * @is_global: record in the kernel's own buffer instead, without a @name
 * @size: of the buffers of all CPUs together, in bytes; 0: 4M, of the kernel's own as they are
 * @filter: record only hits for which it is true, of the events that have its fields; or NULL
 * @with_stacks: also who called, for each hit
 * @is_json: to show them: print a JSON object a line
 * @with_lines: ... also the source line of each hit
 */
struct record_request {
	const struct catalog *catalog;
	const char *name;
	bool is_global;
	uint64_t size;
	const char *filter;
	bool with_stacks;
	bool is_json;
	bool with_lines;
};

/*
 * record.c
 */

/* record_start() - start a recorder; it goes on when the program ends */
enum exit_code record_start(const struct record_request *request);

/* record_has_lost_all() - report that the modules of all recorded events were removed, if so */
bool record_has_lost_all(const struct record_request *request);

/* record_show() - print the hits that it has; nothing is lost of them */
enum exit_code record_show(const struct record_request *request);

/* record_stop() - remove it, and print what it had; in the global buffer, disable the events */
enum exit_code record_stop(const struct record_request *request);

/* record_list() - print all recorders */
enum exit_code record_list(bool is_json);

/*
 * show.c
 */

/*
 * struct show_request - which hits of an instance to print
 * @catalog: the chosen probes of the running kernel, with sites
 */
struct show_request {
	const struct catalog *catalog;
	struct tracefs_instance *instance;
	bool is_past;		/* its hits are of an earlier boot: persistent.c */
	bool is_json;
	bool with_lines;
};

/* show_hits() - print hits that an instance holds, which keeps them */
int show_hits(const struct show_request *request);

/*
 * killed_runs_take() - print the hits that killed runs of trace have left, and remove what was
 *	printed; or only remove them, without @catalog
 * @request: its instance is set here
 */
enum exit_code killed_runs_take(struct show_request *request);

#endif /* SDTINFO_RECORDER_H */
