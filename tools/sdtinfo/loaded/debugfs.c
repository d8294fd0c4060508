// SPDX-License-Identifier: GPL-2.0-only
/*
 * debugfs.c - sdt.ko's files in debugfs: tables, lines, and counters of hits
 *
 * Serves loaded_modules.c, and top.  Finds debugfs wherever it is mounted, and does not mount it.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <search.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/access.h"
#include "lib/util.h"
#include "loaded.h"

bool sysfs_is_mounted(void)
{
	return !access("/sys/module", F_OK);
}

/* A module that is built into the kernel has no such file. */
bool loaded_is(const char *name)
{
	char *path = xasprintf("/sys/module/%s/initstate", name);
	bool found = !access(path, F_OK);

	free(path);
	return found;
}

static int closed(struct debugfs *debugfs, char *what, const char *why)
{
	debugfs->closed = what;
	debugfs->why = why;
	return -1;
}

static int no_folder(struct debugfs *debugfs, char *path, int error)
{
	const bool is_there = error != ENOENT && (loaded_is("sdt") || !sysfs_is_mounted());

	return closed(debugfs, path, is_there ? access_reason(error) :
		      "not found: load sdt.ko to see the running kernel's probes, or name a module's file");
}

/* sysfs has the place where debugfs is mounted. */
static int not_mounted(struct debugfs *debugfs)
{
	if (!sysfs_is_mounted())
		return closed(debugfs, xasprintf("sysfs"),
			      "it is not mounted: mount -t sysfs sysfs /sys, or name a module's file");
	if (!access_has_filesystem("debugfs"))
		return closed(debugfs, xasprintf("debugfs"),
			      "the kernel has none, as with debugfs=off: install the modules' files and run depmod, or name a module's file");
	return closed(debugfs, xasprintf("debugfs"),
		      "it is not mounted: mount -t debugfs debugfs /sys/kernel/debug, or name a module's file");
}

int debugfs_report(const struct debugfs *debugfs)
{
	return error_file(debugfs->closed, "%s", debugfs->why);
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

static int is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static int read_folder(struct debugfs *debugfs)
{
	char *path = xasprintf("%s/tables", debugfs->folder);
	struct dirent **entries;
	int i, nr = scandir(path, &entries, is_visible, by_name);

	if (nr < 0)
		return no_folder(debugfs, path, errno);
	free(path);
	for (i = 0; i < nr; i++) {
		add_name(&debugfs->modules, &debugfs->nr_modules, entries[i]->d_name);
		free(entries[i]);
	}
	free(entries);
	return 0;
}

/*
 * "victim its probe table is truncated".  None, if the file cannot be read: an older sdt.ko has
 * no such file, or no reasons in it.
 */
static void read_refused(struct debugfs *debugfs)
{
	char *path = xasprintf("%s/refused", debugfs->folder), *line = NULL;
	FILE *file = fopen(path, "re");
	size_t room = 0;

	while (file && getline(&line, &room, file) > 0) {
		line[strcspn(line, " \n")] = '\0';
		add_name(&debugfs->refused, &debugfs->nr_refused, line);
	}
	if (file)
		fclose(file);
	free(line);
	free(path);
}

int debugfs_open(struct debugfs *debugfs)
{
	char *mounted = access_mounted("debugfs");

	memset(debugfs, 0, sizeof(*debugfs));
	if (!mounted)
		return not_mounted(debugfs);
	debugfs->folder = xasprintf("%s/sdt", mounted);
	free(mounted);
	if (read_folder(debugfs))
		return -1;
	read_refused(debugfs);
	return 0;
}

void debugfs_close(struct debugfs *debugfs)
{
	free_names(debugfs->refused, debugfs->nr_refused);
	free_names(debugfs->modules, debugfs->nr_modules);
	free(debugfs->folder);
	free(debugfs->closed);
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

void debugfs_unescape(char *text)
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

const char *debugfs_value(const char *line, const char *key)
{
	size_t n = strlen(key);

	while ((line = strchr(line, ' '))) {
		line++;
		if (!strncmp(line, key, n) && line[n] == '=')
			return line + n + 1;
	}
	return NULL;
}

bool debugfs_number(const char *line, const char *key, uint64_t *number)
{
	const char *value = debugfs_value(line, key);

	if (value)
		*number = strtoull(value, NULL, 10);
	return value;
}

/* Reports an error, with the file's @path; @file is NULL if it could not be opened. */
static int see_lines(FILE *file, const char *path, void (*see)(char *line, void *data),
		     void *data)
{
	char *line = NULL;
	size_t room = 0;
	int failed = 0;

	while (file && getline(&line, &room, file) > 0) {
		line[strcspn(line, "\n")] = '\0';
		see(line, data);
	}
	if (!file || ferror(file)) {
		error_file(path, "%s", strerror(errno));
		failed = -1;
	}
	free(line);
	return failed;
}

int debugfs_lines(const struct debugfs *debugfs, const char *name,
		  void (*see)(char *line, void *data), void *data)
{
	char *path = xasprintf("%s/%s", debugfs->folder, name);
	FILE *file = fopen(path, "re");
	int failed = see_lines(file, path, see, data);

	if (file)
		fclose(file);
	free(path);
	return failed;
}

static void no_counters(const char *path, int error)
{
	if (error == ENOENT)
		error_file(path, "not found: this sdt.ko is older than sdtinfo");
	else
		access_report(path, error);
}

static FILE *open_counters(const struct debugfs *debugfs, const char *pattern)
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

int hit_counts_open_counted(struct hit_counts *counts, const struct debugfs *debugfs)
{
	char *path = xasprintf("%s/counted", debugfs->folder);
	FILE *file = fopen(path, "re");

	if (!file) {
		no_counters(path, errno);
	} else {
		counts->patterns = xcalloc(1, sizeof(*counts->patterns));
		counts->patterns[counts->nr_patterns++] = file;
	}
	free(path);
	return file ? 0 : -1;
}

static int read_counters(FILE *counters, void (*see)(char *line, void *data), void *data)
{
	rewind(counters);
	return see_lines(counters, "counters", see, data);
}

/* Separators become wildcards: only the name of a file could have one. */
static char *one_list(const char *const *texts, size_t nr)
{
	char *list = xasprintf("%s", ""), *c, *text;
	size_t i;

	for (i = 0; i < nr; i++) {
		text = xasprintf("%s", texts[i]);
		for (c = text; (c = strpbrk(c, " ,\t\n")); c++)
			*c = '?';
		list = xappend(list, "%s%s", i ? "," : "", text);
		free(text);
	}
	return list;
}

int loaded_publish(const char *const *texts, size_t nr)
{
	char *mounted = access_mounted("debugfs");
	char *path = xasprintf("%s/sdt/publish", mounted ?: "");
	char *list = xappend(one_list(texts, nr), "\n");
	int fd = open(path, O_WRONLY | O_CLOEXEC);

	if (fd >= 0 && write(fd, list, strlen(list)) < 0) {
		close(fd);
		fd = -1;
	}
	free(list);
	free(path);
	free(mounted);
	return fd;
}

/*
 * May sdt.ko be told to count?
 */

/* The reason alone, of "PATH", "REASON: ADVICE" */
static char *short_reason(const char *path, const char *why)
{
	return xasprintf("%s: %.*s", path, (int)strcspn(why, ":"), why);
}

static char *counters_closed(const struct debugfs *debugfs)
{
	char *path = xasprintf("%s/counters", debugfs->folder);
	char *why = NULL;
	int fd = open(path, O_RDWR | O_CLOEXEC);

	if (fd >= 0) {
		close(fd);
	} else if (errno != ENOENT) {
		why = short_reason(path, access_reason(errno));
	}
	free(path);
	return why;
}

char *hit_counts_closed(void)
{
	struct debugfs debugfs;
	char *why = NULL;

	if (!debugfs_open(&debugfs))
		why = counters_closed(&debugfs);
	else if (loaded_is("sdt"))
		why = short_reason(debugfs.closed, debugfs.why);
	debugfs_close(&debugfs);
	return why;
}

/*
 * Hits, round by round: each pattern has counters of its own in sdt.ko.  A site that several
 * patterns match is in several of them, and taken from the first one in which it was seen.
 */

int hit_counts_open(struct hit_counts *counts, const char *const *texts, size_t nr)
{
	struct debugfs debugfs;
	int failed = debugfs_open(&debugfs) ? debugfs_report(&debugfs) : 0;
	size_t i;

	counts->patterns = xcalloc(nr, sizeof(*counts->patterns));
	for (i = 0; i < nr && !failed; i++) {
		counts->patterns[i] = open_counters(&debugfs, texts[i]);
		failed = counts->patterns[i] ? 0 : -1;
		counts->nr_patterns += !failed;
	}
	debugfs_close(&debugfs);
	return failed;
}

static void free_count(void *node)
{
	struct hit_count *count = node;

	free(count->site);
	free(count);
}

void hit_counts_close(struct hit_counts *counts)
{
	while (counts->nr_patterns)
		fclose(counts->patterns[--counts->nr_patterns]);
	free(counts->patterns);
	tdestroy(counts->sites, free_count);
	memset(counts, 0, sizeof(*counts));
}

/*
 * A round
 */

struct reader {
	struct hit_counts *counts;
	size_t pattern;
};

static int by_site(const void *x, const void *y)
{
	const struct hit_count *a = x, *b = y;

	return strcmp(a->site, b->site);
}

static struct hit_count *find_count(struct hit_counts *counts, const char *site,
				    size_t pattern)
{
	struct hit_count key = { .site = (char *)site }, *new, **found;

	found = tfind(&key, &counts->sites, by_site);
	if (found)
		return *found;
	new = xcalloc(1, sizeof(*new));
	new->site = xasprintf("%s", site);
	new->pattern = pattern;
	if (!tsearch(new, &counts->sites, by_site))
		out_of_memory();
	counts->nr_sites++;
	return new;
}

/* "sdt:revdev:revdev_read:read-entry@rev_dev.c:57 hits=17" */
static void see_count(char *line, void *data)
{
	struct reader *reader = data;
	struct hit_count *count;
	uint64_t hits;

	if (!debugfs_number(line, "hits", &hits))
		return;
	line[strcspn(line, " ")] = '\0';
	debugfs_unescape(line);
	count = find_count(reader->counts, line, reader->pattern);
	if (count->pattern == reader->pattern)
		count->value += hits;
}

static void begin_round(struct hit_count *count, void *data)
{
	(void)data;
	count->before = count->value;
	count->value = 0;
}

/* A value that has become smaller is that of a module which was loaded anew. */
static void end_round(struct hit_count *count, void *data)
{
	(void)data;
	count->hits = count->value - (count->value < count->before ? 0 : count->before);
	count->total += count->hits;
}

int hit_counts_read(struct hit_counts *counts)
{
	struct reader reader = { .counts = counts };
	int failed = 0;

	hit_counts_each(counts, begin_round, NULL);
	for (; reader.pattern < counts->nr_patterns && !failed; reader.pattern++)
		failed = read_counters(counts->patterns[reader.pattern], see_count, &reader);
	hit_counts_each(counts, end_round, NULL);
	return failed;
}

struct walk {
	void (*see)(struct hit_count *count, void *data);
	void *data;
};

static void visit_count(const void *node, VISIT visit, void *data)
{
	const struct walk *walk = data;

	if (visit == postorder || visit == leaf)
		walk->see(*(struct hit_count *const *)node, walk->data);
}

void hit_counts_each(const struct hit_counts *counts,
		     void (*see)(struct hit_count *count, void *data), void *data)
{
	struct walk walk = { see, data };

	twalk_r(counts->sites, visit_count, &walk);
}
