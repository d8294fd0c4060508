/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * running.c - what sdt.ko tells of the running kernel's probes
 *
 * Serves catalog.c.  Reads debugfs, wherever it is mounted.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <mntent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "error.h"
#include "running.h"

/* Where debugfs is mounted; caller frees. */
static char *find_debugfs(void)
{
	FILE *mounts = setmntent("/proc/self/mounts", "r");
	struct mntent *mount;
	char *folder = NULL;

	while (mounts && !folder && (mount = getmntent(mounts)))
		if (!strcmp(mount->mnt_type, "debugfs"))
			folder = xasprintf("%s", mount->mnt_dir);
	if (mounts)
		endmntent(mounts);
	return folder;
}

static int no_folder(const char *path, int error)
{
	switch (error) {
	case ENOENT:
		error_file(path, "there is none: load sdt.ko, which tells of the running kernel's probes, or name a module's file");
		break;
	case EACCES:
	case EPERM:
		error_file(path, "only root can read it");
		break;
	default:
		error_file(path, "%s", strerror(error));
	}
	return -1;
}

static int by_name(const void *x, const void *y)
{
	return strcmp(*(char *const *)x, *(char *const *)y);
}

static int read_folder(struct running *running, const char *path)
{
	DIR *dir = opendir(path);
	struct dirent *entry;

	if (!dir)
		return no_folder(path, errno);
	for (; errno = 0, entry = readdir(dir); ) {
		if (entry->d_name[0] == '.')
			continue;
		running->modules = xroom_for_one(running->modules,
						 running->nr_modules,
						 sizeof(*running->modules));
		running->modules[running->nr_modules++] =
			xasprintf("%s", entry->d_name);
	}
	if (errno) {
		error_file(path, "%s", strerror(errno));
		closedir(dir);
		return -1;
	}
	closedir(dir);
	if (running->nr_modules)
		qsort(running->modules, running->nr_modules,
		      sizeof(*running->modules), by_name);
	return 0;
}

int running_open(struct running *running)
{
	char *debugfs = find_debugfs();
	char *tables;
	int failed;

	memset(running, 0, sizeof(*running));
	if (!debugfs) {
		error_file("debugfs", "it is not mounted: mount -t debugfs debugfs /sys/kernel/debug, or name a module's file");
		return -1;
	}
	running->folder = xasprintf("%s/sdt", debugfs);
	free(debugfs);
	tables = xasprintf("%s/tables", running->folder);
	failed = read_folder(running, tables);
	free(tables);
	return failed;
}

void running_close(struct running *running)
{
	size_t i;

	for (i = 0; i < running->nr_modules; i++)
		free(running->modules[i]);
	free(running->modules);
	free(running->folder);
	memset(running, 0, sizeof(*running));
}

char *running_table_path(const struct running *running, const char *module)
{
	return xasprintf("%s/tables/%s", running->folder, module);
}

/* All that is in a file; NULL with errno. */
static void *read_all(int fd, size_t *size)
{
	size_t room = 0, used = 0;
	char *bytes = NULL;
	ssize_t n;

	do {
		if (used == room) {
			room = 2 * room + BUFSIZ;
			bytes = xreallocarray(bytes, room, 1);
		}
		n = read(fd, bytes + used, room - used);
		if (n > 0)
			used += n;
	} while (n > 0 || (n < 0 && errno == EINTR));
	if (n < 0) {
		free(bytes);
		return NULL;
	}
	*size = used;
	return bytes;
}

void *running_table(const struct running *running, const char *module,
		    size_t *size, int *failed)
{
	char *path = running_table_path(running, module);
	void *bytes = NULL;
	int fd;

	*failed = 0;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0)
		bytes = read_all(fd, size);
	if (!bytes && errno != ENOENT && errno != ENODEV) {
		error_file(path, "%s", strerror(errno));
		*failed = -1;
	}
	if (fd >= 0)
		close(fd);
	free(path);
	return bytes;
}

/* Undo what the kernel's seq_escape() did to a file's name. */
static void unescape(char *text)
{
	unsigned int byte;
	char *to = text;
	int n;

	while (*text) {
		if (sscanf(text, "\\%3o%n", &byte, &n) == 1 && n == 4) {
			*to++ = byte;
			text += n;
		} else {
			*to++ = *text++;
		}
	}
	*to = '\0';
}

/* "sdt:revdev:revdev_read:read-entry@rev_dev.c:57 kind=fire ..." */
static void see_line(char *text,
		     void (*see)(const char *names, const char *file,
				 uint32_t line, void *data),
		     void *data)
{
	char *file = strchr(text, '@'), *blank = strchr(text, ' '), *line;

	if (!file || !blank || strncmp(blank + 1, "kind=fire ", 10))
		return;
	*file++ = '\0';
	*blank = '\0';
	line = strrchr(file, ':');
	if (!line)
		return;
	*line++ = '\0';
	unescape(file);
	see(text, file, strtoul(line, NULL, 10), data);
}

int running_sites(const struct running *running,
		  void (*see)(const char *names, const char *file,
			      uint32_t line, void *data),
		  void *data)
{
	char *path = xasprintf("%s/sites", running->folder), *text = NULL;
	FILE *sites = fopen(path, "re");
	int failed = 0;
	size_t room;

	while (sites && getline(&text, &room, sites) > 0)
		see_line(text, see, data);
	if (!sites || ferror(sites)) {
		error_file(path, "%s", strerror(errno));
		failed = -1;
	}
	if (sites)
		fclose(sites);
	free(text);
	free(path);
	return failed;
}
