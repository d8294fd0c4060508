// SPDX-License-Identifier: GPL-2.0-only
/*
 * debugfs.c - /sys/kernel/debug/sdt, for root only
 *
 *	probes, sites	what there is, with users: debugfs_probes.c
 *	counters	count hits: debugfs_probes.c
 *	counted		hits as parameter count has them counted: debugfs_probes.c
 *	stats		sums
 *	refused		modules whose probes were refused, and why
 *	translators	the registered translators and their modules
 *	handlers	the attached handlers and their modules
 *	publish		publish events for as long as it is open: events/
 *	tables/		the modules' probe tables: debugfs_tables.c
 *
 * docs/debugfs.md describes them; scripts rely on it.
 *
 * With sdt_mutex held, probes leave the list before their module's memory, which contains
 * the names, is freed.  No file shows addresses.
 */
#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "interfaces/interfaces_internal.h"

static struct dentry *dir;

/*
 * stats
 */

static int stats_show(struct seq_file *m, void *v)
{
	unsigned long modules = 0, probes = 0, sites = 0, enabled = 0, all = 0, refused;
	struct sdt_drops drops;
	struct sdt_module_probes *mp;
	unsigned int i;

	mutex_lock(&sdt_mutex);
	list_for_each_entry(mp, &sdt_modules, list) {
		modules++;
		probes += mp->nr_probes;
		all += mp->nr_sites;
		for (i = 0; i < mp->nr_probes; i++) {
			sites += mp->probes[i].pub.nr_sites;
			enabled += mp->probes[i].users > 0;
		}
	}
	refused = sdt_nr_refused;
	mutex_unlock(&sdt_mutex);
	sdt_drops_sum(&drops);

	seq_printf(m, "modules %lu\n", modules);
	seq_printf(m, "probes %lu\n", probes);
	seq_printf(m, "sites %lu\n", sites);
	seq_printf(m, "enabled %lu\n", enabled);
	seq_printf(m, "refused %lu\n", refused);
	seq_printf(m, "drops_recursion %lu\n", drops.recursion);
	seq_printf(m, "drops_rcu %lu\n", drops.rcu);
	seq_printf(m, "is_enabled_sites %lu\n", all - sites);
	seq_printf(m, "abi %u\n", SDT_ABI_VERSION);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(stats);

static int refused_show(struct seq_file *m, void *v)
{
	struct sdt_module_probes *mp;

	mutex_lock(&sdt_mutex);
	list_for_each_entry(mp, &sdt_refused, list) {
		const char *why = mp->why ?: "see the kernel log";

		seq_printf(m, "%s %*pE\n", mp->mod->name, (int)strlen(why), why);
	}
	mutex_unlock(&sdt_mutex);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(refused);

DEFINE_SHOW_ATTRIBUTE(sdt_translators);
DEFINE_SHOW_ATTRIBUTE(sdt_handlers);

/**
 * sdt_debugfs_init - create /sys/kernel/debug/sdt
 * @publish: of the file publish
 *
 * Without debugfs, or if this fails, sdt.ko works all the same.
 *
 * Context: Process context, sleeps.
 */
void sdt_debugfs_init(const struct file_operations *publish)
{
	dir = debugfs_create_dir("sdt", NULL);
	if (IS_ERR_OR_NULL(dir))
		return;
	debugfs_create_file("stats", 0400, dir, NULL, &stats_fops);
	debugfs_create_file("refused", 0400, dir, NULL, &refused_fops);
	debugfs_create_file("translators", 0400, dir, NULL, &sdt_translators_fops);
	debugfs_create_file("handlers", 0400, dir, NULL, &sdt_handlers_fops);
	debugfs_create_file("publish", 0200, dir, NULL, publish);
	sdt_debugfs_probes_init(dir);
	sdt_tables_init(dir);
	/*
	 * debugfs makes every directory readable by everyone, but only root may see
	 * the names in tables/, whatever mode debugfs is mounted with.  The mode is
	 * changed last, because debugfs checks the permissions of the task that loads
	 * sdt.ko when it creates a file.
	 */
	inode_lock(d_inode(dir));
	d_inode(dir)->i_mode &= ~0077;
	inode_unlock(d_inode(dir));
}

/**
 * sdt_debugfs_exit - remove /sys/kernel/debug/sdt
 *
 * Waits for readers and writers, except those of tables/.
 *
 * Context: Process context, sleeps.
 */
void sdt_debugfs_exit(void)
{
	sdt_tables_exit();
	debugfs_remove(dir);
}
