// SPDX-License-Identifier: GPL-2.0-only
/*
 * choose.c - choose events: parameters "publish" and "enable", file sdt/publish in debugfs
 *
 * docs/events.md describes them, and wanted.c has the rule.
 *
 * Each change is applied at once, with sdt_modules_lock held.  The kernel holds param_lock
 * when it calls patterns_set(), and no lock when a program closes the file or ends.  An open
 * file holds a reference to sdt.ko.  Parameters can be set before sdt.ko's init function runs,
 * and after its exit function has given up all modules.
 */
#define pr_fmt(fmt) "sdt: " fmt

#include <linux/err.h>
#include <linux/fs.h>
#include <linux/moduleparam.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/sysfs.h>
#include <linux/uaccess.h>

#include "events/internal.h"

#define FILE_SIZE_MAX	(16 * PAGE_SIZE)	/* of a list of patterns */

/* Frees @new, or what it replaces. */
static int replace(struct sdt_patterns **patterns, struct sdt_patterns *new)
{
	if (mutex_lock_killable(&sdt_modules_lock)) {
		sdt_patterns_free(new);
		return -EINTR;
	}
	swap(*patterns, new);
	sdt_events_update();
	if (patterns == &sdt_wanted_enable)
		sdt_events_enable_added(new);
	mutex_unlock(&sdt_modules_lock);
	sdt_patterns_free(new);
	return 0;
}

/*
 * Parameters
 */

static int patterns_set(const char *val, const struct kernel_param *kp)
{
	struct sdt_patterns *new = sdt_patterns_parse(val);

	return IS_ERR(new) ? PTR_ERR(new) : replace(kp->arg, new);
}

static int patterns_get(char *buf, const struct kernel_param *kp)
{
	struct sdt_patterns *const *patterns = kp->arg;
	const char *unset = patterns == &sdt_wanted_publish ? "*" : "";

	return sysfs_emit(buf, "%s\n", *patterns ? (*patterns)->text : unset);
}

static void patterns_free(void *arg)
{
	struct sdt_patterns **patterns = arg;

	sdt_patterns_free(*patterns);
	*patterns = NULL;
}

static const struct kernel_param_ops patterns_ops = {
	.set = patterns_set,
	.get = patterns_get,
	.free = patterns_free,
};

module_param_cb(publish, &patterns_ops, &sdt_wanted_publish, 0644);
MODULE_PARM_DESC(publish, "patterns of the probes that are published as events: \"module\", \"module:event\", \"provider:module:function:name\", ... (default: all; empty: none)");
module_param_cb(enable, &patterns_ops, &sdt_wanted_enable, 0644);
MODULE_PARM_DESC(enable, "patterns of events to publish and to enable, also when their module is loaded later");

/*
 * The file sdt/publish
 */

static int publish_open(struct inode *inode, struct file *file)
{
	struct sdt_wanted_file *wanted = kzalloc(sizeof(*wanted), GFP_KERNEL);

	if (!wanted)
		return -ENOMEM;
	mutex_lock(&sdt_modules_lock);
	list_add_tail(&wanted->list, &sdt_wanted_files);
	mutex_unlock(&sdt_modules_lock);
	file->private_data = wanted;
	return 0;
}

/* Each write replaces the one before. */
static ssize_t publish_write(struct file *file, const char __user *buf, size_t size,
			     loff_t *pos)
{
	struct sdt_wanted_file *wanted = file->private_data;
	struct sdt_patterns *new;
	char *text;
	int err;

	if (size > FILE_SIZE_MAX)
		return -E2BIG;
	text = memdup_user_nul(buf, size);
	if (IS_ERR(text))
		return PTR_ERR(text);
	new = sdt_patterns_parse(text);
	kfree(text);
	err = IS_ERR(new) ? PTR_ERR(new) : replace(&wanted->patterns, new);
	return err ?: size;
}

static int publish_release(struct inode *inode, struct file *file)
{
	struct sdt_wanted_file *wanted = file->private_data;

	mutex_lock(&sdt_modules_lock);
	list_del(&wanted->list);
	if (wanted->patterns)
		sdt_events_update();
	mutex_unlock(&sdt_modules_lock);
	sdt_patterns_free(wanted->patterns);
	kfree(wanted);
	return 0;
}

const struct file_operations sdt_publish_fops = {
	.owner = THIS_MODULE,
	.open = publish_open,
	.write = publish_write,
	.release = publish_release,
	.llseek = noop_llseek,
};
