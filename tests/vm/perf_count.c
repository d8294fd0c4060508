// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf_count.c - counts a trace event by perf_event_open()
 *
 *	perf_count 1234 COMMAND ARG...
 *
 * Runs the command and prints how often the event of that id was hit meanwhile,
 * by anybody on any processor.  A program for the guest; perf itself is too large.
 * Exits with 1 if the event cannot be opened, having said why.
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
	long nr_cpus = sysconf(_SC_NPROCESSORS_ONLN), cpu;
	unsigned long long count, sum = 0;
	int fd[MAX_CPUS], status;
	pid_t pid;

	if (argc < 3 || nr_cpus > MAX_CPUS)
		return 2;
	attr.config = strtoull(argv[1], NULL, 10);
	for (cpu = 0; cpu < nr_cpus; cpu++) {
		fd[cpu] = syscall(SYS_perf_event_open, &attr, -1, (int)cpu, -1,
				  PERF_FLAG_FD_CLOEXEC);
		if (fd[cpu] < 0) {
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
	for (cpu = 0; cpu < nr_cpus; cpu++) {
		if (read(fd[cpu], &count, sizeof(count)) != sizeof(count))
			return 2;
		sum += count;
	}
	printf("%llu\n", sum);
	return 0;
}
