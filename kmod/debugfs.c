// SPDX-License-Identifier: GPL-2.0-only
/*
 * debugfs.c - /sys/kernel/debug/sdt, for root only
 *
 * probes: one line for each probe, by module in the order of loading, within a
 * module by provider, function and name.  Fields are separated by blanks; the
 * first is the four names, the others are key=value and may become more:
 *
 *	sdt:revdev:revdev_read:read-entry sites=1 users=0
 *
 * sites counts site records; users is the number of handlers and event users
 * that are listening.
 *
 * stats: one "key value" line each:
 *
 *	modules		modules with probes
 *	probes		their probes
 *	sites		their site records, is-enabled ones included
 *	enabled		probes that have a user
 *	refused		tables that were refused since sdt.ko was loaded
 *	drops_recursion	hits not delivered, since a handler ran into a probe
 *	drops_rcu	hits not delivered, where RCU was not watching
 *
 * Both hold sdt_mutex while they print: a set leaves the list under it before
 * its module's memory, where the names are, goes.  Shows no addresses.
 */
#define pr_fmt(fmt) "sdt: " fmt

#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/seq_file.h>

#include "internal.h"

static struct dentry *dir;

/* The position is the number of the probe among all. */
static void *probes_at(loff_t pos)
{
	struct sdt_set *set;

	list_for_each_entry(set, &sdt_sets, list) {
		if (pos < set->nr_probes)
			return &set->probes[pos];
		pos -= set->nr_probes;
	}
	return NULL;
}

static void *probes_start(struct seq_file *m, loff_t *pos)
{
	mutex_lock(&sdt_mutex);
	return probes_at(*pos);
}

static void *probes_next(struct seq_file *m, void *v, loff_t *pos)
{
	return probes_at(++*pos);
}

static void probes_stop(struct seq_file *m, void *v)
{
	mutex_unlock(&sdt_mutex);
}

static int probes_show(struct seq_file *m, void *v)
{
	const struct sdt_probe_rt *probe = v;

	seq_printf(m, "%s:%s:%s:%s sites=%u users=%u\n", probe->pub.provider,
		   probe->pub.module, probe->pub.function, probe->pub.name,
		   probe->nr_sites, probe->users);
	return 0;
}

static const struct seq_operations probes_sops = {
	.start = probes_start,
	.next = probes_next,
	.stop = probes_stop,
	.show = probes_show,
};
DEFINE_SEQ_ATTRIBUTE(probes);

static int stats_show(struct seq_file *m, void *v)
{
	unsigned long modules = 0, probes = 0, sites = 0, enabled = 0;
	struct sdt_drops drops;
	struct sdt_set *set;
	unsigned int i;

	mutex_lock(&sdt_mutex);
	list_for_each_entry(set, &sdt_sets, list) {
		modules++;
		probes += set->nr_probes;
		sites += set->nr_sites;
		for (i = 0; i < set->nr_probes; i++)
			enabled += set->probes[i].users > 0;
	}
	mutex_unlock(&sdt_mutex);
	sdt_drops_sum(&drops);

	seq_printf(m, "modules %lu\n", modules);
	seq_printf(m, "probes %lu\n", probes);
	seq_printf(m, "sites %lu\n", sites);
	seq_printf(m, "enabled %lu\n", enabled);
	seq_printf(m, "refused %lu\n", sdt_set_nr_refused());
	seq_printf(m, "drops_recursion %lu\n", drops.recursion);
	seq_printf(m, "drops_rcu %lu\n", drops.rcu);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(stats);

/**
 * sdt_debugfs_init - make /sys/kernel/debug/sdt
 *
 * Without debugfs, or when that fails, sdt.ko works all the same.
 *
 * Context: process, sleeps.
 */
void sdt_debugfs_init(void)
{
	dir = debugfs_create_dir("sdt", NULL);
	if (IS_ERR_OR_NULL(dir))
		return;
	/* debugfs makes every directory readable by all */
	inode_lock(d_inode(dir));
	d_inode(dir)->i_mode &= ~0077;
	inode_unlock(d_inode(dir));
	debugfs_create_file("probes", 0400, dir, NULL, &probes_fops);
	debugfs_create_file("stats", 0400, dir, NULL, &stats_fops);
}

/**
 * sdt_debugfs_exit - remove it; waits for readers
 *
 * Context: process, sleeps.
 */
void sdt_debugfs_exit(void)
{
	debugfs_remove(dir);
}
