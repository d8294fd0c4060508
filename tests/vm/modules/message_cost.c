// SPDX-License-Identifier: GPL-2.0-only
/*
 * message_cost.c - counts the instructions of a debug message
 *
 *	cat /sys/module/message_cost/parameters/int3_none	without any
 *	cat /sys/module/message_cost/parameters/int3_probe	DTRACE_PRINTF()
 *	cat /sys/module/message_cost/parameters/int3_debug	pr_debug()
 *	cat /sys/module/message_cost/parameters/int3_trace	trace_printk()
 *
 * and int0 and string with other arguments.  Each is a copy of the same leaf function
 * (cost.h).
 */
#include <linux/module.h>
#include <linux/sdt.h>

#include "cost.h"

/* They differ in one line. */
#define FUNCTIONS(ARGS, ...)					\
	COST_FUNCTION(ARGS##_none, );				\
	COST_FUNCTION(ARGS##_probe, DTRACE_PRINTF(__VA_ARGS__));	\
	COST_FUNCTION(ARGS##_debug, pr_debug(__VA_ARGS__));	\
	COST_FUNCTION(ARGS##_trace, trace_printk(__VA_ARGS__))

FUNCTIONS(int0, "the request is done\n");
FUNCTIONS(int3, "request %d of %ld is done: %ld left\n", a, b, item->c);
FUNCTIONS(string, "request %d of %ld is done for %s\n", a, b, item->text);

static int __init message_cost_init(void)
{
	cost_item.text = "hello";
	return 0;
}

static void __exit message_cost_exit(void)
{
}

module_init(message_cost_init);
module_exit(message_cost_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Counts the instructions of a debug message");
