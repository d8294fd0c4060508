/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * events.h - probes as trace events: what the rest of sdt.ko uses of events/
 *
 *	controls.c	parameters "publish" and "enable", file sdt/publish
 *	recorders.c	parameter "record"
 *	requests.c	which events are wanted, and where they are enabled
 *	instance.c	trace instances
 *	publish.c	publish and withdraw the events of modules
 *	prepare.c	 make those that are wanted
 *	departed.c	 events that outlive their modules
 *	withdraw.c	 remove events from the tracing core
 *	offer.c		 have the tracing core publish events with a module that is loaded
 *	gate.c		 run code with the kernel's event_mutex held
 *	event.c		one event, with the callbacks of the tracing core
 *	form.c		 what it has in common with others
 *	fields.c	 the fields of its records
 *	type.c		 their C types
 *	text.[ch]	 records as text
 *	message_text.c	 the same of a message
 *	value.c		 single values as text
 *	to_ftrace.c	 in a trace buffer
 *	to_perf.c	 for perf and BPF programs
 *	stop.[ch]	 recorders that stop at a hit
 *	read_side.h	 how both use objects of the tracing core
 *	record.[ch]	 the part that both share
 *	copy.[ch]	 copies of strings and bytes
 *
 *	controls.c -> publish.c, requests.c, instance.c
 *	recorders.c -> publish.c, requests.c, instance.c, stop.c
 *	publish.c -> offer.c, prepare.c, departed.c, withdraw.c, gate.c, event.c, form.c,
 *		message_text.c, record.c
 *	offer.c -> prepare.c, departed.c, gate.c, event.c
 *	prepare.c -> requests.c, gate.c, event.c
 *	departed.c -> withdraw.c, requests.c, gate.c, event.c, form.c
 *	withdraw.c -> event.c, form.c
 *	event.c -> requests.c, stop.c, form.c, text.c, to_ftrace.c, to_perf.c, record.h
 *	form.c -> gate.c, fields.c, text.c
 *	fields.c -> type.c, message_text.c
 *	text.c -> message_text.c, value.c
 *	message_text.c -> value.c
 *	to_ftrace.c, to_perf.c -> record.c
 *	to_ftrace.c -> stop.c
 *	record.c -> copy.c, fields.c
 *
 * docs/events.md describes events as users see them.
 */
#ifndef _SDT_EVENTS_H
#define _SDT_EVENTS_H

#include <linux/types.h>

struct file_operations;
struct list_head;
struct module;
struct sdt_module_probes;
struct sdt_patterns;

/* The names and fields of events: the parameter layout */
enum sdt_event_layout {
	SDT_LAYOUT_LINUX,
	SDT_LAYOUT_DTRACE,
};

#define SDT_STRING_SIZE_MIN	8
#define SDT_STRING_SIZE_MAX	1024

/* fields.c.  Set by params.c; after sdt_events_init() only the size can change. */
extern enum sdt_event_layout sdt_event_layout;
extern unsigned int sdt_string_size;	/* maximum of a copy in bytes, 0: no copies */

/* gate.c */
void sdt_gate_wait(int err);

/* prepare.c: who publishes events, one bit for each.  Set by params.c, when sdt.ko is loaded. */
#define SDT_PUBLISH_BY_CORE	1
#define SDT_PUBLISH_BY_GATE	2
extern unsigned int sdt_publish_by;

/* controls.c */
extern const struct file_operations sdt_publish_fops;	/* of a file in debugfs */

int sdt_controls_init(void);
void sdt_controls_apply(const struct sdt_module_probes *mp);

/* recorders.c */
void sdt_recorders_init(void);
void sdt_recorders_exit(void);

/* departed.c */
int sdt_departed_drop(const char *module, bool all);

/* offer.c */
void sdt_events_offer(struct sdt_module_probes *mp);
bool sdt_events_abandon(struct sdt_module_probes *mp);
void sdt_carrier_comes(struct module *carrier);
void sdt_carrier_has_come(void);

/* publish.c */
int sdt_events_init(void);
void sdt_events_exit(void);
void sdt_events_publish(struct list_head *batch, const struct sdt_patterns *added);
void sdt_events_update(const struct sdt_patterns *added);
void sdt_events_leave(const struct module *mod);
int sdt_events_withdraw(void);
bool sdt_events_free(struct sdt_module_probes *mp);

#endif /* _SDT_EVENTS_H */
