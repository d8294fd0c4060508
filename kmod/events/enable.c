// SPDX-License-Identifier: GPL-2.0-only
/*
 * enable.c - enable events when their module is loaded: sdt.ko's parameter "enable"
 *
 * docs/events.md describes it.
 */
#define pr_fmt(fmt) "sdt: " fmt

#include <linux/moduleparam.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/sysfs.h>
#include <linux/trace_events.h>

#include "events/events.h"

/*
 * A list of "module:event" or "module", as in set_event, separated by blanks or commas.
 * kernel_param_lock() protects it, which the kernel holds when it calls enable_set() and
 * enable_get().  A module that is loaded takes it for as long as a copy takes.
 */
static char *enable;

static int enable_set(const char *val, const struct kernel_param *kp)
{
	char *new = kstrdup(val, GFP_KERNEL);

	if (!new)
		return -ENOMEM;
	strreplace(strim(new), '\n', ' ');
	kfree(enable);
	enable = new;
	return 0;
}

static int enable_get(char *buf, const struct kernel_param *kp)
{
	return sysfs_emit(buf, "%s\n", enable ?: "");
}

static void enable_free(void *arg)
{
	kfree(enable);
	enable = NULL;
}

static void enable_event(const char *module, char *word)
{
	const char *system = strsep(&word, ":");
	const char *event = word && strcmp(word, "*") ? word : NULL;
	int err;

	if (strcmp(system, module))
		return;
	err = trace_set_clr_event(system, event, 1);
	if (err == -EINVAL)
		pr_warn("enable=%s:%s: no such event\n", system,
			event ?: "*");
	else if (err)
		pr_warn("enable=%s:%s: not all events could be enabled (%d)\n", system,
			event ?: "*", err);
}

/**
 * sdt_events_enable_wanted - enable the events that parameter enable names
 * @module: name of a module whose events have just been published
 *
 * Failures are logged.
 *
 * Context: Process context, sleeps.  The caller holds sdt_modules_lock and not
 * sdt_mutex.
 */
void sdt_events_enable_wanted(const char *module)
{
	char *words, *rest, *word;
	bool wanted;

	kernel_param_lock(THIS_MODULE);
	wanted = enable;
	words = kstrdup(enable, GFP_KERNEL);
	kernel_param_unlock(THIS_MODULE);
	if (wanted && !words)
		pr_warn("%s: no memory to enable its events\n", module);
	rest = words;
	while ((word = strsep(&rest, " ,")))
		if (*word)
			enable_event(module, word);
	kfree(words);
}

static const struct kernel_param_ops enable_ops = {
	.set = enable_set,
	.get = enable_get,
	.free = enable_free,
};

module_param_cb(enable, &enable_ops, NULL, 0644);
MODULE_PARM_DESC(enable, "events to enable when their module is loaded: \"module:event\" or \"module\", ...");
