/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * instance_state.h - what a trace instance records, what it has lost, and what stopped it
 *
 * For recorders and for reports, also in a build without libtracefs: only files are read.
 */
#ifndef SDTINFO_INSTANCE_STATE_H
#define SDTINFO_INSTANCE_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/util.h"

/* How the names of instances begin: those of recorders, and those of other runs */
#define RECORDER_PREFIX	"sdt-"
#define RUN_PREFIX	"sdtinfo-"

/* The trigger of an event whose hits stop a recorder */
#define STOP_TRIGGER	"traceoff"

/* Only an instance with reserved memory has this file. */
#define PERSISTENT_FILE	"last_boot_info"

/* sdt.ko's parameter, with a line for each recorder that it has made */
#define RECORD_PARAMETER	"/sys/module/sdt/parameters/record"

/* What is kept of an instance's hits, in a folder of its name: saved_pages.c */
#define PAGES_FOLDER	"/run/sdtinfo"
#define STOPPED_FILE	"stopped"	/* the hit that has stopped it, its time and values */
#define DROPPED_FILE	"dropped"	/* the number of hits that there was no room for */

/*
 * struct instance_state - of a trace instance, or of the kernel's own buffer
 * @folder: in tracefs
 * @events: those that are enabled, "revdev:write_entry"
 * @records: in the buffers
 * @overrun: the oldest records, overwritten by new ones
 * @dropped: new ones that had no room
 * @kb: the size of the buffers of all CPUs
 * @oldest: since when no hit is missing, in seconds; 0: not known
 * @now: the time now, by the same clock
 * @is_on: are hits recorded?
 * @with_stacks: ... each with another record, of its stack
 * @is_persistent: it was made on the kernel's command line, with its own memory
 * @until: "revdev:write_return if ret < 0", the hits that stop it; NULL: none
 * @stopped_by: the one of these that has done so; NULL: none
 * @stop_filter: what is true of that hit; NULL: anything
 * @stopped_at: when; 0: not known, as before the recorder was shown
 * @values: of that hit, as text, or NULL
 * @is_of_sdt: sdt.ko has made it, for its parameter record
 * @is_left: a run of sdtinfo that was killed has left it
 */
struct instance_state {
	char *folder;
	struct name_list events;
	uint64_t records;
	uint64_t overrun;
	uint64_t dropped;
	uint64_t kb;
	double oldest;
	double now;
	bool is_on;
	bool with_stacks;
	bool is_persistent;
	char *until;
	char *stopped_by;
	char *stop_filter;
	double stopped_at;
	char *values;
	bool is_of_sdt;
	bool is_left;
};

/*
 * instances_lock() - lock out whoever makes or removes instances
 * @tracefs: its folder
 *
 * Linux 6.1 uses freed memory if a file of an event is read while its instance is removed.
 * Returns a file for instances_unlock(), or -1: not locked.
 */
int instances_lock(const char *tracefs);
void instances_unlock(int lock);

/* By their names: is the instance a recorder, or one of another run? */
bool instance_is_recorder(const char *name);
bool instance_is_run(const char *name);

/*
 * instance_state_read() - read the files of an instance, with instances_lock() or a file of it open
 * @state: zeroed; instance_state_free() in any case
 * @folder: that of the instance, or of tracefs
 *
 * Returns 0, or an errno: ENOENT if there is no such instance.
 */
int instance_state_read(struct instance_state *state, const char *folder);
void instance_state_free(struct instance_state *state);

/* instance_events() - add the names of those that are enabled, "revdev:write_entry" */
void instance_events(struct name_list *events, const char *folder);

/* instance_is_on() - are hits recorded? */
bool instance_is_on(const char *folder);

/* instance_state_what() - the enabled events, "revdev:" if these are all of a module; caller frees */
char *instance_state_what(const struct instance_state *state);

/* instance_state_held() - "12 hits" that it has; caller frees */
char *instance_state_held(const struct instance_state *state);

/* instance_state_text() - "recording", "stopped by revdev:write_return at 1.234567"; caller frees */
char *instance_state_text(const struct instance_state *state);

#endif /* SDTINFO_INSTANCE_STATE_H */
