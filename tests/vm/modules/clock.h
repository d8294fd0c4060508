/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * clock.h - the processor's clock, read in order, and its frequency
 */
#ifndef CLOCK_H
#define CLOCK_H

#ifdef CONFIG_X86
#include <asm/msr.h>
#include <asm/tsc.h>

static inline u64 clock_read(void)
{
	return rdtsc_ordered();
}

static inline unsigned int clock_khz(void)
{
	return tsc_khz;
}
#else
#include <asm/arch_timer.h>
#include <asm/barrier.h>

static inline u64 clock_read(void)
{
	u64 now;

	isb();
	now = read_sysreg(cntvct_el0);
	isb();
	return now;
}

static inline unsigned int clock_khz(void)
{
	return arch_timer_get_cntfrq() / 1000;
}
#endif

#endif /* CLOCK_H */
