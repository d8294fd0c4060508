/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gen.h - the generators of scripts and programs, and their input
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
	const struct probe *fields; /* see event_fields() */
	struct event_fields *room;
	const char *event;
	size_t order;		/* in which it was read */
	bool chosen;
};

/*
 * struct gen_event - the probes of a module that are one event, in any of its functions
 *
 * At least one was chosen.  The @fields of the first are those of the event; those of
 * the others may differ in their names only.
 */
struct gen_event {
	const struct gen_probe *probes;
	size_t nr_probes;
};

/* Sorted by module, event and function, without duplicates */
struct gen_events {
	struct gen_event *events;
	size_t nr_events;
	struct gen_probe *probes;
	size_t nr_probes;
};

/* Each prints a whole file and returns the number of events in it. */
size_t gen_bpftrace(FILE *out, const struct gen_events *events);
size_t gen_d(FILE *out, const struct gen_events *events);
size_t gen_handler(FILE *out, const struct gen_events *events);
size_t gen_libbpf(FILE *out, const struct gen_events *events);

#endif /* SDTINFO_GEN_H */
