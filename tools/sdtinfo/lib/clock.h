/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * clock.h - the time that passes
 */
#ifndef SDTINFO_CLOCK_H
#define SDTINFO_CLOCK_H

/* clock_seconds() - seconds since some moment, which nobody sets */
double clock_seconds(void);

#endif /* SDTINFO_CLOCK_H */
