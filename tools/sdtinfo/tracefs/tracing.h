/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tracing.h - may this process trace, and whose hits does it want?
 *
 * For the verbs, also in a build without libtracefs.
 */
#ifndef SDTINFO_TRACING_H
#define SDTINFO_TRACING_H

#include <stdbool.h>
#include <stddef.h>

/*
 * tracing_is_possible() - was sdtinfo built with libtracefs, and does the kernel let this process
 * trace?  Reports why not.
 */
bool tracing_is_possible(void);

/*
 * struct tasks_wanted - whose hits are wanted, those of their children as well; zeroed: all
 * @command: of this command, which is run; NULL: of none
 * @pids: of all threads of these processes
 * @cgroup: of the tasks in this cgroup and in those below it, a folder or a part of its name;
 *	NULL: of none
 */
struct tasks_wanted {
	char **command;
	int *pids;
	size_t nr_pids;
	const char *cgroup;
};

/* The key for hits of the same task */
#define TASK_KEY	"common_pid"

#endif /* SDTINFO_TRACING_H */
