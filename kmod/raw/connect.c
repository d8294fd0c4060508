// SPDX-License-Identifier: GPL-2.0-only
/*
 * connect.c - have programs see the hits of the probes
 *
 * A raw tracepoint is a handler of its probes while it has programs.  Programs hold references
 * to sdt_raw.ko, and none to the module with the probes.  That can be unloaded and loaded again:
 * the handler's pattern applies to it as before.
 *
 * sdt_raw_lock protects all raw tracepoints.  The kernel holds tracepoints_mutex when it
 * reports programs, and sdt.ko holds its sdt_modules_lock when it reports probes;
 * sdt_attach() and sdt_detach() take sdt.ko's sdt_mutex.
 */
#define pr_fmt(fmt) "sdt_raw: " fmt

#include <linux/err.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>

#include "raw/raw.h"

/* All raw tracepoints: main.h */
DEFINE_MUTEX(sdt_raw_lock);
static LIST_HEAD(with_program);

static int is_other(const struct sdt_probe *probe, void *raw)
{
	return !sdt_raw_is_of(raw, probe);
}

/*
 * The kernel does not enter a running program again, so the handler is reentrant.
 *
 * A pattern also matches other probes: without a function, one of that name whose author
 * named the function; and one whose event has the name that this probe has in DTrace.
 */
static int listen(struct sdt_raw *raw)
{
	char *pattern = kasprintf(GFP_KERNEL, "%s:%s:%s:%s", raw->probe[0], raw->probe[1],
				  raw->probe[2], raw->probe[3]);
	int err = -ENOMEM;

	lockdep_assert_held(&sdt_raw_lock);
	if (!pattern)
		return err;
	err = sdt_for_each_probe(pattern, is_other, raw);
	if (err >= 0) {
		raw->is_checked = err || (SDT_BPF_TRUSTS_NULL && raw->is_trusted);
		raw->handler = sdt_attach_flags(pattern, raw->is_checked ? sdt_raw_run_checked :
						sdt_raw_runner(raw), raw,
						SDT_HANDLER_REENTRANT);
		err = PTR_ERR_OR_ZERO(raw->handler);
	}
	if (err)
		raw->handler = NULL;
	kfree(pattern);
	return err;
}

static void ignore(struct sdt_raw *raw)
{
	sdt_detach(raw->handler);
	raw->handler = NULL;
}

/**
 * sdt_raw_connect - have a raw tracepoint's first program see the hits of its probes
 * @raw: the raw tracepoint
 *
 * Does nothing if the raw tracepoint is connected: where the first program could not be
 * attached because memory was short, some kernels do not call sdt_raw_disconnect() before they call
 * this again.  Until the next program has come and gone, sdt_raw.ko then cannot be unloaded.
 *
 * Context: Process context, called by the kernel with tracepoints_mutex held.  Sleeps.
 * Return: 0, -ENOENT if it has lost its name, or -ENOMEM.
 */
int sdt_raw_connect(struct sdt_raw *raw)
{
	int err = -ENOENT;

	mutex_lock(&sdt_raw_lock);
	if (!raw->has_lost_name)
		err = raw->handler ? 0 : listen(raw);
	if (!err && list_empty(&raw->with_program))
		list_add(&raw->with_program, &with_program);
	mutex_unlock(&sdt_raw_lock);
	return err;
}

/*
 * Keeps all further hits from the programs of a raw tracepoint that has lost its name, or whose
 * last program goes.  Sleeps, with sdt_raw_lock held.
 */
void sdt_raw_end(struct sdt_raw *raw)
{
	lockdep_assert_held(&sdt_raw_lock);
	list_del_init(&raw->with_program);
	ignore(raw);
}

/* Undoes sdt_raw_connect().  The kernel calls it with tracepoints_mutex held.  Sleeps. */
void sdt_raw_disconnect(struct sdt_raw *raw)
{
	mutex_lock(&sdt_raw_lock);
	sdt_raw_end(raw);
	mutex_unlock(&sdt_raw_lock);
}

/* Equal names, where '-' equals '_': names of events have '_' for it. */
static bool is_same_name(const char *a, const char *b)
{
	while (*a && (*a == *b || (*a == '-' && *b == '_') || (*a == '_' && *b == '-'))) {
		a++;
		b++;
	}
	return !*a && !*b;
}

/* Can the pattern of the handler match the probe?  When in doubt, yes. */
static bool may_match(const struct sdt_raw *raw, const struct sdt_probe *probe)
{
	return !strcmp(raw->probe[1], probe->module) &&
	       (is_same_name(raw->probe[3], probe->name) ||
		is_same_name(raw->probe[3], sdt_probe_event(probe)));
}

static void listen_again(struct sdt_raw *raw)
{
	ignore(raw);
	if (listen(raw))
		pr_warn("%s: no memory: its programs see no more hits\n", raw->name);
}

/*
 * Keeps hits of a new probe from programs that are for another one.  Handlers are attached to it
 * already, but its module's code has not run.  Sleeps, with sdt_raw_lock held.
 */
void sdt_raw_check(const struct sdt_probe *probe)
{
	struct sdt_raw *raw;

	lockdep_assert_held(&sdt_raw_lock);
	list_for_each_entry(raw, &with_program, with_program)
		if (!raw->is_checked && may_match(raw, probe) && !sdt_raw_is_of(raw, probe))
			listen_again(raw);
}

/*
 * The probe of a raw tracepoint has come with a trusted pointer.  Programs that are attached were
 * verified without it, but others can be attached beside them.  Likewise.
 */
void sdt_raw_trust(struct sdt_raw *raw)
{
	lockdep_assert_held(&sdt_raw_lock);
	raw->is_trusted = true;
	if (SDT_BPF_TRUSTS_NULL && !raw->is_checked && !list_empty(&raw->with_program))
		listen_again(raw);
}
