/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * event_record.h - a hit becomes a record
 *
 * What event.c needs to know of event_record.c.
 */
#ifndef _SDT_EVENT_RECORD_H
#define _SDT_EVENT_RECORD_H

#include "event_layout.h"
#include "internal.h"

/* Where records of an event go.  It is the cookie of the sink. */
struct sdt_record_target {
	const struct sdt_layout *layout;
	struct trace_event_call *call;
	struct trace_event_file *file;	/* of a trace instance; NULL: perf */
	bool gone;			/* see sdt_core_enter() */
};

struct sdt_sink sdt_record_sink(struct sdt_record_target *target);

#endif /* _SDT_EVENT_RECORD_H */
