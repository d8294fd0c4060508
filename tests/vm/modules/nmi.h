/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * nmi.h - run code in an NMI
 *
 * On arm64, an NMI is an interrupt of the highest priority, which only kernels with
 * CONFIG_ARM64_PSEUDO_NMI have: Debian's are built without.  A module can have one from perf,
 * whose counter of cycles overflows every millisecond.  Without, the code does not run.
 *
 * nmi_begin() is called first, and nmi_renew() after a processor may have come back.
 */
#ifndef NMI_H
#define NMI_H

#include <linux/percpu.h>
#include <linux/preempt.h>

/* What the next NMI on this processor is for; preemption is off. */
static DEFINE_PER_CPU(void (*)(void), nmi_job);

#if defined(CONFIG_X86)

#include <asm/nmi.h>

static int nmi_fn(unsigned int type, struct pt_regs *regs)
{
	void (*job)(void) = this_cpu_xchg(nmi_job, NULL);

	if (!job)
		return NMI_DONE;
	job();
	return NMI_HANDLED;
}

static int nmi_begin(void)
{
	return register_nmi_handler(NMI_LOCAL, nmi_fn, 0, KBUILD_MODNAME);
}

static void nmi_end(void)
{
	unregister_nmi_handler(NMI_LOCAL, KBUILD_MODNAME);
}

static void raise_nmi(void)
{
	asm volatile("int $2" : : : "memory");
}

#elif defined(CONFIG_ARM64_PSEUDO_NMI)

#include <linux/cpu.h>
#include <linux/err.h>
#include <linux/hardirq.h>
#include <linux/perf_event.h>

static DEFINE_PER_CPU(struct perf_event *, nmi_event);

static void nmi_fn(struct perf_event *event, struct perf_sample_data *data,
		   struct pt_regs *regs)
{
	void (*job)(void) = in_nmi() ? this_cpu_xchg(nmi_job, NULL) : NULL;

	if (job)
		job();
}

static void nmi_end(void)
{
	int cpu;

	for_each_possible_cpu(cpu)
		if (per_cpu(nmi_event, cpu))
			perf_event_release_kernel(xchg(per_cpu_ptr(&nmi_event, cpu), NULL));
}

/* Perf takes its events off a CPU that goes offline. */
static bool is_counting(const struct perf_event *event)
{
	return event && event->state >= PERF_EVENT_STATE_INACTIVE;
}

static int nmi_renew(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE,
		.config = PERF_COUNT_HW_CPU_CYCLES,
		.size = sizeof(attr),
		.sample_period = 1000000,
		.pinned = 1,
	};
	struct perf_event *event;
	int cpu;

	for_each_online_cpu(cpu) {
		event = per_cpu(nmi_event, cpu);
		if (is_counting(event))
			continue;
		if (event)
			perf_event_release_kernel(event);
		event = perf_event_create_kernel_counter(&attr, cpu, NULL, nmi_fn, NULL);
		if (IS_ERR(event)) {
			per_cpu(nmi_event, cpu) = NULL;
			nmi_end();
			return PTR_ERR(event);
		}
		per_cpu(nmi_event, cpu) = event;
	}
	return 0;
}

static int nmi_begin(void)
{
	return nmi_renew();
}

static void raise_nmi(void)
{
	while (this_cpu_read(nmi_job))
		cpu_relax();
}

#else
#define NO_NMI

static int nmi_begin(void)
{
	return 0;
}

static void nmi_end(void)
{
}
#endif

#ifndef CONFIG_ARM64_PSEUDO_NMI
static inline int nmi_renew(void)
{
	return 0;
}
#endif

static void in_an_nmi(void (*job)(void))
{
#ifndef NO_NMI
	preempt_disable();
	this_cpu_write(nmi_job, job);
	raise_nmi();
	preempt_enable();
#endif
}

#endif /* NMI_H */
