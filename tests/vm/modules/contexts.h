/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * contexts.h - the context that code runs in, as contexts.c and witness.c see it
 *
 * The one says it in an argument of its probes, the other finds it out in its
 * handler.
 */
#ifndef CONTEXTS_H
#define CONTEXTS_H

#include <linux/irqflags.h>
#include <linux/preempt.h>
#include <linux/sched.h>

#define CONTEXT_NMI		0x01	/* the innermost: one of the first three */
#define CONTEXT_HARDIRQ		0x02
#define CONTEXT_SOFTIRQ		0x04
#define CONTEXT_IRQS_OFF	0x08
#define CONTEXT_PREEMPTIBLE	0x10	/* never in a handler */

static inline unsigned int this_context(void)
{
	unsigned int context = 0;

	if (in_nmi())
		context |= CONTEXT_NMI;
	else if (hardirq_count())
		context |= CONTEXT_HARDIRQ;
	else if (in_serving_softirq())
		context |= CONTEXT_SOFTIRQ;
	if (irqs_disabled())
		context |= CONTEXT_IRQS_OFF;
	if (preemptible())
		context |= CONTEXT_PREEMPTIBLE;
	return context;
}

#endif /* CONTEXTS_H */
