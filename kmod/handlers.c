// SPDX-License-Identifier: GPL-2.0-only
/*
 * handlers.c - sdt_attach() and sdt_detach(), what handler modules call
 *
 * A handler is a pattern, a function and a cookie.  It stays in force for
 * modules that load later: modules.c has a new set join while the module is
 * MODULE_STATE_COMING, before its init code runs.
 *
 * sdt_mutex protects the list of handlers.  Nothing here may be called from a
 * handler.  A module that attached a handler uses these symbols and thereby
 * keeps sdt.ko loaded.
 */
#define pr_fmt(fmt) "sdt: " fmt

#include <linux/err.h>
#include <linux/export.h>
#include <linux/slab.h>

#include "internal.h"

struct sdt_handler {
	struct list_head list;
	struct sdt_pattern pattern;
	sdt_handler_fn fn;
	void *cookie;
};

static LIST_HEAD(handlers);

static void leave_set(struct sdt_handler *handler, struct sdt_set *set)
{
	unsigned int i;

	for (i = 0; i < set->nr_probes; i++)
		sdt_probe_remove_sink(&set->probes[i], handler);
}

static int join_set(struct sdt_handler *handler, struct sdt_set *set)
{
	unsigned int i;
	int err;

	for (i = 0; i < set->nr_probes; i++) {
		struct sdt_probe_rt *probe = &set->probes[i];

		if (!sdt_pattern_match(&handler->pattern, &probe->pub))
			continue;
		err = sdt_probe_add_sink(probe, handler->fn, handler->cookie,
					 handler);
		if (err) {
			leave_set(handler, set);
			return err;
		}
	}
	return 0;
}

/**
 * sdt_handlers_join - attach the handlers that are there to a new set
 * @set: the set
 *
 * Context: process, with sdt_mutex held.  Sleeps.
 */
void sdt_handlers_join(struct sdt_set *set)
{
	struct sdt_handler *handler;

	lockdep_assert_held(&sdt_mutex);
	list_for_each_entry(handler, &handlers, list)
		if (join_set(handler, set))
			pr_warn("%s: no memory to attach a handler to its probes\n",
				set->mod->name);
}

/**
 * sdt_attach - have a function called when certain probes fire
 * @pattern: "provider:module:function:name", where each field may hold '*'
 *	     and '?', and an empty field stands for anything.  Of fewer fields
 *	     the last is the name: "function:name", "name".
 * @fn: the function
 * @cookie: its second argument
 *
 * The pattern need not name a probe that is there now: it stays in force for
 * modules that load later, until sdt_detach().  @fn may be called before this
 * returns.
 *
 * Context: process, may sleep.  Not from a handler.
 * Return: the handler, or ERR_PTR(): -EINVAL for an empty pattern, one of more
 * than four fields or no @fn, -ENOMEM.
 */
struct sdt_handler *sdt_attach(const char *pattern, sdt_handler_fn fn,
			       void *cookie)
{
	struct sdt_handler *handler;
	struct sdt_set *set;
	int err;

	if (!fn)
		return ERR_PTR(-EINVAL);
	handler = kzalloc(sizeof(*handler), GFP_KERNEL);
	if (!handler)
		return ERR_PTR(-ENOMEM);
	handler->fn = fn;
	handler->cookie = cookie;
	err = sdt_pattern_parse(&handler->pattern, pattern);
	if (err)
		goto err_free;

	mutex_lock(&sdt_mutex);
	list_for_each_entry(set, &sdt_sets, list) {
		err = join_set(handler, set);
		if (err)
			goto err_leave;
	}
	list_add_tail(&handler->list, &handlers);
	mutex_unlock(&sdt_mutex);
	return handler;

err_leave:
	list_for_each_entry_continue_reverse(set, &sdt_sets, list)
		leave_set(handler, set);
	mutex_unlock(&sdt_mutex);
	synchronize_rcu();
	sdt_pattern_free(&handler->pattern);
err_free:
	kfree(handler);
	return ERR_PTR(err);
}
EXPORT_SYMBOL_GPL(sdt_attach);

/**
 * sdt_detach - have the function not called any more
 * @handler: what sdt_attach() returned; NULL and ERR_PTR() are ignored
 *
 * When this returns no CPU runs the handler's function and none will.
 *
 * Context: process, sleeps.  Not from a handler.
 */
void sdt_detach(struct sdt_handler *handler)
{
	struct sdt_set *set;

	if (IS_ERR_OR_NULL(handler))
		return;
	mutex_lock(&sdt_mutex);
	list_del(&handler->list);
	list_for_each_entry(set, &sdt_sets, list)
		leave_set(handler, set);
	mutex_unlock(&sdt_mutex);

	synchronize_rcu();
	sdt_pattern_free(&handler->pattern);
	kfree(handler);
}
EXPORT_SYMBOL_GPL(sdt_detach);
