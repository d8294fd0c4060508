/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * nmi.h - run code in an NMI
 *
 * On arm64 a module can have none: Debian's kernels are built without
 * CONFIG_ARM64_PSEUDO_NMI.  There the code does not run.
 */
#ifndef NMI_H
#define NMI_H

#ifdef CONFIG_X86

#include <linux/percpu.h>
#include <linux/preempt.h>
#include <asm/nmi.h>

/* What the next NMI on this processor is for; preemption is off. */
static DEFINE_PER_CPU(void (*)(void), nmi_job);

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

static void in_an_nmi(void (*job)(void))
{
	preempt_disable();
	this_cpu_write(nmi_job, job);
	asm volatile("int $2" : : : "memory");
	preempt_enable();
}

#else
static int nmi_begin(void)
{
	return 0;
}

static void nmi_end(void)
{
}

static void in_an_nmi(void (*job)(void))
{
}

#endif

#endif /* NMI_H */
