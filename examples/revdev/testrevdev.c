// SPDX-License-Identifier: GPL-2.0-only
/*
 * testrevdev.c - writes each line of its input to /dev/revdev and reads it back
 *
 * For a line "ioctl", it asks the device for the parity of the line's number instead.
 * A line "exit" or the end of the input ends the program.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "revdev.h"

#define DEVICE	"/dev/" REVDEV_NAME

static void die(const char *what)
{
	perror(what);
	exit(1);
}

/* Writes the string and prints what the device returns. */
static void reverse(int fd, const char *s)
{
	char buf[80];
	ssize_t n = write(fd, s, strlen(s));

	if (n < 0)
		die("write " DEVICE);
	n = read(fd, buf, sizeof(buf) - 1);
	if (n < 0)
		die("read " DEVICE);
	buf[n] = '\0';
	printf("Write: %s\n Read: %s\n", s, buf);
}

static void parity(int fd, unsigned long number)
{
	int ret = ioctl(fd, REVDEV_PARITY, number);

	if (ret < 0)
		die("ioctl " DEVICE);
	printf("Ioctl: %lu is %s\n", number, ret ? "odd" : "even");
}

int main(void)
{
	unsigned long number = 0;
	char *line = NULL;
	size_t size = 0;
	int fd = open(DEVICE, O_RDWR);

	if (fd < 0)
		die("open " DEVICE);
	while (getline(&line, &size, stdin) > 0) {
		line[strcspn(line, "\n")] = '\0';
		number++;
		if (!strcmp(line, "exit"))
			break;
		if (!strcmp(line, "ioctl"))
			parity(fd, number);
		else if (*line)
			reverse(fd, line);
	}
	free(line);
	if (close(fd))
		die("close " DEVICE);
	return 0;
}
