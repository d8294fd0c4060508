// SPDX-License-Identifier: GPL-2.0-only
/*
 * held.c - how long functions of the kernel run
 *
 * insmod held.ko functions=ADDRESS,ADDRESS counts their calls, adds up their times and keeps the
 * longest one, in the module's parameters; writing to calls sets all of them to 0.  The
 * time is the time stamp counter's.  For functions that hold a mutex all the time, so only
 * one call runs at any time.  They have addresses because several functions of the kernel
 * can have one name.
 */
#include <linux/kprobes.h>
#include <linux/module.h>

#include "clock.h"

#define MAX_FUNCTIONS	4

static unsigned long functions[MAX_FUNCTIONS];
static int nr_functions;
module_param_array(functions, ulong, &nr_functions, 0400);

static unsigned long calls, total, longest;

static int reset(const char *text, const struct kernel_param *kp)
{
	calls = total = longest = 0;
	return 0;
}

static const struct kernel_param_ops calls_ops = {
	.set = reset,
	.get = param_get_ulong,
};

module_param_cb(calls, &calls_ops, &calls, 0600);
module_param(total, ulong, 0400);
module_param(longest, ulong, 0400);

static int entered(struct kretprobe_instance *instance, struct pt_regs *regs)
{
	*(u64 *)instance->data = clock_read();
	return 0;
}

static int left(struct kretprobe_instance *instance, struct pt_regs *regs)
{
	unsigned long took = clock_read() - *(u64 *)instance->data;

	calls++;
	total += took;
	longest = max(longest, took);
	return 0;
}

static struct kretprobe probes[MAX_FUNCTIONS];
static struct kretprobe *registered[MAX_FUNCTIONS];

static int __init held_init(void)
{
	int i;

	for (i = 0; i < nr_functions; i++) {
		probes[i].kp.addr = (kprobe_opcode_t *)functions[i];
		probes[i].entry_handler = entered;
		probes[i].handler = left;
		probes[i].data_size = sizeof(u64);
		registered[i] = &probes[i];
	}
	return register_kretprobes(registered, nr_functions);
}
module_init(held_init);

static void __exit held_exit(void)
{
	unregister_kretprobes(registered, nr_functions);
}
module_exit(held_exit);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Times functions of the kernel");
