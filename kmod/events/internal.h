/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * internal.h - what the files of events/ know of each other
 */
#ifndef _SDT_EVENTS_INTERNAL_H
#define _SDT_EVENTS_INTERNAL_H

#include <linux/trace_events.h>
#include <linux/trace_seq.h>
#include <linux/tracepoint.h>

#include "core/core.h"
#include "events/events.h"

/* The layouts that a probe can have. */
enum sdt_form {
	SDT_FORM_LINUX,			/* the arguments, where it fired */
	SDT_FORM_LINUX_COPIES,		/* and copies of strings and bytes */
	SDT_FORM_DTRACE,		/* the arguments */
};

/*
 * A layout is made of the arguments as clients are to see them: those of the probe, or
 * its translated ones.  Nothing is translated in an event: the field of a translated
 * argument has the type and the value of the native one.
 *
 * A record is
 *
 *	struct trace_entry			the core's
 *	the arguments				each naturally aligned
 *	unsigned long __probe_ip		not in SDT_FORM_DTRACE
 *	u32 [nr_copies]			__data_loc of the captured copies
 *	the copies				without gaps, those of strings with a
 *						NUL, and up to 7 bytes of zero
 *
 * and never shorter than 8 bytes behind the beginning of each argument.
 */
struct sdt_layout {
	enum sdt_form form;
	u16 nr_args;
	u16 nr_copies;
	u16 ip_offset;
	u16 size;				/* without the copies */
	u16 offset[SDT_MAX_ARGS];		/* by argument */
	u8 copy_arg[SDT_MAX_ARGS];		/* by copy: the native argument */
	const struct sdt_arg *args;
	char **copy_name;			/* by copy: its field's name */
	struct trace_event_fields *fields;	/* for the core */
	struct sdt_arg *view;			/* @args, if they are translated */
	u8 native[SDT_MAX_ARGS];		/* by argument: the native one */
	bool is_bounded;			/* a copy has another bound than a NUL */
	u16 copy_is_bytes;			/* a bit for each copy */
};

#define SDT_IP_NAME	"__probe_ip"

/* Where records of an event go.  It is the cookie of the sink. */
struct sdt_record_target {
	const struct sdt_layout *layout;
	struct trace_event_call *call;
	struct trace_event_file *file;	/* of a trace instance; NULL: perf */
	bool gone;			/* see sdt_core_enter() */
};

struct sdt_event {
	struct trace_event_call call;
	struct trace_event_class class;
	struct tracepoint tp;		/* gives the name; perf and BPF read it */
	struct sdt_layout layout;
	char *print_fmt;
	struct sdt_group *group;
	struct list_head users;		/* sdt_mutex; each has a reference to us */
	char name[];
};

/* event.c */
struct sdt_event *sdt_event_create(struct sdt_group *group);
void sdt_event_free(struct sdt_event *event);
bool sdt_event_exists(const struct sdt_event *event);
bool sdt_event_publish(struct sdt_event *event, struct module *mod);

/* gate.c */
int sdt_gate_init(void);
void sdt_gate_exit(void);
int sdt_gate_run(void (*work)(void *data), void *data);
void sdt_gate_force(void (*work)(void *data), void *data);

/* layout.c */
int sdt_layout_init(struct sdt_layout *layout, const struct sdt_probe *probe);
void sdt_layout_free(struct sdt_layout *layout);

/* text.c */
char *sdt_layout_print_fmt(const struct sdt_layout *layout);
void sdt_layout_print(const struct sdt_layout *layout, const void *entry,
		      unsigned int size, struct trace_seq *seq);

/* type.c */
const char *sdt_field_type(const struct sdt_arg *arg);

/* record.c */
struct sdt_sink sdt_record_sink(struct sdt_record_target *target);

/**
 * sdt_arg_is_pointer - whether an argument is an address
 * @arg: the argument
 *
 * Return: true for pointers of all kinds.
 */
static inline bool sdt_arg_is_pointer(const struct sdt_arg *arg)
{
	return arg->kind == SDT_ARG_POINTER || arg->kind == SDT_ARG_STRING ||
	       arg->kind == SDT_ARG_FUNCTION || arg->kind == SDT_ARG_BYTES;
}

/**
 * sdt_copy_is_bytes - whether a copy is one of bytes
 * @layout: the layout
 * @nr: number of the copy
 *
 * Return: true if it is, false if it is one of a string.
 */
static inline bool sdt_copy_is_bytes(const struct sdt_layout *layout,
				     unsigned int nr)
{
	return layout->copy_is_bytes & BIT(nr);
}

/**
 * sdt_layout_has_ip - whether records tell where the probe fired
 * @layout: their layout
 *
 * Return: true if there is an ip_offset.
 */
static inline bool sdt_layout_has_ip(const struct sdt_layout *layout)
{
	return layout->form != SDT_FORM_DTRACE;
}

#endif /* _SDT_EVENTS_INTERNAL_H */
