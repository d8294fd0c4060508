// SPDX-License-Identifier: GPL-2.0-only
/*
 * delay.c - how long a task has to wait for the processor while a command runs
 *
 *	delay COMMAND...
 *
 * Sleeps again and again, and prints by how many milliseconds it was woken too late at most.
 * Exits as the command does.
 */
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NS_PER_MS	1000000LL
#define NAP_MS		1

static long long now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000 * NS_PER_MS + ts.tv_nsec;
}

int main(int argc, char **argv)
{
	static const struct timespec nap = { .tv_nsec = NAP_MS * NS_PER_MS };
	long long before, late, most = 0;
	int status;

	if (argc < 2)
		return 2;
	if (!fork()) {
		execvp(argv[1], argv + 1);
		perror(argv[1]);
		_exit(127);
	}
	while (!waitpid(-1, &status, WNOHANG)) {
		before = now();
		nanosleep(&nap, NULL);
		late = now() - before - NAP_MS * NS_PER_MS;
		if (late > most)
			most = late;
	}
	printf("%lld\n", most / NS_PER_MS);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
