// SPDX-License-Identifier: GPL-2.0-only
/*
 * find_table.c - find a module's trampoline and its probe table, and check that they are
 * this module's
 *
 * No state, no lock; nothing is written.  Every byte is checked to be in the module's
 * own permanent memory before it is read; rules/check_table.c checks what is in the table.  The
 * reason for refusing a table is returned as text for one line of the log in @why, which
 * has SDT_WHY_SIZE bytes.
 *
 * The caller must keep the module from being unloaded.
 */
#include <linux/kernel.h>
#include <linux/sched.h>
#include <linux/string.h>

#include "arch/arch.h"
#include "compat.h"
#include "core/core_internal.h"

static int check_trampoline(const struct module *mod, const struct sdt_trampoline *t,
			    char *why)
{
	const void *code;

	if (!sdt_module_writable(mod, (unsigned long)t, sizeof(*t)) ||
	    t->magic != SDT_TRAMPOLINE_MAGIC)
		return sdt_refuse(why, "its site records are not followed by a trampoline");
	code = (void *)((unsigned long)&t->code + t->code);
	if (within_module_init((unsigned long)code, mod) ||
	    sdt_module_code_room(mod, (unsigned long)code) <
	    SDT_TRAMPOLINE_SIZE ||
	    !sdt_is_trampoline(code))
		return sdt_refuse(why, "its trampoline has no code that can be patched");
	if (!sdt_trampoline_is_unused(t, code))
		return sdt_refuse(why, "its trampoline is in use already");
	return 0;
}

/*
 * Finds and checks a module's trampoline, which follows @last, its last site record that is
 * used.  Returns NULL, with the reason in @why, if there is none.
 */
struct sdt_trampoline *sdt_trampoline_find(const struct module *mod,
					   struct sdt_site_record *last, char *why)
{
	struct sdt_trampoline *t;

	/* Records that are left alone can follow. */
	do
		last++;
	while (sdt_module_room(mod, (unsigned long)last) >= sizeof(*last) &&
	       sdt_is_site_record(last));
	t = (void *)last;
	return check_trampoline(mod, t, why) ? NULL : t;
}

/*
 * Finds a module's table, which the trampoline refers to, and checks it completely.  Returns 0,
 * or -EINVAL with the reason in @why.  Sleeps.
 */
int sdt_table_find(const struct module *mod, const struct sdt_trampoline *trampoline,
		   struct sdt_table_view *view, char *why)
{
	const unsigned long addr = (unsigned long)&trampoline->table + trampoline->table;
	const struct sdt_table *head = (const void *)addr;
	const char *name;

	if (!IS_ALIGNED(addr, sizeof(u32)))
		return sdt_refuse(why, "its trampoline does not point to a probe table");
	if (!sdt_table_check(view, head, sdt_module_room(mod, addr), SDT_TABLE_MODULE, why))
		return -EINVAL;
	name = view->strings + head->module;
	if (strcmp(name, mod->name))
		return sdt_refuse(why, "its probe table belongs to module %.64s", name);
	return 0;
}
