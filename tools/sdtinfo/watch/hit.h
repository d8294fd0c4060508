/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * hit.h - a hit of a probe, as trace prints it
 */
#ifndef SDTINFO_HIT_H
#define SDTINFO_HIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "table/probe.h"
#include "text/arg.h"

struct hit {
	uint64_t time;		/* nanoseconds since the kernel started */
	int cpu;
	int pid;
	const char *comm;
	const char *module;
	const struct probe *event;	/* one of the event's probes */
	const struct probe *probe;	/* the one that fired; NULL: not known */
	unsigned int nr_values;
	const struct arg_value *values;
	bool has_stack;
	size_t nr_frames;
	char **frames;		/* functions, innermost first, from the probe's on */
};

#endif /* SDTINFO_HIT_H */
