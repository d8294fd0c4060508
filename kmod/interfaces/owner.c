// SPDX-License-Identifier: GPL-2.0-only
/*
 * owner.c - the modules whose functions sdt.ko calls
 *
 * A module must not be freed while sdt.ko can call a function in it, which it has
 * attached as a handler (handlers.c) or registered as a translator (translate.c).
 * 1. If the module is live, sdt.ko takes a reference: the module can be removed only
 *    after it has detached or unregistered.
 * 2. If it attaches or registers in its init function or in a notifier, its exit function
 *    undoes that.  sdt.ko takes no reference, or the exit function would never run.
 * 3. Whatever is left when the module is unloaded is dropped after its exit function and
 *    before its memory is freed.
 * The module uses symbols of sdt.ko, which keeps sdt.ko loaded.
 */
#include "interfaces/internal.h"

/**
 * sdt_owner_hold - keep a module while its function can be called
 * @owner: filled
 * @mod: the module, or NULL for a function of sdt.ko
 *
 * Context: Process context, called by the module that attaches or registers.
 */
void sdt_owner_hold(struct sdt_owner *owner, struct module *mod)
{
	owner->mod = mod;
	owner->has_reference = mod && mod->state == MODULE_STATE_LIVE &&
			       !sdt_is_notifying() && try_module_get(mod);
}

/**
 * sdt_owner_release - undo sdt_owner_hold()
 * @owner: an owner whose function no CPU is running or can call
 *
 * Context: Any context but NMI.
 */
void sdt_owner_release(struct sdt_owner *owner)
{
	if (owner->has_reference)
		module_put(owner->mod);
}
