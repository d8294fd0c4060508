// SPDX-License-Identifier: GPL-2.0-only
/*
 * offer.c - have the tracing core publish events with a module that is being loaded
 *
 * The core's module notifier (priority 1) registers the trace events that mod->trace_events lists,
 * and sdt.ko's first notifier (priority 2) sets that list: an offer.  When the second one (priority
 * 0) runs, the core has them all, and the module has its own list again.
 *
 * What this assumes of the kernel:
 *
 *  - Nobody else reads the list, and it is not read again.
 *  - The core takes no event of a module whose taints say that it is proprietary or was forced.
 *  - The core forgets an event whose raw_init() fails, but may make files for it.  So events get
 *    their numbers before, and have no raw_init().
 *  - It sets the module of an event, then calls define_fields(), all with event_mutex held.
 *
 * The last one makes it possible to offer events of other modules, with one that has none:
 * sdt_carrier.ko.  define_fields() gives each of them to its own module, which the core removes it
 * with, so the carrier can go at once, and be loaded again for others.
 *
 * Process context, with sdt_modules_lock held, but for what the core calls.  A module cannot go while
 * its events are offered.
 */
#define pr_fmt(fmt) "sdt: " fmt

#include <linux/list.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "events/events_internal.h"

/* Of these, each kernel takes events. */
#define HARMLESS_TAINTS	(BIT(TAINT_OOT_MODULE) | BIT(TAINT_CRAP) | BIT(TAINT_UNSIGNED_MODULE))

struct sdt_offer {
	struct module *mod;
	struct trace_event_call **own;	/* the module's list, which follows in @calls */
	unsigned int nr_own;
	unsigned int nr;		/* of @calls, without these */
	struct trace_event_call *calls[];
};

static struct sdt_offer *carried;	/* by the carrier that is coming, or NULL */

/* Does the core take events of this module? */
static bool is_taken(const struct module *mod)
{
	return !(mod->taints & ~HARMLESS_TAINTS);
}

/* Makes an empty offer of up to @max events.  Returns NULL if out of memory. */
static struct sdt_offer *create(struct module *mod, unsigned int max)
{
	struct sdt_offer *offer;

	offer = kvmalloc(struct_size(offer, calls, max + mod->num_trace_events), GFP_KERNEL);
	if (!offer)
		return NULL;
	offer->mod = mod;
	offer->own = mod->trace_events;
	offer->nr_own = mod->num_trace_events;
	offer->nr = 0;
	return offer;
}

/*
 * Callback of the core: gives an event that a carrier brings to its module.  Afterwards, perf can have
 * a reference to the event's module.
 */
static int define(struct trace_event_call *call)
{
	struct sdt_event *event = container_of(call, struct sdt_event, call);

	if (event->is_offered)
		sdt_call_module(call) = event->group->probes[0]->mp->mod;
	return 0;
}

/* Adds an event that is not published.  Without a number, it stays out. */
static void add(struct sdt_offer *offer, struct sdt_event *event)
{
	static const struct trace_event_fields function = {
		.type = TRACE_FUNCTION_TYPE,
		{ .define_fields = define },
	};
	struct trace_event_fields *end = event->form->class.fields_array;

	if (!sdt_event_number(event))
		return;
	/* Only a carrier needs it.  The array of a TRACE_EVENT has no room for it. */
	while (!sdt_has_gate && !event->form->made && end->type && end->type != TRACE_FUNCTION_TYPE)
		end++;
	if (!sdt_has_gate && !event->form->made)
		memcpy(end, &function, sizeof(function));	/* its members are constant */
	event->is_offered = true;
	offer->calls[offer->nr++] = &event->call;
}

/* To be called before the core's notifier. */
static void make(struct sdt_offer *offer)
{
	memcpy(offer->calls + offer->nr, offer->own, offer->nr_own * sizeof(*offer->own));
	offer->mod->trace_events = offer->calls;
	offer->mod->num_trace_events = offer->nr + offer->nr_own;
}

/* To be called after the core's notifier, or instead of that if the module goes. */
static void end(struct sdt_offer *offer)
{
	offer->mod->trace_events = offer->own;
	offer->mod->num_trace_events = offer->nr_own;
	kvfree(offer);
}

/* Without the gate, sdt.ko must stay as long as a module has events.  Returns false if it goes. */
static bool pin(struct sdt_module_probes *mp)
{
	if (!sdt_has_gate && !mp->is_pinning)
		mp->is_pinning = try_module_get(THIS_MODULE);
	return sdt_has_gate || mp->is_pinning;
}

void sdt_events_unpin(struct sdt_module_probes *mp)
{
	if (mp->is_pinning)
		module_put(THIS_MODULE);
	mp->is_pinning = false;
}

/* Offers what is not published of the events of modules.  Returns NULL if that is nothing. */
static struct sdt_offer *offer_events(struct module *mod, struct list_head *batch)
{
	struct sdt_module_probes *mp;
	struct sdt_offer *offer;
	unsigned int i, max = 0;

	list_for_each_entry(mp, batch, batch)
		max += mp->nr_groups;
	offer = max ? create(mod, max) : NULL;
	if (!offer)
		return NULL;
	list_for_each_entry(mp, batch, batch)
		for (i = 0; i < mp->nr_groups; i++)
			if (mp->groups[i].event && !mp->groups[i].event->is_published)
				add(offer, mp->groups[i].event);
	make(offer);
	return offer;
}

/*
 * The core has the events that it was offered if it has given them a module; it may not have come so
 * far as to call define().  If the module is lost, these events are never used again.
 */
static void find_taken(struct sdt_module_probes *mp, bool is_lost)
{
	bool any = false;
	unsigned int i;

	for (i = 0; i < mp->nr_groups; i++) {
		struct sdt_event *event = mp->groups[i].event;

		if (!event || !event->is_offered)
			continue;
		if (sdt_call_module(&event->call)) {
			WRITE_ONCE(sdt_call_module(&event->call), mp->mod);
			sdt_event_has_come(event);
			any = true;
		}
		if (is_lost && event->is_published)
			sdt_event_abandon(event);	/* and perf does not get it */
		else
			WRITE_ONCE(event->is_offered, false);
	}
	if (any && list_empty(&mp->published))
		list_add_tail(&mp->published, &sdt_published);
	if (list_empty(&mp->published))
		sdt_events_unpin(mp);
}

/*
 * Ends the offer of a module's events, if there is one: the module has been taken up, or is lost.
 */
void sdt_offer_end(struct sdt_module_probes *mp, bool is_lost)
{
	if (!mp->offer)
		return;
	end(mp->offer);
	mp->offer = NULL;
	find_taken(mp, is_lost);
}

/**
 * sdt_events_offer - have the core publish the wanted events of a module with the module
 * @mp: the probes of a module that is coming
 *
 * sdt_events_publish() or sdt_events_abandon() must follow.
 *
 * Context: Process context, before the core's module notifier, with sdt_modules_lock held, not
 * sdt_mutex.  Sleeps.
 */
void sdt_events_offer(struct sdt_module_probes *mp)
{
	LIST_HEAD(batch);

	lockdep_assert_held(&sdt_modules_lock);
	if (!(sdt_publish_by & SDT_PUBLISH_BY_CORE) || !is_taken(mp->mod) ||
	    sdt_departed_has(mp->name) || !pin(mp))
		return;
	sdt_events_prepare(mp, NULL);
	list_add(&mp->batch, &batch);
	mp->offer = offer_events(mp->mod, &batch);
	if (!mp->offer)
		sdt_events_unpin(mp);
}

/**
 * sdt_events_abandon - end an offer to a module that cannot be loaded
 * @mp: its probes, which have never been in the registry
 *
 * Context: as for sdt_events_offer(); the module goes.
 * Return: true if the core has events of it, and will remove them with the module.
 */
bool sdt_events_abandon(struct sdt_module_probes *mp)
{
	bool has_events;

	lockdep_assert_held(&sdt_modules_lock);
	sdt_offer_end(mp, true);
	has_events = !list_empty(&mp->published);
	list_del_init(&mp->published);
	sdt_events_unpin(mp);
	return has_events;
}

/* Can a carrier bring events of the module, which must not go meanwhile? */
static bool hold(struct sdt_module_probes *mp)
{
	if (READ_ONCE(mp->mod->state) != MODULE_STATE_LIVE || !try_module_get(mp->mod))
		return false;
	if (pin(mp))
		return true;
	module_put(mp->mod);
	return false;
}

/**
 * sdt_carrier_comes - offer the core the events of other modules
 * @carrier: sdt_carrier.ko, which is coming
 *
 * sdt_carrier_has_come() must follow.
 *
 * Context: Process context, before the core's module notifier.  Sleeps.
 */
void sdt_carrier_comes(struct module *carrier)
{
	struct sdt_module_probes *mp;
	LIST_HEAD(batch);

	if (!is_taken(carrier)) {
		pr_warn("%s: loaded by force: the kernel takes no events from it\n", carrier->name);
		return;
	}
	if (sdt_has_gate)
		return;
	mutex_lock(&sdt_modules_lock);
	list_for_each_entry(mp, &sdt_modules, list) {
		if (!sdt_events_prepare(mp, NULL) || !hold(mp))
			continue;
		mp->is_carried = true;
		list_add_tail(&mp->batch, &batch);
	}
	carried = offer_events(carrier, &batch);
	mutex_unlock(&sdt_modules_lock);
}

/**
 * sdt_carrier_has_come - end the offer of sdt_carrier_comes()
 *
 * Context: Process context, after the core's module notifier, or if the carrier cannot be loaded.
 * Sleeps.
 */
void sdt_carrier_has_come(void)
{
	struct sdt_module_probes *mp;

	mutex_lock(&sdt_modules_lock);
	if (carried)
		end(carried);
	carried = NULL;
	list_for_each_entry(mp, &sdt_modules, list) {
		if (!mp->is_carried)
			continue;
		mp->is_carried = false;
		find_taken(mp, false);
		module_put(mp->mod);
	}
	mutex_unlock(&sdt_modules_lock);
}
