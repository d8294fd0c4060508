// SPDX-License-Identifier: GPL-2.0-only
/*
 * event_gate.c - run code with the kernel's event_mutex held
 *
 * trace_add_event_call() and trace_remove_event_call() are exported and want
 * event_mutex held, which is not.  But the kernel holds it when it calls the
 * reg() of an event's class.  So sdt.ko has one permanent event, the gate,
 * which trace_set_clr_event() switches on and off, and whose reg() does the
 * work.
 *
 * 1. At rest the gate is off and has TRACE_EVENT_FL_IGNORE_ENABLE: it is in no
 *    list of events, has no enable, filter and trigger file, and set_event and
 *    "echo 1 > events/enable" pass it by.
 * 2. sdt_gate_run() takes gate_lock, drops the flag, and switches the gate on
 *    and off until reg() has been called by this task; then it puts the flag
 *    back.
 * 3. Whoever else switches the gate in between finds a reg() that does nothing:
 *    reg() works for the task of sdt_gate_run() only, since other callers may
 *    hold more than event_mutex.  The next turn of the loop makes up for it.
 *
 * gate_lock is taken before event_mutex, and never with sdt_mutex held.
 */
#include <linux/mutex.h>
#include <linux/sched.h>
#include <linux/trace_events.h>

#include "internal.h"

#define GATE_SYSTEM	"sdt"
#define GATE_NAME	"sdt_gate"
#define GATE_TURNS	1000

static DEFINE_MUTEX(gate_lock);

/* The caller's task sets these with gate_lock held, and only it uses them. */
static struct task_struct *gate_owner;
static void (*gate_work)(void *data);
static void *gate_data;

/* @data is the struct trace_event_file for the first two. */
static int gate_reg(struct trace_event_call *call, enum trace_reg type,
		    void *data)
{
	struct trace_event_file *file = data;

	switch (type) {
	case TRACE_REG_UNREGISTER:
		/* or rmmod sdt would clear the trace, as of a used event's */
		clear_bit(EVENT_FILE_FL_WAS_ENABLED_BIT, &file->flags);
		fallthrough;
	case TRACE_REG_REGISTER:
		if (READ_ONCE(gate_owner) == current && gate_work) {
			gate_work(gate_data);
			gate_work = NULL;
		}
		return 0;
#ifdef CONFIG_PERF_EVENTS
	case TRACE_REG_PERF_REGISTER:
		return -EOPNOTSUPP;
#endif
	default:
		return 0;
	}
}

static struct trace_event_fields gate_fields[] = { {} };

static struct trace_event_class gate_class = {
	.system = GATE_SYSTEM,
	.reg = gate_reg,
	.fields_array = gate_fields,
	.fields = LIST_HEAD_INIT(gate_class.fields),
};

static char gate_print_fmt[] = "\"\"";

static struct trace_event_call gate_call = {
	.class = &gate_class,
	{
		.name = GATE_NAME,
	},
	.print_fmt = gate_print_fmt,
	.flags = TRACE_EVENT_FL_IGNORE_ENABLE,
};

/* The module loader hands this section to the tracing core. */
static struct trace_event_call *gate_call_ptr __used
	__section("_ftrace_events") = &gate_call;

/**
 * sdt_gate_run - run a function with event_mutex held
 * @work: the function; may sleep, may add and remove trace events
 * @data: its argument
 *
 * Context: process, sleeps.  Neither event_mutex nor sdt_mutex may be held.
 * Return: 0 if @work was run, -EAGAIN if others switched the gate all the
 * time, or what trace_set_clr_event() says if the tracing core does not know
 * the gate (-EINVAL) or has no trace buffer (-ENODEV).
 */
int sdt_gate_run(void (*work)(void *data), void *data)
{
	int turn, err = 0;

	mutex_lock(&gate_lock);
	gate_work = work;
	gate_data = data;
	WRITE_ONCE(gate_owner, current);
	WRITE_ONCE(gate_call.flags,
		   gate_call.flags & ~TRACE_EVENT_FL_IGNORE_ENABLE);

	for (turn = 0; gate_work && !err && turn < GATE_TURNS; turn++)
		err = trace_set_clr_event(GATE_SYSTEM, GATE_NAME, !(turn & 1));
	if (gate_work) {
		gate_work = NULL;
		err = err ?: -EAGAIN;
	}
	trace_set_clr_event(GATE_SYSTEM, GATE_NAME, 0);

	WRITE_ONCE(gate_call.flags,
		   gate_call.flags | TRACE_EVENT_FL_IGNORE_ENABLE);
	WRITE_ONCE(gate_owner, NULL);
	mutex_unlock(&gate_lock);
	return err;
}
