/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stop.h - recorders that stop at a hit: stop.c
 */
#ifndef _SDT_STOP_H
#define _SDT_STOP_H

#include <linux/atomic.h>
#include <linux/list.h>
#include <linux/rcupdate.h>
#include <linux/refcount.h>

struct sdt_patterns;
struct trace_array;
struct trace_buffer;

/**
 * struct sdt_stop - when the recorder of a trace instance stops
 * @list: of all; sdt_mutex protects it
 * @ref: the recorder, and the users of events in the instance
 * @instance: the trace instance, which lives as long as any of them
 * @spare: see struct sdt_buffers; hits that are written there only do not count
 * @until: patterns of the probes that stop it; sdt_mutex protects it, NULL: it is not in the list
 * @after: hits in the instance that are recorded after one of them
 * @left: records until it stops, 0: it is being switched off, or one of SDT_STOP_*
 */
struct sdt_stop {
	struct list_head list;
	refcount_t ref;
	struct trace_array *instance;
	const struct trace_buffer *spare;
	const struct sdt_patterns *until;
	int after;
	atomic_t left;
	struct rcu_head rcu;
};

#define SDT_STOP_RUNNING	(-1)	/* no probe of @until has fired */
#define SDT_STOP_OFF		(-2)	/* it has switched the buffer off */

/* When a probe has fired */
void sdt_stop_count(struct sdt_stop *stop, struct trace_buffer *buffer, bool is_until);

struct sdt_stop *sdt_stop_create(struct trace_array *instance, const struct trace_buffer *spare,
				 const struct sdt_patterns *until, unsigned int after);
void sdt_stop_remove(struct sdt_stop *stop);
struct sdt_stop *sdt_stop_get(const struct trace_array *instance);
void sdt_stop_put(struct sdt_stop *stop);
bool sdt_stop_is_counting(const struct sdt_stop *stop);
bool sdt_buffer_is_on(struct trace_buffer *buffer);

#endif /* _SDT_STOP_H */
