// SPDX-License-Identifier: GPL-2.0-only
/*
 * gate.c - run code with the kernel's event_mutex held
 *
 * trace_add_event_call() and trace_remove_event_call() are exported and expect
 * their caller to hold event_mutex, which is not.  But perf holds it when it asks
 * an event whether a perf event may be opened for it, by the event's perf_perm().
 * So sdt.ko has one permanent event, the gate, and its perf_perm() does the work:
 *
 * 1. sdt_gate_run() has perf open the event with the gate's number as a kernel counter.
 * 2. perf_trace_init() takes event_mutex, finds the gate and calls its perf_perm(),
 *    which runs the work and refuses the perf event.  perf has allocated nothing
 *    for the gate by then, and frees the perf event itself: nothing remains.
 *
 * sdt_gate_init() registers the number, and sdt.ko keeps it until it is removed.  The
 * kernel has fewer than 65,536 event numbers, and sdt.ko must reach the tracing core even
 * when all are taken.  So a use of the gate fails only if it is out of memory.
 *
 * No one else can use the gate.  perf_perm() refuses every perf event that does not
 * have the gate's overflow handler, which only code in the kernel can set.  Because of
 * TRACE_EVENT_FL_IGNORE_ENABLE the gate has no enable, filter and trigger files, and
 * set_event skips it; because of SDT_NO_EVENT_PROBES the core creates no event probe
 * on it.
 *
 * Enabling and disabling an event in a trace instance would also call back with
 * event_mutex held.  But while an event is enabled, the core enables two tracepoints of
 * the scheduler to record the names of tasks (options/record-cmd), so each use would
 * patch the code of the scheduler twice on all CPUs.
 *
 * perf takes a reference to call->module while it opens an event.  This fails when
 * sdt.ko is being removed and uses the gate once more.  So the gate belongs to no module
 * between sdt_gate_init() and sdt_gate_exit().  Afterwards it belongs to sdt.ko again,
 * and the core removes it, with its number, together with sdt.ko.
 */
#define pr_fmt(fmt) "sdt: " fmt

#include <linux/err.h>
#include <linux/jiffies.h>
#include <linux/module.h>
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <linux/trace_events.h>

#include "events/events_internal.h"

struct gate_job {
	void (*work)(void *data);
	void *data;
	bool done;
};

/* Its address identifies the gate's perf events.  It is never called. */
static void gate_overflow(struct perf_event *event,
			  struct perf_sample_data *data, struct pt_regs *regs)
{
}

/* Called by perf_trace_init(), with event_mutex held. */
static int gate_perm(struct trace_event_call *call, struct perf_event *event)
{
	struct gate_job *job = event->overflow_handler_context;

	if (event->overflow_handler == gate_overflow && !job->done) {
		job->work(job->data);
		job->done = true;
	}
	return -EOPNOTSUPP;
}

/* perf requires it, but calls perf_perm() first. */
static int gate_reg(struct trace_event_call *call, enum trace_reg type,
		    void *data)
{
	return -EOPNOTSUPP;
}

static struct trace_event_functions gate_funcs;

static struct trace_event_fields gate_fields[] = { {} };

bool sdt_has_gate;			/* events can be added and withdrawn any time */

static struct trace_event_class gate_class = {
	.system = "sdt",
	.reg = gate_reg,
	.fields_array = gate_fields,
	.fields = LIST_HEAD_INIT(gate_class.fields),
};

static char gate_print_fmt[] = "\"\"";

static struct trace_event_call gate_call = {
	.class = &gate_class,
	{
		.name = "sdt_gate",
	},
	.print_fmt = gate_print_fmt,
	.flags = TRACE_EVENT_FL_IGNORE_ENABLE | SDT_NO_EVENT_PROBES,
	.perf_perm = gate_perm,
};

/* The module loader passes this section to the tracing core. */
static struct trace_event_call *gate_call_ptr __used
	__section("_ftrace_events") = &gate_call;

/* Returns perf's error; opening the gate always fails. */
static int open_gate(struct gate_job *job)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT,
		.size = sizeof(attr),
		.config = gate_call.event.type,
	};
	struct perf_event *event;

	event = perf_event_create_kernel_counter(&attr, 0, NULL, gate_overflow,
						 job);
	if (IS_ERR(event))
		return PTR_ERR(event);
	perf_event_release_kernel(event);	/* it was not the gate */
	return -EIO;
}

/**
 * sdt_gate_run - run a function with event_mutex held
 * @work: the function; may sleep, may add and remove trace events
 * @data: its argument
 *
 * Context: Process context, sleeps.  Neither event_mutex nor sdt_mutex may be held.
 * Return: 0 if @work was run, -ENOMEM if there is no memory for a perf event, or perf's
 * error if the core does not have the gate (-EINVAL).
 */
int sdt_gate_run(void (*work)(void *data), void *data)
{
	struct gate_job job = { .work = work, .data = data };
	int err = open_gate(&job);

	return job.done ? 0 : err;
}

/**
 * sdt_gate_wait - wait before the gate is used again, when sdt.ko is removed
 * @err: why sdt_gate_run() did not run the function; -EAGAIN: a module was coming
 *
 * The kernel cannot stop or kill an rmmod that runs sdt.ko's exit function, and sdt.ko's
 * code must not go before its events.  So rmmod waits for memory.  After sdt_gate_init()
 * there is no other error, unless a security module refuses perf events.
 *
 * Context: Process context, sleeps.  No lock may be held.
 */
void sdt_gate_wait(int err)
{
	if (err != -ENOMEM && err != -EAGAIN)
		pr_warn_once("cannot reach the tracing core (%d): rmmod waits until it can\n",
			     err);
	schedule_timeout_idle(msecs_to_jiffies(20));
}

/* perf got a reference, because call->module was sdt.ko, and will not put it. */
static void leave_module(void *data)
{
	sdt_call_module(&gate_call) = NULL;
	module_put(THIS_MODULE);
}

/* perf got no reference, and will put one. */
static void join_module(void *data)
{
	__module_get(THIS_MODULE);
	sdt_call_module(&gate_call) = THIS_MODULE;
}

/*
 * Makes the gate usable.  Returns -ENOSPC if there is no free number for an event, else as
 * sdt_gate_run().  Sleeps.
 */
int sdt_gate_init(void)
{
	int err = -ENOSPC;

	gate_call.event.funcs = &gate_funcs;
	if (register_trace_event(&gate_call.event)) {
		err = sdt_gate_run(leave_module, NULL);
		if (!err)
			return 0;
		/* The core may not have the gate: then only this takes back the number. */
		unregister_trace_event(&gate_call.event);
	}
	/* or the core would unregister the number with the gate */
	gate_call.event = (struct trace_event){ };
	return err;
}

/* Makes the gate belong to sdt.ko again, so that the core removes it.  Sleeps. */
void sdt_gate_exit(void)
{
	int err;

	while ((err = sdt_gate_run(join_module, NULL)))
		sdt_gate_wait(err);
}
