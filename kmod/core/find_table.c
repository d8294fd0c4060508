// SPDX-License-Identifier: GPL-2.0-only
/*
 * find_table.c - find a module's probe table, and check that it is this module's
 *
 * No state, no lock; nothing is written.  Every byte is checked to be in the module's
 * own permanent memory before it is read; rules/table.c checks what is in the table.  The
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
#include "core/internal.h"

#define refuse(why, fmt, ...)						\
	({ snprintf(why, SDT_WHY_SIZE, fmt, ##__VA_ARGS__); -EINVAL; })

/**
 * sdt_module_holds - test whether memory is in a module's permanent memory
 * @mod: the module
 * @addr: first byte
 * @size: number of bytes, at least 1
 *
 * Context: Any context.
 * Return: true if all of it is.
 */
bool sdt_module_holds(const struct module *mod, const void *addr, size_t size)
{
	return sdt_module_room(mod, (unsigned long)addr) >= size;
}

/**
 * sdt_module_string - get a string in a module's permanent memory
 * @mod: the module
 * @addr: address of the string
 *
 * Context: Any context.
 * Return: the string, or NULL if it is not completely there or longer than SDT_MAX_STRING.
 */
const char *sdt_module_string(const struct module *mod, u64 addr)
{
	const char *str = (const char *)(uintptr_t)addr;
	size_t room = min_t(size_t, sdt_module_room(mod, (unsigned long)str),
			    SDT_MAX_STRING + 1);

	return room && strnlen(str, room) < room ? str : NULL;
}

/**
 * sdt_table_of - find the table that a site record refers to
 * @mod: the module that the record is in
 * @probe: the address that the record's probe field points to
 * @why: filled with the reason if there is no table
 *
 * Context: Any context.
 * Return: the head, of which only the magic was checked, or NULL.
 */
const struct sdt_table *sdt_table_of(const struct module *mod, u64 probe,
				     char *why)
{
	const struct sdt_table_probe *p = (const void *)(uintptr_t)probe;
	const struct sdt_table *head;
	u64 offset;

	if (!IS_ALIGNED(probe, sizeof(u32)) ||
	    !sdt_module_holds(mod, p, sizeof(*p))) {
		refuse(why, "a site's probe pointer points outside the module");
		return NULL;
	}
	offset = sizeof(*head) + (u64)p->index * sizeof(*p);
	head = (const void *)(uintptr_t)(probe - offset);
	if (offset > probe || !sdt_module_holds(mod, head, sizeof(*head)) ||
	    head->magic != SDT_TABLE_MAGIC) {
		refuse(why, "a site's probe pointer does not point into a probe table");
		return NULL;
	}
	return head;
}

/* Check the code that all sites of the module call. */
static int check_trampoline(const struct module *mod, const struct sdt_table *head,
			    struct sdt_trampoline **trampoline, char *why)
{
	struct sdt_trampoline *t;
	const void *code;

	t = (void *)((unsigned long)&head->trampoline + head->trampoline);
	if (!IS_ALIGNED((unsigned long)t, sizeof(u64)) ||
	    !sdt_module_writable(mod, (unsigned long)t, sizeof(*t)) ||
	    t->magic != SDT_TRAMPOLINE_MAGIC)
		return refuse(why, "its probe table does not point to a trampoline");
	code = (void *)((unsigned long)&t->code + t->code);
	if (within_module_init((unsigned long)code, mod) ||
	    sdt_module_code_room(mod, (unsigned long)code) <
	    SDT_TRAMPOLINE_SIZE ||
	    !sdt_is_trampoline(code))
		return refuse(why, "its trampoline has no code that can be patched");
	if (!sdt_trampoline_is_unused(t, code))
		return refuse(why, "its trampoline is in use already");
	*trampoline = t;
	return 0;
}

/**
 * sdt_module_table_check - check a module's table completely
 * @mod: the module
 * @head: what sdt_table_of() returned
 * @view: filled if the table is valid
 * @trampoline: set to the module's trampoline if the table is valid
 * @why: filled with the reason if it is not
 *
 * Context: Process context, sleeps.
 * Return: 0 or -EINVAL.
 */
int sdt_module_table_check(const struct module *mod, const struct sdt_table *head,
			   struct sdt_table_view *view,
			   struct sdt_trampoline **trampoline, char *why)
{
	const char *name;

	if (!sdt_table_check(view, head, sdt_module_room(mod, (unsigned long)head),
			     SDT_TABLE_MODULE, why))
		return -EINVAL;
	name = view->strings + head->module;
	if (strcmp(name, mod->name))
		return refuse(why, "its probe table belongs to module %.64s", name);
	return check_trampoline(mod, head, trampoline, why);
}
