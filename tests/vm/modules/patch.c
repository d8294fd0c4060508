// SPDX-License-Identifier: GPL-2.0-only
/*
 * patch.c - a livepatch of native.c whose code has a probe of its own
 *
 * Without CONFIG_LIVEPATCH it patches nothing.
 */
#include <linux/livepatch.h>
#include <linux/module.h>
#include <linux/sdt.h>

#ifdef CONFIG_LIVEPATCH
static int patched_fire_set(const char *val, const struct kernel_param *kp)
{
	DTRACE_PROBE1(patched, int n, 5);
	return 0;
}

static struct klp_func functions[] = {
	{ .old_name = "fire_set", .new_func = patched_fire_set },
	{ }
};

static struct klp_object objects[] = {
	{ .name = "native", .funcs = functions },
	{ }
};

static struct klp_patch patch = {
	.mod = THIS_MODULE,
	.objs = objects,
};

static int __init patch_init(void)
{
	return klp_enable_patch(&patch);
}
#else
static int __init patch_init(void)
{
	return 0;
}
#endif

static void __exit patch_exit(void)
{
}

module_init(patch_init);
module_exit(patch_exit);
MODULE_INFO(livepatch, "Y");
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("A livepatch with a probe");
