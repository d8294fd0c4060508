/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * one_handler.h - what a module with one handler has beside it
 *
 *	ONE_HANDLER(count, &hits, "A handler that counts");
 *
 * The handler and its cookie, attached by the module's parameter "pattern", with
 * SDT_HANDLER_REENTRANT if "reentrant" is set, and a description
 */
#ifndef ONE_HANDLER_H
#define ONE_HANDLER_H

#include <linux/err.h>
#include <linux/module.h>
#include <linux/sdt_handler.h>

#define ONE_HANDLER(fn, cookie, description)				\
static char *pattern = "";						\
module_param(pattern, charp, 0400);					\
static bool reentrant;							\
module_param(reentrant, bool, 0400);					\
static struct sdt_handler *handler;					\
									\
static int __init attach_handler(void)					\
{									\
	handler = sdt_attach_flags(pattern, fn, cookie,			\
				   reentrant ? SDT_HANDLER_REENTRANT : 0); \
	return PTR_ERR_OR_ZERO(handler);				\
}									\
									\
static void __exit detach_handler(void)					\
{									\
	sdt_detach(handler);						\
}									\
									\
module_init(attach_handler);						\
module_exit(detach_handler);						\
MODULE_LICENSE("GPL");							\
MODULE_DESCRIPTION(description)

#endif /* ONE_HANDLER_H */
