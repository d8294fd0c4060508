/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * events_internal.h - what the files of events/ share with each other only
 */
#ifndef _SDT_EVENTS_INTERNAL_H
#define _SDT_EVENTS_INTERNAL_H

#include <linux/trace_events.h>
#include <linux/trace_seq.h>
#include <linux/tracepoint.h>

#include "compat.h"
#include "core/core.h"
#include "events/events.h"

/* The type of a field with a copy of fixed size */
struct sdt_fixed_type {
	const char *type;
	u8 size;
	u8 align;
};

#define SDT_FIXED_MAX	16		/* bytes */

/* A copy of fixed size in a record */
struct sdt_fixed {
	const char *name;
	u16 offset;
	u8 arg;
	u8 size;
};

/*
 * The fields of an event's records: one for each argument that users see, which are those
 * of the probe, or its translated ones.  Events are not translated: the field of a
 * translated argument has the type and the value of the native one.
 *
 * A record is
 *
 *	struct trace_entry			the core's
 *	the arguments				each naturally aligned
 *	the captured copies of fixed size	of a message: bytes that "%pI4" shows
 *	unsigned long __probe_ip		not with layout=dtrace
 *	u32 [nr_copies]			__data_loc of the other captured copies
 *	the copies				without gaps, strings with their NUL,
 *						then up to 7 bytes of zero
 *
 * and extends at least 8 bytes from the start of each argument.
 */
struct sdt_fields {
	bool has_ip;				/* else there is nothing after the arguments */
	bool is_bounded;			/* a copy is not a NUL-terminated string */
	u16 nr_args;
	unsigned int size;			/* of a record without the copies */
	u16 nr_copies;
	u32 copy_is_bytes;			/* one bit for each copy */
	u16 nr_fixed;
	u16 ip_offset;
	const struct sdt_arg *args;
	char **copy_name;			/* by copy: its field's name */
	struct trace_event_fields *core_fields;	/* until the core has its own list */
	struct sdt_arg *translated;		/* @args if translated, else NULL */
	const char *message;			/* the text of each record, or NULL */
	struct sdt_fixed *fixed;		/* the copies of fixed size */
	struct {
		u16 offset;			/* by argument */
		u8 native;			/* by argument: the native one */
		u8 copy_arg;			/* by copy: the native argument */
	} slot[];				/* one for each argument */
};

#define SDT_IP_NAME	"__probe_ip"

/* The destination of an event's records, and the cookie of the sink. */
struct sdt_record_target {
	const struct sdt_fields *fields;
	const struct sdt_event_class *made;	/* of a TRACE_EVENT, whose @fields are not used */
	struct trace_event_call *call;
	struct trace_event_file *file;	/* of a trace instance; NULL: perf */
	bool gone;			/* see sdt_read_enter() */
	bool is_until;			/* the event's hits stop it: */
	struct sdt_stop *stop;		/* the recorder of the instance; NULL: it does not stop */
};

/* What two events of a module have in common if they share a form */
struct sdt_form_key {
	const void *of;			/* a TRACE_EVENT's class, or the first argument */
	const struct sdt_xlated *xlated;
	const char *message;
	u32 nr_args;
	u16 nr_xlated;
	u16 is_translated;
};

/* The fields and the text of one or more events of a module: form.c */
struct sdt_form {
	struct hlist_node node;		/* in the module's forms */
	struct sdt_form_key key;
	unsigned int nr_events;
	unsigned int nr_staying;	/* of them, that have not left: sdt_form_leave() */
	bool survives;			/* some of them have outlived a module */
	struct trace_event_class class;
	struct trace_event_class *removed; /* see sdt_form_leave(); NULL: there has been one event */
	struct sdt_event_class *made;	/* a TRACE_EVENT's: @fields is not used */
	char *print_fmt;
	struct sdt_fields fields;	/* ends with an array */
};

struct sdt_event {
	struct trace_event_call call;
	struct tracepoint *tp;		/* gives the name; perf and BPF read it */
	struct sdt_form *form;
	struct sdt_group *group;	/* sdt_mutex; NULL: kept without its module */
	struct sdt_module_probes *lender; /* has what the form needs; NULL: the module's own */
	const struct sdt_module_probes __rcu *mp; /* names the sites of the records */
	struct list_head users;		/* sdt_mutex; each has a reference to sdt.ko */
	struct list_head list;		/* of events that are kept, or being withdrawn */
	bool is_wanted;			/* sdt_modules_lock */
	bool outlives;			/* sdt_modules_lock: it shall outlive its module */
	bool has_outlived;		/* sdt_mutex: its module goes, or has gone */
	bool is_published;		/* sdt_modules_lock: the core has it */
	bool is_offered;		/* sdt_modules_lock: the core may get it any time */
	bool has_left;			/* sdt_modules_lock: its form, as the core removes it */
	bool was_recorded;		/* event_mutex: ftrace has had it enabled */
	char *name;			/* perf reads it when the module has gone, too */
};

/* event.c */
struct sdt_event *sdt_event_create(struct sdt_group *group);
bool sdt_event_number(struct sdt_event *event);
void sdt_event_has_come(struct sdt_event *event);
void sdt_event_unnumber(struct sdt_event *event);
void sdt_event_free(struct sdt_event *event);
bool sdt_event_outlive(struct sdt_event *event, bool has_failed);
bool sdt_event_is_like(const struct sdt_event *event, const struct sdt_event *other);
int sdt_event_adopt(struct sdt_event *event, struct sdt_group *group);
void sdt_event_join(struct sdt_event *event, struct module *mod);
void sdt_event_abandon(struct sdt_event *event);
bool sdt_event_keep(struct sdt_event *event);
void sdt_events_settle(void);

/* A list of patterns of events to publish.  sdt_modules_lock protects it. */
struct sdt_request {
	struct list_head list;
	struct sdt_patterns *patterns;	/* NULL: none */
	const void *file;		/* an open file sdt/publish; NULL: a parameter */
	const char *name;		/* of the parameter */
	struct trace_array *enables;	/* enables the events in this instance; NULL: in none */
};

/* requests.c */
extern struct list_head sdt_requests;

bool sdt_group_is_wanted(const struct sdt_group *group, const struct sdt_patterns *added);
bool sdt_group_outlives(const struct sdt_group *group);
bool sdt_requests_enable_in(const struct trace_array *instance);
void sdt_request_enable(const struct sdt_request *request, const struct sdt_module_probes *mp,
			const struct sdt_patterns *before);

/*
 * Where the core writes the records of a trace instance.  While its own buffer takes none, the core
 * lets conditional triggers look at a record in a spare one, which is the same for all instances.
 */
struct sdt_buffers {
	struct trace_buffer *own;	/* a snapshot gives the instance another one */
	struct trace_buffer *spare;
};

/* instance.c */
struct trace_array *sdt_instance_find(const char *name, struct sdt_buffers *buffers);
struct trace_array *sdt_instance_create(const char *name, size_t *size,
					struct sdt_buffers *buffers);
void sdt_instance_remove(struct trace_array *instance, const char *name);

/* withdraw.c */
bool sdt_event_withdraw(struct sdt_event *event);
void sdt_events_withdraw_unused(void *events);
void sdt_events_free_withdrawn(struct list_head *withdrawn);

/* departed.c */
bool sdt_departed_has(const char *module);
void sdt_departed_leave(struct sdt_module_probes *mp);
bool sdt_departed_return(struct sdt_module_probes *mp);
void sdt_departed_free(void);
bool sdt_departed_add(struct sdt_module_probes *mp);

/* prepare.c */
extern struct list_head sdt_published;

bool sdt_events_prepare(struct sdt_module_probes *mp, const struct sdt_patterns *added);
bool sdt_module_stays(const struct sdt_module_probes *mp);
bool sdt_group_fails(struct sdt_group *group);
void sdt_event_drop(struct sdt_group *group);

/* offer.c */
void sdt_offer_end(struct sdt_module_probes *mp, bool is_lost);
void sdt_events_unpin(struct sdt_module_probes *mp);

/* gate.c */
extern bool sdt_has_gate;

int sdt_gate_init(void);
void sdt_gate_exit(void);
int sdt_gate_run(void (*work)(void *data), void *data);

/* fields.c */
int sdt_fields_init(struct sdt_fields *fields, const struct sdt_probe *probe);
bool sdt_fields_are_like(const struct sdt_fields *fields, const struct sdt_fields *other);
extern struct trace_event_fields sdt_no_fields[];
void sdt_fields_listed(struct sdt_fields *fields, struct trace_event_class *class);
void sdt_fields_free(struct sdt_fields *fields);

/* form.c */
struct sdt_form *sdt_form_get(struct sdt_group *group, struct trace_event_class *class);
void sdt_form_put(struct sdt_event *event);
void sdt_form_listed(struct sdt_form *form);
void sdt_form_leave(struct sdt_event *event);
void sdt_form_stay(struct sdt_event *event);
bool sdt_forms_are_like(const struct sdt_form *form, const struct sdt_form *other);
void sdt_forms_forget(struct sdt_module_probes *mp);

/* text.c */
char *sdt_fields_print_fmt(const struct sdt_fields *fields);
void sdt_record_print(const struct sdt_event *event, const void *entry, unsigned int size,
		      struct trace_seq *seq);

/* message_text.c */
int sdt_messages_init(void);
void sdt_messages_exit(void);
const struct sdt_fixed_type *sdt_message_fixed(const char *message,
					       const struct sdt_arg *args, unsigned int nr);

/* type.c */
const char *sdt_field_type(const struct sdt_arg *arg);

/* to_ftrace.c, to_perf.c */
struct sdt_writers;
extern const struct sdt_writers sdt_ftrace_writers;
extern const struct sdt_writers sdt_perf_writers;

/* record.c */
int sdt_record_init(void);
void sdt_record_exit(void);

/* Is it an address, of any kind? */
static inline bool sdt_arg_is_pointer(const struct sdt_arg *arg)
{
	return arg->kind >= SDT_ARG_POINTER;
}

#endif /* _SDT_EVENTS_INTERNAL_H */
