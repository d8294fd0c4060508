/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * ending.h - what ends a run that goes on until then: signals and time
 *
 * There is one end in a process.
 */
#ifndef SDTINFO_ENDING_H
#define SDTINFO_ENDING_H

#include <stdbool.h>

/*
 * ending_watch() - from now on take SIGINT, SIGTERM and SIGHUP for the end
 *
 * SIGHUP not if it is ignored (nohup).  Returns 0, or -1 when it has reported why not.
 */
int ending_watch(void);

/* ending_set_switch() - a file into which "0" is written at the end; -1: none any more */
void ending_set_switch(int fd);

/* ending_set_time() - end after @seconds; 0: never; as ending_watch() */
int ending_set_time(double seconds);

/* ending_has_come() - has the end come? */
bool ending_has_come(void);

/* ending_is_urgent() - has another signal come after that? */
bool ending_is_urgent(void);

/*
 * ending_wait() - wait for @file to be readable, the end, any other signal, or @ms
 * @file: -1: none
 *
 * Returns 1 if @file is, else 0, or -1 when it has reported an error.
 */
int ending_wait(int file, int ms);

#endif /* SDTINFO_ENDING_H */
