// SPDX-License-Identifier: GPL-2.0-only
/*
 * operations.c - what an operation on files takes
 *
 *	operations FOLDER
 *
 * Each operation makes a file, writes a page into it, asks for its size, renames it and removes it.
 * Prints the time stamp counter's difference for one, with its part of a syncfs() at the end, in which
 * the kernel does what it has put off.  Under QEMU's -icount that is the number of instructions.
 */
#define _GNU_SOURCE
#include <err.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
#include <x86intrin.h>

enum { OPERATIONS = 2000 };

static void operate(void)
{
	static const char page[4096];
	struct stat st;
	int fd = open("a", O_CREAT | O_EXCL | O_WRONLY, 0644);

	if (fd < 0 || write(fd, page, sizeof(page)) != sizeof(page) || fstat(fd, &st) || close(fd) ||
	    rename("a", "b") || unlink("b"))
		err(1, "an operation");
}

int main(int argc, char **argv)
{
	unsigned long long start;
	int i, folder;

	if (argc != 2 || chdir(argv[1]))
		errx(2, "operations FOLDER");
	folder = open(".", O_RDONLY | O_DIRECTORY);
	start = __rdtsc();
	for (i = 0; i < OPERATIONS; i++)
		operate();
	if (syncfs(folder))
		err(1, "syncfs");
	printf("%llu\n", (__rdtsc() - start) / OPERATIONS);
	return 0;
}
