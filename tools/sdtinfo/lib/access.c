// SPDX-License-Identifier: GPL-2.0-only
/*
 * access.c - what the kernel lets this process see and change: lockdown, mounts, permissions
 *
 * In debugfs, lockdown refuses all files that can be written, and in tracefs, if it is for
 * confidentiality, all but "format" and "id".  It refuses with EPERM, permissions with EACCES.
 */
#include <errno.h>
#include <mntent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "access.h"
#include "error.h"
#include "util.h"

/* "none integrity [confidentiality]" */
char *access_lockdown(void)
{
	char *levels = file_line("/sys/kernel/security/lockdown"), *level = NULL;
	const char *start = levels ? strchr(levels, '[') : NULL;
	const int error = errno;

	if (start)
		level = xasprintf("%.*s", (int)strcspn(start + 1, "]"), start + 1);
	free(levels);
	errno = error;
	return level;
}

bool access_is_confidential(void)
{
	char *level = access_lockdown();
	const bool is_confidential = level && !strcmp(level, "confidentiality");

	free(level);
	return is_confidential;
}

char *access_mounted(const char *type)
{
	FILE *mounts = setmntent("/proc/self/mounts", "r");
	struct mntent *mount;
	char *folder = NULL;

	while (mounts && !folder && (mount = getmntent(mounts)))
		if (!strcmp(mount->mnt_type, type))
			folder = xasprintf("%s", mount->mnt_dir);
	if (mounts)
		endmntent(mounts);
	return folder;
}

/* Lines like "nodev	debugfs" */
bool access_has_filesystem(const char *type)
{
	char *text = file_text(NULL, "/proc/filesystems"), *rest = text, *line, *name;
	bool found = !text;

	while (!found && (line = text_line(&rest))) {
		name = strchr(line, '\t');
		found = name && !strcmp(name + 1, type);
	}
	free(text);
	return found;
}

const char *access_reason(int error)
{
	switch (error) {
	case EACCES:
		return "permission denied: become root, or get the capability CAP_DAC_OVERRIDE";
	case EPERM:
		return "the kernel is locked down, as with Secure Boot, and refuses access";
	case EROFS:
		return "it is mounted read-only: remount it with -o rw";
	default:
		return strerror(error);
	}
}

int access_report(const char *path, int error)
{
	return error_file(path, "%s", access_reason(error));
}
