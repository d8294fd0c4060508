// SPDX-License-Identifier: GPL-2.0-only
/*
 * pace.c - fire a probe at a rate, or tell what CPU time and memory a command takes
 *
 *	pace fire RATE HITS [FILE TEXT HITS_A_WRITE]
 *				writes to the parameter "fire" of twice.ko, or TEXT to FILE
 *	pace time COMMAND...	runs it, and prints its and its children's CPU time in
 *				microseconds, and the largest one's memory in kilobytes, on file
 *				descriptor 3
 */
#include <err.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct target {
	const char *path;
	const char *text;
	long hits;		/* of a write */
};

/* It fires 1, 10 and 100 times. */
static const struct target twice = { "/sys/module/twice/parameters/fire", "1", 111 };

static void fire(double rate, long hits, const struct target *target)
{
	struct timespec now, next;
	long i, writes = hits / target->hits, step = target->hits / rate * 1e9;
	const ssize_t length = strlen(target->text);
	int fd = open(target->path, O_WRONLY);

	if (fd < 0)
		err(1, "%s", target->path);
	clock_gettime(CLOCK_MONOTONIC, &next);
	for (i = 0; i < writes; i++) {
		if (pwrite(fd, target->text, length, 0) != length)
			err(1, "%s", target->path);
		next.tv_nsec += step;
		next.tv_sec += next.tv_nsec / 1000000000;
		next.tv_nsec %= 1000000000;
		clock_gettime(CLOCK_MONOTONIC, &now);
		if (now.tv_sec < next.tv_sec ||
		    (now.tv_sec == next.tv_sec && now.tv_nsec < next.tv_nsec))
			clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
	}
}

static long microseconds(const struct timeval *time)
{
	return time->tv_sec * 1000000 + time->tv_usec;
}

static int run(char **argv)
{
	struct rusage usage;
	int status;
	pid_t pid = fork();

	if (!pid) {
		execvp(argv[0], argv);
		err(127, "%s", argv[0]);
	}
	if (pid < 0 || waitpid(pid, &status, 0) < 0 || getrusage(RUSAGE_CHILDREN, &usage))
		err(1, "%s", argv[0]);
	dprintf(3, "%ld %ld\n", microseconds(&usage.ru_utime) + microseconds(&usage.ru_stime),
		usage.ru_maxrss);
	return status ? 1 : 0;
}

int main(int argc, char **argv)
{
	if (argc == 7 && !strcmp(argv[1], "fire"))
		fire(atof(argv[2]), atol(argv[3]),
		     &(struct target){ argv[4], argv[5], atol(argv[6]) });
	else if (argc == 4 && !strcmp(argv[1], "fire"))
		fire(atof(argv[2]), atol(argv[3]), &twice);
	else if (argc > 2 && !strcmp(argv[1], "time"))
		return run(argv + 2);
	else
		errx(2, "unknown arguments");
	return 0;
}
