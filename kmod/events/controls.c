// SPDX-License-Identifier: GPL-2.0-only
/*
 * controls.c - parameters "publish" and "enable", file sdt/publish in debugfs
 *
 * docs/events.md describes them.  Each parameter is a request for events to be published; an
 * open file has one for each write.
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
#include <linux/sched.h>
#include <linux/sizes.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/sysfs.h>
#include <linux/trace_events.h>
#include <linux/uaccess.h>

#include "events/events_internal.h"

static struct sdt_request publish_request = { .name = "publish" };
static struct sdt_request enable_request = { .name = "enable" };

/*
 * Parameters
 */

/*
 * Frees @new, or what it replaces.  @name is that of the parameter.  Events that enable does
 * not name any more stay enabled: others can have enabled them, too.
 */
static int replace(struct sdt_request *request, struct sdt_patterns *new, const char *name)
{
	struct sdt_module_probes *mp;

	if (mutex_lock_killable(&sdt_modules_lock)) {
		sdt_patterns_free(new);
		return -EINTR;
	}
	swap(request->patterns, new);
	sdt_events_update(NULL);
	if (request == &enable_request)
		list_for_each_entry(mp, &sdt_modules, list)
			sdt_request_enable(request, mp, new);
	sdt_patterns_report(request->patterns, name);
	mutex_unlock(&sdt_modules_lock);
	sdt_patterns_free(new);
	return 0;
}

static int patterns_set(const char *val, const struct kernel_param *kp)
{
	struct sdt_patterns *new = sdt_patterns_parse_param(val, kp);

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
MODULE_PARM_DESC(enable, "patterns of the probes whose events are published and enabled, now or when their module is loaded");

/**
 * sdt_controls_init - add the requests of the parameters
 *
 * Context: Process context, sleeps, when sdt.ko is loaded.
 * Return: 0, -ENOMEM or -ENODEV.
 */
int __init sdt_controls_init(void)
{
	int err = 0;

	enable_request.enables = sdt_instance_find(NULL, NULL);
	if (!enable_request.enables) {
		pr_err("cannot find the kernel's own trace buffer\n");
		return -ENODEV;
	}
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
	list_add_tail(&publish_request.list, &sdt_requests);
	list_add_tail(&enable_request.list, &sdt_requests);
	mutex_unlock(&sdt_modules_lock);
	return 0;
}

/**
 * sdt_controls_apply - enable the events of a new module that parameters name
 * @mp: the module's probes, whose events have just been published
 *
 * Patterns that name the module, but none of its probes, and other failures are logged.
 *
 * Context: Process context, sleeps.  The caller holds sdt_modules_lock and not sdt_mutex.
 */
void sdt_controls_apply(const struct sdt_module_probes *mp)
{
	const struct sdt_request *request;

	list_for_each_entry(request, &sdt_requests, list) {
		if (request->file)
			continue;
		sdt_patterns_check(request->patterns, mp, request->name);
		if (request->enables)
			sdt_request_enable(request, mp, NULL);
	}
}

/*
 * The file sdt/publish
 *
 * The patterns that a program writes count until it closes the file.  A pattern counts once the
 * separator behind it has been written, so a list can come in any number of parts.  After an error
 * the file accepts no more, because the rest of a list could begin with half a pattern.
 */

#define FILE_SIZE_MAX	SZ_64K		/* of all that is written */

struct publish_file {
	struct mutex lock;		/* one write at a time */
	char *word;			/* the beginning of a word, or NULL */
	size_t size;			/* what was written */
	int err;
};

static int publish_open(struct inode *inode, struct file *file)
{
	struct publish_file *publish = kzalloc(sizeof(*publish), GFP_KERNEL);

	if (!publish)
		return -ENOMEM;
	mutex_init(&publish->lock);
	file->private_data = publish;
	return 0;
}

/* Takes over @patterns. */
static int add_request(struct publish_file *publish, struct sdt_patterns *patterns)
{
	struct sdt_request *new = kzalloc(sizeof(*new), GFP_KERNEL);
	int err = new ? mutex_lock_killable(&sdt_modules_lock) : -ENOMEM;

	if (err) {
		sdt_patterns_free(patterns);
		kfree(new);
		return err;
	}
	new->patterns = patterns;
	new->file = publish;
	list_add_tail(&new->list, &sdt_requests);
	sdt_events_update(patterns);
	mutex_unlock(&sdt_modules_lock);
	return 0;
}

/* @text is changed. */
static int add_words(struct publish_file *publish, char *text)
{
	size_t ended = sdt_patterns_ended(text);
	char *word = kstrdup(text + ended, GFP_KERNEL);
	struct sdt_patterns *patterns;
	int err;

	if (!word)
		return -ENOMEM;
	kfree(publish->word);
	publish->word = word;
	text[ended] = '\0';
	patterns = sdt_patterns_parse(text);
	err = PTR_ERR_OR_ZERO(patterns);
	if (!err && patterns->nr)
		return add_request(publish, patterns);
	if (!err)
		sdt_patterns_free(patterns);
	return err;
}

static int add_text(struct publish_file *publish, const char __user *buf, size_t size)
{
	char *added, *text;
	int err;

	if (size > FILE_SIZE_MAX - publish->size)
		return -E2BIG;
	added = memdup_user_nul(buf, size);
	if (IS_ERR(added))
		return PTR_ERR(added);
	text = kasprintf(GFP_KERNEL, "%s%s", publish->word ?: "", added);
	err = strlen(added) < size ? -EINVAL : text ? add_words(publish, text) : -ENOMEM;
	kfree(text);
	kfree(added);
	publish->size += size;
	return err;
}

static ssize_t publish_write(struct file *file, const char __user *buf, size_t size,
			     loff_t *pos)
{
	struct publish_file *publish = file->private_data;
	int err;

	mutex_lock(&publish->lock);
	if (!publish->err)
		publish->err = add_text(publish, buf, size);
	err = publish->err;
	mutex_unlock(&publish->lock);
	return err ?: size;
}

static int publish_release(struct inode *inode, struct file *file)
{
	struct publish_file *publish = file->private_data;
	struct sdt_request *request, *next;

	mutex_lock(&sdt_modules_lock);
	list_for_each_entry_safe(request, next, &sdt_requests, list) {
		if (request->file != publish)
			continue;
		list_del(&request->list);
		sdt_patterns_free(request->patterns);
		kfree(request);
	}
	sdt_events_update(NULL);	/* also withdraws what was in use before */
	mutex_unlock(&sdt_modules_lock);
	kfree(publish->word);
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
