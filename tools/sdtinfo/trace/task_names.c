// SPDX-License-Identifier: GPL-2.0-only
/*
 * task_names.c - the names of tasks, and where they sleep
 *
 * While a task exists, /proc has its name.  A task can change its name at any time, so a name is
 * read again after a tenth of a second.  The kernel's saved_cmdlines has the names of some traced
 * tasks that have ended.  libtracefs reads that file as well, but keeps the first name of a PID
 * that is reused.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "hit.h"
#include "lib/util.h"

/* How long a task's name is used, in nanoseconds */
#define MAX_NAME_AGE	100000000

static int read_name(int pid, char text[TASK_NAME_SIZE])
{
	size_t length;
	char *name = file_text(&length, "/proc/%d/comm", pid);
	const int failed = !name || !length;

	if (!failed)
		snprintf(text, TASK_NAME_SIZE, "%.*s", (int)length - 1, name);
	free(name);
	return failed;
}

/* Lines like "105 testrevdev" */
static int read_saved_name(int pid, char text[TASK_NAME_SIZE])
{
	char *saved = tracefs_instance_file_read(NULL, "saved_cmdlines", NULL);
	char *line, *rest = saved, *name;
	int failed = -1;

	while (failed && (line = text_line(&rest)))
		if (strtol(line, &name, 10) == pid && *name == ' ') {
			snprintf(text, TASK_NAME_SIZE, "%s", name + 1);
			failed = 0;
		}
	free(saved);
	return failed;
}

const char *task_name(struct task_names *names, int pid, uint64_t time)
{
	struct task_name *name = &names->list[(unsigned int)pid % NR_TASK_NAMES];

	if (!pid)
		return "<idle>";
	if (name->pid == pid && time - name->time < MAX_NAME_AGE)
		return name->text;
	name->pid = pid;
	name->time = time;
	if (read_name(pid, name->text) && read_saved_name(pid, name->text))
		strcpy(name->text, "<...>");
	return name->text;
}

/*
 * Stacks
 */

/* CAP_DAC_OVERRIDE is enough to open the file, but not to read it. */
int task_stack_check(void)
{
	char *text = file_text(NULL, "/proc/self/stack");
	int failed = 0;

	if (!text && errno == ENOENT)
		failed = error_file("/proc/PID/stack", "not found: --stack needs a kernel with CONFIG_STACKTRACE");
	else if (!text || !*text)
		failed = error_file("/proc/PID/stack", "permission denied: --stack needs the capability CAP_SYS_ADMIN");
	free(text);
	return failed;
}

/* Lines like "[<0>] revdev_ioctl+0x45/0x80 [revdev]"; none if the task runs */
size_t task_stack(int pid, char ***frames)
{
	char *text = file_text(NULL, "/proc/%d/stack", pid), *rest = text, *line, *function;
	size_t nr = 0;

	*frames = NULL;
	while ((line = text_line(&rest))) {
		function = strstr(line, "] ");
		function = function ? function + 2 : line;
		function[strcspn(function, "+")] = '\0';
		*frames = xroom_for_one(*frames, nr, sizeof(**frames));
		(*frames)[nr++] = xasprintf("%s", function);
	}
	free(text);
	return nr;
}
