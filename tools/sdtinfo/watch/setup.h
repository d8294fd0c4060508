/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * setup.h - enable the watched events in a trace instance
 *
 * For watch.c.
 */
#ifndef SDTINFO_SETUP_H
#define SDTINFO_SETUP_H

#include <stdbool.h>
#include <tracefs.h>

#include "process.h"
#include "watched.h"

struct setup {
	const char *filter;		/* NULL: none */
	bool with_stacks;
	struct tracefs_instance *instance;
	const struct process *command;	/* pid 0: all processes are watched */
	struct watched *watched;
};

/* setup_events() - 0, or -1 when it has reported why not */
int setup_events(const struct setup *setup);

#endif /* SDTINFO_SETUP_H */
