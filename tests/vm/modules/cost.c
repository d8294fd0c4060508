// SPDX-License-Identifier: GPL-2.0-only
/*
 * cost.c - counts the instructions of a probe and of the kernel's tracepoint
 *
 *	cat /sys/module/cost/parameters/plain		without either
 *	cat /sys/module/cost/parameters/probe		with a probe
 *	cat /sys/module/cost/parameters/tracepoint	with a tracepoint
 *
 * and probe_string and tracepoint_string, with a string as the third argument, which
 * is what was written into parameters/text.
 *
 * Each reads as the instructions of one call of the same leaf function, of 20,000
 * in a row with interrupts off, in hundredths; in a guest whose clock counts
 * instructions (QEMU's -icount), the same at every run.
 */
#include <linux/irqflags.h>
#include <linux/module.h>
#include <linux/sdt.h>
#include <asm/msr.h>
#include <asm/tsc.h>

#define CREATE_TRACE_POINTS
#include "cost_trace.h"

#define CALLS 20000

/* Read for an argument. */
static long factor = 3;
static char text[64] = "hello";

/* They differ in one line. */
static noinline __attribute__((noipa)) int cost_plain(int a, long b)
{
	return a * 2;
}

static noinline __attribute__((noipa)) int cost_probe(int a, long b)
{
	DTRACE_PROBE3(integers, int, a, long, b, long, factor * a + 3);
	return a * 2;
}

static noinline __attribute__((noipa)) int cost_tracepoint(int a, long b)
{
	trace_cost_integers(a, b, factor * a + 3);
	return a * 2;
}

static noinline __attribute__((noipa)) int cost_probe_string(int a, long b)
{
	DTRACE_PROBE3(string, int, a, long, b, char *, text);
	return a * 2;
}

static noinline __attribute__((noipa)) int cost_tracepoint_string(int a, long b)
{
	trace_cost_string(a, b, text);
	return a * 2;
}

#define MEASURE(function) \
static int function##_get(char *buf, const struct kernel_param *kp)	\
{									\
	unsigned long flags;						\
	u64 ticks;							\
	int i;								\
									\
	local_irq_save(flags);						\
	ticks = rdtsc_ordered();					\
	for (i = 0; i < CALLS; i++)					\
		asm volatile("" : : "r" (function(i, ticks)));		\
	ticks = rdtsc_ordered() - ticks;				\
	local_irq_restore(flags);					\
	/* The clock's hertz are instructions per second. */		\
	ticks = ticks * 1000000 / tsc_khz * 100 / CALLS;		\
	return sysfs_emit(buf, "%llu.%02llu\n", ticks / 100, ticks % 100); \
}									\
static const struct kernel_param_ops function##_ops = { .get = function##_get }

MEASURE(cost_plain);
MEASURE(cost_probe);
MEASURE(cost_tracepoint);
MEASURE(cost_probe_string);
MEASURE(cost_tracepoint_string);

module_param_cb(plain, &cost_plain_ops, NULL, 0400);
module_param_cb(probe, &cost_probe_ops, NULL, 0400);
module_param_cb(tracepoint, &cost_tracepoint_ops, NULL, 0400);
module_param_cb(probe_string, &cost_probe_string_ops, NULL, 0400);
module_param_cb(tracepoint_string, &cost_tracepoint_string_ops, NULL, 0400);
module_param_string(text, text, sizeof(text), 0600);

EXPORT_TRACEPOINT_SYMBOL_GPL(cost_integers);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Counts the instructions of a probe and of a tracepoint");
