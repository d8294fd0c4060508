// SPDX-License-Identifier: GPL-2.0-only
/*
 * task_selection.c - whose hits are recorded: the tasks of a command, of processes or of a cgroup
 *
 * The kernel records the hits of the tasks in an instance's list, set_event_pid.  With the option
 * event-fork it adds their children, including threads, and removes tasks that have ended.
 *
 * A command is traced from its first instruction on: its process is created early, waits at a
 * pipe until tracing is set up, and only then executes the command.  A second pipe, which
 * execve(2) closes, reports that there is no such command.
 *
 * An empty list means all tasks, and a cgroup can be empty.  So without a command, the first
 * process in the list is one that has already ended: it hits nothing, and it stays a zombie until
 * the end, so that no other task gets its PID.
 */
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "instance.h"
#include "lib/access.h"
#include "lib/util.h"

#define LIST_FILE	"set_event_pid"

/* How long a command may take to end after SIGTERM */
#define PATIENCE_MS	2000
#define STEP_MS		20

/* How often to look for tasks that were moved to the cgroup */
#define REFRESH_SECONDS	1

/* Tasks can fork while they are listed: the maximum number of times to list them again */
#define MAX_LISTINGS	20

/* Where cgroups are, if nothing else is mounted */
#define CGROUP_FOLDER	"/sys/fs/cgroup"

/*
 * The command
 */

static _Noreturn void become(int start, int failed, char **argv)
{
	int error;
	char go;

	if (read(start, &go, 1) == 1) {
		execvp(argv[0], argv);
		error = errno;
		if (write(failed, &error, sizeof(error)) < 0)
			_exit(126);
	}
	_exit(127);
}

static int fork_command(struct task_selection *selection, char **argv)
{
	int start[2], failed[2];

	if (pipe2(start, O_CLOEXEC) || pipe2(failed, O_CLOEXEC))
		return error_file(argv[0], "%s", strerror(errno));
	selection->child = fork();
	if (selection->child < 0) {
		selection->child = 0;
		return error_file(argv[0], "%s", strerror(errno));
	}
	if (!selection->child) {
		close(start[1]);
		become(start[0], failed[1], argv);
	}
	close(start[0]);
	close(failed[1]);
	selection->start = start[1];
	selection->failed = failed[0];
	return 0;
}

static int fork_ended(struct task_selection *selection)
{
	siginfo_t info;
	int failed;

	signal(SIGCHLD, SIG_DFL);	/* if it was ignored, the process would not stay */
	selection->child = fork();
	if (!selection->child)
		_exit(0);
	failed = selection->child < 0;
	if (failed)
		selection->child = 0;
	else
		while ((failed = waitid(P_PID, selection->child, &info, WEXITED | WNOWAIT)) &&
		       errno == EINTR)
			;
	return failed ? error_file("fork", "%s", strerror(errno)) : 0;
}

int tasks_start(struct task_selection *selection)
{
	int error;

	if (!selection->wanted->command)
		return 0;
	if (write(selection->start, "", 1) != 1)
		return -1;
	if (read(selection->failed, &error, sizeof(error)) != sizeof(error))
		return 0;
	return error_file(selection->wanted->command[0], "%s", strerror(error));
}

static bool command_has_ended(const struct task_selection *selection)
{
	siginfo_t info = { 0 };

	return !waitid(P_PID, selection->child, &info, WEXITED | WNOHANG | WNOWAIT) && info.si_pid;
}

/* The command first gets SIGTERM, unless it has ended. */
static void end_child(struct task_selection *selection)
{
	int i;

	kill(selection->child, SIGTERM);
	for (i = 0; i < PATIENCE_MS / STEP_MS && !waitpid(selection->child, NULL, WNOHANG); i++)
		usleep(1000 * STEP_MS);
	if (i == PATIENCE_MS / STEP_MS) {
		kill(selection->child, SIGKILL);
		while (waitpid(selection->child, NULL, 0) < 0 && errno == EINTR)
			;
	}
}

/*
 * Lists of tasks
 */

struct task_list {
	int *pids;
	size_t nr;
};

static void add_task(struct task_list *tasks, int pid)
{
	tasks->pids = xroom_for_one(tasks->pids, tasks->nr, sizeof(*tasks->pids));
	tasks->pids[tasks->nr++] = pid;
}

/* Numbers between blanks; 0 is a task of another PID namespace, which has no PID here */
static int read_tasks(struct task_list *tasks, const char *path)
{
	FILE *file = fopen(path, "re");
	int pid;

	if (!file)
		return -1;
	while (fscanf(file, "%d", &pid) == 1)
		if (pid)
			add_task(tasks, pid);
	fclose(file);
	return 0;
}

/* The threads of a process; none if it has ended */
static void add_threads(struct task_list *tasks, int pid)
{
	struct name_list threads = { 0 };
	size_t i;

	folder_names(&threads, "/proc/%d/task", pid);
	for (i = 0; i < threads.nr; i++)
		add_task(tasks, atoi(threads.list[i]));
	names_free(&threads);
}

/* The threads of a process, and those of its children and grandchildren */
static void add_family(struct task_list *tasks, int pid)
{
	struct task_list children = { 0 };
	size_t i = tasks->nr, j;
	char *path;

	add_threads(tasks, pid);
	for (; i < tasks->nr; i++) {
		path = xasprintf("/proc/%d/task/%d/children", tasks->pids[i], tasks->pids[i]);
		children.nr = 0;
		read_tasks(&children, path);
		for (j = 0; j < children.nr; j++)
			add_threads(tasks, children.pids[j]);
		free(path);
	}
	free(children.pids);
}

/* The cgroups at and below a folder */
static struct name_list find_cgroups(const char *folder)
{
	char *folders[] = { (char *)folder, NULL };
	FTS *fts = fts_open(folders, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR | FTS_XDEV, NULL);
	struct name_list cgroups = { 0 };
	FTSENT *entry;

	while (fts && (entry = fts_read(fts)))
		if (entry->fts_info == FTS_D)
			names_add(&cgroups, entry->fts_path);
	if (fts)
		fts_close(fts);
	return cgroups;
}

/* Cgroups of version 1 have the second file. */
static void add_tasks_below(struct task_list *list, const char *folder)
{
	struct name_list cgroups = find_cgroups(folder);
	char *threads, *tasks;
	size_t i;

	for (i = 0; i < cgroups.nr; i++) {
		threads = xasprintf("%s/cgroup.threads", cgroups.list[i]);
		tasks = xasprintf("%s/tasks", cgroups.list[i]);
		if (read_tasks(list, threads))
			read_tasks(list, tasks);
		free(threads);
		free(tasks);
	}
	names_free(&cgroups);
}

static int compare_pids(const void *a, const void *b)
{
	const int x = *(const int *)a, y = *(const int *)b;

	return (x > y) - (x < y);
}

static void sort_tasks(struct task_list *tasks)
{
	if (tasks->nr)
		qsort(tasks->pids, tasks->nr, sizeof(*tasks->pids), compare_pids);
}

static bool process_has_ended(const struct pollfd *process)
{
	struct pollfd asked = *process;

	return poll(&asked, 1, 0) == 1;
}

/* What is wanted now, sorted */
static void list_wanted(const struct task_selection *selection, struct task_list *tasks)
{
	const struct tasks_wanted *wanted = selection->wanted;
	size_t i, nr;

	add_task(tasks, selection->child);
	for (i = 0; i < wanted->nr_pids; i++) {
		nr = tasks->nr;
		add_family(tasks, wanted->pids[i]);
		/* The PID can have been reused: then these are tasks of another process. */
		if (process_has_ended(&selection->processes[i]))
			tasks->nr = nr;
	}
	if (selection->cgroup)
		add_tasks_below(tasks, selection->cgroup);
	sort_tasks(tasks);
}

static bool has_task(const struct task_list *tasks, int pid)
{
	return tasks->nr && bsearch(&pid, tasks->pids, tasks->nr, sizeof(pid), compare_pids);
}

/*
 * The tasks that the kernel's list lacks: they were in it neither before @tasks was made nor after
 * that, and have not ended.  A PID without a task must not be added: it would stay, and another
 * task could get it.  "" if there are none; caller frees.
 */
static char *missing_text(const struct task_list *tasks, const struct task_list *before,
			  const struct task_list *after)
{
	size_t i, size;
	char *text;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		out_of_memory();
	for (i = 0; i < tasks->nr; i++)
		if ((!i || tasks->pids[i] != tasks->pids[i - 1]) &&
		    !has_task(before, tasks->pids[i]) && !has_task(after, tasks->pids[i]) &&
		    file_exists("/proc/%d", tasks->pids[i]))
			fprintf(out, "%d\n", tasks->pids[i]);
	if (fclose(out))
		out_of_memory();
	return text;
}

/* The kernel's list; -1: errno */
static int read_listed(const struct task_selection *selection, struct task_list *listed)
{
	char *path = tracefs_instance_get_file(selection->instance, LIST_FILE);
	int failed = read_tasks(listed, path), error = errno;

	sort_tasks(listed);
	tracefs_put_tracing_file(path);
	errno = error;
	return failed;
}

/* 1: some were added, 0: there were none, -1: it has reported why they cannot be added */
static int add_missing(const struct task_selection *selection)
{
	struct task_list wanted = { 0 }, before = { 0 }, after = { 0 };
	int added = read_listed(selection, &before);
	char *missing = NULL;

	if (!added) {
		list_wanted(selection, &wanted);
		added = read_listed(selection, &after);
	}
	if (!added) {
		missing = missing_text(&wanted, &before, &after);
		if (*missing)
			added = tracefs_instance_file_append(selection->instance, LIST_FILE,
							     missing) < 0 ? -1 : 1;
	}
	if (added < 0)
		error_file(LIST_FILE, "%s", strerror(errno));
	free(missing);
	free(wanted.pids);
	free(before.pids);
	free(after.pids);
	return added;
}

int tasks_apply(struct task_selection *selection, struct tracefs_instance *instance)
{
	int i, added = 1;

	if (!selection->child)
		return 0;
	selection->instance = instance;
	selection->refreshed = clock_seconds();
	if (tracefs_option_enable(instance, TRACEFS_OPTION_EVENT_FORK))
		return error_file("trace_options", "event-fork: %s", strerror(errno));
	for (i = 0; i < MAX_LISTINGS && added > 0; i++)
		added = add_missing(selection);
	if (added > 0)
		error_file(LIST_FILE, "new tasks start faster than they can be listed: some are not watched");
	return added < 0 ? -1 : 0;
}

void tasks_refresh(struct task_selection *selection)
{
	if (!selection->cgroup || selection->is_broken ||
	    clock_seconds() - selection->refreshed < REFRESH_SECONDS)
		return;
	selection->refreshed = clock_seconds();
	selection->is_broken = add_missing(selection) < 0;
}

/*
 * The cgroup
 */

static bool is_cgroup(const char *folder)
{
	char *path = xasprintf("%s/cgroup.procs", folder);
	bool is = !access(path, R_OK);

	free(path);
	return is;
}

/* The only cgroup with this name, or with it in its name, as "docker-NAME.scope"; caller frees */
static char *search_cgroup(const char *root, const char *name)
{
	struct name_list all = { 0 }, equal = { 0 }, found = { 0 };
	const struct name_list *names = &found;
	const char *last;
	char *folder = NULL;
	size_t i;

	if (!strchr(name, '/'))
		all = find_cgroups(root);
	for (i = 0; i < all.nr; i++) {
		last = strrchr(all.list[i], '/');
		if (last && !strcmp(last + 1, name))
			names_add(&equal, all.list[i]);
		if (last && strstr(last, name))
			names_add(&found, all.list[i]);
	}
	if (equal.nr)
		names = &equal;
	if (names->nr == 1)
		folder = xasprintf("%s", names->list[0]);
	else if (names->nr)
		error_file("--cgroup", "'%s' matches %zu cgroups: %s, %s%s", name, names->nr,
			   names->list[0], names->list[1], names->nr > 2 ? ", ..." : "");
	else
		error_file("--cgroup", "no cgroup '%s' in %s", name, root);
	names_free(&all);
	names_free(&equal);
	names_free(&found);
	return folder;
}

static int find_cgroup(struct task_selection *selection)
{
	const char *name = selection->wanted->cgroup;
	char *root = access_mounted("cgroup2") ?: xasprintf("%s", CGROUP_FOLDER);

	selection->cgroup = *name == '/' && is_cgroup(name) ? xasprintf("%s", name) :
							  xasprintf("%s/%s", root, name);
	if (!is_cgroup(selection->cgroup)) {
		free(selection->cgroup);
		selection->cgroup = search_cgroup(root, name);
	}
	free(root);
	return selection->cgroup ? 0 : -1;
}

/*
 * Processes
 */

static int open_processes(struct task_selection *selection)
{
	const struct tasks_wanted *wanted = selection->wanted;
	char *name;
	size_t i;

	if (wanted->nr_pids && access("/proc/thread-self/children", R_OK))
		error_file("--pid", "only children that start from now on are watched: the kernel lacks CONFIG_PROC_CHILDREN");
	selection->processes = xcalloc(wanted->nr_pids, sizeof(*selection->processes));
	for (i = 0; i < wanted->nr_pids; i++) {
		selection->processes[i].fd = syscall(SYS_pidfd_open, wanted->pids[i], 0);
		selection->processes[i].events = POLLIN;
		selection->nr_processes++;
		if (selection->processes[i].fd >= 0)
			continue;
		name = xasprintf("--pid %d", wanted->pids[i]);
		/* The PID is that of a thread other than the first. */
		error_file(name, "%s", errno == EINVAL || errno == ENOENT ?
			   "this is a thread: name its process" : strerror(errno));
		free(name);
		return -1;
	}
	return 0;
}

bool tasks_have_ended(const struct task_selection *selection)
{
	size_t i;

	if (!selection->child)
		return false;
	if (selection->wanted->command)
		return command_has_ended(selection);
	for (i = 0; i < selection->nr_processes; i++)
		if (!process_has_ended(&selection->processes[i]))
			return false;
	return !selection->cgroup || !is_cgroup(selection->cgroup);
}

/*
 * A selection
 */

/* The inode of the first PID namespace, in include/linux/proc_ns.h */
#define FIRST_PID_NAMESPACE	0xeffffffc

/* The kernel's list has the PIDs of the first namespace. */
static int check_namespace(void)
{
	struct stat st;

	if (stat("/proc/self/ns/pid", &st) || st.st_ino == FIRST_PID_NAMESPACE)
		return 0;
	return error_file("tasks", "this PID namespace is not the host's, but the kernel compares PIDs of the host: run sdtinfo on the host, or watch all tasks");
}

int tasks_open(struct task_selection *selection, const struct tasks_wanted *wanted)
{
	selection->wanted = wanted;
	if ((wanted->command || wanted->nr_pids || wanted->cgroup) && check_namespace())
		return -1;
	if (wanted->command ? fork_command(selection, wanted->command) :
	    (wanted->nr_pids || wanted->cgroup) && fork_ended(selection))
		return -1;
	return open_processes(selection) || (wanted->cgroup && find_cgroup(selection)) ? -1 : 0;
}

void tasks_close(struct task_selection *selection)
{
	size_t i;

	if (selection->child && selection->wanted->command) {
		close(selection->start);
		close(selection->failed);
	}
	if (selection->child)
		end_child(selection);
	selection->child = 0;
	for (i = 0; i < selection->nr_processes; i++)
		if (selection->processes[i].fd >= 0)
			close(selection->processes[i].fd);
	free(selection->processes);
	free(selection->cgroup);
}
