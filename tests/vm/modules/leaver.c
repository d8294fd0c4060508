// SPDX-License-Identifier: GPL-2.0-only
/*
 * leaver.c - a module that attaches and registers while it is being unloaded
 *
 *	echo KIND > /sys/module/leaver/parameters/late	as soon as the module is being unloaded
 *	echo KIND > .../storm				again and again, until it is refused
 *
 * KIND is handler, translator or notifier.  The log says when the write begins.  The kernel waits
 * for the write before it frees the module.  Warns, which ends a test's guest, unless sdt.ko refuses
 * with ENODEV, and the module is being unloaded.
 */
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/sched/signal.h>
#include <linux/sdt_handler.h>
#include <linux/string.h>

enum { HANDLER, TRANSLATOR, NOTIFIER };
static const char * const kinds[] = { "handler", "translator", "notifier" };

static void hit(const struct sdt_hit *hit, void *cookie)
{
}

static int translate(u64 native, void *to, size_t size, void *cookie)
{
	return 0;
}

static int notify(struct notifier_block *nb, unsigned long news, void *probe)
{
	return NOTIFY_OK;
}

static struct notifier_block nb = { .notifier_call = notify };

/* Attaches or registers, and undoes that unless @stay. */
static int add(int kind, bool stay)
{
	void *added;
	int err;

	switch (kind) {
	case HANDLER:
		added = sdt_attach("*", hit, NULL);
		if (!stay)
			sdt_detach(added);
		return PTR_ERR_OR_ZERO(added);
	case TRANSLATOR:
		added = sdt_translator_register("leaver_t", "left_t", translate, NULL);
		if (!stay)
			sdt_translator_unregister(added);
		return PTR_ERR_OR_ZERO(added);
	default:
		err = sdt_register_notifier(&nb);
		if (!err && !stay)
			sdt_unregister_notifier(&nb);
		return err;
	}
}

static bool is_going(void)
{
	return READ_ONCE(THIS_MODULE->state) == MODULE_STATE_GOING;
}

/*
 * Returns the result of a write.  A module that is about to be unloaded has no references to give
 * just before its state changes.
 */
static int check(int err)
{
	unsigned int i;

	for (i = 0; i < 500 && !is_going(); i++)
		msleep(20);
	return WARN_ON(err != -ENODEV || !is_going()) ? -EEXIST : 0;
}

static int set_late(const char *text, const struct kernel_param *kp)
{
	int kind = sysfs_match_string(kinds, text);

	if (kind < 0)
		return kind;
	pr_info("leaver: begins\n");
	while (!is_going()) {
		if (signal_pending(current))
			return -EINTR;
		msleep(20);
	}
	msleep(500);		/* sdt.ko has dropped what is left by now */
	return check(add(kind, true));
}

static int set_storm(const char *text, const struct kernel_param *kp)
{
	int kind = sysfs_match_string(kinds, text), err;
	ktime_t start;

	if (kind < 0)
		return kind;
	pr_info("leaver: begins\n");
	do {
		start = ktime_get();
		err = add(kind, false);
		/* sdt.ko has no reference half of the time, however slow the machine is. */
		fsleep(ktime_us_delta(ktime_get(), start));
	} while (!err && !signal_pending(current));
	return check(err);
}

static const struct kernel_param_ops late_ops = { .set = set_late };
static const struct kernel_param_ops storm_ops = { .set = set_storm };
module_param_cb(late, &late_ops, NULL, 0200);
module_param_cb(storm, &storm_ops, NULL, 0200);

static int __init leaver_init(void)
{
	return 0;
}

static void __exit leaver_exit(void)
{
}

module_init(leaver_init);
module_exit(leaver_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Attaches and registers while it is being unloaded");
