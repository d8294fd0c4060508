// SPDX-License-Identifier: GPL-2.0-only
/*
 * recording.c - a trace.dat file of what is in the buffers
 *
 * The pages of each CPU's buffer go to a file as they are.  "trace-cmd restore" makes a
 * trace.dat of these files and a head, which has the formats of the kernel's events, its
 * symbols, and the names of tasks.
 *
 * A head is made at the beginning, since modules can go.  If none has gone at the end, it
 * is made once more, and then it has the names of the tasks that came meanwhile.
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

#include "lib/error.h"
#include "lib/util.h"
#include "recording.h"

extern char **environ;

static char *part(const struct recording *recording, const char *name)
{
	return xasprintf("%s/%s", recording->folder, name);
}

static char *cpu_part(const struct recording *recording, size_t cpu)
{
	return xasprintf("%s/cpu%zu", recording->folder, cpu);
}

static int write_failed(const struct recording *recording)
{
	error_file(recording->path, "cannot write: %s", strerror(errno));
	return -1;
}

/* What trace-cmd said: its own line, or the first one, of a library; caller frees */
static char *said(int messages)
{
	char text[1024], *line;
	ssize_t n = pread(messages, text, sizeof(text) - 1, 0);

	text[n > 0 ? n : 0] = '\0';
	line = strstr(text, "trace-cmd: ");
	line = line ? line + strlen("trace-cmd: ") : text;
	return xasprintf("%.*s", (int)strcspn(line, "\n"), line);
}

/* In a process group of its own: a terminal's Ctrl-C is not for it. */
static int start(char *const *argv, int messages, pid_t *pid)
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
		error_file(argv[0], "not found: install it, it is what makes trace.dat files");
	else if (error)
		error_file(argv[0], "%s", strerror(error));
	return error ? -1 : 0;
}

static int run(const struct recording *recording, char *const *argv)
{
	int messages = memfd_create("messages", MFD_CLOEXEC), failed, status = 0;
	char *line;
	pid_t pid;

	if (messages < 0)
		return write_failed(recording);
	failed = start(argv, messages, &pid);
	while (!failed && waitpid(pid, &status, 0) < 0)
		failed = errno != EINTR;
	if (!failed && status) {
		line = WIFSIGNALED(status) ? xasprintf("%s", strsignal(WTERMSIG(status))) :
					     said(messages);
		error_file(recording->path, "cannot write: '%s %s': %s", argv[0], argv[1],
			   line);
		free(line);
	}
	close(messages);
	return failed || status ? -1 : 0;
}

static int make_head(const struct recording *recording)
{
	char *head = part(recording, "head");
	char *const argv[] = { "trace-cmd", "restore", "-c", "-o", head, NULL };
	int failed = run(recording, argv);

	free(head);
	return failed;
}

int recording_open(struct recording *recording, const char *path, size_t nr_cpus)
{
	struct stat st;
	size_t i;
	char *name;

	recording->path = path;
	if (!strcmp(path, "-") || (!lstat(path, &st) && !S_ISREG(st.st_mode))) {
		error_file(path, "cannot write: it is not a regular file");
		return -1;
	}
	/* Not to be taken for an option */
	recording->folder = xasprintf("%s%s.XXXXXX", *path == '-' ? "./" : "", path);
	recording->cpus = xcalloc(nr_cpus, sizeof(*recording->cpus));
	if (!mkdtemp(recording->folder)) {
		write_failed(recording);
		free(recording->folder);
		recording->folder = NULL;
		return -1;
	}
	for (i = 0; i < nr_cpus; i++) {
		name = cpu_part(recording, i);
		recording->cpus[i] = fopen(name, "we");
		free(name);
		if (!recording->cpus[i])
			return write_failed(recording);
		recording->nr_cpus++;
	}
	return make_head(recording);
}

int recording_take(struct recording *recording, struct buffers *buffers)
{
	int copied = buffers_copy(buffers, recording->cpus);

	recording->is_broken = copied < 0;
	return copied < 0 ? write_failed(recording) : copied;
}

static int close_cpus(struct recording *recording)
{
	int failed = 0;
	size_t i;

	for (i = 0; i < recording->nr_cpus; i++) {
		failed |= fclose(recording->cpus[i]);
		recording->cpus[i] = NULL;
	}
	return failed ? write_failed(recording) : 0;
}

/* The usual mode of a new file: what trace-cmd makes is readable for its owner only. */
static int put_in_place(const struct recording *recording, const char *file)
{
	mode_t mask = umask(0);

	umask(mask);
	if (chmod(file, 0666 & ~mask) || rename(file, recording->path))
		return write_failed(recording);
	return 0;
}

int recording_finish(struct recording *recording, bool is_current)
{
	const size_t nr_cpus = recording->nr_cpus;
	char **argv = xcalloc(nr_cpus + 7, sizeof(*argv));
	char *head = part(recording, "head"), *whole = part(recording, "whole");
	size_t i;
	int failed;

	argv[0] = "trace-cmd";
	argv[1] = "restore";
	argv[2] = "-i";
	argv[3] = head;
	argv[4] = "-o";
	argv[5] = whole;
	for (i = 0; i < nr_cpus; i++)
		argv[6 + i] = cpu_part(recording, i);
	failed = close_cpus(recording) || (is_current && make_head(recording)) ||
		 run(recording, argv) || put_in_place(recording, whole);
	for (i = 0; i < nr_cpus; i++)
		free(argv[6 + i]);
	free(argv);
	free(whole);
	free(head);
	return failed ? -1 : 0;
}

static void remove_part(char *name)
{
	unlink(name);
	free(name);
}

void recording_close(struct recording *recording)
{
	size_t i;

	for (i = 0; i < recording->nr_cpus; i++) {
		if (recording->cpus[i])
			fclose(recording->cpus[i]);
		remove_part(cpu_part(recording, i));
	}
	if (recording->folder) {
		remove_part(part(recording, "head"));
		remove_part(part(recording, "whole"));
		rmdir(recording->folder);
	}
	free(recording->folder);
	free(recording->cpus);
}
