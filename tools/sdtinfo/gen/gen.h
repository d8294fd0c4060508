/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gen.h - the generators of scripts, and what they are given
 */
#ifndef SDTINFO_GEN_H
#define SDTINFO_GEN_H

#include <stdbool.h>
#include <stdio.h>

#include "table/event_names.h"
#include "table/probe.h"

struct gen_probe {
	const char *module;
	const struct probe *probe;
	const struct probe *fields; /* it, or what is in @room: see event_fields() */
	struct event_fields *room;
	char *event;		/* as event_name() has it */
	size_t order;		/* in which it was read */
	bool chosen;
};

/*
 * struct gen_event - the probes of a module that are one event, in any of its functions
 *
 * At least one was chosen.  The @fields of the first are those of the event; those of
 * the others can have other names only.
 */
struct gen_event {
	const struct gen_probe *probes;
	size_t nr_probes;
};

/* By module, event and function; nothing is there twice. */
struct gen_events {
	struct gen_event *events;
	size_t nr_events;
	struct gen_probe *probes;
	size_t nr_probes;
};

/* Each prints a whole file, and returns how many of the events are in it. */
size_t gen_bpftrace(FILE *out, const struct gen_events *events);
size_t gen_d(FILE *out, const struct gen_events *events);
size_t gen_handler(FILE *out, const struct gen_events *events);

#endif /* SDTINFO_GEN_H */
