/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * trace_event.h - the TRACE_EVENT()s of an object
 */
#ifndef SDTINFO_TRACE_EVENT_H
#define SDTINFO_TRACE_EVENT_H

#include "lib/util.h"

struct module_elf;

/*
 * trace_events_find() - add the names of an object's trace events to @names
 * @system: only those of this system
 *
 * Returns 0, or -1 when it has reported that the object is broken.
 */
int trace_events_find(struct module_elf *elf, const char *system, struct name_list *names);

#endif /* SDTINFO_TRACE_EVENT_H */
