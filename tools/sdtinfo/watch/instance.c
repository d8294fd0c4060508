// SPDX-License-Identifier: GPL-2.0-only
/*
 * instance.c - a trace instance of one's own
 *
 * Its name is sdtinfo-PID-N.  As long as it is in use, its owner has a lock on one of its
 * files.  The lock goes with the owner, however that ends, and then the next run removes
 * the instance.  An instance cannot be removed while one of its files is open.
 *
 * One process at a time makes or removes instances.  Linux 6.1 also uses freed memory if a
 * file of an event is read while its instance goes.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "instance.h"
#include "lib/error.h"
#include "lib/util.h"
#include "triggers.h"

#define LOCKED_FILE	"tracing_on"

/* Another PID namespace may have the same PID. */
#define MAX_TRIES	10

/* What the triggers of a stale instance do goes while it cannot be taken over. */
static void remove_if_stale(const char *name)
{
	struct tracefs_instance *stale = tracefs_instance_alloc(NULL, name);
	int fd;

	if (!stale)
		return;
	fd = tracefs_instance_file_open(stale, LOCKED_FILE, O_RDONLY);
	if (fd >= 0 && !flock(fd, LOCK_EX | LOCK_NB)) {
		if (synthetic_exists(name)) {
			triggers_clear(stale);
			synthetic_remove(name);
		}
		close(fd);
		tracefs_instance_destroy(stale);
	} else if (fd >= 0) {
		close(fd);
	}
	tracefs_instance_free(stale);
}

static void remove_stale(void)
{
	char **names = tracefs_instances("^sdtinfo-[0-9-]*$");
	size_t i;

	for (i = 0; names && names[i]; i++)
		remove_if_stale(names[i]);
	tracefs_list_free(names);
	synthetic_remove_stale();
}

static int try_open(struct instance *instance, const char *name)
{
	instance->tracefs = tracefs_instance_create(name);
	if (!instance->tracefs)
		return -1;
	instance->lock = -1;
	if (tracefs_instance_is_new(instance->tracefs))
		instance->lock = tracefs_instance_file_open(instance->tracefs, LOCKED_FILE,
							    O_RDWR | O_CLOEXEC);
	if (instance->lock >= 0 && !flock(instance->lock, LOCK_EX | LOCK_NB) &&
	    tracefs_instance_exists(name))
		return 0;
	if (instance->lock >= 0)
		close(instance->lock);
	tracefs_instance_free(instance->tracefs);
	instance->tracefs = NULL;
	errno = EAGAIN;
	return -1;
}

/* A file that is locked while instances are made and stale ones removed; -1: none */
static int open_instances(void)
{
	char *folder = tracefs_get_tracing_file("instances");
	int fd = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;

	if (fd >= 0)
		flock(fd, LOCK_EX);
	tracefs_put_tracing_file(folder);
	return fd;
}

static int make_instance(struct instance *instance)
{
	int tries = 0, failed;
	char *name;

	do {
		name = xasprintf("sdtinfo-%d-%d", (int)getpid(), ++tries);
		failed = try_open(instance, name);
		if (failed && (errno != EAGAIN || tries == MAX_TRIES)) {
			error_file(tracefs_tracing_dir(), "no trace instance %s: %s", name,
				   strerror(errno));
			tries = MAX_TRIES;
		}
		free(name);
	} while (failed && tries < MAX_TRIES);
	return failed;
}

int instance_open(struct instance *instance)
{
	int lock, failed;

	if (!tracefs_tracing_dir()) {
		error_file("tracefs", "it is not mounted: mount -t tracefs none /sys/kernel/tracing");
		return -1;
	}
	lock = open_instances();
	remove_stale();
	failed = make_instance(instance);
	if (lock >= 0)
		close(lock);
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
