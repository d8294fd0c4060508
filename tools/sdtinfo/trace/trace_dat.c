// SPDX-License-Identifier: GPL-2.0-only
/*
 * trace_dat.c - a trace.dat file of what is in the buffers
 *
 * trace-cmd and KernelShark read such files, and trace-cmd assembles them: see trace-cmd.dat(5)
 * and trace-cmd-restore(1).
 *
 * The pages of each CPU's buffer go to a file as they are.  "trace-cmd restore" makes a
 * trace.dat of these files and a head, which has the formats of the kernel's events, its
 * symbols, and the names of tasks.
 *
 * The head is made at the start, because modules can be removed.  If none was, it is made again
 * at the end, to have the names of the tasks that started meanwhile.
 */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/util.h"
#include "sink.h"

extern char **environ;

/* The arguments of trace-cmd that name the parts of the file */
#define HEAD	3
#define WHOLE	5
#define CPUS	6

struct trace_dat {
	struct hit_sink sink;
	const char *path;
	char *folder;		/* next to it, for its parts, until it is complete */
	char **argv;		/* the command that puts these together */
	FILE **cpus;		/* what was in the buffer of each */
	size_t nr_cpus;
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

/* trace-cmd's own message, or the first line, from a library; caller frees */
static char *said(int messages)
{
	char text[1024], *line;
	ssize_t n = pread(messages, text, sizeof(text) - 1, 0);

	text[n > 0 ? n : 0] = '\0';
	line = strstr(text, "trace-cmd: ");
	line = line ? line + strlen("trace-cmd: ") : text;
	return xasprintf("%.*s", (int)strcspn(line, "\n"), line);
}

/* It has its own process group, so that Ctrl-C does not reach it. */
static int start_trace_cmd(char *const *argv, int messages, pid_t *pid)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	int error;

	if (posix_spawnattr_init(&attributes) ||
	    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP) ||
	    posix_spawn_file_actions_init(&actions) ||
	    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0) ||
	    posix_spawn_file_actions_adddup2(&actions, messages, STDERR_FILENO))
		out_of_memory();
	error = posix_spawnp(pid, argv[0], &actions, &attributes, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	posix_spawnattr_destroy(&attributes);
	if (error == ENOENT)
		return error_file(argv[0], "not found: install trace-cmd, which writes trace.dat files");
	return error ? error_file(argv[0], "%s", strerror(error)) : 0;
}

static int run_trace_cmd(const struct trace_dat *dat, char *const *argv)
{
	int messages = memfd_create("messages", MFD_CLOEXEC), failed, status = 0;
	char *line;
	pid_t pid;

	if (messages < 0)
		return write_failed(dat);
	failed = start_trace_cmd(argv, messages, &pid);
	while (!failed && waitpid(pid, &status, 0) < 0)
		failed = errno != EINTR;
	if (!failed && status) {
		line = WIFSIGNALED(status) ? xasprintf("%s", strsignal(WTERMSIG(status))) :
					     said(messages);
		error_file(dat->path, "cannot write: '%s %s': %s", argv[0], argv[1], line);
		free(line);
	}
	close(messages);
	return failed || status ? -1 : 0;
}

static int make_head(const struct trace_dat *dat)
{
	char *const argv[] = { "trace-cmd", "restore", "-c", "-o", dat->argv[HEAD], NULL };

	return run_trace_cmd(dat, argv);
}

static int begin(struct trace_dat *dat, size_t nr_cpus)
{
	char **argv, *part;
	struct stat st;
	size_t i;

	if (!strcmp(dat->path, "-") || (!lstat(dat->path, &st) && !S_ISREG(st.st_mode)))
		return error_file(dat->path, "cannot write: it is not a regular file");
	/* A path must not look like an option. */
	dat->folder = xasprintf("%s%s.XXXXXX", *dat->path == '-' ? "./" : "", dat->path);
	dat->cpus = xcalloc(nr_cpus, sizeof(*dat->cpus));
	if (!mkdtemp(dat->folder))
		return write_failed(dat);
	argv = xcalloc(CPUS + nr_cpus + 1, sizeof(*argv));
	dat->argv = argv;
	argv[0] = "trace-cmd";
	argv[1] = "restore";
	argv[2] = "-i";
	argv[HEAD] = xasprintf("%s/head", dat->folder);
	argv[4] = "-o";
	argv[WHOLE] = xasprintf("%s/whole", dat->folder);
	for (i = 0; i < nr_cpus; i++) {
		part = xasprintf("%s/cpu%zu", dat->folder, i);
		argv[CPUS + i] = part;
		dat->cpus[i] = fopen(part, "we");
		if (!dat->cpus[i])
			return write_failed(dat);
		dat->nr_cpus++;
	}
	return make_head(dat);
}

static int trace_dat_pages(struct hit_sink *sink, struct buffers *buffers)
{
	struct trace_dat *dat = trace_dat_of(sink);
	int copied = buffers_copy(buffers, dat->cpus);

	dat->is_broken = copied < 0;
	return copied < 0 ? write_failed(dat) : copied;
}

/* The run counts what the buffers have lost at its end. */
static void trace_dat_lost(struct hit_sink *sink, int cpu, uint64_t number)
{
	(void)sink;
	(void)cpu;
	(void)number;
}

static int close_cpus(struct trace_dat *dat)
{
	int failed = 0;
	size_t i;

	for (i = 0; i < dat->nr_cpus; i++) {
		failed |= fclose(dat->cpus[i]);
		dat->cpus[i] = NULL;
	}
	return failed ? write_failed(dat) : 0;
}

/* trace-cmd makes the file readable for its owner only: give it the usual mode. */
static int put_in_place(const struct trace_dat *dat, const char *file)
{
	mode_t mask = umask(0);

	umask(mask);
	if (chmod(file, 0666 & ~mask) || rename(file, dat->path))
		return write_failed(dat);
	return 0;
}

static int trace_dat_finish(struct hit_sink *sink, bool is_current)
{
	struct trace_dat *dat = trace_dat_of(sink);

	return dat->is_broken || close_cpus(dat) || (is_current && make_head(dat)) ||
	       run_trace_cmd(dat, dat->argv) || put_in_place(dat, dat->argv[WHOLE]) ? -1 : 0;
}

static void trace_dat_close(struct hit_sink *sink)
{
	struct trace_dat *dat = trace_dat_of(sink);
	size_t i;

	for (i = 0; dat->cpus && i < dat->nr_cpus; i++)
		if (dat->cpus[i])
			fclose(dat->cpus[i]);
	if (dat->argv) {
		folder_remove(dat->folder);
		free(dat->argv[HEAD]);
		free(dat->argv[WHOLE]);
		for (i = CPUS; dat->argv[i]; i++)
			free(dat->argv[i]);
	}
	free(dat->argv);
	free(dat->folder);
	free(dat->cpus);
	free(dat);
}

static const struct hit_sink_ops trace_dat_ops = {
	.pages = trace_dat_pages,
	.lost = trace_dat_lost,
	.finish = trace_dat_finish,
	.close = trace_dat_close,
};

struct hit_sink *trace_dat_open(const char *path, size_t nr_cpus)
{
	struct trace_dat *dat = xcalloc(1, sizeof(*dat));

	dat->sink.ops = &trace_dat_ops;
	dat->path = path;
	if (!begin(dat, nr_cpus))
		return &dat->sink;
	trace_dat_close(&dat->sink);
	return NULL;
}
