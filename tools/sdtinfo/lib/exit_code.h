/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * exit_code.h - the exit codes of sdtinfo
 */
#ifndef SDTINFO_EXIT_CODE_H
#define SDTINFO_EXIT_CODE_H

/* What sdtinfo exits with; scripts rely on it. */
enum exit_code {
	EXIT_DONE = 0,
	EXIT_FAILED = 1,
	EXIT_USAGE = 2,
	EXIT_NO_PROBES = 3,
	EXIT_DIFFERS = 4,	/* modules differ, or one is not as it should be */
};

/* The exit code of a run in which one part ended with @a, another with @b. */
enum exit_code exit_worse(enum exit_code a, enum exit_code b);

#endif /* SDTINFO_EXIT_CODE_H */
