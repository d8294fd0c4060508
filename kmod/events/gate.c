// SPDX-License-Identifier: GPL-2.0-only
/*
 * gate.c - run code with the kernel's event_mutex held
 *
 * trace_add_event_call() and trace_remove_event_call() are exported and expect
 * their caller to hold event_mutex, which is not.  But perf holds it when it asks
 * an event whether a perf event may be opened for it, by the event's perf_perm().
 * So sdt.ko has one permanent event, the gate, and its perf_perm() does the work:
 *
 * 1. sdt_gate_run() registers a number for the gate, by which perf finds it, and
 *    has perf open the event of that number as a kernel counter.
 * 2. perf_trace_init() takes event_mutex, finds the gate and calls its perf_perm(),
 *    which runs the work and refuses the perf event.  perf has allocated nothing
 *    for the gate by then, and frees the perf event itself: nothing remains.
 * 3. sdt_gate_run() unregisters the number.
 *
 * No one else can use the gate.  perf_perm() refuses every perf event that does not
 * have the gate's overflow handler, which only code in the kernel can set.  Because of
 * TRACE_EVENT_FL_IGNORE_ENABLE the gate has no enable, filter and trigger files, and
 * set_event skips it; because of TRACE_EVENT_FL_EPROBE the core creates no event probe
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
 * and the core removes it with sdt.ko.
 *
 * gate_lock is taken before event_mutex, and never with sdt_mutex held.
 */
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/perf_event.h>
#include <linux/trace_events.h>

#include "events/internal.h"

static DEFINE_MUTEX(gate_lock);

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
	switch (type) {
	case TRACE_REG_REGISTER:
	case TRACE_REG_PERF_REGISTER:
		return -EOPNOTSUPP;
	default:
		return 0;
	}
}

static struct trace_event_functions gate_funcs;

static struct trace_event_fields gate_fields[] = { {} };

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
	.flags = TRACE_EVENT_FL_IGNORE_ENABLE | TRACE_EVENT_FL_EPROBE,
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
 * Return: 0 if @work was run, -ENOMEM if there is no memory for a perf event,
 * -ENOSPC if there is no free number for an event, or perf's error if the core does
 * not have the gate (-EINVAL).
 */
int sdt_gate_run(void (*work)(void *data), void *data)
{
	struct gate_job job = { .work = work, .data = data };
	int err = -ENOSPC;

	mutex_lock(&gate_lock);
	gate_call.event.funcs = &gate_funcs;
	if (register_trace_event(&gate_call.event)) {
		err = open_gate(&job);
		unregister_trace_event(&gate_call.event);
	}
	/* or the core would unregister it again when it removes the gate */
	gate_call.event = (struct trace_event){ };
	mutex_unlock(&gate_lock);
	return job.done ? 0 : err;
}

/**
 * sdt_gate_force - run a function with event_mutex held, and retry until it has run
 * @work: as for sdt_gate_run()
 * @data: as for sdt_gate_run()
 *
 * Waits for memory if there is none.
 *
 * Context: as for sdt_gate_run().
 */
void sdt_gate_force(void (*work)(void *data), void *data)
{
	while (sdt_gate_run(work, data))
		msleep(20);
}

/* perf got a reference, because call->module was sdt.ko, and will not put it. */
static void leave_module(void *data)
{
	gate_call.module = NULL;
	module_put(THIS_MODULE);
}

/* perf got no reference, and will put one. */
static void join_module(void *data)
{
	__module_get(THIS_MODULE);
	gate_call.module = THIS_MODULE;
}

/**
 * sdt_gate_init - make the gate usable
 *
 * Context: Process context, sleeps.
 * Return: as for sdt_gate_run().
 */
int sdt_gate_init(void)
{
	return sdt_gate_run(leave_module, NULL);
}

/**
 * sdt_gate_exit - make the gate belong to sdt.ko again, so that the core removes it
 *
 * Context: Process context, sleeps.
 */
void sdt_gate_exit(void)
{
	sdt_gate_force(join_module, NULL);
}
