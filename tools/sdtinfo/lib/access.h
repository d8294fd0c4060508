/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * access.h - what the kernel lets this process see and change, and what to do if it does not
 *
 * For those who use the files of debugfs and tracefs: loaded/ and tracefs/.  Nobody asks for a
 * user ID: who may use a file can be root, have a capability or be in a group, and even root
 * may not if the kernel is locked down.
 */
#ifndef SDTINFO_ACCESS_H
#define SDTINFO_ACCESS_H

#include <stdbool.h>

/*
 * access_lockdown() - the level to which the kernel is locked down: "none", "integrity", ...
 *
 * NULL with errno if it is not known, as without securityfs; 0 if the kernel names none.  Caller
 * frees.
 */
char *access_lockdown(void);

/* access_is_confidential() - is the kernel known to be locked down for confidentiality? */
bool access_is_confidential(void);

/* access_mounted() - where a file system of a type is mounted; NULL: nowhere; caller frees */
char *access_mounted(const char *type);

/* access_has_filesystem() - does the kernel have file systems of this type? */
bool access_has_filesystem(const char *type);

/*
 * access_reason() - why a file of debugfs or tracefs could not be used, from its errno
 *
 * "REASON: ADVICE", or "REASON".  Valid until the next call.
 */
const char *access_reason(int error);

/* access_report() - report it as an error of the file; returns -1 */
int access_report(const char *path, int error);

#endif /* SDTINFO_ACCESS_H */
