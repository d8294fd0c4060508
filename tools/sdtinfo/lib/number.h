/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * number.h - numbers on the command line
 */
#ifndef SDTINFO_NUMBER_H
#define SDTINFO_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/* number_count() - is @text a decimal number from 1? */
bool number_count(const char *text, uint64_t *count);

/* number_seconds() - is it a time from 0.001 to 1000000 seconds? */
bool number_seconds(const char *text, double *seconds);

#endif /* SDTINFO_NUMBER_H */
