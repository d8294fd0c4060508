// SPDX-License-Identifier: GPL-2.0-only
/*
 * rev_dev.c - the device: write a string, read it back reversed
 *
 * A read ends at the end of the string; the next write replaces the string.  Only one
 * program at a time can open the device.
 */
#include <linux/module.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "revdev.h"

/* Bit 0: the device is open.  The program that opened it owns the text. */
static unsigned long in_use;
static char text[80];

static int revdev_open(struct inode *inode, struct file *fp)
{
	return test_and_set_bit(0, &in_use) ? -EBUSY : 0;
}

static int revdev_release(struct inode *inode, struct file *fp)
{
	clear_bit_unlock(0, &in_use);
	return 0;
}

static ssize_t revdev_write(struct file *fp, const char __user *buf, size_t n,
			    loff_t *pos)
{
	ssize_t ret;

	REVDEV_WRITE_ENTRY(fp, buf, n);
	n = min(n, sizeof(text) - 1);
	ret = copy_from_user(text, buf, n) ? -EFAULT : n;
	text[ret < 0 ? 0 : n] = '\0';
	*pos = 0;
	REVDEV_WRITE_RETURN(text, ret);
	return ret;
}

static void reverse(char *s)
{
	size_t i, n = strlen(s);

	for (i = 0; i < n / 2; i++)
		swap(s[i], s[n - 1 - i]);
}

static ssize_t revdev_read(struct file *fp, char __user *buf, size_t n,
			   loff_t *pos)
{
	ssize_t ret;

	REVDEV_READ_ENTRY(fp, text);
	if (*pos == 0)
		reverse(text);
	ret = simple_read_from_buffer(buf, n, pos, text, strlen(text));
	REVDEV_READ_RETURN(text, ret);
	return ret;
}

static long revdev_ioctl(struct file *fp, unsigned int cmd, unsigned long arg)
{
	const char *parity = arg % 2 ? "Odd" : "Even";

	REVDEV_IOCTL_ENTRY(fp, cmd, arg);
	if (cmd != REVDEV_PARITY)
		return -ENOTTY;
	REVDEV_IOCTL_RETURN(parity);
	return arg % 2;
}

const struct file_operations revdev_fops = {
	.owner		= THIS_MODULE,
	.open		= revdev_open,
	.release	= revdev_release,
	.read		= revdev_read,
	.write		= revdev_write,
	.unlocked_ioctl	= revdev_ioctl,
};
