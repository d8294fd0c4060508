/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * raw.h - probes as raw tracepoints: sdt_raw.ko
 *
 *	tracepoints.c	the raw tracepoints, by name; load and unload sdt_raw.ko
 *	slots.c		what the kernel knows of them
 *	connect.c	have programs see the hits of the probes
 *	run.c		run the programs of one that was hit
 *	without_bpf.c	all of it where the kernel has none
 *
 *	tracepoints.c -> slots.c -> connect.c -> run.c
 *
 * sdt_raw.ko is a module of its own, so that only its users pay for the slots.  It uses only
 * linux/sdt_handler.h of sdt.ko: a raw tracepoint with a program is a handler.
 */
#ifndef _SDT_RAW_H
#define _SDT_RAW_H

#include <linux/list.h>
#include <linux/sdt_handler.h>
#include <linux/static_call_types.h>
#include <linux/string.h>
#include <linux/trace_events.h>

#include "compat.h"

/* bpf_trace_run12() is the last one. */
#define SDT_RAW_MAX_ARGS	12

/*
 * A raw tracepoint: all probes of a module that are one event.  It is never freed before
 * sdt_raw.ko is unloaded, and its slot is never used for another one: a task can have
 * looked it up, and sleep before it attaches its program.
 */
struct sdt_raw {
	struct sdt_tracepoint tracepoint;
	struct static_call_key only;	/* the tracepoint's; see run.c */
	bool has_lost_name;		/* to another one */
	bool is_trusted;		/* programs can follow a pointer of it unchecked */
	struct list_head with_program;
	struct sdt_handler *handler;	/* NULL: without a program */
	bool is_checked;		/* the handler checks hits: sdt_raw_is_of() */
	char *probe[4];			/* provider, module, function or "", name */
	bool is_qualified;		/* as in struct sdt_probe, and so are these */
	unsigned int nr_args;
	char *no_name;			/* its tracepoint's name when it has lost its own */
	char name[];
};

static inline struct tracepoint *sdt_raw_tp(struct sdt_raw *raw)
{
	return &raw->tracepoint.tp;
}

/*
 * Gets the fields of the pattern of a probe's handler: provider, module, function if
 * @is_qualified, else "", and name.
 */
static inline void sdt_raw_fields(const struct sdt_probe *probe, bool is_qualified,
				  const char *field[4])
{
	field[0] = probe->provider;
	field[1] = probe->module;
	field[2] = is_qualified ? probe->function : "";
	field[3] = probe->name;
}

/*
 * Was a raw tracepoint made for @probe, which the pattern of its handler may match all the same?
 * Otherwise, programs must not see hits of the probe.
 */
static inline bool sdt_raw_is_of(const struct sdt_raw *raw, const struct sdt_probe *probe)
{
	const char *field[4];
	unsigned int i;

	if (probe->is_qualified != raw->is_qualified || probe->nr_args != raw->nr_args)
		return false;
	sdt_raw_fields(probe, raw->is_qualified, field);
	for (i = 0; i < ARRAY_SIZE(field); i++)
		if (strcmp(raw->probe[i], field[i]))
			return false;
	return true;
}

/* slots.c */
#define SDT_RAW_SLOTS	1024

extern struct sdt_raw *sdt_raws[SDT_RAW_SLOTS];

void sdt_raw_slot_fill(unsigned int slot, struct sdt_raw *raw);
void sdt_raw_slots_clear(void);

/* connect.c */
extern struct mutex sdt_raw_lock;

int sdt_raw_connect(struct sdt_raw *raw);
void sdt_raw_disconnect(struct sdt_raw *raw);
void sdt_raw_end(struct sdt_raw *raw);
void sdt_raw_check(const struct sdt_probe *probe);
void sdt_raw_trust(struct sdt_raw *raw);

/* run.c */
extern const sdt_handler_fn sdt_raw_runners[SDT_RAW_MAX_ARGS + 1];

void sdt_raw_program(void);
void sdt_raw_run_checked(const struct sdt_hit *hit, void *cookie);

/* The handler for a raw tracepoint's number of arguments; its cookie is the struct sdt_raw. */
static inline sdt_handler_fn sdt_raw_runner(const struct sdt_raw *raw)
{
	return sdt_raw_runners[min_t(unsigned int, raw->nr_args, SDT_RAW_MAX_ARGS)];
}

#endif /* _SDT_RAW_H */
