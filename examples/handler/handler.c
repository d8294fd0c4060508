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
	unsigned int i;

	pr_info("%s:%s:%s:%s\n", p->provider, p->module, p->function, p->name);
	for (i = 0; i < p->nr_args; i++) {
		const struct sdt_arg *arg = &p->args[i];
		u64 value = hit->args[i];
		const char *name = sdt_enumerator_name(arg, value);

		if (name)
			pr_info("  %s %s = %#llx (%s)\n", arg->type, arg->name,
				value, name);
		else if (arg->kind >= SDT_ARG_POINTER)
			pr_info("  %s %s = %p\n", arg->type, arg->name,
				(void *)value);
		else
			pr_info("  %s %s = %#llx\n", arg->type, arg->name,
				value);
	}
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
