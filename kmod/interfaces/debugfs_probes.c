// SPDX-License-Identifier: GPL-2.0-only
/*
 * debugfs_probes.c - sdt/probes, sites, counters and counted: what there is, and its hits
 *
 * Every open file "counters" takes a pattern and counts for itself; "counted" shows what
 * parameter count has counted.
 *
 * sdt_mutex is held while a file prints, and protects the pointers to counters, so
 * modules and counters stay meanwhile.
 */
#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/jump_label.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "interfaces/interfaces_internal.h"

/*
 * probes and sites.  The position is the id of a module's probes, and the index of a probe
 * or site in them.  Modules are in the order of their ids.  So if a file is read in several
 * pieces, each line of a module that stays is read exactly once.
 */
#define MODULE_SHIFT	32

/* Returns the module with the element at *@pos or behind that, and moves *@pos there. */
static struct sdt_module_probes *module_at(loff_t *pos, unsigned int *index, bool sites)
{
	unsigned long id = *pos >> MODULE_SHIFT;
	struct sdt_module_probes *mp;

	list_for_each_entry(mp, &sdt_modules, list) {
		if (mp->id < id)
			continue;
		if (mp->id > id)
			*pos = (loff_t)mp->id << MODULE_SHIFT;
		*index = lower_32_bits(*pos);
		if (*index < (sites ? mp->nr_sites : mp->nr_probes))
			return mp;
	}
	return NULL;
}

static void *probes_at(loff_t *pos)
{
	unsigned int i;
	struct sdt_module_probes *mp = module_at(pos, &i, false);

	return mp ? &mp->probes[i] : NULL;
}

static void *probes_start(struct seq_file *m, loff_t *pos)
{
	mutex_lock(&sdt_mutex);
	return probes_at(pos);
}

static void *probes_next(struct seq_file *m, void *v, loff_t *pos)
{
	++*pos;
	return probes_at(pos);
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

	show_names(m, &probe->pub);
	seq_printf(m, " sites=%u users=%u event=%d", probe->pub.nr_sites,
		   probe->users, READ_ONCE(probe->group->event) != NULL);
	seq_printf(m, " handlers=%u counters=%u ftrace=%u perf=%u\n",
		   probe->users_of[SDT_LISTENER_HANDLER],
		   probe->users_of[SDT_LISTENER_COUNTERS],
		   probe->users_of[SDT_LISTENER_FTRACE],
		   probe->users_of[SDT_LISTENER_PERF]);
	return 0;
}

static const struct seq_operations probes_sops = {
	.start = probes_start,
	.next = probes_next,
	.stop = list_stop,
	.show = probes_show,
};
DEFINE_SEQ_ATTRIBUTE(probes);

static void *sites_at(loff_t *pos)
{
	unsigned int i;
	struct sdt_module_probes *mp = module_at(pos, &i, true);

	return mp ? &mp->sites[i] : NULL;
}

static void *sites_start(struct seq_file *m, loff_t *pos)
{
	mutex_lock(&sdt_mutex);
	return sites_at(pos);
}

static void *sites_next(struct seq_file *m, void *v, loff_t *pos)
{
	++*pos;
	return sites_at(pos);
}

static const char *site_kind(const struct sdt_site_rt *site)
{
	if (!(site->record->line & SDT_SITE_IS_ENABLED))
		return "fire";
	return site->record->line & SDT_SITE_IS_ANY ? "is-enabled-any" :
						      "is-enabled";
}

/* The pattern that matches the site */
static void show_site_names(struct seq_file *m, const struct sdt_site *site)
{
	show_names(m, site->probe);
	seq_putc(m, '@');
	seq_escape(m, site->file, " \t\n\\");
	seq_printf(m, ":%u", site->line);
}

static int sites_show(struct seq_file *m, void *v)
{
	const struct sdt_site_rt *site = v;
	const struct sdt_init_code *init = sdt_probe_rt(site->pub.probe)->mp->init;
	const struct sdt_init_site *init_site = sdt_init_site_at(init, site->pub.ip);
	char symbol[128];	/* a longer one is cut off */

	sdt_site_symbol(&site->pub, symbol, sizeof(symbol));
	show_site_names(m, &site->pub);
	seq_printf(m, " kind=%s enabled=%d symbol=%s", site_kind(site),
		   static_key_enabled(sdt_site_key(site->record)), symbol);
	if (init_site)
		seq_printf(m, " init=%u", init_site->offset);
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
 * counters
 */

static int show_hits(struct seq_file *m, const struct sdt_counters *counters,
		     const struct sdt_site_rt *site)
{
	unsigned long hits;

	if (!sdt_counters_get(counters, site, &hits))
		return 0;
	show_site_names(m, &site->pub);
	seq_printf(m, " hits=%lu\n", hits);
	return 0;
}

static int counters_show(struct seq_file *m, void *v)
{
	struct sdt_counters **counters = m->private;

	return show_hits(m, *counters, v);
}

static const struct seq_operations counters_sops = {
	.start = sites_start,
	.next = sites_next,
	.stop = list_stop,
	.show = counters_show,
};

static void replace(struct sdt_counters **counters, struct sdt_counters *new)
{
	mutex_lock(&sdt_mutex);
	swap(*counters, new);
	mutex_unlock(&sdt_mutex);
	sdt_counters_free(new);
}

/* An empty line stops counting, and so does a pattern that is not valid. */
static ssize_t counters_write(struct file *file, const char __user *buf,
			      size_t size, loff_t *pos)
{
	struct seq_file *m = file->private_data;
	struct sdt_counters *new = NULL;
	char *text, *pattern;

	if (size > PAGE_SIZE)
		return -E2BIG;
	text = memdup_user_nul(buf, size);
	if (IS_ERR(text))
		return PTR_ERR(text);
	pattern = strim(text);
	if (*pattern)
		new = sdt_counters_create(pattern);
	kfree(text);
	replace(m->private, IS_ERR(new) ? NULL : new);
	return IS_ERR(new) ? PTR_ERR(new) : size;
}

static int counters_open(struct inode *inode, struct file *file)
{
	if (!__seq_open_private(file, &counters_sops, sizeof(struct sdt_counters *)))
		return -ENOMEM;
	return 0;
}

static int counters_release(struct inode *inode, struct file *file)
{
	struct seq_file *m = file->private_data;

	replace(m->private, NULL);
	return seq_release_private(inode, file);
}

static const struct file_operations counters_fops = {
	.owner = THIS_MODULE,
	.open = counters_open,
	.read = seq_read,
	.write = counters_write,
	.llseek = seq_lseek,
	.release = counters_release,
};

/*
 * counted
 */

static int counted_show(struct seq_file *m, void *v)
{
	return show_hits(m, sdt_counted(), v);
}

static const struct seq_operations counted_sops = {
	.start = sites_start,
	.next = sites_next,
	.stop = list_stop,
	.show = counted_show,
};
DEFINE_SEQ_ATTRIBUTE(counted);

/* Creates the files in @parent. */
void sdt_debugfs_probes_init(struct dentry *parent)
{
	debugfs_create_file("probes", 0400, parent, NULL, &probes_fops);
	debugfs_create_file("sites", 0400, parent, NULL, &sites_fops);
	debugfs_create_file("counters", 0600, parent, NULL, &counters_fops);
	debugfs_create_file("counted", 0400, parent, NULL, &counted_fops);
}
