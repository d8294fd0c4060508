// SPDX-License-Identifier: GPL-2.0-only
/*
 * timed.c - the time that one system call takes
 *
 *	timed insmod FILE [PARAMETERS]
 *	timed rmmod NAME
 *	timed write FILE|DESCRIPTOR TEXT
 *
 * Prints the time stamp counter's difference, which under QEMU's -icount is the number of
 * instructions.  A line's end is added to what is written.  The call's file is open
 * before it begins.
 */
#include <err.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <x86intrin.h>

static int opened(const char *path, int flags)
{
	int fd = open(path, flags);

	if (fd < 0)
		err(1, "%s", path);
	return fd;
}

int main(int argc, char **argv)
{
	const char *what = argc > 2 ? argv[1] : "", *text = argc > 3 ? argv[3] : "";
	unsigned long long start;
	char line[4096];
	long done;
	int fd;

	if (!strcmp(what, "insmod")) {
		fd = opened(argv[2], O_RDONLY);
		start = __rdtsc();
		done = syscall(SYS_finit_module, fd, text, 0);
	} else if (!strcmp(what, "rmmod")) {
		start = __rdtsc();
		done = syscall(SYS_delete_module, argv[2], O_NONBLOCK);
	} else if (!strcmp(what, "write")) {
		snprintf(line, sizeof(line), "%s\n", text);
		fd = *argv[2] == '/' ? opened(argv[2], O_WRONLY) : atoi(argv[2]);
		start = __rdtsc();
		done = write(fd, line, strlen(line));
	} else {
		errx(2, "timed insmod FILE [PARAMETERS] | rmmod NAME | write FILE|DESCRIPTOR TEXT");
	}
	start = __rdtsc() - start;
	if (done < 0)
		err(1, "%s %s", what, argv[2]);
	printf("%llu\n", start);
	return 0;
}
