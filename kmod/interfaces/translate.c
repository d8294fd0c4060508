// SPDX-License-Identifier: GPL-2.0-only
/*
 * translate.c - sdt_translate(), and the translators that modules register
 *
 * A translator is a function of a module that makes a translated argument, which the
 * author of a probe declared after a ':', from the native one.  It is found by the two
 * types; sdt.ko only compares their names.
 *
 * Each translated argument of each probe has a slot that points to its translator or is
 * NULL.  The slots are set when a translator or a module is added or removed, so a hit needs
 * no lookup.
 *
 * sdt_mutex protects the list of translators, and serializes writers of the slots.
 * sdt_translate() is called by handlers, and so reads a slot with preemption disabled.
 * This is the RCU read side that sdt_translator_unregister() waits for.  owner.c has the
 * rules for the modules that translators belong to.
 */
#define pr_fmt(fmt) "sdt: " fmt

#include <linux/err.h>
#include <linux/export.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "interfaces/interfaces_internal.h"

struct sdt_translator {
	struct list_head list;
	const char *native;
	const char *translated;
	sdt_translator_fn fn;
	void *cookie;
	struct sdt_owner owner;
};

static LIST_HEAD(translators);

/* Blanks matter only between two words: "struct icmp*" is "struct icmp *". */
static bool is_same_type(const char *a, const char *b)
{
	bool after_word = false;

	for (;;) {
		const char *s = a + strspn(a, " "), *t = b + strspn(b, " ");

		if (*s != *t || (after_word && sdt_is_word_char(*s) && (s > a) != (t > b)))
			return false;
		if (!*s)
			return true;
		after_word = sdt_is_word_char(*s);
		a = s + 1;
		b = t + 1;
	}
}

static struct sdt_translator *find(const char *native, const char *translated)
{
	struct sdt_translator *translator;

	lockdep_assert_held(&sdt_mutex);
	list_for_each_entry(translator, &translators, list)
		if (is_same_type(translator->native, native) &&
		    is_same_type(translator->translated, translated))
			return translator;
	return NULL;
}

/* Prefer the type that the author of the probe wrote to the compiler's. */
static struct sdt_translator *find_for(const struct sdt_probe *probe,
				       const struct sdt_xlated *xlated)
{
	const struct sdt_arg *arg = &probe->args[xlated->arg];

	return find(arg->declared, xlated->type) ?:
	       find(arg->type, xlated->type);
}

/**
 * sdt_translators_join - set the translators of a module's arguments
 * @mp: the module's probes
 *
 * Context: Process context, with sdt_mutex held.
 */
void sdt_translators_join(struct sdt_module_probes *mp)
{
	unsigned int i, n;

	lockdep_assert_held(&sdt_mutex);
	for (i = 0; i < mp->nr_probes; i++) {
		struct sdt_probe_rt *probe = &mp->probes[i];

		for (n = 0; n < probe->pub.nr_xlated; n++)
			rcu_assign_pointer(probe->translators[n],
					   find_for(&probe->pub,
						    &probe->pub.xlated[n]));
		cond_resched();
	}
}

static void settle_all(void)
{
	struct sdt_module_probes *mp;

	list_for_each_entry(mp, &sdt_modules, list)
		sdt_translators_join(mp);
}

/* It is no longer in the list or in a slot, but CPUs may still be running its function. */
static void translator_free(struct sdt_translator *translator)
{
	synchronize_rcu();
	sdt_owner_release(&translator->owner);
	kfree(translator->native);
	kfree(translator->translated);
	kfree(translator);
}

static struct sdt_translator *translator_create(const char *native,
						const char *translated,
						sdt_translator_fn fn,
						void *cookie)
{
	struct sdt_translator *translator;

	translator = kzalloc(sizeof(*translator), GFP_KERNEL);
	if (!translator)
		return NULL;
	translator->native = kstrdup(native, GFP_KERNEL);
	translator->translated = kstrdup(translated, GFP_KERNEL);
	translator->fn = fn;
	translator->cookie = cookie;
	if (translator->native && translator->translated)
		return translator;
	translator_free(translator);
	return NULL;
}

static bool is_type(const char *text)
{
	return text && text[strspn(text, " ")] && sdt_text_ok(text);
}

/**
 * __sdt_translator_register - register a translator; called by sdt_translator_register()
 * @native: type of a native argument
 * @translated: type of a translated argument
 * @fn: function that makes the translated argument from the native one
 * @cookie: last argument of @fn
 * @owner: the module that contains @fn; sdt_translator_register() passes THIS_MODULE
 *
 * sdt_translate() calls @fn for each translated argument of type @translated that is made
 * from a native one of type @native.  Types are compared by spelling, except for blanks:
 * "struct icmp *" equals "struct icmp*".  The type of a native argument is the one that
 * the author of the probe wrote or, if there is no translator for that, the one that the
 * compiler determined.
 *
 * The translator also applies to modules that are loaded later, until
 * sdt_translator_unregister().  @fn may be called before this returns.
 *
 * A module that registers after its init function has returned cannot be removed before
 * it has unregistered.  What a module registers in its init function or in a notifier it
 * must unregister in its exit function; otherwise sdt.ko unregisters it and logs a
 * warning.
 *
 * Context: Process context, may sleep.  Not from a handler.
 * Return: the translator, or an ERR_PTR(): -EINVAL if a type is empty or has control
 * characters, or @fn is NULL; -EEXIST if there is a translator for these types; -ENODEV if @owner
 * is being unloaded; -ENOMEM.
 */
struct sdt_translator *__sdt_translator_register(const char *native,
						 const char *translated,
						 sdt_translator_fn fn,
						 void *cookie,
						 struct module *owner)
{
	struct sdt_translator *translator;
	int err;

	if (!is_type(native) || !is_type(translated) || !fn)
		return ERR_PTR(-EINVAL);
	translator = translator_create(native, translated, fn, cookie);
	if (!translator)
		return ERR_PTR(-ENOMEM);

	mutex_lock(&sdt_mutex);
	err = find(native, translated) ? -EEXIST : sdt_owner_hold(&translator->owner, owner);
	if (!err) {
		list_add_tail(&translator->list, &translators);
		settle_all();
	}
	mutex_unlock(&sdt_mutex);
	if (!err)
		return translator;
	translator_free(translator);
	return ERR_PTR(err);
}
EXPORT_SYMBOL_GPL(__sdt_translator_register);

/**
 * sdt_translator_unregister - unregister a translator
 * @translator: what sdt_translator_register() returned; NULL and ERR_PTR() are ignored
 *
 * When this returns, no CPU runs the translator's function, and none will.
 *
 * Context: Process context, sleeps.  Not from a handler.
 */
void sdt_translator_unregister(struct sdt_translator *translator)
{
	if (IS_ERR_OR_NULL(translator))
		return;
	mutex_lock(&sdt_mutex);
	list_del(&translator->list);
	settle_all();
	mutex_unlock(&sdt_mutex);
	translator_free(translator);
}
EXPORT_SYMBOL_GPL(sdt_translator_unregister);

/**
 * sdt_translators_drop - unregister the translators that a module left registered
 * @owner: a module that is being unloaded; its exit function has run
 *
 * Context: Process context, with sdt_mutex not held.  Sleeps.
 */
void sdt_translators_drop(const struct module *owner)
{
	struct sdt_translator *translator, *next;
	LIST_HEAD(dropped);

	mutex_lock(&sdt_mutex);
	list_for_each_entry_safe(translator, next, &translators, list) {
		if (translator->owner.mod != owner)
			continue;
		pr_warn("%s: unloaded with a translator registered: unregistered it\n",
			owner->name);
		list_move_tail(&translator->list, &dropped);
	}
	if (!list_empty(&dropped))
		settle_all();
	mutex_unlock(&sdt_mutex);
	list_for_each_entry_safe(translator, next, &dropped, list)
		translator_free(translator);
}

/**
 * sdt_translate - make a translated argument
 * @hit: the hit, as passed to the handler
 * @n: number of a translated argument, from 0
 * @to: buffer to fill
 * @size: size of @to in bytes
 *
 * Without a translator, sdt_xlated_native() has the native value.
 *
 * Context: Any context, including NMI, in a handler, with preemption disabled.
 * Return: 0, -ERANGE if the probe has no such translated argument, -ENOENT if it has no
 * translator, or the error of the translator's function.
 */
notrace int sdt_translate(const struct sdt_hit *hit, unsigned int n, void *to,
			  size_t size)
{
	const struct sdt_probe_rt *probe = sdt_probe_rt(hit->site->probe);
	const struct sdt_translator *translator;

	if (n >= probe->pub.nr_xlated)
		return -ERANGE;
	translator = rcu_dereference_sched(probe->translators[n]);
	if (!translator)
		return -ENOENT;
	return translator->fn(hit->args[probe->pub.xlated[n].arg], to, size,
			      translator->cookie);
}
EXPORT_SYMBOL_GPL(sdt_translate);

/* Prints a line for each translator. */
int sdt_translators_show(struct seq_file *m, void *v)
{
	const struct sdt_translator *translator;

	mutex_lock(&sdt_mutex);
	list_for_each_entry(translator, &translators, list)
		seq_printf(m, "%s : %s [%s]\n", translator->native,
			   translator->translated, translator->owner.mod->name);
	mutex_unlock(&sdt_mutex);
	return 0;
}
