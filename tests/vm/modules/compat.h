/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * compat.h - the differences between kernel versions for the tests' modules
 *
 * Kbuild looks into the kernel's headers and says what they have: HAVE_*.
 */
#ifndef TESTS_COMPAT_H
#define TESTS_COMPAT_H

#include <linux/hrtimer.h>
#include <linux/irq_work.h>

/* A timer that calls @fn in a hard interrupt, relative to now. */
static inline void compat_hrtimer_setup(struct hrtimer *timer,
					enum hrtimer_restart (*fn)(struct hrtimer *))
{
#ifdef HAVE_HRTIMER_SETUP
	hrtimer_setup(timer, fn, CLOCK_MONOTONIC, HRTIMER_MODE_REL_HARD);
#else
	hrtimer_init(timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_HARD);
	timer->function = fn;
#endif
}

#ifndef IRQ_WORK_INIT_HARD
# define IRQ_WORK_INIT_HARD(fn)	{ .flags = ATOMIC_INIT(IRQ_WORK_HARD_IRQ), .func = (fn) }
#endif

/* In TP_fast_assign(): the second argument is __string()'s. */
#ifdef HAVE_ASSIGN_STR_DST_ONLY
# define compat_assign_str(dst, src)	__assign_str(dst)
#else
# define compat_assign_str(dst, src)	__assign_str(dst, src)
#endif

#endif /* TESTS_COMPAT_H */
