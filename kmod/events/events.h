/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * events.h - probes as trace events: what the top of sdt.ko may ask of events/
 *
 *	events.c	the events of sets: published, withdrawn
 *	event_gate.c	 with the kernel's event_mutex held
 *	event.c		an event, as the tracing core knows it
 *	event_layout.c	what its records look like
 *	event_type.c	 the C types of their fields
 *	event_text.c	 their text
 *	event_record.c	a hit becomes a record
 *	event_copy.[ch]	 with copies of strings and bytes
 *	nofault_x86.h	 and how it reads a word that may not be there
 *
 *	events.c -> event_gate.c, event.c, event_copy.c
 *	event.c -> event_layout.c, event_text.c, event_record.c
 *	event_layout.c -> event_type.c
 *	event_record.c -> event_copy.c
 *
 * docs/events.md describes events as users see them.
 */
#ifndef _SDT_EVENTS_H
#define _SDT_EVENTS_H

#include <linux/types.h>

struct list_head;
struct sdt_set;

/* The names and fields of events. */
enum sdt_style {
	SDT_STYLE_LINUX,
	SDT_STYLE_DTRACE,
};

#define SDT_STRING_SIZE_MIN	8
#define SDT_STRING_SIZE_MAX	1024

/* event_layout.c.  Settled before sdt_events_init(), but for the size: params.c. */
extern enum sdt_style sdt_style;
extern unsigned int sdt_string_size;	/* of a copy at most, 0: no copies */

/* events.c */
int sdt_events_init(void);
void sdt_events_exit(void);
void sdt_events_publish(struct list_head *batch);
void sdt_events_withdraw(struct list_head *batch);
void sdt_events_free(struct sdt_set *set);

#endif /* _SDT_EVENTS_H */
