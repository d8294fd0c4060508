// SPDX-License-Identifier: GPL-2.0-only
/*
 * event.c - one event, with the callbacks of the tracing core
 *
 * The core calls event_reg() when ftrace (once per trace instance), perf or BPF
 * starts or stops using the event.  The event then starts or stops listening to each
 * of its probes.  Each user of an event has a reference to sdt.ko, so rmmod fails.
 *
 * perf's reference to an event is one to the instrumented module, which does not keep a
 * module whose init function fails.  The core removes the event then, and perf still has
 * it, and will call event_reg() when it closes it.  So such an event is kept until then, and
 * sdt.ko cannot be removed before.
 *
 * An event that outlives its module (departed.c) keeps its users, and gets new ones, which listen to
 * no probe until the module is loaded again.  Refusing them would not do: when event_reg() fails for
 * a trigger, the core leaves the event's file in soft mode, and later frees it without a call of
 * event_reg().
 *
 * The core holds event_mutex when it calls event_reg(), which takes sdt_mutex.
 */
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/trace_events.h>
#include <linux/tracepoint.h>
#include <linux/sdt_event_class.h>

#include "events/events_internal.h"
#include "events/record.h"
#include "events/stop.h"

/* A user of an event: a trace instance, or perf and BPF together. */
struct event_user {
	struct list_head list;
	struct sdt_listener listener;
	struct sdt_record_target target;	/* its file identifies the user */
	struct rcu_head rcu;
};

static LIST_HEAD(kept_events);	/* protected by sdt_mutex */

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

static int listen_to_probes(const struct sdt_group *group, struct event_user *user)
{
	const struct sdt_stop *stop = user->target.stop;
	unsigned int i;
	int err;

	user->target.is_until = stop && sdt_patterns_match(stop->until, group);
	for (i = 0; i < group->nr_probes; i++) {
		err = sdt_probe_add(group->probes[i], NULL, &user->listener);
		if (err < 0) {
			ignore_probes(group, i, user);
			return err;
		}
	}
	return 0;
}

/* The function that makes the records; "make bench" counts its instructions. */
static sdt_handler_fn choose_writer(const struct sdt_record_target *target)
{
	const struct sdt_writers *writers =
		target->file ? &sdt_ftrace_writers : &sdt_perf_writers;
	const struct sdt_fields *fields = target->fields;
	bool simple = !fields->translated && fields->has_ip;
	unsigned int nr_args = fields->nr_args;

	if (target->made)
		return writers->made;
	if (target->stop)
		return writers->recorder;
	if (fields->nr_fixed)
		return writers->fixed;
	if (fields->is_bounded)
		return writers->bounded;
	if (simple && !fields->nr_copies && nr_args < ARRAY_SIZE(writers->few))
		return writers->few[nr_args];
	if (simple && fields->nr_copies == 1 &&
	    nr_args < ARRAY_SIZE(writers->few_string) && writers->few_string[nr_args])
		return writers->few_string[nr_args];
	return fields->nr_copies ? writers->copies : writers->plain;
}

/* Makes a user of an event, in the instance of @file if that is not NULL.  NULL: no memory. */
static struct event_user *make_user(struct sdt_event *event, struct trace_event_file *file)
{
	struct event_user *user = kmalloc(sizeof(*user), GFP_KERNEL);
	struct sdt_stop *stop;

	if (!user)
		return NULL;
	mutex_lock(&sdt_mutex);
	stop = file ? sdt_stop_get(file->tr) : NULL;
	mutex_unlock(&sdt_mutex);
	user->target = (struct sdt_record_target){
		.fields = &event->form->fields,
		.made = event->form->made,
		.call = &event->call,
		.file = file,
		.stop = stop,
	};
	user->listener = (struct sdt_listener){
		.sink = { choose_writer(&user->target), &user->target },
		.kind = file ? SDT_LISTENER_FTRACE : SDT_LISTENER_PERF,
	};
	return user;
}

static int event_connect(struct sdt_event *event, struct trace_event_file *file)
{
	struct event_user *user;
	int err = 0;

	if (!try_module_get(THIS_MODULE))
		return -ENODEV;
	user = make_user(event, file);
	if (!user) {
		module_put(THIS_MODULE);
		return -ENOMEM;
	}
	event->was_recorded |= !!file;
	sdt_lock();
	if (!event->has_outlived)
		err = event->group ? listen_to_probes(event->group, user) : -ENODEV;
	if (!err)
		list_add(&user->list, &event->users);
	sdt_unlock();
	if (err) {
		/* Probes may have fired already, and perf frees its buffers at once. */
		synchronize_rcu();
		sdt_stop_put(user->target.stop);
		kfree(user);
		module_put(THIS_MODULE);
	}
	return err;
}

static void free_user(struct event_user *user)
{
	WRITE_ONCE(user->target.gone, true);
	list_del(&user->list);
	sdt_stop_put(user->target.stop);
	kfree_rcu(user, rcu);
	module_put(THIS_MODULE);
}

/* Ends what a user wants of an event. */
static void remove_user(struct sdt_event *event, struct event_user *user)
{
	lockdep_assert_held(&sdt_mutex);
	/* Nothing listens to probes of a module that has gone. */
	if (event->group)
		ignore_probes(event->group, event->group->nr_probes, user);
	free_user(user);
}

static int event_disconnect(struct sdt_event *event,
			    const struct trace_event_file *file)
{
	struct event_user *user, *next;

	sdt_lock();
	list_for_each_entry_safe(user, next, &event->users, list)
		if (user->target.file == file)
			remove_user(event, user);
	sdt_unlock();
	return 0;
}

/* Callback of the core; for ftrace, @data is the struct trace_event_file. */
static int event_reg(struct trace_event_call *call, enum trace_reg type,
		     void *data)
{
	struct sdt_event *event = call_event(call);

	switch (type) {
	case TRACE_REG_REGISTER:
		return event_connect(event, data);
	case TRACE_REG_UNREGISTER:
		return event_disconnect(event, data);
	case TRACE_REG_PERF_REGISTER:
		return event_connect(event, NULL);
	case TRACE_REG_PERF_UNREGISTER:
		return event_disconnect(event, NULL);
	default:
		return 0;
	}
}

static enum print_line_t event_print(struct trace_iterator *iter, int flags,
				     struct trace_event *trace_event)
{
	struct sdt_event *event =
		container_of(trace_event, struct sdt_event, call.event);
	enum print_line_t ret;
	size_t start;

	ret = trace_raw_output_prep(iter, trace_event);
	if (ret != TRACE_TYPE_HANDLED)
		return ret;
	start = iter->seq.seq.len;
	/* tp_printk prints a new record and does not set its size */
	sdt_record_print(event, iter->ent, iter->ent_size ?: UINT_MAX, &iter->seq);
	trace_seq_putc(&iter->seq, '\n');
	/* Leave room for the core's "[LINE TOO BIG]\n" instead of half a record. */
	if (trace_seq_has_overflowed(&iter->seq))
		iter->seq.seq.len = start;
	return trace_handle_return(&iter->seq);
}

/* The core fills in what is missing. */
static struct trace_event_functions event_funcs = {
	.trace = event_print,
};

/*
 * perf's reference to a module that is just coming would not keep it if it cannot be loaded.  Nor must
 * there be one to the carrier's.
 */
static int event_perm(struct trace_event_call *call, struct perf_event *perf)
{
	return READ_ONCE(call_event(call)->is_offered) ? -EAGAIN : 0;
}

/* The name of a group's event */
static const char *event_name_of(const struct sdt_group *group)
{
	const struct sdt_probe_rt *first = group->probes[0];

	return sdt_event_layout == SDT_LAYOUT_DTRACE ? first->dtrace_event : first->event;
}

/* Allocates the event of a group of probes.  Returns NULL if out of memory.  Sleeps. */
struct sdt_event *sdt_event_create(struct sdt_group *group)
{
	const struct sdt_names names = sdt_names_of(&group->probes[0]->pub);
	struct trace_event_class class = {
		.system = sdt_event_group(&names),
		.reg = event_reg,
	};
	struct sdt_event *event;

	event = kzalloc(sizeof(*event), GFP_KERNEL);
	if (!event)
		return NULL;
	event->name = kstrdup(event_name_of(group), GFP_KERNEL);
	/* In one piece, both would take twice the memory of kmalloc(). */
	event->tp = kzalloc(sizeof(*event->tp), GFP_KERNEL);
	if (!event->name || !event->tp)
		goto err;
	event->form = sdt_form_get(group, &class);
	if (!event->form)
		goto err;

	event->group = group;
	RCU_INIT_POINTER(event->mp, group->probes[0]->mp);
	INIT_LIST_HEAD(&event->users);
	event->tp->name = event->name;
	event->call.class = &event->form->class;
	event->call.perf_perm = event_perm;
	event->call.tp = event->tp;
	event->call.print_fmt = event->form->print_fmt;
	event->call.event.funcs = group->class ? &group->class->funcs : &event_funcs;
	/*
	 * An event probe (dynamic_events) keeps pointers to its event and to the event's fields.  It
	 * holds a reference to the event's module, but none to sdt.ko, which owns both.
	 */
	event->call.flags = TRACE_EVENT_FL_TRACEPOINT | SDT_NO_EVENT_PROBES;
	return event;

err:
	kfree(event->tp);
	kfree(event->name);
	kfree(event);
	return NULL;
}

/*
 * Gives an unpublished event its number, unless it has one.  Returns false if no number is left.
 *
 * The core would call raw_init() for that, for which trace_event_raw_init() is meant.  This would
 * also check the print_fmt, which for the kernel's own events is the code that prints, for pointers
 * that this code would follow.  The kernel does not run ours, and the check takes a '*' for no
 * argument.
 */
bool sdt_event_number(struct sdt_event *event)
{
	return event->call.event.type || register_trace_event(&event->call.event);
}

/* The core has the event. */
void sdt_event_has_come(struct sdt_event *event)
{
	sdt_form_listed(event->form);
	event->is_published = true;
}

/* Takes back the number of an event that the core does not have. */
void sdt_event_unnumber(struct sdt_event *event)
{
	if (event->call.event.type)
		unregister_trace_event(&event->call.event);
	event->call.event.type = 0;
}

/*
 * Frees an event that the tracing core does not have, or has removed at least an RCU grace
 * period ago, and for which sdt_event_keep() returned false.
 */
void sdt_event_free(struct sdt_event *event)
{
	sdt_form_put(event);
	if (event->lender)
		atomic_dec(&event->lender->nr_lent);
	kfree(event->tp);
	kfree(event->name);
	kfree(event);
}

/**
 * sdt_event_outlive - let an event outlive its module: departed.c has the rules
 * @event: a published event, whose module is being unloaded and has not been freed
 * @has_failed: its init function has failed
 *
 * The core does not remove an event that belongs to no module: this one, or one that could not
 * join its module.  Without kprobes, it could not be withdrawn later: publish.c.
 *
 * Context: Process context, before the core's module notifier, with sdt_modules_lock held.
 * Return: true if it does.
 */
bool sdt_event_outlive(struct sdt_event *event, bool has_failed)
{
	const struct event_user *user;
	bool is_recorded = false, others = false;

	mutex_lock(&sdt_mutex);
	list_for_each_entry(user, &event->users, list) {
		is_recorded |= !!user->target.file;
		others |= !user->target.file || !sdt_requests_enable_in(user->target.file->tr);
	}
	event->has_outlived = !sdt_call_module(&event->call) ||
			      (IS_ENABLED(CONFIG_KPROBE_EVENTS) && event->outlives &&
			       is_recorded && (has_failed || !others));
	if (event->has_outlived)
		WRITE_ONCE(sdt_call_module(&event->call), NULL);
	mutex_unlock(&sdt_mutex);
	return event->has_outlived;
}

/* Do both events have one name, and their records the same form and text?  Any context. */
bool sdt_event_is_like(const struct sdt_event *event, const struct sdt_event *other)
{
	return !strcmp(event->name, other->name) && sdt_forms_are_like(event->form, other->form);
}

/**
 * sdt_event_adopt - give an event that has outlived its module to the next load of the module
 * @event: the event
 * @group: the group with its probes, which has no event
 *
 * Its users get the hits of these probes.
 *
 * Context: Process context, sleeps.
 * Return: 0, or -ENOMEM, and then nothing has changed.
 */
int sdt_event_adopt(struct sdt_event *event, struct sdt_group *group)
{
	struct event_user *user;
	int err = 0;

	sdt_lock();
	list_for_each_entry(user, &event->users, list) {
		err = listen_to_probes(group, user);
		if (err)
			break;
	}
	if (err) {
		list_for_each_entry_continue_reverse(user, &event->users, list)
			ignore_probes(group, group->nr_probes, user);
	} else {
		event->group = group;
		event->has_outlived = false;
		rcu_assign_pointer(event->mp, group->probes[0]->mp);
	}
	sdt_unlock();
	return err;
}

/**
 * sdt_event_join - have the core remove an event with a module
 * @event: an event that was adopted
 * @mod: its module
 *
 * perf, and who has a trigger on an event, has a reference to its module, and gives that back.  So
 * the event belongs to no module as long as anyone could have one to none.
 *
 * Context: Process context, with event_mutex held.
 */
void sdt_event_join(struct sdt_event *event, struct module *mod)
{
	const struct event_user *user;
	bool is_held = false;

	mutex_lock(&sdt_mutex);
	list_for_each_entry(user, &event->users, list)
		is_held |= !user->target.file || atomic_read(&user->target.file->sm_ref);
	mutex_unlock(&sdt_mutex);
	if (!is_held)
		sdt_call_module(&event->call) = mod;
}

/*
 * Ends the use of an event that the core will remove with a module that cannot be loaded.  Takes
 * sdt_mutex; sleeps.
 */
void sdt_event_abandon(struct sdt_event *event)
{
	struct event_user *user, *next;

	sdt_lock();
	list_for_each_entry_safe(user, next, &event->users, list)
		remove_user(event, user);
	event->group = NULL;
	sdt_unlock();
}

/**
 * sdt_event_keep - keep an event that perf has open, though the core has removed it
 * @event: an event that the tracing core does not have, or has removed with its module
 *
 * Its other users end here: the core does not call event_reg() for an event that it
 * removes with its module while a trigger has it in soft mode.
 *
 * perf holds event_mutex from before it looks at the event until it has ended its use.
 * So call sdt_events_settle() after this, and before freeing the module or an event that
 * is not kept.
 *
 * Context: Process context, with sdt_mutex not held.  Sleeps.
 * Return: true if it is kept; sdt_events_settle() frees it when perf has closed it.
 */
bool sdt_event_keep(struct sdt_event *event)
{
	struct event_user *user, *next;
	bool keep;

	mutex_lock(&sdt_mutex);
	list_for_each_entry_safe(user, next, &event->users, list)
		if (user->target.file)
			free_user(user);
	keep = !list_empty(&event->users);
	if (keep) {
		event->group = NULL;
		/* perf gives back its references to a module that is freed */
		WRITE_ONCE(sdt_call_module(&event->call), NULL);
		list_add(&event->list, &kept_events);
	}
	mutex_unlock(&sdt_mutex);
	return keep;
}

/**
 * sdt_events_settle - wait until perf has closed what it is closing
 *
 * Frees the kept events that perf has closed by then.  Takes event_mutex, by looking for
 * an event that does not exist.
 *
 * Context: Process context, with neither event_mutex nor sdt_mutex held.  Sleeps.
 */
void sdt_events_settle(void)
{
	struct sdt_event *event, *next;
	LIST_HEAD(closed);

	mutex_lock(&sdt_mutex);
	list_for_each_entry_safe(event, next, &kept_events, list)
		if (list_empty(&event->users))
			list_move(&event->list, &closed);
	mutex_unlock(&sdt_mutex);
	trace_get_event_file(NULL, "sdt", "");
	list_for_each_entry_safe(event, next, &closed, list)
		sdt_event_free(event);
}
