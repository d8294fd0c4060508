/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * recording.h - a trace.dat file of what is in the buffers
 *
 * For watch.c.  trace-cmd and KernelShark read such files, and trace-cmd puts them
 * together: see trace-cmd.dat(5) and trace-cmd-restore(1).
 */
#ifndef SDTINFO_RECORDING_H
#define SDTINFO_RECORDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "buffers.h"

struct recording {
	const char *path;
	char *folder;		/* next to it, for its parts, until it is complete */
	FILE **cpus;		/* what was in the buffer of each */
	size_t nr_cpus;
	bool is_broken;		/* it could not be written */
};

/*
 * recording_open() - begin a file
 * @recording: zeroed
 * @path: where it appears when it is complete
 *
 * Returns 0, or -1 when it has reported why not.  To be closed in any case.
 */
int recording_open(struct recording *recording, const char *path, size_t nr_cpus);

/*
 * recording_take() - take what is in the buffers now
 *
 * Returns 1 if there may be more, 0 if not, or -1 when it has reported an error.
 */
int recording_take(struct recording *recording, struct buffers *buffers);

/*
 * recording_finish() - complete the file
 * @is_current: the kernel has all events still that it had at the beginning
 *
 * As recording_open().
 */
int recording_finish(struct recording *recording, bool is_current);

/* recording_close() - remove what is not part of the complete file */
void recording_close(struct recording *recording);

#endif /* SDTINFO_RECORDING_H */
