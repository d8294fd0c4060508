// SPDX-License-Identifier: GPL-2.0-only
/*
 * debugfs_tables.c - /sys/kernel/debug/sdt/tables, the probe tables of modules
 *
 * A file for each module, named after it, reads as the bytes of the module's
 * struct sdt_table (linux/sdt_abi.h).
 *
 * The table is in the module's memory, so a file has the id of the probes instead of a
 * pointer to the table.  Each read looks up the id with sdt_mutex held; with that lock
 * held, the probes leave the list before the module's memory is freed.  Ids are never reused:
 * if a file is open when its module is unloaded, reads fail from then on, even if the
 * module is loaded again.
 *
 * Files are removed in the kernel's notifier chain, with sdt_modules_lock held.  The
 * removal must not wait for a reader's memory, which another process may serve
 * (userfaultfd, FUSE) or never serve.  So a read first copies to a buffer of at most a
 * page, and copies that to the reader without a lock; and the files are created such that
 * debugfs does not make the removal wait for reads.  The removal does wait for opens,
 * which access no such memory, and for a listing of the directory.  As in all of debugfs,
 * that can stall until the listing process, which is root's, is killed.
 */
#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "interfaces/interfaces_internal.h"

static struct dentry *folder;	/* or NULL; sdt_modules_lock protects it */

static const struct sdt_table *table_of(unsigned long id)
{
	struct sdt_module_probes *mp;

	lockdep_assert_held(&sdt_mutex);
	list_for_each_entry(mp, &sdt_modules, list)
		if (mp->id == id)
			return mp->table;
	return NULL;
}

static ssize_t copy_table(unsigned long id, void *to, size_t size, loff_t *pos)
{
	const struct sdt_table *table;
	ssize_t ret = -ENODEV;

	mutex_lock(&sdt_mutex);
	table = table_of(id);
	if (table)
		ret = memory_read_from_buffer(to, size, pos, table,
					      table->size);
	mutex_unlock(&sdt_mutex);
	return ret;
}

static ssize_t table_read(struct file *file, char __user *to, size_t size,
			  loff_t *pos)
{
	unsigned long id = (unsigned long)file->private_data;
	loff_t next = *pos;
	void *bytes;
	ssize_t ret;

	size = min(size, PAGE_SIZE);
	bytes = kmalloc(size, GFP_KERNEL);
	if (!bytes)
		return -ENOMEM;
	ret = copy_table(id, bytes, size, &next);
	if (ret > 0 && copy_to_user(to, bytes, ret))
		ret = -EFAULT;
	if (ret > 0)
		*pos = next;
	kfree(bytes);
	return ret;
}

/* An open file holds a reference to sdt.ko, not to the module. */
static const struct file_operations table_fops = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.read = table_read,
	.llseek = generic_file_llseek,
};

static void set_size(struct inode *inode, loff_t size)
{
	inode_lock(inode);
	i_size_write(inode, size);
	inode_unlock(inode);
}

/**
 * sdt_tables_add - create the file of a module's table
 * @mp: the probes of a module in the registry
 *
 * Names do not clash: loaded modules have different names, and the file of an unloaded
 * module is removed before its name can be used again.  If debugfs refuses the name or
 * memory is short, the module has no file, and works all the same.
 *
 * Context: Process context, with sdt_modules_lock held.  Sleeps.
 */
void sdt_tables_add(struct sdt_module_probes *mp)
{
	struct dentry *file;

	lockdep_assert_held(&sdt_modules_lock);
	if (!folder)
		return;
	file = debugfs_create_file_unsafe(mp->mod->name, 0400, folder,
					  (void *)mp->id, &table_fops);
	if (IS_ERR_OR_NULL(file))
		return;
	set_size(d_inode(file), mp->table->size);
	mp->table_file = file;
}

/**
 * sdt_tables_remove - remove the file of a module's table
 * @mp: the module's probes, which may have no file
 *
 * The file cannot be opened any more.  Where it is open already, it can be read until
 * the module leaves the registry.
 *
 * Context: Process context, with sdt_modules_lock held.  Sleeps.
 */
void sdt_tables_remove(struct sdt_module_probes *mp)
{
	lockdep_assert_held(&sdt_modules_lock);
	if (folder)		/* else the files went with it */
		debugfs_remove(mp->table_file);
}

/*
 * Creates the folder in @parent, /sys/kernel/debug/sdt, which only root can access; and files
 * for the modules in the registry.
 *
 * The folder keeps the mode that debugfs gives it.  When debugfs creates a file there, it checks
 * the permissions of the task that loads the module, which may have CAP_SYS_MODULE only.
 */
void sdt_tables_init(struct dentry *parent)
{
	struct dentry *dir = debugfs_create_dir("tables", parent);
	struct sdt_module_probes *mp;

	if (IS_ERR_OR_NULL(dir))
		return;
	mutex_lock(&sdt_modules_lock);
	folder = dir;
	list_for_each_entry(mp, &sdt_modules, list)
		sdt_tables_add(mp);
	mutex_unlock(&sdt_modules_lock);
}

/* Removes the files and the folder. */
void sdt_tables_exit(void)
{
	mutex_lock(&sdt_modules_lock);
	debugfs_remove(folder);
	folder = NULL;
	mutex_unlock(&sdt_modules_lock);
}
