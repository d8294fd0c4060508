// SPDX-License-Identifier: GPL-2.0-only
/*
 * exit_code.c - the exit codes of sdtinfo
 */
#include "exit_code.h"

enum exit_code exit_worse(enum exit_code a, enum exit_code b)
{
	static const int badness[] = {
		[EXIT_DONE] = 0,
		[EXIT_NO_PROBES] = 1,
		[EXIT_DIFFERS] = 2,
		[EXIT_FAILED] = 3,
		[EXIT_USAGE] = 4,
	};

	return badness[a] < badness[b] ? b : a;
}
