// SPDX-License-Identifier: GPL-2.0-only
/*
 * refuser.c - refuses the module "early" when it comes, after sdt.ko has taken it up
 *
 * The kernel then tells the notifiers that it goes, though its state is still COMING.  This one is
 * between the tracing core's and sdt.ko's, and waits there:
 *
 *	.../waits	1 while it does
 *	echo 1 > .../go	it goes on
 */
#include <linux/delay.h>
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/string.h>

static bool waits;
module_param(waits, bool, 0400);

static bool go;
module_param(go, bool, 0600);

static bool is_early(const struct module *mod)
{
	return !strcmp(mod->name, "early");
}

static int on_going(struct notifier_block *nb, unsigned long state, void *data)
{
	if (state != MODULE_STATE_GOING || !is_early(data))
		return NOTIFY_OK;
	WRITE_ONCE(waits, true);
	while (!READ_ONCE(go))
		msleep(10);
	WRITE_ONCE(waits, false);
	return NOTIFY_OK;
}

/* After the core's, which came first, with the same priority */
static struct notifier_block going_nb = {
	.notifier_call = on_going,
	.priority = 1,
};

static int on_coming(struct notifier_block *nb, unsigned long state, void *data)
{
	if (state == MODULE_STATE_COMING && is_early(data))
		return notifier_from_errno(-EBUSY);
	return NOTIFY_OK;
}

static struct notifier_block coming_nb = {
	.notifier_call = on_coming,
	.priority = -1,
};

static int __init refuser_init(void)
{
	int err = register_module_notifier(&going_nb);

	if (err)
		return err;
	err = register_module_notifier(&coming_nb);
	if (err)
		unregister_module_notifier(&going_nb);
	return err;
}

static void __exit refuser_exit(void)
{
	unregister_module_notifier(&coming_nb);
	unregister_module_notifier(&going_nb);
}

module_init(refuser_init);
module_exit(refuser_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Refuses a module");
