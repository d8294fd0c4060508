/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * source.h - where recorded hits come from: the pages of an instance, or a file
 *
 * A source has records and the formats of their events, and no more: the modules may be gone, the
 * records may be of an earlier boot or of another machine.  stream.c passes its records to a
 * decoder and a sink, as it does with those of the running kernel.
 *
 * Unless said otherwise, functions return 0, or -1 when they have reported why not.
 */
#ifndef SDTINFO_SOURCE_H
#define SDTINFO_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "select/selection.h"

struct buffers;
struct hit_source;
struct tep_event;		/* libtraceevent's */
struct tep_handle;
struct tep_record;

/*
 * struct hit_source_ops - what a source does
 * @read: call @record for all records, oldest first, until it returns false, and @lost before a
 *	record if others of its CPU are missing before it, with their number, 0 if it is not known
 * @command: the name of a task, or NULL if it is not known; NULL: ask the kernel, if the source
 *	@is_here, or none is known
 * @close: free it with its @tep
 */
struct hit_source_ops {
	int (*read)(struct hit_source *source,
		    bool (*record)(struct tep_record *record, void *data),
		    void (*lost)(int cpu, unsigned long long number, void *data), void *data);
	const char *(*command)(struct hit_source *source, int pid);
	void (*close)(struct hit_source *source);
};

/* An event of a source */
struct source_event {
	struct tep_event *format;	/* NULL: not parsed yet, or not understood */
	const char *system;	/* the module's name, or that of TRACE_EVENTs */
	const char *name;	/* that it had in tracefs, with dashes if it had any */
	char *text;		/* of the format; NULL: not known, and @format is set */
	bool is_current;	/* this very event still exists: addresses of sites are right */
	const struct module *module;	/* loaded, and its table has the event; or NULL */
};

/*
 * struct hit_source - a source; who opens it sets all that is not a function's
 * @name: for messages
 * @tep: knows the formats, and the kernel's symbols unless the source @is_here
 * @events: those of probes, and others of a file, added by source_add_event()
 * @has_ips: one of them has the address of a site; for event_probes.c
 * @stack: the format of stacks' records, ftrace's kernel_stack; NULL: there are none
 * @nr_cpus: records are of CPUs below this
 * @has_symbols: @tep knows the symbols of the kernel that the records are of: sites can be found
 * @is_here: the records are of the running kernel, in this boot
 * @has_clock: the time of the day is known: @wall_clock nanoseconds later than a record's time
 * @no_clock: if not, why: a sentence that fits behind "--wall-clock: "
 * @buffers: what sinks that take pages are given; NULL: the source has no pages
 */
struct hit_source {
	const struct hit_source_ops *ops;
	const char *name;
	struct tep_handle *tep;
	struct source_event *events;
	size_t nr_events;
	bool has_ips;
	struct tep_event *stack;
	size_t nr_cpus;
	bool has_symbols;
	bool is_here;
	bool has_clock;
	int64_t wall_clock;
	const char *no_clock;
	struct buffers *buffers;
};

/*
 * source_open() - open what has recorded hits: the recorder of this name, a killed run, or a
 *	trace.dat file
 *
 * Returns NULL when it has reported why not.  stream.h has source_close().
 */
struct hit_source *source_open(const char *from);

/*
 * event_probes.c
 */

/* source_add_event() - add an event, whose texts must live as long as the source */
void source_add_event(struct hit_source *source, const struct source_event *event);

/*
 * source_select() - choose probes of a source; as selection_read()
 *
 * A loaded module is taken as it is if the source has events of its build.  Other probes are made
 * from the formats of events.
 */
enum exit_code source_select(struct hit_source *source, struct selection *selection);

/* source_event_has_ip() - does a record tell the address of the site? */
bool source_event_has_ip(const struct source_event *event);

/* source_event() - the event of a probe, or NULL; source_select() was called before */
struct source_event *source_event(const struct hit_source *source, const struct probe *probe);

/*
 * For who opens one
 */

/*
 * trace_file_open() - open a trace.dat file, of sdtinfo or of trace-cmd
 *
 * Returns NULL when it has reported why not.
 */
struct hit_source *trace_file_open(const char *path);

#endif /* SDTINFO_SOURCE_H */
