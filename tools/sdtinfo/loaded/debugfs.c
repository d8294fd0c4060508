// SPDX-License-Identifier: GPL-2.0-only
/*
 * debugfs.c - sdt.ko's files in debugfs: tables, lines, and counters of hits
 *
 * Serves loaded_modules.c, and top.  Finds debugfs wherever it is mounted, and does not mount it.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/access.h"
#include "lib/util.h"
#include "loaded.h"

bool sysfs_is_mounted(void)
{
	return file_exists("/sys/module");
}

/* Built-in modules have no such file. */
bool loaded_is(const char *name)
{
	return file_exists("/sys/module/%s/initstate", name);
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

/* debugfs is mounted below sysfs. */
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

static int read_folder(struct debugfs *debugfs)
{
	if (!folder_names(&debugfs->modules, "%s/tables", debugfs->folder))
		return 0;
	return no_folder(debugfs, xasprintf("%s/tables", debugfs->folder), errno);
}

/*
 * "victim its probe table is truncated".  None, if the file cannot be read: an older sdt.ko has
 * no such file, or no reasons in it.
 */
static void read_refused(struct debugfs *debugfs)
{
	char *text = file_text(NULL, "%s/refused", debugfs->folder), *rest = text, *line;

	while ((line = text_line(&rest))) {
		line[strcspn(line, " ")] = '\0';
		names_add(&debugfs->refused, line);
	}
	free(text);
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
	names_free(&debugfs->refused);
	names_free(&debugfs->modules);
	free(debugfs->folder);
	free(debugfs->closed);
	memset(debugfs, 0, sizeof(*debugfs));
}

void *debugfs_table(const struct debugfs *debugfs, const char *module,
		    size_t *size, int *failed)
{
	char *path = xasprintf("%s/tables/%s", debugfs->folder, module);
	void *bytes = file_text(size, "%s", path);

	*failed = bytes || errno == ENOENT || errno == ENODEV ? 0 :
		  error_file(path, "%s", strerror(errno));
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

bool site_names_split(struct site_names *names, char *text)
{
	char *file = strchr(text, '@'), *line = file ? strrchr(file, ':') : NULL;

	*names = (struct site_names){ 0 };
	if (file && !line)
		return false;
	if (line) {
		*file++ = '\0';
		*line++ = '\0';
		names->site.file = file;
		names->site.line = strtoul(line, NULL, 10);
	}
	names->probe.provider = strsep(&text, ":");
	names->module = strsep(&text, ":");
	names->probe.function = strsep(&text, ":");
	names->probe.name = text;
	return text;
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

/* Frees @text; if it is NULL, reports errno */
static int see_lines(char *text, const char *path, void (*see)(char *line, void *data), void *data)
{
	char *rest = text, *line;

	if (!text)
		return error_file(path, "%s", strerror(errno));
	while ((line = text_line(&rest)))
		see(line, data);
	free(text);
	return 0;
}

int debugfs_lines(const struct debugfs *debugfs, const char *name,
		  void (*see)(char *line, void *data), void *data)
{
	char *path = xasprintf("%s/%s", debugfs->folder, name);
	int failed = see_lines(file_text(NULL, "%s", path), path, see, data);

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

/* @pattern: NULL for the hits that sdt.ko counts all the time.  Returns -1 when it has reported why */
static int open_counters(const struct debugfs *debugfs, const char *pattern)
{
	char *path = xasprintf("%s/%s", debugfs->folder, pattern ? "counters" : "counted");
	int fd = open(path, (pattern ? O_RDWR : O_RDONLY) | O_CLOEXEC);

	if (fd < 0 || (pattern && write(fd, pattern, strlen(pattern)) < 0)) {
		no_counters(path, errno);
		if (fd >= 0)
			close(fd);
		fd = -1;
	}
	free(path);
	return fd;
}

static int add_counters(struct hit_counts *counts, int fd)
{
	if (fd < 0)
		return -1;
	counts->patterns = xroom_for_one(counts->patterns, counts->nr_patterns,
					 sizeof(*counts->patterns));
	counts->patterns[counts->nr_patterns++] = fd;
	return 0;
}

int hit_counts_open_counted(struct hit_counts *counts, const struct debugfs *debugfs)
{
	return add_counters(counts, open_counters(debugfs, NULL));
}

static int read_counters(int counters, void (*see)(char *line, void *data), void *data)
{
	lseek(counters, 0, SEEK_SET);
	return see_lines(file_rest(counters, NULL), "counters", see, data);
}

/* Separators become wildcards: only file names could have one. */
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
 * Hits, round by round: in sdt.ko, each pattern has its own counters.  If several patterns match a
 * site, its hits are taken from the first one in which it was seen.
 */

int hit_counts_open(struct hit_counts *counts, const char *const *texts, size_t nr)
{
	struct debugfs debugfs;
	int failed = debugfs_open(&debugfs) ? debugfs_report(&debugfs) : 0;
	size_t i;

	for (i = 0; i < nr && !failed; i++)
		failed = add_counters(counts, open_counters(&debugfs, texts[i]));
	debugfs_close(&debugfs);
	return failed;
}

void hit_counts_close(struct hit_counts *counts)
{
	while (counts->nr_patterns)
		close(counts->patterns[--counts->nr_patterns]);
	free(counts->patterns);
	while (counts->nr_sites)
		free(counts->sites[--counts->nr_sites].site);
	free(counts->sites);
	memset(counts, 0, sizeof(*counts));
}

/*
 * A round
 */

struct reader {
	struct hit_counts *counts;
	size_t pattern;
};

static struct hit_count *find_count(struct hit_counts *counts, const char *site, size_t pattern)
{
	size_t from = 0, to = counts->nr_sites, middle;
	int order;

	while (from < to) {
		middle = (from + to) / 2;
		order = strcmp(site, counts->sites[middle].site);
		if (!order)
			return &counts->sites[middle];
		if (order < 0)
			to = middle;
		else
			from = middle + 1;
	}
	counts->sites = xroom_for_one(counts->sites, counts->nr_sites, sizeof(*counts->sites));
	memmove(&counts->sites[from + 1], &counts->sites[from],
		(counts->nr_sites++ - from) * sizeof(*counts->sites));
	counts->sites[from] = (struct hit_count){
		.site = xasprintf("%s", site),
		.pattern = pattern,
	};
	return &counts->sites[from];
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

/* A counter that has become smaller belongs to a module that was loaded again. */
int hit_counts_read(struct hit_counts *counts)
{
	struct reader reader = { .counts = counts };
	struct hit_count *count;
	int failed = 0;

	for (count = counts->sites; count < counts->sites + counts->nr_sites; count++) {
		count->before = count->value;
		count->value = 0;
	}
	for (; reader.pattern < counts->nr_patterns && !failed; reader.pattern++)
		failed = read_counters(counts->patterns[reader.pattern], see_count, &reader);
	for (count = counts->sites; count < counts->sites + counts->nr_sites; count++) {
		count->hits = count->value - (count->value < count->before ? 0 : count->before);
		count->total += count->hits;
	}
	return failed;
}
