// SPDX-License-Identifier: GPL-2.0-only
/*
 * instance.c - the private trace instance of a run
 *
 * The instance's name is sdtinfo-PID-N, or sdtinfo-PID-N-measured.  While it is in use, its owner
 * holds a lock on one of its files.  The lock ends with the owner, however that ends.  Then the
 * next run removes the instance, unless it holds hits that nobody has read.  An instance cannot be
 * removed while one of its files is open.
 *
 * Only one process at a time creates or removes instances, or reads files of their events:
 * instances_lock().
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "events.h"
#include "instance.h"
#include "lib/access.h"
#include "lib/util.h"

#define LOCKED_FILE	"tracing_on"

/* What the names of instances of killed owners match */
#define STALE_INSTANCES	"^sdtinfo-[0-9-]*\\(" MEASURED "\\)*$"

/* Another PID namespace may have the same PID. */
#define MAX_TRIES	10

#define MIN_CPU_KB	8	/* for each CPU: two pages, of which one is being written */

/* Open and lock one that someone has made; @how: as flock(2) takes it */
static bool lock_instance(struct instance *instance, const char *name, int how)
{
	int error;

	instance->tracefs = tracefs_instance_alloc(NULL, name);
	instance->lock = -1;
	if (instance->tracefs)
		instance->lock = tracefs_instance_file_open(instance->tracefs, LOCKED_FILE,
							    O_RDONLY | O_CLOEXEC);
	if (instance->lock >= 0 && !flock(instance->lock, how))
		return true;
	error = errno;
	instance_leave(instance);
	errno = error;
	return false;
}

/* "sdtinfo-PID-N", as make_instance() makes it */
static bool is_of_run(const char *name)
{
	int pid, nr, end = 0;

	return sscanf(name, "sdtinfo-%d-%d%n", &pid, &nr, &end) == 2 && !name[end];
}

char *instance_of_recorder(const char *name)
{
	return xasprintf("%s%s", is_of_run(name) ? "" : RECORDER_PREFIX, name);
}

int instance_open_recorder(struct instance *recorder, const char *name)
{
	const bool is_run = is_of_run(name);
	char *instance = instance_of_recorder(name);
	const bool is_there = tracefs_instance_exists(instance);
	const bool is_open = is_there && lock_instance(recorder, instance,
						       is_run ? LOCK_EX | LOCK_NB : LOCK_EX);
	const int error = errno;

	free(instance);
	if (is_open)
		return 0;
	if (is_there && is_run)
		return error_file(name, "this run is not over");
	if (is_there && error == ENOENT)	/* trace_instance=NAME=OTHER of Linux 7.2 */
		return error_file(name, "read-only, the kernel's copy of another recorder: name that one");
	if (is_there)
		return error_file(name, "cannot be opened: %s", strerror(error));
	return error_file(name, "no such recorder: 'sdtinfo record' lists all");
}

void instance_leave(struct instance *instance)
{
	if (!instance->tracefs)
		return;
	if (instance->lock >= 0)
		close(instance->lock);
	tracefs_instance_free(instance->tracefs);
	instance->tracefs = NULL;
}

int instance_state_of(struct instance_state *state, const char *instance)
{
	char *folder = xasprintf("%s/instances/%s", tracefs_tracing_dir(), instance);
	const int error = instance_state_read(state, folder);

	if (!error)
		pages_add(state, instance);
	free(folder);
	return error;
}

/* Nobody wants the hits of measured runs. */
static void remove_or_offer(struct instance *stale, const char *name)
{
	const bool is_measured = text_ends_with(name, strlen(name), MEASURED);
	struct instance_state state = { 0 };
	int error = 0;
	char *held;

	tracefs_trace_off(stale->tracefs);	/* new hits would overwrite the old ones */
	if (!is_measured)
		error = instance_state_of(&state, name);
	if (error || state.records) {
		held = error ? xasprintf("hits") : instance_state_held(&state);
		error_file(name, "a run was killed and left %s: 'sdtinfo record --show --name %s' prints them, --stop removes them",
			   held, name);
		free(held);
	} else {
		pages_remove(name);
		close(stale->lock);
		stale->lock = -1;
		tracefs_instance_destroy(stale->tracefs);
	}
	instance_state_free(&state);
	instance_leave(stale);
}

static void remove_stale(void)
{
	char **names = tracefs_instances(STALE_INSTANCES);
	struct instance stale;
	size_t i;

	for (i = 0; names && names[i]; i++)
		if (lock_instance(&stale, names[i], LOCK_EX | LOCK_NB))
			remove_or_offer(&stale, names[i]);
	tracefs_list_free(names);
}

/*
 * An instance
 */

/* If this process may create an instance but not use it, none is left behind. */
static int try_instance(struct instance *instance, const char *name)
{
	int error = EAGAIN;

	instance->tracefs = tracefs_instance_create(name);
	if (!instance->tracefs)
		return -1;
	instance->lock = -1;
	if (tracefs_instance_is_new(instance->tracefs)) {
		instance->lock = tracefs_instance_file_open(instance->tracefs, LOCKED_FILE,
							    O_RDWR | O_CLOEXEC);
		if (instance->lock < 0 && (errno == EACCES || errno == EPERM)) {
			error = errno;
			tracefs_instance_destroy(instance->tracefs);
		}
	}
	if (instance->lock >= 0 && !flock(instance->lock, LOCK_EX | LOCK_NB) &&
	    tracefs_instance_exists(name))
		return 0;
	if (instance->lock >= 0)
		close(instance->lock);
	tracefs_instance_free(instance->tracefs);
	instance->tracefs = NULL;
	errno = error;
	return -1;
}

static int make_instance(struct instance *instance, bool is_measured)
{
	int tries = 0, failed;
	char *name;

	do {
		name = xasprintf("sdtinfo-%d-%d%s", (int)getpid(), ++tries,
				 is_measured ? "-" MEASURED : "");
		failed = try_instance(instance, name);
		if (failed && (errno != EAGAIN || tries == MAX_TRIES)) {
			error_file(tracefs_tracing_dir(), "cannot create the trace instance %s: %s", name,
				   access_reason(errno));
			tries = MAX_TRIES;
		}
		free(name);
	} while (failed && tries < MAX_TRIES);
	return failed;
}

int instance_open(struct instance *instance, bool is_measured)
{
	int lock, failed;

	lock = instances_lock(tracefs_tracing_dir());
	remove_stale();
	failed = make_instance(instance, is_measured);
	instances_unlock(lock);
	return failed;
}

void instance_close(struct instance *instance)
{
	if (!instance->tracefs)
		return;
	close(instance->lock);
	if (tracefs_instance_destroy(instance->tracefs))
		error_file(tracefs_instance_get_name(instance->tracefs),
			   "the trace instance is left behind, the next run removes it: %s",
			   strerror(errno));
	tracefs_instance_free(instance->tracefs);
	instance->tracefs = NULL;
}

int instance_set_size(struct tracefs_instance *instance, uint64_t size)
{
	const long nr = sysconf(_SC_NPROCESSORS_ONLN);
	const uint64_t kb = size / 1024 / nr;
	char *text;
	int failed;

	if (!size)
		return 0;
	if (kb < MIN_CPU_KB)
		return error_file("--size", "too small: %ld CPUs need %ldK", nr, nr * MIN_CPU_KB);
	text = xasprintf("%" PRIu64, kb);
	failed = tracefs_instance_file_write(instance, "buffer_size_kb", text) < 0;
	free(text);
	return failed ? error_file("--size", "the kernel cannot allocate these buffers: %s",
				   strerror(errno)) : 0;
}
