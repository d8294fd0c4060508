// SPDX-License-Identifier: GPL-2.0-only
/*
 * saved_pages.c - pages that were read from an instance's buffers, in files
 *
 * Reading a page of a buffer removes it.  So that hits can be shown more than once, and none is
 * lost if they cannot be printed, all pages first go to files, /run/sdtinfo/INSTANCE/cpuN, and
 * are decoded from there.  Space for them is allocated before they are read.
 *
 * As in a buffer, the oldest pages are dropped when there are more than the buffer has room for.
 * Their records count as missing before the first remaining page, and a file has their number.
 * Each read ends a page, however few records it has.
 *
 * Files are replaced as a whole, so those of a killed run can be read.  It can also leave an
 * incomplete one, with a '.' in its name.
 *
 * When the module of an event is removed, the kernel empties the buffers, because another event
 * can get the event's number.  The files stay: the formats that are kept beside them
 * (event_formats.c) have the numbers that their records have.
 *
 * The lock of the instance, which the caller holds, protects its files.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "events.h"
#include "instance.h"
#include "lib/output.h"
#include "lib/util.h"

#define CPU_FILES	"cpu"

#define PAGE_HEAD	16	/* bytes of a page that are no records */

static int failed_in(const char *folder, const char *what)
{
	return error_file(folder, "%s: %s", what, strerror(errno));
}

static char *cpu_file(const struct pages *pages, size_t nr)
{
	return xasprintf("%s/" CPU_FILES "%zu", pages->folder, nr);
}

/* What a run that was killed has left of a file that it was writing has a '.' in its name. */
static void remove_unfinished(const struct pages *pages)
{
	struct name_list files = { 0 };
	char *path;
	size_t i;

	folder_names(&files, "%s", pages->folder);
	for (i = 0; i < files.nr; i++) {
		path = xasprintf("%s/%s", pages->folder, files.list[i]);
		if (strchr(files.list[i], '.'))
			unlink(path);
		free(path);
	}
	names_free(&files);
}

static int open_files(struct pages *pages, size_t nr_cpus)
{
	char *path;
	int fd;

	if (instance_make_folder(pages->folder))
		return -1;
	remove_unfinished(pages);
	pages->cpus = xcalloc(nr_cpus, sizeof(*pages->cpus));
	while (pages->nr_cpus < nr_cpus) {
		path = cpu_file(pages, pages->nr_cpus);
		fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
		free(path);
		if (fd < 0)
			return failed_in(pages->folder, "cannot write");
		pages->cpus[pages->nr_cpus++] = fd;
	}
	return 0;
}

void pages_close(struct pages *pages)
{
	while (pages->nr_cpus)
		close(pages->cpus[--pages->nr_cpus]);
	free(pages->cpus);
	free(pages->folder);
}

static off_t size_of(int fd)
{
	return lseek(fd, 0, SEEK_END);
}

/*
 * The number of records that were dropped
 *
 * The first line of the file has that of all CPUs, for lists, and each other line that of one.
 */

static uint64_t all_dropped(const char *folder)
{
	char *line = file_line("%s/" DROPPED_FILE, folder);
	const uint64_t count = line ? strtoull(line, NULL, 10) : 0;

	free(line);
	return count;
}

static void read_dropped(const struct pages *pages, uint64_t *dropped)
{
	char *text = file_text(NULL, "%s/" DROPPED_FILE, pages->folder), *rest = text, *line;
	size_t i;

	text_line(&rest);
	for (i = 0; i < pages->nr_cpus && (line = text_line(&rest)); i++)
		dropped[i] = strtoull(line, NULL, 10);
	free(text);
}

static int write_dropped(const struct pages *pages, const uint64_t *dropped)
{
	char *path = xasprintf("%s/%s", pages->folder, DROPPED_FILE);
	uint64_t all = 0;
	struct out_file file;
	int failed = out_file_open(&file, path);
	size_t i;

	for (i = 0; i < pages->nr_cpus; i++)
		all += dropped[i];
	if (!failed) {
		fprintf(file.stream, "%" PRIu64 "\n", all);
		for (i = 0; i < pages->nr_cpus; i++)
			fprintf(file.stream, "%" PRIu64 "\n", dropped[i]);
		failed = out_file_commit(&file);
	}
	free(path);
	return failed;
}

/* How many records are missing before the pages of a file, as far as that is known */
static uint64_t missing_in(int fd, size_t page_size)
{
	char *page = xcalloc(1, page_size);
	uint64_t all = 0;
	int64_t missed;
	off_t at;

	for (at = 0; pread(fd, page, page_size, at) == (ssize_t)page_size; at += page_size) {
		buffers_count(page, &missed);
		all += missed > 0 ? missed : 0;
	}
	free(page);
	return all;
}

/*
 * Tell the reader of the buffers how many missing records the files have counted: all but those
 * that were dropped.  If events have gone, the kernel has emptied the buffers, and counts anew.
 */
static int set_told(const struct pages *pages, struct tracefs_instance *instance,
		    struct buffers *buffers, uint64_t *dropped, size_t page_size)
{
	const bool counts_anew = formats_settle(instance);
	uint64_t missing;
	size_t i;

	read_dropped(pages, dropped);
	for (i = 0; i < pages->nr_cpus; i++) {
		missing = missing_in(pages->cpus[i], page_size);
		if (counts_anew)
			dropped[i] = missing;
		buffers_set_told(buffers, i, missing > dropped[i] ? missing - dropped[i] : 0);
	}
	return counts_anew ? write_dropped(pages, dropped) : 0;
}

/*
 * Pages
 */

/* The size of the pages of a CPU's buffer; the reader has one more page */
static size_t buffer_size(struct tracefs_instance *instance, size_t page_size)
{
	size_t i, size, largest = 0;
	long nr = sysconf(_SC_NPROCESSORS_CONF);

	for (i = 0; i < (size_t)nr; i++) {
		size = tracefs_instance_get_buffer_size(instance, i);
		if ((ssize_t)size > 0 && size > largest)
			largest = size;
	}
	return (largest * 1024 / (page_size - PAGE_HEAD) + 2) * page_size;
}

/* Some file systems cannot allocate space in advance. */
static int allocate(const struct pages *pages, size_t size)
{
	size_t i;

	for (i = 0; i < pages->nr_cpus; i++)
		if (fallocate(pages->cpus[i], FALLOC_FL_KEEP_SIZE, size_of(pages->cpus[i]), size) &&
		    errno != EOPNOTSUPP)
			return failed_in(pages->folder, "cannot write");
	return 0;
}

/* The records that are missing before a page after @records more were dropped; -1: some */
static int64_t add_missing(int64_t missing, uint64_t records, int64_t missed)
{
	return missing < 0 || missed < 0 ? -1 : missing + (int64_t)records + missed;
}

/*
 * Copy the last @size bytes of a file to another one
 * @dropped: the number of records that are not copied is added to it
 */
static int copy_last(int from_fd, int to_fd, off_t end, off_t size, size_t page_size,
		     uint64_t *dropped)
{
	char *page = xcalloc(1, page_size);
	int64_t missing = 0, missed;
	uint64_t records;
	int failed = 0;
	off_t from;

	for (from = 0; !failed && from < end; from += page_size) {
		failed = pread(from_fd, page, page_size, from) != (ssize_t)page_size;
		if (failed || from > end - size) {
			failed |= write(to_fd, page, page_size) != (ssize_t)page_size;
			continue;
		}
		records = buffers_count(page, &missed);
		if (from < end - size) {
			missing = add_missing(missing, records, missed);
			*dropped += records;
			continue;
		}
		buffers_set_missed(page, page_size, add_missing(missing, 0, missed));
		failed = write(to_fd, page, page_size) != (ssize_t)page_size;
	}
	free(page);
	return failed;
}

/* Keep the last @size bytes of a file, which is replaced. */
static int keep_last(struct pages *pages, size_t nr, off_t size, size_t page_size,
		     uint64_t *dropped)
{
	char *path = cpu_file(pages, nr);
	const int old = pages->cpus[nr];
	struct out_file file;
	int failed = out_file_open(&file, path);

	if (!failed && copy_last(old, fileno(file.stream), size_of(old), size, page_size, dropped))
		failed = out_file_fail(&file);
	if (!failed)
		failed = out_file_commit(&file);
	if (!failed) {
		close(old);
		pages->cpus[nr] = open(path, O_RDWR | O_CLOEXEC);
		failed = pages->cpus[nr] < 0 ? failed_in(pages->folder, "cannot read") : 0;
	}
	free(path);
	return failed;
}

/* This also frees the space that was allocated and not used. */
static int trim(struct pages *pages, off_t max, size_t page_size, uint64_t *dropped)
{
	bool are_dropped = false;
	int failed = 0;
	off_t size;
	size_t i;

	for (i = 0; i < pages->nr_cpus && !failed; i++) {
		size = size_of(pages->cpus[i]);
		are_dropped |= size > max;
		if (ftruncate(pages->cpus[i], size))
			failed = failed_in(pages->folder, "cannot write");
		else if (size > max)
			failed = keep_last(pages, i, max, page_size, &dropped[i]);
	}
	return are_dropped && write_dropped(pages, dropped) ? -1 : failed;
}

/* While hits come, there is always more: do not copy more than the allocated space. */
static int copy(const struct pages *pages, struct buffers *buffers, size_t nr_pages)
{
	size_t done = 0;
	int more;

	do {
		more = buffers_move(buffers, pages->cpus, MOVE_NUMBERED);
		done += PAGES_AT_ONCE;
	} while (more > 0 && done < nr_pages);
	return more < 0 ? failed_in(pages->folder, "cannot write") : 0;
}

static int take_pages(struct pages *pages, struct tracefs_instance *instance,
		      struct buffers *buffers, uint64_t *dropped)
{
	const size_t page_size = buffers_page_size(buffers);
	const size_t size = buffer_size(instance, page_size);

	if (set_told(pages, instance, buffers, dropped, page_size) || formats_save(instance) ||
	    allocate(pages, size + PAGES_AT_ONCE * page_size) ||
	    copy(pages, buffers, size / page_size))
		return -1;
	return trim(pages, size, page_size, dropped);
}

/* A run that was killed has read some pages of its instance itself. */
int pages_take(struct pages *pages, struct tracefs_instance *instance, struct buffers *buffers)
{
	const char *name = tracefs_instance_get_name(instance);
	uint64_t *dropped = xcalloc(buffers->nr_cpus, sizeof(*dropped));
	int failed;

	pages->folder = instance_folder(name);
	if (!instance_is_recorder(name))
		buffers->counted = NULL;
	failed = open_files(pages, buffers->nr_cpus) ||
		 take_pages(pages, instance, buffers, dropped);
	free(dropped);
	return failed ? -1 : 0;
}

/*
 * The files of an instance
 */

static uint64_t records_in(const char *path)
{
	const size_t page_size = sysconf(_SC_PAGESIZE);
	char *page = xcalloc(1, page_size);
	FILE *file = fopen(path, "re");
	uint64_t count = 0;

	while (file && fread(page, page_size, 1, file) == 1)
		count += buffers_count(page, NULL);
	if (file)
		fclose(file);
	free(page);
	return count;
}

void pages_add(struct instance_state *state, const char *instance)
{
	char *folder = instance_folder(instance), *path;
	struct name_list files = { 0 };
	size_t i;

	folder_names(&files, "%s", folder);
	for (i = 0; i < files.nr; i++) {
		path = xasprintf("%s/%s", folder, files.list[i]);
		if (!strncmp(files.list[i], CPU_FILES, strlen(CPU_FILES)) &&
		    !strpbrk(files.list[i], ".:"))
			state->records += records_in(path);
		free(path);
	}
	state->overrun += all_dropped(folder);
	names_free(&files);
	free(folder);
}

void pages_remove(const char *instance)
{
	char *folder = instance_folder(instance);

	folder_remove(folder);
	free(folder);
}
