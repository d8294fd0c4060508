// SPDX-License-Identifier: GPL-2.0-only
/*
 * comm.c - the names of tasks
 *
 * As long as a task exists, /proc has its name, which it can change at any time: what was
 * read is used for a tenth of a second.  For others the kernel's saved_cmdlines has the
 * names of some that were traced.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs.h>

#include "comm.h"
#include "lib/util.h"

#define MAX_AGE		100000000	/* nanoseconds */

static int read_proc(int pid, char text[COMM_SIZE])
{
	char *path = xasprintf("/proc/%d/comm", pid);
	FILE *file = fopen(path, "re");
	size_t length;

	free(path);
	if (!file)
		return -1;
	length = fread(text, 1, COMM_SIZE, file);
	fclose(file);
	if (!length)
		return -1;
	text[length - 1] = '\0';	/* the end of the line */
	return 0;
}

/* Lines like "105 testrevdev" */
static int read_saved(int pid, char text[COMM_SIZE])
{
	char *saved = tracefs_instance_file_read(NULL, "saved_cmdlines", NULL);
	char *line, *rest = saved, *name;
	int failed = -1;

	while (failed && rest && (line = strsep(&rest, "\n")))
		if (strtol(line, &name, 10) == pid && *name == ' ') {
			snprintf(text, COMM_SIZE, "%s", name + 1);
			failed = 0;
		}
	free(saved);
	return failed;
}

const char *comms_find(struct comms *comms, int pid, uint64_t time)
{
	struct comm *comm = &comms->cache[(unsigned int)pid % NR_COMMS];

	if (!pid)
		return "<idle>";
	if (comm->pid == pid && time - comm->time < MAX_AGE)
		return comm->text;
	comm->pid = pid;
	comm->time = time;
	if (read_proc(pid, comm->text) && read_saved(pid, comm->text))
		strcpy(comm->text, "<...>");
	return comm->text;
}
