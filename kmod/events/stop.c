// SPDX-License-Identifier: GPL-2.0-only
/*
 * stop.c - recorders that stop at a hit
 *
 * A recorder (recorders.c) with "until PATTERN after N" switches its buffer off when a probe of
 * the pattern has fired, and N more hits have been recorded in the instance:
 *
 * 1. @left is SDT_STOP_RUNNING.  Every hit is recorded.
 * 2. The record of a hit of the pattern is complete.  It sets @left to N.
 * 3. Each hit that begins now takes one of @left, or is skipped.  So there are N, whichever CPUs
 *    they are on.  Hits that had begun before 2. on other CPUs are recorded, too.
 * 4. The one whose record is the last of N to be complete switches the buffer off: tracing_on in
 *    tracefs shows 0.  Hits are skipped.
 * 5. Someone writes 1 to tracing_on.  The next hit finds the buffer on, and begins anew with 1.
 *
 * sdt_stop_enter() and sdt_stop_leave() run when probes fire, in any context, with preemption
 * disabled.  They take no lock.  The rest is process context; sdt_mutex protects the list.
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

/* The buffer is on again.  One CPU wins. */
static notrace void begin_anew(struct sdt_stop *stop)
{
	if (atomic_cmpxchg(&stop->is_off, 1, 0) != 1)
		return;
	atomic_set(&stop->done, 0);
	atomic_set_release(&stop->left, SDT_STOP_RUNNING);
}

static notrace void switch_off(struct sdt_stop *stop)
{
	ring_buffer_record_off(stop->buffer);
	atomic_set_release(&stop->is_off, 1);
}

/* Is a hit that begins recorded? */
enum sdt_stop_pass notrace sdt_stop_enter(struct sdt_stop *stop)
{
	int left = atomic_read(&stop->left);

	if (likely(left == SDT_STOP_RUNNING))
		return SDT_STOP_PASS;
	if (!left && atomic_read(&stop->is_off)) {
		if (!sdt_buffer_is_on(stop->buffer))
			return SDT_STOP_SKIP;
		begin_anew(stop);
		return SDT_STOP_PASS;
	}
	left = atomic_dec_if_positive(&stop->left);
	if (left >= 0)
		return SDT_STOP_COUNTED;
	return left == SDT_STOP_RUNNING - 1 ? SDT_STOP_PASS : SDT_STOP_SKIP;
}

/* The record of a hit that was not skipped is complete.  @is_until: it can stop the recorder. */
void notrace sdt_stop_leave(struct sdt_stop *stop, enum sdt_stop_pass pass, bool is_until)
{
	if (pass == SDT_STOP_COUNTED) {
		if (atomic_inc_return(&stop->done) == stop->after)
			switch_off(stop);
	} else if (is_until &&
		   atomic_cmpxchg(&stop->left, SDT_STOP_RUNNING, stop->after) == SDT_STOP_RUNNING &&
		   !stop->after) {
		switch_off(stop);
	}
}

/* Stops the recorder of an instance from the next use of an event there on.  NULL: no memory. */
struct sdt_stop *sdt_stop_create(struct trace_array *instance, struct trace_buffer *buffer,
				 const struct sdt_patterns *until, unsigned int after)
{
	struct sdt_stop *stop = kzalloc(sizeof(*stop), GFP_KERNEL);

	if (!stop)
		return NULL;
	refcount_set(&stop->ref, 1);
	stop->instance = instance;
	stop->buffer = buffer;
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
	return !atomic_read(&stop->is_off) && atomic_read(&stop->left) != SDT_STOP_RUNNING;
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
