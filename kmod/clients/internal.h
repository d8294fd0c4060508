/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * internal.h - what the files of clients/ share with each other only
 */
#ifndef _SDT_CLIENTS_INTERNAL_H
#define _SDT_CLIENTS_INTERNAL_H

#include "clients/clients.h"

struct dentry;
struct seq_file;

/* owner.c */
struct sdt_owner {
	struct module *mod;
	bool has_reference;		/* to @mod */
};

void sdt_owner_hold(struct sdt_owner *owner, struct module *mod);
void sdt_owner_release(struct sdt_owner *owner);

/* notify.c */
bool sdt_is_notifying(void);

/* translate.c */
void sdt_translators_show(struct seq_file *m);

/* debugfs_tables.c */
void sdt_tables_init(struct dentry *parent);
void sdt_tables_exit(void);

#endif /* _SDT_CLIENTS_INTERNAL_H */
