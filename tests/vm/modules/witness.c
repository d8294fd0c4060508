// SPDX-License-Identifier: GPL-2.0-only
/*
 * witness.c - a handler that tells which context it was called in
 *
 *	insmod witness.ko pattern=sdt:contexts::
 *	cat /sys/module/witness/parameters/seen
 *	softirq hits=100 sum=4950 depth=1 context=softirq wrong=0
 *
 * One line for each probe that was hit, for those of contexts.c: the sum of the
 * first arguments; how deep its handlers interrupted each other at most; the
 * contexts that the hits came from, by '+'; how many hits found another context
 * in the handler than the second argument says, or preemption on.
 *
 * A function in a third argument is called.  The handler has a probe of its own,
 * which only recurses where the pattern matches it, and, with reentrant=1, ends at
 * MAX_DEPTH.
 */
#include <linux/percpu.h>
#include <linux/sdt.h>
#include <linux/string.h>

#include "contexts.h"
#include "one_handler.h"

/* Of the probes by name; they may be gone when it is read. */
#define NR_SEEN		40
static struct seen {
	atomic_t claimed, named;
	char name[32];
	atomic_long_t hits, sum, wrong;
	atomic_t depth, contexts;
} seen[NR_SEEN];

#define MAX_DEPTH	4
static DEFINE_PER_CPU(unsigned int, depth);

/* Two hits of one probe at a time may make two lines of it: so be it. */
static struct seen *find_seen(const char *name)
{
	unsigned int i;

	for (i = 0; i < NR_SEEN; i++) {
		if (!atomic_xchg(&seen[i].claimed, 1)) {
			strscpy(seen[i].name, name, sizeof(seen[i].name));
			atomic_set_release(&seen[i].named, 1);
			return &seen[i];
		}
		if (atomic_read_acquire(&seen[i].named) &&
		    !strcmp(seen[i].name, name))
			return &seen[i];
	}
	return NULL;
}

static void witness(const struct sdt_hit *hit, void *cookie)
{
	const struct sdt_probe *probe = hit->site->probe;
	struct seen *s = find_seen(probe->name);
	unsigned int context = this_context(), here;

	if (!s)
		return;
	here = this_cpu_inc_return(depth);
	if (atomic_read(&s->depth) < here)
		atomic_set(&s->depth, here);
	atomic_long_inc(&s->hits);
	if (probe->nr_args >= 2) {
		atomic_long_add(hit->args[0], &s->sum);
		atomic_or(1 << hit->args[1], &s->contexts);
		if (context != (hit->args[1] & ~CONTEXT_PREEMPTIBLE))
			atomic_long_inc(&s->wrong);
	}
	if (here <= MAX_DEPTH)
		DTRACE_PROBE1(witnessed, unsigned int, context);
	if (probe->nr_args == 3 && probe->args[2].kind == SDT_ARG_FUNCTION &&
	    hit->args[2])
		((void (*)(void))hit->args[2])();
	this_cpu_dec(depth);
}

static int put_context(char *buf, int n, unsigned int context)
{
	return sysfs_emit_at(buf, n, "%s%s%s",
			     context & CONTEXT_NMI ? "nmi" :
			     context & CONTEXT_HARDIRQ ? "hardirq" :
			     context & CONTEXT_SOFTIRQ ? "softirq" : "task",
			     context & CONTEXT_IRQS_OFF ? ",irqs-off" : "",
			     context & CONTEXT_PREEMPTIBLE ? ",preemptible" : "");
}

static int get_seen(char *buf, const struct kernel_param *kp)
{
	unsigned int i, context;
	int n = 0;

	for (i = 0; i < NR_SEEN && atomic_read(&seen[i].named); i++) {
		unsigned int contexts = atomic_read(&seen[i].contexts);

		n += sysfs_emit_at(buf, n, "%s hits=%ld sum=%ld depth=%d context=",
				   seen[i].name, atomic_long_read(&seen[i].hits),
				   atomic_long_read(&seen[i].sum),
				   atomic_read(&seen[i].depth));
		for (context = 0; context < 32; context++) {
			if (!(contexts & 1U << context))
				continue;
			n += put_context(buf, n, context);
			if (contexts >> context > 1)
				n += sysfs_emit_at(buf, n, "+");
		}
		n += sysfs_emit_at(buf, n, " wrong=%ld\n",
				   atomic_long_read(&seen[i].wrong));
	}
	return n;
}

static const struct kernel_param_ops seen_ops = { .get = get_seen };

module_param_cb(seen, &seen_ops, NULL, 0400);

ONE_HANDLER(witness, NULL, "A handler that tells its context");
