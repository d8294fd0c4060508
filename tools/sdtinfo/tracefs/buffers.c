// SPDX-License-Identifier: GPL-2.0-only
/*
 * buffers.c - the records in the buffers of a trace instance's CPUs, in order
 *
 * libtracefs reads a page of a CPU's buffer, libtraceevent's kbuffer finds the records in
 * it.  Here the pages of all CPUs are merged.
 *
 * Pages are read in passes.  A pass reads from each CPU that has no page at hand.  If a CPU has
 * nothing then, its next records are later than those at hand before the pass.  So these are
 * shown after the pass, and no CPU waits for another one that fires all the time.
 *
 * tracefs_iterate_raw_events() merges pages as well, but does not look again at a CPU that had
 * nothing at first, so that records come late, and opens all buffers at each call.  In
 * a guest of 2 CPUs with 15,000 hits a second (tests/vm/modules/torture.c), five runs of
 * 3 s, libtracefs 1.6.4 gave 36, 0, 117, 9 and 0 of 47,000 records after later ones, for
 * 31 to 45 us of CPU each; this file 1, 0, 3, 0 and 0 of 55,000, for 20 to 26 us.
 */
#include <errno.h>
#include <fcntl.h>
#include <kbuffer.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "instance.h"
#include "lib/stop.h"
#include "lib/util.h"

/* How long to let records accumulate: each read asks all CPUs. */
#define GATHER_NS	10000000

/* The bytes of the shortest record, with its head */
#define MIN_RECORD	8

struct page_record {
	unsigned long long time;
	void *data;
	int size;
};

struct cpu_buffer {
	int cpu;
	struct tracefs_cpu *file;
	int raw;			/* the same file for buffers_move(); -1: not opened */
	int pages;			/* a file to read instead, of saved pages; -1: none */
	struct kbuffer *page;
	void *bytes;			/* of the page */
	struct page_record *records;	/* of the page */
	size_t nr_records;
	const struct page_record *next;	/* NULL: none is at hand */
	unsigned long long last;	/* time of the last record of the page */
	int64_t nr_missed;		/* before the next record; -1: some */
	uint64_t told;			/* all that were missing so far */
	bool is_ahead;			/* some of those may be missing before later pages */
};

#define LONG_SIZE	(sizeof(long) == 8 ? KBUFFER_LSIZE_8 : KBUFFER_LSIZE_4)
#define BYTE_ORDER_HERE	(__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? KBUFFER_ENDIAN_BIG : \
								  KBUFFER_ENDIAN_LITTLE)

static int open_cpu(struct cpu_buffer *cpu, struct tracefs_instance *instance)
{
	cpu->file = tracefs_cpu_open(instance, cpu->cpu, true);
	if (!cpu->file)
		return -1;
	cpu->bytes = xcalloc(1, tracefs_cpu_read_size(cpu->file));
	cpu->records = xcalloc(tracefs_cpu_read_size(cpu->file) / MIN_RECORD,
			       sizeof(*cpu->records));
	cpu->page = kbuffer_alloc(LONG_SIZE, BYTE_ORDER_HERE);
	if (!cpu->page)
		out_of_memory();
	return 0;
}

/*
 * trace_pipe is not read, but polled for records of all CPUs.  By default the kernel wakes its
 * reader when half of a buffer is full: here the first record does.
 */
int buffers_open(struct buffers *buffers, struct tracefs_instance *instance)
{
	long i, nr = sysconf(_SC_NPROCESSORS_CONF);

	buffers->cpus = xcalloc(nr, sizeof(*buffers->cpus));
	buffers->nr_cpus = nr;
	buffers->instance = instance;
	buffers->counted = instance;
	buffers->ready = -1;
	buffers->pipe[0] = -1;
	for (i = 0; i < nr; i++) {
		buffers->cpus[i].cpu = i;
		buffers->cpus[i].raw = buffers->cpus[i].pages = -1;
		if (open_cpu(&buffers->cpus[i], instance) && errno != ENOENT)
			return error_file("trace_pipe_raw", "the buffer of CPU %ld cannot be read: %s",
					  i, strerror(errno));
	}
	tracefs_instance_file_write(instance, "buffer_percent", "0");
	buffers->ready = tracefs_instance_file_open(instance, "trace_pipe",
						    O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (buffers->ready >= 0)
		return 0;
	return error_file("trace_pipe", "%s", strerror(errno));
}

int buffers_wait(const struct buffers *buffers, int ms)
{
	const struct timespec gather = { .tv_nsec = GATHER_NS };
	int ready = stop_wait(buffers->ready, ms);

	if (ready > 0 && !stop_requested())
		nanosleep(&gather, NULL);
	return ready < 0 ? -1 : 0;
}

void buffers_close(struct buffers *buffers)
{
	size_t i;

	for (i = 0; i < buffers->nr_cpus; i++) {
		struct cpu_buffer *cpu = &buffers->cpus[i];

		if (cpu->file) {
			tracefs_cpu_close(cpu->file);
			if (cpu->raw >= 0)
				close(cpu->raw);
		}
		if (cpu->page)
			kbuffer_free(cpu->page);
		free(cpu->bytes);
		free(cpu->records);
	}
	if (buffers->cpus && buffers->ready >= 0)
		close(buffers->ready);
	if (buffers->cpus && buffers->pipe[0] >= 0) {
		close(buffers->pipe[0]);
		close(buffers->pipe[1]);
	}
	free(buffers->cpus);
	buffers->cpus = NULL;
	buffers->nr_cpus = 0;
}

static bool fill_page(struct cpu_buffer *cpu)
{
	const int size = cpu->file ? tracefs_cpu_read_size(cpu->file) : 0;

	if (!size)
		return false;
	if (cpu->pages >= 0)
		return read(cpu->pages, cpu->bytes, size) == size;
	return tracefs_cpu_read(cpu->file, cpu->bytes, true) > 0;
}

/*
 * The head of a page has a time and how many bytes of records follow.  The number of missing
 * records is behind these, if there is room.  kbuffer_missed_events() does not tell it of a page
 * that begins with a time.  In a page that was copied to a file, the upper half of the size has the
 * number as well.  In the kernel's pages, all bits of it are the same.
 */
#define SIZE_OFFSET	sizeof(uint64_t)
#define HEAD_SIZE	(SIZE_OFFSET + sizeof(long))
#define SIZE_MASK	((1UL << 27) - 1)
#define HAS_MISSED	(1UL << 31)
#define HAS_NUMBER	(1UL << 30)
#define NUMBER_SHIFT	32
#define MAX_NUMBER	(UINT32_MAX - 1)

/* How many records are missing before a page; -1: some */
static int64_t missed_before(const void *bytes)
{
	const char *page = bytes;
	unsigned long number;
	uint64_t size = 0;

	memcpy(&size, page + SIZE_OFFSET, sizeof(long));
	if (!(size & HAS_MISSED))
		return 0;
	if (size >> NUMBER_SHIFT && size >> NUMBER_SHIFT <= MAX_NUMBER)
		return size >> NUMBER_SHIFT;
	if (!(size & HAS_NUMBER))
		return -1;
	memcpy(&number, page + HEAD_SIZE + (size & SIZE_MASK), sizeof(number));
	return number > INT64_MAX ? INT64_MAX : (int64_t)number;
}

/*
 * The number that a page has no room for is that of all missing ones less those told before.  Some
 * of these may have been overwritten since the kernel handed out the page.  Then they are not told
 * again before a later page.  The kernel counts anew when it has emptied the buffer.
 */
static int64_t count_missed(const struct buffers *buffers, struct cpu_buffer *cpu)
{
	int64_t missed = missed_before(cpu->bytes);
	uint64_t all;

	if (!missed || !buffers->counted || cpu->pages >= 0)
		return missed;
	if (missed < 0 || cpu->is_ahead) {
		all = buffers_overrun(buffers->counted, cpu->cpu);
		if (all < cpu->told)
			cpu->told = 0;
		all -= cpu->told;
		if (!all && !cpu->is_ahead)
			return missed;	/* the statistics are of another boot */
		cpu->is_ahead = missed < 0 || (uint64_t)missed > all;
		if (cpu->is_ahead)
			missed = all;
	}
	cpu->told += missed;
	return missed;
}

void buffers_set_told(struct buffers *buffers, size_t cpu, uint64_t told)
{
	buffers->cpus[cpu].told = told;
}

/* Returns whether there was a page. */
static bool read_page(const struct buffers *buffers, struct cpu_buffer *cpu)
{
	struct page_record record;

	cpu->next = NULL;
	cpu->nr_records = 0;
	if (!fill_page(cpu))
		return false;
	kbuffer_load_subbuffer(cpu->page, cpu->bytes);
	cpu->nr_missed = count_missed(buffers, cpu);
	record.data = kbuffer_read_event(cpu->page, &record.time);
	while (record.data) {
		record.size = kbuffer_event_size(cpu->page);
		cpu->records[cpu->nr_records++] = record;
		record.data = kbuffer_next_event(cpu->page, &record.time);
	}
	if (!cpu->nr_records)
		return false;
	cpu->next = cpu->records;
	cpu->last = cpu->records[cpu->nr_records - 1].time;
	return true;
}

/* The CPU with the oldest record until a time, which is set to that of the next CPU; or NULL */
static struct cpu_buffer *oldest(struct buffers *buffers, unsigned long long *until)
{
	struct cpu_buffer *found = NULL, *later;
	size_t i;

	for (i = 0; i < buffers->nr_cpus; i++) {
		later = &buffers->cpus[i];
		if (!later->next || later->next->time > *until)
			continue;
		if (!found || later->next->time < found->next->time) {
			later = found;
			found = &buffers->cpus[i];
		}
		if (later)
			*until = later->next->time;
	}
	return found;
}

/* Returns whether to go on. */
static bool show_record(const struct buffers *buffers, struct cpu_buffer *cpu)
{
	struct tep_record record = {
		.ts = cpu->next->time,
		.cpu = cpu->cpu,
		.size = cpu->next->size,
		.data = cpu->next->data,
		.ref_count = 1,
	};

	if (cpu->nr_missed)
		buffers->lost(cpu->cpu, cpu->nr_missed > 0 ? cpu->nr_missed : 0, buffers->data);
	return buffers->record(&record, buffers->data);
}

/* Show the records of a CPU until a time; returns whether to go on. */
static bool show_records(const struct buffers *buffers, struct cpu_buffer *cpu,
			 unsigned long long until)
{
	while (cpu->next && cpu->next->time <= until) {
		if (!show_record(buffers, cpu))
			return false;
		cpu->nr_missed = 0;
		if (++cpu->next < cpu->records + cpu->nr_records)
			continue;
		read_page(buffers, cpu);
		if (buffers->until && clock_seconds() >= buffers->until)
			return false;
	}
	return true;
}

bool buffers_read(struct buffers *buffers)
{
	unsigned long long at_hand = 0, before, until;
	struct cpu_buffer *cpu;
	size_t i;

	do {
		before = at_hand;
		for (i = 0; i < buffers->nr_cpus; i++) {
			cpu = &buffers->cpus[i];
			if ((cpu->next || read_page(buffers, cpu)) && cpu->last > at_hand)
				at_hand = cpu->last;
		}
		for (until = before; (cpu = oldest(buffers, &until)); until = before) {
			if (!show_records(buffers, cpu, until))
				return false;
			if (cpu->next && cpu->last > at_hand)
				at_hand = cpu->last;
		}
	} while (at_hand > before);
	return true;
}

/*
 * Pages as they are
 */

/* In a file, each page has the number of records that are missing before it. */
static void number_page(const struct buffers *buffers, struct cpu_buffer *cpu)
{
	const int64_t missed = missed_before(cpu->bytes), number = count_missed(buffers, cpu);

	if (missed != number)
		buffers_set_missed(cpu->bytes, tracefs_cpu_read_size(cpu->file), number);
}

static int open_to_move(struct buffers *buffers)
{
	char name[64];
	size_t i;

	if (buffers->pipe[0] >= 0)
		return 0;
	if (pipe2(buffers->pipe, O_CLOEXEC))
		return -1;
	fcntl(buffers->pipe[1], F_SETPIPE_SZ, PAGES_AT_ONCE * buffers_page_size(buffers));
	for (i = 0; i < buffers->nr_cpus; i++) {
		snprintf(name, sizeof(name), "per_cpu/cpu%zu/trace_pipe_raw", i);
		if (buffers->cpus[i].file)
			buffers->cpus[i].raw = tracefs_instance_file_open(buffers->instance, name,
									  O_RDONLY | O_NONBLOCK |
									  O_CLOEXEC);
	}
	return 0;
}

/* All of them; -1: errno */
static int write_bytes(int to, const char *bytes, size_t size)
{
	ssize_t written;

	for (; size; size -= written, bytes += written) {
		written = write(to, bytes, size);
		if (written <= 0)
			return -1;
	}
	return 0;
}

/* Move the pages in the pipe to a file.  Not every file system can take them from there. */
static int empty_pipe(const struct buffers *buffers, struct cpu_buffer *cpu, int to, size_t left)
{
	const size_t size = buffers_page_size(buffers);
	ssize_t moved;

	for (; left; left -= moved) {
		moved = splice(buffers->pipe[0], NULL, to, NULL, left, SPLICE_F_MOVE);
		if (moved < 0 && errno == EINVAL) {
			moved = read(buffers->pipe[0], cpu->bytes, left < size ? left : size);
			if (moved > 0 && write_bytes(to, cpu->bytes, moved))
				return -1;
		}
		if (moved <= 0)
			return -1;
	}
	return 0;
}

/* Full pages; returns whether there may be more, -1: errno */
static int move_full_pages(const struct buffers *buffers, struct cpu_buffer *cpu, int to)
{
	const size_t size = PAGES_AT_ONCE * buffers_page_size(buffers);
	ssize_t nr = splice(cpu->raw, NULL, buffers->pipe[1], NULL, size, SPLICE_F_NONBLOCK);

	if (nr <= 0)
		return 0;
	return empty_pipe(buffers, cpu, to, nr) ? -1 : 1;
}

/* The others; likewise */
static int copy_pages(const struct buffers *buffers, struct cpu_buffer *cpu, int to,
		      bool with_numbers)
{
	const size_t size = tracefs_cpu_read_size(cpu->file);
	int nr;

	for (nr = 0; nr < PAGES_AT_ONCE; nr++) {
		if (tracefs_cpu_read(cpu->file, cpu->bytes, true) <= 0)
			return 0;
		if (with_numbers)
			number_page(buffers, cpu);
		if (write_bytes(to, cpu->bytes, size))
			return -1;
	}
	return 1;
}

int buffers_move(struct buffers *buffers, const int *files, enum buffers_move how)
{
	bool may_be_more = false;
	struct cpu_buffer *cpu;
	size_t i;
	int more;

	if (how != MOVE_NUMBERED && open_to_move(buffers))
		return -1;
	for (i = 0; i < buffers->nr_cpus; i++) {
		cpu = &buffers->cpus[i];
		more = 0;
		if (cpu->pages >= 0)	/* they are there at once */
			more = file_append(files[i], cpu->pages);
		else if (cpu->file && how != MOVE_NUMBERED)
			more = move_full_pages(buffers, cpu, files[i]);
		if (!more && cpu->file && cpu->pages < 0 && how != MOVE_FULL)
			more = copy_pages(buffers, cpu, files[i], how == MOVE_NUMBERED);
		if (more < 0)
			return -1;
		may_be_more |= more;
	}
	return may_be_more;
}

void buffers_replay(struct buffers *buffers, const int *files)
{
	size_t i;

	for (i = 0; i < buffers->nr_cpus; i++) {
		lseek(files[i], 0, SEEK_SET);
		buffers->cpus[i].pages = files[i];
	}
}

size_t buffers_page_size(const struct buffers *buffers)
{
	size_t i;

	for (i = 0; i < buffers->nr_cpus; i++)
		if (buffers->cpus[i].file)
			return tracefs_cpu_read_size(buffers->cpus[i].file);
	return sysconf(_SC_PAGESIZE);
}

uint64_t buffers_count(void *bytes, int64_t *missed)
{
	struct kbuffer *page = kbuffer_alloc(LONG_SIZE, BYTE_ORDER_HERE);
	unsigned long long time;
	uint64_t count = 0;

	if (!page)
		out_of_memory();
	kbuffer_load_subbuffer(page, bytes);
	if (missed)
		*missed = missed_before(bytes);
	for (; kbuffer_read_event(page, &time); kbuffer_next_event(page, NULL))
		count++;
	kbuffer_free(page);
	return count;
}

/* The number also goes where the kernel has it, if there is room, for programs that look there. */
void buffers_set_missed(void *bytes, size_t page_size, int64_t missed)
{
	const unsigned long number = missed;
	char *page = bytes;
	uint64_t size = 0;
	size_t end;

	memcpy(&size, page + SIZE_OFFSET, sizeof(long));
	end = HEAD_SIZE + (size & SIZE_MASK);
	size &= SIZE_MASK;
	if (missed)
		size |= HAS_MISSED;
	if (missed > 0 && end + sizeof(number) <= page_size) {
		memcpy(page + end, &number, sizeof(number));
		size |= HAS_NUMBER;
	}
	if (missed > 0)
		size |= (uint64_t)(missed > MAX_NUMBER ? MAX_NUMBER : missed) << NUMBER_SHIFT;
	memcpy(page + SIZE_OFFSET, &size, sizeof(long));
}

unsigned long long buffers_overrun(struct tracefs_instance *instance, int cpu)
{
	static const char key[] = "overrun: ";
	char *name = xasprintf("per_cpu/cpu%d/stats", cpu);
	char *stats = tracefs_instance_file_read(instance, name, NULL);
	const char *line = stats ? strstr(stats, key) : NULL;
	const unsigned long long number = line ? strtoull(line + strlen(key), NULL, 10) : 0;

	free(stats);
	free(name);
	return number;
}
