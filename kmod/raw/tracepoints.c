// SPDX-License-Identifier: GPL-2.0-only
/*
 * tracepoints.c - the raw tracepoints, by name; load and unload sdt_raw.ko
 *
 * The raw tracepoint of the event MODULE:EVENT is named MODULE_EVENT, that of a TRACE_EVENT
 * like the event: the kernel has one space of names for all, and looks among its own first.
 *
 * The life of a raw tracepoint:
 * 1. When the first module with such a probe is loaded, it gets its name and a slot.
 * 2. While it has programs, it is a handler of the probes: connect.c.
 * 3. If the module comes back with another probe of the same name, or with another number of
 *    arguments, a new raw tracepoint takes the name.  Programs of the old one see no hits of the
 *    new one.  The kernel prefers a tracepoint of that name in a module that was loaded later.
 * 4. A program that follows a trusted pointer was verified for this load of the module.  When the
 *    module is removed, the program gets no more hits.
 * 5. It is freed when sdt_raw.ko is unloaded.
 */
#define pr_fmt(fmt) "sdt_raw: " fmt

#include <linux/err.h>
#include <linux/glob.h>
#include <linux/kobject.h>
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/sdt_version.h>
#include <linux/slab.h>

#include "raw/raw.h"

#define NAME_SIZE	128	/* of the kernel's copy of what a program asks for */

static char *names[16];
static unsigned int nr_names;

static unsigned int nr_raws;		/* in sdt_raws */

static bool is_wanted(const char *name)
{
	unsigned int i;

	for (i = 0; i < nr_names; i++)
		if (glob_match(names[i], name))
			return true;
	return !nr_names;
}

static struct sdt_raw *find(const char *name)
{
	unsigned int i;

	lockdep_assert_held(&sdt_raw_lock);
	for (i = 0; i < nr_raws; i++)
		if (!sdt_raws[i]->has_lost_name && !strcmp(sdt_raws[i]->name, name))
			return sdt_raws[i];
	return NULL;
}

static void raw_free(struct sdt_raw *raw)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(raw->probe); i++)
		kfree(raw->probe[i]);
	kfree(raw->no_name);
	kfree(raw);
}

static struct sdt_raw *raw_create(const struct sdt_probe *probe, const char *name)
{
	const size_t size = strlen(name) + 1;
	const char *field[4];
	struct sdt_raw *raw;
	unsigned int i;
	bool has_all;

	raw = kzalloc(struct_size(raw, name, size), GFP_KERNEL);
	if (!raw)
		return NULL;
	sdt_raw_fields(probe, probe->is_qualified, field);
	raw->no_name = kasprintf(GFP_KERNEL, "(%s)", name);
	has_all = raw->no_name;
	for (i = 0; i < ARRAY_SIZE(field); i++) {
		raw->probe[i] = kstrdup(field[i], GFP_KERNEL);
		has_all = has_all && raw->probe[i];
	}
	if (!has_all) {
		raw_free(raw);
		return NULL;
	}
	memcpy(raw->name, name, size);
	sdt_raw_tp(raw)->name = raw->name;
	sdt_raw_tp(raw)->static_call_key = &raw->only;
	INIT_LIST_HEAD(&raw->with_program);
	raw->is_qualified = probe->is_qualified;
	raw->nr_args = probe->nr_args;
	return raw;
}

/*
 * Programs that are attached stay attached, and bpftool shows the name in parentheses.  New ones
 * do not find it by the name.
 */
static void take_name(struct sdt_raw *raw)
{
	raw->has_lost_name = true;
	WRITE_ONCE(sdt_raw_tp(raw)->name, raw->no_name);
}

struct search {
	const char *name;
	bool found;
};

static void compare_name(struct tracepoint *tp, void *data)
{
	struct search *search = data;

	search->found |= !strcmp(tp->name, search->name);
}

static bool is_of_kernel(const char *name)
{
	struct search search = { .name = name };

	for_each_kernel_tracepoint(compare_name, &search);
	return search.found;
}

static bool has_raw_tracepoint(const struct module *mod, const char *name)
{
	unsigned int i;

	for (i = 0; i < mod->num_bpf_raw_events; i++)
		if (!strcmp(mod->bpf_raw_events[i].tp->name, name))
			return true;
	return false;
}

/*
 * The kernel looks into sdt_raw.ko before it looks into modules that were loaded earlier.  A
 * program that was verified for the arguments of theirs must not get those of a probe.
 */
static bool is_of_module(const char *name)
{
	struct kset *kset = THIS_MODULE->mkobj.kobj.kset;
	struct kobject *kobj;
	bool found = false;

	spin_lock(&kset->list_lock);
	list_for_each_entry(kobj, &kset->list, entry) {
		const struct module *mod =
			container_of(kobj, struct module_kobject, kobj)->mod;

		found |= mod && mod != THIS_MODULE && has_raw_tracepoint(mod, name);
	}
	spin_unlock(&kset->list_lock);
	return found;
}

/* @old has the name so far, or is NULL.  The new one, or NULL. */
static struct sdt_raw *add(const struct sdt_probe *probe, const char *name, struct sdt_raw *old)
{
	struct sdt_raw *raw;

	lockdep_assert_held(&sdt_raw_lock);
	if (nr_raws == SDT_RAW_SLOTS) {
		pr_notice_once("%s: no raw tracepoint: all %u are in use; limit them with names=, or reload sdt_raw.ko\n",
			       name, nr_raws);
		return NULL;
	}
	if (old) {
		if (!list_empty(&old->with_program))
			pr_notice("%s: the probe or its arguments have changed: programs attached before do not see its hits\n",
				  name);
		take_name(old);		/* also if there is no new one */
	}
	if (is_of_kernel(name) || is_of_module(name)) {
		pr_notice_ratelimited("%s: no raw tracepoint: the kernel or a module has a tracepoint with this name\n",
				      name);
		return NULL;
	}
	raw = raw_create(probe, name);
	if (!raw)
		pr_warn("%s: no memory for the raw tracepoint\n", name);
	else
		sdt_raw_slot_fill(nr_raws++, raw);
	return raw;
}

static bool has_trusted(const struct sdt_probe *probe)
{
	unsigned int i;

	for (i = 0; i < probe->nr_args; i++)
		if (probe->args[i].is_trusted)
			return true;
	return false;
}

static void probe_comes(const struct sdt_probe *probe)
{
	const char *event = sdt_probe_event(probe);
	char name[NAME_SIZE];
	struct sdt_raw *raw;

	mutex_lock(&sdt_raw_lock);
	sdt_raw_check(probe);
	/* A TRACE_EVENT is a tracepoint by itself. */
	if (snprintf(name, sizeof(name), "%s%s%s", probe->is_event ? "" : probe->module,
		     probe->is_event ? "" : "_", event) >= sizeof(name)) {
		pr_notice_ratelimited("%s:%s: no raw tracepoint: its name would be too long\n",
				      probe->module, event);
		goto out;
	}
	if (!is_wanted(name))
		goto out;
	raw = find(name);
	if (raw && strcmp(raw->probe[1], probe->module)) {
		pr_notice_ratelimited("%s:%s: no raw tracepoint: module %s has one named %s\n",
				      probe->module, event, raw->probe[1], name);
		goto out;
	}
	if (!raw || !sdt_raw_is_of(raw, probe))
		raw = add(probe, name, raw);
	if (raw && !raw->is_trusted && has_trusted(probe))
		sdt_raw_trust(raw);
out:
	mutex_unlock(&sdt_raw_lock);
}

/* Its module has run for the last time.  All raw tracepoints: some can have lost the name. */
static void probe_goes(const struct sdt_probe *probe)
{
	unsigned int i;

	mutex_lock(&sdt_raw_lock);
	for (i = 0; i < nr_raws; i++) {
		struct sdt_raw *raw = sdt_raws[i];

		if (!raw->is_trusted || list_empty(&raw->with_program) ||
		    !sdt_raw_is_of(raw, probe))
			continue;
		pr_notice("%s: its module was removed, and its types with it: attach programs again\n",
			  raw->name);
		take_name(raw);
		sdt_raw_end(raw);
	}
	mutex_unlock(&sdt_raw_lock);
}

static int notify(struct notifier_block *nb, unsigned long news, void *probe)
{
	if (news == SDT_PROBE_COMES)
		probe_comes(probe);
	else
		probe_goes(probe);
	return NOTIFY_OK;
}

static struct notifier_block notifier = {
	.notifier_call = notify,
};

static int __init sdt_raw_init(void)
{
	return sdt_register_notifier(&notifier);
}

/* Programs have references to this module. */
static void __exit sdt_raw_exit(void)
{
	sdt_unregister_notifier(&notifier);
	sdt_raw_slots_clear();
	while (nr_raws)
		raw_free(sdt_raws[--nr_raws]);
}

module_init(sdt_raw_init);
module_exit(sdt_raw_exit);

module_param_array(names, charp, &nr_names, 0444);
MODULE_PARM_DESC(names, "names of the raw tracepoints to create, with '*' and '?' (default: all)");
MODULE_DESCRIPTION("Statically defined tracing probes as raw tracepoints");
MODULE_VERSION(SDT_VERSION);
MODULE_LICENSE("GPL");
