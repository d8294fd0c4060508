// SPDX-License-Identifier: GPL-2.0-only
/*
 * meddler.c - a handler that writes to the arguments, as none may
 *
 *	insmod meddler.ko pattern=sdt:secrets::values
 *
 * They become 7 and up.
 */
#include "one_handler.h"

static void meddle(const struct sdt_hit *hit, void *cookie)
{
	u64 *args = (u64 *)hit->args;
	unsigned int i;

	for (i = 0; i < hit->site->probe->nr_args; i++)
		WRITE_ONCE(args[i], 7 + i);
}

ONE_HANDLER(meddle, NULL, "A handler that writes to the arguments");
