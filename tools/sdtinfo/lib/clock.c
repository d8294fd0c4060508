// SPDX-License-Identifier: GPL-2.0-only
/*
 * clock.c - the time that passes
 */
#include <time.h>

#include "clock.h"

double clock_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec + now.tv_nsec / 1e9;
}
