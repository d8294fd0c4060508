/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * interfaces.h - interfaces for people and other modules: what the rest of sdt.ko uses of
 * interfaces/
 *
 *	handlers.c		sdt_attach() and sdt_detach()
 *	translate.c		sdt_translate(), and the translators that modules register
 *	probe_notifiers.c	notify other modules of probes that come and go
 *	lookup.c		find probes and sites for other modules
 *	owner.c			references to the modules whose functions are called
 *	counters.c		count hits, also all the time: parameter "count"
 *	debugfs.c		/sys/kernel/debug/sdt
 *	debugfs_probes.c	 probes, sites and their hits in it
 *	debugfs_tables.c	 the modules' tables in it
 *
 *	debugfs.c -> debugfs_probes.c, debugfs_tables.c, handlers.c, translate.c
 *	debugfs_probes.c -> counters.c, lookup.c
 *	handlers.c, translate.c, probe_notifiers.c -> owner.c
 *
 * linux/sdt_handler.h declares what is exported to other modules.
 */
#ifndef _SDT_INTERFACES_H
#define _SDT_INTERFACES_H

#include "core/core.h"

struct file_operations;

/* handlers.c */
void sdt_handlers_join(struct sdt_module_probes *mp);
void sdt_handlers_drop(const struct module *owner);

/* counters.c */
void sdt_counters_join(struct sdt_module_probes *mp);
void sdt_counters_leave(const struct sdt_module_probes *mp);

/* translate.c */
void sdt_translators_join(struct sdt_module_probes *mp);
void sdt_translators_drop(const struct module *owner);

/* probe_notifiers.c */
void sdt_notify(struct sdt_module_probes *mp, enum sdt_news news);
void sdt_notifiers_drop(const struct module *owner);

/* debugfs.c */
void sdt_debugfs_init(const struct file_operations *publish);
void sdt_debugfs_exit(void);

/* debugfs_tables.c */
void sdt_tables_add(struct sdt_module_probes *mp);
void sdt_tables_remove(struct sdt_module_probes *mp);

#endif /* _SDT_INTERFACES_H */
