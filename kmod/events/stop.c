// SPDX-License-Identifier: GPL-2.0-only
/*
 * stop.c - recorders that stop at a hit
 *
 * A recorder (recorders.c) with "until PATTERN after N" switches its buffer off when a probe of
 * the pattern has fired, and N more hits have been recorded in the instance:
 *
 * 1. @left is SDT_STOP_RUNNING.  Every hit is recorded.
 * 2. The record of a hit of the pattern is complete.  It sets @left to N.
 * 3. Each record that is complete takes one of @left.
 * 4. The last one, which leaves 0, switches the buffer off: tracing_on in tracefs shows 0.  Then
 *    @left is SDT_STOP_OFF.  What other CPUs had begun to record by then is recorded, too.
 * 5. Someone writes 1 to tracing_on.  The next hit that is recorded finds the buffer on, and begins
 *    anew with 1.
 *
 * Only sdt.ko's hits count, and none while the buffer is off.  A filter of the event in the
 * instance makes no difference: the core evaluates it when it commits the record, and does not tell
 * the result.
 *
 * A snapshot gives the instance another buffer, so the buffer is that of the record.
 *
 * sdt_stop_count() runs when probes fire, in any context, with preemption disabled.  It takes no
 * lock.  The rest is process context; sdt_mutex protects the list.
 */
#include <linux/ring_buffer.h>
#include <linux/slab.h>

#include "events/events_internal.h"
#include "events/stop.h"

static LIST_HEAD(stops);

/* Does the buffer take records?  Any context. */
bool notrace sdt_buffer_is_on(struct trace_buffer *buffer)
{
	struct ring_buffer_event *event = ring_buffer_lock_reserve(buffer, sizeof(u32));

	if (event)
		ring_buffer_discard_commit(buffer, event);
	return event;
}

static notrace void switch_off(struct sdt_stop *stop, struct trace_buffer *buffer)
{
	ring_buffer_record_off(buffer);
	atomic_set_release(&stop->left, SDT_STOP_OFF);
}

/* A record is complete, in @buffer of the instance.  @is_until: the hit can stop the recorder. */
void notrace sdt_stop_count(struct sdt_stop *stop, struct trace_buffer *buffer, bool is_until)
{
	int left = atomic_read_acquire(&stop->left);

	if (left == SDT_STOP_RUNNING && likely(!is_until))
		return;
	/* With a filter, the core makes records even then, and drops them. */
	if (!sdt_buffer_is_on(buffer))
		return;
	if (left == SDT_STOP_OFF) {
		atomic_cmpxchg(&stop->left, SDT_STOP_OFF, SDT_STOP_RUNNING);
		left = atomic_read(&stop->left);
	}
	if (left == SDT_STOP_RUNNING) {
		if (is_until &&
		    atomic_cmpxchg(&stop->left, SDT_STOP_RUNNING, stop->after) == SDT_STOP_RUNNING &&
		    !stop->after)
			switch_off(stop, buffer);
	} else if (!atomic_dec_if_positive(&stop->left)) {
		switch_off(stop, buffer);
	}
}

/* Stops the recorder of an instance from the next use of an event there on.  NULL: no memory. */
struct sdt_stop *sdt_stop_create(struct trace_array *instance, const struct trace_buffer *spare,
				 const struct sdt_patterns *until, unsigned int after)
{
	struct sdt_stop *stop = kzalloc(sizeof(*stop), GFP_KERNEL);

	if (!stop)
		return NULL;
	refcount_set(&stop->ref, 1);
	stop->instance = instance;
	stop->spare = spare;
	stop->until = until;
	stop->after = after;
	atomic_set(&stop->left, SDT_STOP_RUNNING);
	mutex_lock(&sdt_mutex);
	list_add(&stop->list, &stops);
	mutex_unlock(&sdt_mutex);
	return stop;
}

/* Has a hit of the pattern fired, whose hits after it are not complete?  Any context. */
bool sdt_stop_is_counting(const struct sdt_stop *stop)
{
	return atomic_read(&stop->left) > 0;
}

/* No new users get it.  NULL is ignored. */
void sdt_stop_remove(struct sdt_stop *stop)
{
	if (!stop)
		return;
	mutex_lock(&sdt_mutex);
	list_del(&stop->list);
	stop->until = NULL;
	mutex_unlock(&sdt_mutex);
	sdt_stop_put(stop);
}

/* Returns what stops the recorder of an instance, or NULL.  Context: with sdt_mutex held. */
struct sdt_stop *sdt_stop_get(const struct trace_array *instance)
{
	struct sdt_stop *stop;

	list_for_each_entry(stop, &stops, list) {
		if (stop->instance == instance) {
			refcount_inc(&stop->ref);
			return stop;
		}
	}
	return NULL;
}

/* CPUs can still use it for an RCU grace period.  NULL is ignored. */
void sdt_stop_put(struct sdt_stop *stop)
{
	if (stop && refcount_dec_and_test(&stop->ref))
		kfree_rcu(stop, rcu);
}
