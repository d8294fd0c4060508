// SPDX-License-Identifier: GPL-2.0-only
/*
 * failnth.c - does something with each allocation of sdt.ko's failing in turn
 *
 *	failnth insmod FILE [PARAMETERS [UNFILE UNTEXT]]
 *						load and unload a module, while UNFILE has UNTEXT
 *	failnth rmmod FILE [...]		the same, failing while it goes
 *	failnth again FILE PARAMETERS UNFILE UNTEXT	the same, failing while it comes again
 *	failnth forget FILE PARAMETERS UNFILE UNTEXT	load and unload it while UNFILE has UNTEXT,
 *						failing while UNFILE is emptied
 *	failnth write FILE TEXT UNFILE UNTEXT	write to a file, undo it by another
 *	failnth unwrite FILE TEXT UNFILE UNTEXT	the same, failing while it is undone
 *	failnth perf FILE			open the event whose id FILE holds, close it
 *	failnth raw NAME			attach a BPF program to a raw tracepoint, and detach it
 *	failnth read FILE			read it
 *
 * failer.ko is told to have the Nth allocation fail, for N from 1 until there are
 * not so many.  A step may then fail, or may do with less.  Either way it is undone,
 * and everything must be as before: the modules with their users, sdt's statistics,
 * its probes.  Then the same is done with nothing failing, and must work as it did
 * the first time.  Prints how many allocations failed, and how often that made the
 * step fail; or what is wrong, and exits with 1.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define STATS	"/sys/kernel/debug/sdt/stats"
#define PROBES	"/sys/kernel/debug/sdt/probes"
#define MODULES	"/proc/modules"
#define NTH	"/sys/module/failer/parameters/nth"

struct state {
	char text[65536];
};

/* The arguments; of a module the text is its parameters. */
static const char *file, *text = "", *unfile, *untext;
static int perf_fd = -1, raw_fd = -1;
static unsigned int nth;

static void __attribute__((format(printf, 1, 2))) die(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	printf("allocation %u: ", nth);
	vprintf(format, args);
	va_end(args);
	putchar('\n');
	exit(1);
}

/* -- what is done and undone: 0 or -1, with errno ---------------------------------- */

/* The file's name without folder and ".ko" */
static const char *module_name(void)
{
	static char name[64];
	const char *slash = strrchr(file, '/');

	snprintf(name, sizeof(name), "%s", slash ? slash + 1 : file);
	name[strcspn(name, ".")] = '\0';
	return name;
}

static int load(void)
{
	int fd = open(file, O_RDONLY | O_CLOEXEC), ret, err;

	if (fd < 0)
		return -1;
	ret = syscall(SYS_finit_module, fd, text, 0);
	err = errno;
	close(fd);
	errno = err;
	return ret;
}

static int unload(void)
{
	return syscall(SYS_delete_module, module_name(), O_NONBLOCK);
}

static int write_to(const char *path, const char *what)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC), ret, err;

	if (fd < 0)
		return -1;
	ret = write(fd, what, strlen(what)) < 0 ? -1 : 0;
	err = errno;
	close(fd);
	errno = err;
	return ret;
}

static int write_text(void)
{
	return write_to(file, text);
}

static int unwrite_text(void)
{
	return write_to(unfile, untext);
}

/* What a module that comes and goes meets */
static int set_up(void)
{
	return unfile ? unwrite_text() : 0;
}

static int set_up_and_load(void)
{
	return set_up() ? -1 : load();
}

static int set_up_load_unload(void)
{
	return set_up_and_load() || unload() ? -1 : 0;
}

static int reset(void)
{
	return unfile ? write_to(unfile, " ") : 0;
}

static int unload_and_reset(void)
{
	return unload() ? -1 : reset();
}

static int open_perf(void)
{
	static struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT,
		.size = sizeof(attr),
	};
	FILE *id = fopen(file, "r");

	if (!id)
		return -1;
	if (fscanf(id, "%llu", (unsigned long long *)&attr.config) != 1)
		errno = EIO;
	fclose(id);
	perf_fd = syscall(SYS_perf_event_open, &attr, -1, 0, -1,
			  PERF_FLAG_FD_CLOEXEC);
	return perf_fd < 0 ? -1 : 0;
}

static int close_perf(void)
{
	int ret = close(perf_fd);

	perf_fd = -1;
	return ret;
}

static long bpf(int command, union bpf_attr *attr)
{
	return syscall(SYS_bpf, command, attr, sizeof(*attr));
}

/* Attaches a program that returns 0. */
static int attach_raw(void)
{
	static const struct bpf_insn code[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	union bpf_attr load = { .prog_type = BPF_PROG_TYPE_RAW_TRACEPOINT }, open = { 0 };
	int program, err;

	load.insns = (uintptr_t)code;
	load.insn_cnt = sizeof(code) / sizeof(*code);
	load.license = (uintptr_t)"GPL";
	program = bpf(BPF_PROG_LOAD, &load);
	open.raw_tracepoint.name = (uintptr_t)file;
	open.raw_tracepoint.prog_fd = program;
	raw_fd = bpf(BPF_RAW_TRACEPOINT_OPEN, &open);
	err = errno;
	close(program);
	errno = err;
	return raw_fd < 0 ? -1 : 0;
}

static int detach_raw(void)
{
	int ret = close(raw_fd);

	raw_fd = -1;
	return ret;
}

static int read_file(void)
{
	char buffer[4096];
	int fd = open(file, O_RDONLY | O_CLOEXEC), err;
	ssize_t n;

	if (fd < 0)
		return -1;
	do
		n = read(fd, buffer, sizeof(buffer));
	while (n > 0);
	err = errno;
	close(fd);
	errno = err;
	return n;
}

static int nothing(void)
{
	return 0;
}

static const struct step {
	const char *name;
	int (*before)(void);		/* with no failure */
	int (*during)(void);		/* with failures */
	int (*after)(void);		/* if the step succeeded */
	int (*instead)(void);		/* if it failed */
} steps[] = {
	{ "insmod", set_up, load, unload_and_reset, reset },
	{ "rmmod", set_up_and_load, unload, reset, unload_and_reset },
	{ "again", set_up_load_unload, load, unload_and_reset, reset },
	{ "forget", set_up_load_unload, reset, nothing, reset },
	{ "write", nothing, write_text, unwrite_text, nothing },
	{ "unwrite", write_text, unwrite_text, nothing, unwrite_text },
	{ "perf", nothing, open_perf, close_perf, nothing },
	{ "raw", nothing, attach_raw, detach_raw, nothing },
	{ "read", nothing, read_file, nothing, nothing },
};

/* -- what there is -------------------------------------------------------------------- */

/* Cuts a line off behind so many words. */
static void keep_words(char *line, unsigned int words)
{
	for (; *line && *line != '\n'; line++)
		if (*line == ' ' && !--words)
			break;
	strcpy(line, "\n");
}

/* Appends the first words of a file's lines; of one that is not there nothing. */
static void append(struct state *state, const char *path, unsigned int words)
{
	FILE *stream = fopen(path, "r");
	char line[512];

	if (!stream)
		return;
	while (fgets(line, sizeof(line) - 1, stream)) {
		keep_words(line, words);
		if (strlen(state->text) + strlen(line) < sizeof(state->text))
			strcat(state->text, line);
	}
	fclose(stream);
}

static void get_state(struct state *state)
{
	state->text[0] = '\0';
	append(state, MODULES, 3);	/* name, size, number of users */
	append(state, STATS, 2);
	append(state, PROBES, 3);
}

static void compare(const struct state *wanted, const char *when)
{
	static struct state state;

	get_state(&state);
	if (strcmp(state.text, wanted->text))
		die("%s there is\n%swhere there should be\n%s", when, state.text,
		    wanted->text);
}

static void must(int ret, const char *what)
{
	if (ret)
		die("%s: %s", what, strerror(errno));
}

/* -- one allocation that fails ---------------------------------------------------------- */

/* Sets the number of allocations up to the failure, returns what is left of it. */
static unsigned int fail_nth(int fd, unsigned int value)
{
	char left[16] = "";

	if (pread(fd, left, sizeof(left) - 1, 0) < 0 ||
	    dprintf(fd, "%u", value) < 0)
		die("%s: %s", NTH, strerror(errno));
	return strtoul(left, NULL, 10);
}

int main(int argc, char **argv)
{
	static struct state off, on;
	const struct step *step = steps;
	unsigned int failures = 0;
	int fd;

	if (argc < 3)
		return 2;
	while (strcmp(step->name, argv[1]))
		if (++step == steps + sizeof(steps) / sizeof(*steps))
			return 2;
	file = argv[2];
	if (argc > 3)
		text = argv[3];
	if (argc > 5) {
		unfile = argv[4];
		untext = argv[5];
	}
	fd = open(NTH, O_RDWR | O_CLOEXEC);
	must(fd < 0, NTH);

	get_state(&off);
	must(step->before(), "before");
	must(step->during(), step->name);
	get_state(&on);
	must(step->after(), "after");
	compare(&off, "after nothing failed");

	for (nth = 1; ; nth++) {
		int ret, err;

		must(step->before(), "before");
		fail_nth(fd, nth);
		ret = step->during();
		err = errno;
		if (fail_nth(fd, 0)) {		/* there are not so many */
			must(ret, step->name);
			must(step->after(), "after");
			break;
		}
		if (ret && err != ENOMEM && err != EAGAIN)
			printf("allocation %u: %s: %s\n", nth, step->name,
			       strerror(err));
		failures += !!ret;
		must(ret ? step->instead() : step->after(), "undo");
		compare(&off, "when undone");

		must(step->before(), "before, at last");
		must(step->during(), "at last");
		compare(&on, "with nothing failing, then,");
		must(step->after(), "after, at last");
		compare(&off, "when undone, at last,");
	}
	printf("%u allocations, %u failures\n", nth - 1, failures);
	return 0;
}
