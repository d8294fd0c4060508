// SPDX-License-Identifier: GPL-2.0-only
/* handler.c - prints each probe that matches a pattern, and its arguments */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/err.h>
#include <linux/module.h>
#include <linux/sdt_handler.h>

static char *pattern = "sdt:revdev::";
module_param(pattern, charp, 0400);
MODULE_PARM_DESC(pattern, "provider:module:function:name, with * and ?");

static struct sdt_handler *handler;

static void print_hit(const struct sdt_hit *hit, void *cookie)
{
	const struct sdt_probe *p = hit->site->probe;
	const struct sdt_arg *arg;

	pr_info("%s:%s:%s:%s\n", p->provider, p->module, p->function, p->name);
	for (arg = p->args; arg < p->args + p->nr_args; arg++)
		if (arg->kind >= SDT_ARG_POINTER)
			pr_info("  %s %s = %p\n", arg->type, arg->name,
				(void *)hit->args[arg - p->args]);
		else
			pr_info("  %s %s = %#llx\n", arg->type, arg->name,
				hit->args[arg - p->args]);
}

static int __init handler_init(void)
{
	handler = sdt_attach(pattern, print_hit, NULL);
	return PTR_ERR_OR_ZERO(handler);
}

static void __exit handler_exit(void)
{
	sdt_detach(handler);
}

module_init(handler_init);
module_exit(handler_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Prints statically defined probes as they fire");
