// SPDX-License-Identifier: GPL-2.0-only
/*
 * number.c - numbers on the command line
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "number.h"

bool number_count(const char *text, uint64_t *count)
{
	char *end;

	errno = 0;
	*count = strtoull(text, &end, 10);
	return *text >= '0' && *text <= '9' && !*end && *count && !errno;
}

bool number_seconds(const char *text, double *seconds)
{
	char *end;

	*seconds = strtod(text, &end);
	return *text != ' ' && end != text && !*end && isfinite(*seconds) &&
	       *seconds >= 0.001 && *seconds <= 1000000;
}
