// SPDX-License-Identifier: GPL-2.0-only
/*
 * controls.c - parameters "publish" and "enable", file sdt/publish in debugfs
 *
 * docs/events.md describes them.  Each is a request, or makes some: requests.c.
 *
 * Each change is applied at once, with sdt_modules_lock held.  The kernel holds param_lock
 * when it calls patterns_set(), and no lock when a program closes the file or ends.  An open
 * file holds a reference to sdt.ko.  Parameters can be set before sdt.ko's init function runs,
 * and after its exit function has given up all modules.
 */
#define pr_fmt(fmt) "sdt: " fmt

#include <linux/err.h>
#include <linux/fs.h>
#include <linux/mm.h>
#include <linux/moduleparam.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/sysfs.h>
#include <linux/uaccess.h>

#include "events/internal.h"

static struct sdt_request publish_request, enable_request;

/*
 * Frees @new, or what it replaces.  @name is that of the parameter with the request; NULL if it
 * is a file's.
 */
static int replace(struct sdt_request *request, struct sdt_patterns *new, const char *name)
{
	if (mutex_lock_killable(&sdt_modules_lock)) {
		sdt_patterns_free(new);
		return -EINTR;
	}
	swap(request->patterns, new);
	sdt_events_update();
	if (request == &enable_request)
		sdt_events_enable_all(request->patterns, new);
	if (name)
		sdt_patterns_report(request->patterns, name);
	mutex_unlock(&sdt_modules_lock);
	sdt_patterns_free(new);
	return 0;
}

/*
 * Parameters
 */

static int patterns_set(const char *val, const struct kernel_param *kp)
{
	struct sdt_patterns *new = sdt_patterns_parse_param(val, kp->name);

	return IS_ERR(new) ? PTR_ERR(new) : replace(kp->arg, new, kp->name);
}

static int patterns_get(char *buf, const struct kernel_param *kp)
{
	const struct sdt_request *request = kp->arg;

	return sysfs_emit(buf, "%s\n", request->patterns ? request->patterns->text : "");
}

static void patterns_free(void *arg)
{
	struct sdt_request *request = arg;

	sdt_patterns_free(request->patterns);
	request->patterns = NULL;
}

static const struct kernel_param_ops patterns_ops = {
	.set = patterns_set,
	.get = patterns_get,
	.free = patterns_free,
};

module_param_cb(publish, &patterns_ops, &publish_request, 0644);
MODULE_PARM_DESC(publish, "patterns of the probes that are published as events: \"module\", \"module:event\", \"provider:module:function:name\", ... (default: all; empty: none)");
module_param_cb(enable, &patterns_ops, &enable_request, 0644);
MODULE_PARM_DESC(enable, "patterns of events to publish and to enable, also when their module is loaded later");

/**
 * sdt_controls_init - have the parameters count
 *
 * Context: Process context, sleeps, when sdt.ko is loaded.
 * Return: 0 or -ENOMEM.
 */
int __init sdt_controls_init(void)
{
	int err = 0;

	kernel_param_lock(THIS_MODULE);
	if (!publish_request.patterns)
		publish_request.patterns = sdt_patterns_parse("*");
	if (IS_ERR(publish_request.patterns)) {
		err = PTR_ERR(publish_request.patterns);
		publish_request.patterns = NULL;
	}
	kernel_param_unlock(THIS_MODULE);
	if (err)
		return err;
	mutex_lock(&sdt_modules_lock);
	sdt_request_add(&publish_request);
	sdt_request_add(&enable_request);
	mutex_unlock(&sdt_modules_lock);
	return 0;
}

/**
 * sdt_controls_apply - enable the events of a new module that parameter enable names
 * @mp: the module's probes, whose events have just been published
 *
 * Patterns that name the module, but none of its probes, and other failures are logged.
 *
 * Context: Process context, sleeps.  The caller holds sdt_modules_lock and not sdt_mutex.
 */
void sdt_controls_apply(const struct sdt_module_probes *mp)
{
	sdt_patterns_check(publish_request.patterns, mp, "publish");
	sdt_patterns_check(enable_request.patterns, mp, "enable");
	sdt_events_enable(mp, enable_request.patterns, NULL);
}

/*
 * The file sdt/publish
 *
 * What a program writes is added to its list until it closes the file.  A word counts when what
 * ends it has been written, so a list may come in any number of parts.
 */

#define FILE_SIZE_MAX	(16 * PAGE_SIZE)	/* of a list */

struct publish_file {
	struct mutex lock;		/* one write at a time */
	struct sdt_request request;
	char *text;			/* all that was written, or NULL */
	size_t size;
};

static int publish_open(struct inode *inode, struct file *file)
{
	struct publish_file *publish = kzalloc(sizeof(*publish), GFP_KERNEL);

	if (!publish)
		return -ENOMEM;
	mutex_init(&publish->lock);
	mutex_lock(&sdt_modules_lock);
	sdt_request_add(&publish->request);
	mutex_unlock(&sdt_modules_lock);
	file->private_data = publish;
	return 0;
}

/* Returns what was written before, followed by @size bytes from @buf. */
static char *joined(const struct publish_file *publish, const char __user *buf, size_t size)
{
	char *text;

	if (size > FILE_SIZE_MAX - publish->size)
		return ERR_PTR(-E2BIG);
	text = kvmalloc(publish->size + size + 1, GFP_KERNEL);
	if (!text)
		return ERR_PTR(-ENOMEM);
	if (publish->size)
		memcpy(text, publish->text, publish->size);
	if (copy_from_user(text + publish->size, buf, size)) {
		kvfree(text);
		return ERR_PTR(-EFAULT);
	}
	text[publish->size + size] = '\0';
	return text;
}

static int add_text(struct publish_file *publish, const char __user *buf, size_t size)
{
	char *text = joined(publish, buf, size);
	struct sdt_patterns *new;
	int err;

	if (IS_ERR(text))
		return PTR_ERR(text);
	new = strlen(text) == publish->size + size ? sdt_patterns_parse_ended(text) :
						     ERR_PTR(-EINVAL);
	err = IS_ERR(new) ? PTR_ERR(new) : replace(&publish->request, new, NULL);
	if (!err) {
		swap(publish->text, text);
		publish->size += size;
	}
	kvfree(text);
	return err;
}

static ssize_t publish_write(struct file *file, const char __user *buf, size_t size,
			     loff_t *pos)
{
	struct publish_file *publish = file->private_data;
	int err;

	mutex_lock(&publish->lock);
	err = add_text(publish, buf, size);
	mutex_unlock(&publish->lock);
	return err ?: size;
}

static int publish_release(struct inode *inode, struct file *file)
{
	struct publish_file *publish = file->private_data;

	mutex_lock(&sdt_modules_lock);
	sdt_request_remove(&publish->request);
	if (publish->request.patterns)
		sdt_events_update();
	mutex_unlock(&sdt_modules_lock);
	sdt_patterns_free(publish->request.patterns);
	kvfree(publish->text);
	kfree(publish);
	return 0;
}

const struct file_operations sdt_publish_fops = {
	.owner = THIS_MODULE,
	.open = publish_open,
	.write = publish_write,
	.release = publish_release,
	.llseek = noop_llseek,
};
