// SPDX-License-Identifier: GPL-2.0-only
/*
 * failer.c - has an allocation of sdt.ko's fail
 *
 *	echo N > /sys/module/failer/parameters/nth	the Nth from now on
 *	echo 0 > .../nth				none any more
 *	cat .../nth					what is left of N: 0 if it failed
 *	.../failed					how many failed so far
 *
 * An allocation is sdt.ko's if its code or that of sdt_raw.ko is on the stack, but for what
 * kmemleak allocates to note it, what trace_add_event_call() does: where memory is short
 * for that, Linux 6.1 warns of itself; and what trace_array_get_by_name() does, thousands.
 * Only those of the task that wrote N count.
 *
 * The kernel asks should_failslab() at each allocation from a slab, with or without
 * CONFIG_FAILSLAB: that is what answers for it here.  To know sdt.ko this module
 * must be there first.
 */
#include <linux/gfp.h>
#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/stacktrace.h>
#include <linux/string.h>

#define KMEMLEAKS	__GFP_NOMEMALLOC /* what nearly no one else says */
#define MAX_DEPTH	64		/* more than the stack has */

static struct task_struct *task;	/* whose allocations count; may be gone */
static const struct module *sdt, *sdt_raw;	/* NULL: not loaded */
static unsigned int left;		/* the task's alone while it is set */
static unsigned int failed;
module_param(failed, uint, 0400);

static bool is_function(unsigned long caller, const char *name)
{
	char symbol[KSYM_NAME_LEN];

	snprintf(symbol, sizeof(symbol), "%ps", (void *)caller);
	return !strcmp(symbol, name);
}

static bool is_in(const struct module *mod, unsigned long caller)
{
	return mod && within_module(caller, mod);
}

static bool is_sdts(void)
{
	unsigned long callers[MAX_DEPTH];
	unsigned int i, nr;

	nr = stack_trace_save(callers, MAX_DEPTH, 0);
	for (i = 0; i < nr && !is_in(READ_ONCE(sdt), callers[i]) &&
		    !is_in(READ_ONCE(sdt_raw), callers[i]); i++)
		;
	return i && i < nr && !is_function(callers[i - 1], "trace_add_event_call") &&
	       !is_function(callers[i - 1], "trace_array_get_by_name");
}

/* What should_failslab() becomes: its result is set. */
static notrace noinline void answered(void)
{
	barrier();
}

static int on_allocation(struct kprobe *kp, struct pt_regs *regs)
{
	gfp_t gfp = regs_get_kernel_argument(regs, 1);

	if (READ_ONCE(task) != current || !in_task() || !left ||
	    (gfp & (__GFP_NOFAIL | KMEMLEAKS)) || !is_sdts() || --left)
		return 0;
	failed++;
	regs_set_return_value(regs, -ENOMEM);
	instruction_pointer_set(regs, (unsigned long)answered);
	return 1;
}

static struct kprobe kprobe = {
	.symbol_name = "should_failslab",
	.pre_handler = on_allocation,
};

static int set_nth(const char *text, const struct kernel_param *kp)
{
	unsigned int nth;
	int err = kstrtouint(text, 0, &nth);

	if (err)
		return err;
	WRITE_ONCE(task, NULL);
	if (nth) {
		left = nth;
		WRITE_ONCE(task, current);
	}
	return 0;
}

static int get_left(char *buf, const struct kernel_param *kp)
{
	return sysfs_emit(buf, "%u\n", left);
}

static const struct kernel_param_ops nth_ops = {
	.set = set_nth,
	.get = get_left,
};
module_param_cb(nth, &nth_ops, NULL, 0600);

/* As the first at COMING, and the last at GOING */
static int on_module(struct notifier_block *nb, unsigned long state, void *data)
{
	const struct module *mod = data;
	const struct module **known = !strcmp(mod->name, "sdt") ? &sdt :
				      !strcmp(mod->name, "sdt_raw") ? &sdt_raw : NULL;

	if (known && state == MODULE_STATE_COMING)
		WRITE_ONCE(*known, mod);
	else if (known && state == MODULE_STATE_GOING)
		WRITE_ONCE(*known, NULL);
	return NOTIFY_OK;
}

static struct notifier_block nb = {
	.notifier_call = on_module,
};

static int __init failer_init(void)
{
	int err = register_module_notifier(&nb);

	if (err)
		return err;
	err = register_kprobe(&kprobe);
	if (err)
		unregister_module_notifier(&nb);
	return err;
}

static void __exit failer_exit(void)
{
	unregister_kprobe(&kprobe);
	unregister_module_notifier(&nb);
}

module_init(failer_init);
module_exit(failer_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Has allocations of sdt.ko fail");
