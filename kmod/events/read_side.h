/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * read_side.h - how a sink uses objects of the tracing core
 *
 * A sink that writes records uses objects of the core: the event's file in a trace
 * instance, that file's filter and triggers, the instance's buffer, and perf's list of
 * events (call->perf_events).  The core frees them
 *
 *  - after event_reg() has ended the use of the event: perf_trace_event_unreg(), and
 *    event_trace_del_tracer() for the files of an instance;
 *  - without a callback, while the event stays in use: trigger_data_free().
 *
 * In each case it calls tracepoint_synchronize_unregister() first.  (Filters are freed
 * in the second way, too, but since 7.0 delay_free_filter() waits for RCU itself.)
 *
 * Before Linux 7.0, this includes synchronize_rcu(), which waits for every CPU that
 * has preemption disabled, and thus for the sinks.
 *
 * Since 7.0, tracepoints are called with preemption enabled, and it waits only for
 * readers of tracepoint_srcu and of RCU Tasks Trace.  Both are "SRCU-fast" now.  A grace
 * period of that kind contains one of RCU (srcu_readers_active_idx_check()), and the
 * events of kprobes and some code of BPF rely on it.  But SRCU does not promise it,
 * and rcu_trace_implies_rcu_gp(), which told whether RCU Tasks Trace does, is gone.
 * So the sinks read tracepoint_srcu like the callbacks of tracepoints: from
 * sdt_read_enter() to sdt_read_leave().
 *
 * That alone is not enough if a CPU calls a sink before event_reg() ends its use and
 * enters after the core has waited.  So event_reg() marks the user as gone, and
 * sdt_read_enter() checks the mark.  Either the core waits for the reader, or the
 * reader sees the mark.
 *
 * If event_reg() fails to start a use, perf frees its buffers without waiting, so
 * event_connect() waits for RCU itself.
 *
 * A synchronize_rcu() at each end of a use would cost a grace period for each event of
 * each "echo 0 > events/enable", and would not help with triggers.
 *
 * Nothing else needs this.  trace_call_bpf() protects BPF programs and their array by
 * itself, call_rcu() frees a struct perf_event, and an event's files are freed along
 * with the event when its module's code no longer runs, or after the
 * synchronize_rcu() in sdt_modules_exit() or sdt_events_withdraw_unused().
 */
#ifndef _SDT_READ_SIDE_H
#define _SDT_READ_SIDE_H

#include "compat.h"

struct sdt_read_side {
	struct srcu_ctr __percpu *ctr;
};

/**
 * sdt_read_enter - begin to use objects of the tracing core
 * @side: for sdt_read_leave()
 * @gone: whether the user of the event has gone
 *
 * Return: true; or false if the user has gone, and then do not call sdt_read_leave().
 */
static __always_inline bool sdt_read_enter(struct sdt_read_side *side, const bool *gone)
{
	side->ctr = sdt_tracepoint_lock();
	if (!SDT_USES_TRACEPOINT_SRCU || likely(!READ_ONCE(*gone)))
		return true;
	sdt_tracepoint_unlock(side->ctr);
	return false;
}

/**
 * sdt_read_leave - end what sdt_read_enter() has begun
 * @side: what sdt_read_enter() has filled in
 */
static __always_inline void sdt_read_leave(const struct sdt_read_side *side)
{
	sdt_tracepoint_unlock(side->ctr);
}

#endif /* _SDT_READ_SIDE_H */
