/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * interfaces_internal.h - what the files of interfaces/ share with each other only
 */
#ifndef _SDT_INTERFACES_INTERNAL_H
#define _SDT_INTERFACES_INTERNAL_H

#include "interfaces/interfaces.h"

struct dentry;
struct sdt_counters;
struct seq_file;

/* handlers.c */
int sdt_handlers_show(struct seq_file *m, void *v);

/* counters.c */
struct sdt_counters *sdt_counters_create(const char *pattern);
void sdt_counters_free(struct sdt_counters *counters);
bool sdt_counters_get(const struct sdt_counters *counters,
		      const struct sdt_site_rt *site, unsigned long *hits);
const struct sdt_counters *sdt_counted(void);

/* owner.c */
extern struct task_struct *sdt_notifying;	/* calls notifiers, or NULL: probe_notifiers.c */

struct sdt_owner {
	struct module *mod;
	bool has_reference;		/* to @mod */
};

int sdt_owner_hold(struct sdt_owner *owner, struct module *mod);
void sdt_owner_release(struct sdt_owner *owner);

/* translate.c */
int sdt_translators_show(struct seq_file *m, void *v);

/* debugfs_probes.c */
void sdt_debugfs_probes_init(struct dentry *parent);

/* debugfs_tables.c */
void sdt_tables_init(struct dentry *parent);
void sdt_tables_exit(void);

#endif /* _SDT_INTERFACES_INTERNAL_H */
