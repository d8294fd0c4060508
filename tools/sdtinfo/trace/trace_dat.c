// SPDX-License-Identifier: GPL-2.0-only
/*
 * trace_dat.c - a trace.dat file of what is in the buffers
 *
 * trace-cmd and KernelShark read such files; trace-cmd.dat(5) describes the format, here version 6.
 * A head has the formats of the events, the kernel's symbols that these need, and the names of
 * tasks.  The pages of the CPUs' buffers follow as they are, each CPU's in one piece.
 *
 * So the pages of each CPU first go to a file of its own, next to the result.  These files have no
 * names: they disappear with the process, however that ends.  Formats and symbols are written at
 * the start, because they go with their modules; the names of tasks are written at the end.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "lib/util.h"
#include "sink.h"

#include <linux/sdt_version.h>

/* How long a page that is not full waits in a buffer, in seconds */
#define MOVE_SECONDS	1

/* Options of the head: trace-cmd ignores those that it does not know. */
#define OPTION_END	0
#define OPTION_CPU_STAT	2
#define OPTION_CLOCK	4
#define OPTION_UNAME	5
#define OPTION_VERSION	9

struct trace_dat {
	struct hit_sink sink;
	const char *path;
	struct out_file out;
	const struct decoder *decoder;
	const struct buffers *buffers;
	int *cpus;		/* files of what was in the buffer of each */
	size_t nr_cpus;
	double moved;		/* when pages that were not full were taken, by clock_seconds() */
	bool is_broken;		/* it could not be written */
};

static struct trace_dat *trace_dat_of(struct hit_sink *sink)
{
	return (struct trace_dat *)sink;	/* its first member */
}

static int write_failed(const struct trace_dat *dat)
{
	return error_file(dat->path, "cannot write: %s", strerror(errno));
}

/*
 * Parts of the head.  The file says which byte order and which size of a long it has.
 */

static void put_16(FILE *out, uint16_t number)
{
	fwrite(&number, sizeof(number), 1, out);
}

static void put_32(FILE *out, uint32_t number)
{
	fwrite(&number, sizeof(number), 1, out);
}

static void put_64(FILE *out, uint64_t number)
{
	fwrite(&number, sizeof(number), 1, out);
}

static void put_string(FILE *out, const char *text)
{
	fwrite(text, strlen(text) + 1, 1, out);
}

/* A text with its length in front; NULL is empty */
static void put_text_32(FILE *out, const char *text)
{
	const uint32_t length = text ? strlen(text) : 0;

	put_32(out, length);
	fwrite(text ?: "", length, 1, out);
}

static void put_text_64(FILE *out, const char *text)
{
	const size_t length = text ? strlen(text) : 0;

	put_64(out, length);
	fwrite(text ?: "", length, 1, out);
}

/* A file of tracefs, which may be missing; the length is of 4 or 8 bytes */
static void put_file(FILE *out, const char *name, void (*put)(FILE *out, const char *text))
{
	char *text = tracefs_instance_file_read(NULL, name, NULL);

	put(out, text);
	free(text);
}

static void put_header(FILE *out, const char *name)
{
	char *path = xasprintf("events/%s", name);

	put_string(out, name);
	put_file(out, path, put_text_64);
	free(path);
}

/* The events of ftrace itself, such as kernel_stack */
static void put_ftrace_formats(FILE *out)
{
	char *formats[64], **names = tracefs_system_events(NULL, "ftrace");
	size_t i, nr = 0;

	for (i = 0; names && names[i] && nr < sizeof(formats) / sizeof(*formats); i++) {
		formats[nr] = tracefs_event_file_read(NULL, "ftrace", names[i], "format", NULL);
		nr += !!formats[nr];
	}
	tracefs_list_free(names);
	put_32(out, nr);
	for (i = 0; i < nr; i++) {
		put_text_64(out, formats[i]);
		free(formats[i]);
	}
}

/* The events of a system are adjacent. */
static bool begins_system(const struct traced_events *events, size_t i)
{
	return !i || strcmp(events->list[i].system, events->list[i - 1].system);
}

static void put_formats(FILE *out, const struct traced_events *events)
{
	size_t i, j, nr = 0;

	for (i = 0; i < events->nr; i++)
		nr += begins_system(events, i);
	put_32(out, nr);
	for (i = 0; i < events->nr; i++) {
		if (begins_system(events, i)) {
			for (j = i + 1; j < events->nr && !begins_system(events, j); j++)
				;
			put_string(out, events->list[i].system);
			put_32(out, j - i);
		}
		put_text_64(out, events->list[i].text);
	}
}

static const char *next_line(const char *line)
{
	const char *end = strchr(line, '\n');

	return end && end[1] ? end + 1 : NULL;
}

/* Is the symbol, "ffffffffc0201000 t revdev_read\t[revdev]", of a module with these events? */
static bool is_symbol_of(const char *line, const struct traced_events *events)
{
	const char *module = memchr(line, '[', strcspn(line, "\n"));
	size_t i, length;

	if (!module++)
		return false;
	length = strcspn(module, "]\n");
	for (i = 0; i < events->nr; i++)
		if (begins_system(events, i) && strlen(events->list[i].system) == length &&
		    !strncmp(events->list[i].system, module, length))
			return true;
	return false;
}

static void put_line(FILE *out, const char *line)
{
	fprintf(out, "%.*s\n", (int)strcspn(line, "\n"), line);
}

/* Those of the events' modules, and the next one: libtraceevent takes the last one to be empty. */
static void put_some(FILE *out, const char *symbols, const struct traced_events *events)
{
	uint64_t address, last = 0, next = UINT64_MAX;
	const char *line, *end = NULL;

	for (line = symbols; line; line = next_line(line)) {
		address = strtoull(line, NULL, 16);
		if (!is_symbol_of(line, events))
			continue;
		put_line(out, line);
		last = address > last ? address : last;
	}
	for (line = symbols; last && line; line = next_line(line)) {
		address = strtoull(line, NULL, 16);
		if (address > last && address < next) {
			next = address;
			end = line;
		}
	}
	if (end)
		put_line(out, end);
}

/* All symbols have several megabytes; most files only need those of sites. */
static void put_symbols(FILE *out, const char *path, const struct decoder *decoder)
{
	const bool are_known = decoder_is_here(decoder) && !decoder->hides_addresses;
	char *text = are_known ? file_text(NULL, "/proc/kallsyms") : NULL, *some = NULL;
	size_t size;
	FILE *stream;

	if (!text && decoder_is_here(decoder) && decoder_needs_symbols(decoder))
		error_file(path, "kptr_restrict=2, or a lack of CAP_SYSLOG, hides the kernel's symbols: the file does not tell which functions were hit");
	if (!text || decoder_names_functions(decoder)) {
		put_text_32(out, text);
	} else {
		stream = open_memstream(&some, &size);
		if (!stream)
			out_of_memory();
		put_some(stream, text, &decoder->events);
		if (fclose(stream))
			out_of_memory();
		put_text_32(out, some);
	}
	free(some);
	free(text);
}

static void put_option(FILE *out, unsigned int option, const char *text)
{
	put_16(out, option);
	put_32(out, strlen(text) + 1);
	put_string(out, text);
}

/* What "trace-cmd report --stat" prints, such as how many records were overwritten */
static void put_statistics(FILE *out, const struct trace_dat *dat)
{
	char *name, *stats, *text;
	size_t i;

	for (i = 0; i < dat->nr_cpus; i++) {
		name = xasprintf("per_cpu/cpu%zu/stats", i);
		stats = tracefs_instance_file_read(dat->buffers->instance, name, NULL);
		text = xasprintf("CPU: %zu\n%s", i, stats ?: "");
		if (stats)
			put_option(out, OPTION_CPU_STAT, text);
		free(text);
		free(stats);
		free(name);
	}
}

static void put_options(FILE *out, const struct trace_dat *dat, const char *clock)
{
	struct utsname name = { 0 };
	char *text;

	uname(&name);
	text = xasprintf("%s %s %s %s", name.sysname, name.nodename, name.release, name.machine);
	put_string(out, "options  ");
	put_option(out, OPTION_CLOCK, clock);
	put_option(out, OPTION_UNAME, text);
	put_option(out, OPTION_VERSION, "sdtinfo " SDT_VERSION);
	put_statistics(out, dat);
	put_16(out, OPTION_END);
	free(text);
}

/*
 * The start
 */

/* The file for the pages of a CPU; -1: errno */
static int open_part(const char *path)
{
	char *name = xasprintf("%s.cpu.XXXXXX", path);
	int fd = mkostemp(name, O_CLOEXEC);

	if (fd >= 0)
		unlink(name);
	free(name);
	return fd;
}

static int trace_dat_describe(struct hit_sink *sink, const struct decoder *decoder,
			      const struct buffers *buffers)
{
	struct trace_dat *dat = trace_dat_of(sink);
	FILE *out = dat->out.stream;

	dat->decoder = decoder;
	dat->buffers = buffers;
	dat->cpus = xcalloc(buffers->nr_cpus, sizeof(*dat->cpus));
	for (; dat->nr_cpus < buffers->nr_cpus; dat->nr_cpus++) {
		dat->cpus[dat->nr_cpus] = open_part(dat->path);
		if (dat->cpus[dat->nr_cpus] < 0)
			return write_failed(dat);
	}
	fputs("\x17\x08\x44tracing", out);
	put_string(out, "6");
	putc(__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? 1 : 0, out);
	putc(sizeof(long), out);
	put_32(out, buffers_page_size(buffers));
	put_header(out, "header_page");
	put_header(out, "header_event");
	put_ftrace_formats(out);
	put_formats(out, &decoder->events);
	return ferror(out) ? write_failed(dat) : 0;
}

/* Modules' symbols go with them, and all take long to read: the events are already enabled. */
static void trace_dat_begin(struct hit_sink *sink)
{
	struct trace_dat *dat = trace_dat_of(sink);

	put_symbols(dat->out.stream, dat->out.path, dat->decoder);
	put_file(dat->out.stream, "printk_formats", put_text_32);
}

/*
 * The pages
 */

/*
 * Most pages are taken when they are full.  The others are taken once in a while, for a module that
 * goes takes with it what is in the buffers.
 */
static int trace_dat_pages(struct hit_sink *sink, struct buffers *buffers, bool are_last)
{
	struct trace_dat *dat = trace_dat_of(sink);
	const double now = clock_seconds();
	const bool take_all = are_last || now - dat->moved > MOVE_SECONDS;
	int moved = buffers_move(buffers, dat->cpus, take_all ? MOVE_ALL : MOVE_FULL);

	if (take_all)
		dat->moved = now;
	dat->is_broken = moved < 0;
	return moved < 0 ? write_failed(dat) : moved;
}

/*
 * The end
 */

static off_t size_of(int fd)
{
	return lseek(fd, 0, SEEK_END);
}

/*
 * Where the pages are, and which clock their times are of: the last part of the head.  Returns
 * where the first page is.
 */
static off_t put_places(FILE *out, const struct trace_dat *dat, const char *clock)
{
	const size_t page = buffers_page_size(dat->buffers);
	off_t place, first;
	size_t i;

	put_string(out, "flyrecord");
	place = ftello(out) + dat->nr_cpus * 2 * sizeof(uint64_t) + sizeof(uint64_t) + strlen(clock);
	first = place = (place + page - 1) / page * page;
	for (i = 0; i < dat->nr_cpus; i++) {
		put_64(out, place);
		put_64(out, size_of(dat->cpus[i]));
		place += size_of(dat->cpus[i]);
	}
	put_text_64(out, clock);
	return first;
}

/* A part ends with a page, so the next one is in its place. */
static int append_parts(struct trace_dat *dat, off_t first)
{
	int out = fileno(dat->out.stream);
	int failed = ferror(dat->out.stream) || fflush(dat->out.stream);
	size_t i;

	failed = failed || lseek(out, first, SEEK_SET) < 0 || ftruncate(out, first);
	for (i = 0; i < dat->nr_cpus && !failed; i++)
		failed = file_append(out, dat->cpus[i]);
	return failed;
}

static int trace_dat_finish(struct hit_sink *sink)
{
	struct trace_dat *dat = trace_dat_of(sink);
	char *clock = tracefs_get_clock(dat->buffers->instance);
	char *chosen = xasprintf("[%s]", clock ?: "local");
	FILE *out = dat->out.stream;
	int failed = dat->is_broken ? -1 : 0;

	if (!failed) {
		if (decoder_is_here(dat->decoder))
			put_file(out, "saved_cmdlines", put_text_64);
		else
			put_text_64(out, NULL);
		put_32(out, dat->nr_cpus);
		put_options(out, dat, chosen);
		if (append_parts(dat, put_places(out, dat, chosen)))
			failed = out_file_fail(&dat->out);
		else
			failed = out_file_commit(&dat->out);
	}
	free(chosen);
	free(clock);
	return failed;
}

static void trace_dat_close(struct hit_sink *sink)
{
	struct trace_dat *dat = trace_dat_of(sink);

	while (dat->nr_cpus)
		close(dat->cpus[--dat->nr_cpus]);
	free(dat->cpus);
	out_file_drop(&dat->out);
	free(dat);
}

static const struct hit_sink_ops trace_dat_ops = {
	.describe = trace_dat_describe,
	.begin = trace_dat_begin,
	.pages = trace_dat_pages,
	.finish = trace_dat_finish,
	.close = trace_dat_close,
};

struct hit_sink *trace_dat_open(const char *path)
{
	struct trace_dat *dat;
	struct stat st;

	if (!strcmp(path, "-") || (!lstat(path, &st) && !S_ISREG(st.st_mode))) {
		error_file(path, "cannot write: it is not a regular file");
		return NULL;
	}
	dat = xcalloc(1, sizeof(*dat));
	dat->sink.ops = &trace_dat_ops;
	dat->path = path;
	if (!out_file_open(&dat->out, path))
		return &dat->sink;
	free(dat);
	return NULL;
}
