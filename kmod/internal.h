/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * internal.h - what the files of sdt.ko know of each other
 *
 * Who calls whom:
 *
 *	main.c -> event_gate.c, modules.c, debugfs.c	sdt.ko comes and goes
 *	modules.c -> set.c -> table.c, groups.c	a module's records become a set
 *	modules.c -> sites.c			its sites are armed and opened
 *	modules.c -> probes.c -> handlers.c	it joins the registry, handlers join it,
 *	probes.c -> translate.c			translators as well
 *	handlers.c, translate.c -> owner.c	whose functions are called
 *	modules.c -> debugfs_tables.c		its table can be read
 *	modules.c -> events.c -> event_gate.c	its events are published
 *	events.c -> event.c			each of them
 *	modules.c -> params.c			those that are wanted are enabled
 *	modules.c -> notify.c			notifiers are told of it
 *	event.c -> event_layout.c		what a record looks like:
 *	event_layout.c -> event_type.c, event_text.c	fields, and their text
 *	event.c, handlers.c -> probes.c		listeners come and go
 *	probes.c -> sites.c			sites are switched
 *	debugfs.c -> handlers.c			hits are counted
 *	debugfs.c -> translate.c		translators are listed
 *	handlers.c, lookup.c -> pattern.c	what a pattern matches
 *	a site -> its module's trampoline -> dispatch.c	a probe fires, and calls
 *	  a handler, or event_record.c -> event_copy.c	a user of its event
 *	a handler -> translate.c		it asks for a translated argument
 *
 * dispatch.c knows handlers and events as sinks only: a function and a cookie.
 *
 * Locks, outermost first; each may be taken with those above it held:
 *
 *	the kernel's module notifier chain (rwsem, read side)
 *	sdt_modules_lock (modules.c)	adding and removing whole sets, notifiers
 *	inode of sdt/tables (debugfs's)	making and removing files there
 *	count_lock	(debugfs.c)	what is counted
 *	gate_lock	(event_gate.c)	use of the gate event
 *	pmus_srcu	(the kernel's)	read side, while the gate is used
 *	event_mutex	(the kernel's)	held in all calls of class->reg()
 *	sdt_mutex	(probes.c)	lists of sets, handlers and translators, who
 *					listens, which translator is for what
 *	cpu_hotplug_lock, jump_label_mutex, static_call_mutex, text_mutex
 *			(the kernel's)
 *
 * The gate must thus never be used with sdt_mutex held.  The readers of sinks
 * and translators take no lock: they run with preemption off, and what they may see of
 * ours is freed after an RCU grace period.  What they see of the tracing core's:
 * sdt_core_enter() in compat.h.
 */
#ifndef _SDT_INTERNAL_H
#define _SDT_INTERNAL_H

#include <linux/list.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/percpu-defs.h>
#include <linux/rcupdate.h>
#include <linux/sdt_abi.h>
#include <linux/sdt_handler.h>

struct dentry;
struct seq_file;
struct sdt_event;
struct sdt_set;

/* What dispatch.c calls at a site. */
struct sdt_sink {
	sdt_handler_fn fn;
	void *cookie;
};

/*
 * Who wants to be called when sites fire: a handler, or a user of an event.  Its
 * sink stands at each site that has no other listener.  It must be there for an
 * RCU grace period after sdt_probe_remove().
 */
struct sdt_listener {
	struct sdt_sink sink;
};

/* The listeners of a site that has several.  The sink calls them all. */
struct sdt_listeners {
	struct sdt_sink sink;
	struct rcu_head rcu;
	unsigned int nr;
	const struct sdt_listener *listener[];
};

/*
 * A site record and what belongs to it.  The record's runtime field points to
 * @pub.  sdt_mutex protects @sink against other writers.
 */
struct sdt_site_rt {
	struct sdt_site pub;
	const struct sdt_sink __rcu *sink;	/* never NULL */
	atomic_long_t hits;			/* as far as they were counted */
	struct sdt_site_record *record;
};

/* A probe.  sdt_mutex protects everything that changes in it. */
struct sdt_probe_rt {
	struct sdt_probe pub;
	unsigned int users;		/* listeners at any of its sites */
	struct sdt_site_rt *sites;	/* pub.nr_sites, in the set's array */
	struct sdt_group *group;
	struct sdt_set *set;
	struct sdt_translator __rcu **translators; /* pub.nr_xlated, in the set's array */
};

/*
 * The probes of one module that share provider and name, and the function if that is
 * a part of the event's name (is_qualified).  They have the same types of arguments and
 * the same translated ones, and share one trace event and the is-enabled sites.  No two
 * groups of a module have the same name of an event.
 */
struct sdt_group {
	struct sdt_probe_rt **probes;	/* in the set's by_name array */
	unsigned int nr_probes;
	unsigned int nr_on;		/* sites that are on */
	unsigned int nr_enabled_sites;
	struct sdt_site_rt *enabled_sites; /* in the set's array */
	struct sdt_event *event;	/* NULL: not published */
};

/* All probes of one module. */
struct sdt_set {
	struct list_head list;
	struct list_head batch;		/* those taken up or given up together */
	struct module *mod;
	struct sdt_trampoline *trampoline;
	bool refused;			/* its table was: nothing below is set */
	unsigned long id;		/* no other set ever has the same */
	const struct sdt_table *table;	/* in the module */
	struct dentry *table_file;	/* or NULL; sdt_modules_lock protects it */
	unsigned int nr_probes;
	unsigned int nr_sites;
	unsigned int nr_groups;
	struct sdt_probe_rt *probes;	/* in the table's order */
	struct sdt_probe_rt **by_name;	/* the same by event, then so */
	struct sdt_site_rt *sites;
	struct sdt_group *groups;
	unsigned int nr_on;		/* sites that are on */
	unsigned int nr_any_sites;	/* is-enabled sites that ask for all probes */
	struct sdt_site_rt *any_sites;	/* in the array */
	struct sdt_arg *args;
	struct sdt_xlated *xlated;
	struct sdt_translator __rcu **translators; /* by probe; each has its own */
	struct sdt_enumerator *enumerators;
	struct sdt_stability *stability;	/* by provider */
};

/* A table that was checked completely: indexes and offsets can be used. */
struct sdt_table_view {
	const struct sdt_table *head;
	const struct sdt_table_provider *providers;
	const struct sdt_table_probe *probes;
	const struct sdt_table_arg *args;
	const struct sdt_table_xlated *xlated;
	const struct sdt_table_enumerator *enumerators;
	const char *strings;
	struct sdt_trampoline *trampoline;
};

#define SDT_WHY_SIZE	192

static inline struct sdt_probe_rt *sdt_probe_rt(const struct sdt_probe *probe)
{
	return container_of(probe, struct sdt_probe_rt, pub);
}

static inline struct sdt_site_rt *sdt_site_rt(const struct sdt_site *site)
{
	return container_of(site, struct sdt_site_rt, pub);
}

/* site_*.c */
bool sdt_is_nop(const void *code, size_t room);
bool sdt_is_trampoline(const void *code);

/* table.c */
bool sdt_module_holds(const struct module *mod, const void *addr, size_t size);
bool sdt_text_ok(const char *str);
const char *sdt_module_string(const struct module *mod, u64 addr);
const struct sdt_table *sdt_table_of(const struct module *mod, u64 probe,
				     char *why);
int sdt_table_check(const struct module *mod, const struct sdt_table *head,
		    struct sdt_table_view *view, char *why);

/* groups.c */
int sdt_groups_make(struct sdt_set *set, char *why);

/* set.c */
struct sdt_set *sdt_set_create(struct module *mod);
void sdt_set_free(struct sdt_set *set);
unsigned long sdt_set_nr_refused(void);

/* pattern.c */
struct sdt_pattern {
	char *text;		/* holds the fields */
	const char *provider;
	const char *module;
	const char *owner;	/* a function or a module */
	const char *function;
	const char *name;
	const char *file;	/* NULL: any */
	unsigned int line;	/* 0: any */
};

int sdt_pattern_parse(struct sdt_pattern *pattern, const char *text);
void sdt_pattern_free(struct sdt_pattern *pattern);
bool sdt_pattern_match_module(const struct sdt_pattern *pattern,
			      const char *module);
bool sdt_pattern_match(const struct sdt_pattern *pattern,
		       const struct sdt_probe *probe);
bool sdt_pattern_match_site(const struct sdt_pattern *pattern,
			    const struct sdt_site *site);

/* probes.c */
extern struct mutex sdt_mutex;
extern struct list_head sdt_sets;
extern const struct sdt_listener sdt_nobody;

void sdt_lock(void);
void sdt_unlock(void);
int sdt_probe_add(struct sdt_probe_rt *probe, const struct sdt_pattern *where,
		  const struct sdt_listener *listener);
void sdt_probe_remove(struct sdt_probe_rt *probe,
		      const struct sdt_listener *listener);
bool sdt_site_calls(const struct sdt_site_rt *site, sdt_handler_fn fn);
void sdt_registry_add(struct sdt_set *set);
void sdt_registry_remove(struct sdt_set *set);

/* owner.c */
struct sdt_owner {
	struct module *mod;
	bool has_reference;		/* to @mod */
};

void sdt_owner_hold(struct sdt_owner *owner, struct module *mod);
void sdt_owner_release(struct sdt_owner *owner);

/* translate.c */
void sdt_translators_join(struct sdt_set *set);
void sdt_translators_drop(const struct module *owner);
void sdt_translators_show(struct seq_file *m);

/* handlers.c */
void sdt_handlers_join(struct sdt_set *set);
void sdt_handlers_drop(const struct module *owner);

/* sites.c */
void sdt_sites_arm(struct sdt_set *set);
void sdt_sites_open(struct sdt_set *set);
void sdt_sites_close(struct sdt_set *set);
void sdt_sites_disarm(struct sdt_set *set);
void sdt_site_enable(struct sdt_site_rt *site);
void sdt_site_disable(struct sdt_site_rt *site);

/* dispatch.c */
struct sdt_drops {
	unsigned long recursion;	/* a handler ran into a probe */
	unsigned long rcu;		/* fired where RCU does not watch */
};

DECLARE_PER_CPU(unsigned int, sdt_context);	/* interrupt_context_level() of a sink */

void sdt_dispatch(const struct sdt_hit *hit);
void sdt_call_all(const struct sdt_hit *hit, void *cookie);
void sdt_drops_sum(struct sdt_drops *sum);

/* notify.c */
void sdt_notify(struct sdt_set *set, enum sdt_news news);
bool sdt_is_notifying(void);
void sdt_notifiers_drop(const struct module *owner);

/* events.c */
void sdt_events_publish(struct list_head *batch);
void sdt_events_withdraw(struct list_head *batch);
void sdt_events_free(struct sdt_set *set);

/* event_gate.c */
int sdt_gate_init(void);
void sdt_gate_exit(void);
int sdt_gate_run(void (*work)(void *data), void *data);
void sdt_gate_force(void (*work)(void *data), void *data);

/* params.c */
enum sdt_style {
	SDT_STYLE_LINUX,
	SDT_STYLE_DTRACE,
};

#define SDT_STRING_SIZE_MIN	8
#define SDT_STRING_SIZE_MAX	1024

extern enum sdt_style sdt_style;
extern unsigned int sdt_string_size;

void sdt_params_settle(void);
void sdt_enable_wanted(const struct sdt_set *set);

/* modules.c */
extern struct mutex sdt_modules_lock;

int sdt_modules_init(void);
void sdt_modules_exit(void);

/* debugfs.c */
void sdt_debugfs_init(void);
void sdt_debugfs_exit(void);

/* debugfs_tables.c */
void sdt_tables_init(struct dentry *parent);
void sdt_tables_exit(void);
void sdt_tables_add(struct sdt_set *set);
void sdt_tables_remove(struct sdt_set *set);

#endif /* _SDT_INTERNAL_H */
