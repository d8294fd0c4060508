// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf_count.c - counts a trace event by perf_event_open()
 *
 *	perf_count [-t] 1234 COMMAND ARG...
 *
 * Runs the command and prints how often the event of that id was hit meanwhile,
 * by anybody on any processor; with -t only counted in user mode of the command's
 * own task, which is the least that can be asked for, and is never hit.  A program
 * for the guest; perf itself is too large.  Exits with 1 if the event cannot be
 * opened, having said why.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_CPUS	64

int main(int argc, char **argv)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT,
		.size = sizeof(attr),
		.sample_period = 1,
		.sample_type = PERF_SAMPLE_RAW,
	};
	long nr = sysconf(_SC_NPROCESSORS_ONLN), i;
	unsigned long long count, sum = 0;
	int fd[MAX_CPUS], status, own = argc > 1 && !strcmp(argv[1], "-t");
	pid_t pid;

	if (own) {
		attr.sample_type = 0;
		attr.exclude_kernel = 1;
		nr = 1;
		argc--;
		argv++;
	}
	if (argc < 3 || nr > MAX_CPUS)
		return 2;
	attr.config = strtoull(argv[1], NULL, 10);
	for (i = 0; i < nr; i++) {
		fd[i] = syscall(SYS_perf_event_open, &attr, own ? 0 : -1,
				own ? -1 : (int)i, -1, PERF_FLAG_FD_CLOEXEC);
		if (fd[i] < 0) {
			printf("perf_event_open: %s\n", strerror(errno));
			return 1;
		}
	}
	pid = fork();
	if (!pid) {
		execvp(argv[2], argv + 2);
		_exit(127);
	}
	if (pid < 0 || waitpid(pid, &status, 0) < 0 || status) {
		printf("%s failed\n", argv[2]);
		return 2;
	}
	for (i = 0; i < nr; i++) {
		if (read(fd[i], &count, sizeof(count)) != sizeof(count))
			return 2;
		sum += count;
	}
	printf("%llu\n", sum);
	return 0;
}
