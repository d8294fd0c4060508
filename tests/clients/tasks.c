// SPDX-License-Identifier: GPL-2.0-only
/*
 * tasks.c - tasks that end soon: each writes "1" to a file
 *
 *	tasks N FILE		N of them, one after the other
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static int fd;

static void *write_one(void *failed)
{
	return write(fd, "1", 1) == 1 ? NULL : failed;
}

int main(int argc, char **argv)
{
	int i, n = argc == 3 ? atoi(argv[1]) : 0;
	pthread_t task;
	void *failed;

	if (!n)
		return 1;
	fd = open(argv[2], O_WRONLY);
	for (i = 0; i < n; i++)
		if (fd < 0 || pthread_create(&task, NULL, write_one, &fd) ||
		    pthread_join(task, &failed) || failed)
			return 1;
	return 0;
}
