// SPDX-License-Identifier: GPL-2.0-only
/*
 * out_file.c - output files that appear only when complete, and standard output
 */
#include <errno.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "error.h"
#include "memory.h"
#include "out_file.h"

static int file_failed(struct out_file *file)
{
	error_file(file->path, "cannot write: %s", strerror(errno));
	if (file->stream)
		fclose(file->stream);
	if (file->temporary)
		unlink(file->temporary);
	free(file->temporary);
	return -1;
}

/* mkstemp() makes a file for its owner only: give it the usual mode. */
static int usual_mode(int fd)
{
	mode_t mask = umask(0);

	umask(mask);
	return fchmod(fd, 0666 & ~mask);
}

int out_file_open(struct out_file *file, const char *path)
{
	struct stat st;
	int fd;

	memset(file, 0, sizeof(*file));
	file->path = path;
	if (!strcmp(path, "-")) {
		file->stream = stdout;
		return 0;
	}
	if (!lstat(path, &st) && !S_ISREG(st.st_mode)) {
		file->stream = fopen(path, "w");
		return file->stream ? 0 : file_failed(file);
	}
	file->temporary = xasprintf("%s.XXXXXX", path);
	fd = mkstemp(file->temporary);
	if (fd < 0) {
		free(file->temporary);
		file->temporary = NULL;
		return file_failed(file);
	}
	file->stream = usual_mode(fd) ? NULL : fdopen(fd, "w");
	if (!file->stream) {
		close(fd);
		return file_failed(file);
	}
	return 0;
}

int out_file_commit(struct out_file *file)
{
	int failed;

	if (file->stream == stdout)
		return out_finish();
	failed = ferror(file->stream);
	failed |= fclose(file->stream);
	file->stream = NULL;
	if (failed || (file->temporary &&
		       rename(file->temporary, file->path)))
		return file_failed(file);
	free(file->temporary);
	return 0;
}

bool out_is(const char *path, const char *other)
{
	struct stat a, b;

	return !strcmp(path, other) ||
	       (!stat(path, &a) && !stat(other, &b) && a.st_dev == b.st_dev &&
		a.st_ino == b.st_ino);
}

void out_remove(const char *path)
{
	struct stat st;

	if (!lstat(path, &st) && S_ISREG(st.st_mode))
		unlink(path);
}

void out_drop(void)
{
	__fpurge(stdout);
	clearerr(stdout);
}

int out_finish(void)
{
	static bool failed;	/* report lost output only once */

	if (failed)
		return -1;
	if (fflush(stdout) || ferror(stdout)) {
		failed = true;
		if (errno != EPIPE)
			error_file("standard output", "cannot write: %s",
				   strerror(errno));
		return -1;
	}
	return 0;
}
