/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * buffers.h - the records in the buffers of a trace instance's CPUs, in order
 *
 * For watch.c.
 */
#ifndef SDTINFO_BUFFERS_H
#define SDTINFO_BUFFERS_H

#include <event-parse.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <tracefs.h>

struct cpu_buffer;

struct buffers {
	struct cpu_buffer *cpus;
	size_t nr_cpus;
};

/*
 * struct buffers_view - who sees the records
 * @record: called for each, oldest first; returns false to end the reading
 * @lost: called before a record if others before it were overwritten, with their number,
 *	0 if it is not known
 */
struct buffers_view {
	bool (*record)(struct tep_record *record, void *data);
	void (*lost)(int cpu, unsigned long long number, void *data);
	void *data;
};

/* buffers_open() - 0, or -1 when it has reported why not.  To be closed in any case. */
int buffers_open(struct buffers *buffers, struct tracefs_instance *instance);
void buffers_close(struct buffers *buffers);

/*
 * buffers_read() - read what there is
 *
 * Returns once nothing is left, or @view->record has ended it.
 */
void buffers_read(struct buffers *buffers, const struct buffers_view *view);

/*
 * buffers_copy() - read pages and write them to a file for each CPU
 *
 * Instead of buffers_read().  Returns 1 if there may be more, 0 if not, or -1 with errno.
 */
int buffers_copy(struct buffers *buffers, FILE *const *files);

/* buffers_overrun() - how many records of a CPU were overwritten before they were read */
unsigned long long buffers_overrun(struct tracefs_instance *instance, int cpu);

#endif /* SDTINFO_BUFFERS_H */
