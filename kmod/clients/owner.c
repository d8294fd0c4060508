// SPDX-License-Identifier: GPL-2.0-only
/*
 * owner.c - the modules whose functions sdt.ko calls
 *
 * A module must not go while a function of its own can be called: one that it has
 * attached as a handler (handlers.c) or registered as a translator (translate.c).
 * 1. A module that does so once it is live gets a reference: it can be removed only
 *    after it has undone that.
 * 2. One that does so in its init function or as its notifier is told, which its exit
 *    function undoes, gets none, or the exit function would never run.
 * 3. Whatever is still there when a module goes is dropped then, after its exit
 *    function and before its memory is freed.
 * The module uses our symbols, and thereby keeps sdt.ko loaded.
 */
#include "clients/internal.h"

/**
 * sdt_owner_hold - a function of a module can be called from now on
 * @owner: filled
 * @mod: the module, or NULL if the function is sdt.ko's own
 *
 * Context: process, of the module that attaches or registers.
 */
void sdt_owner_hold(struct sdt_owner *owner, struct module *mod)
{
	owner->mod = mod;
	owner->has_reference = mod && mod->state == MODULE_STATE_LIVE &&
			       !sdt_is_notifying() && try_module_get(mod);
}

/**
 * sdt_owner_release - undo sdt_owner_hold()
 * @owner: no CPU is in the module's function, and none will be
 *
 * Context: any but NMI.
 */
void sdt_owner_release(struct sdt_owner *owner)
{
	if (owner->has_reference)
		module_put(owner->mod);
}
