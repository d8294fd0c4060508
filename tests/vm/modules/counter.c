// SPDX-License-Identifier: GPL-2.0-only
/*
 * counter.c - a handler that counts
 *
 *	insmod counter.ko pattern=sdt:probed::fire
 *	cat /sys/module/counter/parameters/hits		calls of the handler
 *	cat /sys/module/counter/parameters/sum		of their first arguments
 *
 * It has a probe of its own, in the handler: one that a pattern such as
 * "counted" attaches it to, and that must not make it recurse.
 */
#include <linux/sdt.h>

#include "one_handler.h"

static atomic64_t hits, sum;
module_param_named(hits, hits.counter, ullong, 0400);
module_param_named(sum, sum.counter, ullong, 0400);

static void count(const struct sdt_hit *hit, void *cookie)
{
	if (cookie != &hits)
		return;
	atomic64_inc(&hits);
	if (hit->site->probe->nr_args)
		atomic64_add(hit->args[0], &sum);
	DTRACE_PROBE1(counted, const struct sdt_hit *, hit);
}

ONE_HANDLER(count, &hits, "A handler that counts");
