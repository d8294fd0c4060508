// SPDX-License-Identifier: GPL-2.0-only
/*
 * handlers.c - sdt_attach() and sdt_detach()
 *
 * A handler is a pattern, a function and a cookie.  It also applies to modules that are
 * loaded later: modules.c attaches the handlers to a module's probes while the module is
 * MODULE_STATE_COMING, before its init code runs.
 *
 * owner.c has the rules for the modules that handlers belong to.
 *
 * sdt_mutex protects the list of handlers.  Nothing here may be called from a
 * handler.
 */
#define pr_fmt(fmt) "sdt: " fmt

#include <linux/err.h>
#include <linux/export.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "interfaces/interfaces_internal.h"

struct sdt_handler {
	struct list_head list;
	struct sdt_pattern pattern;
	struct sdt_listener listener;
	struct sdt_owner owner;
};

static LIST_HEAD(handlers);

/**
 * sdt_handlers_join - attach all handlers to a new module
 * @mp: the module's probes
 *
 * Failures are logged.
 *
 * Context: Process context, with sdt_lock() held.  Sleeps.
 */
void sdt_handlers_join(struct sdt_module_probes *mp)
{
	struct sdt_handler *handler;
	int err;

	lockdep_assert_held(&sdt_mutex);
	list_for_each_entry(handler, &handlers, list) {
		err = sdt_module_probes_add(mp, &handler->pattern, &handler->listener);
		if (err < 0)
			pr_warn("%s: a handler cannot be attached to its probes (%d)\n",
				mp->mod->name, err);
	}
}

static struct sdt_handler *handler_create(const char *pattern,
					  sdt_handler_fn fn, void *cookie,
					  unsigned int flags)
{
	struct sdt_handler *handler;
	int err;

	handler = kzalloc(sizeof(*handler), GFP_KERNEL);
	if (!handler)
		return ERR_PTR(-ENOMEM);
	err = sdt_pattern_parse(&handler->pattern, pattern);
	if (err) {
		kfree(handler);
		return ERR_PTR(err);
	}
	handler->listener.sink = (struct sdt_sink){ fn, cookie };
	handler->listener.reentrant = flags & SDT_HANDLER_REENTRANT;
	handler->listener.direct = sdt_direct_get(&handler->listener);
	return handler;
}

/* The handler is no longer in the list, but CPUs may still be running its function. */
static void handler_free(struct sdt_handler *handler)
{
	sdt_direct_put(handler->listener.direct);
	synchronize_rcu();
	sdt_owner_release(&handler->owner);
	sdt_pattern_free(&handler->pattern);
	kfree(handler);
}

/* Returns 1 if the handler has a site, else 0; or an error, and then nothing has changed. */
static int attach(struct sdt_handler *handler)
{
	struct sdt_module_probes *mp;
	int ret, found = 0;

	lockdep_assert_held(&sdt_mutex);
	list_for_each_entry(mp, &sdt_modules, list) {
		ret = sdt_module_probes_add(mp, &handler->pattern, &handler->listener);
		if (ret < 0)
			goto err_leave;
		found |= ret;
	}
	list_add_tail(&handler->list, &handlers);
	return found;

err_leave:
	list_for_each_entry_continue_reverse(mp, &sdt_modules, list)
		sdt_module_probes_remove(mp, &handler->listener);
	return ret;
}

/**
 * __sdt_attach - attach a handler to probes; called by sdt_attach()
 * @pattern: "provider:module:function:name"
 * @fn: function to call when a matching probe fires
 * @cookie: second argument of @fn
 * @flags: SDT_HANDLER_* of sdt_attach_flags(), or 0
 * @owner: the module that contains @fn; sdt_attach() passes THIS_MODULE
 *
 * Each field of @pattern may contain '*' and '?'; an empty field matches anything.  With
 * fewer fields, the last one is the name: "function:name", "module:event", "name".  The
 * fields can be followed by "@file:line" or "@file", to attach only to sites there; the
 * file is given by the last components of its path.
 *
 * The pattern also applies to modules that are loaded later, until sdt_detach().  If it
 * matches no probe now, this is logged.  @fn may be called before this returns.
 *
 * A module that attaches after its init function has returned cannot be removed before
 * it has detached.  What a module attaches in its init function or in a notifier it must
 * detach in its exit function; otherwise sdt.ko detaches it and logs a warning.
 *
 * Context: Process context, may sleep.  Not from a handler, nor from a callback of CPU
 * hotplug or with cpus_read_lock() held.
 * Return: the handler, or an ERR_PTR(): -EINVAL if the pattern is empty, has more than
 * four fields or a line that is not a positive number, if @fn is NULL, or if a flag is
 * unknown; -ENODEV if @owner is being unloaded; -ENOMEM; or what the function of a
 * TRACE_EVENT_FN() has returned.
 */
struct sdt_handler *__sdt_attach(const char *pattern, sdt_handler_fn fn,
				 void *cookie, unsigned int flags,
				 struct module *owner)
{
	struct sdt_handler *handler;
	int ret;

	if (!fn || flags & ~SDT_HANDLER_REENTRANT)
		return ERR_PTR(-EINVAL);
	handler = handler_create(pattern, fn, cookie, flags);
	if (IS_ERR(handler))
		return handler;

	sdt_lock();
	ret = sdt_owner_hold(&handler->owner, owner) ?: attach(handler);
	sdt_unlock();
	if (ret < 0) {
		handler_free(handler);
		return ERR_PTR(ret);
	}
	if (!ret)
		sdt_report_no_match(pattern, owner->name);
	return handler;
}
EXPORT_SYMBOL_GPL(__sdt_attach);

static void detach(struct sdt_handler *handler)
{
	struct sdt_module_probes *mp;

	lockdep_assert_held(&sdt_mutex);
	list_del(&handler->list);
	list_for_each_entry(mp, &sdt_modules, list)
		sdt_module_probes_remove(mp, &handler->listener);
}

/**
 * sdt_detach - detach a handler
 * @handler: what sdt_attach() returned; NULL and ERR_PTR() are ignored
 *
 * When this returns, no CPU runs the handler's function, and none will.
 *
 * Context: as for sdt_attach(); sleeps.
 */
void sdt_detach(struct sdt_handler *handler)
{
	if (IS_ERR_OR_NULL(handler))
		return;
	sdt_lock();
	detach(handler);
	sdt_unlock();
	handler_free(handler);
}
EXPORT_SYMBOL_GPL(sdt_detach);

static bool has_handlers(const struct module *owner)
{
	struct sdt_handler *handler;
	bool found = false;

	mutex_lock(&sdt_mutex);
	list_for_each_entry(handler, &handlers, list)
		found |= handler->owner.mod == owner;
	mutex_unlock(&sdt_mutex);
	return found;
}

/**
 * sdt_handlers_drop - detach the handlers that a module left attached
 * @owner: a module that is being unloaded; its exit function has run
 *
 * This is called for every module, so it takes the CPU hotplug lock only if there is something to
 * detach.
 *
 * Context: Process context, with sdt_mutex not held.  Sleeps.
 */
void sdt_handlers_drop(const struct module *owner)
{
	struct sdt_handler *handler, *next;
	LIST_HEAD(dropped);

	if (!has_handlers(owner))
		return;
	sdt_lock();
	list_for_each_entry_safe(handler, next, &handlers, list) {
		if (handler->owner.mod != owner)
			continue;
		pr_warn("%s: unloaded with a handler attached: detached it\n",
			owner->name);
		detach(handler);
		list_add_tail(&handler->list, &dropped);
	}
	sdt_unlock();
	list_for_each_entry_safe(handler, next, &dropped, list)
		handler_free(handler);
}

/* Prints a line for each handler. */
int sdt_handlers_show(struct seq_file *m, void *v)
{
	const struct sdt_handler *handler;

	mutex_lock(&sdt_mutex);
	list_for_each_entry(handler, &handlers, list)
		seq_printf(m, "%*pE [%s]\n", (int)strlen(handler->pattern.text),
			   handler->pattern.text, handler->owner.mod->name);
	mutex_unlock(&sdt_mutex);
	return 0;
}
