/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * event_names.h - the names of a probe's event and of its fields, as clients use them
 *
 * kmod/events/event.c and kmod/events/fields.c make the events.
 */
#ifndef SDTINFO_EVENT_NAMES_H
#define SDTINFO_EVENT_NAMES_H

#include <stdbool.h>

#include "probe.h"

/* DTrace has args[0] to args[9]. */
#define DTRACE_MAX_ARGS	10

/*
 * event_copy_field() - the field with a copy of what a pointer leads to
 *
 * @probe: from event_fields()
 *
 * In the linux layout, "NAME_str" for a string, "NAME_bytes" for bytes.  NULL if the
 * argument is neither, or not copied.  Caller frees.
 */
char *event_copy_field(const struct probe *probe, unsigned int arg);

/*
 * event_bound_field() - the number of the field whose value is the bound of another
 *
 * @probe: from event_fields()
 *
 * NO_BOUND_ARG if that bound is a constant, or no field of the event.
 */
uint32_t event_bound_field(const struct probe *probe, unsigned int arg);

/* A probe as its event shows it */
struct event_fields {
	struct probe probe;
	struct probe_arg args[SDT_MAX_ARGS];
};

/*
 * event_fields() - a probe whose arguments are the fields of @probe's event
 * @room: holds the result if it is not @probe itself
 *
 * The fields of a translated probe are its translated arguments, under their names; but
 * each has the value and the type of the native argument that it is to be made from.
 * What its author wrote as the translated type is @declared.
 */
const struct probe *event_fields(const struct probe *probe,
				 struct event_fields *room);

/* event_is_word() - nothing but ASCII letters, digits and '_'? */
bool event_is_word(const char *name);

/* event_bpftrace_knows() - can a field of bpftrace 0.17 and 0.23 have this name? */
bool event_bpftrace_knows(const char *field);

#endif /* SDTINFO_EVENT_NAMES_H */
