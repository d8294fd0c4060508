// SPDX-License-Identifier: GPL-2.0-only
/*
 * measurer.c - a handler that logs how many bytes arguments point to
 *
 *	insmod measurer.ko pattern=sdt:shown::
 *
 * Of each argument with a bound, when a probe fires.
 */
#include "one_handler.h"

static void on_hit(const struct sdt_hit *hit, void *cookie)
{
	const struct sdt_probe *probe = hit->site->probe;
	unsigned int n;

	for (n = 0; n < probe->nr_args; n++)
		if (probe->args[n].bound)
			pr_info("measurer: %s %s %llu\n", probe->name,
				probe->args[n].name, sdt_bound(hit, n));
	if (sdt_bound(hit, probe->nr_args) || sdt_bound(hit, SDT_MAX_ARGS))
		pr_info("measurer: an argument that is not there has a bound\n");
}

ONE_HANDLER(on_hit, NULL, "A handler that logs bounds");
