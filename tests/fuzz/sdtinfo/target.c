// SPDX-License-Identifier: GPL-2.0-only
/*
 * target.c - runs sdtinfo's verbs over an input, and checks what holds of any
 *
 * Serves libFuzzer and replay.c.  The verbs are called as main.c calls them and
 * find the input in a file.  Whatever it is:
 *
 *  1. a verb returns, with one of its exit codes; the command line is right
 *  2. one that fails says why, and a message is a whole line
 *  3. what is printed, or written for the assembler, is UTF-8 without a control
 *     character, which could talk to a terminal
 *  4. the input is what it was
 *  5. output is there if the verb succeeded; nothing else is left in its folder
 *  6. no file stays open
 *
 * The sanitizers see the rest: memory, undefined behaviour, leaks.
 *
 * Runs in a folder that can be written and has "other.o" and "other.ko", for the
 * verbs that compare or join files.
 */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd.h"
#include "target.h"

/* The input: a file in memory, under a number that nobody else is given */
#define INPUT_FD	100
#define INPUT		"/proc/self/fd/100"

/* The same, where a name says what is a module */
#define INPUT_MODULE	"input.ko"

static char folder[] = "output-XXXXXX";
static char output[sizeof(folder) + sizeof("/table.S")];

#define MAX_ARGS	8

/* What is run, one line for each command line; those of one kind by turns */
static const struct run {
	const struct command *command;
	const char *args[MAX_ARGS];
	unsigned int turn;	/* 0: always; else its place among NR_TURNS */
} runs[] = {
	{ &cmd_dump, { "-j", INPUT }, 0 },
	{ &cmd_verify, { INPUT }, 0 },
	{ &cmd_diff, { INPUT, "other.ko" }, 0 },
	{ &cmd_link, { "-m", "m", "-o", output, INPUT }, 0 },
	{ &cmd_link, { "-m", "m", "-o", output, "--allow-empty", "other.o", INPUT }, 1 },
	{ &cmd_dump, { INPUT }, 2 },
	{ &cmd_dump, { "-v", INPUT }, 3 },
	{ &cmd_verify, { "-j", INPUT }, 4 },
	{ &cmd_diff, { "-j", "other.ko", INPUT }, 5 },
	{ &cmd_args, { "*:*e*@*", INPUT_MODULE }, 6 },
	{ &cmd_args, { "-j", INPUT_MODULE }, 7 },
	{ &cmd_gen, { "--bpftrace", INPUT_MODULE }, 8 },
	{ &cmd_gen, { "--d", "-o", output, INPUT_MODULE }, 9 },
	{ &cmd_list, { "-v", INPUT_MODULE }, 11 },
	{ &cmd_list, { "-j", "write_entry", INPUT_MODULE }, 12 },
	{ &cmd_gen, { "--libbpf", INPUT_MODULE }, 10 },
};

#define NR_TURNS	12

/* Where stdout, stderr and output end: looked at, and forgotten */
struct sink {
	FILE *stream;
	size_t bytes;
	unsigned char last;
	unsigned int more;	/* bytes that the character still needs */
	bool broken;
};

static struct sink out, err;
static const struct run *running;

static void wrong(const char *what)
{
	dprintf(STDERR_FILENO, "==%d==ERROR: sdtinfo %s", getpid(),
		running->command->name);
	for (int i = 0; i < MAX_ARGS && running->args[i]; i++)
		dprintf(STDERR_FILENO, " %s", running->args[i]);
	dprintf(STDERR_FILENO, ": %s\n", what);
	abort();
}

static void look_at(struct sink *sink, unsigned char c)
{
	if (sink->more) {
		sink->broken |= (c & 0xc0) != 0x80;
		sink->broken |= sink->last == 0xc2 && c < 0xa0;
		sink->more--;
	} else if (c < 0x80) {
		sink->broken |= c < 0x20 && c != '\n' && c != '\t';
		sink->broken |= c == 0x7f;
	} else {
		sink->broken |= c < 0xc2 || c > 0xf4;
		sink->more = c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;
	}
	sink->last = c;
}

static ssize_t sink_write(void *cookie, const char *text, size_t size)
{
	struct sink *sink = cookie;

	for (size_t i = 0; i < size; i++)
		look_at(sink, text[i]);
	sink->bytes += size;
	return size;
}

static void sink_open(struct sink *sink)
{
	sink->stream = fopencookie(sink, "w", (cookie_io_functions_t){
		.write = sink_write,
	});
	setvbuf(sink->stream, NULL, _IOFBF, BUFSIZ);
}

static void sink_empty(struct sink *sink)
{
	sink->bytes = sink->last = sink->more = sink->broken = 0;
}

static void check_text(const struct sink *sink, const char *what)
{
	if (sink->broken || sink->more)
		wrong(what);
}

static void check_said(enum exit_code code)
{
	check_text(&out, "control characters on stdout");
	check_text(&err, "control characters on stderr");
	switch (code) {
	case EXIT_DONE:
		break;
	case EXIT_FAILED:
	case EXIT_NO_PROBES:
		if (!err.bytes)
			wrong("failed without a message");
		break;
	case EXIT_DIFFERS:
		if (!out.bytes || (running->command != &cmd_verify &&
				   running->command != &cmd_diff))
			wrong("differs, without a word of it");
		break;
	default:
		wrong("an exit code that it should not have");
	}
	if (err.bytes && err.last != '\n')
		wrong("a message that does not end its line");
}

static void check_input(const uint8_t *data, size_t size)
{
	struct stat st;
	void *now;

	if (fstat(INPUT_FD, &st) || (size_t)st.st_size != size)
		wrong("the input has another size now");
	if (!size)
		return;
	now = mmap(NULL, size, PROT_READ, MAP_SHARED, INPUT_FD, 0);
	if (now == MAP_FAILED || memcmp(now, data, size))
		wrong("the input was changed");
	munmap(now, size);
}

static bool has_output(const struct run *run)
{
	for (int i = 0; i < MAX_ARGS; i++)
		if (run->args[i] == output)
			return true;
	return false;
}

static void check_output(enum exit_code code)
{
	struct sink text = { 0 };
	FILE *file = fopen(output, "r");
	int c;

	if (!file != (code != EXIT_DONE))
		wrong(file ? "failed, and left its output" : "no output");
	if (file) {
		while ((c = getc_unlocked(file)) != EOF)
			look_at(&text, c);
		check_text(&text, "control characters in its output");
		fclose(file);
		unlink(output);
	}
	if (rmdir(folder) || mkdir(folder, 0700))
		wrong("left a file beside its output");
}

/* The number that the next file would have */
static int next_fd(void)
{
	int fd = dup(INPUT_FD);

	close(fd);
	return fd;
}

static void run_verb(const struct run *run)
{
	FILE *old_out = stdout, *old_err = stderr;
	char *argv[MAX_ARGS + 2] = { (char *)run->command->name };
	int argc = 1, fd = next_fd();
	enum exit_code code;

	while (argc <= MAX_ARGS && run->args[argc - 1]) {
		argv[argc] = (char *)run->args[argc - 1];
		argc++;
	}
	running = run;
	sink_empty(&out);
	sink_empty(&err);
	stdout = out.stream;
	stderr = err.stream;
	optind = 0;		/* getopt begins anew */
	code = run->command->run(argc, argv);
	fflush(stdout);
	fflush(stderr);
	stdout = old_out;
	stderr = old_err;

	check_said(code);
	if (has_output(run))
		check_output(code);
	if (next_fd() != fd)
		wrong("left a file open");
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	int fd = memfd_create("input", 0);

	(void)argc;
	(void)argv;
	if (fd < 0 || dup2(fd, INPUT_FD) < 0 || close(fd) ||
	    !mkdtemp(folder) ||
	    (symlink(INPUT, INPUT_MODULE) && errno != EEXIST) ||
	    access("other.o", R_OK) ||
	    access("other.ko", R_OK)) {
		perror("target");
		exit(1);
	}
	sprintf(output, "%s/table.S", folder);
	sink_open(&out);
	sink_open(&err);
	return 0;
}

/* Whose turn it is depends on the input only, so that a finding can be shown again. */
static unsigned int turn_of(const uint8_t *data, size_t size)
{
	unsigned int sum = 0;

	while (size--)
		sum += *data++;
	return 1 + sum % NR_TURNS;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned int turn = turn_of(data, size);

	if (ftruncate(INPUT_FD, 0) || pwrite(INPUT_FD, data, size, 0) != (ssize_t)size) {
		perror("target");
		exit(1);
	}
	for (size_t i = 0; i < sizeof(runs) / sizeof(runs[0]); i++) {
		if (runs[i].turn && runs[i].turn != turn)
			continue;
		run_verb(&runs[i]);
		check_input(data, size);
	}
	return 0;
}
