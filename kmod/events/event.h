/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * event.h - an event, for events.c, which has those of a set
 */
#ifndef _SDT_EVENT_H
#define _SDT_EVENT_H

#include <linux/trace_events.h>
#include <linux/tracepoint.h>

#include "event_layout.h"
#include "internal.h"

struct sdt_event {
	struct trace_event_call call;
	struct trace_event_class class;
	struct tracepoint tp;		/* gives the name; perf and BPF read it */
	struct sdt_layout layout;
	struct sdt_group *group;
	struct list_head users;		/* sdt_mutex; each has a reference to us */
	char name[];
};

struct sdt_event *sdt_event_create(struct sdt_group *group);
void sdt_event_free(struct sdt_event *event);
bool sdt_event_exists(const struct sdt_event *event);
bool sdt_event_publish(struct sdt_event *event, struct module *mod);

#endif /* _SDT_EVENT_H */
