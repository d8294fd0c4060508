// SPDX-License-Identifier: GPL-2.0-only
/*
 * numbers.c - uses up the numbers of trace events, as thousands of kprobe events would
 *
 *	insmod numbers.ko				takes all
 *	echo > /sys/module/numbers/parameters/more	those that have become free, too
 */
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/trace_events.h>
#include <linux/vmalloc.h>

#define NR_MAX 65536

static struct trace_event_functions functions;
static struct trace_event *events;
static unsigned int nr;

static void take(void)
{
	for (; nr < NR_MAX; nr++) {
		events[nr].funcs = &functions;
		if (!register_trace_event(&events[nr]))
			break;
		cond_resched();
	}
}

static int more(const char *text, const struct kernel_param *kp)
{
	take();
	return 0;
}

static const struct kernel_param_ops more_ops = { .set = more };

module_param_cb(more, &more_ops, NULL, 0200);

static int __init numbers_init(void)
{
	events = vzalloc(array_size(NR_MAX, sizeof(*events)));
	if (!events)
		return -ENOMEM;
	take();
	return 0;
}

static void __exit numbers_exit(void)
{
	while (nr) {
		unregister_trace_event(&events[--nr]);
		cond_resched();
	}
	vfree(events);
}

module_init(numbers_init);
module_exit(numbers_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Uses up the numbers of trace events");
