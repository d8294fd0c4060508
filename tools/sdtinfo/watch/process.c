// SPDX-License-Identifier: GPL-2.0-only
/*
 * process.c - the command that a run of sdtinfo starts and watches
 *
 * It is watched from its first instruction on: its process exists before, waits at a pipe
 * until tracing is set up, and only then becomes the command.  A second pipe, which
 * closes as the command begins, tells if there is no such command.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/error.h"
#include "lib/util.h"
#include "process.h"

#define PATIENCE_MS	2000
#define STEP_MS		20

static _Noreturn void become(int start, int failed, char **argv)
{
	int error;
	char go;

	if (read(start, &go, 1) == 1) {
		execvp(argv[0], argv);
		error = errno;
		if (write(failed, &error, sizeof(error)) < 0)
			_exit(126);
	}
	_exit(127);
}

int process_prepare(struct process *process, char **argv)
{
	int start[2], failed[2];

	if (!argv)
		return 0;
	process->name = argv[0];
	if (pipe2(start, O_CLOEXEC) || pipe2(failed, O_CLOEXEC)) {
		error_file(argv[0], "%s", strerror(errno));
		return -1;
	}
	process->pid = fork();
	if (process->pid < 0) {
		error_file(argv[0], "%s", strerror(errno));
		process->pid = 0;
		return -1;
	}
	if (!process->pid) {
		close(start[1]);
		become(start[0], failed[1], argv);
	}
	close(start[0]);
	close(failed[1]);
	process->start = start[1];
	process->failed = failed[0];
	return 0;
}

int process_watch(const struct process *process, struct tracefs_instance *instance)
{
	char *pid;
	int failed;

	if (!process->pid)
		return 0;
	pid = xasprintf("%d", (int)process->pid);
	failed = tracefs_option_enable(instance, TRACEFS_OPTION_EVENT_FORK) ||
		 tracefs_instance_file_write(instance, "set_event_pid", pid) < 0;
	if (failed)
		error_file(process->name, "it cannot be watched: %s", strerror(errno));
	free(pid);
	return failed ? -1 : 0;
}

int process_start(struct process *process)
{
	int error, failed = 0;

	if (!process->pid)
		return 0;
	if (write(process->start, "", 1) != 1)
		return -1;
	if (read(process->failed, &error, sizeof(error)) == sizeof(error)) {
		error_file(process->name, "%s", strerror(error));
		failed = -1;
	}
	return failed;
}

bool process_has_ended(const struct process *process)
{
	siginfo_t info = { 0 };

	return process->pid &&
	       !waitid(P_PID, process->pid, &info, WEXITED | WNOHANG | WNOWAIT) &&
	       info.si_pid;
}

void process_close(struct process *process)
{
	int i;

	if (!process->pid)
		return;
	close(process->start);
	close(process->failed);
	kill(process->pid, SIGTERM);
	for (i = 0; i < PATIENCE_MS / STEP_MS && !waitpid(process->pid, NULL, WNOHANG); i++)
		usleep(1000 * STEP_MS);
	if (i == PATIENCE_MS / STEP_MS) {
		kill(process->pid, SIGKILL);
		while (waitpid(process->pid, NULL, 0) < 0 && errno == EINTR)
			;
	}
	process->pid = 0;
}
