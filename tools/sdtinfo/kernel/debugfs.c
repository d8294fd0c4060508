// SPDX-License-Identifier: GPL-2.0-only
/*
 * debugfs.c - sdt.ko's files in debugfs, a line at a time
 *
 * Serves loaded_modules.c and hit_counts.c.  Reads debugfs, wherever it is mounted.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <mntent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "debugfs.h"
#include "lib/error.h"
#include "lib/util.h"

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
		error_file(path, "not found: load sdt.ko to see the running kernel's probes, or name a module's file");
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

static void add_name(char ***names, size_t *nr, const char *name)
{
	*names = xroom_for_one(*names, *nr, sizeof(**names));
	(*names)[(*nr)++] = xasprintf("%s", name);
}

static void free_names(char **names, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++)
		free(names[i]);
	free(names);
}

static int by_name(const void *x, const void *y)
{
	return strcmp(*(char *const *)x, *(char *const *)y);
}

static int read_folder(struct debugfs *debugfs, const char *path)
{
	DIR *dir = opendir(path);
	struct dirent *entry;

	if (!dir)
		return no_folder(path, errno);
	for (; errno = 0, entry = readdir(dir); ) {
		if (entry->d_name[0] == '.')
			continue;
		add_name(&debugfs->modules, &debugfs->nr_modules, entry->d_name);
	}
	if (errno) {
		error_file(path, "%s", strerror(errno));
		closedir(dir);
		return -1;
	}
	closedir(dir);
	if (debugfs->nr_modules)
		qsort(debugfs->modules, debugfs->nr_modules,
		      sizeof(*debugfs->modules), by_name);
	return 0;
}

/* None, if the file cannot be read: an older sdt.ko has no such file. */
static void read_refused(struct debugfs *debugfs)
{
	char *path = xasprintf("%s/refused", debugfs->folder), *line = NULL;
	FILE *file = fopen(path, "re");
	size_t room = 0;

	while (file && getline(&line, &room, file) > 0) {
		line[strcspn(line, "\n")] = '\0';
		add_name(&debugfs->refused, &debugfs->nr_refused, line);
	}
	if (file)
		fclose(file);
	free(line);
	free(path);
}

int debugfs_open(struct debugfs *debugfs)
{
	char *mounted = find_debugfs();
	char *tables;
	int failed;

	memset(debugfs, 0, sizeof(*debugfs));
	if (!mounted) {
		error_file("debugfs", "it is not mounted: mount -t debugfs debugfs /sys/kernel/debug, or name a module's file");
		return -1;
	}
	debugfs->folder = xasprintf("%s/sdt", mounted);
	free(mounted);
	tables = xasprintf("%s/tables", debugfs->folder);
	failed = read_folder(debugfs, tables);
	free(tables);
	if (!failed)
		read_refused(debugfs);
	return failed;
}

void debugfs_close(struct debugfs *debugfs)
{
	free_names(debugfs->refused, debugfs->nr_refused);
	free_names(debugfs->modules, debugfs->nr_modules);
	free(debugfs->folder);
	memset(debugfs, 0, sizeof(*debugfs));
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

void *debugfs_table(const struct debugfs *debugfs, const char *module,
		    size_t *size, int *failed)
{
	char *path = xasprintf("%s/tables/%s", debugfs->folder, module);
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

/*
 * Lines
 */

/* "sdt:revdev:revdev_read:read-entry", which is taken apart */
static bool parse_names(char *text, struct debugfs_names *names)
{
	names->provider = strsep(&text, ":");
	names->module = strsep(&text, ":");
	names->function = strsep(&text, ":");
	names->name = text;
	return names->name;
}

/* What follows " key=" in a line; NULL if it is not there */
static const char *value_of(const char *line, const char *key)
{
	size_t n = strlen(key);

	while ((line = strchr(line, ' '))) {
		line++;
		if (!strncmp(line, key, n) && line[n] == '=')
			return line + n + 1;
	}
	return NULL;
}

static bool number_of(const char *line, const char *key, uint64_t *number)
{
	const char *value = value_of(line, key);

	if (value)
		*number = strtoull(value, NULL, 10);
	return value;
}

/* "revdev_read+0x12/0xc0 [revdev]" has a blank in it; caller frees */
static char *symbol_of(const char *line)
{
	const char *value = value_of(line, "symbol");
	size_t n;

	if (!value)
		return xasprintf("?");
	n = strcspn(value, "\n ");
	if (!strncmp(value + n, " [", 2))
		n += 1 + strcspn(value + n + 1, "\n ");
	return xasprintf("%.*s", (int)n, value);
}

/* Call @see for each line of a file. */
static int each_line(const struct debugfs *debugfs, const char *name,
		     void (*see)(char *line, void *data), void *data)
{
	char *path = xasprintf("%s/%s", debugfs->folder, name), *text = NULL;
	FILE *file = fopen(path, "re");
	int failed = 0;
	size_t room;

	while (file && getline(&text, &room, file) > 0)
		see(text, data);
	if (!file || ferror(file)) {
		error_file(path, "%s", strerror(errno));
		failed = -1;
	}
	if (file)
		fclose(file);
	free(text);
	free(path);
	return failed;
}

struct probes_reader {
	void (*see)(const struct debugfs_probe *probe, void *data);
	void *data;
};

/* "sdt:revdev:revdev_read:read-entry sites=1 users=0" */
static void see_probe(char *line, void *data)
{
	const struct probes_reader *reader = data;
	struct debugfs_probe probe = { 0 };

	number_of(line, "users", &probe.users);
	line[strcspn(line, "\n ")] = '\0';
	if (parse_names(line, &probe.names))
		reader->see(&probe, reader->data);
}

int debugfs_probes(const struct debugfs *debugfs,
		   void (*see)(const struct debugfs_probe *probe, void *data),
		   void *data)
{
	struct probes_reader reader = { see, data };

	return each_line(debugfs, "probes", see_probe, &reader);
}

struct sites_reader {
	void (*see)(const struct debugfs_site *site, void *data);
	void *data;
};

/* "sdt:revdev:revdev_read:read-entry@rev_dev.c:57 kind=fire enabled=0 symbol=..." */
static void see_site(char *text, void *data)
{
	const struct sites_reader *reader = data;
	char *file = strchr(text, '@'), *line, *symbol;
	struct debugfs_site site = { 0 };
	const char *kind = value_of(text, "kind");
	uint64_t enabled = 0;

	if (!file || !kind)
		return;
	site.is_enabled = !strncmp(kind, "is-enabled", strlen("is-enabled"));
	number_of(text, "enabled", &enabled);
	site.is_on = enabled;
	symbol = symbol_of(text);
	site.symbol = symbol;
	*file++ = '\0';
	file[strcspn(file, "\n ")] = '\0';
	line = strrchr(file, ':');
	if (line && parse_names(text, &site.names)) {
		*line++ = '\0';
		unescape(file);
		site.file = file;
		site.line = strtoul(line, NULL, 10);
		reader->see(&site, reader->data);
	}
	free(symbol);
}

int debugfs_sites(const struct debugfs *debugfs,
		  void (*see)(const struct debugfs_site *site, void *data),
		  void *data)
{
	struct sites_reader reader = { see, data };

	return each_line(debugfs, "sites", see_site, &reader);
}

static void no_counters(const char *path, int error)
{
	switch (error) {
	case ENOENT:
		error_file(path, "not found: this sdt.ko is older than sdtinfo");
		break;
	case EPERM:
		error_file(path, "it cannot be written: the kernel is locked down, as with Secure Boot");
		break;
	default:
		error_file(path, "%s", strerror(error));
	}
}

FILE *debugfs_counters(const struct debugfs *debugfs, const char *pattern)
{
	char *path = xasprintf("%s/counters", debugfs->folder);
	FILE *file = fopen(path, "r+e");

	/* Each write is another pattern, so it is not stdio's. */
	if (file && write(fileno(file), pattern, strlen(pattern)) >= 0) {
		free(path);
		return file;
	}
	no_counters(path, errno);
	if (file)
		fclose(file);
	free(path);
	return NULL;
}

int debugfs_counts(FILE *counters, void (*see)(const struct debugfs_count *count, void *data),
		   void *data)
{
	struct debugfs_count count = { 0 };
	char *line = NULL;
	size_t room;
	int failed;

	rewind(counters);
	while (getline(&line, &room, counters) > 0) {
		if (!number_of(line, "hits", &count.hits))
			continue;
		line[strcspn(line, " ")] = '\0';
		unescape(line);
		count.site = line;
		see(&count, data);
	}
	failed = ferror(counters);
	if (failed)
		error_file("counters", "%s", strerror(errno));
	free(line);
	return failed ? -1 : 0;
}
