// SPDX-License-Identifier: GPL-2.0-only
/*
 * replay.c - a main() for the target where there is no libFuzzer
 *
 *	replay RUNS FILE...
 *
 * Serves "make check", which has gcc only.  Each file is an input, then each run
 * is one of them that was changed, always in the same way.  Nothing is learned
 * from what the input does.  What fails is left in the file "input".
 */
#include <fcntl.h>
#include <sanitizer/asan_interface.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "target.h"

/* The largest input, in bytes */
#define MAX_SIZE	16384

/* An input may take as many seconds. */
#define PATIENCE	5

/* So many changes make an input of a file at most. */
#define MAX_CHANGES	4

struct input {
	uint8_t data[MAX_SIZE];
	size_t size;
};

static struct input now;

static void keep(void)
{
	int fd = creat("input", 0666);

	if (write(fd, now.data, now.size) != (ssize_t)now.size)
		perror("replay: input");
	close(fd);
}

static void too_slow(int signal)
{
	(void)signal;
	keep();
	dprintf(STDERR_FILENO, "ERROR: no end after %d seconds\n", PATIENCE);
	_exit(1);
}

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max)
{
	size_t at, length = rand() % 8 + 1;

	if (rand() % 8 == 0)
		return size ? rand() % size : 0;
	if (rand() % 8 == 0 && length <= max - size) {
		memset(data + size, rand(), length);
		return size + length;
	}
	for (at = size ? rand() % size : 0; at < size && length; at++, length--)
		data[at] = rand();
	return size;
}

static void try(void)
{
	/* the sanitizer knows its end */
	uint8_t *data = malloc(now.size ? now.size : 1);

	memcpy(data, now.data, now.size);
	alarm(PATIENCE);
	LLVMFuzzerTestOneInput(data, now.size);
	alarm(0);
	free(data);
}

static void read_input(struct input *input, const char *path)
{
	FILE *file = fopen(path, "r");

	if (!file) {
		perror(path);
		exit(1);
	}
	input->size = fread(input->data, 1, MAX_SIZE, file);
	fclose(file);
}

int main(int argc, char **argv)
{
	size_t i, j, runs, count = argc - 2;
	struct input *files;

	if (argc < 3) {
		fputs("usage: replay RUNS FILE...\n", stderr);
		return 2;
	}
	runs = strtoul(argv[1], NULL, 0);
	files = calloc(count, sizeof(*files));
	for (i = 0; i < count; i++)
		read_input(&files[i], argv[i + 2]);
	signal(SIGALRM, too_slow);
	__sanitizer_set_death_callback(keep);
	LLVMFuzzerInitialize(&argc, &argv);
	for (i = 0; i < count; i++) {
		now = files[i];
		try();
	}
	for (i = 0; i < runs; i++) {
		now = files[i % count];
		for (j = i % MAX_CHANGES + 1; j; j--)
			now.size = LLVMFuzzerCustomMutator(now.data, now.size,
							   MAX_SIZE, rand());
		try();
	}
	free(files);
	printf("%zu inputs\n", count + runs);
	return 0;
}
