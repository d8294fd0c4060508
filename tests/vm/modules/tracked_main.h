/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tracked_main.h - a module with the events of tracked_trace.h, but for its license
 *
 * One file of the module calls them, another one defines them.
 *
 * Parameters:
 *	fire		write: each event, once
 *	large		write: an event with so many stops
 *	in_interrupt	write: an event in a hard interrupt
 *	computed	how often a field has been computed
 *	registered	how often lorry_reg() was called more than lorry_unreg()
 *	refuses		lorry_reg() fails
 *	watched		is lorry_watched enabled?
 */
#include <linux/irq_work.h>
#include <linux/module.h>
#include <linux/slab.h>

#include "tracked_trace.h"

static struct lorry lorry = {
	.load = LOAD_FULL,
	.lamps = LAMP_LEFT | LAMP_RIGHT | 0x10,
	.wheel = { 22, -3 },
	.driver = "Ann",
	.plate = { 1, 2, 0xfe, 4, 5 },
	.axles = { 0x8001, 0x21 },
};

static int computed;
module_param(computed, int, 0400);
static int registered;
module_param(registered, int, 0400);
static bool refuses;
module_param(refuses, bool, 0600);

int lorry_computed(int err)
{
	computed++;
	return err;
}

int lorry_reg(void)
{
	if (refuses)
		return -EBUSY;
	registered++;
	return 0;
}

void lorry_unreg(void)
{
	registered--;
}

static __printf(1, 2) void say(const char *format, ...)
{
	struct va_format text = { .fmt = format };
	va_list args;

	va_start(args, format);
	text.va = &args;
	trace_lorry_said(&text);
	va_end(args);
}

static int fire_set(const char *val, const struct kernel_param *kp)
{
	static const u16 stops[] = { 1, 0xffff, 3 };

	trace_lorry__numbers(-1, 255, -2, 65535, -3, 4294967295u, -4, ~5ull, true, 'x');
	trace_lorry_fixed(&lorry, kfree);
	say("%s has %d wheels", lorry.driver, 22);
	trace_lorry_varying(&lorry, "Hull", ARRAY_SIZE(stops), stops);
	lorry.nobody = "him";
	trace_lorry_varying(&lorry, "", 0, stops);
	lorry.nobody = NULL;
	trace_lorry_start(&lorry, 1);
	trace_lorry_stop(&lorry, -2);
	trace_lorry_failed(&lorry, 0);
	trace_lorry_failed(&lorry, -3);
	trace_lorry_told(&lorry, 4);
	trace_lorry_watched(&lorry, 5);
#ifndef TRACKED_BY_KERNEL
	DTRACE_PROBE1(one, int n, 1);
	DTRACE_PROBE1(other, int n, 2);
#endif
	return 0;
}

static const struct kernel_param_ops fire_ops = { .set = fire_set };
module_param_cb(fire, &fire_ops, NULL, 0200);

static int large_set(const char *val, const struct kernel_param *kp)
{
	unsigned int nr;
	u16 *stops;

	if (kstrtouint(val, 0, &nr) || nr > 10000)
		return -EINVAL;
	stops = kcalloc(nr, sizeof(*stops), GFP_KERNEL);
	if (!stops)
		return -ENOMEM;
	trace_lorry_varying(&lorry, "far", nr, stops);
	kfree(stops);
	return 0;
}

static const struct kernel_param_ops large_ops = { .set = large_set };
module_param_cb(large, &large_ops, NULL, 0200);

static void interrupt(struct irq_work *work)
{
	trace_lorry_start(&lorry, 6);
}

static struct irq_work work = IRQ_WORK_INIT_HARD(interrupt);

static int in_interrupt_set(const char *val, const struct kernel_param *kp)
{
	irq_work_queue(&work);
	irq_work_sync(&work);
	return 0;
}

static const struct kernel_param_ops in_interrupt_ops = { .set = in_interrupt_set };
module_param_cb(in_interrupt, &in_interrupt_ops, NULL, 0200);

static int watched_get(char *buffer, const struct kernel_param *kp)
{
	return sprintf(buffer, "%d\n", trace_lorry_watched_enabled());
}

static const struct kernel_param_ops watched_ops = { .get = watched_get };
module_param_cb(watched, &watched_ops, NULL, 0400);

static int __init tracked_init(void)
{
	return 0;
}

static void __exit tracked_exit(void)
{
	irq_work_sync(&work);
}

module_init(tracked_init);
module_exit(tracked_exit);
MODULE_DESCRIPTION("Trace events with all kinds of fields");
