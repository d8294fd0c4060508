// SPDX-License-Identifier: GPL-2.0-only
/*
 * nothing.c - a handler and a tracepoint's probe that do nothing, for cost.c
 */
#include <linux/err.h>
#include <linux/module.h>
#include <linux/sdt_handler.h>

#include "cost_trace.h"

static struct sdt_handler *handler;

static void on_hit(const struct sdt_hit *hit, void *cookie)
{
}

static void on_tracepoint(void *cookie, int a, long b, long n)
{
}

static int __init nothing_init(void)
{
	int err;

	handler = sdt_attach("sdt:cost::integers", on_hit, NULL);
	if (IS_ERR(handler))
		return PTR_ERR(handler);
	err = register_trace_cost_integers(on_tracepoint, NULL);
	if (err)
		sdt_detach(handler);
	return err;
}

static void __exit nothing_exit(void)
{
	unregister_trace_cost_integers(on_tracepoint, NULL);
	tracepoint_synchronize_unregister();
	sdt_detach(handler);
}

module_init(nothing_init);
module_exit(nothing_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Listens to cost.c and does nothing");
