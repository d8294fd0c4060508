/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cost.h - counts the instructions of a function, for cost.c and sites.c
 *
 *	COST_FUNCTION(int3_none, )
 *
 * is a leaf function and the parameter int3_none, which reads as the instructions of
 * one call, of COST_CALLS in a row with interrupts off, in hundredths; in a guest
 * whose clock counts instructions (QEMU's -icount), the same at every run.  If the
 * parameter in_irq is set, the calls come from a hard interrupt.  If one_call is set, it is one
 * call between two marks, for tests/bench/lines.c.
 */
#ifndef TESTS_COST_H
#define TESTS_COST_H

#include <linux/irq_work.h>
#include <linux/irqflags.h>
#include <linux/module.h>

#include "clock.h"
#include "compat.h"
#include "cost_item.h"

#define COST_CALLS 10000

static struct cost_item cost_item = { 3, 4, 5, 6, 7, 8 };

static bool in_irq;
module_param(in_irq, bool, 0600);

static bool one_call;
module_param(one_call, bool, 0600);

/* A NOP with a number in it */
static __always_inline void cost_mark(const int number)
{
#ifdef CONFIG_X86_64
	asm volatile(".byte 0x0f, 0x1f, 0x80\n\t.long 0x5d7000 + %c0" : : "i" (number) : "memory");
#endif
}

static u64 (*cost_fn)(void);
static u64 cost_ticks;

static void cost_work(struct irq_work *work)
{
	cost_ticks = cost_fn();
}

static DEFINE_MUTEX(cost_mutex);

static int cost_get(char *buf, u64 (*fn)(void))
{
	struct irq_work work = IRQ_WORK_INIT_HARD(cost_work);
	u64 count;

	mutex_lock(&cost_mutex);
	cost_fn = fn;
	if (in_irq) {
		irq_work_queue(&work);
		irq_work_sync(&work);
	} else {
		cost_work(&work);
	}
	/* The clock's hertz are instructions per second. */
	count = cost_ticks * 1000000 / clock_khz() * 100 / COST_CALLS;
	mutex_unlock(&cost_mutex);
	return sysfs_emit(buf, "%llu.%02llu\n", count / 100, count % 100);
}

/* HOOK is what differs from one to the other; it may use a, b and item. */
#define COST_BODY(NAME, ...)						\
static noinline __attribute__((noipa))					\
int NAME(int a, long b, struct cost_item *item)				\
{									\
	__VA_ARGS__							\
}									\
									\
static u64 NAME##_calls(void)						\
{									\
	unsigned long flags;						\
	u64 ticks;							\
	int i;								\
									\
	local_irq_save(flags);						\
	if (one_call) {							\
		cost_mark(1);						\
		NAME(0, 0, &cost_item);					\
		cost_mark(2);						\
		local_irq_restore(flags);				\
		return 0;						\
	}								\
	ticks = clock_read();					\
	for (i = 0; i < COST_CALLS; i++)				\
		asm volatile("" : : "r" (NAME(i, ticks, &cost_item)));	\
	ticks = clock_read() - ticks;				\
	local_irq_restore(flags);					\
	return ticks;							\
}									\
									\
static int NAME##_get(char *buf, const struct kernel_param *kp)		\
{									\
	return cost_get(buf, NAME##_calls);				\
}									\
static const struct kernel_param_ops NAME##_ops = { .get = NAME##_get };	\
module_param_cb(NAME, &NAME##_ops, NULL, 0400)

#define COST_FUNCTION(NAME, HOOK) COST_BODY(NAME, HOOK; return a * 2;)

#endif
