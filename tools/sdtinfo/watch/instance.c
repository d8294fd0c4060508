// SPDX-License-Identifier: GPL-2.0-only
/*
 * instance.c - a trace instance of one's own
 *
 * Its name is sdtinfo-PID-N.  As long as it is in use, its owner has a lock on one of its
 * files.  The lock goes with the owner, however that ends, and then the next run removes
 * the instance.  An instance cannot be removed while one of its files is open.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "instance.h"
#include "lib/error.h"
#include "lib/memory.h"
#include "triggers.h"

#define LOCKED_FILE	"tracing_on"

/*
 * Between mkdir() and the lock, another sdtinfo may take an instance for a stale one; and
 * another PID namespace may have the same PID.
 */
#define MAX_TRIES	10

static void remove_if_stale(const char *name)
{
	struct tracefs_instance *stale = tracefs_instance_alloc(NULL, name);
	int fd;

	if (!stale)
		return;
	fd = tracefs_instance_file_open(stale, LOCKED_FILE, O_RDONLY);
	if (fd >= 0 && !flock(fd, LOCK_EX | LOCK_NB)) {
		close(fd);
		if (tracefs_instance_destroy(stale)) {
			triggers_clear(stale);
			tracefs_instance_destroy(stale);
		}
		synthetic_clear(name);
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

int instance_open(struct instance *instance)
{
	int tries = 0, failed;
	char *name;

	if (!tracefs_tracing_dir()) {
		error_file("tracefs", "it is not mounted: mount -t tracefs none /sys/kernel/tracing");
		return -1;
	}
	remove_stale();
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
