// SPDX-License-Identifier: GPL-2.0-only
/*
 * events.c - publishes probes as trace events
 *
 * One event for the probes of a module that share provider and name.  Its
 * group is the module, its name the probe's with '-' turned into '_' and,
 * unless the provider is "sdt", the provider and '_' in front.  In DTrace's style
 * '-' stays, also behind the provider.
 *
 * The life of an event:
 * 1. sdt_events_publish(), when the module comes: allocated, checked for name
 *    clashes, and given to the tracing core through the gate.
 * 2. The core calls event_reg() when ftrace (once per trace instance), perf or
 *    BPF begins or ceases to use it: it listens to each of the event's probes
 *    or does not any more.  A user of an event is a user of sdt.ko: rmmod refuses.
 * 3. sdt_events_restyle(), when a parameter changes: one that is not in use is
 *    removed, and another of the same probes published.
 * 4. The module goes: the core's own module notifier, which runs before ours,
 *    removes the event, as it has call->module.  Or sdt.ko goes:
 *    sdt_events_withdraw() removes it.
 * 5. sdt_events_free().
 *
 * The core has event_mutex when it calls event_reg(), which takes sdt_mutex;
 * the gate takes event_mutex.  So nothing here uses the gate with sdt_mutex
 * held.
 */
#define pr_fmt(fmt) "sdt: " fmt

#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/trace_events.h>
#include <linux/tracepoint.h>

#include "compat.h"
#include "event_record.h"
#include "internal.h"

#define EVENT_NAME_LENGTH	200	/* it is a directory in tracefs */

struct sdt_event {
	struct trace_event_call call;
	struct trace_event_call records; /* the core's way to those of this form */
	struct trace_event_class class;
	struct tracepoint tp;		/* gives the name; perf and BPF read it */
	struct sdt_layout layout;
	struct sdt_group *group;
	struct sdt_event *next;		/* retired like this one */
	struct list_head users;		/* sdt_mutex; each has a reference to us */
	bool published;			/* sdt_modules_lock and event_mutex */
	bool clashes;			/* prepare_restyle(): its name is taken */
	char name[];
};

/* A trace instance, or perf and BPF. */
struct event_user {
	struct list_head list;
	struct sdt_listener listener;
	struct sdt_record_target target;	/* the file says who it is */
	struct rcu_head rcu;
};

static struct sdt_event *call_event(struct trace_event_call *call)
{
	return container_of(call, struct sdt_event, call);
}

static void ignore_probes(const struct sdt_group *group, unsigned int nr,
			  const struct event_user *user)
{
	while (nr--)
		sdt_probe_remove(group->probes[nr], &user->listener);
}

static int listen_to_probes(const struct sdt_group *group,
			    const struct event_user *user)
{
	unsigned int i;
	int err;

	for (i = 0; i < group->nr_probes; i++) {
		err = sdt_probe_add(group->probes[i], NULL, &user->listener);
		if (err) {
			ignore_probes(group, i, user);
			return err;
		}
	}
	return 0;
}

static int event_connect(struct sdt_event *event, struct trace_event_file *file)
{
	struct event_user *user;
	int err;

	if (!try_module_get(THIS_MODULE))
		return -ENODEV;
	user = kmalloc(sizeof(*user), GFP_KERNEL);
	if (!user) {
		module_put(THIS_MODULE);
		return -ENOMEM;
	}
	user->target = (struct sdt_record_target){
		.layout = &event->layout,
		.call = &event->call,
		.file = file,
	};
	user->listener.sink = sdt_record_sink(&user->target);

	sdt_lock();
	err = listen_to_probes(event->group, user);
	if (!err)
		list_add(&user->list, &event->users);
	sdt_unlock();
	if (err) {
		kfree_rcu(user, rcu);
		module_put(THIS_MODULE);
	}
	return err;
}

static void free_user(struct event_user *user)
{
	list_del(&user->list);
	kfree_rcu(user, rcu);
	module_put(THIS_MODULE);
}

static int event_disconnect(struct sdt_event *event,
			    const struct trace_event_file *file)
{
	struct event_user *user, *next;

	sdt_lock();
	list_for_each_entry_safe(user, next, &event->users, list) {
		if (user->target.file != file)
			continue;
		ignore_probes(event->group, event->group->nr_probes, user);
		free_user(user);
	}
	sdt_unlock();
	return 0;
}

/* The core's; @data is the struct trace_event_file for ftrace. */
static int event_reg(struct trace_event_call *call, enum trace_reg type,
		     void *data)
{
	struct sdt_event *event = call_event(call);

	switch (type) {
	case TRACE_REG_REGISTER:
		return event_connect(event, data);
	case TRACE_REG_UNREGISTER:
		return event_disconnect(event, data);
#ifdef CONFIG_PERF_EVENTS
	case TRACE_REG_PERF_REGISTER:
		return event_connect(event, NULL);
	case TRACE_REG_PERF_UNREGISTER:
		return event_disconnect(event, NULL);
#endif
	default:
		return 0;
	}
}

static enum print_line_t event_print(struct trace_iterator *iter, int flags,
				     struct trace_event *trace_event)
{
	struct sdt_event *event =
		container_of(trace_event, struct sdt_event, records.event);
	enum print_line_t ret;

	ret = trace_raw_output_prep(iter, trace_event);
	if (ret != TRACE_TYPE_HANDLED)
		return ret;
	sdt_layout_print(&event->layout, iter->ent, iter->ent_size, &iter->seq);
	trace_seq_putc(&iter->seq, '\n');
	return trace_handle_return(&iter->seq);
}

/* The core fills in what is missing. */
static struct trace_event_functions event_funcs = {
	.trace = event_print,
};

/*
 * The core's, as it takes @call up.  The number that the event's records have is
 * given back when it is freed, not when the core lets go of @call: the records of an
 * event that took another form since are printed as what they are.  With Linux 6.12
 * the next event would have their number.  The core prints them by what it finds
 * around a struct trace_event, which has to be all of an event.
 */
static int event_init(struct trace_event_call *call)
{
	struct sdt_event *event = call_event(call);

	if (!event->records.event.type &&
	    !register_trace_event(&event->records.event))
		return -ENODEV;
	call->event.type = event->records.event.type;
	return 0;
}

/*
 * The core does not call event_reg() for an event that goes with its module
 * while a trigger has it in soft mode.
 */
static void event_free(struct sdt_event *event)
{
	struct event_user *user, *next;

	if (event->records.event.type)
		unregister_trace_event(&event->records.event);
	list_for_each_entry_safe(user, next, &event->users, list)
		free_user(user);
	sdt_layout_free(&event->layout);
	kfree(event);
}

/*
 * An event probe (dynamic_events) keeps pointers to its event and to the event's
 * fields, and a reference to call->module, which is to keep both.  That does not
 * hold sdt.ko, nor the fields of an event that is removed to have another form, and
 * nobody is told.  So ours can have none, as those of kprobes: only the core's
 * search for an event to probe looks at this flag.
 */
#define NO_EVENT_PROBES	TRACE_EVENT_FL_EPROBE

/* DTrace's name, or what all readers of trace events can take. */
static void make_name(struct sdt_event *event, const struct sdt_probe *probe,
		      size_t size)
{
	bool dtrace = event->layout.form == SDT_FORM_DTRACE;

	if (!strcmp(probe->provider, SDT_DEFAULT_PROVIDER))
		strscpy(event->name, probe->name, size);
	else
		snprintf(event->name, size, "%s%c%s", probe->provider,
			 dtrace ? '-' : '_', probe->name);
	if (!dtrace)
		strreplace(event->name, '-', '_');
}

static struct sdt_event *event_create(struct sdt_group *group,
				      enum sdt_form form)
{
	const struct sdt_probe *probe = &group->probes[0]->pub;
	struct sdt_event *event;
	size_t size;

	size = strlen(probe->provider) + strlen("_") + strlen(probe->name) + 1;
	event = kzalloc(struct_size(event, name, size), GFP_KERNEL);
	if (!event)
		return NULL;
	if (sdt_layout_init(&event->layout, probe, form)) {
		kfree(event);
		return NULL;
	}
	make_name(event, probe, size);

	event->group = group;
	INIT_LIST_HEAD(&event->users);
	event->tp.name = event->name;
	event->class.system = probe->module;
	event->class.reg = event_reg;
	event->class.fields_array = event->layout.fields;
	INIT_LIST_HEAD(&event->class.fields);
	event->class.raw_init = event_init;
	event->call.class = &event->class;
	event->call.tp = &event->tp;
	event->call.print_fmt = event->layout.print_fmt;
	event->call.flags = TRACE_EVENT_FL_TRACEPOINT | NO_EVENT_PROBES;
	event->records = event->call;
	event->records.event.funcs = &event_funcs;
	return event;
}

/* Whether the tracing core has an event of that name already. */
static bool is_published(const struct sdt_event *event)
{
	struct trace_event_file *file;

	file = trace_get_event_file(NULL, event->class.system, event->name);
	if (!IS_ERR(file))
		trace_put_event_file(file);
	return !IS_ERR(file) || PTR_ERR(file) == -EBUSY;
}

static void give_up_event(struct sdt_group *group, const char *why)
{
	pr_warn("%s: event %s is not published: %s\n",
		group->event->class.system, group->event->name, why);
	event_free(group->event);
	group->event = NULL;
}

static enum sdt_form wanted_form(const struct sdt_group *group)
{
	return sdt_layout_form(&group->probes[0]->pub);
}

static void create_events(struct sdt_set *set)
{
	unsigned int i;

	for (i = 0; i < set->nr_groups; i++) {
		struct sdt_group *group = &set->groups[i];

		group->event = event_create(group, wanted_form(group));
		if (!group->event)
			pr_warn("%s: no memory for the event of probe %s\n",
				set->mod->name, group->probes[0]->pub.name);
		else if (strlen(group->event->name) > EVENT_NAME_LENGTH)
			give_up_event(group, "the name is too long");
		else if (is_published(group->event))
			give_up_event(group, "there is an event of that name");
	}
}

static bool publish_event(struct sdt_event *event, struct module *mod)
{
	if (trace_add_event_call(&event->call))
		return false;
	event->call.module = mod;
	event->published = true;
	return true;
}

/*
 * Runs with event_mutex held.  A module that is going may have passed the
 * core's notifier, which would then not remove what we add; the state of the
 * module is set before that notifier takes event_mutex.
 */
static void publish_work(void *data)
{
	struct sdt_set *set = data;
	unsigned int i, failed = 0;

	for (i = 0; i < set->nr_groups && module_is_live(set->mod); i++) {
		struct sdt_event *event = set->groups[i].event;

		if (event && !publish_event(event, set->mod))
			failed++;
	}
	if (failed)
		pr_warn("%s: the kernel refused %u of its events\n",
			set->mod->name, failed);
}

/**
 * sdt_events_publish - publish the probes of a set as trace events
 * @set: a set that is in the registry
 *
 * What cannot be published is told in the log; the probes work for handlers
 * all the same.
 *
 * Context: process, with sdt_modules_lock held, not sdt_mutex.  Sleeps.
 */
void sdt_events_publish(struct sdt_set *set)
{
	int err;

	create_events(set);
	err = sdt_gate_run(publish_work, set);
	if (err)
		pr_warn("%s: its events are not published: no way to the tracing core (%d)\n",
			set->mod->name, err);
}

/* Takes an event that was published in this form before out of the retired ones. */
static struct sdt_event *unretire(struct sdt_group *group, enum sdt_form form)
{
	struct sdt_event **p, *event;

	for (p = &group->retired; (event = *p); p = &event->next) {
		if (event->layout.form != form)
			continue;
		*p = event->next;
		return event;
	}
	return NULL;
}

static void retire(struct sdt_group *group, struct sdt_event *event)
{
	event->next = group->retired;
	group->retired = event;
}

static bool needs_restyle(const struct sdt_group *group)
{
	return group->event && group->event->published &&
	       group->event->layout.form != wanted_form(group);
}

/* Whether the name that @event is to have instead of the group's is another's. */
static bool clashes(const struct sdt_group *group, const struct sdt_event *event)
{
	return strcmp(group->event->name, event->name) && is_published(event);
}

/* Each in the form that is wanted: the head of the group's retired ones. */
static unsigned int prepare_restyle(struct sdt_set *set)
{
	unsigned int i, nr = 0;

	for (i = 0; i < set->nr_groups; i++) {
		struct sdt_group *group = &set->groups[i];
		struct sdt_event *event;

		if (!needs_restyle(group))
			continue;
		event = unretire(group, wanted_form(group)) ?:
			event_create(group, wanted_form(group));
		if (!event) {
			pr_warn("%s:%s stays as it is: no memory\n",
				set->mod->name, group->event->name);
			continue;
		}
		event->clashes = clashes(group, event);
		if (event->clashes)
			pr_warn("%s:%s stays as it is: there is an event %s\n",
				set->mod->name, group->event->name, event->name);
		retire(group, event);
		nr++;
	}
	return nr;
}

/* Whether prepare_restyle() found something for a group to be published as. */
static bool is_prepared(const struct sdt_group *group)
{
	const struct sdt_event *event = group->retired;

	return needs_restyle(group) && event && !event->clashes &&
	       event->layout.form == wanted_form(group);
}

/* As withdraw_work() and publish_work(). */
static void restyle_work(void *data)
{
	struct sdt_set *set = data;
	unsigned int i;

	if (!module_is_live(set->mod))
		return;
	synchronize_rcu();
	for (i = 0; i < set->nr_groups; i++) {
		struct sdt_group *group = &set->groups[i];
		struct sdt_event *event = group->event;

		if (!is_prepared(group))
			continue;
		if (trace_remove_event_call(&event->call)) {
			pr_warn("%s:%s is in use and stays as it is\n",
				set->mod->name, event->name);
			continue;
		}
		event->published = false;
		group->event = unretire(group, wanted_form(group));
		retire(group, event);
		if (!publish_event(group->event, set->mod))
			pr_warn("%s:%s: the kernel refused it\n",
				set->mod->name, group->event->name);
	}
}

/**
 * sdt_events_restyle - give the events of a set the form that is wanted now
 * @set: a set that is in the registry
 *
 * Those in use keep theirs, and the log says which.  What they were stays in
 * memory as long as the set: a file of tracefs that is open points to it.
 *
 * Context: process, with sdt_modules_lock held, not sdt_mutex.  Sleeps.
 */
void sdt_events_restyle(struct sdt_set *set)
{
	int err;

	if (!prepare_restyle(set))
		return;
	err = sdt_gate_run(restyle_work, set);
	if (err)
		pr_warn("%s: its events stay as they are: no way to the tracing core (%d)\n",
			set->mod->name, err);
}

struct withdrawal {
	struct sdt_set *set;
	bool done;
};

/*
 * Runs with event_mutex held, so that no event becomes used meanwhile; those
 * of the last moment may still be running.
 */
static void withdraw_work(void *data)
{
	struct withdrawal *w = data;
	unsigned int i;

	if (!module_is_live(w->set->mod))
		return;		/* the core removes them or has done so */
	synchronize_rcu();
	for (i = 0; i < w->set->nr_groups; i++) {
		struct sdt_event *event = w->set->groups[i].event;

		if (!event || !event->published)
			continue;
		if (WARN_ON_ONCE(trace_remove_event_call(&event->call)))
			w->set->groups[i].event = NULL;	/* leaked: it is in use */
		else
			event->published = false;
	}
	w->done = true;
}

/**
 * sdt_events_withdraw - take the events of a set back from the tracing core
 * @set: a set whose events are not in use and cannot become so
 *
 * Context: process, with sdt_modules_lock held, not sdt_mutex.  Sleeps.
 * Return: true, or false if the module is on its way out and thus the core
 * removes its events.
 */
bool sdt_events_withdraw(struct sdt_set *set)
{
	struct withdrawal w = { .set = set };
	unsigned int i;

	for (i = 0; i < set->nr_groups; i++)
		if (set->groups[i].event && set->groups[i].event->published)
			break;
	if (i == set->nr_groups)
		return module_is_live(set->mod);
	/* Somebody may be playing with the gate; giving up is no choice. */
	while (sdt_gate_run(withdraw_work, &w))
		cond_resched();
	return w.done;
}

/**
 * sdt_events_free - free the events of a set
 * @set: a set whose events the tracing core does not have, or has removed at
 *	 least an RCU grace period ago
 *
 * Context: process.
 */
void sdt_events_free(struct sdt_set *set)
{
	unsigned int i;

	for (i = 0; i < set->nr_groups; i++) {
		struct sdt_group *group = &set->groups[i];
		struct sdt_event *event;

		if (group->event)
			event_free(group->event);
		group->event = NULL;
		while ((event = group->retired)) {
			group->retired = event->next;
			event_free(event);
		}
	}
}
