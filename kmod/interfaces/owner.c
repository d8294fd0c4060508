// SPDX-License-Identifier: GPL-2.0-only
/*
 * owner.c - the modules whose functions sdt.ko calls
 *
 * A module must not be freed while sdt.ko can call a function in it, which it has
 * attached as a handler (handlers.c) or registered as a translator (translate.c) or notifier
 * (probe_notifiers.c).
 * 1. If the module is live, sdt.ko takes a reference for handlers and translators: the module
 *    can be removed only after it has detached or unregistered.
 * 2. If it attaches or registers in its init function or in a notifier, its exit function
 *    undoes that.  sdt.ko takes no reference, or the exit function would never run.
 * 3. Whatever is left when the module is unloaded is dropped after its exit function and
 *    before its memory is freed: the functions *_drop() of each list.
 * 4. While the module is being unloaded, it cannot attach or register any more.  Its code can
 *    still run then: in its exit function, or in a write to one of its files in sysfs.
 * The kernel sets MODULE_STATE_GOING before it runs the notifiers that drop the lists.  So an entry
 * that is added in another state, with the lock of the list held, will still be dropped.
 * The module uses symbols of sdt.ko, which keeps sdt.ko loaded.
 */
#include <linux/module.h>
#include <linux/sched.h>

#include "interfaces/interfaces_internal.h"

struct task_struct *sdt_notifying;

/*
 * Has a notifier called the caller?  sdt_notifying is the current task only if that has
 * set it.
 */
static bool is_notifying(void)
{
	return READ_ONCE(sdt_notifying) == current;
}

/*
 * Keeps a module while its function can be called.  The module attaches or registers, with the
 * lock held that protects the list of what is added.  Returns 0, or -ENODEV if it is being
 * unloaded.
 */
int sdt_owner_hold(struct sdt_owner *owner, struct module *mod)
{
	owner->mod = mod;
	owner->has_reference = false;
	switch (READ_ONCE(mod->state)) {
	case MODULE_STATE_LIVE:
		if (is_notifying())
			return 0;
		owner->has_reference = try_module_get(mod);
		return owner->has_reference ? 0 : -ENODEV;
	case MODULE_STATE_GOING:
		return -ENODEV;
	default:
		return 0;	/* its init function has not returned */
	}
}

/* Undoes sdt_owner_hold(), when no CPU runs a function of the owner or can call it. */
void sdt_owner_release(struct sdt_owner *owner)
{
	if (owner->has_reference)
		module_put(owner->mod);
}
