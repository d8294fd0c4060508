// SPDX-License-Identifier: GPL-2.0-only
/*
 * helloworld.c - /proc/helloworld, with the probes of dtrace4linux's example driver
 *
 * Each probe names its function itself, "entry", and one function contains two probes.
 * They need no definition:
 *
 *	hworld:helloworld:entry:open1	an open of the file; the number of opens so far
 *	hworld:helloworld:entry:open2	the same, if the file was open already
 *	hworld:helloworld:entry:read1	a read; the number of reads so far
 */
#include <linux/atomic.h>
#include <linux/module.h>
#include <linux/proc_fs.h>
#include <linux/uaccess.h>
#include <sys/sdt.h>

static const char greeting[] = "Hello, world!\n";

static atomic_t opens, readers, reads;

static int hello_open(struct inode *inode, struct file *file)
{
	int num_opens = atomic_inc_return(&opens);

	DTRACE_SDT_PROBE1(hworld, open_module, open1, entry, num_opens);
	if (atomic_inc_return(&readers) > 1)
		DTRACE_SDT_PROBE1(hworld, open_module, open2, entry, num_opens);
	return 0;
}

static int hello_release(struct inode *inode, struct file *file)
{
	atomic_dec(&readers);
	return 0;
}

static ssize_t hello_read(struct file *file, char __user *buf, size_t n,
			  loff_t *pos)
{
	int num_reads = atomic_inc_return(&reads);

	DTRACE_SDT_PROBE1(hworld, read_module, read1, entry, num_reads);
	return simple_read_from_buffer(buf, n, pos, greeting,
				       sizeof(greeting) - 1);
}

static const struct proc_ops hello_ops = {
	.proc_open	= hello_open,
	.proc_release	= hello_release,
	.proc_read	= hello_read,
	.proc_lseek	= default_llseek,
};

static int __init hello_init(void)
{
	return proc_create("helloworld", 0444, NULL, &hello_ops) ? 0 : -ENOMEM;
}

static void __exit hello_exit(void)
{
	remove_proc_entry("helloworld", NULL);
}

module_init(hello_init);
module_exit(hello_exit);
MODULE_LICENSE("Dual BSD/GPL");
MODULE_DESCRIPTION("/proc/helloworld with the probes of dtrace4linux's example");
