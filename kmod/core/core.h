/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * core.h - modules' probes: what the rest of sdt.ko uses of core/
 *
 *	module_probes.c	make a module's probes of its sites and its table
 *	check_sites.c	 find the sites, check that they lie in the module's text
 *	find_table.c	 find trampoline, table and events, check that they are the module's
 *	groups.c	 group the probes that share an event
 *	init_code.c	 the names of sites in init code, which the kernel frees
 *	registry.c	the modules with probes, and the locks
 *	listeners.c	add and remove the listeners of probes at their sites
 *	sites.c		enable and disable sites, connect them to dispatch.c
 *	dispatch.c	call a site's listeners when a probe fires
 *	direct.c	which listeners are called directly
 *	parse_pattern.c	patterns of handlers, counters, lookups and events
 *	pattern_list.c	lists of them
 *
 *	module_probes.c -> check_sites.c, find_table.c, groups.c, init_code.c
 *	check_sites.c -> listeners.c, registry.c
 *	listeners.c -> sites.c, parse_pattern.c
 *	pattern_list.c -> parse_pattern.c, registry.c
 *	listeners.c, sites.c, direct.c -> registry.c, dispatch.c
 *
 * Nothing in core/ calls events/ or interfaces/.  dispatch.c knows handlers and events as
 * sinks only: a function and a cookie.
 *
 * main.h has the order of locks.
 */
#ifndef _SDT_CORE_H
#define _SDT_CORE_H

#include <linux/atomic.h>
#include <linux/jump_label.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/percpu-defs.h>
#include <linux/rcupdate.h>
#include <linux/sdt_abi.h>
#include <linux/sdt_handler.h>

#include "rules/rules.h"

struct dentry;
struct sdt_event;
struct sdt_event_class;
struct sdt_module_probes;
struct sdt_offer;

/* The function that dispatch.c calls at a site, and its argument */
struct sdt_sink {
	sdt_handler_fn fn;
	void *cookie;
};

/* The kinds of listeners, as sdt/probes counts them */
enum sdt_listener_kind {
	SDT_LISTENER_HANDLER,
	SDT_LISTENER_COUNTERS,
	SDT_LISTENER_FTRACE,		/* a trace instance */
	SDT_LISTENER_PERF,		/* perf and BPF */
	SDT_NR_LISTENER_KINDS
};

/*
 * A handler or a user of an event, to be called when sites fire.  The listener must stay
 * valid for an RCU grace period after sdt_probe_remove().
 *
 * A site with several listeners has an array of copies.
 */
struct sdt_listener {
	struct sdt_sink sink;
	bool reentrant;		/* may be entered again in the same context: no guard */
	bool more;			/* in an array: another one follows */
	u8 kind;			/* enum sdt_listener_kind */
	union {
		struct sdt_direct *direct;	/* or NULL: sdt_direct_get() */
		const struct sdt_listener *original; /* in an array */
	};
};

/*
 * A site at run time.  The runtime field of its record points to @pub once it has been
 * enabled: see sites.c.  sdt_mutex serializes writers of @listener.
 */
struct sdt_site_rt {
	struct sdt_site pub;
	const struct sdt_listener __rcu *listener; /* the only one, or an array; never NULL */
	struct sdt_site_record *record;
};

/* One of the functions of dispatch.c that sites call */
typedef void (*sdt_route_fn)(const struct sdt_hit *hit);

/* A probe.  sdt_mutex protects the fields that change. */
struct sdt_probe_rt {
	struct sdt_probe pub;
	const char *event;		/* the event's name, "io_start", made by groups.c */
	const char *dtrace_event;	/* with layout=dtrace, "io-start" */
	unsigned int users;		/* listeners, each at one or more sites */
	unsigned int users_of[SDT_NR_LISTENER_KINDS]; /* of each kind */
	struct sdt_site_rt *sites;	/* pub.nr_sites, in the module's array */
	struct sdt_group *group;
	struct sdt_module_probes *mp;
	struct sdt_translator __rcu **translators; /* pub.nr_xlated, in the module's array */
};

/*
 * The probes of one module with the same provider and name, and the same function if it
 * is part of the event's name (is_qualified).  They have the same argument types and
 * translated arguments, and share one trace event and the is-enabled sites.  Each group
 * of a module has a different event name.
 */
struct sdt_group {
	struct sdt_probe_rt **probes;	/* in the module's by_name array */
	unsigned int nr_probes;
	unsigned int nr_on;		/* enabled sites */
	unsigned int nr_enabled_sites;	/* is-enabled sites */
	struct sdt_site_rt *enabled_sites; /* in the module's array */
	struct sdt_event *event;	/* NULL: not published */
	struct sdt_event_class *class;	/* of a TRACE_EVENT, in the module; or NULL */
	bool has_failed;		/* its event was not published, which was logged */
};

/* A site in code that the kernel frees: init code, or all code of a module that has gone */
struct sdt_init_site {
	unsigned long ip;
	unsigned int offset;		/* in the module's init text, if it is there */
	char *name;			/* "revdev_init+0x12" */
};

struct sdt_init_code {
	unsigned int nr;
	struct sdt_init_site sites[];
};

/* The probes of one module; @mp wherever it is used. */
struct sdt_module_probes {
	struct list_head list;
	struct list_head batch;		/* modules that are taken up together */
	struct list_head published;	/* modules with events that the core has: publish.c */
	struct module *mod;		/* has gone if only events are left: departed.c */
	struct sdt_trampoline *trampoline;
	bool refused;			/* and nothing below but @why is set */
	char *why;			/* the reason; NULL: out of memory */
	unsigned long id;		/* unique, never reused; they grow along sdt_modules */
	const struct sdt_table *table;	/* in the module */
	struct dentry *table_file;	/* or NULL; sdt_modules_lock protects it */
	unsigned int nr_probes;
	unsigned int nr_sites;
	unsigned int nr_groups;
	struct sdt_probe_rt *probes;	/* in the table's order */
	struct sdt_probe_rt **by_name;	/* by provider and name, then in the table's order */
	struct sdt_site_rt *sites;
	struct sdt_group *groups;	/* by the event's name */
	char *event_names;
	unsigned int nr_on;		/* enabled sites */
	unsigned int nr_used;		/* sites that have been enabled: sites.c */
	unsigned int nr_several;	/* sites with several listeners */
	const struct sdt_listener *main; /* has a direct call, or NULL: listeners.c */
	unsigned int nr_main;		/* used sites that have only this listener */
	sdt_route_fn route;		/* what the sites call; NULL: nothing */
	bool is_old;			/* an earlier sdt.ko has enabled sites */
	bool is_closed;			/* for good */
	bool is_live;			/* sdt_modules_lock: the init function has succeeded */
	bool is_leaving;		/* likewise: its events are left to the core */
	struct sdt_offer *offer;	/* of events, while the module is coming: events/offer.c */
	bool is_carried;		/* sdt_modules_lock: a carrier brings its events */
	bool is_pinning;		/* likewise: has a reference to sdt.ko, for its events */
	unsigned int nr_any_sites;	/* is-enabled sites that ask for all probes */
	struct sdt_site_rt *any_sites;	/* in the array */
	struct sdt_init_code *init;	/* sites in init code; NULL: none */
	struct sdt_init_code *all;	/* all sites, if events outlive the module, or NULL */
	struct sdt_init_code *before;	/* those of its loads before, whose events it has */
	atomic_t nr_lent;		/* its events that later loads of the module have */
	char *strings;			/* those of the table: probes can outlive the module */
	char name[MODULE_NAME_LEN];	/* the module's, likewise */
	struct sdt_arg *args;
	struct sdt_xlated *xlated;
	struct sdt_translator __rcu **translators; /* by probe, for each translated arg */
	struct sdt_enumerator *enumerators;
	const struct sdt_enumerator *event_enums;	/* of them, those in texts of TRACE_EVENTs */
	unsigned int nr_event_enums;
	struct hlist_head *forms;	/* of its events: events/form.c */
	struct sdt_stability *stability;	/* by provider */
};

static inline struct sdt_probe_rt *sdt_probe_rt(const struct sdt_probe *probe)
{
	return container_of(probe, struct sdt_probe_rt, pub);
}

static inline struct sdt_site_rt *sdt_site_rt(const struct sdt_site *site)
{
	return container_of(site, struct sdt_site_rt, pub);
}

/* The static key that a record begins with; the magic is where that has padding. */
static inline struct static_key *sdt_site_key(struct sdt_site_record *record)
{
	static_assert(sizeof(struct static_key) == offsetof(struct sdt_site_record, place));
	static_assert(offsetofend(struct static_key, enabled) <=
		      offsetof(struct sdt_site_record, magic));
	static_assert(offsetof(struct static_key, entries) ==
		      offsetof(struct sdt_site_record, entries));

	return (struct static_key *)record;
}

/* check_sites.c */
void sdt_init_code_patch(struct module *mod, bool yes);

/* registry.c */
extern struct mutex sdt_modules_lock;
extern struct mutex sdt_mutex;
extern struct list_head sdt_modules;
extern struct list_head sdt_refused;
extern unsigned long sdt_nr_refused;

void sdt_lock(void);
void sdt_unlock(void);

/* A list of patterns, as in the parameters of sdt.ko */
struct sdt_patterns {
	char *text;
	unsigned int nr;
	struct sdt_pattern list[];
};

/* parse_pattern.c */
int sdt_pattern_parse(struct sdt_pattern *pattern, const char *text);
void sdt_pattern_free(struct sdt_pattern *pattern);
bool sdt_probe_matches(const struct sdt_probe_rt *probe,
		       const struct sdt_pattern *pattern);
void sdt_report_no_match(const char *pattern, const char *who);

/* pattern_list.c */
struct kernel_param;
struct sdt_patterns *sdt_patterns_parse(const char *text);
size_t sdt_patterns_ended(const char *text);
void sdt_patterns_free(struct sdt_patterns *patterns);
bool sdt_patterns_match(const struct sdt_patterns *patterns, const struct sdt_group *group);
bool sdt_patterns_match_probe(const struct sdt_patterns *patterns,
			      const struct sdt_probe_rt *probe);
struct sdt_patterns *sdt_patterns_parse_param(const char *text, const struct kernel_param *param);
void sdt_patterns_report(const struct sdt_patterns *patterns, const char *name);
void sdt_patterns_check(const struct sdt_patterns *patterns,
			const struct sdt_module_probes *mp, const char *name);

/* listeners.c */
int sdt_probe_add(struct sdt_probe_rt *probe, const struct sdt_pattern *where,
		  const struct sdt_listener *listener);
void sdt_probe_remove(struct sdt_probe_rt *probe,
		      const struct sdt_listener *listener);
int sdt_module_probes_add(struct sdt_module_probes *mp,
			  const struct sdt_pattern *pattern,
			  const struct sdt_listener *listener);
void sdt_module_probes_remove(struct sdt_module_probes *mp,
			      const struct sdt_listener *listener);
void sdt_module_probes_clear(struct sdt_module_probes *mp);
bool sdt_site_has(const struct sdt_site_rt *site,
		  const struct sdt_listener *listener);

/* module_probes.c */
struct sdt_module_probes *sdt_module_probes_create(struct module *mod, bool prepared);
void sdt_module_probes_free(struct sdt_module_probes *mp);

/* groups.c */
struct sdt_names sdt_names_of(const struct sdt_probe *probe);
struct sdt_group *sdt_group_find(const struct sdt_module_probes *mp, const struct sdt_group *like);

/* init_code.c */
void sdt_all_code_find(struct sdt_module_probes *mp);
const struct sdt_init_site *sdt_init_site_at(const struct sdt_init_code *init, unsigned long ip);

/* sites.c */
void sdt_sites_arm(struct sdt_module_probes *mp);
void sdt_sites_disarm(struct sdt_module_probes *mp);

/* direct.c */
struct sdt_direct *sdt_direct_get(const struct sdt_listener *listener);
void sdt_direct_put(struct sdt_direct *direct);

/* dispatch.c */
struct sdt_drops {
	unsigned long recursion;	/* a sink reached a probe */
	unsigned long rcu;		/* fired while RCU was not watching */
};

/* SDT_CONTEXT(sdt_context_level()) of the innermost sink; while none runs, another value */
DECLARE_PER_CPU(unsigned int, sdt_context);

#define SDT_CONTEXT(level)	(0xf0 + (level))

void sdt_drops_sum(struct sdt_drops *sum);

#endif /* _SDT_CORE_H */
