/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * instance.h - a trace instance: whose hits it records, and its buffers
 *
 * Unless said otherwise, functions return 0, or -1 when they have reported why not; what is
 * opened is zeroed before, and closed in any case.
 */
#ifndef SDTINFO_INSTANCE_H
#define SDTINFO_INSTANCE_H

#include <event-parse.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>
#include <tracefs.h>

#include "instance_state.h"
#include "tracing.h"
#include "lib/error.h"

struct traced_events;

/*
 * instance.c
 */

/* Whatever else traces on the machine is not touched. */
struct instance {
	struct tracefs_instance *tracefs;
	int lock;	/* its file tracing_on, locked while its owner lives */
};

/*
 * instance_open() - create one, and remove those whose owners were killed
 * @is_measured: nobody wants its hits if its owner is killed
 *
 * Those with hits that are wanted stay, and a message says so.
 */
int instance_open(struct instance *instance, bool is_measured);

/*
 * instance_of_recorder() - the instance of a recorder, or of a killed run; caller frees
 * @name: as "sdtinfo record" lists it
 */
char *instance_of_recorder(const char *name);

/*
 * instance_open_recorder() - open such an instance, and wait until no one else reads it
 * @name: as above; a killed run's is refused while the run lives
 */
int instance_open_recorder(struct instance *instance, const char *name);

/* instance_leave() - leave it to others, if it was opened */
void instance_leave(struct instance *instance);

/*
 * instance_state_of() - instance_state_read() by the instance's name, including its saved pages
 *
 * The records and losses are those of both.  Returns 0, or an errno without a report, as that does.
 */
int instance_state_of(struct instance_state *state, const char *instance);

/* How the name of an instance ends whose hits nobody wants afterwards */
#define MEASURED	"measured"

/* instance_close() - remove the instance with all that was set in it */
void instance_close(struct instance *instance);

/*
 * instance_set_size() - set the size of the buffers of all CPUs together
 * @instance: NULL: the kernel's own buffer
 * @size: in bytes; 0: leave it as it is
 *
 * Call it after events_enable(): the kernel expands its own buffer when the first event is enabled,
 * which Linux 6.1 does not if another buffer was resized before.
 *
 * Returns 0, or -1 when it has reported why not.
 */
int instance_set_size(struct tracefs_instance *instance, uint64_t size);

/*
 * task_selection.c
 */

struct pollfd;

struct task_selection {
	const struct tasks_wanted *wanted;
	struct tracefs_instance *instance;
	pid_t child;		/* the command's process, or one that has ended; 0: all tasks */
	int start;		/* written to, the command starts */
	int failed;		/* read from: errno if it could not start */
	struct pollfd *processes;
	size_t nr_processes;
	char *cgroup;		/* its folder */
	double refreshed;	/* when it was asked for its tasks, by clock_seconds() */
	bool is_broken;		/* it is asked no more */
};

/*
 * tasks_open() - find the processes and the cgroup, and create a process for the command
 *
 * To be called before stop_on_signals(): the command must not inherit what that ignores.
 */
int tasks_open(struct task_selection *scope, const struct tasks_wanted *wanted);
void tasks_close(struct task_selection *scope);	/* ends the command: SIGTERM, SIGKILL after two seconds */

/* tasks_apply() - from now on, only these tasks and their children hit an instance's events */
int tasks_apply(struct task_selection *scope, struct tracefs_instance *instance);

/* tasks_start() - let the command go */
int tasks_start(struct task_selection *scope);

/* tasks_refresh() - to be called often: once in a while, add what was moved to the cgroup */
void tasks_refresh(struct task_selection *scope);

/*
 * tasks_have_ended() - has the command, or all that is wanted instead?
 *
 * A command stays a zombie, so that /proc still knows it.  A cgroup has ended when it is gone.
 */
bool tasks_have_ended(const struct task_selection *scope);

/*
 * buffers.c
 */

struct cpu_buffer;

/*
 * struct buffers - the buffers of an instance's CPUs
 * @pipe: through which pages go to files
 * @counted: its statistics have the number of missing records that a page has no room for; NULL:
 *	someone else has read some of the pages, so that they do not
 * @until: end the reading at this time, by clock_seconds(), even if there are records; 0: never
 * @record: called for each record, oldest first; returns false to end the reading
 * @lost: called before a record if others before it were overwritten, with their number,
 *	0 if it is not known
 * @data: passed to them
 */
struct buffers {
	struct cpu_buffer *cpus;
	size_t nr_cpus;
	struct tracefs_instance *instance;
	int pipe[2];
	struct tracefs_instance *counted;
	int ready;		/* a file that is readable when there are records */
	double until;
	bool (*record)(struct tep_record *record, void *data);
	void (*lost)(int cpu, unsigned long long number, void *data);
	void *data;
};

int buffers_open(struct buffers *buffers, struct tracefs_instance *instance);
void buffers_close(struct buffers *buffers);

/* buffers_wait() - wait until there are records, for the stop, or so many milliseconds */
int buffers_wait(const struct buffers *buffers, int ms);

/*
 * buffers_read() - read until nothing is left, or @until or @record ends it
 *
 * Returns whether all is read that was there when it began.
 */
bool buffers_read(struct buffers *buffers);

/* So that a CPU that never ceases to fire does not hold up the others */
#define PAGES_AT_ONCE	256

enum buffers_move {
	MOVE_FULL,		/* full pages */
	MOVE_ALL,		/* the others, too */
	MOVE_NUMBERED,		/* all, slower: with the numbers of records that are missing before them */
};

/* buffers_move() - move pages to a file for each CPU; 1: may be more, 0: none, -1: errno */
int buffers_move(struct buffers *buffers, const int *files, enum buffers_move how);

/* buffers_set_told() - so many missing records of a CPU were counted before */
void buffers_set_told(struct buffers *buffers, size_t cpu, uint64_t told);

/* buffers_replay() - from now on read the pages of these files, which buffers_move() wrote */
void buffers_replay(struct buffers *buffers, const int *files);

/* buffers_page_size() - the bytes of each */
size_t buffers_page_size(const struct buffers *buffers);

/* buffers_count() - the records in such a page; @missed: ... and before it; -1: some; or NULL */
uint64_t buffers_count(void *bytes, int64_t *missed);

/* buffers_set_missed() - how many records are missing before a page; -1: some */
void buffers_set_missed(void *bytes, size_t page_size, int64_t missed);

/* buffers_overrun() - how many records of a CPU were overwritten before they were read */
unsigned long long buffers_overrun(struct tracefs_instance *instance, int cpu);

/*
 * saved_pages.c
 */

/* Pages of an instance's buffers, in files, so that hits can be shown again */
struct pages {
	char *folder;
	int *cpus;
	size_t nr_cpus;
};

/*
 * pages_take() - move what is in the buffers of an instance to the files
 * @pages: zeroed; its files are open afterwards, to be read
 *
 * The files have no more than the buffers have room for: the oldest pages go, and are counted.
 */
int pages_take(struct pages *pages, struct tracefs_instance *instance, struct buffers *buffers);
void pages_close(struct pages *pages);

/* pages_add() - add the records that the files of an instance have, and those that are gone */
void pages_add(struct instance_state *state, const char *instance);

/* pages_remove() - remove the files of an instance */
void pages_remove(const char *instance);

/*
 * event_formats.c
 */

/* A format that is kept of an event */
struct event_format {
	char *system;
	char *name;
	char *text;
	uint64_t inode;		/* of the event's folder in tracefs; 0: it went */
	bool is_here;		/* it is of this boot */
	bool is_current;	/* ... and this very event still exists */
};

struct event_formats {
	struct event_format *list;
	size_t nr;
};

/* instance_folder() - where the pages of an instance are; caller frees */
char *instance_folder(const char *instance);

/* instance_make_folder() - make a folder and the one that it is in */
int instance_make_folder(const char *path);

/* formats_save() - keep the formats of the events that are enabled in an instance */
int formats_save(struct tracefs_instance *instance);

/* formats_read() - read those that are kept; @formats: zeroed */
void formats_read(struct event_formats *formats, struct tracefs_instance *instance);
void formats_free(struct event_formats *formats);

/*
 * formats_settle() - note which events are gone
 *
 * Returns whether some have gone since this was called last: with their module, so the kernel has
 * emptied the instance's buffers.
 */
bool formats_settle(struct tracefs_instance *instance);

/* formats_remove() - remove all */
void formats_remove(struct tracefs_instance *instance);

#endif /* SDTINFO_INSTANCE_H */
