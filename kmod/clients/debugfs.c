// SPDX-License-Identifier: GPL-2.0-only
/*
 * debugfs.c - /sys/kernel/debug/sdt, for root only
 *
 *	probes	the probes of loaded modules, their number of users and hits
 *	sites	the same for sites
 *	count	a pattern: hits of the probes and sites that match it are counted
 *	stats	sums
 *	translators	the registered translators and their modules
 *	tables/	the modules' probe tables: debugfs_tables.c
 *
 * docs/debugfs.md describes them; scripts rely on it.
 *
 * probes and sites hold sdt_mutex while they print: with it held, a set leaves the list
 * before its module's memory, which contains the names, is freed.  count_lock protects
 * the pattern and its handler, and is taken before sdt_mutex.  No file shows addresses.
 */
#define pr_fmt(fmt) "sdt: " fmt

#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/jump_label.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "clients/internal.h"

static struct dentry *dir;

/*
 * count
 */

static DEFINE_MUTEX(count_lock);
static char *count_pattern;
static struct sdt_handler *count_handler;	/* NULL: not counting */

static void count_hit(const struct sdt_hit *hit, void *cookie)
{
	atomic_long_inc(&sdt_site_rt(hit->site)->hits);
}

static void stop_counting(void)
{
	sdt_detach(count_handler);
	count_handler = NULL;
	kfree(count_pattern);
	count_pattern = NULL;
}

static void reset_hits(void)
{
	struct sdt_set *set;
	unsigned int i;

	mutex_lock(&sdt_mutex);
	list_for_each_entry(set, &sdt_sets, list)
		for (i = 0; i < set->nr_sites; i++)
			atomic_long_set(&set->sites[i].hits, 0);
	mutex_unlock(&sdt_mutex);
}

/* Owns @pattern from now on if it succeeds. */
static int start_counting(char *pattern)
{
	struct sdt_handler *handler;

	reset_hits();
	handler = __sdt_attach(pattern, count_hit, NULL, NULL);
	if (IS_ERR(handler))
		return PTR_ERR(handler);
	count_handler = handler;
	count_pattern = pattern;
	return 0;
}

static ssize_t count_write(struct file *file, const char __user *buf,
			   size_t size, loff_t *pos)
{
	char *text, *pattern;
	int err = 0;

	if (size > PAGE_SIZE)
		return -E2BIG;
	text = memdup_user_nul(buf, size);
	if (IS_ERR(text))
		return PTR_ERR(text);
	pattern = kstrdup(strim(text), GFP_KERNEL);
	kfree(text);
	if (!pattern)
		return -ENOMEM;

	mutex_lock(&count_lock);
	stop_counting();
	if (*pattern)
		err = start_counting(pattern);
	if (!count_handler)
		kfree(pattern);
	mutex_unlock(&count_lock);
	return err ?: size;
}

static int count_show(struct seq_file *m, void *v)
{
	mutex_lock(&count_lock);
	if (count_pattern)
		seq_printf(m, "%s\n", count_pattern);
	mutex_unlock(&count_lock);
	return 0;
}

static int count_open(struct inode *inode, struct file *file)
{
	return single_open(file, count_show, NULL);
}

static const struct file_operations count_fops = {
	.owner = THIS_MODULE,
	.open = count_open,
	.read = seq_read,
	.write = count_write,
	.llseek = seq_lseek,
	.release = single_release,
};

/*
 * probes and sites.  The position is the index of the probe or site among all.
 */

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

static void list_stop(struct seq_file *m, void *v)
{
	mutex_unlock(&sdt_mutex);
}

static void show_names(struct seq_file *m, const struct sdt_probe *probe)
{
	seq_printf(m, "%s:%s:%s:%s", probe->provider, probe->module,
		   probe->function, probe->name);
}

static int probes_show(struct seq_file *m, void *v)
{
	const struct sdt_probe_rt *probe = v;
	bool is_counted = false;
	unsigned long hits = 0;
	unsigned int i;

	for (i = 0; i < probe->pub.nr_sites; i++) {
		const struct sdt_site_rt *site = &probe->sites[i];

		is_counted |= sdt_site_calls(site, count_hit);
		hits += atomic_long_read(&site->hits);
	}
	show_names(m, &probe->pub);
	seq_printf(m, " sites=%u users=%u", probe->pub.nr_sites, probe->users);
	if (is_counted)
		seq_printf(m, " hits=%lu", hits);
	seq_putc(m, '\n');
	return 0;
}

static const struct seq_operations probes_sops = {
	.start = probes_start,
	.next = probes_next,
	.stop = list_stop,
	.show = probes_show,
};
DEFINE_SEQ_ATTRIBUTE(probes);

static void *sites_at(loff_t pos)
{
	struct sdt_set *set;

	list_for_each_entry(set, &sdt_sets, list) {
		if (pos < set->nr_sites)
			return &set->sites[pos];
		pos -= set->nr_sites;
	}
	return NULL;
}

static void *sites_start(struct seq_file *m, loff_t *pos)
{
	mutex_lock(&sdt_mutex);
	return sites_at(*pos);
}

static void *sites_next(struct seq_file *m, void *v, loff_t *pos)
{
	return sites_at(++*pos);
}

static const char *site_kind(const struct sdt_site_rt *site)
{
	if (!(site->record->line & SDT_SITE_IS_ENABLED))
		return "fire";
	return site->record->line & SDT_SITE_IS_ANY ? "is-enabled-any" :
						      "is-enabled";
}

static int sites_show(struct seq_file *m, void *v)
{
	const struct sdt_site_rt *site = v;
	bool fires = !(site->record->line & SDT_SITE_IS_ENABLED);
	char symbol[128];	/* a longer one is cut off */

	sdt_site_symbol(&site->pub, symbol, sizeof(symbol));
	show_names(m, site->pub.probe);
	seq_putc(m, '@');
	seq_escape(m, site->pub.file, " \t\n\\");
	seq_printf(m, ":%u kind=%s enabled=%d symbol=%s", site->pub.line,
		   site_kind(site),
		   static_key_enabled((struct static_key *)site->record->key),
		   symbol);
	if (fires && sdt_site_calls(site, count_hit))
		seq_printf(m, " hits=%lu", atomic_long_read(&site->hits));
	seq_putc(m, '\n');
	return 0;
}

static const struct seq_operations sites_sops = {
	.start = sites_start,
	.next = sites_next,
	.stop = list_stop,
	.show = sites_show,
};
DEFINE_SEQ_ATTRIBUTE(sites);

/*
 * stats
 */

static int stats_show(struct seq_file *m, void *v)
{
	unsigned long modules = 0, probes = 0, sites = 0, enabled = 0, all = 0;
	struct sdt_drops drops;
	struct sdt_set *set;
	unsigned int i;

	mutex_lock(&sdt_mutex);
	list_for_each_entry(set, &sdt_sets, list) {
		modules++;
		probes += set->nr_probes;
		all += set->nr_sites;
		for (i = 0; i < set->nr_probes; i++) {
			sites += set->probes[i].pub.nr_sites;
			enabled += set->probes[i].users > 0;
		}
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
	seq_printf(m, "is_enabled_sites %lu\n", all - sites);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(stats);

static int translators_show(struct seq_file *m, void *v)
{
	sdt_translators_show(m);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(translators);

/**
 * sdt_debugfs_init - create /sys/kernel/debug/sdt
 *
 * Without debugfs, or if this fails, sdt.ko works all the same.
 *
 * Context: Process context, sleeps.
 */
void sdt_debugfs_init(void)
{
	dir = debugfs_create_dir("sdt", NULL);
	if (IS_ERR_OR_NULL(dir))
		return;
	debugfs_create_file("probes", 0400, dir, NULL, &probes_fops);
	debugfs_create_file("sites", 0400, dir, NULL, &sites_fops);
	debugfs_create_file("count", 0600, dir, NULL, &count_fops);
	debugfs_create_file("stats", 0400, dir, NULL, &stats_fops);
	debugfs_create_file("translators", 0400, dir, NULL, &translators_fops);
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
 * sdt_debugfs_exit - remove /sys/kernel/debug/sdt and stop counting
 *
 * Waits for readers and writers, except those of tables/.
 *
 * Context: Process context, sleeps.
 */
void sdt_debugfs_exit(void)
{
	sdt_tables_exit();
	debugfs_remove(dir);
	stop_counting();
}
