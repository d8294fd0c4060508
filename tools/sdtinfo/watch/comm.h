/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * comm.h - the names of tasks
 *
 * For watch.c.  A record of a hit has the number of its task only.
 */
#ifndef SDTINFO_COMM_H
#define SDTINFO_COMM_H

#include <stdint.h>

#define COMM_SIZE	16		/* TASK_COMM_LEN */
#define NR_COMMS	256

struct comm {
	int pid;
	uint64_t time;			/* of the hit for which it was read */
	char text[COMM_SIZE];		/* "" if it is empty */
};

/* All zero, it is empty. */
struct comms {
	struct comm cache[NR_COMMS];
};

/*
 * comms_find() - the name of task @pid, which made a hit at @time, in nanoseconds
 *
 * "<...>" if it is gone and the kernel does not remember its name.  Valid until the next
 * call.
 */
const char *comms_find(struct comms *comms, int pid, uint64_t time);

#endif /* SDTINFO_COMM_H */
