/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * process.h - the command that a run of sdtinfo starts and watches
 */
#ifndef SDTINFO_PROCESS_H
#define SDTINFO_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>
#include <tracefs.h>

struct process {
	pid_t pid;	/* 0: no process */
	int start;	/* written to, it starts */
	int failed;	/* read from: errno if it could not start */
	const char *name;
};

/*
 * process_prepare() - create a process that waits to become @argv's command
 * @process: zeroed; to be closed in any case
 * @argv: NULL: there is no command, and the other functions do nothing
 *
 * To be called before stop_on_signals(): the command must not inherit what that ignores.
 * Returns 0, or -1 when it has reported why not.
 */
int process_prepare(struct process *process, char **argv);

/*
 * process_watch() - from now on, only the process and its children hit an instance's events
 *
 * Returns 0, or -1 when it has reported why not.
 */
int process_watch(const struct process *process, struct tracefs_instance *instance);

/* process_start() - let it go; 0, or -1 when it has reported why the command cannot run */
int process_start(struct process *process);

/* process_has_ended() - it remains a zombie, so that /proc still knows it */
bool process_has_ended(const struct process *process);

/*
 * process_close() - end it if it has not ended
 *
 * By SIGTERM, and after two seconds by SIGKILL.
 */
void process_close(struct process *process);

#endif /* SDTINFO_PROCESS_H */
