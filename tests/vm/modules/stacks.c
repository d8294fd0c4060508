// SPDX-License-Identifier: GPL-2.0-only
/*
 * stacks.c - a handler that tells in the log how it came to be called
 *
 *	insmod stacks.ko pattern=sdt:driver::
 *
 * The probe, where its site is, and the functions on the stack, the innermost
 * first, as the kernel's unwinder finds them.  Once for each stack: the log would
 * not hold the hits of a loop.  For one task at a time.
 */
#include <linux/jhash.h>
#include <linux/stacktrace.h>

#include "one_handler.h"

static u32 seen[1024];
static unsigned int nr_seen;

static bool is_new(u32 hash)
{
	unsigned int i;

	for (i = 0; i < nr_seen; i++)
		if (seen[i] == hash)
			return false;
	if (nr_seen < ARRAY_SIZE(seen))
		seen[nr_seen++] = hash;
	return true;
}

static void tell(const struct sdt_hit *hit, void *cookie)
{
	unsigned long entries[32];
	unsigned int nr = stack_trace_save(entries, ARRAY_SIZE(entries), 0);
	unsigned int i;
	char line[800];
	int n = 0;

	if (!is_new(jhash(entries, nr * sizeof(entries[0]), hit->site->ip)))
		return;
	for (i = 0; i < nr && n < sizeof(line); i++)
		n += snprintf(line + n, sizeof(line) - n, " <- %ps",
			      (void *)entries[i]);
	pr_info("stacks: %s:%s:%s:%s at %pS%s\n", hit->site->probe->provider,
		hit->site->probe->module, hit->site->probe->function, hit->site->probe->name,
		(void *)hit->site->ip, line);
}

ONE_HANDLER(tell, NULL, "A handler that shows stacks");
