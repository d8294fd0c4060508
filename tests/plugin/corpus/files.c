// SPDX-License-Identifier: GPL-2.0-only
/*
 * files.c - what drivers do for the kernel: file operations, interrupts, lifetime
 */
#include <linux/fs.h>
#include <linux/interrupt.h>
#include <linux/refcount.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "corpus.h"

struct object {
	refcount_t users;
	char *name;
	size_t size;
};

static char content[64];
static unsigned long in_use;
static DEFINE_SPINLOCK(lock);

int file_open(struct inode *inode, struct file *fp)
{
	DTRACE_PROBE2(file_open, struct inode *, inode, struct file *, fp);
	return test_and_set_bit(0, &in_use) ? -EBUSY : 0;
}

int file_release(struct inode *inode, struct file *fp)
{
	clear_bit_unlock(0, &in_use);
	DTRACE_PROBE2(file_release, struct inode *, inode, struct file *, fp);
	return 0;
}

ssize_t file_write(struct file *fp, const char __user *buf, size_t n,
		   loff_t *pos)
{
	ssize_t ret;

	DTRACE_PROBE3(write__entry, struct file *, fp,
		      const char __user *, buf, size_t, n);
	n = min(n, sizeof(content) - 1);
	ret = copy_from_user(content, buf, n) ? -EFAULT : n;
	content[ret < 0 ? 0 : n] = '\0';
	*pos = 0;
	DTRACE_PROBE2(write__return, char *, content, ssize_t, ret);
	return ret;
}

ssize_t file_read(struct file *fp, char __user *buf, size_t n, loff_t *pos)
{
	ssize_t ret;

	DTRACE_PROBE4(read__entry, struct file *, fp, char __user *, buf,
		      size_t, n, loff_t, *pos);
	ret = simple_read_from_buffer(buf, n, pos, content, sizeof(content));
	DTRACE_PROBE2(read__return, char *, content, ssize_t, ret);
	return ret;
}

long file_ioctl(struct file *fp, unsigned int cmd, unsigned long arg)
{
	const char *parity = arg % 2 ? "odd" : "even";
	long ret;

	DTRACE_PROBE3(ioctl__entry, struct file *, fp, unsigned int, cmd,
		      unsigned long, arg);
	switch (cmd) {
	case IOCTL_PARITY:
		DTRACE_PROBE1(ioctl__parity, const char *, parity);
		ret = arg % 2;
		break;
	case IOCTL_CLEAR:
		memset(content, 0, sizeof(content));
		ret = 0;
		break;
	case IOCTL_FILL:
		DTRACE_PROBE1(ioctl__fill, char, (char)arg);
		memset(content, arg, sizeof(content));
		ret = 0;
		break;
	default:
		DTRACE_PROBE1(ioctl__unknown, unsigned int, cmd);
		return -ENOTTY;
	}
	DTRACE_PROBE1(ioctl__return, long, ret);
	return ret;
}

/* Reads the state of the device, acknowledges it, passes it on. */
irqreturn_t irq_handler(int irq, void *cookie)
{
	struct machine *machine = cookie;
	u32 status;

	status = READ_ONCE(machine->status);
	if (!(status & STATUS_OURS)) {
		DTRACE_PROBE2(irq_not_ours, int, irq, u32, status);
		return IRQ_NONE;
	}
	WRITE_ONCE(machine->acknowledge, status);
	spin_lock(&lock);
	machine->interrupts++;
	DTRACE_PROBE3(irq_handler, int, irq, u32, status,
		      unsigned long, machine->interrupts);
	spin_unlock(&lock);
	if (status & STATUS_DATA)
		ring_push(&machine->ring, machine->data);
	return IRQ_HANDLED;
}

void object_get(struct object *object)
{
	DTRACE_PROBE2(object_get, struct object *, object,
		      int, refcount_read(&object->users));
	refcount_inc(&object->users);
}

void object_put(struct object *object)
{
	DTRACE_PROBE2(object_put, struct object *, object,
		      int, refcount_read(&object->users));
	if (!refcount_dec_and_test(&object->users))
		return;
	DTRACE_PROBE1(object_free, struct object *, object);
	kfree(object->name);
	kfree(object);
}

/* Three allocations, each of which can fail */
struct object *object_create(const char *name, size_t size)
{
	struct object *object;
	int err = -ENOMEM;

	DTRACE_PROBE2(object_create, const char *, name, size_t, size);
	object = kzalloc(sizeof(*object), GFP_KERNEL);
	if (!object)
		goto fail;
	refcount_set(&object->users, 1);
	object->name = kstrdup(name, GFP_KERNEL);
	if (!object->name)
		goto fail_name;
	if (size > PAGE_SIZE) {
		err = -E2BIG;
		goto fail_size;
	}
	object->size = size;
	DTRACE_PROBE1(object_created, struct object *, object);
	return object;

fail_size:
	kfree(object->name);
fail_name:
	kfree(object);
fail:
	DTRACE_PROBE2(object_failed, const char *, name, int, err);
	return ERR_PTR(err);
}
