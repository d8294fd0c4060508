// SPDX-License-Identifier: GPL-2.0-only
/*
 * window.c - holds a module that comes when the tracing core has its events, and sdt.ko has not yet
 * taken it up
 *
 *	insmod window.ko name=MODULE
 *	.../waits			1 while it does
 *	echo 1 > .../refuse		it refuses the module then
 *	echo 1 > .../go			it goes on, as do others until go is 0
 */
#include <linux/delay.h>
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/string.h>

static char *name = "early";
module_param(name, charp, 0400);

static bool waits;
module_param(waits, bool, 0400);

static bool go;
module_param(go, bool, 0600);

static bool refuse;
module_param(refuse, bool, 0600);

static int notify(struct notifier_block *nb, unsigned long state, void *data)
{
	const struct module *mod = data;

	if (state != MODULE_STATE_COMING || strcmp(mod->name, name))
		return NOTIFY_OK;
	WRITE_ONCE(waits, true);
	while (!READ_ONCE(go))
		msleep(10);
	WRITE_ONCE(waits, false);
	return refuse ? notifier_from_errno(-EBUSY) : NOTIFY_OK;
}

/* After the core's, which came first, with the same priority; 2: before it, after sdt.ko's first */
static struct notifier_block window_nb = {
	.notifier_call = notify,
	.priority = 1,
};
module_param_named(priority, window_nb.priority, int, 0400);

static int __init window_init(void)
{
	return register_module_notifier(&window_nb);
}

static void __exit window_exit(void)
{
	unregister_module_notifier(&window_nb);
}

module_init(window_init);
module_exit(window_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Holds a module that comes");
