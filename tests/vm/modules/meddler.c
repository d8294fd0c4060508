// SPDX-License-Identifier: GPL-2.0-only
/*
 * meddler.c - a handler that writes to the arguments, as none may
 *
 *	insmod meddler.ko pattern=sdt:secrets::values
 *
 * They become 7 and up.
 */
#include <linux/err.h>
#include <linux/module.h>
#include <linux/sdt_handler.h>

static char *pattern = "";
module_param(pattern, charp, 0400);

static struct sdt_handler *handler;

static void meddle(const struct sdt_hit *hit, void *cookie)
{
	u64 *args = (u64 *)hit->args;
	unsigned int i;

	for (i = 0; i < hit->site->probe->nr_args; i++)
		WRITE_ONCE(args[i], 7 + i);
}

static int __init meddler_init(void)
{
	handler = sdt_attach(pattern, meddle, NULL);
	return PTR_ERR_OR_ZERO(handler);
}

static void __exit meddler_exit(void)
{
	sdt_detach(handler);
}

module_init(meddler_init);
module_exit(meddler_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("A handler that writes to the arguments");
