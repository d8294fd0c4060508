// SPDX-License-Identifier: GPL-2.0-only
/*
 * unbalanced.c - what some kernels do when there is no memory for a tracepoint's first program
 *
 * They tell that the first program comes, find no memory for it, and do not tell that it has
 * gone.  The next program is the first one again.  Slot 0 of sdt_raw.ko is told so here.
 */
#include <linux/kprobes.h>
#include <linux/module.h>

/* A kprobe's address may be behind a function's ENDBR, where CFI finds no type. */
#ifndef __nocfi
#define __nocfi
#endif

static int __init __nocfi unbalanced_init(void)
{
	struct kprobe kprobe = { .symbol_name = "sdt_raw:connect_000" };
	int (*connect)(void);
	int err;

	err = register_kprobe(&kprobe);
	if (err)
		return err;
	connect = (void *)kprobe.addr;
	unregister_kprobe(&kprobe);
	return connect();
}

static void __exit unbalanced_exit(void)
{
}

module_init(unbalanced_init);
module_exit(unbalanced_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Announces a program that does not come");
