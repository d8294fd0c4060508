// SPDX-License-Identifier: GPL-2.0-only
/*
 * load.c - load and attach a BPF program, run a command, and print what the program has seen
 *
 *	load FILE.bpf.o PROGRAM COMMAND...
 *
 * Prints the elements of the map "seen" in one line.  If the program is refused, the status is 1,
 * and the lines of libbpf and of the verifier that say so are printed instead.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#define SEEN	16

static char log_of_verifier[1 << 20];

/* Warnings, not the verifier's log that is in some of them */
static int print(enum libbpf_print_level level, const char *format, va_list args)
{
	char line[512];

	if (level != LIBBPF_WARN)
		return 0;
	vsnprintf(line, sizeof(line), format, args);
	if (!strstr(line, "PROG LOAD LOG"))
		fputs(line, stdout);
	return 0;
}

/* The verifier's last line that is not about how much it did */
static void print_reason(void)
{
	char *line, *last = "", *rest = log_of_verifier;

	while ((line = strsep(&rest, "\n")))
		if (*line && strncmp(line, "processed ", 10))
			last = line;
	printf("verifier: %s\n", last);
}

static struct bpf_link *attach(struct bpf_object *object, const char *name)
{
	struct bpf_program *program, *wanted = NULL;
	struct bpf_link *link;

	bpf_object__for_each_program(program, object) {
		if (strcmp(bpf_program__name(program), name))
			bpf_program__set_autoload(program, false);
		else
			wanted = program;
	}
	if (!wanted) {
		printf("no program %s\n", name);
		return NULL;
	}
	bpf_program__set_log_buf(wanted, log_of_verifier, sizeof(log_of_verifier));
	if (bpf_object__load(object)) {
		print_reason();
		return NULL;
	}
	link = bpf_program__attach(wanted);
	if (!link)
		printf("%s: not attached: %s\n", name, strerror(errno));
	return link;
}

static void print_seen(struct bpf_object *object)
{
	int fd = bpf_object__find_map_fd_by_name(object, "seen");
	unsigned int i;
	long long value;

	for (i = 0; i < SEEN; i++)
		if (!bpf_map_lookup_elem(fd, &i, &value))
			printf("%s%lld", i ? " " : "", value);
	printf("\n");
}

int main(int argc, char **argv)
{
	struct bpf_object *object;

	if (argc < 4)
		return 2;
	libbpf_set_print(print);
	object = bpf_object__open_file(argv[1], NULL);
	if (!object || !attach(object, argv[2])) {
		fflush(stdout);
		return 1;
	}
	if (!fork()) {
		execvp(argv[3], argv + 3);
		_exit(127);
	}
	wait(NULL);
	print_seen(object);
	return 0;
}
