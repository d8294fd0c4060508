// SPDX-License-Identifier: GPL-2.0-only
/*
 * permission.c - whether this process can trace, before it begins
 *
 * Where a run without permission fails depends on the state of tracefs, so this is checked first.
 */
#include "tracing.h"
#include "lib/error.h"

#ifdef WITHOUT_TRACEFS

#ifdef WITHOUT_PKG_CONFIG	/* which would have found libtracefs */
#define AND_PKG_CONFIG	"pkg-config and "
#else
#define AND_PKG_CONFIG	""
#endif

bool tracing_is_possible(void)
{
	error_file("libtracefs", "this sdtinfo was built without it: install %slibtracefs-dev 1.6 or newer, and build sdtinfo again",
		   AND_PKG_CONFIG);
	return false;
}

#else

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include <tracefs.h>

#include "lib/access.h"

/* libtracefs mounts tracefs if necessary, and if this process may. */
static const char *find_tracefs(void)
{
	const char *folder = tracefs_tracing_dir();

	if (!folder)
		error_file("tracefs", "it is not mounted: mount -t tracefs tracefs /sys/kernel/tracing, or give the container the host's");
	return folder;
}

static int try_file(const char *name)
{
	char *path = tracefs_get_tracing_file(name);
	int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
	int failed = 0;

	if (fd < 0)
		failed = access_report(path ?: name, errno);
	else
		close(fd);
	tracefs_put_tracing_file(path);
	return failed;
}

/* With the capabilities that mkdir() will have */
static int try_instances(void)
{
	char *path = tracefs_get_tracing_file("instances");
	int failed = 0;

	if (!path || faccessat(AT_FDCWD, path, R_OK | W_OK | X_OK, AT_EACCESS))
		failed = access_report(path ?: "instances", errno);
	tracefs_put_tracing_file(path);
	return failed;
}

bool tracing_is_possible(void)
{
	if (access_is_confidential()) {
		error_file("tracefs", "the kernel is locked down (confidentiality) and refuses access to traces");
		return false;
	}
	tracefs_set_loglevel(TEP_LOG_NONE);	/* what fails is reported here */
	return find_tracefs() && !try_file("tracing_on") && !try_instances();
}

#endif
