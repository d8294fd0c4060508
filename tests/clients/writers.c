// SPDX-License-Identifier: GPL-2.0-only
/*
 * writers.c - tasks of a process and its children that write to /dev/revdev
 *
 * A thread and a child exist when the program says "ready".  After a line on its input they
 * write "thread" and "child" to the device, the process itself "main", and a thread and a
 * child that begin only then "later" and "born".  After another line it ends.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int go[2];

static void *write_text(void *text)
{
	int fd;

	/* One task at a time can open it. */
	do
		fd = open("/dev/revdev", O_WRONLY);
	while (fd < 0 && errno == EBUSY && !usleep(1000));
	if (fd < 0 || write(fd, text, strlen(text)) < 0)
		perror("/dev/revdev");
	close(fd);
	return NULL;
}

static void *write_when_told(void *text)
{
	char byte;

	return read(go[0], &byte, 1) == 1 ? write_text(text) : NULL;
}

static void wait_for_line(void)
{
	char line[16];

	if (!fgets(line, sizeof(line), stdin))
		exit(1);
}

int main(void)
{
	pthread_t early, late;

	if (pipe(go) || pthread_create(&early, NULL, write_when_told, "thread"))
		return 1;
	if (!fork()) {
		write_when_told("child");
		_exit(0);
	}
	puts("ready");
	fflush(stdout);
	wait_for_line();
	if (write(go[1], "ab", 2) != 2)
		return 1;
	write_text("main");
	/* A child that is born while a thread has the device open would keep it open. */
	pthread_join(early, NULL);
	if (!fork()) {
		write_text("born");
		_exit(0);
	}
	if (pthread_create(&late, NULL, write_text, "later"))
		return 1;
	pthread_join(late, NULL);
	while (wait(NULL) > 0)
		;
	puts("written");
	fflush(stdout);
	wait_for_line();
	return 0;
}
