// SPDX-License-Identifier: GPL-2.0-only
/*
 * instance.c - trace instances
 *
 * For controls.c and recorders.c.  The core tells an event's file which instance it is in, and who
 * reserves a record which buffer that has.  So an event that is always there leads to both.
 *
 * Process context, with neither event_mutex nor sdt_mutex held.
 */
#define pr_fmt(fmt) "sdt: " fmt

#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/mm.h>
#include <linux/preempt.h>
#include <linux/printk.h>
#include <linux/ring_buffer.h>
#include <linux/sizes.h>
#include <linux/trace_events.h>

#include "compat.h"
#include "events/events_internal.h"

/*
 * The core says which buffer gets a record of an event with @flags before it finds that the record
 * is too large for any.
 */
static struct trace_buffer *buffer_of(const struct trace_event_file *file, unsigned long flags)
{
	struct trace_event_file like = { .tr = file->tr, .flags = flags };
	struct trace_buffer *buffer = NULL;

	preempt_disable();
	sdt_buffer_reserve(&buffer, &like, file->event_call->event.type, SZ_1M);
	preempt_enable();
	return buffer;
}

/*
 * Returns the trace instance called @name, or the kernel's own if that is NULL; NULL if there is no
 * such instance.  Sets @buffers to its buffers, unless @buffers is NULL.
 */
struct trace_array *sdt_instance_find(const char *name, struct sdt_buffers *buffers)
{
	struct trace_event_file *file = trace_get_event_file(name, "module", "module_load");
	struct trace_array *instance;

	if (IS_ERR(file))
		return NULL;
	instance = file->tr;
	if (buffers) {
		buffers->own = buffer_of(file, 0);
		buffers->spare = buffer_of(file, EVENT_FILE_FL_TRIGGER_COND);
	}
	trace_put_event_file(file);
	return instance;
}

/*
 * Makes a trace instance with a buffer of @size bytes for all CPUs together, which is rounded up
 * to what the kernel allows.  New records overwrite the oldest.  Returns a reference to it, and its
 * buffers; or ERR_PTR(-EEXIST), if there is one of that name, or ERR_PTR(-ENOMEM).
 */
struct trace_array *sdt_instance_create(const char *name, size_t *size,
					struct sdt_buffers *buffers)
{
	const size_t cpu_size = max(DIV_ROUND_UP(*size, num_online_cpus()), 2 * PAGE_SIZE);
	struct trace_event_file *file;
	struct trace_array *instance;

	/* Only -ENOENT says that there is none. */
	file = trace_get_event_file(name, "module", "module_load");
	if (!IS_ERR(file))
		trace_put_event_file(file);
	if (!IS_ERR(file) || PTR_ERR(file) != -ENOENT)
		return ERR_PTR(-EEXIST);
	instance = sdt_trace_array_get(name);
	if (!instance)
		return ERR_PTR(-ENOMEM);
	*buffers = (struct sdt_buffers){ };
	if (sdt_instance_find(name, buffers) != instance || !buffers->own ||
	    ring_buffer_resize(buffers->own, cpu_size, RING_BUFFER_ALL_CPUS) < 0) {
		sdt_instance_remove(instance, name);
		return ERR_PTR(-ENOMEM);
	}
	/* A new instance has the option overwrite as the kernel's own. */
	ring_buffer_change_overwrite(buffers->own, 1);
	*size = cpu_size * num_online_cpus();
	return instance;
}

/*
 * Disables all events of an instance, gives its reference back, and removes it, unless a program
 * has a file of it open.
 */
void sdt_instance_remove(struct trace_array *instance, const char *name)
{
	trace_array_set_clr_event(instance, NULL, NULL, false);
	trace_array_put(instance);
	if (trace_array_destroy(instance) == -EBUSY)
		pr_notice("trace instance %s is in use: remove it with rmdir\n", name);
}
