/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stop.h - what stops a run that goes on until then: signals and time
 *
 * There is one run in a process.
 */
#ifndef SDTINFO_STOP_H
#define SDTINFO_STOP_H

#include <stdbool.h>

/*
 * stop_on_signals() - from now on SIGINT, SIGTERM and SIGHUP stop the run
 *
 * An ignored SIGHUP (nohup) stays ignored.  Returns 0, or -1 when it has reported why not.
 */
int stop_on_signals(void);

/* stop_set_switch() - write "0" to this file at the stop; -1: to none */
void stop_set_switch(int fd);

/* stop_after() - stop after @seconds; 0: never; returns as stop_on_signals() does */
int stop_after(double seconds);

/* stop_requested() - is the run to stop? */
bool stop_requested(void);

/* stop_is_urgent() - did another signal follow the first? */
bool stop_is_urgent(void);

/*
 * stop_wait() - wait until @file is readable, a signal comes, or @ms have passed
 * @file: -1 for none
 *
 * Returns 1 if @file is, else 0, or -1 when it has reported an error.
 */
int stop_wait(int file, int ms);

#endif /* SDTINFO_STOP_H */
