// SPDX-License-Identifier: GPL-2.0-only
/*
 * hello.c - the smallest driver with probes: /proc/hello
 *
 * Reading the file fires sdt:hello:hello_show:read, with the number of times
 * that it has been read; loading and unloading the module fire probes too.
 */
#include <linux/atomic.h>
#include <linux/module.h>
#include <linux/proc_fs.h>
#include <linux/seq_file.h>
#include <linux/sdt.h>

static atomic_t reads = ATOMIC_INIT(0);

static int hello_show(struct seq_file *seq, void *v)
{
	int n = atomic_inc_return(&reads);

	DTRACE_PROBE1(read, int, n);
	seq_printf(seq, "hello, world (read %d times)\n", n);
	return 0;
}

static int __init hello_init(void)
{
	if (!proc_create_single("hello", 0444, NULL, hello_show))
		return -ENOMEM;
	DTRACE_PROBE1(init, char *, KBUILD_MODNAME);
	return 0;
}

static void __exit hello_exit(void)
{
	remove_proc_entry("hello", NULL);
	DTRACE_PROBE1(exit, int, atomic_read(&reads));
}

module_init(hello_init);
module_exit(hello_exit);
MODULE_LICENSE("Dual BSD/GPL");
MODULE_DESCRIPTION("The smallest driver with statically defined probes");
